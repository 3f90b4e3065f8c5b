// tasks: matmul_tiled_square
// class: blind checker
// how: references and copies reach far beyond a constant and an array of its own
// says: tiles of 16 x 16 in shared memory need
// says: beyond the variable that its line names
// guard: run
#include "tiled.h"

struct number {
    float value;
};
static __device__ const float table[2] = {1, 2};

static __device__ float peek(const float *at)
{
    number local[2];
    local[0].value = 1;
    local[1].value = 2;
    if (threadIdx.x % 2) {
        const float &far = table[((long)at - (long)table) / 4];
        return far;
    }
    number far = local[((long)at - (long)local) / 4];
    return far.value;
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
