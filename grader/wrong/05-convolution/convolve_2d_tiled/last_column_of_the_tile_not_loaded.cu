// bug: the last column of the tile is not loaded
// reason: wrong
// pattern: halo_lacks_columns
// says: on the left and on the right
#include "convolution.h"

#define TILE 16

__global__ void tiled_kernel(const float *in, const float *mask, float *out, int mask_width,
                             int width, int height)
{
    __shared__ float tile[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, outputs = TILE - mask_width + 1;
    int row = blockIdx.y * outputs + y, col = blockIdx.x * outputs + x;
    int from_row = row - mask_width / 2, from_col = col - mask_width / 2;
    bool there = from_row >= 0 && from_row < height && from_col >= 0 && from_col < width;
    tile[y][x] = there && x < TILE - 1 ? in[(size_t)from_row * width + from_col] : 0;
    __syncthreads();
    if (x >= outputs || y >= outputs || row >= height || col >= width)
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
    int outputs = TILE - mask_width + 1;
    dim3 block(TILE, TILE), grid(blocks_for(width, outputs), blocks_for(height, outputs));
    tiled_kernel<<<grid, block>>>(d_in, d_mask, d_out, mask_width, width, height);
    CHECK(cudaGetLastError());
}
