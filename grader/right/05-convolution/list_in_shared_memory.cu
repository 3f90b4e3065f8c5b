// tasks: convolve_1d
// how: blocks of 96 load a tile with its halo, and the mask
#include "convolution.h"

#define BLOCK_SIZE 96

__global__ void convolve_1d_kernel(const int *in, const int *mask, int *out, int n,
                                   int mask_width)
{
    __shared__ int tile[BLOCK_SIZE + MAX_MASK_WIDTH - 1], own_mask[MAX_MASK_WIDTH];
    int i = blockIdx.x * BLOCK_SIZE + threadIdx.x,
        first = blockIdx.x * BLOCK_SIZE - mask_width / 2;
    for (int k = threadIdx.x; k < BLOCK_SIZE + mask_width - 1; k += blockDim.x)
        tile[k] = first + k >= 0 && first + k < n ? in[first + k] : 0;
    if (threadIdx.x < mask_width)
        own_mask[threadIdx.x] = mask[threadIdx.x];
    __syncthreads();
    if (i >= n)
        return;
    int sum = 0;
    for (int j = 0; j < mask_width; j++)
        sum += own_mask[j] * tile[threadIdx.x + j];
    out[i] = sum;
}

EXPORT void convolve_1d(const int *d_in, const int *d_mask, int *d_out, int n, int mask_width)
{
    if (n == 0)
        return;
    convolve_1d_kernel<<<blocks_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_in, d_mask, d_out, n,
                                                                  mask_width);
    CHECK(cudaGetLastError());
}
