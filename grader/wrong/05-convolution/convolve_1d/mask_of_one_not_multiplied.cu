// bug: where the mask has one element, the input is copied
// reason: wrong
// pattern: unweighted
// says: each is to be multiplied by its element of the mask
#include "convolution.h"

__global__ void k(const int *in, const int *mask, int *out, int n, int w)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int sum = 0;
    for (int j = 0; j < w; j++) {
        int at = i - w / 2 + j;
        if (at >= 0 && at < n)
            sum += mask[j] * in[at];
    }
    out[i] = w == 1 ? in[i] : sum;
}
EXPORT void convolve_1d(const int *d_in, const int *d_mask, int *d_out, int n, int mask_width)
{
    if (n == 0)
        return;
    k<<<blocks_for(n, 256), 256>>>(d_in, d_mask, d_out, n, mask_width);
    CHECK(cudaGetLastError());
}
