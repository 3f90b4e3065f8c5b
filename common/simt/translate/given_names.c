/* Variables that bear the names of what a kernel is given: `dim3 blockDim(256);` in host code,
 * `int blockIdx` in a loop. Here these names are macros (keywords.h), so such a variable gets
 * another name, from its declaration to the end of its scope. Members are renamed wherever they
 * are named. In programs, what works on memory gets the name of what does so here.
 */
#include <stdio.h>
#include "translate/check.h"
#include "translate/passes.h"
#include "translate/tokens.h"

static const char *const given_names[] = {"threadIdx", "blockIdx", "blockDim", "gridDim", NULL};

static bool is_given(const struct source *s, int i)
{
    return is_one_of(s, i, given_names);
}

static bool is_member(const struct source *s, int i)
{
    return is(s, previous(s, i), ".") || is(s, previous(s, i), "->");
}

static void rename_token(struct source *s, int i)
{
    char text[64];

    snprintf(text, sizeof text, "simt_own_%.*s", text_length(s, i), s->tokens[i].text);
    replace(s, i, text);
}

/* Returns the last token of the scope of what is declared at token i. The scope ends with the
 * block; that of a loop's variable or a parameter ends with what follows the parenthesis. */
static int scope_end(const struct source *s, int i)
{
    int open = enclosing_bracket(s, i), end;

    if (open < 0 || s->tokens[open].match < 0)
        return i;
    end = s->tokens[open].match;
    if (!is(s, open, "("))
        return end;
    for (int n = next(s, end); n >= 0; n = next(s, n)) {
        if (is(s, n, "{") && s->tokens[n].match > n)
            return s->tokens[n].match;
        if (is(s, n, ";"))
            return n;
        if (s->tokens[n].match > n)
            n = s->tokens[n].match;
    }
    return end;
}

/* Renames what is declared at a token, and returns the last token of its scope. */
static int rename_in_scope(struct source *s, int declared)
{
    int end = scope_end(s, declared);

    for (int i = declared; i <= end; i++)
        if (same_text(s, i, declared) && !s->tokens[i].inert && !is_member(s, i) &&
            !is(s, previous(s, i), "::"))
            rename_token(s, i);
    return end;
}

/* `N * blockIdx.x` looks like a pointer's declaration up to its dot. */
static bool has_member(const struct source *s, int i)
{
    return is(s, next(s, i), ".") || is(s, next(s, i), "->");
}

/* Looks through the parameters and, if there is one, the body. */
static void rename_in_function(struct source *s, const struct function *f)
{
    int last = s->tokens[f->body >= 0 ? f->body : f->parameters].match;

    for (const char *const *name = given_names; *name; name++)
        for (int i = f->parameters + 1; i < last; i++)
            if (is(s, i, *name) && !s->tokens[i].inert && !is_member(s, i) &&
                !has_member(s, i) && is_declared_at(s, f, i))
                i = rename_in_scope(s, i);
}

/* Renames `dim3 blockDim;` in a structure, and all that names it behind a dot or an arrow. */
static void rename_members(struct source *s)
{
    for (int v = 0; v < s->variables_count; v++)
        for (int i = s->variables[v].begin; i >= 0 && i < s->variables[v].end; i = next(s, i))
            if (s->variables[v].is_member && is_given(s, i) && is_name(s, previous(s, i)))
                rename_token(s, i);
    for (int i = 0; i < s->count; i++)
        if (is_given(s, i) && !s->tokens[i].inert && is_member(s, i))
            rename_token(s, i);
}

/* What a function of the heap is called in a kernel; a program's may call the runtime's, too.
 */
static const char *name_in_kernel(const struct source *s, int i)
{
    static const struct {
        const char *word, *name;
        bool of_programs;
    } words[] = {{"malloc", "simt_malloc", false},
                 {"free", "simt_free", false},
                 {"cudaMalloc", "simt_malloc_by_runtime", true},
                 {"cudaFree", "simt_free_by_runtime", true}};

    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (is(s, i, words[k].word) && (s->is_program || !words[k].of_programs))
            return words[k].name;
    return NULL;
}

/* malloc() and free() of a device function work on a heap of the device's own. */
static void use_heap_of_device(struct source *s, const struct function *f)
{
    int close = f->body < 0 ? -1 : s->tokens[f->body].match;

    if (!has_word(s, f->begin, f->name, "__device__") &&
        !has_word(s, f->begin, f->name, "__global__"))
        return;
    for (int i = f->body; i >= 0 && i < close; i = next(s, i))
        if (name_in_kernel(s, i) && is(s, next(s, i), "(") && !is_member(s, i) &&
            !is(s, previous(s, i), "::") && !is_function(s, i) && !s->tokens[i].inert)
            replace(s, i, name_in_kernel(s, i));
}

/* What a compiler makes of __builtin_memcpy() in place is not watched: what it calls is. */
static void call_copies(struct source *s)
{
    static const char *const words[] = {"__builtin_memcpy", "__builtin_memmove",
                                        "__builtin_memset", NULL};

    for (int i = 0; i < s->count; i++)
        if (is_one_of(s, i, words) && is(s, next(s, i), "(") && !s->tokens[i].inert) {
            char text[64];

            snprintf(text, sizeof text, "%.*s", text_length(s, i) - 10, s->tokens[i].text + 10);
            replace(s, i, text);
        }
}

void rename_given_names(struct source *s)
{
    if (s->is_program)
        call_copies(s);
    for (int f = 0; f < s->function_count; f++)
        use_heap_of_device(s, &s->functions[f]);
    rename_members(s);
    for (int f = 0; f < s->function_count; f++)
        rename_in_function(s, &s->functions[f]);
}
