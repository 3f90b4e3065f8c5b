// bug: no tile; elements are read by atomic operations that add 0, which are no loads
// reason: technique
// says: words of a and b for each element of c
// only: technique
#include "tiled.h"

enum { TILE = 16 };

__device__ float read(const float *at)
{
    return __int_as_float(atomicAdd((int *)at, 0));
}

__global__ void product(const float *a, const float *b, float *c, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x,
        row = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    if (row >= m || col >= n)
        return;
    for (int i = 0; i < k; i++)
        sum += read(&a[(size_t)row * k + i]) * read(&b[(size_t)i * n + col]);
    c[(size_t)row * n + col] = sum;
}

EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    dim3 block(TILE, TILE), grid(blocks_for(n, TILE), blocks_for(m, TILE));
    if (m > 0 && n > 0)
        product<<<grid, block>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
