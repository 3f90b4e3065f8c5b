// tasks: row_sums_interleaved
// how: at most 64 blocks stride over the rows and use their places again
// night: a core is busy for nine seconds with rows that its few blocks take in turn
#include "reduction.h"

#define BLOCK_SIZE 512
#define SECTION (2 * BLOCK_SIZE)
#define MOST_BLOCKS 64

__global__ void interleaved_kernel(const int *in, int *out, int rows, int width)
{
    extern __shared__ int partial[];
    int t = threadIdx.x;
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        for (int i = t; i < SECTION; i += BLOCK_SIZE)
            partial[i] = i < width ? in[(size_t)row * width + i] : 0;
        for (int stride = 1; stride <= BLOCK_SIZE; stride *= 2) {
            __syncthreads();
            if (t < BLOCK_SIZE / stride)
                partial[2 * t * stride] += partial[2 * t * stride + stride];
        }
        if (t == 0)
            out[row] = partial[0];
        __syncthreads();
    }
}

EXPORT void row_sums_interleaved(const int *d_in, int *d_out, int rows, int width)
{
    int blocks = rows < MOST_BLOCKS ? rows : MOST_BLOCKS;
    if (rows == 0)
        return;
    interleaved_kernel<<<blocks, BLOCK_SIZE, SECTION * sizeof(int)>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
}
