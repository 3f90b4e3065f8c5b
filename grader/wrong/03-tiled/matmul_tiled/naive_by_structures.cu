// bug: the kernel of lab 01, whose loads are arguments of calls that are not in line
// reason: technique
// says: words of a and b for
// only: technique
#include "tiled.h"

struct one {
    float value;
};

__device__ __attribute__((noinline)) float value_of(one x)
{
    return x.value;
}

__global__ void product_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || col >= n)
        return;
    float sum = 0;
    for (int l = 0; l < k; l++)
        sum +=
            value_of(*(const one *)&a[row * k + l]) * value_of(*(const one *)&b[l * n + col]);
    c[row * n + col] = sum;
}

EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    dim3 block(16, 16), grid(blocks_for(n, 16), blocks_for(m, 16));
    product_kernel<<<grid, block>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
