// bug: each sum is made positive
// reason: wrong
// pattern: negative_sums_lost
// says: sums below 0 have become positive
#include "convolution.h"

#define BLOCK_SIZE 256

__global__ void convolve_1d_kernel(const int *in, const int *mask, int *out, int n,
                                   int mask_width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int sum = 0;
    for (int j = 0; j < mask_width; j++) {
        int k = i - mask_width / 2 + j;
        if (k >= 0 && k < n)
            sum += mask[j] * in[k];
    }
    out[i] = abs(sum);
}

EXPORT void convolve_1d(const int *d_in, const int *d_mask, int *d_out, int n, int mask_width)
{
    if (n == 0)
        return;
    convolve_1d_kernel<<<blocks_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_in, d_mask, d_out, n,
                                                                  mask_width);
    CHECK(cudaGetLastError());
}
