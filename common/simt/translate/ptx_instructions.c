/* The instructions of inline PTX, one call of others/ptx.h each: a table of those whose
 * operands are plain, and a function for each of the others. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "translate/ptx.h"

/* --- the table ---------------------------------------------------------------------------- */

#define WHOLE "u16 s16 u32 s32 u64 s64"
#define BITS "b16 b32 b64"
#define FLOATS "f32 f64"
#define ROUNDED                                                                                \
    "add sub mul fma mad div rcp sqrt" /* .rz, .rm, .rp and .sat, where they are floats */

/* The letters of `operands`: T of the instruction's type, U of 32 bits, W twice as wide, P a
 * predicate. */
static const struct row {
    const char *name;    /* the words that it begins with */
    const char *ignored; /* words that may follow and change nothing here */
    const char *types;   /* its last word; "" if it has none */
    const char *function, *operands;
    bool has_result;
} rows[] = {
#include "translate/ptx_rows.inc"
};

/* --- writing ------------------------------------------------------------------------------ */

struct text {
    char *bytes;
    size_t size, used;
};

static void say(struct text *t, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    if (t->used < t->size)
        t->used += (size_t)vsnprintf(t->bytes + t->used, t->size - t->used, format, arguments);
    va_end(arguments);
}

/* A value of the type out of the register or number `of`; false if that is none. A predicate
 * may be negated. */
static bool say_value(struct text *t, const struct ptx_instruction *i, const char *type,
                      const char *of)
{
    char value[100];
    bool negated = of[0] == '!';

    if (!ptx_value(i->names, of + negated, value, sizeof value))
        return false;
    say(t, "%s::simt::ptx_get<%s>(%s)", negated ? "!" : "", type, value);
    return true;
}

static bool say_result(struct text *t, const struct ptx_instruction *i, const char *to)
{
    char result[100];

    if (!ptx_result(i->names, to, result, sizeof result))
        return false;
    say(t, "::simt::ptx_put(%s, ", result);
    return true;
}

static const char *last_word(const struct ptx_instruction *i)
{
    return i->words[i->word_count - 1];
}

static const char *last_type(const struct ptx_instruction *i)
{
    return ptx_type(last_word(i));
}

static bool has(const struct ptx_instruction *i, const char *word)
{
    for (int k = 1; k < i->word_count; k++)
        if (!strcmp(i->words[k], word))
            return true;
    return false;
}

/* --- of the table ------------------------------------------------------------------------- */

static bool is_row(const struct ptx_instruction *i, const struct row *row)
{
    const char *at = row->name;
    int k = 0, end = i->word_count - (row->types[0] != 0);

    for (; *at; k++) {
        size_t length = strcspn(at, ".");

        if (k >= end || strlen(i->words[k]) != length || memcmp(i->words[k], at, length) != 0)
            return false;
        at += length + (at[length] == '.');
    }
    for (; k < end; k++)
        if (!ptx_is_one_of(i->words[k], row->ignored))
            return false;
    return !row->types[0] || ptx_is_one_of(i->words[end], row->types);
}

static const char *operand_type(char letter, const char *type, char *wide, size_t size)
{
    if (letter == 'W')
        snprintf(wide, size, "::simt::ptx_twice<%s>", type);
    return letter == 'U' ? "uint32_t" : letter == 'P' ? "bool" : letter == 'W' ? wide : type;
}

/* How a result of floating point is rounded, and whether it is kept between 0 and 1. */
struct ending {
    char rounding; /* n, z, m or p */
    bool saturates;
};

static void say_function(struct text *t, const struct row *row, const char *type,
                         struct ending ending)
{
    say(t, ending.saturates ? "::simt::ptx_unit(" : "");
    if (ending.rounding != 'n')
        say(t, "::simt::ptx_rounded<'%c'>::%s<%s>(", ending.rounding, row->function, type);
    else
        say(t, type ? "::simt::ptx_%s<%s>(" : "::simt::ptx_%s(", row->function, type);
}

static bool write_row(const struct ptx_instruction *i, const struct row *row,
                      struct ending ending, struct text *t)
{
    const char *type = row->types[0] ? last_type(i) : NULL;
    int first = row->has_result, count = (int)strlen(row->operands);
    char wide[60];

