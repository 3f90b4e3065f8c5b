// bug: behind the last step one more is copied, from past the end
// reason: out-of-bounds
// says: does the line need a guard
// only: out-of-bounds
#include "tiled.h"

#include <cuda_pipeline.h>

#define TILE 16

__device__ void copy_tiles(float (*a_tile)[TILE], float (*b_tile)[TILE], const float *a,
                           const float *b, int n, int first)
{
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * TILE + y,
        col = blockIdx.x * TILE + x;
    __pipeline_memcpy_async(&a_tile[y][x], &a[(size_t)row * n + first + x], sizeof(float));
    __pipeline_memcpy_async(&b_tile[y][x], &b[(size_t)(first + y) * n + col], sizeof(float));
}

__global__ void ahead_kernel(const float *a, const float *b, float *c, int n)
{
    __shared__ float a_tiles[2][TILE][TILE], b_tiles[2][TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, steps = n / TILE;
    float sum = 0;
    copy_tiles(a_tiles[0], b_tiles[0], a, b, n, 0);
    __pipeline_commit();
    for (int step = 0; step < steps; step++) {
        int now = step % 2, next = 1 - now;
        copy_tiles(a_tiles[next], b_tiles[next], a, b, n, (step + 1) * TILE);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        for (int l = 0; l < TILE; l++)
            sum += a_tiles[now][y][l] * b_tiles[now][l][x];
        __syncthreads(); // The next step but one is copied to where this one is read.
    }
    c[(size_t)(blockIdx.y * TILE + y) * n + blockIdx.x * TILE + x] = sum;
}

EXPORT void matmul_tiled_square(const float *d_a, const float *d_b, float *d_c, int n)
{
    if (n == 0)
        return;
    ahead_kernel<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError());
}
