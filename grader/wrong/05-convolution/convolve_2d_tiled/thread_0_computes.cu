// bug: one thread computes all outputs of a tile that all have loaded
// reason: technique
// says: mostly by one thread of a warp
// only: technique
#include "convolution.h"

__constant__ float mask[81];
__global__ void k(const float *in, float *out, int mw, int w, int h)
{
    __shared__ float tile[16][16];
    int o = 16 - mw + 1, x = threadIdx.x, y = threadIdx.y, r = blockIdx.y * o - mw / 2 + y,
        c = blockIdx.x * o - mw / 2 + x;
    tile[y][x] = r >= 0 && r < h && c >= 0 && c < w ? in[(size_t)r * w + c] : 0;
    __syncthreads();
    if (x || y)
        return;
    for (y = 0; y < o; y++)
        for (x = 0; x < o; x++) {
            int row = blockIdx.y * o + y, col = blockIdx.x * o + x;
            if (row < h && col < w) {
                float s = 0;
                for (int i = 0; i < mw; i++)
                    for (int j = 0; j < mw; j++)
                        s += mask[i * mw + j] * tile[y + i][x + j];
                out[(size_t)row * w + col] = s;
            }
        }
}
EXPORT void convolve_2d_tiled(const float *d_in, const float *d_mask, float *d_out,
                              int mask_width, int width, int height)
{
    int o = 16 - mask_width + 1;
    CHECK(cudaMemcpyToSymbol(mask, d_mask, mask_width * mask_width * sizeof(float), 0,
                             cudaMemcpyDeviceToDevice));
    if (width && height)
        k<<<dim3(blocks_for(width, o), blocks_for(height, o)), dim3(16, 16)>>>(
            d_in, d_out, mask_width, width, height);
}
