/* Makes a call of a program's inline PTX, where it is one instruction that others/ptx.h has as
 * a function.
 *
 *   asm volatile("bfe.u32 %0, %1, %2, %3;" : "=r"(x) : "r"(a), "r"(b), "r"(c) : "memory");
 *   ((x) = ::simt::ptx_bfe_u32((a), (b), (c)));
 *
 * What is not in the table is refused by name (bodies.c). */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include "translate/check.h"
#include "translate/passes.h"
#include "translate/tokens.h"

struct instruction {
    const char *text; /* without escapes, with one blank for many, and without its last ; */
    const char *function;
    int outputs, inputs;
};

static const struct instruction instructions[] = {
    {"mov.u32 %0, %laneid", "ptx_laneid", 1, 0},
    {"mov.u32 %0, %warpid", "ptx_warpid", 1, 0},
    {"mov.u32 %0, %smid", "ptx_smid", 1, 0},
    {"mov.u32 %0, %nsmid", "ptx_nsmid", 1, 0},
    {"mov.u32 %0, %lanemask_eq", "ptx_lanemask_eq", 1, 0},
    {"mov.u32 %0, %lanemask_lt", "ptx_lanemask_lt", 1, 0},
    {"mov.u32 %0, %lanemask_le", "ptx_lanemask_le", 1, 0},
    {"mov.u32 %0, %lanemask_gt", "ptx_lanemask_gt", 1, 0},
    {"mov.u32 %0, %lanemask_ge", "ptx_lanemask_ge", 1, 0},
    {"mov.u32 %0, %clock", "ptx_clock", 1, 0},
    {"mov.u64 %0, %clock64", "ptx_clock64", 1, 0},
    {"mov.u64 %0, %globaltimer", "ptx_globaltimer", 1, 0},
    {"bar.sync 0", "ptx_barrier", 0, 0},
    {"membar.cta", "ptx_fence_block", 0, 0},
    {"membar.gl", "ptx_fence", 0, 0},
    {"membar.sys", "ptx_fence", 0, 0},
    {"bfe.u32 %0, %1, %2, %3", "ptx_bfe_u32", 1, 3},
    {"bfe.s32 %0, %1, %2, %3", "ptx_bfe_s32", 1, 3},
    {"bfi.b32 %0, %1, %2, %3, %4", "ptx_bfi", 1, 4},
    {"bfind.u32 %0, %1", "ptx_bfind", 1, 1},
    {"popc.b32 %0, %1", "__popc", 1, 1},
    {"clz.b32 %0, %1", "__clz", 1, 1},
    {"brev.b32 %0, %1", "__brev", 1, 1},
    {"add.s32 %0, %1, %2", "ptx_add", 1, 2},
    {"add.u32 %0, %1, %2", "ptx_add", 1, 2},
    {"sub.s32 %0, %1, %2", "ptx_sub", 1, 2},
    {"mad.lo.s32 %0, %1, %2, %3", "ptx_mad", 1, 3},
    {"mad.lo.u32 %0, %1, %2, %3", "ptx_mad", 1, 3},
    {"fma.rn.f32 %0, %1, %2, %3", "__fmaf_rn", 1, 3},
};

/* --- its text ----------------------------------------------------------------------------- */

struct text {
    char bytes[128];
    size_t length;
};

static void add(struct text *t, char c)
{
    bool blank = isspace((unsigned char)c);

    if (t->length + 1 < sizeof t->bytes &&
        !(blank && (t->length == 0 || t->bytes[t->length - 1] == ' ')))
        t->bytes[t->length++] = blank ? ' ' : c;
}

/* Adds what stands in the quotes of token i. \n and \t become blanks, and %% becomes %. */
static void add_string(struct text *t, const struct source *s, int i)
{
    const char *at = s->tokens[i].text + 1, *end = s->tokens[i].text + s->tokens[i].length - 1;

    for (; at < end; at++) {
        bool escape = *at == '\\' && at + 1 < end, twice = *at == '%' && at[1] == '%';

        at += escape || twice;
        add(t, escape ? ' ' : *at);
    }
}

static const struct instruction *find(const struct source *s, int i, int *behind)
{
    struct text t = {.length = 0};

    for (; i >= 0 && s->tokens[i].kind == STRING && s->tokens[i].text[0] == '"'; i = next(s, i))
        add_string(&t, s, i);
    *behind = i;
    while (t.length && strchr("; ", t.bytes[t.length - 1]))
        t.length--;
    t.bytes[t.length] = 0;
    for (size_t k = 0; k < sizeof instructions / sizeof *instructions; k++)
        if (strcmp(instructions[k].text, t.bytes) == 0)
            return &instructions[k];
    return NULL;
}

/* --- its operands ------------------------------------------------------------------------- */

struct statement {
    const struct instruction *instruction;
    int open, close, output; /* the parentheses, and the one behind the output */
};

static int colons(const struct source *s, int i)
{
    return is(s, i, "::") ? 2 : is(s, i, ":");
}

static bool read_operands(const struct source *s, int i, struct statement *a)
{
    int part = 0, count[4] = {0};

    for (; i >= 0 && i != a->close; i = next(s, i)) {
        part += colons(s, i);
        if (part > 3)
            return false;
        if (is(s, i, "(")) {
            count[part]++;
            i = s->tokens[i].match;
            a->output = part == 1 ? i : a->output;
        } else if (part == 1 && s->tokens[i].kind == STRING &&
                   strncmp(s->tokens[i].text, "\"=", 2) != 0) {
            return false; /* "+r": it is read as well */
        } else if (!colons(s, i) && !is(s, i, ",") && s->tokens[i].kind != STRING) {
            return false;
        }
    }
    return count[1] == a->instruction->outputs && count[2] == a->instruction->inputs;
}

static bool read_statement(const struct source *s, int i, struct statement *a)
{
    static const char *const words[] = {"asm", "__asm__", "__asm", NULL};
    static const char *const qualifiers[] = {"volatile", "__volatile__", NULL};
    int behind;

    if (!is_one_of(s, i, words) || s->tokens[i].inert)
        return false;
    for (i = next(s, i); is_one_of(s, i, qualifiers); i = next(s, i))
        continue;
    *a = (struct statement){.open = i, .output = -1};
    a->close = is(s, i, "(") ? s->tokens[i].match : -1;
    a->instruction = a->close > i ? find(s, next(s, i), &behind) : NULL;
    return a->instruction && read_operands(s, behind, a);
}

bool is_known_assembly(const struct source *s, int i)
{
    struct statement a;

    return s->is_program && read_statement(s, i, &a);
}

static void translate_statement(struct source *s, int i, const struct statement *a)
{
    char call[80];
    int part = 0;

    snprintf(call, sizeof call, "%s ::simt::%s(", a->output < 0 ? "" : " =",
             a->instruction->function);
    for (; i != a->open; i = next(s, i))
        replace(s, i, "");
    insert_after(s, a->output < 0 ? a->open : a->output, call);
    for (i = next(s, a->open); i != a->close; i = next(s, i)) {
        part += colons(s, i);
        if (s->tokens[i].kind == STRING || colons(s, i) || (part > 2 && is(s, i, ",")))
            replace(s, i, "");
        else if (is(s, i, "("))
            i = s->tokens[i].match;
    }
    insert_before(s, a->close, ")");
}

void translate_assembly(struct source *s)
{
    struct statement a;

    for (int i = 0; s->is_program && i < s->count; i++)
        if (read_statement(s, i, &a))
            translate_statement(s, i, &a);
}