    if (i->operand_count != first + count || (first && !say_result(t, i, i->operands[0])))
        return false;
    say_function(t, row, type, ending);
    for (int k = 0; k < count; k++) {
        say(t, k ? ", " : "");
        if (!say_value(t, i, operand_type(row->operands[k], type, wide, sizeof wide),
                       i->operands[first + k]))
            return false;
    }
    say(t, ending.saturates ? ")" : "");
    say(t, first ? "));" : ");");
    return true;
}

/* Takes .rz, .rm, .rp and .sat out of an instruction of floating point. */
static struct ending take_ending(struct ptx_instruction *i)
{
    struct ending ending = {'n', false};
    int kept = 0;

    if (!ptx_is_one_of(last_word(i), FLOATS) || !ptx_is_one_of(i->words[0], ROUNDED))
        return ending;
    for (int k = 0; k < i->word_count; k++) {
        if (ptx_is_one_of(i->words[k], "rz rm rp"))
            ending.rounding = i->words[k][1];
        else if (!strcmp(i->words[k], "sat") && !strcmp(last_word(i), "f32"))
            ending.saturates = true;
        else
            i->words[kept++] = i->words[k];
    }
    i->word_count = kept;
    return ending;
}

static bool write_of_table(const struct ptx_instruction *i, struct text *t)
{
    struct ptx_instruction plain = *i;
    struct ending ending = take_ending(&plain);

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (is_row(&plain, &rows[k]))
            return write_row(&plain, &rows[k], ending, t);
    return false;
}

/* --- moves and conversions ---------------------------------------------------------------- */

/* Cuts {a, b} into its parts; 0 if it has no braces. */
static int cut_vector(char *text, char **parts)
{
    size_t length = strlen(text);

    if (text[0] != '{' || text[length - 1] != '}')
        return 0;
    text[length - 1] = 0;
    return ptx_split(text + 1, ',', parts, PTX_PARTS);
}

static bool say_results(struct text *t, const struct ptx_instruction *i, char **to, int count)
{
    char result[100];

    for (int k = 0; k < count; k++) {
        if (!ptx_result(i->names, to[k], result, sizeof result))
            return false;
        say(t, ", %s", result);
    }
    return true;
}

/* mov d, a; and between a register and the parts of one. */
static bool write_move(const struct ptx_instruction *i, struct text *t)
{
    char *parts[PTX_PARTS];
    int count;

    if (i->operand_count != 2 || i->word_count != 2 || !last_type(i))
        return false;
    count = cut_vector(i->operands[0], parts);
    if (count) {
        say(t, "::simt::ptx_unpack(");
        return say_value(t, i, last_type(i), i->operands[1]) &&
               say_results(t, i, parts, count) && (say(t, ");"), true);
    }
    if (!say_result(t, i, i->operands[0]))
        return false;
    count = cut_vector(i->operands[1], parts);
    if (count) {
        say(t, "::simt::ptx_pack<%s>(0", last_type(i));
        return say_results(t, i, parts, count) && (say(t, "));"), true);
    }
    return say_value(t, i, last_type(i), i->operands[1]) && (say(t, ");"), true);
}

/* cvt.rounding.to.from d, a */
static bool write_conversion(const struct ptx_instruction *i, struct text *t)
{
    const char *to = i->word_count > 2 ? ptx_type(i->words[i->word_count - 2]) : NULL;
    const char *rounding = "rn";

    for (int k = 1; k + 2 < i->word_count; k++) {
        if (ptx_is_one_of(i->words[k], "rn rz rm rp rni rzi rmi rpi"))
            rounding = i->words[k];
        else if (strcmp(i->words[k], "ftz") != 0)
            return false;
    }
    if (!to || !last_type(i) || i->operand_count != 2 || !say_result(t, i, i->operands[0]))
        return false;
    say(t, "::simt::ptx_convert<%s, '%c'>(", to, rounding[1]);
    return say_value(t, i, last_type(i), i->operands[1]) && (say(t, "));"), true);
}

/* cvta between addresses of all spaces and of one. */
static bool write_address(const struct ptx_instruction *i, struct text *t)
{
    if (i->operand_count != 2 || !last_type(i) || !say_result(t, i, i->operands[0]))
        return false;
    if (!has(i, "shared") || has(i, "to"))
        say(t, has(i, "shared") ? "(uint32_t)(" : "(");
    else
        say(t, "(uint64_t)::simt::from_shared((uint32_t)");
    return say_value(t, i, last_type(i), i->operands[1]) && (say(t, "));"), true);
}

