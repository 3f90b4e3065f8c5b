/* Makes a call of inline PTX that is one instruction of a warp's matrices: ldmatrix, mma. The
 * results are passed by reference. All other instructions: ptx.c.
 *
 *   asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(x) : "r"(a));
 *   ( ::simt::ptx_ldmatrix<false>((x), (a))); */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include "translate/check.h"
#include "translate/passes.h"
#include "translate/tokens.h"

/* The words of an instruction, between dots, may stand in any order; blanks do not matter. */
struct instruction {
    const char *text; /* without escapes, and without its last ; */
    const char *function;
    int outputs, inputs;
};

static const struct instruction instructions[] = {
    {"ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1]", "ptx_ldmatrix<false>", 1, 1},
    {"ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1]", "ptx_ldmatrix<true>", 1, 1},
    {"ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2]", "ptx_ldmatrix<false>", 2, 1},
    {"ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2]", "ptx_ldmatrix<true>", 2,
     1},
    {"ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4]", "ptx_ldmatrix<false>",
     4, 1},
    {"ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4]",
     "ptx_ldmatrix<true>", 4, 1},
#define MMA(shape, types, function, result, in_a, in_b, c, in_place_c, results, inputs, kept)  \
    {"mma.sync.aligned." shape ".row.col." types " " result ", " in_a ", " in_b ", " c,        \
     function, results, inputs},                                                               \
    {                                                                                          \
        "mma.sync.aligned." shape ".row.col." types " " result ", " in_a ", " in_b             \
        ", " in_place_c,                                                                       \
            function, results, kept                                                            \
    }
#define FOUR(a, b, c, d) "{%" #a ", %" #b ", %" #c ", %" #d "}"
#define TWO(a, b) "{%" #a ", %" #b "}"
#define ONE(a) "{%" #a "}"
    MMA("m16n8k16", "f32.f16.f16.f32", "ptx_mma<::simt::of_half>", FOUR(0, 1, 2, 3),
        FOUR(4, 5, 6, 7), TWO(8, 9), FOUR(10, 11, 12, 13), FOUR(0, 1, 2, 3), 4, 10, 6),
    MMA("m16n8k16", "f32.bf16.bf16.f32", "ptx_mma<::simt::of_bfloat16>", FOUR(0, 1, 2, 3),
        FOUR(4, 5, 6, 7), TWO(8, 9), FOUR(10, 11, 12, 13), FOUR(0, 1, 2, 3), 4, 10, 6),
    MMA("m16n8k16", "f16.f16.f16.f16", "ptx_mma_half<::simt::of_half>", TWO(0, 1),
        FOUR(2, 3, 4, 5), TWO(6, 7), TWO(8, 9), TWO(0, 1), 2, 8, 6),
    MMA("m16n8k8", "f32.f16.f16.f32", "ptx_mma_short<::simt::of_half>", FOUR(0, 1, 2, 3),
        TWO(4, 5), ONE(6), FOUR(7, 8, 9, 10), FOUR(0, 1, 2, 3), 4, 7, 3),
    MMA("m16n8k8", "f32.tf32.tf32.f32", "ptx_mma<::simt::of_tf32>", FOUR(0, 1, 2, 3),
        FOUR(4, 5, 6, 7), TWO(8, 9), FOUR(10, 11, 12, 13), FOUR(0, 1, 2, 3), 4, 10, 6),
    MMA("m16n8k32", "s32.s8.s8.s32", "ptx_mma<::simt::of_char>", FOUR(0, 1, 2, 3),
        FOUR(4, 5, 6, 7), TWO(8, 9), FOUR(10, 11, 12, 13), FOUR(0, 1, 2, 3), 4, 10, 6),
};

/* --- its text ----------------------------------------------------------------------------- */

