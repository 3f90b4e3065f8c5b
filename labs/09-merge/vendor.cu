// Lab 09, for `make bench`: merges by CUB, and its merge sort.
// CUB is a part of the CUDA toolkit, in headers only
#include "bench.h"
#include "kernel.h"

#if __has_include(<cub/device/device_merge.cuh>)
#include <cub/device/device_merge.cuh>
#include <cub/device/device_merge_sort.cuh>
#define CUB(function) function
#else
#define CUB(function) NULL
#endif

static int lengths[2]; // m and n of the present work

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

#define QUESTIONS (1 << 24)

static void prepare_co_ranks(void)
{
    const int m = 1 << 26, n = 1 << 26;
    lengths[0] = m, lengths[1] = n;
    bench_number("m", m);
    bench_number("n", n);
    bench_number("count", QUESTIONS);
    bench_array("a", m * sizeof(int));
    bench_array("b", n * sizeof(int));
    fill_sorted(0, 0, 10);
    bench_fill_ints((int *)bench_array("k", QUESTIONS * sizeof(int)), QUESTIONS, 0, m + n + 1);
    bench_output("i", BENCH_INT, QUESTIONS);
}

#define SORT_LENGTH 100000007

static void prepare_sort(void)
{
    bench_number("n", SORT_LENGTH);
    bench_output("keys", BENCH_INT, SORT_LENGTH);
    bench_fill_ints((int *)bench_array("unsorted", SORT_LENGTH * sizeof(int)), SORT_LENGTH,
                    -2000000000, 2000000000);
}

static void restore_keys(void)
{
    CHECK(cudaMemcpy(bench_get("keys"), bench_get("unsorted"), SORT_LENGTH * sizeof(int),
                     cudaMemcpyDeviceToDevice));
}

#if __has_include(<cub/device/device_merge.cuh>)
static void *workspace;
static size_t workspace_bytes;

// CUB says how much memory it wants when it is called without. Kept from run to run.
static void *workspace_of(size_t bytes)
{
    if (bytes > workspace_bytes) {
        CHECK(cudaFree(workspace));
        CHECK(cudaMalloc(&workspace, bytes));
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
                                          SORT_LENGTH, ascending());
}

static void vendor_sort(void)
{
    size_t bytes = 0;
    CHECK(cub_sort(NULL, &bytes));
    CHECK(cub_sort(workspace_of(bytes), &bytes));
}

static void free_workspace(void)
{
    CHECK(cudaFree(workspace));
    workspace = NULL;
    workspace_bytes = 0;
}
#endif

static const char merges[] = "merge_basic merge_tiled merge_fast",
                  cub_merges[] = "CUB MergeKeys";

// Each key is read once and written once. So it is counted for the sort, too, though it takes
// many passes.
// clang-format off
const struct bench_work bench_works[] = {
    {"2 x 128 Mi", merges, cub_merges, BENCH_COPY, 16.0 * LENGTH, prepare_random, CUB(vendor_merge),
     NULL, CUB(free_workspace), NULL, 0},
    {"all of a before b", merges, cub_merges, BENCH_COPY, 16.0 * LENGTH, prepare_a_first, CUB(vendor_merge),
     NULL, CUB(free_workspace), NULL, 0},
    {"all keys equal", merges, cub_merges, BENCH_COPY, 16.0 * LENGTH, prepare_equal, CUB(vendor_merge),
     NULL, CUB(free_workspace), NULL, 0},
    {"100000007 + 33333331", merges, cub_merges, BENCH_COPY, 8.0 * (100000007 + 33333331), prepare_odd,
     CUB(vendor_merge), NULL, CUB(free_workspace), NULL, 0},
    {"16 Mi questions", "co_ranks", NULL, BENCH_COPY, 8.0 * QUESTIONS, prepare_co_ranks, NULL, NULL, NULL,
     NULL, 0},
    {"sort of 100000007", "merge_sort", "CUB DeviceMergeSort", BENCH_COPY, 8.0 * SORT_LENGTH, prepare_sort,
     CUB(vendor_sort), restore_keys, CUB(free_workspace), NULL, 0},
};
// clang-format on
const int bench_work_count = sizeof bench_works / sizeof *bench_works;