/* --- comparisons -------------------------------------------------------------------------- */

/* setp.lt.and.s32 p|q, a, b, c: p is whether a < b, and c; q whether not a < b, and c. */
static bool write_comparison(const struct ptx_instruction *i, struct text *t)
{
    const char *with = has(i, "and") ? "&" : has(i, "or") ? "|" : has(i, "xor") ? "^" : NULL;
    char *to[2];
    int count = i->operand_count > 2 ? ptx_split(i->operands[0], '|', to, 2) : 0;

    if (!count || i->operand_count != 3 + (with != NULL) || !last_type(i) ||
        !ptx_is_one_of(i->words[1],
                       "eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan"))
        return false;
    say(t, "{ const bool holds = ::simt::ptx_is_%s<%s>(", i->words[1], last_type(i));
    if (!say_value(t, i, last_type(i), i->operands[1]) || (say(t, ", "), false) ||
        !say_value(t, i, last_type(i), i->operands[2]))
        return false;
    say(t, "), other = ");
    if (with && !say_value(t, i, "bool", i->operands[3]))
        return false;
    say(t, with ? "; " : "true; ");
    for (int k = 0; k < count; k++) {
        if (!say_result(t, i, to[k]))
            return false;
        say(t, "(bool)(%sholds %s other)); ", k ? "!" : "", with ? with : "&");
    }
    say(t, "}");
    return true;
}

/* --- memory ------------------------------------------------------------------------------- */

static const char *scope_of(const struct ptx_instruction *i)
{
    return has(i, "cta")   ? "__NV_THREAD_SCOPE_BLOCK"
           : has(i, "sys") ? "__NV_THREAD_SCOPE_SYSTEM"
                           : "__NV_THREAD_SCOPE_DEVICE";
}

static const char *order_of(const struct ptx_instruction *i)
{
    return has(i, "acquire")   ? "__NV_ATOMIC_ACQUIRE"
           : has(i, "release") ? "__NV_ATOMIC_RELEASE"
           : has(i, "acq_rel") ? "__NV_ATOMIC_ACQ_REL"
                               : "__NV_ATOMIC_RELAXED";
}

static bool is_shared(const struct ptx_instruction *i)
{
    return has(i, "shared") || has(i, "shared::cta");
}

/* Whether all words between the first and the last are known of a load or a store. */
static bool knows_words(const struct ptx_instruction *i)
{
    static const char words[] =
        "global shared shared::cta volatile relaxed acquire release cta gpu "
        "sys weak ca cg cs cv lu wb wt nc v2 v4 L1::no_allocate "
        "L1::evict_last L1::evict_first L1::evict_normal L2::64B L2::128B "
        "L2::256B";

    for (int k = 1; k + 1 < i->word_count; k++)
        if (!ptx_is_one_of(i->words[k], words))
            return false;
    return i->word_count > 1 && last_type(i) && i->operand_count == 2;
}

/* ld and st: the address, then the registers. */
static bool write_access(const struct ptx_instruction *i, struct text *t)
{
    bool is_load = !strcmp(i->words[0], "ld");
    char *registers[PTX_PARTS], address[200];
    int count;

    if (!knows_words(i) ||
        !ptx_address(i->names, i->operands[is_load], is_shared(i), address, sizeof address))
        return false;
    count = cut_vector(i->operands[!is_load], registers);
    if (!count)
        registers[count++] = i->operands[!is_load];
    if (count != (has(i, "v2") ? 2 : has(i, "v4") ? 4 : 1))
        return false;
    if (has(i, "relaxed") || has(i, "acquire") || has(i, "release"))
        say(t, "::simt::ptx_%s_ordered<%s>(%s, %s, %s", is_load ? "load" : "store",
            last_type(i), address, order_of(i), scope_of(i));
    else
        say(t, "::simt::ptx_%s%s<%s>(%s", is_load ? "load" : "store",
            has(i, "volatile") ? "_volatile" : "", last_type(i), address);
    for (int k = 0; !is_load && k < count; k++) {
        say(t, ", ");
        if (!say_value(t, i, last_type(i), registers[k]))
            return false;
    }
    return (!is_load || say_results(t, i, registers, count)) && (say(t, ");"), true);
}

