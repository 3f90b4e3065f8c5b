/* The judge's side of lab 07, more: inputs, references, cases and techniques. */
#include "lab.h"

enum {
    NONE = LAB_DATA, /* nothing is greater than 0 */
    FEW,             /* one of some hundred is, the last one among them */
    WIDE,            /* one of 97 has up to 26 bits, so that sums still are ints */
};

/* --- inputs and references ---------------------------------------------------------------- */

static void prepare_scan(struct case_run *t)
{
    size_t n = count_of(t, "n");
    int *in = add_input(t, "in", INT32, list(n));
    for (size_t i = 0; i < n; i++)
        if (data_kind(t) == NONE)
            in[i] = (int)random_between(t, -9, 0);
        else if (data_kind(t) == FEW)
            in[i] = (int)(i + 1 == n ? 7 : random_between(t, -200, 2));
        else if (data_kind(t) == WIDE)
            in[i] = (int)random_between(t, -200, 200) * (i % 97 == 5 ? 1 << 17 : 1);
    add_output(t, "out", INT32, list(n));
}

static void prepare_compact(struct case_run *t)
{
    prepare_scan(t);
    add_output(t, "count", INT32, list(1));
}

static void expect_scan(struct case_run *t)
{
    const int *in = given(t, "in");
    int64_t *out = want(t, "out").exact, sum = 0;
    for (size_t i = 0; i < elements_of(t, "in"); i++) {
        out[i] = sum;
        sum += in[i];
    }
}

static void expect_compact(struct case_run *t)
{
    const int *in = given(t, "in");
    int64_t *out = want(t, "out").exact;
    size_t n = elements_of(t, "in"), count = 0;
    for (size_t i = 0; i < n; i++)
        if (in[i] > 0)
            out[count++] = in[i];
    for (size_t i = count; i < n; i++)
        out[i] = 0;
    want(t, "count").exact[0] = (int64_t)count;
}

/* --- cases -------------------------------------------------------------------------------- */

// clang-format off
#define OF_ANY_LENGTH                                                                          \
    /* n */                                                                                    \
    CASE("small", INDEXED, "small enough to follow by hand", .numbers = {9}, .flags = CHECKED),\
    CASE("one-block", SIGNED, "a block of the usual size", .numbers = {256}, .flags = CHECKED),\
    CASE("less", SIGNED, "one less than a block", .numbers = {255}),                           \
    CASE("more", SIGNED, "one more than the largest block", .numbers = {1025},                 \
         .begins = {1, 0}, .flags = CHECKED),                                                  \
    CASE("several-blocks", SIGNED, "several blocks with a ragged end", .numbers = {5003},      \
         .begins = {0, 1}, .flags = CHECKED),                                                  \
    CASE("whole-blocks", SIGNED, "many blocks, all of them whole", .numbers = {98304},         \
         .flags = WATCHED | COUNTED, .seconds = 20),                                           \
    CASE("indexed", INDEXED, "each element counts differently", .numbers = {30011}),           \
    CASE("equal", EQUAL, "all elements alike", .numbers = {70001}),                            \
    CASE("wide-numbers", WIDE, "some elements are more than 16 bits, or a float, hold",        \
         .numbers = {5003}),                                                                   \
    CASE("none", NONE, "no element is greater than 0", .numbers = {1500}, .flags = CHECKED),   \
    CASE("few", FEW, "few elements are greater than 0, and the last one is",                   \
         .numbers = {3001}, .flags = CHECKED),                                                 \
    CASE("one", SIGNED, "a single element", .numbers = {1}),                                   \
    CASE("anywhere", SIGNED, "no array begins where four elements could be loaded at once",    \
         .numbers = {4096}, .begins = {2, 2}, .flags = CHECKED),                               \
    CASE("many-blocks", SIGNED, "more blocks of 1024 than a block has threads",                \
         .numbers = {(1 << 20) + 1077}, .seconds = 20),                                        \
    CASE("largest", SIGNED, "more sections of 2048 than two for each thread of a block",       \
         .numbers = {(1 << 22) + 2125}, .flags = ONCE, .seconds = 20),                         \
    CASE("empty", UNIFORM, "no elements, and no error left behind", .numbers = {0},            \
         .flags = NO_KERNEL)
// clang-format on

static const struct test_case cases[] = {OF_ANY_LENGTH, {0}};

/* Where blocks share the elements out, none has most of them. */
static const char *technique_blocks(const struct case_run *t,
                                    const struct simt_counters *counters)
{
    enum { MOST_OF_A_THREAD = 64 };
    size_t n = count_of(t, "n");
    const char *few = objection_to_few(t, counters, n, MOST_OF_A_THREAD, true);
    return few ? few : objection_to_one_of_a_block(counters, n);
}

const struct task tasks[] = {
    {
        .name = "scan_exclusive",
        .first_step = "TODO 1 scans the elements of each block",
        .number_names = "n",
        .cases = cases,
        .prepare = prepare_scan,
        .expect = expect_scan,
        .technique = technique_blocks,
    },
    {
        .name = "compact",
        .first_step = "TODO 3, by the scan of TODOs 1 and 2",
        .number_names = "n",
        .cases = cases,
        .prepare = prepare_compact,
        .expect = expect_compact,
        .technique = technique_blocks,
    },
    {0},
};
