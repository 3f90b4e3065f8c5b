// bug: nobody waits for the stream, and the default stream does not either
// reason: race
// says: in a stream of cudaStreamNonBlocking
// only: race
#include "tiled.h"

#define TILE 16

__global__ void tiled_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float tile_a[TILE][TILE], tile_b[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int first = 0; first < k; first += TILE) {
        int a_col = first + threadIdx.x, b_row = first + threadIdx.y;
        tile_a[threadIdx.y][threadIdx.x] =
            row < m && a_col < k ? a[(size_t)row * k + a_col] : 0;
        tile_b[threadIdx.y][threadIdx.x] =
            b_row < k && col < n ? b[(size_t)b_row * n + col] : 0;
        __syncthreads();
        for (int l = 0; l < TILE; l++)
            sum += tile_a[threadIdx.y][l] * tile_b[l][threadIdx.x];
        __syncthreads();
    }
    if (row < m && col < n)
        c[(size_t)row * n + col] = sum;
}

EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    dim3 blocks(blocks_for(n, TILE), blocks_for(m, TILE)), threads(TILE, TILE);
    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    tiled_kernel<<<blocks, threads, 0, stream>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
    CHECK(cudaStreamDestroy(stream));
}
