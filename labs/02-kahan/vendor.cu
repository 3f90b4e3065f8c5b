// Lab 02, for `make bench`: the exact answers, and what sums plainly, at the sizes compared.
// Libraries: cublas
#include "bench.h"
#include "kernel.h"
#include <cub/device/device_reduce.cuh>

#if __has_include(<cublas_v2.h>)
#include <cublas_v2.h>
#define CUBLAS(run) run
#else
#define CUBLAS(run) NULL
#endif

// No library sums with compensation. So the vendor's answers here are plain float sums, which
// are fast and inexact, and what is right is computed in double.

// Adds up row blockIdx.x of x, `width` elements, in gridDim.y blocks of 256 threads. sums[row]
// must be 0 before; in which order the blocks add to it changes only a double's last digits.
static __global__ void sum_in_double(const float *x, size_t width, double *sums)
{
    __shared__ double part[256];
    double sum = 0;
    size_t stride = (size_t)gridDim.y * blockDim.x;
    for (size_t i = (size_t)blockIdx.y * blockDim.x + threadIdx.x; i < width; i += stride)
        sum += x[blockIdx.x * width + i];
    part[threadIdx.x] = sum;
    for (int half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        atomicAdd(&sums[blockIdx.x], part[0]);
}

static const double *exact_sums(int rows, size_t width, int blocks)
{
    double *sums = (double *)bench_get("exact");
    cudaMemset(sums, 0, rows * sizeof(double));
    sum_in_double<<<dim3(rows, blocks), 256>>>((float *)bench_get("x"), width, sums);
    return sums;
}

static float *random_floats(const char *name, size_t count, float low)
{
    float *x = (float *)bench_array(name, count * sizeof(float));
    bench_fill_floats(x, count, low, 1);
    return x;
}

// ---- row_sums_kahan ------------------------------------------------------------------------

static int rows, width;

static void prepare_rows(int count, int each)
{
    rows = count, width = each;
    bench_number("rows", rows);
    bench_number("width", width);
    random_floats("x", (size_t)rows * width, 0);
    bench_output("sums", BENCH_FLOAT, rows);
    bench_array("exact", rows * sizeof(double));
}

static void prepare_short_rows(void)
{
    prepare_rows(131072, 1001);
}

static void prepare_far_rows(void)
{
    prepare_rows(70000, 32768);
}

static const double *exact_rows(void)
{
    return exact_sums(rows, width, 1);
}

// ---- matmul_kahan --------------------------------------------------------------------------

static int n, ld; // c is n x n, and rows of a and b begin `ld` elements apart

static void prepare_product(int size, int leading_dimension)
{
    n = size, ld = leading_dimension;
    size_t count = (size_t)n * n, blocks = blocks_for(count, 256);
    bench_number("n", n);
    bench_number("lda", ld);
    bench_number("ldb", ld);
    bench_number("ldc", n);
    random_floats("a", (size_t)n * ld, 0);
    random_floats("b", (size_t)n * ld, 0);
    bench_output("c", BENCH_FLOAT, count);
    bench_array("start", blocks * sizeof(long long)); // of matmul_kahan_timed, and no answers
    bench_array("stop", blocks * sizeof(long long));
    bench_array("exact", count * sizeof(double));
}

static void prepare_1000(void)
{
    prepare_product(1000, 1000);
}

static void prepare_4096(void)
{
    prepare_product(4096, 4096);
}

static void prepare_far_product(void)
{
    prepare_product(1100, 2000000);
}

// Thread i computes element i of c, as a product is defined.
static __global__ void multiply_in_double(const float *a, const float *b, double *c, size_t n,
                                          size_t ld)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x, row = i / n, col = i % n;
    if (i >= n * n)
        return;
    double sum = 0;
    for (size_t l = 0; l < n; l++)
        sum += (double)a[row * ld + l] * b[l * ld + col];
    c[i] = sum;
}

static const double *exact_product(void)
{
    double *c = (double *)bench_get("exact");
    multiply_in_double<<<blocks_for((size_t)n * n, 256), 256>>>(
        (float *)bench_get("a"), (float *)bench_get("b"), c, n, ld);
    CHECK(cudaGetLastError());
    return c;
}

#if __has_include(<cublas_v2.h>)
// cuBLAS stores by columns, so to it our row-major c = a b is c^T = b^T a^T.
static void multiply(void)
{
    static cublasHandle_t handle;
    if (!handle)
        cublasCreate(&handle);
    const float one = 1, zero = 0;
    cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, (float *)bench_get("b"), ld,
                (float *)bench_get("a"), ld, &zero, (float *)bench_get("c"), n);
}
#endif

