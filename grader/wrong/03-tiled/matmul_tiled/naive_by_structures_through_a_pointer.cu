// bug: no tile; elements are structures that a function takes by value, called by a pointer
// reason: technique
// says: words of a and b for each element of c
// only: technique
#include "tiled.h"

struct one {
    float value;
};
typedef float function(one);

__device__ float value_of(one x)
{
    return x.value;
}
__device__ function *d_call = value_of;

__global__ void product_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    function *call = d_call;
    float sum = 0;
    if (row >= m || col >= n)
        return;
    for (int l = 0; l < k; l++)
        sum += (*call)(*(const one *)&a[(size_t)row * k + l]) *
               (*call)(*(const one *)&b[(size_t)l * n + col]);
    c[(size_t)row * n + col] = sum;
}

EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    dim3 block(16, 16), grid(blocks_for(n, 16), blocks_for(m, 16));
    product_kernel<<<grid, block>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
