// Lab 09, for `make bench`: merges by CUB, and its merge sort.
// CUB is a part of the CUDA toolkit, in headers only
#include "bench.h"
#include "kernel.h"

#include <limits.h>

#if __has_include(<cub/device/device_merge.cuh>)
#include <cub/device/device_merge.cuh>
#include <cub/device/device_merge_sort.cuh>
#define CUB(function) function
#else
#define CUB(function) NULL
#endif

static int lengths[2]; // m and n of the present work; the first alone where it sorts

// Arrays for m and n keys and for their merge; the caller fills a and b.
static void make_arrays(int m, int n)
{
    lengths[0] = m, lengths[1] = n;
    bench_number("m", m);
    bench_number("n", n);
    bench_array("a", (size_t)m * sizeof(int));
    bench_array("b", (size_t)n * sizeof(int));
    bench_output("c", BENCH_INT, (size_t)m + n);
}

static void fill_sorted(int a_from, int b_from, int mean_step)
{
    bench_fill_sorted((int *)bench_get("a"), lengths[0], a_from, mean_step);
    bench_fill_sorted((int *)bench_get("b"), lengths[1], b_from, mean_step);
}

#define LENGTH (1 << 27)

static void prepare_random(void)
{
    make_arrays(LENGTH, LENGTH);
    fill_sorted(-1000000000, -1000000000, 15);
}

static void prepare_a_first(void)
{
    make_arrays(LENGTH, LENGTH);
    fill_sorted(-2000000000, 100000000, 7);
}

static void prepare_equal(void)
{
    make_arrays(LENGTH, LENGTH);
    bench_fill_ints((int *)bench_get("a"), LENGTH, 42, 43);
    bench_fill_ints((int *)bench_get("b"), LENGTH, 42, 43);
}

static void prepare_odd(void)
{
    make_arrays(100000007, 33333331);
    fill_sorted(0, 500000000, 10);
}

// As many keys as an int can count, and most of them in a: both a sum of two indices of a and
// an index a little behind the end are beyond the ints.
#define FAR_M 2000000000
#define FAR_N (INT_MAX - FAR_M)

static void fill_far(void)
{
    bench_fill_sorted((int *)bench_get("a"), FAR_M, -1000000000, 1);
    bench_fill_sorted((int *)bench_get("b"), FAR_N, -1000000000, 13);
}

static void prepare_far(void)
{
    make_arrays(FAR_M, FAR_N);
    fill_far();
}

// ---- co-ranks ------------------------------------------------------------------------------

#define QUESTIONS (1 << 24)

static void make_questions(int m, int n)
{
    lengths[0] = m, lengths[1] = n;
    bench_number("m", m);
    bench_number("n", n);
    bench_number("count", QUESTIONS);
    bench_array("a", m * sizeof(int));
    bench_array("b", n * sizeof(int));
    bench_fill_ints((int *)bench_array("k", QUESTIONS * sizeof(int)), QUESTIONS, 0, m + n);
    bench_output("i", BENCH_INT, QUESTIONS);
}

static void prepare_co_ranks(void)
{
    make_questions(1 << 26, 1 << 26);
    fill_sorted(0, 0, 10);
}

static void prepare_far_co_ranks(void)
{
    make_questions(FAR_M, FAR_N);
    fill_far();
}

static double *right;

static void forget_right(void)
{
    CHECK(cudaFree(right));
    right = NULL;
}

// Where a's key i is in the merge: behind its predecessors in a and all smaller keys of b.
static __device__ long long place_of(int i, const int *a, const int *b, int n)
{
    int low = 0, high = n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (b[middle] < a[i])
            low = middle + 1;
        else
            high = middle;
    }
    return (long long)i + low;
}

// Thread t counts the keys of a whose place is one of the first k[t].
__global__ void count_exactly(const int *a, int m, const int *b, int n, const int *k,
                              double *right)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, low = 0, high = m;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (place_of(middle, a, b, n) < k[t])
            low = middle + 1;
        else
            high = middle;
    }
    right[t] = low;
}

static const double *exact_co_ranks(void)
{
    right = (double *)bench_memory(QUESTIONS * sizeof(double));
    count_exactly<<<QUESTIONS / 256, 256>>>((int *)bench_get("a"), lengths[0],
                                            (int *)bench_get("b"), lengths[1],
                                            (int *)bench_get("k"), right);
    CHECK(cudaGetLastError());
    return right;
}

// ---- sorting -------------------------------------------------------------------------------

#define SORT_LENGTH 100000007
#define FAR_SORT_LENGTH 1500000000 // runs of 2^30 are merged: twice that is no int

static void make_keys(int n)
{
    lengths[0] = n;
    bench_number("n", n);
    bench_output("keys", BENCH_INT, n);
    bench_fill_ints((int *)bench_array("unsorted", n * sizeof(int)), n, -2000000000,
                    2000000000);
}

static void prepare_sort(void)
{
    make_keys(SORT_LENGTH);
}

static void prepare_far_sort(void)
{
    make_keys(FAR_SORT_LENGTH);
}

