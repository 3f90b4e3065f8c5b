// Lab 05, for `make bench`: the same sums by cuDNN, in floats and without tensor cores.
// Libraries: cudnn
#include "bench.h"
#include "kernel.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#if __has_include(<cudnn.h>)
#include <cudnn.h>
#define CUDNN(run) run
#else
#define CUDNN(run) NULL
#endif

static int mask_width, width, height;

#if __has_include(<cudnn.h>)
static cudnnHandle_t cudnn;
static cudnnTensorDescriptor_t picture; // of the input, and of the output
static cudnnFilterDescriptor_t filter;
static cudnnConvolutionDescriptor_t convolution;
static cudnnConvolutionFwdAlgo_t algorithm;
static void *workspace;
static size_t workspace_bytes;

static void convolve(void);

static void check(cudnnStatus_t status)
{
    if (status == CUDNN_STATUS_SUCCESS)
        return;
    fprintf(stderr, "cuDNN: %s\n", cudnnGetErrorString(status));
    exit(2);
}

// One picture of one channel, and one filter for it. CUDNN_CROSS_CORRELATION does not flip the
// mask, CUDNN_FMA_MATH keeps to float arithmetic.
static void describe(void)
{
    check(cudnnCreateTensorDescriptor(&picture));
    check(cudnnSetTensor4dDescriptor(picture, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 1, height,
                                     width));
    check(cudnnCreateFilterDescriptor(&filter));
    check(cudnnSetFilter4dDescriptor(filter, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, 1, 1,
                                     mask_width, mask_width));
    check(cudnnCreateConvolutionDescriptor(&convolution));
    check(cudnnSetConvolution2dDescriptor(convolution, mask_width / 2, mask_width / 2, 1, 1, 1,
                                          1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT));
    check(cudnnSetConvolutionMathType(convolution, CUDNN_FMA_MATH));
}

// Milliseconds of the second of two runs; the first also loads code. Infinitely many where the
// workspace is too large for the device.
static float time_of(cudnnConvolutionFwdAlgo_t candidate)
{
    cudaEvent_t start, stop;
    float milliseconds;
    algorithm = candidate;
    check(cudnnGetConvolutionForwardWorkspaceSize(cudnn, picture, filter, convolution, picture,
                                                  algorithm, &workspace_bytes));
    if (cudaMalloc(&workspace, workspace_bytes + 1) != cudaSuccess) {
        cudaGetLastError();
        workspace = NULL;
        return INFINITY;
    }
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    convolve();
    cudaEventRecord(start);
    convolve();
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(&milliseconds, start, stop);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    cudaFree(workspace);
    workspace = NULL;
    return milliseconds;
}

// cuDNN's own advice is the second of these, and on an H200 takes five times as long as the
// last, so they are timed. Those by Fourier transforms are left out: they take most of a
// second.
static void choose_algorithm(void)
{
    static const cudnnConvolutionFwdAlgo_t candidates[] = {
        CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM,
        CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM,
        CUDNN_CONVOLUTION_FWD_ALGO_GEMM,
    };
    cudnnConvolutionFwdAlgo_t best = candidates[0];
    float shortest = INFINITY;
    for (int i = 0; i < 3; i++) {
        float milliseconds = time_of(candidates[i]);
        if (milliseconds < shortest)
            shortest = milliseconds, best = candidates[i];
    }
    algorithm = best;
}

static void prepare_cudnn(void)
{
    check(cudnnCreate(&cudnn));
    describe();
    choose_algorithm();
    check(cudnnGetConvolutionForwardWorkspaceSize(cudnn, picture, filter, convolution, picture,
                                                  algorithm, &workspace_bytes));
    workspace = bench_memory(workspace_bytes);
}

static void convolve(void)
{
    float one = 1, zero = 0;
    check(cudnnConvolutionForward(cudnn, &one, picture, bench_get("in"), filter,
                                  bench_get("mask"), convolution, algorithm, workspace,
                                  workspace_bytes, &zero, picture, bench_get("out")));
}

static void forget_cudnn(void)
{
    if (!cudnn)
        return;
    cudaFree(workspace);
    cudnnDestroyConvolutionDescriptor(convolution);
    cudnnDestroyFilterDescriptor(filter);
    cudnnDestroyTensorDescriptor(picture);
    cudnnDestroy(cudnn);
    workspace = NULL;
    cudnn = NULL;
}
#endif

// No negative numbers: what rounding does to a sum is then small beside the sum.
static void fill(const char *name, size_t count)
{
    bench_fill_floats((float *)bench_array(name, count * sizeof(float)), count, 0, 1);
}

static void prepare(int w, int cols, int rows)
{
    mask_width = w, width = cols, height = rows;
    bench_number("mask_width", w);
    bench_number("width", cols);
    bench_number("height", rows);
    fill("in", (size_t)cols * rows);
    fill("mask", (size_t)w * w);
    bench_output("out", BENCH_FLOAT, (size_t)cols * rows);
}

static void prepare_both(int w, int cols, int rows)
{
    prepare(w, cols, rows);
    void (*vendor)(void) = CUDNN(prepare_cudnn);
    if (vendor)
        vendor();
}

static void prepare_square(void)
{
    prepare_both(5, 8192, 8192);
}

static void prepare_odd(void)
{
    prepare_both(5, 8191, 8193);
}

static void prepare_small_mask(void)
{
    prepare_both(3, 20000, 5001);
}

static void prepare_tall(void)
{
    prepare_both(9, 1000, 65537);
}

static void prepare_large_mask(void)
{
    prepare_both(15, 8192, 8192);
}

