/* The judge's side of lab 09: sorted keys, references, cases and techniques. */
#include "merging.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

/* --- keys --------------------------------------------------------------------------------- */

enum {
    ANY_INT = LAB_DATA, /* from the smallest to the largest int, both there */
    EXTREMES,           /* nothing but these two */
    FEW_KEYS,           /* 0 to 3 */
    CLOSE_KEYS,         /* near the largest int, a hundred or less apart: alike as floats */
    A_FIRST,            /* all of a before all of b */
    B_FIRST,            /* the reverse */
    ALTERNATING,        /* a key of a, a key of b, a key of a, ... */
    STRETCHES,          /* 137 keys of a, 251 of b, 137 of a, ... */
    DESCENDING,
    HALVES, /* the first half of each array is negative, the second positive: zeros fit between
             */
};

static int drawn_key(struct case_run *t, size_t i, bool is_b, int otherwise)
{
    switch (data_kind(t)) {
    case ANY_INT:
        return i == 0 ? INT_MIN : i == 1 ? INT_MAX : (int)(uint32_t)random_bits(t);
    case EXTREMES:
        return random_bits(t) & 1 << 20 ? INT_MIN : INT_MAX;
    case FEW_KEYS:
        return (int)random_between(t, 0, 3);
    case CLOSE_KEYS:
        return INT_MAX - (int)random_between(t, 0, 99);
    case A_FIRST:
    case B_FIRST:
        return (int)random_between(t, 0, 999) - (is_b == (data_kind(t) == B_FIRST) ? 1000 : 0);
    case ALTERNATING:
        return (int)(2 * i + is_b);
    case STRETCHES:
        return (int)(is_b ? i / 251 * 1000 + 500 + i % 251 : i / 137 * 1000 + i % 137);
    case DESCENDING:
        return -(int)i;
    case HALVES:
        return (int)random_between(t, 1, 1000) *
               (2 * i < elements_of(t, is_b ? "b" : "a") ? -1 : 1);
    default: /* one of the judge's kinds, which has filled it already */
        return otherwise;
    }
}

static void draw_keys(struct case_run *t, int *keys, size_t n, bool is_b)
{
    for (size_t i = 0; i < n; i++)
        keys[i] = drawn_key(t, i, is_b, keys[i]);
}

static int *add_sorted(struct case_run *t, const char *name, size_t n)
{
    int *keys = add_input(t, name, INT32, list(n));
    draw_keys(t, keys, n, *name == 'b');
    sort_keys(keys, n);
    return keys;
}

static void prepare_merge(struct case_run *t)
{
    size_t m = count_of(t, "m"), n = count_of(t, "n");
    add_sorted(t, "a", m);
    add_sorted(t, "b", n);
    if (data_kind(t) == HALVES)
        add_number(t, "both", (int64_t)(m + n));
    add_output(t, "c", INT32, list(m + n));
}

/* As many questions as there are answers: each k in turn. Otherwise any, in any order; where
 * there are far more keys for the student's function than here, every other k leads near their
 * end. */
static int drawn_question(struct case_run *t, size_t i)
{
    int64_t keys = number(t, "m") + number(t, "n"), all = widened(t, "m") + widened(t, "n");
    if (number(t, "count") == keys + 1)
        return (int)i;
    return (int)random_between(t, i % 2 ? all - keys : 0, all);
}

static void prepare_co_ranks(struct case_run *t)
{
    size_t m = count_of(t, "m"), n = count_of(t, "n");
    size_t count = count_of(t, "count");
    add_sorted(t, "a", m);
    add_sorted(t, "b", n);
    int *k = add_input(t, "k", INT32, list(count));
    for (size_t i = 0; i < count; i++)
        k[i] = drawn_question(t, i);
    add_output(t, "i", INT32, list(count));
}

static void prepare_sort(struct case_run *t)
{
    size_t n = count_of(t, "n");
    draw_keys(t, add_in_out(t, "keys", INT32, list(n)), n, false);
}

/* --- references --------------------------------------------------------------------------- */

static void expect_co_ranks(struct case_run *t)
{
    expect_splits(t, false);
}

