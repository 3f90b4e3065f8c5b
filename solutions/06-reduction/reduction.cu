// Lab 06, worked: row sums by trees in shared memory, a block a row.
#include "reduction.h"

#define BLOCK_SIZE 512
#define SECTION (2 * BLOCK_SIZE)

// Brings a row into `partial`, two elements a thread. Neighbouring threads read neighbouring
// words. What lies behind the row's end is not ours to read, and 0 changes no sum.
static __device__ void load_row(const int *row, int width, int partial[SECTION])
{
    int first = threadIdx.x, second = threadIdx.x + BLOCK_SIZE;
    partial[first] = first < width ? row[first] : 0;
    partial[second] = second < width ? row[second] : 0;
}

// ---- row_sums_interleaved ------------------------------------------------------------------

// Block r sums row r, which has at most SECTION elements. The launch must provide BLOCK_SIZE
// threads a block, one block a row.
//
// After the step with a stride, each place that is a multiple of 2 * stride holds the sum of
// the 2 * stride elements from there on. The threads that add are ever further apart: from the
// second step on, every warp has idle lanes and yet takes part.
__global__ void interleaved_kernel(const int *in, int *out, int width)
{
    __shared__ int partial[SECTION];
    int t = threadIdx.x;
    load_row(in + (size_t)blockIdx.x * width, width, partial);
    for (int stride = 1; stride < SECTION; stride *= 2) {
        // The sums of the step before are complete. Outside of the if: idle threads arrive too.
        __syncthreads();
        if (t % stride == 0)
            partial[2 * t] += partial[2 * t + stride];
    }
    if (t == 0) // no barrier: thread 0 itself made the last sum
        out[blockIdx.x] = partial[0];
}

EXPORT void row_sums_interleaved(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0) // rows of width 0 do get their launch: an empty sum is 0
        return;
    interleaved_kernel<<<rows, BLOCK_SIZE>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}

// ---- row_sums_sequential -------------------------------------------------------------------

// As interleaved_kernel. After the step with a stride, the first `stride` places hold all of
// the sum. The threads that add are the first ones: whole warps work or are done, and only
// the last five steps, within one warp, diverge.
__global__ void sequential_kernel(const int *in, int *out, int width)
{
    __shared__ int partial[SECTION];
    int t = threadIdx.x;
    load_row(in + (size_t)blockIdx.x * width, width, partial);
    for (int stride = SECTION / 2; stride > 0; stride /= 2) {
        __syncthreads(); // the sums of the step before are complete
        if (t < stride)
            partial[t] += partial[t + stride];
    }
    if (t == 0)
        out[blockIdx.x] = partial[0];
}

EXPORT void row_sums_sequential(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    sequential_kernel<<<rows, BLOCK_SIZE>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}

// ---- row_sums ------------------------------------------------------------------------------

#define IN_FLIGHT 8    // loads that a thread has on their way at once
#define ROWS_A_BLOCK 8 // where a warp sums a row
#define BLOCKS_A_MULTIPROCESSOR 2
#define ROUNDS 32 // of the blocks that run at once, where they share rows
#define ALL_LANES 0xffffffff

// The sum of what a thread meets of a row: IN_FLIGHT elements from `first` on that lie
// `threads` apart, then those that lie `stride` further on. Threads that are neighbours read
// neighbours. A thread has IN_FLIGHT loads on their way before it needs the first one; with one
// at a time it would wait for the memory each time. size_t, since the index after the last one
// may exceed an int.
static __device__ int sum_share(const int *row, size_t width, size_t first, size_t threads,
                                size_t stride)
{
    int sum = 0;
    for (size_t col = first; col < width; col += stride) {
        int x[IN_FLIGHT];
#pragma unroll
        for (int k = 0; k < IN_FLIGHT; k++)
            x[k] = col + k * threads < width ? row[col + k * threads] : 0;
#pragma unroll
        for (int k = 0; k < IN_FLIGHT; k++)
            sum += x[k];
    }
    return sum;
}

// The sum of the values of a warp's lanes, right in lane 0: the tree with halving strides, in
// registers. A shuffle hands on the value of the lane `stride` further on; the lanes wait for
// each other in it, so there is neither shared memory nor a barrier.
static __device__ int sum_warp(int value)
{
    for (int stride = 16; stride > 0; stride /= 2)
        value += __shfl_down_sync(ALL_LANES, value, stride);
    return value;
}

// Warp w of the grid sums row w. The launch must provide 32 threads a row.
__global__ void row_a_warp_kernel(const int *in, int *out, int rows, int width)
{
    int row = blockIdx.x * ROWS_A_BLOCK + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows) // a warp as a whole: no lane of it is missed in a shuffle
        return;
    int sum = sum_warp(sum_share(in + (size_t)row * width, width, lane, 32, IN_FLIGHT * 32));
    if (lane == 0)
        out[row] = sum;
}

// Block (r, p) sums part p of row r, pieces of IN_FLIGHT * SECTION elements: a thread its
// share, a warp its threads' sums, the first warp the warps'. The launch must provide SECTION
// threads a block and a block a part; where a row has several, `out` is 0 before.
__global__ void row_a_block_kernel(const int *in, int *out, int width)
{
    __shared__ int partial[32]; // a warp's lanes, and as many warps
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int *row = in + (size_t)blockIdx.x * width;
    size_t first = (size_t)blockIdx.y * IN_FLIGHT * SECTION + threadIdx.x;
    size_t stride = (size_t)gridDim.y * IN_FLIGHT * SECTION;
    int sum = sum_warp(sum_share(row, width, first, SECTION, stride));
    if (lane == 0)
        partial[warp] = sum;
    __syncthreads(); // the warps' sums are there
    if (warp > 0)
        return;
    sum = sum_warp(partial[lane]);
    if (lane == 0 && gridDim.y == 1)
        out[blockIdx.x] = sum;
    else if (lane == 0)
        atomicAdd(&out[blockIdx.x], sum);
}

// How many blocks share a row, so that few rows still keep the device busy to the end: that
// takes several rounds of the blocks that run at once. Each thread has IN_FLIGHT elements at
// least.
static unsigned parts_for(int rows, int width)
{
    int device, multiprocessors;
    CHECK(cudaGetDevice(&device));
    CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    int wanted = multiprocessors * BLOCKS_A_MULTIPROCESSOR * ROUNDS / rows;
    int most = width / (IN_FLIGHT * SECTION);
    int parts = wanted < most ? wanted : most;
    return parts > 1 ? parts : 1;
}

// A row gets a block, or several where rows are few, if that leaves each thread IN_FLIGHT
// elements at least, and a warp otherwise.
EXPORT void row_sums(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    unsigned blocks = blocks_for(rows, ROWS_A_BLOCK), parts = parts_for(rows, width);
    if (parts > 1)
        CHECK(cudaMemsetAsync(d_out, 0, rows * sizeof *d_out));
    if (width >= IN_FLIGHT * SECTION)
        row_a_block_kernel<<<dim3(rows, parts), SECTION>>>(d_in, d_out, width);
    else
        row_a_warp_kernel<<<blocks, 32 * ROWS_A_BLOCK>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
}
