// tasks: matmul_tiled
// how: structures go through functions that are called by pointers, and come from one into a
// tile
#include "tiled.h"

#define TILE 16

struct factors {
    float of_a, of_b;
};
typedef float multiply(factors, factors);
typedef factors fetch(const float *, size_t, bool, const float *, size_t, bool);

__device__ float product_of(factors f, factors g)
{
    return f.of_a * g.of_b;
}

__device__ float product_from_the_right(factors f, factors g)
{
    return g.of_b * f.of_a;
}

// Zeros where the tile reaches past a or b.
__device__ factors fetched(const float *a, size_t i, bool has_a, const float *b, size_t j,
                           bool has_b)
{
    return {has_a ? a[i] : 0, has_b ? b[j] : 0};
}

__device__ factors nothing(const float *, size_t, bool, const float *, size_t, bool)
{
    return {0, 0};
}

__global__ void tiled_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ factors tile[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    multiply *product = n % 2 ? product_from_the_right : product_of;
    fetch *from_matrices = k > 0 ? fetched : nothing;
    float sum = 0;
    for (int first = 0; first < k; first += TILE) {
        tile[y][x] = from_matrices(a, (size_t)row * k + first + x, row < m && first + x < k, b,
                                   (size_t)(first + y) * n + col, col < n && first + y < k);
        __syncthreads(); // the tile is there
        for (int l = 0; l < TILE; l++)
            sum += product(tile[y][l], tile[l][x]);
        __syncthreads(); // nobody reads it any more
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
