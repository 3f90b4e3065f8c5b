/* The judge's side of lab 06, more: inputs, references, bounds, cases and techniques. */
#include "dots.h"

#include <float.h>
#include <math.h>

enum {
    NEGATIVE = LAB_DATA, /* all below 0 */
    TIES,                /* few different values: the largest is there often */
    LOWEST,              /* the lowest float everywhere */
    LAST,                /* the last element is the largest */
    SIGNED_ZEROS,        /* zeros of both signs */
    HUNDREDS,            /* exp() of them is infinite, or 0 */
    LARGE,               /* so is exp() of the largest alone; all are near it */
    SMALL,               /* all so far below 0 that exp() is 0 */
    FARTHEST_BELOW,      /* -1e30 or, so far below it that its share is 0, -2e30 */
    WHOLE,               /* small whole numbers, which floats add exactly */
};

/* An element of the lab's own kinds of data. */
static float element(struct case_run *t, bool last)
{
    switch (data_kind(t)) {
    case NEGATIVE:
        return (float)(-1 - random_unit(t));
    case TIES:
    case WHOLE:
        return (float)random_between(t, -3, 3);
    case LOWEST:
        return -FLT_MAX;
    case LAST:
        return last ? 2 : (float)random_unit(t);
    case SIGNED_ZEROS:
        return random_between(t, 0, 1) ? 0.0f : -0.0f;
    case HUNDREDS:
        return (float)(400 * random_unit(t) - 200);
    case LARGE:
        return (float)(1000 + 4 * random_unit(t));
    case FARTHEST_BELOW:
        return last || random_between(t, 0, 2) ? -1e30f : -2e30f;
    default:
        return (float)(-1000 - 4 * random_unit(t));
    }
}

static void add_floats(struct case_run *t, const char *name, struct shape shape)
{
    float *values = add_input(t, name, FLOAT32, shape);
    size_t count = shape.rows * shape.cols;
    for (size_t i = 0; i < count && data_kind(t) >= LAB_DATA; i++)
        values[i] = element(t, i + 1 == count);
}

/* --- dot_product -------------------------------------------------------------------------- */

static void prepare_dot(struct case_run *t)
{
    add_floats(t, "a", list(count_of(t, "n")));
    add_floats(t, "b", list(count_of(t, "n")));
    add_output(t, "dot", FLOAT32, list(1));
}

static void expect_dot(struct case_run *t)
{
    expect_dot_of(t, "a", "b", 0);
}

/* --- argmax ------------------------------------------------------------------------------- */

static void prepare_argmax(struct case_run *t)
{
    add_floats(t, "in", list(count_of(t, "n")));
    add_output(t, "index", INT32, list(1));
}

static void expect_argmax(struct case_run *t)
{
    const float *in = given(t, "in");
    size_t n = elements_of(t, "in"), best = 0;
    for (size_t i = 1; i < n; i++)
        if (in[i] > in[best])
            best = i;
    want(t, "index").exact[0] = n ? (int64_t)best : -1;
}

/* --- softmax_rows ------------------------------------------------------------------------- */

static void prepare_softmax(struct case_run *t)
{
    struct shape shape = matrix(count_of(t, "rows"), count_of(t, "width"));
    add_floats(t, "in", shape);
    add_output(t, "out", FLOAT32, shape);
}

/* How far off a term exp(-d) may be, relative to itself: d itself is rounded, by half a unit of
 * its last place, which moves exp() by d times as much; and the function. CUDA promises 1 unit
 * for expf() and 2 + floor(|1.173 d|) for __expf(): both will do. Twice that is allowed. */
static double error_of_term(double d)
{
    return 2 * UNIT_ROUNDOFF * (d + 2 * (2 + 1.173 * d));
}

/* Terms below this may come out as 0. */
static const double least_normal = FLT_MIN;

/* Errors of its term, of the sum (as an average of those of its terms, and by the additions),
 * of the division, and of some factors by which sums may be scaled where a larger element comes
 * later. */
static void expect_softmax_of(const float *row, size_t width, double *value, double *bound)
{
    enum { FACTORS = 64 };
    double largest = -INFINITY, sum = 0, off = 0;
    for (size_t col = 0; col < width; col++)
        largest = fmax(largest, row[col]);
    for (size_t col = 0; col < width; col++) {
        double term = exp(row[col] - largest);
        sum += term;
        off += term * error_of_term(largest - row[col]);
    }
    for (size_t col = 0; col < width; col++) {
        double of_term = error_of_term(largest - row[col]);
        double of_sum = off / sum + error_gamma((double)width) + FACTORS * UNIT_ROUNDOFF;
        value[col] = exp(row[col] - largest) / sum;
        bound[col] = value[col] * (of_term + of_sum) + least_normal;
    }
}

