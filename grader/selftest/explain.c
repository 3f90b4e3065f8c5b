/* Gives the judge outputs with known mistakes and compares the pattern that it names.
 *   explain mistakes      every pattern claims the mistake that it is for
 *   explain near-misses   what only looks like one is not claimed: no words beat false words
 *   explain limits        the time limit that a verdict names is the one that the program gets
 *   explain patterns      the names of all patterns that have a row here
 * A line a row; exit 1 if one is not as it must be. */
#include "verdict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The output of one run while it is being spoilt; all of it is right before. */
struct scene {
    struct case_run *t;
    struct case_array *in, *out;
    size_t n, rows, cols;
    unsigned run;
};

struct row {
    const char *what; /* is done to a right output */
    void (*spoil)(struct scene *);
    const char *pattern;
    enum type type;                      /* of input and output */
    struct shape shape;                  /* a list of 1000 if there is none */
    double (*right)(size_t i, double x); /* element i of the output, x being the input's */
    struct tile tile;
    int data;
    enum place place;
    unsigned flags;
    const char *said, *unsaid; /* what the verdict's text must and may not hold */
};

static const struct row *row;

/* --- the task ------------------------------------------------------------------------- */

static double twice_and_one(size_t i, double x)
{
    (void)i;
    return 2 * x + 1;
}

static double large(size_t i, double x)
{
    return 0x1p31 * (double)i + x;
}

static double beyond_doubles(size_t i, double x)
{
    return 0x1p54 * (double)(i + 1) + x;
}

static double only_first(size_t i, double x)
{
    (void)x;
    return i == 0 ? 7 : 0;
}

static double only_last(size_t i, double x)
{
    (void)x;
    return i == 999 ? 7 : 0;
}

static double later_half(size_t i, double x)
{
    return i < 500 ? 0 : x;
}

static double load(const void *values, enum type type, size_t at)
{
    switch (type) {
    case UINT8:
        return ((const uint8_t *)values)[at];
    case INT32:
        return ((const int32_t *)values)[at];
    case INT64:
        return (double)((const int64_t *)values)[at];
    default:
        return ((const float *)values)[at];
    }
}

static void store(void *values, enum type type, size_t at, double value)
{
    switch (type) {
    case UINT8:
        ((uint8_t *)values)[at] = (uint8_t)(int64_t)value;
        break;
    case INT32:
        ((int32_t *)values)[at] = (int32_t)(int64_t)value;
        break;
    case INT64:
        ((int64_t *)values)[at] = (int64_t)value;
        break;
    default:
        ((float *)values)[at] = (float)value;
    }
}

static void prepare(struct case_run *t)
{
    add_input(t, "in", row->type, row->shape);
    add_output(t, "out", row->type, row->shape);
    if (row->place == ON_HOST)
        on_host(t, "out");
}

/* Element i as it must be times factor, and once more i % period times. */
static void expect_scaled(struct case_run *t, double factor, size_t period)
{
    const struct case_array *in = case_array(t, "in"), *out = case_array(t, "out");
    for (size_t i = 0; i < element_count(out); i++) {
        double x = load(in->given, in->type, element_at(in, i));
        double value = (factor + (double)(i % period)) * row->right(i, x);
        if (out->type == FLOAT32) {
            out->want.value[i] = value;
            out->want.bound[i] = 1e-5 * fabs(value);
        } else {
            out->want.exact[i] = (int64_t)value;
        }
    }
}

static void expect(struct case_run *t)
{
    expect_scaled(t, 1, 1);
}

static void expect_fives(struct case_run *t, size_t size)
{
    (void)size;
    expect_scaled(t, 5, 1);
}

static void expect_twos_and_threes(struct case_run *t, size_t size)
{
    (void)size;
    expect_scaled(t, 2, 2);
}

const struct mistake mistakes[] = {
    {.tasks = "task",
     .name = "five-fold",
     .expect = expect_fives,
     .says = "it is five times as much"},
    {.tasks = "task",
     .name = "two-and-threefold",
     .expect = expect_twos_and_threes,
     .says = "it is two or three times as much",
     .last = true},
    {0},
};

/* --- how an output is spoilt ------------------------------------------------------------ */

#define EACH(i) for (size_t i = 0; i < s->n; i++)

static double input(const struct scene *s, size_t i)
{
    return load(s->in->given, s->in->type, element_at(s->in, i));
}

