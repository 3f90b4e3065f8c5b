// bug: no more than 65535 blocks of 1024 threads, and no loop
// reason: wrong
// says: nothing of the arrays' second half was used
// says: is the number of blocks rounded down or computed from another
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
    out[i] = sum;
}
EXPORT void convolve_1d(const int *d_in, const int *d_mask, int *d_out, int n, int mask_width)
{
    if (n == 0)
        return;
    k<<<min(blocks_for(n, 1024), 65535u), 1024>>>(d_in, d_mask, d_out, n, mask_width);
    CHECK(cudaGetLastError());
}
