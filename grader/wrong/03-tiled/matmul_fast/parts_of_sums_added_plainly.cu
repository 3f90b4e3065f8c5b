// bug: four blocks have a part of each long sum, and add it to c one over the other
// reason: race
// says: use an atomic such as atomicAdd()
// only: race
#include "tiled.h"

#define WIDTH 32 // of a tile
#define ROWS 4   // of a thread

__global__ void __launch_bounds__(256)
    part_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float a_tile[WIDTH][WIDTH + 1], b_tile[WIDTH][WIDTH];
    int x = threadIdx.x, y = threadIdx.y * ROWS;
    int part = (k + gridDim.z - 1) / gridDim.z, first = blockIdx.z * part;
    int end = min(k, first + part);
    size_t row = (size_t)blockIdx.y * WIDTH + y, col = (size_t)blockIdx.x * WIDTH + x;
    float sum[ROWS] = {0};
    for (; first < end; first += WIDTH) {
        for (int i = 0; i < ROWS; i++) {
            size_t term = first + y + i;
            bool a_there = row + i < m && first + x < end, b_there = term < end && col < n;
            a_tile[y + i][x] = a_there ? a[(row + i) * k + first + x] : 0;
            b_tile[y + i][x] = b_there ? b[term * n + col] : 0;
        }
        __syncthreads();
        for (int term = 0; term < WIDTH; term++)
            for (int i = 0; i < ROWS; i++)
                sum[i] += a_tile[y + i][term] * b_tile[term][x];
        __syncthreads();
    }
    for (int i = 0; i < ROWS; i++)
        if (row + i < m && col < n)
            c[(row + i) * n + col] += sum[i];
}

EXPORT void matmul_fast(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    dim3 grid(blocks_for(n, WIDTH), blocks_for(m, WIDTH), k > 1024 ? 4 : 1);
    CHECK(cudaMemset(d_c, 0, (size_t)m * n * sizeof(float)));
    part_kernel<<<grid, dim3(WIDTH, WIDTH / ROWS)>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
