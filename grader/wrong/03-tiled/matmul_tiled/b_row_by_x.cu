// bug: b's row in the tile is threadIdx.x's
// reason: wrong
// pattern: b_row_by_x
// says: chosen by threadIdx.x
#include "tiled.h"

#define T 16
struct view {
    const float *p;
    int rows, cols;
};
template <int N> struct tile {
    float v[N][N];
};
__device__ float get(const view &m, int r, int c)
{
    return r < m.rows && c < m.cols ? m.p[(size_t)r * m.cols + c] : 0.f;
}
__global__ void kk(view a, view b, float *c)
{
    __shared__ tile<T> ta, tb;
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y, col = blockIdx.x * T + x;
    float s = 0;
    for (int t = 0; t < a.cols; t += T) {
        ta.v[y][x] = get(a, row, t + x);
        tb.v[y][x] = get(b, t + x, col);
        __syncthreads();
        for (int l = 0; l < T; l++)
            s += ta.v[y][l] * tb.v[l][x];
        __syncthreads();
    }
    if (row < a.rows && col < b.cols)
        c[(size_t)row * b.cols + col] = s;
}
EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m && n)
        kk<<<dim3(blocks_for(n, T), blocks_for(m, T)), dim3(T, T)>>>(view{d_a, m, k},
                                                                     view{d_b, k, n}, d_c);
}
