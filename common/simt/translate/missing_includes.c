/* Refuses printf(), assert() and uint32_t in a program that includes nothing which declares
 * them: nvcc and g++ refuse it, too, and here the backend's own headers have declared them. It
 * asks this only where it knows what each header that the file includes brings. */
#include "translate/check.h"
#include "translate/passes.h"
#include "translate/tokens.h"
#include <string.h>

enum brought { NOTHING = 0, STDIO = 1, STDINT = 2, ASSERT = 4 };

static const struct {
    const char *name;
    int brings;
} headers[] = {
    {"stdio.h", STDIO},           {"cstdio", STDIO},
    {"iostream", STDIO | STDINT}, {"string", STDIO | STDINT},
    {"iomanip", STDIO | STDINT},  {"random", STDIO | STDINT},
    {"chrono", STDINT},           {"stdint.h", STDINT},
    {"cstdint", STDINT},          {"inttypes.h", STDINT},
    {"cuda.h", STDINT},           {"assert.h", ASSERT},
    {"cassert", ASSERT},          {"algorithm", NOTHING},
    {"cfloat", NOTHING},          {"climits", NOTHING},
    {"cmath", NOTHING},           {"cstddef", NOTHING},
    {"cstdlib", NOTHING},         {"cstring", NOTHING},
    {"ctime", NOTHING},           {"cuda_fp16.h", NOTHING},
    {"cuda_runtime.h", NOTHING},  {"cuda_runtime_api.h", NOTHING},
    {"curand_kernel.h", NOTHING}, {"device_launch_parameters.h", NOTHING},
    {"errno.h", NOTHING},         {"float.h", NOTHING},
    {"limits", NOTHING},          {"limits.h", NOTHING},
    {"math.h", NOTHING},          {"math_constants.h", NOTHING},
    {"numeric", NOTHING},         {"stdbool.h", NOTHING},
    {"stddef.h", NOTHING},        {"stdlib.h", NOTHING},
    {"string.h", NOTHING},        {"sys/time.h", NOTHING},
    {"time.h", NOTHING},          {"type_traits", NOTHING},
    {"unistd.h", NOTHING},        {"utility", NOTHING},
    {"vector", NOTHING},
};

/* Copies the name that the include at token i has, between < and > or quotation marks. */
static bool read_name(const struct source *s, int i, char *name, size_t size)
{
    const char *line = s->tokens[i].text + s->tokens[i].length, *end;
    char close;

    while (*line == ' ' || *line == '\t')
        line++;
    close = *line == '<' ? '>' : '"';
    if (*line != '<' && *line != '"')
        return false;
    end = strpbrk(line + 1, close == '>' ? ">\n" : "\"\n");
    if (!end || *end != close || (size_t)(end - line) > size)
        return false;
    memcpy(name, line + 1, (size_t)(end - line - 1));
    name[end - line - 1] = '\0';
    return true;
}

static bool find_header(const char *name, int *brought)
{
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (!strcmp(name, headers[i].name)) {
            *brought |= headers[i].brings;
            return true;
        }
    return false;
}

/* Whether all that the file includes is known; and what that brings. */
static bool knows_all(const struct source *s, int *brought)
{
    char name[64];

    *brought = NOTHING;
    for (int i = 0; i < s->count; i++) {
        if (!s->tokens[i].inert || (!is(s, i, "include") && !is(s, i, "include_next")))
            continue;
        if (!read_name(s, i, name, sizeof name) || !find_header(name, brought))
            return false;
    }
    return true;
}

/* Returns what declares the name, or NOTHING. */
static int wanted(const struct source *s, int i)
{
    static const char *const stdio[] = {"printf", "fprintf", "sprintf", "snprintf",
                                        "puts",   "stderr",  "stdout",  "fflush",
                                        "fopen",  "scanf",   "FILE",    NULL};
    static const char *const stdint[] = {"uint8_t",  "uint16_t",  "uint32_t",
                                         "uint64_t", "uintptr_t", NULL};
    int before = previous(s, i);

    if (is(s, before, ".") || is(s, before, "->") || is(s, before, "::"))
        return NOTHING;
    if (is_one_of(s, i, stdio))
        return STDIO;
    if (is_one_of(s, i, stdint))
        return STDINT;
    return is(s, i, "assert") && is(s, next(s, i), "(") ? ASSERT : NOTHING;
}

/* Whether the file itself gives the name a meaning. */
static bool is_own(const struct source *s, int name)
{
    if (is_function(s, name) || is_macro(s, name))
        return true;
    for (int i = 0; i < s->count; i++)
        if (same_text(s, i, name) &&
            (is(s, previous(s, i), "typedef") || is(s, next(s, i), "=") ||
             is(s, next(s, i), ";") || is(s, previous(s, i), "using")))
            return true;
    return false;
}

void refuse_missing_includes(struct source *s)
{
    int brought, told = NOTHING;

    if (!s->is_program || s->is_included || !knows_all(s, &brought))
        return;
    for (int i = 0; i < s->count; i++) {
        int what = s->tokens[i].inert || s->tokens[i].conditional ? NOTHING : wanted(s, i);

        if (!what || (brought & what) || (told & what) || is_own(s, i))
            continue;
        told |= what;
        refuse(s, i, "%.*s is declared by no header that is included: #include <%s>",
               text_length(s, i), s->tokens[i].text,
               what == STDIO    ? "stdio.h"
               : what == STDINT ? "stdint.h"
                                : "assert.h");
    }
}
