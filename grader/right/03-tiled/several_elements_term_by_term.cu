// tasks: matmul_fast
// how: 2 x 2 elements a thread, each summed over a tile before the next one is
#include "tiled.h"

#define EDGE 16 // threads of a block each way
#define EACH 2  // elements of c that a thread computes each way
#define TILE (EDGE * EACH)
#define DEPTH 16

static __device__ float at_or_zero(const float *matrix, int rows, int cols, int row, int col)
{
    return row < rows && col < cols ? matrix[(size_t)row * cols + col] : 0;
}

// The source names two words of shared memory for each term; a compiler that unrolls the loops
// loads each of them once.
__global__ void fast_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float a_tile[TILE][DEPTH], b_tile[DEPTH][TILE];
    int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
    float sum[EACH][EACH] = {{0}};
    for (int first = 0; first < k; first += DEPTH) {
        for (int i = 0; i < EACH; i++) {
            int y = threadIdx.y + i * EDGE, x = threadIdx.x + i * EDGE;
            a_tile[y][threadIdx.x] = at_or_zero(a, m, k, top + y, first + threadIdx.x);
            b_tile[threadIdx.y][x] = at_or_zero(b, k, n, first + threadIdx.y, left + x);
        }
        __syncthreads(); // the tiles are complete
        for (int i = 0; i < EACH; i++)
            for (int j = 0; j < EACH; j++)
                for (int l = 0; l < DEPTH; l++)
                    sum[i][j] +=
                        a_tile[threadIdx.y + i * EDGE][l] * b_tile[l][threadIdx.x + j * EDGE];
        __syncthreads(); // the tiles may be overwritten
    }
    for (int i = 0; i < EACH; i++) {
        for (int j = 0; j < EACH; j++) {
            int row = top + threadIdx.y + i * EDGE, col = left + threadIdx.x + j * EDGE;
            if (row < m && col < n)
                c[(size_t)row * n + col] = sum[i][j];
        }
    }
}

EXPORT void matmul_fast(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    dim3 grid(blocks_for(n, TILE), blocks_for(m, TILE)), block(EDGE, EDGE);
    fast_kernel<<<grid, block>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
