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

// The sum of what thread t of the block meets of a row: elements t, t + BLOCK_SIZE, ... In
// each step the block reads BLOCK_SIZE neighbours; the bound is the row's, so the last step may
// be a partial one. size_t, since the index after the last one may exceed an int.
static __device__ int sum_share(const int *row, int width)
{
    int sum = 0;
    for (size_t col = threadIdx.x; col < (size_t)width; col += BLOCK_SIZE)
        sum += row[col];
    return sum;
}

// Block r sums row r, of any width. One element a thread is left to the tree, so it has
// BLOCK_SIZE places, and nothing needs a barrier or shared memory before it.
__global__ void row_sums_kernel(const int *in, int *out, int width)
{
    __shared__ int partial[BLOCK_SIZE];
    int t = threadIdx.x;
    partial[t] = sum_share(in + (size_t)blockIdx.x * width, width);
    for (int stride = BLOCK_SIZE / 2; stride > 0; stride /= 2) {
        __syncthreads(); // the sums of the step before are complete
        if (t < stride)
            partial[t] += partial[t + stride];
    }
    if (t == 0)
        out[blockIdx.x] = partial[0];
}

EXPORT void row_sums(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    row_sums_kernel<<<rows, BLOCK_SIZE>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
