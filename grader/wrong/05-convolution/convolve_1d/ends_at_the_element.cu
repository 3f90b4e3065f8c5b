// bug: the mask ends on the element, as a full convolution of numpy begins
// reason: wrong
// pattern: ends_at_the_element
// says: the mask ends on the element itself
#include "convolution.h"

__global__ void k(const int *in, const int *mask, int *out, int n, int w)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int s = 0;
    for (int j = 0; j < w; ++j) {
        int q = i - w + 1 + j;
        if (q >= 0 && q < n)
            s += mask[j] * in[q];
    }
    out[i] = s;
}

EXPORT void convolve_1d(const int *d_in, const int *d_mask, int *d_out, int n, int mask_width)
{
    if (n <= 0)
        return;
    k<<<(n + 255) / 256, 256>>>(d_in, d_mask, d_out, n, mask_width);
    CHECK(cudaGetLastError());
}
