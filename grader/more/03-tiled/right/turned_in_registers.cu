// tasks: transpose_tiled
// how: a warp turns a tile of 32 x 32 in its registers, by shuffles: no shared memory
#include "transposition.h"

#define TILE 32
#define ALL 0xffffffffu

// Lane l has column l of a tile in `column`, and gets row l instead. Each step exchanges the
// quarters of squares across their diagonal.
static __device__ void turn(float column[TILE])
{
    int lane = threadIdx.x;
#pragma unroll
    for (int half = TILE / 2; half > 0; half /= 2)
#pragma unroll
        for (int i = 0; i < TILE; i++) {
            if (i & half)
                continue;
            bool right = lane & half;
            float got = __shfl_xor_sync(ALL, right ? column[i] : column[i | half], half);
            if (right)
                column[i] = got;
            else
                column[i | half] = got;
        }
}

__global__ void transpose_kernel(const float *in, float *out, int rows, int cols)
{
    int first_row = blockIdx.y * TILE, first_col = blockIdx.x * TILE, lane = threadIdx.x;
    float column[TILE];
#pragma unroll
    for (int i = 0; i < TILE; i++)
        column[i] = first_row + i < rows && first_col + lane < cols
                        ? in[(size_t)(first_row + i) * cols + first_col + lane]
                        : 0;
    turn(column);
#pragma unroll
    for (int i = 0; i < TILE; i++)
        if (first_col + i < cols && first_row + lane < rows)
            out[(size_t)(first_col + i) * rows + first_row + lane] = column[i];
}

EXPORT void transpose_tiled(const float *d_in, float *d_out, int rows, int cols)
{
    if (rows == 0 || cols == 0)
        return;
    dim3 grid(blocks_for(cols, TILE), blocks_for(rows, TILE));
    transpose_kernel<<<grid, TILE>>>(d_in, d_out, rows, cols);
    CHECK(cudaGetLastError());
}
