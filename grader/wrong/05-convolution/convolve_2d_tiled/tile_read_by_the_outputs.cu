// bug: the tile's rows are read as far apart as a block has outputs, and stored 16 apart
// reason: wrong
// pattern: other_pitch_of_the_tile
// says: as if its rows were shorter than they are
#include "convolution.h"

#define TILE 16 // loaded rows and columns; fewer are computed

__global__ void tiled_kernel(const float *in, const float *mask, float *out, int mask_width,
                             int width, int height)
{
    __shared__ float tile[TILE * TILE];
    int radius = mask_width / 2, outputs = TILE - mask_width + 1;
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * outputs + y - radius, col = blockIdx.x * outputs + x - radius;
    bool inside = row >= 0 && row < height && col >= 0 && col < width;
    tile[y * TILE + x] = inside ? in[(size_t)row * width + col] : 0;
    __syncthreads(); // the tile is loaded
    row += radius;
    col += radius;
    if (x >= outputs || y >= outputs || row >= height || col >= width)
        return;
    float sum = 0;
    for (int i = 0; i < mask_width; i++)
        for (int j = 0; j < mask_width; j++)
            sum += mask[i * mask_width + j] * tile[(y + i) * outputs + x + j];
    out[(size_t)row * width + col] = sum;
}

EXPORT void convolve_2d_tiled(const float *d_in, const float *d_mask, float *d_out,
                              int mask_width, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    int outputs = TILE - mask_width + 1;
    dim3 grid(blocks_for(width, outputs), blocks_for(height, outputs));
    tiled_kernel<<<grid, dim3(TILE, TILE)>>>(d_in, d_mask, d_out, mask_width, width, height);
    CHECK(cudaGetLastError());
}
