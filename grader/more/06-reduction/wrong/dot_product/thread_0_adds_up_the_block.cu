// bug: one thread of a block adds up what all have brought
// reason: technique
// says: as where one works on what all have loaded
// only: technique
#include "combining.h"

#define BLOCK_SIZE 256

__global__ void dot_kernel(const float *a, const float *b, size_t n, float *dot)
{
    __shared__ float products[BLOCK_SIZE];
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    products[threadIdx.x] = i < n ? a[i] * b[i] : 0;
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    float sum = 0;
    for (int k = 0; k < BLOCK_SIZE; k++)
        sum += products[k];
    atomicAdd(dot, sum);
}

EXPORT void dot_product(const float *d_a, const float *d_b, size_t n, float *d_dot)
{
    CHECK(cudaMemset(d_dot, 0, sizeof *d_dot));
    if (n == 0)
        return;
    dot_kernel<<<blocks_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_a, d_b, n, d_dot);
    CHECK(cudaGetLastError());
}