static void expect_merge(struct case_run *t)
{
    struct pair p = pair_of(t);
    int64_t *c = want(t, "c").exact;
    for (size_t i = 0, j = 0; i + j < p.m + p.n;) {
        bool of_a = next_is_of_a(&p, i, j, false);
        c[i + j] = of_a ? p.a[i] : p.b[j];
        i += of_a;
        j += !of_a;
    }
}

/* --- the technique ------------------------------------------------------------------------ */

/* How many threads of a warp load together on average. Of threads that search or merge, each
 * on its own, some go one way and some the other: it is 10 to 30. One thread for all has 1. */
static const char *technique_lanes(const struct case_run *t,
                                   const struct simt_counters *counters)
{
    enum { LEAST = 2 };
    double lanes = lanes_together(counters);
    (void)t;
    if (lanes >= LEAST)
        return NULL;
    return objection(
        "%.1f threads of a warp load together; where all have an equal share of the work, "
        "most of 32 do",
        lanes);
}

/* How often a search halves so many candidates, and one more. */
static int halvings(int64_t n)
{
    int count = 1;
    for (; n > 0; n /= 2)
        count++;
    return count;
}

/* One block for all. */
static const char *one_block(const struct simt_counters *counters)
{
    if (4 * counters->busiest_block <= 3 * counters->global_load.bytes)
        return NULL;
    return objection(
        "one block loads %.0f %% of all that is loaded: share the work out over many "
        "blocks",
        100 * (double)counters->busiest_block / (double)counters->global_load.bytes);
}

static const char *technique_blocks(const struct case_run *t,
                                    const struct simt_counters *counters)
{
    const char *lanes = technique_lanes(t, counters);
    return lanes ? lanes : one_block(counters);
}

/* Of 65536 keys, which are 64 tiles. */
static const char *few_blocks(const struct simt_counters *counters)
{
    const double MOST_OF_A_BLOCK = 0.3;
    double share = (double)counters->busiest_block / (double)counters->global_load.bytes;
    if (share <= MOST_OF_A_BLOCK)
        return NULL;
    return objection("one block of a few loads %.0f %% of all that is loaded, and most "
                     "multiprocessors are idle: share the work out over many blocks",
                     100 * share);
}

/* Searches differ by a few steps, and threads without a share have read nothing. */
static const char *unequal_shares(const struct simt_counters *counters)
{
    const double MOST_TIMES = 64, A_FEW_BYTES = 8192;
    double most = (double)counters->busiest_thread;
    double each = (double)counters->global_load.bytes / (double)counters->threads;
    if (most <= MOST_TIMES * each || most <= A_FEW_BYTES)
        return NULL;
    return objection("one thread reads %.0f bytes, and the average one %.0f: does the last one "
                     "take all that is left of a share that is rounded down? Round it up, and "
                     "let the last ones have less",
                     most, each);
}

/* An equal share for each thread, of which the text has 32768. */
static const char *technique_shares(const struct case_run *t,
                                    const struct simt_counters *counters)
{
    enum { MOST_OF_A_THREAD = 512 };
    const char *few = objection_to_few(t, counters, count_of(t, "m") + count_of(t, "n"),
                                       MOST_OF_A_THREAD, false);
    few = few ? few : technique_blocks(t, counters);
    few = few ? few : few_blocks(counters);
    return few ? few : unequal_shares(counters);
}

/* A search by halves reads two keys a step, the text's up to four; steps of one read hundreds.
 * The lanes of a warp that share a question may read 64 at once, and halve five times. */
static const char *technique_co_ranks(const struct case_run *t,
                                      const struct simt_counters *counters)
{
    int64_t m = number(t, "m"), n = number(t, "n");
    double keys = (double)counters->global_load.bytes / 4 / (double)number(t, "count");
    int steps = halvings(m < n ? m : n);
    double own = (double)counters->busiest_thread / 4;
    if (keys <= 4 * steps || (own <= 4 * steps && keys <= 64 * (steps / 5 + 1)))
        return technique_blocks(t, counters);
    return objection(
        "it loads %.0f words for each question; a search by halves takes %d steps or so "
        "here, with two keys each",
        keys, steps);
}