static double right(const struct scene *s, size_t i)
{
    return s->out->type == FLOAT32 ? s->out->want.value[i] : (double)s->out->want.exact[i];
}

static void *output(const struct scene *s)
{
    return s->out->blobs[s->run] + payload_at(s->out);
}

static void put(struct scene *s, size_t i, double value)
{
    store(output(s), s->out->type, element_at(s->out, i), value);
}

/* What element i held before the run. */
static double held(const struct scene *s, size_t i)
{
    return s->run ? 0 : load(s->out->given, s->out->type, element_at(s->out, i));
}

static void leave(struct scene *s, size_t i)
{
    size_t size = element_bytes(s->out->type), at = element_at(s->out, i) * size;
    if (s->run)
        memset((char *)output(s) + at, 0, size);
    else
        memcpy((char *)output(s) + at, (char *)s->out->given + at, size);
}

static void leave_all(struct scene *s)
{
    EACH(i) leave(s, i);
}

static void copy_without_kernel(struct scene *s)
{
    s->t->answer.runs[s->run].launches = 0;
    EACH(i) put(s, i, input(s, i));
}

static void add_to_the_last_call(struct scene *s)
{
    EACH(i) put(s, i, right(s, i) * (s->run + 1));
}

static void add_to_what_was_there(struct scene *s)
{
    EACH(i) put(s, i, right(s, i) + held(s, i));
}

static void add_behind_a_quarter(struct scene *s)
{
    EACH(i) put(s, i, right(s, i) + (i < s->n / 4 ? 0 : held(s, i)));
}

/* Integers of which the last byte is not cleared. */
static void add_to_a_byte_of_what_was_there(struct scene *s)
{
    EACH(i) put(s, i, right(s, i) + (double)((int64_t)held(s, i) & (int64_t)0xff000000));
}

static void leave_three_quarters(struct scene *s)
{
    EACH(i) if (i >= s->n / 4) leave(s, i);
}

static void leave_three_quarters_of_rows(struct scene *s)
{
    EACH(i) if (i % s->cols >= s->cols / 4) leave(s, i);
}

static void hold_fresh(struct scene *s, size_t i)
{
    size_t size = element_bytes(s->out->type);
    memset((char *)output(s) + element_at(s->out, i) * size, 0xcd, size);
}

static void hold_fresh_memory(struct scene *s)
{
    EACH(i) hold_fresh(s, i);
}

static void hold_fresh_memory_behind_a_quarter(struct scene *s)
{
    EACH(i) if (i >= s->n / 4) hold_fresh(s, i);
}

static void take_height_for_width(struct scene *s)
{
    bool *written = calloc(s->n, sizeof *written);
    for (size_t k = 0; k < s->n; k++)
        if (k / s->cols * s->rows + k % s->cols < s->n)
            written[k / s->cols * s->rows + k % s->cols] = true;
    EACH(i) if (!written[i]) leave(s, i);
    free(written);
}

static void leave_tail(struct scene *s)
{
    EACH(i) if (i >= 768) leave(s, i);
}

static void leave_half(struct scene *s)
{
    EACH(i) if (i >= s->n / 2) leave(s, i);
}

static void leave_edge(struct scene *s)
{
    EACH(i) if (i / s->cols >= 16 || i % s->cols >= 16) leave(s, i);
}

static void leave_every_third(struct scene *s)
{
    EACH(i) if (i % 3 == 0) leave(s, i);
}

static void leave_all_but_the_diagonal(struct scene *s)
{
    EACH(i) if (i / 50 != i % 50) leave(s, i);
}

static void leave_all_but_blocks_of_the_diagonal(struct scene *s)
{
    EACH(i) if (i / 50 / 16 != i % 50 / 16) leave(s, i);
}

static void leave_as_blocks_that_overlap(struct scene *s)
{
    EACH(i) if (i % 50 >= 3 * 4 + 16) leave(s, i); /* 4 blocks of 16, which begin 4 apart */
}

static void leave_as_blocks_too_far_apart(struct scene *s)
{
    EACH(i) if (i % 50 % 13 >= 4) leave(s, i); /* 13 blocks of 4, which begin 13 apart */
}

static void leave_all_but_first_rows(struct scene *s)
{
    EACH(i) if (i / 50 % 8 != 0) leave(s, i);
}

static void leave_some_and_spoil_some(struct scene *s)
{
    EACH(i) if (i % 5 == 0) leave(s, i);
    EACH(i) if (i % 5 == 1) put(s, i, right(s, i) + 1);
}

