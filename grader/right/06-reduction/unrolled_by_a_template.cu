// tasks: row_sums_sequential
// how: the tree unrolled at compile time, its last steps within one warp
#include "reduction.h"

#define BLOCK_SIZE 512

template <int STRIDE> static __device__ void add_halves(volatile int *partial)
{
    if (threadIdx.x < STRIDE)
        partial[threadIdx.x] += partial[threadIdx.x + STRIDE];
    if (STRIDE > 16)
        __syncthreads();
    else
        __syncwarp();
    add_halves<STRIDE / 2>(partial);
}

template <> __device__ void add_halves<0>(volatile int *)
{
}

__global__ void sequential_kernel(const int *in, int *out, int width)
{
    __shared__ int partial[2 * BLOCK_SIZE];
    for (int i = threadIdx.x; i < 2 * BLOCK_SIZE; i += BLOCK_SIZE)
        partial[i] = i < width ? __ldg(&in[(size_t)blockIdx.x * width + i]) : 0;
    __syncthreads();
    add_halves<BLOCK_SIZE>(partial);
    if (threadIdx.x == 0)
        out[blockIdx.x] = partial[0];
}

EXPORT void row_sums_sequential(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    sequential_kernel<<<rows, BLOCK_SIZE>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