static void expect_softmax(struct case_run *t)
{
    const float *in = given(t, "in");
    struct shape shape = shape_of(t, "in");
    struct want out = want(t, "out");
    for (size_t at = 0; at < shape.rows * shape.cols; at += shape.cols)
        expect_softmax_of(in + at, shape.cols, out.value + at, out.bound + at);
}

/* --- cases -------------------------------------------------------------------------------- */

// clang-format off
/* Most kinds of data, and those of many elements. */
#define OF_ANY_LENGTH(many)                                                                    \
    /* n */                                                                                    \
    CASE("small", INDEXED, "small enough to follow by hand", .numbers = {9}, .flags = CHECKED),\
    CASE("one-block", SIGNED, "a block of the usual size", .numbers = {256}, .flags = CHECKED),\
    CASE("less", SIGNED, "one less than a block", .numbers = {255}),                           \
    CASE("more", SIGNED, "one more than the largest block", .numbers = {1025},                 \
         .begins = {0, 1}, .flags = CHECKED),                                                  \
    CASE("several-blocks", SIGNED, "several blocks with a ragged end, no two elements at once",\
         .numbers = {15004}, .begins = {1, 1}, .flags = CHECKED),                              \
    CASE("whole-blocks", many, "many blocks, all of them whole", .numbers = {98304},         \
         .flags = WATCHED | COUNTED),                                                          \
    CASE("negative", NEGATIVE, "all elements are below 0", .numbers = {5003}),                 \
    CASE("ties", TIES, "few different values", .numbers = {70001}, .flags = WATCHED),          \
    CASE("equal", EQUAL, "all elements alike", .numbers = {30011}),                            \
    CASE("last", LAST, "the last element is the largest", .numbers = {40001}),                 \
    CASE("one", SIGNED, "a single element", .numbers = {1}),                                   \
    CASE("anywhere", SIGNED, "no array begins where four elements could be loaded at once",    \
         .numbers = {4096}, .begins = {2, 2}, .flags = WATCHED),                               \
    CASE("large", many, "more elements than most grids have threads",                        \
         .numbers = {(1 << 20) + 77}),                                                         \
    CASE("empty", UNIFORM, "no elements, and a result all the same", .numbers = {0},           \
         .flags = NO_KERNEL)

static const struct test_case dot_cases[] = {
    OF_ANY_LENGTH(WHOLE),
    CASE("beyond-31-bits", SIGNED, "more elements than an int counts", .numbers = {34},
         .flags = REACH, .wide = {{"n", 2300000003}}),
    CASE("beyond-32-bits", SIGNED, "more elements than 32 bits count", .numbers = {34},
         .flags = REACH, .wide = {{"n", 4300000003}}),
    {0},
};

static const struct test_case argmax_cases[] = {
    OF_ANY_LENGTH(SIGNED),
    CASE("lowest", LOWEST, "no element is above the lowest float", .numbers = {700}),
    CASE("zeros", SIGNED_ZEROS, "0 and -0 are equally large", .numbers = {700}),
    CASE("beyond-24-bits", LAST, "the index of the largest is no float",
         .numbers = {(1 << 24) + 78}, .flags = ONCE),
    {0},
};