// ---- sum_compensated -----------------------------------------------------------------------

static size_t length;
static size_t workspace;

// A twentieth is left of what cancels: the condition number is about 10.
static void prepare_sum(size_t count)
{
    length = count;
    bench_number("n", (int64_t)count);
    random_floats("x", count, -0.9f);
    bench_output("sum", BENCH_FLOAT, 1);
    bench_array("exact", sizeof(double));
    cub::DeviceReduce::Sum(NULL, workspace, (float *)NULL, (float *)NULL, (int64_t)count);
    bench_array("workspace", workspace);
}

static void prepare_sum_of_256_mib(void)
{
    prepare_sum((size_t)1 << 26);
}

static void prepare_odd_sum(void)
{
    prepare_sum(((size_t)1 << 28) + 3);
}

static void prepare_far_sum(void)
{
    prepare_sum(((size_t)1 << 31) + 5);
}

static void sum_plainly(void)
{
    size_t bytes = workspace;
    cub::DeviceReduce::Sum(bench_get("workspace"), bytes, (float *)bench_get("x"),
                           (float *)bench_get("sum"), (int64_t)length);
}

static const double *exact_sum(void)
{
    return exact_sums(1, length, 1024);
}

// ---- the works -----------------------------------------------------------------------------

static const char cublas[] = "cuBLAS SGEMM, plain", cub_sum[] = "CUB Sum, plain";
static const char products[] = "matmul_kahan_timed matmul_kahan";

// Off by one unit in the last place at most, as the contract has it; two for the long sums.
// Those are longer than the contract says: for random terms it is still right, since what
// compensation leaves, some k u^2 for threads that add k terms each (u = 2^-24), is far below.
// clang-format off
const struct bench_work bench_works[] = {
    {.name = "n = 1000", .tasks = products,
     .vendor_name = cublas, .ceiling = BENCH_FMA, .amount = 2.0 * 1000 * 1000 * 1000,
     .prepare = prepare_1000, .vendor = CUBLAS(multiply), .exact = exact_product,
     .tolerance = 1.2e-7},
    {.name = "n = 4096", .tasks = products,
     .vendor_name = cublas, .ceiling = BENCH_FMA, .amount = 2.0 * 4096 * 4096 * 4096,
     .prepare = prepare_4096, .vendor = CUBLAS(multiply), .exact = exact_product,
     .tolerance = 1.2e-7},
    {.name = "n = 1100, lda = ldb = 2000000, beyond 2^31 elements", .tasks = products,
     .vendor_name = cublas, .ceiling = BENCH_FMA, .amount = 2.0 * 1100 * 1100 * 1100,
     .prepare = prepare_far_product, .vendor = CUBLAS(multiply), .exact = exact_product,
     .tolerance = 1.2e-7},
    {.name = "131072 rows of 1001", .tasks = "row_sums_kahan",
     .ceiling = BENCH_READ, .amount = 4.0 * 131072 * 1001,
     .prepare = prepare_short_rows, .exact = exact_rows, .tolerance = 1.2e-7},
    {.name = "70000 rows of 32768, beyond 2^31 elements", .tasks = "row_sums_kahan",
     .ceiling = BENCH_READ, .amount = 4.0 * 70000 * 32768,
     .prepare = prepare_far_rows, .exact = exact_rows, .tolerance = 1.2e-7},
    {.name = "2^26 terms", .tasks = "sum_compensated",
     .vendor_name = cub_sum, .ceiling = BENCH_READ, .amount = 0x1p28,
     .prepare = prepare_sum_of_256_mib, .vendor = sum_plainly, .exact = exact_sum,
     .tolerance = 2.4e-7},
    {.name = "2^28 + 3 terms", .tasks = "sum_compensated",
     .vendor_name = cub_sum, .ceiling = BENCH_READ, .amount = 0x1p30,
     .prepare = prepare_odd_sum, .vendor = sum_plainly, .exact = exact_sum,
     .tolerance = 2.4e-7},
    {.name = "2^31 + 5 terms", .tasks = "sum_compensated",
     .vendor_name = cub_sum, .ceiling = BENCH_READ, .amount = 0x1p33,
     .prepare = prepare_far_sum, .vendor = sum_plainly, .exact = exact_sum,
     .tolerance = 2.4e-7},
};
// clang-format on
const int bench_work_count = sizeof bench_works / sizeof *bench_works;