static void multiply_by_five(struct scene *s)
{
    EACH(i) put(s, i, 5 * right(s, i));
}

static void multiply_by_two_and_three(struct scene *s)
{
    EACH(i) put(s, i, (double)(2 + i % 2) * right(s, i));
}

static void transpose(struct scene *s)
{
    EACH(i) put(s, i, right(s, i % s->rows * s->cols + i / s->rows));
}

static void store_exchanged(struct scene *s)
{
    EACH(i) if (i % s->cols < s->rows) put(s, i, right(s, i % s->cols * s->cols + i / s->cols));
    else leave(s, i);
}

static void copy_input(struct scene *s)
{
    EACH(i) put(s, i, input(s, i));
}

static void shift_up(struct scene *s)
{
    EACH(i) put(s, i, i ? right(s, i - 1) : 1234);
}

static void shift_down(struct scene *s)
{
    EACH(i) put(s, i, i + 1 < s->n ? right(s, i + 1) : 1234);
}

static void triple(struct scene *s)
{
    EACH(i) put(s, i, 3 * right(s, i));
}

static void negate_and_double(struct scene *s)
{
    EACH(i) put(s, i, -2 * right(s, i));
}

static void triple_but_for_a_nan(struct scene *s)
{
    triple(s);
    put(s, 500, NAN);
}

static void triple_but_for_zeros(struct scene *s)
{
    EACH(i) put(s, i, right(s, i) == 0 ? 99 : 3 * right(s, i));
}

static void keep_32_bits(struct scene *s)
{
    EACH(i) put(s, i, (double)(int32_t)(int64_t)right(s, i));
}

/* As by sums in doubles: what is right ends with digits that those do not have. */
static void keep_53_bits(struct scene *s)
{
    EACH(i) put(s, i, right(s, i) + 0x1p3);
}

static double beyond_floats(size_t i, double x)
{
    return 0x1p25 * (double)(i % 50 + 1) + 3 * x;
}

static void keep_24_bits(struct scene *s)
{
    EACH(i) put(s, i, (float)right(s, i));
}

static double near_32768(size_t i, double x)
{
    return 0x1p15 - 2 + (double)(i % 8) + 0 * x;
}

static void keep_16_bits(struct scene *s)
{
    EACH(i) put(s, i, (double)(int16_t)(int64_t)right(s, i));
}

static void some_nans(struct scene *s)
{
    EACH(i) if (i % 7 == 3) put(s, i, NAN);
}

static void spoil_first(struct scene *s)
{
    put(s, 0, -1);
}

static void spoil_last(struct scene *s)
{
    put(s, s->n - 1, -1);
}

static void zeros(struct scene *s)
{
    EACH(i) put(s, i, 0);
}

/* What an array reads right behind its end. */
static void last_from_the_guard(struct scene *s)
{
    put(s, s->n - 1, (int32_t)POISON_WORD);
}

static void spoil_partial_tiles(struct scene *s)
{
    EACH(i) if (i / s->cols >= 32 || i % s->cols >= 48) put(s, i, right(s, i) + 1);
}

static void spoil_one_in_partial_tile(struct scene *s)
{
    put(s, s->n - 2, right(s, s->n - 2) + 1);
}

static void spoil_inner_borders(struct scene *s)
{
    size_t cols = s->cols;
    EACH(i)
    if (i >= cols && i % cols && ((i / cols + 1) % 16 < 2 || (i % cols + 1) % 16 < 2))
        put(s, i, right(s, i) + 1);
}

static void spoil_next_to_32(struct scene *s)
{
    EACH(i) if ((i + 2) % 32 < 2) put(s, i, right(s, i) + 1);
}

static void spoil_frame(struct scene *s)
{
    size_t cols = s->cols;
    EACH(i)
    if (i < cols || i + cols >= s->n || i % cols == 0 || i % cols == cols - 1)
        put(s, i, right(s, i) + 1);
}

static void spoil_first_row(struct scene *s)
{
    EACH(i) if (i < s->cols) put(s, i, right(s, i) + 1);
}

static void spoil_beyond_first_block(struct scene *s)
{
    EACH(i) if (i / s->cols >= 16 || i % s->cols >= 16) put(s, i, right(s, i) + 1);
}

static void spoil_half_beyond_first_block(struct scene *s)
{
    EACH(i)
    if (i % 2 && (i / s->cols >= 16 || i % s->cols >= 16))
        put(s, i, right(s, i) + 1);
}

