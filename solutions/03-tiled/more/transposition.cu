// Lab 03, more: the worked answers.
#include "transposition.h"

#define TILE 32

// ---- transpose_naive: one thread an element ------------------------------------------------

// Thread (x, y) of a block moves one element. A warp reads 32 neighbours, and writes to 32
// places that lie `rows` elements apart.
__global__ void naive_kernel(const float *in, float *out, int rows, int cols)
{
    int col = blockIdx.x * TILE + threadIdx.x, row = blockIdx.y * TILE + threadIdx.y;
    if (row < rows && col < cols)
        out[(size_t)col * rows + row] = in[(size_t)row * cols + col];
}

EXPORT void transpose_naive(const float *d_in, float *d_out, int rows, int cols)
{
    if (rows == 0 || cols == 0)
        return;
    dim3 block(TILE, TILE), grid(blocks_for(cols, TILE), blocks_for(rows, TILE));
    naive_kernel<<<grid, block>>>(d_in, d_out, rows, cols);
    CHECK(cudaGetLastError());
}

// ---- transpose_tiled: neighbours on both sides ---------------------------------------------

// Block (x, y) moves the tile in column x and row y of tiles; in `out` that is row x, column y.
// The launch must provide TILE x TILE threads a block, and blocks that cover `in`.
__global__ void tiled_kernel(const float *in, float *out, int rows, int cols)
{
    // A warp reads a column of the tile: by the word more, 32 rows begin in 32 banks.
    __shared__ float tile[TILE][TILE + 1];
    int x = threadIdx.x, y = threadIdx.y;
    int col = blockIdx.x * TILE + x, row = blockIdx.y * TILE + y;
    if (row < rows && col < cols)
        tile[y][x] = in[(size_t)row * cols + col];
    __syncthreads(); // a warp takes out what 32 warps have brought in
    int out_row = blockIdx.x * TILE + y, out_col = blockIdx.y * TILE + x;
    if (out_row < cols && out_col < rows)
        out[(size_t)out_row * rows + out_col] = tile[x][y];
}

EXPORT void transpose_tiled(const float *d_in, float *d_out, int rows, int cols)
{
    if (rows == 0 || cols == 0)
        return;
    dim3 block(TILE, TILE), grid(blocks_for(cols, TILE), blocks_for(rows, TILE));
    tiled_kernel<<<grid, block>>>(d_in, d_out, rows, cols);
    CHECK(cudaGetLastError());
}
