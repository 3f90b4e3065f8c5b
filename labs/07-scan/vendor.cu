// Lab 07, for `make bench`: scans by CUB, of rows and of a whole array.
#include "cub.h"
#include "kernel.h"

#if __has_include(<cub/cub.cuh>)
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#endif

static size_t n, row_width;

#if __has_include(<cub/cub.cuh>)
// The row of an element.
struct row_of {
    size_t width;
    __host__ __device__ int operator()(size_t i) const
    {
        return (int)(i / width);
    }
};

// CUB has no scan of rows by their width; it begins anew where the key of an element changes,
// and the keys are computed, not read.
static void scan_rows(void)
{
    auto keys = thrust::make_transform_iterator(thrust::make_counting_iterator((size_t)0),
                                                row_of{row_width});
    cub::DeviceScan::InclusiveSumByKey(workspace, workspace_bytes, keys,
                                       (const int *)bench_get("in"), (int *)bench_get("out"),
                                       n);
}

static void scan_all(void)
{
    cub::DeviceScan::InclusiveSum(workspace, workspace_bytes, (const int *)bench_get("in"),
                                  (int *)bench_get("out"), n);
}
#endif

// Sums stay within an int: those of random signs for that they cancel, the others by 2^29 * 3
// and by 2^30.
static void prepare(size_t count, int low, int high)
{
    n = count;
    bench_fill_ints((int *)bench_array("in", n * sizeof(int)), n, low, high);
    bench_output("out", BENCH_INT, n);
}

static void prepare_rows(int rows, int width)
{
    row_width = width;
    bench_number("rows", rows);
    bench_number("width", width);
    prepare((size_t)rows * width, -1000, 1001);
}

static void prepare_text(void)
{
    prepare_rows(262144, 1024);
    provide(CUB(scan_rows));
}

static void prepare_odd_rows(void)
{
    prepare_rows(300007, 777);
    provide(CUB(scan_rows));
}

static void prepare_far_rows(void)
{
    prepare_rows(2200000, 1024);
    provide(CUB(scan_rows));
}

static void prepare_field(void)
{
    prepare_rows(16384, 16384);
}

static void prepare_far_field(void)
{
    prepare_rows(50000, 45000);
}

static void prepare_list(size_t count, int low, int high)
{
    bench_number("n", (int64_t)count);
    prepare(count, low, high);
    provide(CUB(scan_all));
}

static void prepare_whole(void)
{
    prepare_list((size_t)1 << 28, -1000, 1001);
}

static void prepare_odd(void)
{
    prepare_list(500000003, 0, 4);
}

static void prepare_longest(void)
{
    prepare_list((size_t)1 << 30, 0, 2);
}

// ---- what is right in two dimensions -------------------------------------------------------

static double *right;

static void forget_right(void)
{
    CHECK(cudaFree(right));
    right = NULL;
}

// Thread i adds up row i.
__global__ void add_along_row(const int *in, double *sums, size_t rows, size_t width)
{
    size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    double sum = 0;
    if (row < rows)
        for (size_t col = 0; col < width; col++)
            sums[row * width + col] = sum += in[row * width + col];
}

// Thread i adds up column i, in place.
__global__ void add_along_column(double *sums, size_t rows, size_t width)
{
    size_t col = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (col < width)
        for (size_t row = 1; row < rows; row++)
            sums[row * width + col] += sums[(row - 1) * width + col];
}

static const double *exact_field(void)
{
    size_t rows = n / row_width;
    right = (double *)bench_memory(n * sizeof(double));
    add_along_row<<<blocks_for(rows, 32), 32>>>((int *)bench_get("in"), right, rows, row_width);
    add_along_column<<<blocks_for(row_width, 32), 32>>>(right, rows, row_width);
    CHECK(cudaGetLastError());
    return right;
}

// ---- the works -----------------------------------------------------------------------------

static const char by_key[] = "CUB InclusiveSumByKey", whole[] = "CUB InclusiveSum";
#define BOTH_TREES "scan_rows_kogge_stone scan_rows_brent_kung"

// At the least, each element is read once and written once. Beyond 2^31 an int overflows.
// clang-format off
const struct bench_work bench_works[] = {
    {.name = "262144 rows of 1024", .tasks = BOTH_TREES,
     .vendor_name = by_key, .ceiling = BENCH_COPY, .amount = 8.0 * 262144 * 1024,
     .prepare = prepare_text, .vendor = CUB(scan_rows)},
    {.name = "300007 rows of 777", .tasks = BOTH_TREES,
     .vendor_name = by_key, .ceiling = BENCH_COPY, .amount = 8.0 * 300007 * 777,
     .prepare = prepare_odd_rows, .vendor = CUB(scan_rows)},
    {.name = "2200000 rows of 1024, beyond 2^31 elements", .tasks = BOTH_TREES,
     .vendor_name = by_key, .ceiling = BENCH_COPY, .amount = 8.0 * 2200000 * 1024,
     .prepare = prepare_far_rows, .vendor = CUB(scan_rows)},
    {.name = "field of 16384 x 16384", .tasks = "prefix_sum_2d",
     .ceiling = BENCH_COPY, .amount = 8.0 * 16384 * 16384,
     .prepare = prepare_field, .release = forget_right, .exact = exact_field},
    {.name = "field of 50000 x 45000, beyond 2^31 elements", .tasks = "prefix_sum_2d",
     .ceiling = BENCH_COPY, .amount = 8.0 * 50000 * 45000,
     .prepare = prepare_far_field, .release = forget_right, .exact = exact_field},
    {.name = "1 GiB whole", .tasks = "scan_fast",
     .vendor_name = whole, .ceiling = BENCH_COPY, .amount = 8.0 * (1 << 28),
     .prepare = prepare_whole, .vendor = CUB(scan_all)},
    {.name = "500000003 small ints", .tasks = "scan_fast",
     .vendor_name = whole, .ceiling = BENCH_COPY, .amount = 8.0 * 500000003,
     .prepare = prepare_odd, .vendor = CUB(scan_all)},
    {.name = "2^30 zeros and ones, beyond 2^31 bytes", .tasks = "scan_fast",
     .vendor_name = whole, .ceiling = BENCH_COPY, .amount = 8.0 * (1 << 30),
     .prepare = prepare_longest, .vendor = CUB(scan_all)},
};
// clang-format on
const int bench_work_count = sizeof bench_works / sizeof *bench_works;
