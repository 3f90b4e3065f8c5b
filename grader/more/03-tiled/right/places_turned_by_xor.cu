// tasks: transpose_tiled
// how: no pad: row y of the tile keeps its column x in place x ^ y, so that columns lie in all
// banks as well
#include "transposition.h"

#define TILE 32

__global__ void transpose_kernel(const float *in, float *out, int rows, int cols)
{
    __shared__ float tile[TILE * TILE];
    int x = threadIdx.x, y = threadIdx.y, place = x ^ y;
    int first_row = blockIdx.y * TILE, first_col = blockIdx.x * TILE;
    if (first_row + y < rows && first_col + x < cols)
        tile[y * TILE + place] = in[(size_t)(first_row + y) * cols + first_col + x];
    __syncthreads();
    if (first_col + y < cols && first_row + x < rows)
        out[(size_t)(first_col + y) * rows + first_row + x] = tile[x * TILE + place];
}

EXPORT void transpose_tiled(const float *d_in, float *d_out, int rows, int cols)
{
    if (rows == 0 || cols == 0)
        return;
    dim3 block(TILE, TILE), grid(blocks_for(cols, TILE), blocks_for(rows, TILE));
    transpose_kernel<<<grid, block>>>(d_in, d_out, rows, cols);
    CHECK(cudaGetLastError());
}