/* How many sectors of 8 words are moved for each 8 keys: at least 1. */
static double sectors_for_8_keys(const struct case_run *t,
                                 const struct simt_global_traffic *traffic)
{
    return 8 * (double)traffic->sectors / (double)(number(t, "m") + number(t, "n"));
}

/* Threads that walk through global memory, each in a share of its own, want a sector for each
 * key, as do searches by every thread: together 19 and more for 8 keys. Tiles want 1 to 3. */
static const char *technique_tiles(const struct case_run *t,
                                   const struct simt_counters *counters)
{
    double sectors = sectors_for_8_keys(t, &counters->global_load);
    size_t keys = count_of(t, "m") + count_of(t, "n");
    const char *one = objection_to_one_of_a_block(counters, keys);
    if (sectors <= 8) {
        one = one ? one : objection_to_one_warp_of_a_block(counters);
        one = one ? one : one_block(counters);
        return one ? one : few_blocks(counters);
    }
    return objection(
        "for each 8 keys, which are a sector, its loads move %.1f sectors; a block that "
        "brings tiles into shared memory, neighbours by neighbours, and searches global "
        "memory with a thread or two, needs 1 to 3",
        sectors);
}

/* The same, and all keys go through shared memory: ranks by searches that share their reads
 * want few sectors, too. */
static const char *technique_shared(const struct case_run *t,
                                    const struct simt_counters *counters)
{
    const char *sectors = technique_tiles(t, counters);
    uint64_t stored = counters->shared_store.bytes / 4;
    int64_t keys = number(t, "m") + number(t, "n");
    if (sectors || stored >= (uint64_t)keys)
        return sectors;
    return objection(
        "it stores %llu words in shared memory, and there are %lld keys: each is to be "
        "brought there, and merged from there",
        (unsigned long long)stored, (long long)keys);
}

/* As technique_tiles(), and stores by neighbours: a thread that stores its share wants a sector
 * a key. */
static const char *technique_fast(const struct case_run *t,
                                  const struct simt_counters *counters)
{
    enum { MOST_OF_A_THREAD = 48 };
    double sectors = sectors_for_8_keys(t, &counters->global_store);
    const char *few = objection_to_few(t, counters, count_of(t, "m") + count_of(t, "n"),
                                       MOST_OF_A_THREAD, false);
    if (sectors <= 4)
        return few ? few : technique_tiles(t, counters);
    return objection("for each 8 keys, which are a sector, its stores move %.1f sectors; where "
                     "neighbouring threads store neighbouring keys, it is 1",
                     sectors);
}

/* A block may sort so many keys in shared memory as lie in a few tiles, but not ten times as
 * many.
 */
static const char *technique_sort(const struct case_run *t,
                                  const struct simt_counters *counters)
{
    enum { TILES = 16384 };
    if (counters->blocks > counters->launches || number(t, "n") < TILES)
        return technique_lanes(t, counters);
    return objection(
        "each pass has one block for all %lld keys, and all multiprocessors but one "
        "are idle: share them out over many blocks",
        (long long)number(t, "n"));
}

/* --- cases -------------------------------------------------------------------------------- */

