// bug: a thread computes a whole row of outputs
// reason: technique
// says: threads do the work for 3500 elements
// only: technique
#include "convolution.h"

__global__ void k(const float *in, const float *mask, float *out, int mw, int w, int h)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= h)
        return;
    for (int c = 0; c < w; c++) {
        float s = 0;
        for (int i = 0; i < mw; i++)
            for (int j = 0; j < mw; j++) {
                int y = r - mw / 2 + i, x = c - mw / 2 + j;
                if (y >= 0 && y < h && x >= 0 && x < w)
                    s += mask[i * mw + j] * in[(size_t)y * w + x];
            }
        out[(size_t)r * w + c] = s;
    }
}
EXPORT void convolve_2d(const float *d_in, const float *d_mask, float *d_out, int mask_width,
                        int width, int height)
{
    if (width && height)
        k<<<blocks_for(height, 32), 32>>>(d_in, d_mask, d_out, mask_width, width, height);
}
