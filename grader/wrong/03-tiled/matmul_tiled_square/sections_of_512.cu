// bug: n is walked in sections of 512 terms, of which the last has n % 512
// reason: wrong
// says: 262040 of 262144 elements of c are wrong
#include "tiled.h"
#define TILE 16
__global__ void tiled_kernel(const float *a, const float *b, float *c, int n)
{
    __shared__ float at[TILE][TILE], bt[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * TILE + y,
        col = blockIdx.x * TILE + x;
    float sum = 0;
    for (int first = 0; first < n; first += 512) {
        int terms = first + 512 >= n ? n % 512 : 512;
        for (int l0 = 0; l0 < terms; l0 += TILE) {
            at[y][x] = a[(size_t)row * n + first + l0 + x];
            bt[y][x] = b[(size_t)(first + l0 + y) * n + col];
            __syncthreads();
            for (int l = 0; l < TILE; l++)
                sum += at[y][l] * bt[l][x];
            __syncthreads();
        }
    }
    c[(size_t)row * n + col] = sum;
}
EXPORT void matmul_tiled_square(const float *d_a, const float *d_b, float *d_c, int n)
{
    if (!n)
        return;
    tiled_kernel<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError());
}
