// bug: the weights left of the middle serve for those right of it
// reason: wrong
// pattern: symmetric_mask
// says: a mask need not be symmetric
#include "convolution.h"

__global__ void k(const int *in, const int *mask, int *out, int n, int w)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int sum = 0;
    sum = mask[w / 2] * in[i];
    for (int j = 0; j < w / 2; j++) {
        int at = i - w / 2 + j;
        int other = i + w / 2 - j;
        sum += mask[j] * ((at >= 0 ? in[at] : 0) + (other < n ? in[other] : 0));
    }
    out[i] = sum;
}
EXPORT void convolve_1d(const int *d_in, const int *d_mask, int *d_out, int n, int mask_width)
{
    if (n == 0)
        return;
    k<<<blocks_for(n, 256), 256>>>(d_in, d_mask, d_out, n, mask_width);
    CHECK(cudaGetLastError());
}
