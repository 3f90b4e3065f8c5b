// tasks: matmul_tiled_square
// class: blind checker
// how: reads far beyond a constant by an index whose last part is small by a mask
// says: an index leads out of the array that its line names
// guard: run
#include "tiled.h"

__constant__ const float known[2][2] = {{1, 2}, {3, 4}};

static __device__ float loaded(const float *at)
{
    long d = ((long)at - (long)known) / (long)sizeof **known;
    return known[d >> 1][d & 1];
}

__global__ void product(const float *a, const float *b, float *c, int n)
{
    __shared__ float a_tile[16][16], b_tile[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    size_t row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
    float sum = 0;
    for (int first = 0; first < n; first += 16) {
        a_tile[y][x] = a[row * n + first + x];
        b_tile[y][x] = b[(size_t)(first + y) * n + col];
        __syncthreads();
    }
    for (int l = 0; l < n; l++)
        sum += loaded(&a[row * n + l]) * loaded(&b[(size_t)l * n + col]);
    c[row * n + col] = sum;
}

EXPORT void matmul_tiled_square(const float *d_a, const float *d_b, float *d_c, int n)
{
    if (n)
        product<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(d_a, d_b, d_c, n);
}
