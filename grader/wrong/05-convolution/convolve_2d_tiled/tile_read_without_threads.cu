// bug: each thread reads the tile from its first element on
// reason: wrong
// pattern: tile_read_without_threads
// says: the index in the tile lacks
#include "convolution.h"

enum { TILE = 16 };

__constant__ float mask[MAX_MASK_WIDTH * MAX_MASK_WIDTH];

__global__ void tiled_kernel(const float *in, float *out, int mask_width, int width, int height)
{
    __shared__ float tile[TILE][TILE];
    int outputs = TILE - mask_width + 1, x = threadIdx.x, y = threadIdx.y;
    int col = blockIdx.x * outputs + x, row = blockIdx.y * outputs + y;
    int from_col = col - mask_width / 2, from_row = row - mask_width / 2;
    bool is_there = from_row >= 0 && from_row < height && from_col >= 0 && from_col < width;
    tile[y][x] = is_there ? in[(size_t)from_row * width + from_col] : 0;
    __syncthreads();
    if (x >= outputs || y >= outputs || row >= height || col >= width)
        return;
    float sum = 0;
    for (int i = 0; i < mask_width; i++)
        for (int j = 0; j < mask_width; j++)
            sum += mask[i * mask_width + j] * tile[i][j];
    out[(size_t)row * width + col] = sum;
}

EXPORT void convolve_2d_tiled(const float *d_in, const float *d_mask, float *d_out,
                              int mask_width, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    size_t bytes = (size_t)mask_width * mask_width * sizeof *mask;
    CHECK(cudaMemcpyToSymbol(mask, d_mask, bytes, 0, cudaMemcpyDeviceToDevice));
    int outputs = TILE - mask_width + 1;
    dim3 block(TILE, TILE), grid(blocks_for(width, outputs), blocks_for(height, outputs));
    tiled_kernel<<<grid, block>>>(d_in, d_out, mask_width, width, height);
    CHECK(cudaGetLastError());
}