static void prepare_far(void)
{
    prepare(5, 50000, 45000);
}

static void prepare_list(int n)
{
    mask_width = 5, width = n, height = 1;
    bench_number("n", n);
    bench_number("mask_width", mask_width);
    bench_fill_ints((int *)bench_array("in", n * sizeof(int)), n, -1000, 1001);
    bench_fill_ints((int *)bench_array("mask", mask_width * sizeof(int)), mask_width, -1000,
                    1001);
    bench_output("out", BENCH_INT, n);
}

static void prepare_short_list(void)
{
    prepare_list(1 << 28);
}

static void prepare_far_list(void)
{
    prepare_list(2000000000);
}

// ---- what is right -------------------------------------------------------------------------

static double *right; // what the present work must give

static void release(void)
{
    void (*vendor)(void) = CUDNN(forget_cudnn);
    if (vendor)
        vendor();
    CHECK(cudaFree(right));
    right = NULL;
}

// Thread i computes element i, counted row by row, as the contract has it.
template <typename number>
__global__ void convolve_exactly(const number *in, const number *mask, double *out,
                                 int mask_width, int mask_height, long long width,
                                 long long height)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= width * height)
        return;
    double sum = 0;
    for (int y = 0; y < mask_height; y++) {
        for (int x = 0; x < mask_width; x++) {
            long long row = i / width - mask_height / 2 + y;
            long long col = i % width - mask_width / 2 + x;
            if (row >= 0 && row < height && col >= 0 && col < width)
                sum += (double)mask[y * mask_width + x] * in[row * width + col];
        }
    }
    out[i] = sum;
}

template <typename number> static const double *exact(int mask_height)
{
    size_t count = (size_t)width * height;
    right = (double *)bench_memory(count * sizeof(double));
    convolve_exactly<<<blocks_for(count, 256), 256>>>((number *)bench_get("in"),
                                                      (number *)bench_get("mask"), right,
                                                      mask_width, mask_height, width, height);
    CHECK(cudaGetLastError());
    return right;
}

static const double *exact_picture(void)
{
    return exact<float>(mask_width);
}

static const double *exact_list(void)
{
    return exact<int>(1);
}

// ---- the works -----------------------------------------------------------------------------

// 225 terms of one sign are right to 225 roundings at the worst: 1.4e-5.
#define TOLERANCE 2e-5
#define ALL "convolve_2d convolve_2d_tiled convolve_2d_fast"
#define WITHOUT_TILED "convolve_2d convolve_2d_fast"
static const char by_cudnn[] = "cuDNN convolution, FMA";

// At the least, each element is read once and written once; and a mask of 15 x 15 takes that
// many multiplications and additions. What goes beyond 2^31 shows an int that overflows, and is
// more than a tensor of cuDNN may have.
// clang-format off
const struct bench_work bench_works[] = {
    {.name = "8192 x 8192, mask 5 x 5", .tasks = ALL,
     .vendor_name = by_cudnn, .ceiling = BENCH_COPY, .amount = 8.0 * 8192 * 8192,
     .prepare = prepare_square, .vendor = CUDNN(convolve), .release = release,
     .exact = exact_picture, .tolerance = TOLERANCE},
    {.name = "8191 x 8193, mask 5 x 5", .tasks = ALL,
     .vendor_name = by_cudnn, .ceiling = BENCH_COPY, .amount = 8.0 * 8191 * 8193,
     .prepare = prepare_odd, .vendor = CUDNN(convolve), .release = release,
     .exact = exact_picture, .tolerance = TOLERANCE},
    {.name = "20000 x 5001, mask 3 x 3", .tasks = ALL,
     .vendor_name = by_cudnn, .ceiling = BENCH_COPY, .amount = 8.0 * 20000 * 5001,
     .prepare = prepare_small_mask, .vendor = CUDNN(convolve), .release = release,
     .exact = exact_picture, .tolerance = TOLERANCE},
    {.name = "1000 x 65537, mask 9 x 9", .tasks = ALL,
     .vendor_name = by_cudnn, .ceiling = BENCH_COPY, .amount = 8.0 * 1000 * 65537,
     .prepare = prepare_tall, .vendor = CUDNN(convolve), .release = release,
     .exact = exact_picture, .tolerance = TOLERANCE},
    {.name = "8192 x 8192, mask 15 x 15", .tasks = WITHOUT_TILED,
     .vendor_name = by_cudnn, .ceiling = BENCH_FMA, .amount = 2.0 * 225 * 8192 * 8192,
     .prepare = prepare_large_mask, .vendor = CUDNN(convolve), .release = release,
     .exact = exact_picture, .tolerance = TOLERANCE},
    {.name = "50000 x 45000, mask 5 x 5, beyond 2^31 elements", .tasks = ALL,
     .ceiling = BENCH_COPY, .amount = 8.0 * 50000 * 45000,
     .prepare = prepare_far, .release = release, .exact = exact_picture,
     .tolerance = TOLERANCE},
    {.name = "list of 2^28, mask of 5", .tasks = "convolve_1d",
     .ceiling = BENCH_COPY, .amount = 8.0 * (1 << 28),
     .prepare = prepare_short_list, .release = release, .exact = exact_list},
    {.name = "list of 2000000000, mask of 5, beyond 2^31 bytes", .tasks = "convolve_1d",
     .ceiling = BENCH_COPY, .amount = 8.0 * 2000000000,
     .prepare = prepare_far_list, .release = release, .exact = exact_list},
};
// clang-format on
const int bench_work_count = sizeof bench_works / sizeof *bench_works;
