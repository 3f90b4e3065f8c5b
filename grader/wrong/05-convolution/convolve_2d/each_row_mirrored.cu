// bug: each row of the mask is read from its end
// reason: wrong
// pattern: mirrored
// says: the mask is mirrored
#include "convolution.h"

__global__ void convolve_kernel(const float *in, const float *mask, float *out, int mask_width,
                                int width, int height)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x,
        row = blockIdx.y * blockDim.y + threadIdx.y;
    int radius = mask_width / 2;
    if (row >= height || col >= width)
        return;
    float sum = 0;
    for (int i = 0; i < mask_width; i++)
        for (int j = 0; j < mask_width; j++) {
            int y = row - radius + i, x = col - radius + j;
            float weight = mask[i * mask_width + mask_width - 1 - j];
            if (y >= 0 && y < height && x >= 0 && x < width)
                sum += weight * in[(size_t)y * width + x];
        }
    out[(size_t)row * width + col] = sum;
}

EXPORT void convolve_2d(const float *d_in, const float *d_mask, float *d_out, int mask_width,
                        int width, int height)
{
    if (width == 0 || height == 0)
        return;
    dim3 block(16, 16), grid(blocks_for(width, 16), blocks_for(height, 16));
    convolve_kernel<<<grid, block>>>(d_in, d_mask, d_out, mask_width, width, height);
    CHECK(cudaGetLastError());
}
