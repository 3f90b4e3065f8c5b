// bug: elements go through a float on their way
// reason: wrong
// pattern: rounded_to_floats
// says: the sums are rounded to the 24 bits of a float
#include "convolution.h"
__global__ void conv(const int *in, const int *mask, int *out, int n, int mask_width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, radius = mask_width / 2;
    if (i >= n)
        return;
    int sum = 0;
    for (int j = 0; j < mask_width; j++) {
        int k = i - radius + j;
        if (k >= 0 && k < n)
            sum += (int)(float)in[k] * mask[j];
    }
    out[i] = sum;
}
EXPORT void convolve_1d(const int *d_in, const int *d_mask, int *d_out, int n, int mask_width)
{
    if (n == 0)
        return;
    conv<<<blocks_for(n, 256), 256>>>(d_in, d_mask, d_out, n, mask_width);
    CHECK(cudaGetLastError());
}
