// bug: all load a tile, and then one lane of each warp reads what it needs for all 32 outputs
// reason: technique
// says: of a warp's 32 threads work together
// only: technique
#include "convolution.h"

#define TILE 32

__global__ void convolve_2d_kernel(const float *in, const float *mask, float *out,
                                   int mask_width, int width, int height)
{
    __shared__ float own[TILE];
    int tiles = (width + TILE - 1) / TILE, row = blockIdx.x / tiles;
    int first = blockIdx.x % tiles * TILE, col = first + threadIdx.x, radius = mask_width / 2;
    own[threadIdx.x] = col < width ? in[(size_t)row * width + col] : 0;
    __syncthreads();
    for (int c = first; threadIdx.x == 0 && c < min(first + TILE, width); c++) {
        float sum = mask[radius * mask_width + radius] * own[c - first];
        for (int i = -radius; i <= radius; i++)
            for (int j = -radius; j <= radius; j++)
                if ((i || j) && row + i >= 0 && row + i < height && c + j >= 0 && c + j < width)
                    sum += mask[(i + radius) * mask_width + j + radius] *
                           in[(size_t)(row + i) * width + c + j];
        out[(size_t)row * width + c] = sum;
    }
}

EXPORT void convolve_2d(const float *d_in, const float *d_mask, float *d_out, int mask_width,
                        int width, int height)
{
    if (width == 0 || height == 0)
        return;
    convolve_2d_kernel<<<blocks_for(width, TILE) * height, TILE>>>(d_in, d_mask, d_out,
                                                                   mask_width, width, height);
    CHECK(cudaGetLastError());
}
