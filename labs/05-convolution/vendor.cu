// Lab 05, for `make bench`: the same sums by cuDNN, in floats and without tensor cores.
// Libraries: cudnn
#include "bench.h"

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

// Milliseconds of the second of two runs; the first also loads code.
static float time_of(cudnnConvolutionFwdAlgo_t candidate)
{
    cudaEvent_t start, stop;
    float milliseconds;
    algorithm = candidate;
    check(cudnnGetConvolutionForwardWorkspaceSize(cudnn, picture, filter, convolution, picture,
                                                  algorithm, &workspace_bytes));
    cudaMalloc(&workspace, workspace_bytes ? workspace_bytes : 1);
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
    cudaMalloc(&workspace, workspace_bytes ? workspace_bytes : 1);
}

static void convolve(void)
{
    float one = 1, zero = 0;
    check(cudnnConvolutionForward(cudnn, &one, picture, bench_get("in"), filter,
                                  bench_get("mask"), convolution, algorithm, workspace,
                                  workspace_bytes, &zero, picture, bench_get("out")));
}

static void release(void)
{
    cudaFree(workspace);
    cudnnDestroyConvolutionDescriptor(convolution);
    cudnnDestroyFilterDescriptor(filter);
    cudnnDestroyTensorDescriptor(picture);
    cudnnDestroy(cudnn);
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
    void (*vendor)(void) = CUDNN(prepare_cudnn);
    if (vendor)
        vendor();
}

static void prepare_square(void)
{
    prepare(5, 8192, 8192);
}

static void prepare_odd(void)
{
    prepare(5, 8191, 8193);
}

static void prepare_small_mask(void)
{
    prepare(3, 20000, 5001);
}

static void prepare_tall(void)
{
    prepare(9, 1000, 65537);
}

static void prepare_large_mask(void)
{
    prepare(15, 8192, 8192);
}

static void prepare_list(void)
{
    int n = 1 << 28, w = 5;
    bench_number("n", n);
    bench_number("mask_width", w);
    bench_fill_ints((int *)bench_array("in", n * sizeof(int)), n, -1000, 1001);
    bench_fill_ints((int *)bench_array("mask", w * sizeof(int)), w, -1000, 1001);
    bench_output("out", BENCH_INT, n);
}

// cuDNN may compute by other ways than 25 products, which round a little more.
#define TOLERANCE 2e-5
#define ALL "convolve_2d convolve_2d_tiled convolve_2d_fast"
static const char by_cudnn[] = "cuDNN convolution, FMA";

// At the least, each element is read once and written once; and a mask of 15 x 15 takes that
// many multiplications and additions.
const struct bench_work bench_works[] = {
    {"8192 x 8192, mask 5 x 5", ALL, by_cudnn, BENCH_COPY, 8.0 * 8192 * 8192, prepare_square,
     CUDNN(convolve), NULL, CUDNN(release), NULL, TOLERANCE},
    {"8191 x 8193, mask 5 x 5", ALL, by_cudnn, BENCH_COPY, 8.0 * 8191 * 8193, prepare_odd,
     CUDNN(convolve), NULL, CUDNN(release), NULL, TOLERANCE},
    {"20000 x 5001, mask 3 x 3", ALL, by_cudnn, BENCH_COPY, 8.0 * 20000 * 5001,
     prepare_small_mask, CUDNN(convolve), NULL, CUDNN(release), NULL, TOLERANCE},
    {"1000 x 65537, mask 9 x 9", ALL, by_cudnn, BENCH_COPY, 8.0 * 1000 * 65537, prepare_tall,
     CUDNN(convolve), NULL, CUDNN(release), NULL, TOLERANCE},
    {"8192 x 8192, mask 15 x 15", "convolve_2d convolve_2d_fast", by_cudnn, BENCH_FMA,
     2.0 * 225 * 8192 * 8192, prepare_large_mask, CUDNN(convolve), NULL, CUDNN(release), NULL,
     TOLERANCE},
    {"list of 2^28, mask of 5", "convolve_1d", NULL, BENCH_COPY, 8.0 * (1 << 28), prepare_list,
     NULL, NULL, NULL, NULL, 0},
};
const int bench_work_count = sizeof bench_works / sizeof *bench_works;
