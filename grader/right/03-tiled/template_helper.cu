// tasks: matmul_tiled_square matmul_tiled
// how: one template makes the kernel with guards and without
#include "tiled.h"

template <int TILE, bool GUARDED>
__device__ void load_tile(float (&tile)[TILE][TILE], const float *from, int rows, int cols,
                          int top, int left)
{
    int row = top + threadIdx.y, col = left + threadIdx.x;
    bool inside = !GUARDED || (row < rows && col < cols);
    tile[threadIdx.y][threadIdx.x] = inside ? from[(size_t)row * cols + col] : 0.0f;
}

template <int TILE, bool GUARDED>
__global__ void tiled_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
    int row = top + threadIdx.y, col = left + threadIdx.x;
    float sum = 0;
    for (int first = 0; first < k; first += TILE) {
        load_tile<TILE, GUARDED>(a_tile, a, m, k, top, first);
        load_tile<TILE, GUARDED>(b_tile, b, k, n, first, left);
        __syncthreads();
        for (int l = 0; l < TILE; l++)
            sum += a_tile[threadIdx.y][l] * b_tile[l][threadIdx.x];
        __syncthreads();
    }
    if (!GUARDED || (row < m && col < n))
        c[(size_t)row * n + col] = sum;
}

EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    dim3 block(32, 32), grid(blocks_for(n, 32), blocks_for(m, 32));
    tiled_kernel<32, true><<<grid, block>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}

EXPORT void matmul_tiled_square(const float *d_a, const float *d_b, float *d_c, int n)
{
    if (n == 0)
        return;
    dim3 block(16, 16), grid(n / 16, n / 16);
    tiled_kernel<16, false><<<grid, block>>>(d_a, d_b, d_c, n, n, n);
    CHECK(cudaGetLastError());
}