// clang-format off
static const struct test_case co_ranks_cases[] = {
    /* m, n, count: every k in order where count is m + n + 1 */
    CASE("every-k", ALTERNATING, "no key twice, and every k",
         .numbers = {100, 80, 181}, .flags = CHECKED),
    CASE("small", INDEXED, "small enough to follow by hand", .numbers = {3, 4, 8}),
    CASE("one-of-each", SIGNED, "one key each", .numbers = {1, 1, 3}),
    CASE("stretches", STRETCHES, "long stretches of either",
         .numbers = {1000, 1100, 2101}, .flags = COUNTED | EACH_ANEW),
    CASE("equal", EQUAL, "all keys alike: all of a come first", .numbers = {60, 50, 111}),
    CASE("ties", FEW_KEYS, "many equal keys: those of a come first", .numbers = {90, 110, 201}),
    CASE("same-keys", INDEXED, "each key once in a and once in b", .numbers = {70, 70, 141}),
    CASE("a-first", A_FIRST, "all of a before all of b", .numbers = {80, 120, 201}),
    CASE("b-first", B_FIRST, "all of b before all of a", .numbers = {120, 80, 201}),
    CASE("a-empty", SIGNED, "a is empty: none come from it", .numbers = {0, 100, 101}),
    CASE("b-empty", SIGNED, "b is empty: all come from a",
         .numbers = {100, 0, 101}, .flags = CHECKED),
    CASE("both-empty", SIGNED, "nothing to split", .numbers = {0, 0, 1}),
    CASE("extremes", EXTREMES, "the smallest and the largest int as keys",
         .numbers = {70, 60, 131}),
    CASE("any-int", ANY_INT, "keys whose difference is no int", .numbers = {90, 80, 171}),
    CASE("close-keys", CLOSE_KEYS, "keys that are alike as floats", .numbers = {90, 80, 171}),
    CASE("all-within", SIGNED, "all arrays begin within larger ones",
         .numbers = {200, 100, 300}, .begins = {1, 1, 1, 1}, .flags = WATCHED),
    CASE("midst-within", SIGNED, "all arrays begin in the midst of four elements",
         .numbers = {200, 100, 300}, .begins = {2, 2, 2, 2}, .flags = WATCHED),
    CASE("long-a", SIGNED, "a is much longer", .numbers = {30000, 3, 30004}),
    CASE("long-b", SIGNED, "b is much longer", .numbers = {3, 30000, 30004}),
    CASE("less", SIGNED, "a question less than a block, in any order",
         .numbers = {200, 100, 255}),
    CASE("one-block", SIGNED, "exactly one block of questions", .numbers = {200, 100, 256}),
    CASE("more", SIGNED, "a second block with a single question",
         .numbers = {200, 100, 257}, .flags = CHECKED),
    CASE("beyond-grid", SIGNED, "more than 4096 blocks of 256",
         .numbers = {70000, 80000, (1 << 20) + 77}, .flags = ONCE, .seconds = 20),
    CASE("beyond-24-bits", HALVES, "more questions than a float counts, and 28 halvings",
         .numbers = {36, 30, 34},
         .wide = {{"count", 16777217}, {"m", 300000011}, {"n", 200000049}}),
    CASE("no-question", SIGNED, "nothing to do, and no error left behind",
         .numbers = {10, 10, 0}),
    CASE("far-places", INDEXED, "the sum of two places is more than a float counts",
         .numbers = {(3 << 22) + 77, (1 << 21) + 13, 97}, .flags = ONCE),
    CASE("halves", HALVES, "as the next, small", .numbers = {36, 34, 97}),
    CASE("near-31-bits", HALVES, "the sum of two places exceeds an int",
         .numbers = {36, 34, 97}, .wide = {{"m", 2147483613}}),
    {0},
};