/* atom d, [address], b and, of cas, c; red has no d. */
static bool write_atomic(const struct ptx_instruction *i, struct text *t)
{
    static const char words[] =
        "global shared shared::cta relaxed acquire release acq_rel cta gpu sys";
    int first = !strcmp(i->words[0], "atom");
    const char *operation = NULL;
    char address[200];

    for (int k = 1; k + 1 < i->word_count; k++) {
        if (ptx_is_one_of(i->words[k], "add and or xor min max exch cas inc dec") && !operation)
            operation = i->words[k];
        else if (!ptx_is_one_of(i->words[k], words))
            return false;
    }
    if (!operation || !last_type(i) ||
        i->operand_count != 2 + first + !strcmp(operation, "cas") ||
        !ptx_address(i->names, i->operands[first], is_shared(i), address, sizeof address) ||
        (first && !say_result(t, i, i->operands[0])))
        return false;
    say(t, "::simt::ptx_atom_%s<%s>(%s, %s, %s", operation, last_type(i), address, order_of(i),
        scope_of(i));
    for (int k = first + 1; k < i->operand_count; k++) {
        say(t, ", ");
        if (!say_value(t, i, last_type(i), i->operands[k]))
            return false;
    }
    say(t, first ? "));" : ");");
    return true;
}

/* cp.async.mbarrier.arrive.noinc.shared.b64 [address]: when the thread's copies are done. */
static bool write_copy_arrival(const struct ptx_instruction *i, struct text *t)
{
    char address[200];

    for (int k = 1; k < i->word_count; k++)
        if (!ptx_is_one_of(i->words[k], "async mbarrier arrive noinc shared shared::cta b64"))
            return false;
    if (i->operand_count != 1 ||
        !ptx_address(i->names, i->operands[0], is_shared(i), address, sizeof address))
        return false;
    say(t, "::simt::ptx_mbarrier_after_copies(%s, %s);", address,
        has(i, "noinc") ? "true" : "false");
    return true;
}

/* cp.async.ca.shared.global [to], [from], bytes and, of those, how many are read. */
static bool write_copy(const struct ptx_instruction *i, struct text *t)
{
    char to[200], from[200];

    if (has(i, "mbarrier"))
        return write_copy_arrival(i, t);
    for (int k = 2; k < i->word_count; k++)
        if (!ptx_is_one_of(i->words[k],
                           "ca cg shared shared::cta global L2::64B L2::128B L2::256B"))
            return false;
    if (!has(i, "async") || i->operand_count < 3 || i->operand_count > 4 ||
        !ptx_address(i->names, i->operands[0], true, to, sizeof to) ||
        !ptx_address(i->names, i->operands[1], false, from, sizeof from))
        return false;
    say(t, "::simt::ptx_copy(%s, %s", to, from);
    for (int k = 2; k < i->operand_count; k++) {
        say(t, ", ");
        if (!say_value(t, i, "uint32_t", i->operands[k]))
            return false;
    }
    say(t, ");");
    return true;
}

static bool write_hint(const struct ptx_instruction *i, struct text *t)
{
    say(t, ";");
    return i->operand_count == 1 && i->operands[0][0] == '[';
}

/* --- waiting ------------------------------------------------------------------------------ */

/* bar.sync 0: all threads of the block. bar.sync a, b and bar.arrive a, b: b threads at one of
 * its other barriers; without b all of them. */
static bool write_barrier(const struct ptx_instruction *i, struct text *t)
{
    const char *act = has(i, "sync") ? "sync" : "arrive";

    for (int k = 1; k < i->word_count; k++)
        if (strcmp(i->words[k], act) != 0 && !ptx_is_one_of(i->words[k], "cta aligned"))
            return false;
    if (i->word_count < 2 || i->operand_count < 1 + (*act == 'a') || i->operand_count > 2)
        return false;
    if (i->operand_count == 1 && !strcmp(i->operands[0], "0")) {
        say(t, "::simt::ptx_barrier();");
        return true;
    }
    say(t, "::simt::ptx_numbered_%s(", act);
    if (!say_value(t, i, "uint32_t", i->operands[0]))
        return false;
    say(t, ", ");
    if (i->operand_count == 1)
        say(t, "::simt::ptx_threads()");
    else if (!say_value(t, i, "uint32_t", i->operands[1]))
        return false;
    say(t, ");");
    return true;
}

