// bug: two blocks add their parts of a sum to c, which nobody has cleared
// reason: wrong
// pattern: right-from-zeros
// says: right only where c held zeros before
#include "tiled.h"
enum { T = 16 };
__global__ void kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float ta[T][T], tb[T][T];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y, col = blockIdx.x * T + x;
    float sum = 0;
    for (int l = blockIdx.z * T; l < k; l += T * gridDim.z) {
        ta[y][x] = row < m && l + x < k ? a[(size_t)row * k + l + x] : 0;
        tb[y][x] = l + y < k && col < n ? b[(size_t)(l + y) * n + col] : 0;
        __syncthreads();
        for (int i = 0; i < T; i++)
            sum += ta[y][i] * tb[i][x];
        __syncthreads();
    }
    if (row < m && col < n)
        atomicAdd(&c[(size_t)row * n + col], sum);
}
EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    kernel<<<dim3(blocks_for(n, T), blocks_for(m, T), 2), dim3(T, T)>>>(d_a, d_b, d_c, m, n, k);
}
