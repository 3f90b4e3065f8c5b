// tasks: matmul_tiled
// how: both tiles are members of an unnamed union, a one-dimensional block waits as a group
#include "tiled.h"

#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define T 16
__global__ void kk(const float *__restrict__ a, const float *__restrict__ b, float *c, int m,
                   int n, int k)
{
    __shared__ union {
        float flat[2 * T * T];
        struct {
            float a[T][T], b[T][T];
        } t;
    } s;
    cg::thread_block block = cg::this_thread_block();
    int t = block.thread_rank(), x = t % T, y = t / T, row = blockIdx.y * T + y,
        col = blockIdx.x * T + x;
    float sum = 0;
    for (int at = 0; at < k; at += T) {
        s.flat[t] = row < m && at + x < k ? a[(size_t)row * k + at + x] : 0;
        s.t.b[y][x] = at + y < k && col < n ? b[(size_t)(at + y) * n + col] : 0;
        block.sync();
#pragma unroll
        for (int l = 0; l < T; l++)
            sum = fmaf(s.t.a[y][l], s.t.b[l][x], sum);
        block.sync();
    }
    if (row < m && col < n)
        c[(size_t)row * n + col] = sum;
}
EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m && n)
        kk<<<dim3(blocks_for(n, T), blocks_for(m, T)), T * T>>>(d_a, d_b, d_c, m, n, k);
}
