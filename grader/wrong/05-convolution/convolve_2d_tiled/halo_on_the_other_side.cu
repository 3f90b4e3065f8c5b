// bug: the halo below and right only
// reason: wrong
// pattern: halo_behind_only
// says: loaded below and right only
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
    __shared__ float tile[TILE + MAX_TILED_MASK_WIDTH - 1][TILE + MAX_TILED_MASK_WIDTH - 1];
    int x = threadIdx.x, y = threadIdx.y, outputs = TILE, radius = mask_width / 2;
    int row = blockIdx.y * outputs + y, col = blockIdx.x * outputs + x;
    for (int k = y; k < TILE + mask_width - 1; k += TILE)
        for (int l = x; l < TILE + mask_width - 1; l += TILE)
            tile[k][l] =
                k >= radius && l >= radius
                    ? at_or_zero(in, width, height, row - y - radius + k, col - x - radius + l)
                    : 0;
    __syncthreads();
    if (row >= height || col >= width)
        return;
    float sum = 0;
    for (int i = 0; i < mask_width; i++)
        for (int j = 0; j < mask_width; j++)
            sum += mask[i * mask_width + j] * tile[y + i][x + j];
    out[(size_t)row * width + col] = sum;
}

EXPORT void convolve_2d_tiled(const float *d_in, const float *d_mask, float *d_out,
                              int mask_width, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    int outputs = TILE;
    dim3 block(TILE, TILE), grid(blocks_for(width, outputs), blocks_for(height, outputs));
    tiled_kernel<<<grid, block>>>(d_in, d_mask, d_out, mask_width, width, height);
    CHECK(cudaGetLastError());
}
