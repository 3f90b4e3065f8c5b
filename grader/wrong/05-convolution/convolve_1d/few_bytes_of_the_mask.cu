// bug: as many bytes of the mask are copied as it has elements
// reason: wrong
// pattern: mask_bytes_without_size
// says: only the first bytes of the mask are there
#include "convolution.h"

__constant__ int cm[15];

__global__ void k(const int *in, int *out, int n, int w)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int s = 0;
    for (int j = 0; j < w; ++j) {
        int q = i - w / 2 + j;
        if (q >= 0 && q < n)
            s += cm[j] * in[q];
    }
    out[i] = s;
}

EXPORT void convolve_1d(const int *d_in, const int *d_mask, int *d_out, int n, int mask_width)
{
    if (n <= 0)
        return;
    CHECK(cudaMemcpyToSymbol(cm, d_mask, mask_width, 0, cudaMemcpyDeviceToDevice));
    k<<<(n + 255) / 256, 256>>>(d_in, d_out, n, mask_width);
    CHECK(cudaGetLastError());
}
