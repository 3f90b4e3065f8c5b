// bug: sums are held between 0 and 1, as those of a picture
// reason: wrong
// pattern: held_at_a_bound
// says: held back there
#include "convolution.h"

__global__ void k(const float *in, const float *mask, float *out, int w, int width, int height)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x,
        row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= height || col >= width)
        return;
    float sum = 0;
    for (int i = 0; i < w; i++)
        for (int j = 0; j < w; j++) {
            int y = row - w / 2 + i, x = col - w / 2 + j;
            if (y >= 0 && y < height && x >= 0 && x < width)
                sum += mask[i * w + j] * in[(size_t)y * width + x];
        }
    out[(size_t)row * width + col] = fminf(fmaxf(sum, 0.0f), 1.0f);
}
EXPORT void convolve_2d(const float *d_in, const float *d_mask, float *d_out, int mask_width,
                        int width, int height)
{
    if (width == 0 || height == 0)
        return;
    dim3 block(32, 8), grid(blocks_for(width, 32), blocks_for(height, 8));
    k<<<grid, block>>>(d_in, d_mask, d_out, mask_width, width, height);
    CHECK(cudaGetLastError());
}