/* What all merges go through. A grid of 128 x 256 threads has 32768, a tile has 1024 keys. */
#define MERGE_CASES                                                                            \
    CASE("uneven-shares", SIGNED, "5 keys more than 32768 threads",                            \
         .numbers = {12773, 20000}, .flags = CHECKED),                                         \
    CASE("small", SIGNED, "small enough to follow by hand",                                    \
         .numbers = {5, 7}, .flags = CHECKED),                                                 \
    CASE("one-of-each", SIGNED, "one key each", .numbers = {1, 1}),                            \
    CASE("one-a", SIGNED, "a single key, in a", .numbers = {1, 0}),                            \
    CASE("one-b", SIGNED, "a single key, in b", .numbers = {0, 1}),                            \
    CASE("one-tile", SIGNED, "1024 keys", .numbers = {600, 424}),                              \
    CASE("more", SIGNED, "a key more than 1024", .numbers = {600, 425}, .flags = CHECKED),     \
    CASE("less", SIGNED, "a key less than 1024", .numbers = {599, 424}),                       \
    CASE("whole-shares", SIGNED, "two keys for 32768 threads each",                            \
         .numbers = {25536, 40000}, .flags = COUNTED),                                         \
    CASE("a-empty", SIGNED, "nothing in a", .numbers = {0, 3000}),                             \
    CASE("b-empty", SIGNED, "nothing in b", .numbers = {3000, 0}, .flags = CHECKED),           \
    CASE("a-first", A_FIRST, "all of a before all of b", .numbers = {2000, 1500}),             \
    CASE("b-first", B_FIRST, "all of b before all of a", .numbers = {1500, 2000}),             \
    CASE("alternating", ALTERNATING, "a, b, a, b, ...", .numbers = {1777, 1777}),              \
    CASE("stretches", STRETCHES, "long stretches of either",                                   \
         .numbers = {5000, 4000}, .flags = CHECKED),                                           \
    CASE("same-keys", INDEXED, "each key once in a and once in b", .numbers = {2500, 2500}),   \
    CASE("ties", FEW_KEYS, "many equal keys", .numbers = {3100, 2900}),                        \
    CASE("equal", EQUAL, "all keys alike", .numbers = {1500, 2100}),                           \
    CASE("extremes", EXTREMES, "the smallest and the largest int as keys",                     \
         .numbers = {1700, 1900}),                                                             \
    CASE("any-int", ANY_INT, "keys whose difference is no int", .numbers = {3000, 3100}),      \
    CASE("close-keys", CLOSE_KEYS, "keys that are alike as floats", .numbers = {3000, 3100}),  \
    CASE("whole-tiles", SIGNED, "tiles of 1024, or of 6912, all of them whole",                \
         .numbers = {60000, 50592}, .flags = WATCHED | COUNTED),                               \
    CASE("a-within", SIGNED, "a begins within a larger array",                                 \
         .numbers = {4096, 4096}, .begins = {1, 0, 0}, .flags = WATCHED),                      \
    CASE("b-within", SIGNED, "b begins within a larger array",                                 \
         .numbers = {4096, 4096}, .begins = {0, 1, 0}, .flags = WATCHED),                      \
    CASE("c-within", SIGNED, "c begins within a larger array",                                 \
         .numbers = {4096, 4096}, .begins = {0, 0, 1}, .flags = WATCHED),                      \
    CASE("all-within", SIGNED, "all arrays begin in the midst of four elements",               \
         .numbers = {4096, 4096}, .begins = {2, 2, 2}, .flags = WATCHED),                      \
    CASE("long-a", SIGNED, "a is much longer", .numbers = {30000, 3}),                         \
    CASE("long-b", SIGNED, "b is much longer", .numbers = {3, 30000}),                         \
    CASE("beyond-grid", ANY_INT,                                                               \
         "more keys than 4096 blocks of 256, hardly one twice; 12 x 3 x 5 x 7 x 1024",         \
         .numbers = {690231, 600009}, .flags = ONCE, .seconds = 20,                            \
         .counts_elements = 2),                                                                \
    CASE("whole-grid", SIGNED, "as many tiles as search blocks of any size have threads",      \
         .numbers = {131172, 130972}, .flags = ONCE),                                          \
    CASE("halves", HALVES, "as the next, small", .numbers = {36, 34}),                         \
    CASE("beyond-24-bits", HALVES,                                                             \
         "more keys than a float counts, or 65536 tiles of 1024 hold",                         \
         .numbers = {36, 34},                                                                  \
         .flags = WATCHED | SAMPLED, .wide = {{"m", 67141600}, {"both", 67141634}},            \
         .nearer = 4003003),                                                                   \
    CASE("near-31-bits", HALVES, "the sum of two places exceeds an int", .numbers = {36, 34},  \
         .wide = {{"m", 2147483613}, {"both", 2147483647}}),                                   \
    CASE("empty", SIGNED, "nothing to do, and no error left behind", .numbers = {0, 0})

static const struct test_case merge_cases[] = {MERGE_CASES, {0}};

