// bug: past the edge of a or b, the elements at the edge are loaded again
// reason: wrong
// pattern: edge_repeated
// says: an index that is held back at the edge
#include "tiled.h"
#define T 16
__global__ void mm(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float as[T][T], bs[T][T];
    int x = threadIdx.x, y = threadIdx.y, r = blockIdx.y * T + y, q = blockIdx.x * T + x;
    float s = 0;
    for (int t = 0; t < k; t += T) {
        int ra = r < m ? r : m - 1, ca = t + x < k ? t + x : k - 1,
            rb = t + y < k ? t + y : k - 1, cb = q < n ? q : n - 1;
        as[y][x] = a[(size_t)ra * k + ca];
        bs[y][x] = b[(size_t)rb * n + cb];
        __syncthreads();
        for (int j = 0; j < T; j++)
            s += as[y][j] * bs[j][x];
        __syncthreads();
    }
    if (r < m && q < n)
        c[(size_t)r * n + q] = s;
}
EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (!m || !n)
        return;
    mm<<<dim3((n + T - 1) / T, (m + T - 1) / T), dim3(T, T)>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
