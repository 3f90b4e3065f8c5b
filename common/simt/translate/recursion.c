/* Takes __forceinline__ from functions that call themselves, by way of others too: nvcc takes
 * it for a wish there, and a host's compiler for an error. C11. */
#include <stdlib.h>
#include "translate/passes.h"
#include "translate/tokens.h"

/* The __forceinline__ of a function's declaration, or -1. */
static int wish_of(const struct source *s, const struct function *f)
{
    int i = f->begin;

    while (i >= 0 && i < f->name && !is(s, i, "__forceinline__"))
        i = next(s, i);
    return i >= 0 && i < f->name ? i : -1;
}

/* Functions that wish it and have a body. */
struct wishes {
    const struct function **of;
    bool *seen, *dropped;
    int count;
};

static struct wishes find_wishes(const struct source *s)
{
    struct wishes w = {NULL, NULL, NULL, 0};

    for (int k = 0; k < s->function_count; k++)
        if (s->functions[k].body >= 0 && wish_of(s, &s->functions[k]) >= 0) {
            w.of = grow(w.of, w.count, sizeof *w.of);
            w.of[w.count++] = &s->functions[k];
        }
    w.seen = calloc((size_t)w.count + 1, sizeof *w.seen);
    w.dropped = calloc((size_t)w.count + 1, sizeof *w.dropped);
    return w;
}

/* Whether the function `from` names the function `name`, itself or by those that it names. */
static bool reaches(const struct source *s, struct wishes *w, const struct function *from,
                    int name)
{
    static const char *const member[] = {".", "->", NULL};

    for (int i = from->body; i >= 0 && i < s->tokens[from->body].match; i = next(s, i)) {
        if (!is_name(s, i) || is_one_of(s, previous(s, i), member))
            continue;
        if (same_text(s, i, name))
            return true;
        for (int k = 0; k < w->count; k++)
            if (!w->seen[k] && same_text(s, i, w->of[k]->name)) {
                w->seen[k] = true;
                if (reaches(s, w, w->of[k], name))
                    return true;
            }
    }
    return false;
}

/* All declarations of this name lose it, once: overloads share it. */
static void drop_wish(struct source *s, const struct wishes *w, int number)
{
    int name = w->of[number]->name;

    for (int k = 0; k < number; k++)
        if (w->dropped[k] && same_text(s, w->of[k]->name, name))
            return;
    w->dropped[number] = true;
    for (int k = 0; k < s->function_count; k++) {
        int wish = same_text(s, s->functions[k].name, name) ? wish_of(s, &s->functions[k]) : -1;

        if (wish >= 0)
            replace(s, wish, "inline");
    }
}

void allow_recursion(struct source *s)
{
    struct wishes w = find_wishes(s);

    for (int k = 0; w.seen && w.dropped && k < w.count; k++) {
        for (int j = 0; j < w.count; j++)
            w.seen[j] = false;
        if (reaches(s, &w, w.of[k], w.of[k]->name))
            drop_wish(s, &w, k);
    }
    free(w.of);
    free(w.seen);
    free(w.dropped);
}