static const struct test_case sort_cases[] = {
    CASE("even-passes", SIGNED, "a power of two, in 12 passes",
         .numbers = {4096}, .flags = CHECKED | COUNTED),
    CASE("odd-passes", SIGNED, "a power of two, in 11 passes", .numbers = {2048}),
    CASE("more", SIGNED, "a run of a single key is left over", .numbers = {4097}),
    CASE("less", SIGNED, "the last run is a key short", .numbers = {4095}),
    CASE("ragged", SIGNED, "runs without a partner in several passes",
         .numbers = {3000}, .flags = CHECKED),
    CASE("two", DESCENDING, "a single pass", .numbers = {2}),
    CASE("three", DESCENDING, "a run without a partner in the first pass", .numbers = {3}),
    CASE("seven", SIGNED, "small enough to follow by hand", .numbers = {7}, .flags = CHECKED),
    CASE("more-than-1024", SIGNED, "a key more than the largest block has threads",
         .numbers = {1025}),
    CASE("one", SIGNED, "a single key is in order", .numbers = {1}, .flags = NO_KERNEL),
    CASE("sorted", INDEXED, "in order already", .numbers = {5000}),
    CASE("descending", DESCENDING, "in the opposite order", .numbers = {5000}),
    CASE("equal", EQUAL, "all keys alike", .numbers = {1500}),
    CASE("ties", FEW_KEYS, "many equal keys: none may be lost", .numbers = {6000}),
    CASE("extremes", EXTREMES, "the smallest and the largest int as keys", .numbers = {3333}),
    CASE("any-int", ANY_INT, "keys whose difference is no int", .numbers = {10000}),
    CASE("close-keys", CLOSE_KEYS, "keys that are alike as floats", .numbers = {3000}),
    CASE("keys-within", SIGNED, "the keys begin within a larger array", .numbers = {2048},
         .begins = {1}, .flags = WATCHED),
    CASE("midst-within", SIGNED, "the keys begin in the midst of four elements",
         .numbers = {2048}, .begins = {2}, .flags = WATCHED),
    CASE("many-runs", SIGNED, "more keys than a block has room for", .numbers = {20000},
         .flags = COUNTED | ONCE),
    CASE("beyond-grid", SIGNED, "more keys than 1024 blocks of 256, or 20 passes, sort",
         .numbers = {1048583}, .flags = ONCE, .seconds = 20),
    CASE("beyond-24-bits", SIGNED, "more keys than a float counts", .numbers = {34},
         .flags = REACH, .wide = {{"n", 16777217}}, .seconds = 5),
    CASE("empty", SIGNED, "nothing to do, and no error left behind", .numbers = {0}),
    {0},
};
// clang-format on

/* --- the lab ------------------------------------------------------------------------------ */

/* Each pass reads and writes all. */
static double work_of_sort(const struct case_run *t)
{
    double n = (double)elements_of(t, "keys");
    return 2 * n * (1 + log2(n + 1));
}

const struct task tasks[] = {
    {
        .name = "co_ranks",
        .first_step = "TODO 1, the search for the split, its kernel and launch",
        .number_names = "m n count",
        .cases = co_ranks_cases,
        .prepare = prepare_co_ranks,
        .expect = expect_co_ranks,
        .technique = technique_co_ranks,
    },
    {
        .name = "merge_basic",
        .first_step = "TODO 3 launches, TODO 2 merges a thread's share",
        .number_names = "m n",
        .cases = merge_cases,
        .prepare = prepare_merge,
        .expect = expect_merge,
        .technique = technique_shares,
    },
    {
        .name = "merge_tiled",
        .first_step = "TODO 4, a tile of both arrays in shared memory",
        .number_names = "m n",
        .cases = merge_cases,
        .prepare = prepare_merge,
        .expect = expect_merge,
        .technique = technique_shared,
        .worked = {79016},
    },
    {
        .name = "merge_sort",
        .first_step = "TODO 5, passes from one array to another",
        .number_names = "n",
        .cases = sort_cases,
        .prepare = prepare_sort,
        .expect = expect_sorted,
        .technique = technique_sort,
        .work = work_of_sort,
    },
    {
        .name = "merge_fast",
        .first_step = "TODO 6 in stretch.cu, whole warps at neighbouring words",
        .number_names = "m n",
        .cases = merge_cases,
        .prepare = prepare_merge,
        .expect = expect_merge,
        .technique = technique_fast,
        .stretch = true,
    },
    {0},
};
