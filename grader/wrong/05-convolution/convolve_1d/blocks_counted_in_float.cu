// bug: the number of blocks is computed in float, which counts to 2^24
// reason: wrong
// pattern: tail-unwritten
// says: from element 16777216 on nothing was written
// says: a float counts no further than 16777216
#include "convolution.h"

#define BLOCK_SIZE 256

__global__ void convolve_kernel(const int *in, const int *mask, int *out, int n, int mask_width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
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
    unsigned blocks = (unsigned)ceilf((float)n / BLOCK_SIZE);
    convolve_kernel<<<blocks, BLOCK_SIZE>>>(d_in, d_mask, d_out, n, mask_width);
    CHECK(cudaGetLastError());
}
