// bug: the loop over the mask's rows goes on by 2
// reason: wrong
// pattern: every_second_of_the_mask
// says: does a loop's index go on by 2
#include "convolution.h"

#define BLOCK_WIDTH 16

__global__ void convolve_kernel(const float *in, const float *mask, float *out, int mask_width,
                                int width, int height)
{
    int col = blockIdx.x * BLOCK_WIDTH + threadIdx.x;
    int row = blockIdx.y * BLOCK_WIDTH + threadIdx.y;
    if (row >= height || col >= width)
        return;
    float sum = 0;
    int radius = mask_width / 2;
    for (int i = 0; i < mask_width; i += 2)
        for (int j = 0; j < mask_width; j++) {
            int y = row - radius + i, x = col - radius + j;
            if (y >= 0 && y < height && x >= 0 && x < width)
                sum += mask[i * mask_width + j] * in[(size_t)y * width + x];
        }
    out[(size_t)row * width + col] = sum;
}

EXPORT void convolve_2d(const float *d_in, const float *d_mask, float *d_out, int mask_width,
                        int width, int height)
{
    if (width == 0 || height == 0)
        return;
    dim3 grid(blocks_for(width, BLOCK_WIDTH), blocks_for(height, BLOCK_WIDTH));
    convolve_kernel<<<grid, dim3(BLOCK_WIDTH, BLOCK_WIDTH)>>>(d_in, d_mask, d_out, mask_width,
                                                              width, height);
    CHECK(cudaGetLastError());
}
