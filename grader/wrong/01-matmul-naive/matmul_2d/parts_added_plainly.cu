// bug: blocks that share a long sum add their parts to c plainly
// reason: race
// says: several threads change it at once
// only: race
#include "matmul_naive.h"

#define PARTS 4

/* One thread a part of an element's sum: c must be zeros. */
__global__ void part_kernel(const float *a, const float *b, float *c, int m, int n, int k,
                            int share)
{
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    int first = blockIdx.z * share, end = min(k, first + share);
    float sum = 0;
    if (row >= m || col >= n)
        return;
    for (int l = first; l < end; l++)
        sum += a[(size_t)row * k + l] * b[(size_t)l * n + col];
    c[(size_t)row * n + col] += sum;
}

EXPORT void matmul_2d(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    CHECK(cudaMemset(d_c, 0, (size_t)m * n * sizeof *d_c));
    if (k == 0)
        return;
    dim3 block(16, 16), grid(blocks_for(n, 16), blocks_for(m, 16), k > 256 ? PARTS : 1);
    part_kernel<<<grid, block>>>(d_a, d_b, d_c, m, n, k, blocks_for(k, grid.z));
    CHECK(cudaGetLastError());
}
