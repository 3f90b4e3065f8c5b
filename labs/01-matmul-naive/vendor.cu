// Lab 01, for `make bench`: the product by cuBLAS; the small kernels beside a copy.
// Libraries: cublas
#include "bench.h"

#if __has_include(<cublas_v2.h>)
#include <cublas_v2.h>
#define CUBLAS(run) run
#else
#define CUBLAS(run) NULL
#endif

// ---- element by element --------------------------------------------------------------------

static void prepare_squares(int width, int height)
{
    size_t count = (size_t)width * height;
    bench_number("width", width);
    bench_number("height", height);
    // The square of an int of up to 40000 is an int.
    bench_fill_ints((int *)bench_array("in", count * sizeof(int)), count, -40000, 40000);
    bench_output("out", BENCH_INT, count);
}

static void prepare_large_squares(void)
{
    prepare_squares(16384, 16384);
}

static void prepare_odd_squares(void)
{
    prepare_squares(10007, 9973);
}

static void prepare_sum(void)
{
    const int width = 16384, height = 16384;
    size_t count = (size_t)width * height;
    bench_number("width", width);
    bench_number("height", height);
    bench_fill_ints((int *)bench_array("a", count * sizeof(int)), count, -1000000, 1000000);
    bench_fill_ints((int *)bench_array("b", count * sizeof(int)), count, -1000000, 1000000);
    bench_output("c", BENCH_INT, count);
}

// ---- products ------------------------------------------------------------------------------

static int size; // n of the present work

// The numbers of matmul_1d and of matmul_2d: the same square matrices for both.
static void name_sizes(int n)
{
    static const char *const names[] = {"n", "m", "k", "lda", "ldb", "ldc"};
    size = n;
    for (int i = 0; i < 6; i++)
        bench_number(names[i], n);
}

static void prepare_product(int n)
{
    size_t count = (size_t)n * n;
    name_sizes(n);
    bench_fill_floats((float *)bench_array("a", count * sizeof(float)), count, 0, 1);
    bench_fill_floats((float *)bench_array("b", count * sizeof(float)), count, 0, 1);
    bench_output("c", BENCH_FLOAT, count);
}

static void prepare_1000(void)
{
    prepare_product(1000);
}

static void prepare_4096(void)
{
    prepare_product(4096);
}

static void prepare_odd(void)
{
    prepare_product(2777);
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
    cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, size, size, size, &one,
                (float *)bench_get("b"), size, (float *)bench_get("a"), size, &zero,
                (float *)bench_get("c"), size);
}
#endif

// Copies both ways belong to the work, as does allocating.
static void prepare_host(void)
{
    const int n = 1000;
    size_t count = (size_t)n * n;
    name_sizes(n);
    float *a = (float *)bench_host_array("a", count * sizeof *a);
    float *b = (float *)bench_host_array("b", count * sizeof *b);
    uint64_t state = 88172645463325252;
    for (size_t i = 0; i < 2 * count; i++) { // Marsaglia's xorshift: 24 bits make a float
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        (i < count ? a : b - count)[i] = (float)(state >> 40) * 0x1p-24f;
    }
    bench_host_array("c", count * sizeof(float));
}

static const char cublas[] = "cuBLAS SGEMM", products[] = "matmul_1d matmul_2d";

// Errors grow with the square root of n: some 1e-6 for terms of one sign.
// clang-format off
const struct bench_work bench_works[] = {
    {"16384 x 16384", "square_elements", NULL, BENCH_COPY, 8.0 * 16384 * 16384, prepare_large_squares, NULL, NULL, NULL, NULL, 0},
    {"10007 x 9973", "square_elements", NULL, BENCH_COPY, 8.0 * 10007 * 9973, prepare_odd_squares, NULL, NULL, NULL, NULL, 0},
    {"16384 x 16384", "matrix_add", NULL, BENCH_COPY, 12.0 * 16384 * 16384, prepare_sum, NULL, NULL, NULL, NULL, 0},
    {"n = 1000", products, cublas, BENCH_FMA, 2e9, prepare_1000, CUBLAS(multiply), NULL, NULL, NULL, 2e-5},
    {"n = 4096", products, cublas, BENCH_FMA, 2.0 * 4096 * 4096 * 4096, prepare_4096, CUBLAS(multiply), NULL, NULL, NULL, 2e-5},
    {"n = 2777", products, cublas, BENCH_FMA, 2.0 * 2777 * 2777 * 2777, prepare_odd, CUBLAS(multiply), NULL, NULL, NULL, 2e-5},
    {"n = 1000, from host memory", "matmul_host", NULL, BENCH_FMA, 2e9, prepare_host, NULL, NULL, NULL, NULL, 2e-5},
};
// clang-format on
const int bench_work_count = sizeof bench_works / sizeof *bench_works;
