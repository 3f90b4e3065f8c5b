// Lab 01, for `make bench`: the product by cuBLAS; the small kernels beside a copy.
// Libraries: cublas
#include "bench.h"
#include "kernel.h"

#if __has_include(<cublas_v2.h>)
#include <cublas_v2.h>
#define CUBLAS(run) run
#else
#define CUBLAS(run) NULL
#endif

// ---- element by element --------------------------------------------------------------------

// Indices beyond 2^31 show where an int has overflowed.
#define LARGE_WIDTH 50000
#define LARGE_HEIGHT 45000

static double *right; // what the present work must give, exactly

static void forget_right(void)
{
    CHECK(cudaFree(right));
    right = NULL;
}

__global__ void square_exactly(const int *in, double *out, size_t count)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = (double)in[i] * in[i];
}

__global__ void add_exactly(const int *a, const int *b, double *c, size_t count)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        c[i] = (double)a[i] + b[i];
}

static size_t count; // elements of each array

static size_t name_shape(int width, int height)
{
    bench_number("width", width);
    bench_number("height", height);
    return count = (size_t)width * height;
}

static void prepare_squares(int width, int height)
{
    name_shape(width, height);
    // The square of an int of up to 40000 is an int.
    bench_fill_ints((int *)bench_array("in", count * sizeof(int)), count, -40000, 40000);
    bench_output("out", BENCH_INT, count);
}

static void prepare_text_squares(void)
{
    prepare_squares(16384, 16384);
}

static void prepare_odd_squares(void)
{
    prepare_squares(10007, 9973);
}

static void prepare_large_squares(void)
{
    prepare_squares(LARGE_WIDTH, LARGE_HEIGHT);
}

static const double *exact_squares(void)
{
    right = (double *)bench_memory(count * sizeof(double));
    square_exactly<<<blocks_for(count, 256), 256>>>((int *)bench_get("in"), right, count);
    CHECK(cudaGetLastError());
    return right;
}

static void prepare_sums(int width, int height)
{
    name_shape(width, height);
    bench_fill_ints((int *)bench_array("a", count * sizeof(int)), count, -1000000, 1000000);
    bench_fill_ints((int *)bench_array("b", count * sizeof(int)), count, -1000000, 1000000);
    bench_output("c", BENCH_INT, count);
}

static void prepare_text_sums(void)
{
    prepare_sums(16384, 16384);
}

static void prepare_large_sums(void)
{
    prepare_sums(LARGE_WIDTH, LARGE_HEIGHT);
}

static const double *exact_sums(void)
{
    right = (double *)bench_memory(count * sizeof(double));
    add_exactly<<<blocks_for(count, 256), 256>>>((int *)bench_get("a"), (int *)bench_get("b"),
                                                 right, count);
    CHECK(cudaGetLastError());
    return right;
}

// ---- products ------------------------------------------------------------------------------

static struct {
    int m, n, k, lda;
} product; // the present one: c (m x n) = a (m x k) b (k x n)

// The numbers of matmul_1d and of matmul_2d: the same matrices for both, where they are square.
static void name_sizes(int m, int n, int k, int lda, int ldb)
{
    product.m = m, product.n = n, product.k = k, product.lda = lda;
    bench_number("m", m);
    bench_number("n", n);
    bench_number("k", k);
    bench_number("lda", lda);
    bench_number("ldb", ldb);
    bench_number("ldc", ldb);
}

static void prepare_product(int m, int n, int k, int lda)
{
    size_t of_a = (size_t)m * lda, of_b = (size_t)k * n;
    name_sizes(m, n, k, lda, n);
    bench_fill_floats((float *)bench_array("a", of_a * sizeof(float)), of_a, 0, 1);
    bench_fill_floats((float *)bench_array("b", of_b * sizeof(float)), of_b, 0, 1);
    bench_output("c", BENCH_FLOAT, (size_t)m * n);
}

static void prepare_1000(void)
{
    prepare_product(1000, 1000, 1000, 1000);
}

static void prepare_4096(void)
{
    prepare_product(4096, 4096, 4096, 4096);
}

static void prepare_odd(void)
{
    prepare_product(2777, 2777, 2777, 2777);
}

static void prepare_far_rows(void)
{
    prepare_product(1100, 1100, 1100, 2000000);
}

static void prepare_long_rows(void)
{
    prepare_product(70000, 16, 32768, 32768);
}

#if __has_include(<cublas_v2.h>)
// cuBLAS stores by columns, so to it our row-major c = a b is c^T = b^T a^T. Its default
// arithmetic for SGEMM is float throughout: no TF32.
static void by_cublas(const float *d_a, int lda, const float *d_b, float *d_c)
{
    static cublasHandle_t handle;
    if (!handle)
        cublasCreate(&handle);
    const float one = 1, zero = 0;
    cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, product.n, product.m, product.k, &one, d_b,
                product.n, d_a, lda, &zero, d_c, product.n);
}

static void multiply(void)
{
    by_cublas((float *)bench_get("a"), product.lda, (float *)bench_get("b"),
              (float *)bench_get("c"));
}
#endif

// ---- products from host memory: copies and allocations belong to the work -------------------

// An n x n matrix of random floats in [0, 1), the beginnings of whose rows are `pitch` apart.
static void prepare_host_matrix(const char *name, int n, int pitch)
{
    float *x = (float *)bench_host_array(name, (size_t)n * pitch * sizeof *x);
    uint64_t state = (uint64_t)name[0] * 88172645463325252; // another one for each matrix
    for (int row = 0; row < n; row++)
        for (int col = 0; col < n; col++) { // Marsaglia's xorshift: 24 bits make a float
            state ^= state << 13, state ^= state >> 7, state ^= state << 17;
            x[(size_t)row * pitch + col] = (float)(state >> 40) * 0x1p-24f;
        }
}

