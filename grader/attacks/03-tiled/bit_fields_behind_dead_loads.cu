// tasks: matmul_tiled_square
// class: blind checker
// how: a load that nobody uses is asked about, and a bit-field behind it is not
// says: product(): it reads or writes a bit-field in an array by an index
// guard: calls
#include "tiled.h"

struct halves {
    unsigned low : 16, high : 16;
};
static __device__ const float known[4] = {1, 2, 3, 4};
static __device__ float peek(const float *at)
{
    halves local[2];
    local[0].low = local[1].high = 1;
    long i = ((long)at - (long)local) / 4;
    int j = threadIdx.x % 4u + threadIdx.z;
    float dead = known[j];
    unsigned low = local[i].low;
    dead = known[j];
    unsigned high = local[i].high;
    return __uint_as_float(low | high << 16);
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
        sum += peek(&a[row * n + l]) * peek(&b[(size_t)l * n + col]);
    c[row * n + col] = sum;
}
EXPORT void matmul_tiled_square(const float *d_a, const float *d_b, float *d_c, int n)
{
    if (n)
        product<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError());
}
