// bug: the sums of blocks are added on the host
// reason: from-host
// says: host
#include "combining.h"

#include <stdlib.h>

#define BLOCK_SIZE 256

__global__ void dot_kernel(const float *a, const float *b, size_t n, float *sums)
{
    __shared__ float partial[BLOCK_SIZE];
    int t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE + t;
    partial[t] = i < n ? a[i] * b[i] : 0;
    for (int stride = BLOCK_SIZE / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (t < stride)
            partial[t] += partial[t + stride];
    }
    if (t == 0)
        sums[blockIdx.x] = partial[0];
}

EXPORT void dot_product(const float *d_a, const float *d_b, size_t n, float *d_dot)
{
    unsigned blocks = blocks_for(n, BLOCK_SIZE) + 1;
    float dot = 0, *d_sums, *sums = (float *)malloc(blocks * sizeof *sums);
    CHECK(cudaMalloc(&d_sums, blocks * sizeof *d_sums));
    dot_kernel<<<blocks, BLOCK_SIZE>>>(d_a, d_b, n, d_sums);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(sums, d_sums, blocks * sizeof *sums, cudaMemcpyDeviceToHost));
    for (unsigned b = 0; b < blocks; b++)
        dot += sums[b];
    CHECK(cudaMemcpy(d_dot, &dot, sizeof dot, cudaMemcpyHostToDevice));
    CHECK(cudaFree(d_sums));
    free(sums);
}
