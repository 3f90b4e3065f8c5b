// bug: the number of a column is kept in 16 bits
// reason: wrong
// says: is the number of a row or of a column kept in a short
#include "tiled.h"

#define TILE 16

__global__ void tiled_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float of_a[TILE][TILE], of_b[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y;
    unsigned short col = blockIdx.x * TILE + x;
    float sum = 0;
    for (int first = 0; first < k; first += TILE) {
        of_a[y][x] = row < m && first + x < k ? a[(size_t)row * k + first + x] : 0;
        of_b[y][x] = first + y < k && col < n ? b[(size_t)(first + y) * n + col] : 0;
        __syncthreads();
        for (int l = 0; l < TILE; l++)
            sum += of_a[y][l] * of_b[l][x];
        __syncthreads();
    }
    if (row < m && col < n)
        c[(size_t)row * n + col] = sum;
}

EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    dim3 block(TILE, TILE), grid(blocks_for(n, TILE), blocks_for(m, TILE));
    tiled_kernel<<<grid, block>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
