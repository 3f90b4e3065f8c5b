// bug: the mask is flipped
// reason: wrong
// pattern: flipped
// says: the mask gives if it is flipped
#include "convolution.h"

#define TILE 16

static __device__ float at_or_zero(const float *in, int width, int height, int row, int col)
{
    return row >= 0 && row < height && col >= 0 && col < width ? in[(size_t)row * width + col]
                                                               : 0;
}

__global__ void tiled_kernel(const float *in, const float *mask, float *out, int mask_width,
                             int width, int height)
{
    __shared__ float tile[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, outputs = TILE - mask_width + 1,
        radius = mask_width / 2;
    int row = blockIdx.y * outputs + y, col = blockIdx.x * outputs + x;
    tile[y][x] = at_or_zero(in, width, height, row - radius, col - radius);
    __syncthreads();
    if (y >= outputs || x >= outputs || row >= height || col >= width)
        return;
    float sum = 0;
    for (int i = 0; i < mask_width; i++)
        for (int j = 0; j < mask_width; j++)
            sum += mask[(mask_width - 1 - i) * mask_width + mask_width - 1 - j] *
                   tile[y + i][x + j];
    out[(size_t)row * width + col] = sum;
}

EXPORT void convolve_2d_tiled(const float *d_in, const float *d_mask, float *d_out,
                              int mask_width, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    int outputs = TILE - mask_width + 1;
    dim3 block(TILE, TILE), grid(blocks_for(width, outputs), blocks_for(height, outputs));
    tiled_kernel<<<grid, block>>>(d_in, d_mask, d_out, mask_width, width, height);
    CHECK(cudaGetLastError());
}
