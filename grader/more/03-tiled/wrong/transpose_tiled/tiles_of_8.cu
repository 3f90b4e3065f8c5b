// bug: a grid of tiles of 8 is higher than 65535 blocks where there are a million rows
// reason: cuda-error
// says: a device takes 1 to 65535
#include "transposition.h"
#define T 8
__global__ void turn(const float *in, float *out, int rows, int cols)
{
    __shared__ float tile[T][T + 1];
    size_t x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T;
    for (int j = threadIdx.y; j < T; j += 8)
        if (x < cols && y + j < rows)
            tile[j][threadIdx.x] = in[(y + j) * cols + x];
    __syncthreads();
    size_t ox = blockIdx.y * T + threadIdx.x, oy = blockIdx.x * T;
    for (int j = threadIdx.y; j < T; j += 8)
        if (ox < rows && oy + j < cols)
            out[(oy + j) * rows + ox] = tile[threadIdx.x][j];
}
EXPORT void transpose_tiled(const float *d_in, float *d_out, int rows, int cols)
{
    if (rows == 0 || cols == 0)
        return;
    turn<<<dim3(blocks_for(cols, T), blocks_for(rows, T)), dim3(T, 8)>>>(d_in, d_out, rows,
                                                                         cols);
    CHECK(cudaGetLastError());
}
