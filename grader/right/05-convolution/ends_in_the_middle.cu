// tasks: convolve_1d
// how: the number of blocks is computed in double, and the blocks begin in the middle, so that
// the last element is neither the first block's nor the last one's
#include "convolution.h"

#define BLOCK_SIZE 128

__global__ void convolve_kernel(const int *in, const int *mask, int *out, int n, int mask_width)
{
    unsigned block = (blockIdx.x + gridDim.x / 2) % gridDim.x;
    int i = block * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int sum = 0, first = i - mask_width / 2;
    for (int j = 0; j < mask_width; j++)
        if (first + j >= 0 && first + j < n)
            sum += mask[j] * in[first + j];
    out[i] = sum;
}

EXPORT void convolve_1d(const int *d_in, const int *d_mask, int *d_out, int n, int mask_width)
{
    if (n == 0)
        return;
    unsigned blocks = (unsigned)ceil(n / (double)BLOCK_SIZE);
    convolve_kernel<<<blocks, BLOCK_SIZE>>>(d_in, d_mask, d_out, n, mask_width);
    CHECK(cudaGetLastError());
}
