/* The judge's side of lab 01, more: inputs, references, cases and techniques. */
#include "lab.h"
#include "reference.h"

static void prepare_on_host(struct case_run *t)
{
    prepare_product(t);
    on_host(t, "a");
    on_host(t, "b");
    on_host(t, "c");
}

// clang-format off
static const struct test_case cases[] = {
    /* m, n, k, chunk_rows */
    CASE("one-chunk", INDEXED, "all rows in one chunk", .numbers = {3, 4, 5, 3},
         .flags = CHECKED),
    CASE("two-chunks", INDEXED, "a chunk for each stream", .numbers = {8, 5, 3, 4},
         .flags = CHECKED),
    CASE("four-chunks", SIGNED, "what a chunk used is used again", .numbers = {32, 24, 16, 8},
         .flags = CHECKED),
    CASE("ragged", SIGNED, "the last chunk has fewer rows", .numbers = {37, 17, 21, 8},
         .flags = CHECKED),
    CASE("odd", SIGNED, "an odd number of chunks", .numbers = {60, 12, 33, 12},
         .flags = WATCHED),
    CASE("larger-chunk", SIGNED, "a chunk has room for more rows than there are",
         .numbers = {5, 30, 10, 16}, .flags = CHECKED),
    CASE("rows", SIGNED, "a chunk is a row", .numbers = {19, 40, 7, 1}, .flags = WATCHED),
    CASE("wide", SIGNED, "rows of c are longer than those of a", .numbers = {50, 300, 9, 16}),
    CASE("long-sum", SIGNED, "rows of a are longer than those of c",
         .numbers = {50, 7, 1000, 16}),
    CASE("column", SIGNED, "c has one column", .numbers = {200, 1, 50, 32}),
    CASE("one", SIGNED, "a single element", .numbers = {1, 1, 1, 1}),
    CASE("many-chunks", SIGNED, "many chunks of many blocks",
         .numbers = {512, 64, 48, 32}, .flags = WATCHED | COUNTED),
    CASE("more-chunks", SIGNED, "more chunks than a list of a fixed size may hold",
         .numbers = {1100, 3, 4, 1}),
    CASE("huge-chunk", SIGNED, "a chunk has room for far more rows than there are",
         .numbers = {9, 300, 200, 2000000000}),
    CASE("no-sum", UNIFORM, "k = 0: every element is 0", .numbers = {9, 7, 0, 4},
         .flags = NO_KERNEL),
    CASE("no-rows", UNIFORM, "nothing to do, and no error left behind",
         .numbers = {0, 7, 9, 4}),
    CASE("no-columns", UNIFORM, "nothing to do, and no error left behind",
         .numbers = {7, 0, 9, 4}),
    {0},
};
// clang-format on

/* --- the technique ------------------------------------------------------------------------ */

static uint64_t bytes_of(const struct case_run *t, const char *name)
{
    return 4 * elements_of(t, name);
}

/* A row of a and one of c for each row of a chunk; b may go in one piece. */
static const char *objection_to_size(const struct case_run *t,
                                     const struct simt_copy_traffic *copied)
{
    uint64_t rows = bytes_of(t, "a") > bytes_of(t, "c") ? bytes_of(t, "a") : bytes_of(t, "c");
    uint64_t chunk = rows / count_of(t, "m") * count_of(t, "chunk_rows");
    uint64_t most = chunk > bytes_of(t, "b") ? chunk : bytes_of(t, "b");
    if (copied->largest <= most)
        return NULL;
    return objection(
        "it copies %llu bytes at once, and a chunk of %zu rows has %llu: the first chunk is to "
        "be multiplied while the second is copied",
        (unsigned long long)copied->largest, count_of(t, "chunk_rows"),
        (unsigned long long)chunk);
}

/* A few copies of b are let pass, which is needed from the beginning. */
static const char *objection_to_unpinned(const struct case_run *t,
                                         const struct simt_copy_traffic *copied)
{
    if (copied->unpinned <= 2 * bytes_of(t, "b"))
        return NULL;
    return objection(
        "%llu of the %llu bytes that it copies come from memory that is not "
        "pinned, or go there: "
        "such a copy makes the host wait, and managed memory is moved by pages; copy "
        "through memory of cudaMallocHost()",
        (unsigned long long)copied->unpinned, (unsigned long long)copied->bytes);
}

/* Nearly all chunks have another one's kernel beside them, in whichever direction they go. One
 * direction alone would be half of the bytes or less; 3 of 4 leave room for the first and the
 * last chunk. */
static const char *objection_to_order(const struct case_run *t,
                                      const struct simt_copy_traffic *copied)
{
    uint64_t chunks = bytes_of(t, "a") + bytes_of(t, "c");
    if (copied->bytes < chunks)
        return objection(
            "it copies %llu bytes between host and device, and a and c have %llu; what is not "
            "copied, kernels fetch or store a word at a time, across the bus: copy whole "
            "chunks",
            (unsigned long long)copied->bytes, (unsigned long long)chunks);
    if (4 * copied->beside >= 3 * chunks)
        return NULL;
    return objection(
        "of %llu bytes of a and c, %llu are copied while a kernel may run; the other copies "
        "are "
        "ordered with all kernels, by their stream, by the default stream or because the host "
        "waits: give each second chunk another stream, and wait for a chunk when you need it",
        (unsigned long long)chunks, (unsigned long long)copied->beside);
}

static const char *technique_chunks(const struct case_run *t,
                                    const struct simt_counters *counters)
{
    enum { MOST_ELEMENTS = 32 };
    const struct simt_copy_traffic *copied = &counters->copied;
    const char *few = objection_to_few(t, counters, elements_of(t, "c"), MOST_ELEMENTS, true);
    const char *size = few ? few : objection_to_size(t, copied);
    const char *unpinned = size ? size : objection_to_unpinned(t, copied);
    return unpinned ? unpinned : objection_to_order(t, copied);
}

/* Two for each of a product's terms. */
static uint64_t most_loads(const struct case_run *t)
{
    return 2 * elements_of(t, "c") * shape_of(t, "a").cols / 4;
}

const struct task tasks[] = {
    {
        .name = "matmul_chunked",
        .first_step = "TODO 1 makes what a chunk needs, TODO 2 sends it, TODO 3 takes it back",
        .number_names = "m n k chunk_rows",
        .cases = cases,
        .prepare = prepare_on_host,
        .expect = expect_product,
        .technique = technique_chunks,
        .least_shares = 2,
        .most_loads = most_loads,
        .work = work_of_product,
    },
    {0},
};
