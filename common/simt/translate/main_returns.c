/* nvcc only warns of `return;` in main(), which g++ refuses: in a program it returns 0. */
#include "translate/passes.h"
#include "translate/tokens.h"

/* Returns the last token of the lambda's or local class's body that begins at i, or i itself:
 * what returns there does not return from main(). */
static int skip_inner_body(const struct source *s, int i)
{
    static const char *const classes[] = {"struct", "class", NULL};
    int p = previous(s, i);
    bool is_lambda = is(s, i, "[") && s->tokens[i].match > i && !is_name(s, p) &&
                     !is(s, p, "]") && !is(s, p, ")");

    if (!is_lambda && !is_one_of(s, i, classes))
        return i;
    for (int k = next(s, i); k >= 0; k = next(s, k)) {
        if (is(s, k, ";"))
            return i;
        if (is(s, k, "{") && s->tokens[k].match > k)
            return s->tokens[k].match;
        k = group_end(s, k);
    }
    return i;
}

void return_from_main(struct source *s)
{
    for (int k = 0; k < s->function_count && s->is_program; k++) {
        const struct function *f = &s->functions[k];

        if (f->body < 0 || f->is_member || !is(s, f->name, "main"))
            continue;
        for (int i = next(s, f->body); i >= 0 && i < s->tokens[f->body].match; i = next(s, i)) {
            i = skip_inner_body(s, i);
            if (is(s, i, "return") && is(s, next(s, i), ";"))
                insert_after(s, i, " 0");
        }
    }
}
