// bug: the copy to constant memory ends after 13 elements
// reason: wrong
// pattern: mask_in_part
// says: as many as a narrower one has
#include "convolution.h"
__constant__ int cm[MAX_MASK_WIDTH];
__global__ void k(const int *in, int *out, int n, int w)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, r = w / 2, s = 0;
    if (i >= n)
        return;
    for (int j = 0; j < w; j++) {
        int p = i - r + j;
        if (p >= 0 && p < n)
            s += cm[j] * in[p];
    }
    out[i] = s;
}
EXPORT void convolve_1d(const int *d_in, const int *d_mask, int *d_out, int n, int mask_width)
{
    if (!n)
        return;
    int w = mask_width < 13 ? mask_width : 13;
    CHECK(cudaMemcpyToSymbol(cm, d_mask, w * sizeof(int), 0, cudaMemcpyDeviceToDevice));
    k<<<(n + 127) / 128, 128>>>(d_in, d_out, n, mask_width);
    CHECK(cudaGetLastError());
}
