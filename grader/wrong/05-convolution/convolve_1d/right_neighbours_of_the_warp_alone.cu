// bug: shuffles bring neighbours, and those behind the warp are taken to be in it
// reason: wrong
// says: wrong next to multiples of 32 only
#include "convolution.h"

__global__ void k(const int *in, const int *mask, int *out, int n, int w)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, r = w / 2;
    int v = i < n ? in[i] : 0;
    int s = 0;
    for (int j = -r; j <= r; j++) {
        int got = __shfl_sync(0xffffffffu, v, lane + j);
        if (lane + j < 0)
            got = i + j >= 0 && i + j < n ? in[i + j] : 0;
        s += mask[j + r] * got;
    }
    if (i < n)
        out[i] = s;
}

EXPORT void convolve_1d(const int *d_in, const int *d_mask, int *d_out, int n, int mask_width)
{
    if (n <= 0)
        return;
    k<<<(n - 1) / 256 + 1, 256>>>(d_in, d_mask, d_out, n, mask_width);
    CHECK(cudaGetLastError());
}
