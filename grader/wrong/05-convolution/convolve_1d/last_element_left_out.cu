// bug: an index of n - 1 is taken for a ghost
// reason: wrong
// pattern: last_left_out
// says: never counted
#include "convolution.h"

__global__ void k1(const int *in, const int *mask, int *out, int n, int w)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int sum = 0;
    for (int j = 0; j < w; j++) {
        long long p = i - w / 2 + j;
        if (p >= 0 && p < n - 1)
            sum += mask[j] * in[p];
    }
    out[i] = sum;
}
EXPORT void convolve_1d(const int *d_in, const int *d_mask, int *d_out, int n, int mask_width)
{
    if (n == 0)
        return;
    k1<<<(n + 255) / 256, 256>>>(d_in, d_mask, d_out, n, mask_width);
    CHECK(cudaGetLastError());
}
