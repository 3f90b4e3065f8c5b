// tasks: transpose_tiled
// how: 256 threads move a tile of 32 x 32, four elements each
#include "transposition.h"

#define TILE 32
#define HEIGHT 8 // rows that a block moves at once

__global__ void transpose_kernel(const float *in, float *out, int rows, int cols)
{
    __shared__ float tile[TILE][TILE + 1];
    int x = threadIdx.x, first_row = blockIdx.y * TILE, first_col = blockIdx.x * TILE;
    for (int y = threadIdx.y; y < TILE; y += HEIGHT)
        if (first_row + y < rows && first_col + x < cols)
            tile[y][x] = in[(size_t)(first_row + y) * cols + first_col + x];
    __syncthreads();
    for (int y = threadIdx.y; y < TILE; y += HEIGHT)
        if (first_col + y < cols && first_row + x < rows)
            out[(size_t)(first_col + y) * rows + first_row + x] = tile[x][y];
}

EXPORT void transpose_tiled(const float *d_in, float *d_out, int rows, int cols)
{
    if (rows == 0 || cols == 0)
        return;
    dim3 block(TILE, HEIGHT), grid(blocks_for(cols, TILE), blocks_for(rows, TILE));
    transpose_kernel<<<grid, block>>>(d_in, d_out, rows, cols);
    CHECK(cudaGetLastError());
}
