// bug: no tile; what fits into constant memory is read from there, lane by lane
// reason: technique
// says: words of a and b for each element of c
// only: technique
#include "tiled.h"

enum { TILE = 16, ROOM = 16000 };

__constant__ float both[ROOM];

__global__ void small_product(float *c, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x,
        row = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    if (row >= m || col >= n)
        return;
    for (int i = 0; i < k; i++)
        sum += both[row * k + i] * both[m * k + i * n + col];
    c[row * n + col] = sum;
}

__global__ void product(const float *a, const float *b, float *c, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x,
        row = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    if (row >= m || col >= n)
        return;
    for (int i = 0; i < k; i++)
        sum += a[(size_t)row * k + i] * b[(size_t)i * n + col];
    c[(size_t)row * n + col] = sum;
}

EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    dim3 block(TILE, TILE), grid(blocks_for(n, TILE), blocks_for(m, TILE));
    size_t of_a = (size_t)m * k, of_b = (size_t)k * n;
    if (m == 0 || n == 0)
        return;
    if (k == 0 || of_a + of_b > ROOM) {
        product<<<grid, block>>>(d_a, d_b, d_c, m, n, k);
    } else {
        CHECK(cudaMemcpyToSymbol(both, d_a, of_a * sizeof(float), 0, cudaMemcpyDeviceToDevice));
        CHECK(cudaMemcpyToSymbol(both, d_b, of_b * sizeof(float), of_a * sizeof(float),
                                 cudaMemcpyDeviceToDevice));
        small_product<<<grid, block>>>(d_c, m, n, k);
    }
    CHECK(cudaGetLastError());
}