static void spoil_by_chance(struct scene *s)
{
    EACH(i) if ((i * 7919 + s->run * 5) % 11 == 3) put(s, i, right(s, i) + 1);
}

static void spoil_some_of_the_first_run(struct scene *s)
{
    EACH(i) if (i % 11 == 3 && s->run == 0) put(s, i, right(s, i) + 1);
}

static void spoil_from_100_on(struct scene *s)
{
    EACH(i) if (i >= 100) put(s, i, right(s, i) + 1);
}

static void spoil_some(struct scene *s)
{
    EACH(i) if (i % 11 == 3) put(s, i, right(s, i) + 1);
}

static void spoil_some_without_kernel(struct scene *s)
{
    s->t->answer.runs[s->run].launches = 0;
    spoil_some(s);
}

#include "explain_rows.inc"

/* --- the judge's words ------------------------------------------------------------------ */

static void answer(struct case_run *t)
{
    struct scene scene = {.t = t, .in = case_array(t, "in"), .out = case_array(t, "out")};
    scene.n = element_count(scene.out);
    scene.rows = scene.out->shape.rows;
    scene.cols = scene.out->shape.cols;
    t->answer.outcome = ANSWER_COMPLETE;
    for (unsigned run = scene.run = 0; run < t->runs; scene.run = ++run) {
        t->answer.runs[run].launches = 1;
        for (uint32_t i = 0; i < t->array_count; i++) {
            t->arrays[i].blobs[run] = malloc(bytes_of_blob(&t->arrays[i]));
            fill_blob(&t->arrays[i], run, t->arrays[i].blobs[run]);
        }
        for (size_t i = 0; i < scene.n; i++)
            put(&scene, i, right(&scene, i));
        row->spoil(&scene);
    }
}

static bool as_it_must_be(const struct row *given)
{
    struct row whole = *given;
    whole.shape = whole.shape.rows ? whole.shape : list(1000);
    whole.right = whole.right ? whole.right : twice_and_one;
    row = &whole;
    struct test_case test_case = {.name = row->what, .data = row->data, .flags = row->flags};
    struct task task = {.name = "task",
                        .prepare = prepare,
                        .expect = expect,
                        .number_names = "",
                        .tile = row->tile};
    struct case_run t;
    struct verdict v;
    case_begin(&t, &task, &test_case, 1);
    t.known = PASSED_BEFORE;
    case_expect(&t, expect);
    answer(&t);
    decide(&t, (struct ending_of_ask){ANSWERED, 0}, &v);
    case_end(&t);
    bool right = v.reason == REASON_WRONG && !strcmp(v.pattern, row->pattern) &&
                 !(row->said && !strstr(v.text, row->said)) &&
                 !(row->unsaid && strstr(v.text, row->unsaid));
    printf("%s: %s: '%s', want '%s'\n%s", right ? "ok" : "WRONG", row->what, v.pattern,
           row->pattern, right ? "" : v.text);
    printf(right ? "" : "\n");
    return right;
}

static void prepare_nothing(struct case_run *t)
{
    (void)t;
}

static int check_limits(void)
{
    static const double limits[] = {0, 1.25, 60};
    int wrong = 0;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        struct test_case test_case = {.name = "late", .seconds = limits[i]};
        struct task task = {.name = "task", .prepare = prepare_nothing, .number_names = ""};
        struct case_run t;
        struct verdict v;
        char words[40];
        case_begin(&t, &task, &test_case, 1);
        t.limit = time_limit_of(&t); /* as program.c gives it */
        decide(&t, (struct ending_of_ask){TIMED_OUT, 0}, &v);
        snprintf(words, sizeof words, "within %g s;", time_limit_of(&t));
        case_end(&t);
        wrong += !strstr(v.text, words) || v.reason != REASON_TIMEOUT || !v.out_of_time;
    }
    return wrong > 0;
}

static int check(const struct row *rows)
{
    int wrong = 0;
    for (; rows->what; rows++)
        wrong += !as_it_must_be(rows);
    return wrong > 0;
}

int main(int argc, char **argv)
{
    const char *what = argc == 2 ? argv[1] : "";
    if (!strcmp(what, "mistakes"))
        return check(claimed);
    if (!strcmp(what, "near-misses"))
        return check(near_misses);
    if (!strcmp(what, "limits"))
        return check_limits();
    for (const struct row *each = claimed; each->what; each++)
        puts(each->pattern);
    return strcmp(what, "patterns") ? 2 : 0;
}
