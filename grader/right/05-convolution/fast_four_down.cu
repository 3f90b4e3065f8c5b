// tasks: convolve_2d_fast
// how: four outputs of a thread, one below the other, share what it loads; the mask in global
// memory, and no shared memory
#include "convolution.h"

/* A thread computes four outputs, one below the other. */
__global__ void k(const float *in, const float *mask, float *out, int w, int width, int height)
{
    int col = blockIdx.x * 32 + threadIdx.x, top = (blockIdx.y * 8 + threadIdx.y) * 4,
        r = w / 2;
    if (col >= width || top >= height)
        return;
    float sum[4] = {0, 0, 0, 0};
    for (int y = top - r; y < top + 4 + r; y++) {
        if (y < 0 || y >= height)
            continue;
        for (int j = 0; j < w; j++) {
            int x = col - r + j;
            float v = x >= 0 && x < width ? in[(size_t)y * width + x] : 0;
            for (int o = 0; o < 4; o++) {
                int i = y - (top + o) + r;
                if (i >= 0 && i < w)
                    sum[o] += mask[i * w + j] * v;
            }
        }
    }
    for (int o = 0; o < 4; o++)
        if (top + o < height)
            out[(size_t)(top + o) * width + col] = sum[o];
}
EXPORT void convolve_2d_fast(const float *d_in, const float *d_mask, float *d_out,
                             int mask_width, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    k<<<dim3(blocks_for(width, 32), blocks_for(height, 32)), dim3(32, 8)>>>(
        d_in, d_mask, d_out, mask_width, width, height);
    CHECK(cudaGetLastError());
}
