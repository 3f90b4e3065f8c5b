// Lab 02, for `make bench`: the exact answers, and what sums plainly, at the sizes compared.
// Libraries: cublas
#include "bench.h"
#include <cub/device/device_reduce.cuh>

#if __has_include(<cublas_v2.h>)
#include <cublas_v2.h>
#define CUBLAS(run) run
#else
#define CUBLAS(run) NULL
#endif

// No library sums with compensation. So the vendor's answers here are plain float sums, which
// are fast and inexact, and what is right is computed in double.

// wide[i] = x[i], for all threads of the grid.
static __global__ void widen(const float *x, double *wide, size_t count)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride)
        wide[i] = x[i];
}

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

enum { ROWS = 1 << 17, WIDTH = 1001 };

static void prepare_rows(void)
{
    bench_number("rows", ROWS);
    bench_number("width", WIDTH);
    random_floats("x", (size_t)ROWS * WIDTH, 0);
    bench_output("sums", BENCH_FLOAT, ROWS);
    bench_array("exact", ROWS * sizeof(double));
}

static const double *exact_rows(void)
{
    return exact_sums(ROWS, WIDTH, 1);
}

// ---- matmul_kahan --------------------------------------------------------------------------

static int n;

static void prepare_product(int size)
{
    n = size;
    size_t count = (size_t)n * n, blocks = (count + 255) / 256;
    bench_number("n", n);
    bench_number("lda", n);
    bench_number("ldb", n);
    bench_number("ldc", n);
    random_floats("a", count, 0);
    random_floats("b", count, 0);
    bench_output("c", BENCH_FLOAT, count);
    bench_array("start", blocks * sizeof(long long)); // of matmul_kahan_timed, and no answers
    bench_array("stop", blocks * sizeof(long long));
    bench_array("wide a", count * sizeof(double));
    bench_array("wide b", count * sizeof(double));
    bench_array("exact", count * sizeof(double));
}

static void prepare_1000(void)
{
    prepare_product(1000);
}

static void prepare_4096(void)
{
    prepare_product(4096);
}

#if __has_include(<cublas_v2.h>)
static cublasHandle_t handle(void)
{
    static cublasHandle_t made;
    if (!made)
        cublasCreate(&made);
    return made;
}

// cuBLAS stores by columns, so to it our row-major c = a b is c^T = b^T a^T.
static void multiply(void)
{
    const float one = 1, zero = 0;
    cublasSgemm(handle(), CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, (float *)bench_get("b"), n,
                (float *)bench_get("a"), n, &zero, (float *)bench_get("c"), n);
}

static const double *exact_product(void)
{
    const double one = 1, zero = 0;
    double *a = (double *)bench_get("wide a"), *b = (double *)bench_get("wide b");
    double *c = (double *)bench_get("exact");
    widen<<<1024, 256>>>((float *)bench_get("a"), a, (size_t)n * n);
    widen<<<1024, 256>>>((float *)bench_get("b"), b, (size_t)n * n);
    cublasDgemm(handle(), CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, b, n, a, n, &zero, c, n);
    return c;
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
const struct bench_work bench_works[] = {
    {"n = 1000", products, cublas, BENCH_FMA, 2.0 * 1000 * 1000 * 1000, prepare_1000,
     CUBLAS(multiply), NULL, NULL, CUBLAS(exact_product), 1.2e-7},
    {"n = 4096", products, cublas, BENCH_FMA, 2.0 * 4096 * 4096 * 4096, prepare_4096,
     CUBLAS(multiply), NULL, NULL, CUBLAS(exact_product), 1.2e-7},
    {"131072 rows of 1001", "row_sums_kahan", NULL, BENCH_READ, 4.0 * ROWS *WIDTH, prepare_rows,
     NULL, NULL, NULL, exact_rows, 1.2e-7},
    {"2^26 terms", "sum_compensated", cub_sum, BENCH_READ, 4.0 * (1 << 26),
     prepare_sum_of_256_mib, sum_plainly, NULL, NULL, exact_sum, 2.4e-7},
    {"2^28 + 3 terms", "sum_compensated", cub_sum, BENCH_READ, 4.0 * ((1 << 28) + 3),
     prepare_odd_sum, sum_plainly, NULL, NULL, exact_sum, 2.4e-7},
};
const int bench_work_count = sizeof bench_works / sizeof *bench_works;