static void restore_keys(void)
{
    CHECK(cudaMemcpy(bench_get("keys"), bench_get("unsorted"), lengths[0] * sizeof(int),
                     cudaMemcpyDeviceToDevice));
}

// ---- CUB -----------------------------------------------------------------------------------

#if __has_include(<cub/device/device_merge.cuh>)
static void *workspace;
static size_t workspace_bytes;

static void free_workspace(void)
{
    CHECK(cudaFree(workspace));
    workspace = NULL;
    workspace_bytes = 0;
}

// CUB says how much memory it wants when it is called without. Kept from run to run.
static void *workspace_of(size_t bytes)
{
    if (bytes > workspace_bytes) {
        free_workspace();
        workspace = bench_memory(bytes);
        workspace_bytes = bytes;
    }
    return workspace;
}

static cudaError_t cub_merge(void *d_workspace, size_t *bytes)
{
    return cub::DeviceMerge::MergeKeys(d_workspace, *bytes, (const int *)bench_get("a"),
                                       lengths[0], (const int *)bench_get("b"), lengths[1],
                                       (int *)bench_get("c"));
}

static void vendor_merge(void)
{
    size_t bytes = 0;
    CHECK(cub_merge(NULL, &bytes));
    CHECK(cub_merge(workspace_of(bytes), &bytes));
}

struct ascending {
    __device__ bool operator()(int x, int y) const
    {
        return x < y;
    }
};

static cudaError_t cub_sort(void *d_workspace, size_t *bytes)
{
    return cub::DeviceMergeSort::SortKeys(d_workspace, *bytes, (int *)bench_get("keys"),
                                          lengths[0], ascending());
}

static void vendor_sort(void)
{
    size_t bytes = 0;
    CHECK(cub_sort(NULL, &bytes));
    CHECK(cub_sort(workspace_of(bytes), &bytes));
}
#endif

// ---- the works -----------------------------------------------------------------------------

static const char merges[] = "merge_basic merge_tiled merge_fast", by_merge[] = "CUB MergeKeys",
                  by_sort[] = "CUB DeviceMergeSort";

// Each key is read once and written once. So it is counted for the sort, too, though it takes
// many passes.
// clang-format off
const struct bench_work bench_works[] = {
    {.name = "2 x 128 Mi", .tasks = merges,
     .vendor_name = by_merge, .ceiling = BENCH_COPY, .amount = 16.0 * LENGTH,
     .prepare = prepare_random, .vendor = CUB(vendor_merge), .release = CUB(free_workspace)},
    {.name = "all of a before b", .tasks = merges,
     .vendor_name = by_merge, .ceiling = BENCH_COPY, .amount = 16.0 * LENGTH,
     .prepare = prepare_a_first, .vendor = CUB(vendor_merge), .release = CUB(free_workspace)},
    {.name = "all keys equal", .tasks = merges,
     .vendor_name = by_merge, .ceiling = BENCH_COPY, .amount = 16.0 * LENGTH,
     .prepare = prepare_equal, .vendor = CUB(vendor_merge), .release = CUB(free_workspace)},
    {.name = "100000007 + 33333331", .tasks = merges,
     .vendor_name = by_merge, .ceiling = BENCH_COPY, .amount = 8.0 * (100000007 + 33333331),
     .prepare = prepare_odd, .vendor = CUB(vendor_merge), .release = CUB(free_workspace)},
    {.name = "2000000000 + 147483647, 2^31 - 1", .tasks = merges,
     .vendor_name = by_merge, .ceiling = BENCH_COPY, .amount = 8.0 * INT_MAX,
     .prepare = prepare_far, .vendor = CUB(vendor_merge), .release = CUB(free_workspace)},
    {.name = "16 Mi questions", .tasks = "co_ranks",
     .ceiling = BENCH_COPY, .amount = 8.0 * QUESTIONS,
     .prepare = prepare_co_ranks, .release = forget_right, .exact = exact_co_ranks},
    {.name = "16 Mi questions of 2^31 - 1 keys", .tasks = "co_ranks",
     .ceiling = BENCH_COPY, .amount = 8.0 * QUESTIONS,
     .prepare = prepare_far_co_ranks, .release = forget_right, .exact = exact_co_ranks},
    {.name = "sort of 100000007", .tasks = "merge_sort",
     .vendor_name = by_sort, .ceiling = BENCH_COPY, .amount = 8.0 * SORT_LENGTH,
     .prepare = prepare_sort, .vendor = CUB(vendor_sort), .restore = restore_keys,
     .release = CUB(free_workspace)},
    {.name = "sort of 1500000000, beyond 2^30", .tasks = "merge_sort",
     .vendor_name = by_sort, .ceiling = BENCH_COPY, .amount = 8.0 * FAR_SORT_LENGTH,
     .prepare = prepare_far_sort, .vendor = CUB(vendor_sort), .restore = restore_keys,
     .release = CUB(free_workspace)},
};
// clang-format on
const int bench_work_count = sizeof bench_works / sizeof *bench_works;
