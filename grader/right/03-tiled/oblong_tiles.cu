// tasks: matmul_tiled
// how: tiles of 12 rows and 24 columns of c, which load as much as 16 x 16 do
#include "tiled.h"

#define ROWS 12
#define COLS 24
#define DEPTH 8 // terms a step
#define THREADS (ROWS * COLS)

static __device__ float at_or_zero(const float *matrix, int rows, int cols, int row, int col)
{
    return row < rows && col < cols ? matrix[(size_t)row * cols + col] : 0;
}

__global__ void tiled_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float a_tile[ROWS][DEPTH], b_tile[DEPTH][COLS];
    int top = blockIdx.y * ROWS, left = blockIdx.x * COLS;
    int row = top + threadIdx.y, col = left + threadIdx.x;
    int thread = threadIdx.y * COLS + threadIdx.x;
    float sum = 0;
    for (int first = 0; first < k; first += DEPTH) {
        for (int i = thread; i < ROWS * DEPTH; i += THREADS)
            a_tile[i / DEPTH][i % DEPTH] =
                at_or_zero(a, m, k, top + i / DEPTH, first + i % DEPTH);
        for (int i = thread; i < DEPTH * COLS; i += THREADS)
            b_tile[i / COLS][i % COLS] = at_or_zero(b, k, n, first + i / COLS, left + i % COLS);
        __syncthreads(); // the tiles are complete
        for (int l = 0; l < DEPTH; l++)
            sum += a_tile[threadIdx.y][l] * b_tile[l][threadIdx.x];
        __syncthreads(); // the tiles may be overwritten
    }
    if (row < m && col < n)
        c[(size_t)row * n + col] = sum;
}

EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    dim3 grid(blocks_for(n, COLS), blocks_for(m, ROWS)), block(COLS, ROWS);
    tiled_kernel<<<grid, block>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