static void prepare_host_product(int n, int pitch)
{
    name_sizes(n, n, n, pitch, pitch);
    prepare_host_matrix("a", n, pitch);
    prepare_host_matrix("b", n, pitch);
    bench_host_output("c", BENCH_FLOAT, (size_t)n * pitch);
}

static void prepare_host(void)
{
    prepare_host_product(1000, 1000);
}

static void prepare_far_host(void)
{
    prepare_host_product(1100, 500000);
}

#if __has_include(<cublas_v2.h>)
// The host's matrix of that name in packed device memory, or room for it.
static float *on_device(const char *name, bool copy)
{
    size_t row = product.n * sizeof(float);
    float *d_x;
    CHECK(cudaMalloc(&d_x, product.n * row));
    if (copy)
        CHECK(cudaMemcpy2D(d_x, row, bench_get(name), product.lda * sizeof(float), row,
                           product.n, cudaMemcpyHostToDevice));
    return d_x;
}

static void multiply_from_host(void)
{
    int n = product.n;
    size_t row = n * sizeof(float);
    float *d_a = on_device("a", true), *d_b = on_device("b", true),
          *d_c = on_device("c", false);
    by_cublas(d_a, n, d_b, d_c);
    CHECK(cudaMemcpy2D(bench_get("c"), product.lda * sizeof(float), d_c, row, row, n,
                       cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    CHECK(cudaFree(d_c));
}
#endif

static const char cublas[] = "cuBLAS SGEMM", with_copies[] = "copies and cuBLAS SGEMM";
static const char products[] = "matmul_1d matmul_2d";

// Errors grow with the square root of n: some 1e-6 for terms of one sign.
// clang-format off
const struct bench_work bench_works[] = {
    {.name = "squares, 16384 x 16384", .tasks = "square_elements",
     .ceiling = BENCH_COPY, .amount = 8.0 * 16384 * 16384,
     .prepare = prepare_text_squares, .release = forget_right, .exact = exact_squares},
    {.name = "squares, 10007 x 9973", .tasks = "square_elements",
     .ceiling = BENCH_COPY, .amount = 8.0 * 10007 * 9973,
     .prepare = prepare_odd_squares, .release = forget_right, .exact = exact_squares},
    {.name = "squares, 50000 x 45000, beyond 2^31 elements", .tasks = "square_elements",
     .ceiling = BENCH_COPY, .amount = 8.0 * LARGE_WIDTH * LARGE_HEIGHT,
     .prepare = prepare_large_squares, .release = forget_right, .exact = exact_squares},
    {.name = "sum, 16384 x 16384", .tasks = "matrix_add",
     .ceiling = BENCH_COPY, .amount = 12.0 * 16384 * 16384,
     .prepare = prepare_text_sums, .release = forget_right, .exact = exact_sums},
    {.name = "sum, 50000 x 45000, beyond 2^31 elements", .tasks = "matrix_add",
     .ceiling = BENCH_COPY, .amount = 12.0 * LARGE_WIDTH * LARGE_HEIGHT,
     .prepare = prepare_large_sums, .release = forget_right, .exact = exact_sums},
    {.name = "n = 1000", .tasks = products,
     .vendor_name = cublas, .ceiling = BENCH_FMA, .amount = 2e9,
     .prepare = prepare_1000, .vendor = CUBLAS(multiply), .tolerance = 2e-5},
    {.name = "n = 4096", .tasks = products,
     .vendor_name = cublas, .ceiling = BENCH_FMA, .amount = 2.0 * 4096 * 4096 * 4096,
     .prepare = prepare_4096, .vendor = CUBLAS(multiply), .tolerance = 2e-5},
    {.name = "n = 2777", .tasks = products,
     .vendor_name = cublas, .ceiling = BENCH_FMA, .amount = 2.0 * 2777 * 2777 * 2777,
     .prepare = prepare_odd, .vendor = CUBLAS(multiply), .tolerance = 2e-5},
    {.name = "n = 1100, lda = 2000000, beyond 2^31 elements", .tasks = "matmul_1d",
     .vendor_name = cublas, .ceiling = BENCH_FMA, .amount = 2.0 * 1100 * 1100 * 1100,
     .prepare = prepare_far_rows, .vendor = CUBLAS(multiply), .tolerance = 2e-5},
    {.name = "70000 x 32768 by 32768 x 16, beyond 2^31 elements", .tasks = "matmul_2d",
     .vendor_name = cublas, .ceiling = BENCH_FMA, .amount = 2.0 * 70000 * 32768 * 16,
     .prepare = prepare_long_rows, .vendor = CUBLAS(multiply), .tolerance = 2e-5},
    {.name = "n = 1000, from host memory", .tasks = "matmul_host",
     .vendor_name = with_copies, .ceiling = BENCH_FMA, .amount = 2e9,
     .prepare = prepare_host, .vendor = CUBLAS(multiply_from_host), .tolerance = 2e-5},
    {.name = "n = 1100, from host memory, beyond 2^31 bytes", .tasks = "matmul_host",
     .vendor_name = with_copies, .ceiling = BENCH_FMA, .amount = 2.0 * 1100 * 1100 * 1100,
     .prepare = prepare_far_host, .vendor = CUBLAS(multiply_from_host), .tolerance = 2e-5},
};
// clang-format on
const int bench_work_count = sizeof bench_works / sizeof *bench_works;
