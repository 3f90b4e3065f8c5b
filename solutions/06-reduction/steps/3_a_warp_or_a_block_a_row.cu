// tasks: row_sums
// how: a warp a row, by shuffles, and a block for a long one
#include "reduction.h"

#define SECTION 1024   // threads of a block that sums a row
#define IN_FLIGHT 8    // loads that a thread has on their way at once
#define ROWS_A_BLOCK 8 // where a warp sums a row
#define ALL_LANES 0xffffffff

// The sum of what one of `threads` threads meets of a row: elements rank, rank + threads, ...
// Threads that are neighbours read neighbours. A thread has IN_FLIGHT loads on their way before
// it needs the first one; with one at a time it would wait for the memory each time. size_t,
// since the index after the last one may exceed an int.
static __device__ int sum_share(const int *row, size_t width, size_t rank, size_t threads)
{
    int sum = 0;
    for (size_t col = rank; col < width; col += IN_FLIGHT * threads) {
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
    int sum = sum_warp(sum_share(in + (size_t)row * width, width, lane, 32));
    if (lane == 0)
        out[row] = sum;
}

// Block r sums row r: a thread its share, a warp its threads' sums, the first warp the warps'.
// The launch must provide SECTION threads a block, one block a row.
__global__ void row_a_block_kernel(const int *in, int *out, int width)
{
    __shared__ int partial[32]; // a warp's lanes, and as many warps
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int *row = in + (size_t)blockIdx.x * width;
    int sum = sum_warp(sum_share(row, width, threadIdx.x, SECTION));
    if (lane == 0)
        partial[warp] = sum;
    __syncthreads(); // the warps' sums are there
    if (warp > 0)
        return;
    sum = sum_warp(partial[lane]);
    if (lane == 0)
        out[blockIdx.x] = sum;
}

// A row gets a block if that leaves each thread IN_FLIGHT elements at least, and a warp
// otherwise.
EXPORT void row_sums(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    unsigned blocks = blocks_for(rows, ROWS_A_BLOCK);
    if (width >= IN_FLIGHT * SECTION)
        row_a_block_kernel<<<rows, SECTION>>>(d_in, d_out, width);
    else
        row_a_warp_kernel<<<blocks, 32 * ROWS_A_BLOCK>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
}
