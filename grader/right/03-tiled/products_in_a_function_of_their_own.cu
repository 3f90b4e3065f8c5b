// tasks: matmul_tiled
// how: a function that is not to be in line multiplies what a structure holds
#include "tiled.h"

#define TILE 16

struct factors {
    float of_a, of_b;
};

__device__ __attribute__((noinline)) float product_of(factors f)
{
    return f.of_a * f.of_b;
}

__global__ void tiled_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ factors tile[2][TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    float sum = 0;
    for (int first = 0; first < k; first += TILE) {
        bool has_a = row < m && first + x < k, has_b = col < n && first + y < k;
        tile[0][y][x].of_a = has_a ? a[(size_t)row * k + first + x] : 0;
        tile[1][y][x].of_b = has_b ? b[(size_t)(first + y) * n + col] : 0;
        __syncthreads(); // both tiles are there
        for (int l = 0; l < TILE; l++) {
            factors f = {tile[0][y][l].of_a, tile[1][l][x].of_b};
            sum += product_of(f);
        }
        __syncthreads(); // nobody reads them any more
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
