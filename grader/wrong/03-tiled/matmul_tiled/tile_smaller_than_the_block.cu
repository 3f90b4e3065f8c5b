// bug: blocks of 32 x 32 fill tiles of 16 x 16
// reason: out-of-bounds
// says: has the block too many threads: 1024, where a_tile has 256 elements?
#include "tiled.h"

#define TILE 16
#define BLOCK 32

__global__ void matmul(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int row = blockIdx.y * BLOCK + threadIdx.y, col = blockIdx.x * BLOCK + threadIdx.x;
    float sum = 0;
    for (int first = 0; first < k; first += BLOCK) {
        int a_col = first + threadIdx.x, b_row = first + threadIdx.y;
        a_tile[threadIdx.y][threadIdx.x] = row < m && a_col < k ? a[row * k + a_col] : 0;
        b_tile[threadIdx.y][threadIdx.x] = b_row < k && col < n ? b[b_row * n + col] : 0;
        __syncthreads(); // the tiles are complete
        for (int i = 0; i < BLOCK; i++)
            sum += a_tile[threadIdx.y][i] * b_tile[i][threadIdx.x];
        __syncthreads(); // nobody needs them any more
    }
    if (row < m && col < n)
        c[row * n + col] = sum;
}

EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    dim3 block(BLOCK, BLOCK), grid(blocks_for(n, BLOCK), blocks_for(m, BLOCK));
    matmul<<<grid, block>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
