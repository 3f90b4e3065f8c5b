// tasks: transpose_naive
// how: a warp writes neighbours, and reads from 32 rows; a loop takes the rows beyond the grid
#include "transposition.h"

__global__ void transpose_kernel(const float *in, float *out, int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    for (int col = blockIdx.y; row < rows && col < cols; col += gridDim.y)
        out[(size_t)col * rows + row] = in[(size_t)row * cols + col];
}

EXPORT void transpose_naive(const float *d_in, float *d_out, int rows, int cols)
{
    const int most = 65535;
    if (rows == 0 || cols == 0)
        return;
    dim3 grid(blocks_for(rows, 64), cols < most ? cols : most);
    transpose_kernel<<<grid, 64>>>(d_in, d_out, rows, cols);
    CHECK(cudaGetLastError());
}