struct text {
    char bytes[256];
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

/* The text of the string tokens from i on; *behind is the token after them. */
static void read_text(const struct source *s, int i, struct text *t, int *behind)
{
    for (; i >= 0 && s->tokens[i].kind == STRING && s->tokens[i].text[0] == '"'; i = next(s, i))
        add_string(t, s, i);
    *behind = i;
    t->bytes[t->length] = 0;
}

/* Whether the word, which ends at a dot, a blank or an operand, is one of the instruction. */
static bool has_part(const char *of, const char *word, size_t length)
{
    for (size_t n; *of && !strchr(" {[%", *of); of += n + (of[n] == '.')) {
        n = strcspn(of, ". {[%");
        if (n == length && !memcmp(of, word, n))
            return true;
        if (of[n] != '.')
            return false;
    }
    return false;
}

/* Whether all words of a are among those of b; *end is what follows them. */
static bool has_parts(const char *a, const char *b, int *count, const char **end)
{
    for (size_t n = 0; *a && !strchr(" {[%", *a); a += n + (a[n] == '.')) {
        n = strcspn(a, ". {[%");
        if (!has_part(b, a, n))
            return false;
        ++*count;
        if (a[n] != '.') {
            a += n;
            break;
        }
    }
    *end = a;
    return true;
}

static bool same_but_blanks(const char *a, const char *b)
{
    for (;; a++, b++) {
        a += strspn(a, " ");
        b += strspn(b, " ");
        if (*a != *b || !*a)
            return *a == *b;
    }
}

static bool is_instruction(const char *text, const char *row)
{
    int here = 0, there = 0;
    const char *operands, *of_row;

    return has_parts(text, row, &here, &operands) && has_parts(row, text, &there, &of_row) &&
           here == there && same_but_blanks(operands, of_row);
}

static void leave_out(struct text *t, const char *words)
{
    size_t length = strlen(words);

    for (char *at = strstr(t->bytes, words); at; at = strstr(at, words)) {
        memmove(at, at + length, strlen(at + length) + 1);
        t->length -= length;
    }
}

static const struct instruction *find(const struct source *s, int i, int *behind)
{
    struct text t = {.length = 0};

    read_text(s, i, &t, behind);
    while (t.length && strchr("; ", t.bytes[t.length - 1]))
        t.length--;
    t.bytes[t.length] = 0;
    leave_out(&t, "::cta"); /* the block's own shared memory */
    leave_out(&t, ".L2::64B");
    leave_out(&t, ".L2::128B");
    leave_out(&t, ".L2::256B");
    for (size_t k = 0; k < sizeof instructions / sizeof *instructions; k++)
        if (is_instruction(t.bytes, instructions[k].text))
            return &instructions[k];
    return NULL;
}

/* --- its operands ------------------------------------------------------------------------- */

struct statement {
    const struct instruction *instruction;
    int open, close; /* the parentheses */
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
    *a = (struct statement){.open = i};
    a->close = is(s, i, "(") ? s->tokens[i].match : -1;
    a->instruction = a->close > i ? find(s, next(s, i), &behind) : NULL;
    return a->instruction && read_operands(s, behind, a);
}

bool is_matrix_assembly(const struct source *s, int i)
{
    struct statement a;

    return s->is_program && read_statement(s, i, &a);
}

/* ptx_f(x, y, a, b): the commas stay, and the colons but the first become some. */
static void pass_all(struct source *s, int i, const struct statement *a)
{
    char call[80];
    int part = 0;

    snprintf(call, sizeof call, " ::simt::%s(", a->instruction->function);
    for (; i != a->open; i = next(s, i))
        replace(s, i, "");
    insert_after(s, a->open, call);
    for (i = next(s, a->open); i != a->close; i = next(s, i)) {
        int count = colons(s, i);

        part += count;
        if (s->tokens[i].kind == STRING || count || (part > 2 && is(s, i, ",")))
            replace(s, i, count && part == 2 && a->instruction->inputs ? "," : "");
        else if (is(s, i, "("))
            i = s->tokens[i].match;
    }
    insert_before(s, a->close, ")");
}

void translate_matrices(struct source *s)
{
    struct statement a;

    for (int i = 0; s->is_program && i < s->count; i++)
        if (read_statement(s, i, &a))
            pass_all(s, i, &a);
}