static const struct test_case softmax_cases[] = {
    /* rows, width */
    CASE("small", SIGNED, "small enough to follow by hand", .numbers = {2, 3},
         .flags = CHECKED),
    CASE("one-block", SIGNED, "rows of 256", .numbers = {3, 256},
         .begins = {0, 1}, .flags = CHECKED),
    CASE("less", SIGNED, "an element less than that", .numbers = {3, 255}),
    CASE("more", SIGNED, "an element more than the largest block",
         .numbers = {3, 1025}, .flags = CHECKED),
    CASE("ragged", SIGNED, "several steps along the row, the last a partial one",
         .numbers = {3, 5003}, .flags = WATCHED),
    CASE("narrow", SIGNED, "rows shorter than a warp", .numbers = {40, 21}),
    CASE("single", SIGNED, "rows of a single element are 1", .numbers = {1300, 1}),
    CASE("square", SIGNED, "as many rows as columns", .numbers = {40, 40}),
    CASE("equal", EQUAL, "all elements alike", .numbers = {10, 700}),
    CASE("large", LARGE, "exp() of each element is infinite", .numbers = {6, 300},
         .begins = {1, 0}, .flags = CHECKED),
    CASE("small-values", SMALL, "exp() of each element is 0", .numbers = {6, 300}),
    CASE("far-below-0", FARTHEST_BELOW, "elements below any number that one may think of",
         .numbers = {6, 300}),
    CASE("hundreds", HUNDREDS, "from the largest results to those that are 0",
         .numbers = {20, 100}),
    CASE("negative", NEGATIVE, "all elements are below 0", .numbers = {7, 500}),
    CASE("ties", TIES, "the largest element is there often", .numbers = {7, 500}),
    CASE("rows", SIGNED, "rows of some blocks", .numbers = {5, 2048},
         .flags = WATCHED | COUNTED),
    CASE("many-rows", SIGNED, "more rows than most grids have blocks", .numbers = {1300, 3}),
    CASE("high-grid", SIGNED, "more rows than a grid may be high", .numbers = {66001, 3},
         .flags = ONCE | SAMPLED, .seconds = 60),
    CASE("beyond-24-bits", SIGNED, "more rows than a float counts", .numbers = {34, 3},
         .wide = {{"rows", 33554434}}, .nearer = 66001, .flags = SAMPLED | WATCHED,
         .seconds = 1),
    CASE("beyond-31-bits", SIGNED, "more elements than an int counts", .numbers = {34, 1000},
         .wide = {{"rows", 2200003}}),
    CASE("beyond-32-bits", SIGNED, "more elements than 32 bits count", .numbers = {34, 1000},
         .wide = {{"rows", 4400003}}),
    CASE("anywhere", SIGNED, "matrices that begin at no multiple of a float4",
         .numbers = {4, 1024}, .begins = {2, 2}, .flags = WATCHED),
    CASE("no-rows", UNIFORM, "nothing to do, and no error left behind", .numbers = {0, 5}),
    CASE("no-columns", UNIFORM, "nothing to do, and no error left behind", .numbers = {5, 0}),
    {0},
};
// clang-format on

/* --- the technique ------------------------------------------------------------------------ */

static const char *technique_shares(const struct case_run *t,
                                    const struct simt_counters *counters, size_t elements,
                                    bool many_blocks)
{
    enum { MOST_OF_A_THREAD = 64 };
    const char *few = objection_to_few(t, counters, elements, MOST_OF_A_THREAD, many_blocks);
    return few ? few : objection_to_one_of_a_block(counters, elements);
}

/* One thread that reads a block's results alone, or an atomic operation an element: the tree
 * has neither. A quarter leaves room for one atomic operation a warp, and for shares of few
 * elements. */
static const char *technique_tree(const struct case_run *t,
                                  const struct simt_counters *counters, size_t elements,
                                  bool many_blocks)
{
    uint64_t atomics = counters->global_atomic.lanes + counters->shared_atomic.lanes;
    if (4 * atomics <= elements)
        return technique_shares(t, counters, elements, many_blocks);
    return objection(
        "it makes %llu atomic operations for %zu elements, and they wait for each other: let "
        "each thread first combine a share, and each block its threads' results",
        (unsigned long long)atomics, elements);
}

static const char *technique_dot(const struct case_run *t, const struct simt_counters *counters)
{
    return technique_tree(t, counters, elements_of(t, "a"), true);
}

static const char *technique_argmax(const struct case_run *t,
                                    const struct simt_counters *counters)
{
    return technique_tree(t, counters, elements_of(t, "in"), true);
}

/* A block may have several of the few rows of the counted case. */
static const char *technique_rows(const struct case_run *t,
                                  const struct simt_counters *counters)
{
    return technique_tree(t, counters, elements_of(t, "in"), false);
}

/* Each element three times, by whole warps, is three 32nds of them. */
static uint64_t most_loads(const struct case_run *t)
{
    return words_given(t) / 4;
}

const struct task tasks[] = {
    {
        .name = "dot_product",
        .first_step = "TODO 1 adds up products",
        .number_names = "n",
        .cases = dot_cases,
        .prepare = prepare_dot,
        .expect = expect_dot,
        .technique = technique_dot,
        .most_loads = most_loads,
        .worked = {24576},
    },
    {
        .name = "argmax",
        .first_step = "TODO 2 finds the best pair of a block, TODO 3 that of all",
        .number_names = "n",
        .cases = argmax_cases,
        .prepare = prepare_argmax,
        .expect = expect_argmax,
        .technique = technique_argmax,
        .most_loads = most_loads,
        .worked = {12529},
    },
    {
        .name = "softmax_rows",
        .first_step = "TODO 4 finds the largest of a row, and then adds up",
        .number_names = "rows width",
        .cases = softmax_cases,
        .prepare = prepare_softmax,
        .expect = expect_softmax,
        .technique = technique_rows,
        .most_loads = most_loads,
        .worked = {5120},
    },
    {0},
};
