// tasks: convolve_1d
// how: own elements from shared memory, those of other blocks from global memory
#include "convolution.h"

#define BLOCK_SIZE 256

__global__ void convolve_1d_kernel(const int *in, const int *mask, int *out, int n,
                                   int mask_width)
{
    __shared__ int own[BLOCK_SIZE];
    int i = blockIdx.x * blockDim.x + threadIdx.x, first = blockIdx.x * blockDim.x;
    if (i < n)
        own[threadIdx.x] = in[i];
    __syncthreads();
    int sum = 0;
    for (int j = mask_width - 1; j >= 0 && i < n; j--) {
        int k = i - mask_width / 2 + j;
        if (k >= first && k < min(first + BLOCK_SIZE, n))
            sum += mask[j] * own[k - first];
        else if (k >= 0 && k < n)
            sum += mask[j] * in[k];
    }
    if (i < n)
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
