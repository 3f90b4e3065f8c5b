// Lab 03, for `make bench`: the product by cuBLAS, at the sizes that are compared.
// Libraries: cublas
#include "bench.h"
#include <stdio.h>

#if __has_include(<cublas_v2.h>)
#include <cublas_v2.h>
#define CUBLAS(run) run
#else
#define CUBLAS(run) NULL
#endif

static int m, n, k;

static void prepare(int rows, int columns, int terms, float low, float high)
{
    m = rows, n = columns, k = terms;
    bench_number("m", m);
    bench_number("n", n);
    bench_number("k", k);
    size_t of_a = (size_t)m * k, of_b = (size_t)k * n, of_c = (size_t)m * n;
    bench_fill_floats((float *)bench_array("a", of_a * sizeof(float)), of_a, low, high);
    bench_fill_floats((float *)bench_array("b", of_b * sizeof(float)), of_b, low, high);
    bench_output("c", BENCH_FLOAT, of_c);
}

static void prepare_square(void)
{
    prepare(4096, 4096, 4096, 0, 1);
}

static void prepare_text(void)
{
    prepare(511, 1023, 2047, 0, 1);
}

static void prepare_odd(void)
{
    prepare(3001, 2777, 3333, 0.5f, 8);
}

// More than 2^31 bytes each; with 2^31 elements matmul_tiled_square would take half a minute.
static void prepare_far_square(void)
{
    prepare(23296, 23296, 23296, 0, 1);
}

// Each matrix in turn has more than 2^31 elements; c in whole tiles of any usual size, a and b
// not.

static void prepare_far_a(void)
{
    prepare(70000, 16, 32768, 0, 1);
}

static void prepare_far_b(void)
{
    prepare(16, 70000, 32768, 0, 1);
}

static void prepare_far_c(void)
{
    prepare(51200, 44032, 16, 0, 1);
}

// m, n and k are each of five sizes, or of their neighbours; what is 1 x 1 by 1 x 1 is so once.
static const char *prepare_shape(int i, double *operations)
{
    static const int sizes[2][5] = {{1, 16, 100, 1000, 10000}, {1, 17, 101, 999, 9999}};
    static char name[64];
    const int odd = i >= 125, *size = sizes[odd], at = odd ? i - 124 : i;
    prepare(size[at / 25], size[at / 5 % 5], size[at % 5], 0, 1);
    *operations = 2.0 * m * n * k;
    snprintf(name, sizeof name, "%d x %d by %d x %d", m, k, k, n);
    return name;
}

#if __has_include(<cublas_v2.h>)
// cuBLAS stores by columns, so to it our row-major c = a b is c^T = b^T a^T. Its default
// arithmetic for SGEMM is float throughout: no TF32.
static void multiply(void)
{
    static cublasHandle_t handle;
    if (!handle)
        cublasCreate(&handle);
    const float one = 1, zero = 0;
    cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, (float *)bench_get("b"), n,
                (float *)bench_get("a"), k, &zero, (float *)bench_get("c"), n);
}
#endif

static const char cublas[] = "cuBLAS SGEMM", any_shape[] = "matmul_tiled matmul_fast";

// Errors of both answers grow with the square root of k: some 1e-6 for terms of one sign.
// 32768 terms take some 2e-5 in the worst element.
// clang-format off
const struct bench_work bench_works[] = {
    {.name = "n = 4096", .tasks = "matmul_tiled_square matmul_tiled matmul_fast",
     .vendor_name = cublas, .ceiling = BENCH_FMA, .amount = 2.0 * 4096 * 4096 * 4096,
     .prepare = prepare_square, .vendor = CUBLAS(multiply), .tolerance = 2e-5},
    {.name = "n = 23296, beyond 2^31 bytes", .tasks = "matmul_tiled_square matmul_fast",
     .vendor_name = cublas, .ceiling = BENCH_FMA, .amount = 2.0 * 23296 * 23296 * 23296,
     .prepare = prepare_far_square, .vendor = CUBLAS(multiply), .tolerance = 5e-5},
    {.name = "511 x 2047 by 2047 x 1023", .tasks = any_shape,
     .vendor_name = cublas, .ceiling = BENCH_FMA, .amount = 2.0 * 511 * 2047 * 1023,
     .prepare = prepare_text, .vendor = CUBLAS(multiply), .tolerance = 2e-5},
    {.name = "3001 x 3333 by 3333 x 2777", .tasks = any_shape,
     .vendor_name = cublas, .ceiling = BENCH_FMA, .amount = 2.0 * 3001 * 3333 * 2777,
     .prepare = prepare_odd, .vendor = CUBLAS(multiply), .tolerance = 2e-5},
    {.name = "70000 x 32768 by 32768 x 16, beyond 2^31 elements", .tasks = any_shape,
     .vendor_name = cublas, .ceiling = BENCH_FMA, .amount = 2.0 * 70000 * 32768 * 16,
     .prepare = prepare_far_a, .vendor = CUBLAS(multiply), .tolerance = 5e-5},
    {.name = "16 x 32768 by 32768 x 70000, beyond 2^31 elements", .tasks = any_shape,
     .vendor_name = cublas, .ceiling = BENCH_FMA, .amount = 2.0 * 70000 * 32768 * 16,
     .prepare = prepare_far_b, .vendor = CUBLAS(multiply), .tolerance = 5e-5},
    {.name = "51200 x 16 by 16 x 44032, beyond 2^31 elements", .tasks = any_shape,
     .vendor_name = cublas, .ceiling = BENCH_FMA, .amount = 2.0 * 51200 * 44032 * 16,
     .prepare = prepare_far_c, .vendor = CUBLAS(multiply), .tolerance = 2e-5},
    {.name = "249 shapes, m, n and k from 1 to 10000", .tasks = any_shape,
     .vendor_name = cublas, .ceiling = BENCH_FMA, .shapes = 249,
     .prepare_shape = prepare_shape, .vendor = CUBLAS(multiply), .tolerance = 5e-5},
};
// clang-format on
const int bench_work_count = sizeof bench_works / sizeof *bench_works;
