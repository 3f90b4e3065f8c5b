// tasks: transpose_tiled
// how: tiles of 16 x 16, in rows of 17 words: two of a warp's 32 words still share a bank
#include "transposition.h"

#define TILE 16

__global__ void transpose_kernel(const float *in, float *out, int rows, int cols)
{
    __shared__ float tile[TILE][TILE + 1];
    int x = threadIdx.x, y = threadIdx.y;
    int first_row = blockIdx.y * TILE, first_col = blockIdx.x * TILE;
    if (first_row + y < rows && first_col + x < cols)
        tile[x][y] = in[(size_t)(first_row + y) * cols + first_col + x];
    __syncthreads();
    if (first_col + y < cols && first_row + x < rows)
        out[(size_t)(first_col + y) * rows + first_row + x] = tile[y][x];
}

EXPORT void transpose_tiled(const float *d_in, float *d_out, int rows, int cols)
{
    if (rows == 0 || cols == 0)
        return;
    dim3 block(TILE, TILE), grid(blocks_for(cols, TILE), blocks_for(rows, TILE));
    transpose_kernel<<<grid, block>>>(d_in, d_out, rows, cols);
    CHECK(cudaGetLastError());
}