/* The forms of mbarrier: how many operands they have, where the address stands among them, and
 * what they become. */
static const struct mbarrier_form {
    const char *word;
    int least, most, address;
    const char *function;
} mbarrier_forms[] = {
    {"init", 2, 2, 0, "init"},         {"inval", 1, 1, 0, "end"},
    {"arrive", 2, 3, 1, "arrive"},     {"arrive_drop", 2, 3, 1, "drop"},
    {"test_wait", 3, 3, 1, "is_over"}, {"try_wait", 3, 4, 1, "is_over"},
};

static const struct mbarrier_form *form_of_mbarrier(const struct ptx_instruction *i)
{
    for (int k = 2; k < i->word_count; k++)
        if (!ptx_is_one_of(i->words[k], "release acquire cta parity shared shared::cta b64"))
            return NULL;
    for (size_t k = 0; k < sizeof mbarrier_forms / sizeof *mbarrier_forms; k++)
        if (i->word_count > 2 && !strcmp(i->words[1], mbarrier_forms[k].word))
            return &mbarrier_forms[k];
    return NULL;
}

/* mbarrier.arrive.shared.b64 state, [address], count; and its kin. A hint for how long to wait
 * changes nothing. */
static bool write_mbarrier(const struct ptx_instruction *i, struct text *t)
{
    const struct mbarrier_form *form = form_of_mbarrier(i);
    char address[200];

    if (!form || i->operand_count < form->least || i->operand_count > form->most ||
        !ptx_address(i->names, i->operands[form->address], is_shared(i), address,
                     sizeof address) ||
        (form->address && !say_result(t, i, i->operands[0])))
        return false;
    say(t, "::simt::ptx_mbarrier_%s%s(%s", form->function, has(i, "parity") ? "_parity" : "",
        address);
    if (i->operand_count > form->address + 1) {
        say(t, ", ");
        if (!say_value(
                t, i, strstr(form->word, "wait") && !has(i, "parity") ? "uint64_t" : "uint32_t",
                i->operands[form->address + 1]))
            return false;
    }
    say(t, form->address ? "));" : ");");
    return true;
}

/* shfl.sync.idx.b32 d|p, a, lane, limits, mask */
static bool write_shuffle(const struct ptx_instruction *i, struct text *t)
{
    char *to[2] = {NULL, "_"}, result[100], found[100];

    if (i->word_count != 4 || i->operand_count != 5 || !has(i, "sync") ||
        !ptx_is_one_of(i->words[2], "up down bfly idx") || strcmp(last_word(i), "b32") != 0)
        return false;
    ptx_split(i->operands[0], '|', to, 2);
    if (!ptx_result(i->names, to[0], result, sizeof result) ||
        !ptx_result(i->names, to[1], found, sizeof found))
        return false;
    say(t, "::simt::ptx_shuffle<'%c'>(%s, %s", i->words[2][0], result, found);
    for (int k = 1; k < 5; k++) {
        say(t, ", ");
        if (!say_value(t, i, "uint32_t", i->operands[k]))
            return false;
    }
    say(t, ");");
    return true;
}

/* --- all of them -------------------------------------------------------------------------- */

static const struct {
    const char *word;
    bool (*write)(const struct ptx_instruction *, struct text *);
} kinds[] = {
    {"mov", write_move},        {"cvt", write_conversion},    {"cvta", write_address},
    {"setp", write_comparison}, {"ld", write_access},         {"st", write_access},
    {"atom", write_atomic},     {"red", write_atomic},        {"prefetch", write_hint},
    {"bar", write_barrier},     {"barrier", write_barrier},   {"shfl", write_shuffle},
    {"cp", write_copy},         {"mbarrier", write_mbarrier},
};

bool ptx_write(const struct ptx_instruction *i, char *out, size_t size)
{
    struct text t = {out, size, 0};

    out[0] = 0;
    if (write_of_table(i, &t))
        return t.used < t.size;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        t.used = 0;
        if (!strcmp(i->words[0], kinds[k].word) && kinds[k].write(i, &t))
            return t.used < t.size;
    }
    return false;
}
