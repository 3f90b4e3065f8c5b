// Lab 06, for `make bench`: sums by CUB, of each row and of a whole array.
#include "cub.h"

#include <limits.h>
#include <vector>

#if __has_include(<cub/cub.cuh>)
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#endif

static int rows, width;
static size_t n;

#if __has_include(<cub/cub.cuh>)
// CUB reads from an array where each row begins, as its manual shows. A row ends where the next
// one begins.
static void sum_rows(void)
{
    const int *starts = (const int *)bench_get("starts");
    cub::DeviceSegmentedReduce::Sum(workspace, workspace_bytes, (const int *)bench_get("in"),
                                    (int *)bench_get("out"), rows, starts, starts + 1);
}

// Where row r begins, without an array.
struct row_start {
    size_t width;
    __host__ __device__ size_t operator()(size_t row) const
    {
        return row * width;
    }
};

// The same with starts that are computed, which is faster.
static void sum_computed_rows(void)
{
    auto starts = thrust::make_transform_iterator(thrust::make_counting_iterator((size_t)0),
                                                  row_start{(size_t)width});
    cub::DeviceSegmentedReduce::Sum(workspace, workspace_bytes, (const int *)bench_get("in"),
                                    (int *)bench_get("out"), rows, starts, starts + 1);
}

// The same job as sum_fast(): CUB adds in the type of the first sum, so one of 64 bits makes
// all of its additions those of 64 bits. With an int in its place CUB adds ints.
static void sum_all(void)
{
    cub::DeviceReduce::Reduce(workspace, workspace_bytes, (const int *)bench_get("in"),
                              (long long *)bench_get("sum"), n, cuda::std::plus<>{}, 0LL);
}
#endif

// The array that sum_rows() reads, of ints: not for more elements than these can count.
static void store_starts(void)
{
    std::vector<int> starts(rows + 1);
    for (int row = 0; row <= rows; row++)
        starts[row] = row * width;
    size_t bytes = starts.size() * sizeof(int);
    cudaMemcpy(bench_array("starts", bytes), starts.data(), bytes, cudaMemcpyHostToDevice);
}

static void prepare_rows(int row_count, int row_width, void (*vendor)(void))
{
    rows = row_count, width = row_width;
    size_t count = (size_t)rows * width;
    bench_number("rows", rows);
    bench_number("width", width);
    bench_fill_ints((int *)bench_array("in", count * sizeof(int)), count, -1000, 1001);
    bench_output("out", BENCH_INT, rows);
    if (vendor == CUB(sum_rows))
        store_starts();
    provide(vendor);
}

static void prepare_text(void)
{
    prepare_rows(262144, 1024, CUB(sum_rows));
}

static void prepare_computed_text(void)
{
    prepare_rows(262144, 1024, CUB(sum_computed_rows));
}

static void prepare_odd_rows(void)
{
    prepare_rows(300007, 777, CUB(sum_computed_rows));
}

static void prepare_long_rows(void)
{
    prepare_rows(4099, 65537, CUB(sum_computed_rows));
}

static void prepare_far_rows(void)
{
    prepare_rows(2200000, 1024, CUB(sum_computed_rows));
}

static void prepare_two_rows(void)
{
    prepare_rows(2, INT_MAX, CUB(sum_computed_rows));
}

static void prepare_sum(size_t count, int low, int high)
{
    n = count;
    bench_number("n", (int64_t)n);
    bench_fill_ints((int *)bench_array("in", n * sizeof(int)), n, low, high);
    bench_output("sum", BENCH_LONG, 1);
    provide(CUB(sum_all));
}

static void prepare_whole(void)
{
    prepare_sum((size_t)1 << 28, -1000, 1001);
}

// Near the largest int: a sum of 32 bits would overflow with the second element.
static void prepare_large(void)
{
    prepare_sum(300000007, 2147000000, 2147483647);
}

static void prepare_far_sum(void)
{
    prepare_sum(2500000007, 2147000000, 2147483647);
}

static const char segmented[] = "CUB segmented Sum, array of starts",
                  computed[] = "CUB segmented Sum, computed starts",
                  whole[] = "CUB Reduce, 64 bits";
#define ALL_ROWS "row_sums_interleaved row_sums_sequential row_sums"

// At the least, each element is read once. Beyond 2^31 elements an int overflows.
// clang-format off
const struct bench_work bench_works[] = {
    {.name = "262144 rows of 1024", .tasks = ALL_ROWS,
     .vendor_name = segmented, .ceiling = BENCH_READ, .amount = 4.0 * 262144 * 1024,
     .prepare = prepare_text, .vendor = CUB(sum_rows)},
    {.name = "the same, starts computed", .tasks = ALL_ROWS,
     .vendor_name = computed, .ceiling = BENCH_READ, .amount = 4.0 * 262144 * 1024,
     .prepare = prepare_computed_text, .vendor = CUB(sum_computed_rows)},
    {.name = "300007 rows of 777", .tasks = ALL_ROWS,
     .vendor_name = computed, .ceiling = BENCH_READ, .amount = 4.0 * 300007 * 777,
     .prepare = prepare_odd_rows, .vendor = CUB(sum_computed_rows)},
    {.name = "4099 rows of 65537", .tasks = "row_sums",
     .vendor_name = computed, .ceiling = BENCH_READ, .amount = 4.0 * 4099 * 65537,
     .prepare = prepare_long_rows, .vendor = CUB(sum_computed_rows)},
    {.name = "2200000 rows of 1024, beyond 2^31 elements", .tasks = ALL_ROWS,
     .vendor_name = computed, .ceiling = BENCH_READ, .amount = 4.0 * 2200000 * 1024,
     .prepare = prepare_far_rows, .vendor = CUB(sum_computed_rows)},
    {.name = "2 rows of 2^31 - 1, beyond 2^31 elements", .tasks = "row_sums",
     .vendor_name = computed, .ceiling = BENCH_READ, .amount = 8.0 * INT_MAX,
     .prepare = prepare_two_rows, .vendor = CUB(sum_computed_rows)},
    {.name = "1 GiB whole", .tasks = "sum_fast",
     .vendor_name = whole, .ceiling = BENCH_READ, .amount = 4.0 * (1 << 28),
     .prepare = prepare_whole, .vendor = CUB(sum_all)},
    {.name = "300000007 large ints", .tasks = "sum_fast",
     .vendor_name = whole, .ceiling = BENCH_READ, .amount = 4.0 * 300000007,
     .prepare = prepare_large, .vendor = CUB(sum_all)},
    {.name = "2500000007 large ints, beyond 2^31 elements", .tasks = "sum_fast",
     .vendor_name = whole, .ceiling = BENCH_READ, .amount = 4.0 * 2500000007,
     .prepare = prepare_far_sum, .vendor = CUB(sum_all)},
};
// clang-format on
const int bench_work_count = sizeof bench_works / sizeof *bench_works;
