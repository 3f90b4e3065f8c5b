// bug: the bound of the loop over tiles has 16 bits
// reason: wrong
// pattern: terms_of_16_bits
// says: as the lower 16 bits of k say
#include "tiled.h"
#define TILE 16
__global__ void tiled_kernel(const float *a, const float *b, float *c, int m, int n, int kk)
{
    __shared__ float at[TILE][TILE], bt[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * TILE + y,
        col = blockIdx.x * TILE + x;
    float sum = 0;
    for (int first = 0; first < (kk & 0xffff); first += TILE) {
        at[y][x] = row < m && first + x < kk ? a[(size_t)row * kk + first + x] : 0;
        bt[y][x] = first + y < kk && col < n ? b[(size_t)(first + y) * n + col] : 0;
        __syncthreads();
        for (int l = 0; l < TILE; l++)
            sum += at[y][l] * bt[l][x];
        __syncthreads();
    }
    if (row < m && col < n)
        c[(size_t)row * n + col] = sum;
}
EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int kk)
{
    if (!m || !n)
        return;
    tiled_kernel<<<dim3(blocks_for(n, TILE), blocks_for(m, TILE)), dim3(TILE, TILE)>>>(
        d_a, d_b, d_c, m, n, kk);
    CHECK(cudaGetLastError());
}
