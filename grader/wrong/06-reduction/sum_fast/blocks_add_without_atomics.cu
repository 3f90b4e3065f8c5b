// bug: blocks add by +=
// reason: race
// says: Then use an atomic such as atomicAdd()
// only: race
#include "reduction.h"

#define BLOCK_SIZE 256

static __device__ long long sum_block(long long mine)
{
    __shared__ long long partial[BLOCK_SIZE];
    __syncthreads();
    partial[threadIdx.x] = mine;
    for (int stride = BLOCK_SIZE / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (threadIdx.x < stride)
            partial[threadIdx.x] += partial[threadIdx.x + stride];
    }
    __syncthreads();
    return partial[0];
}

__global__ void sum_kernel(const int *in, size_t n, long long *total)
{
    long long sum = 0;
    size_t stride = (size_t)gridDim.x * BLOCK_SIZE;
    for (size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x; i < n; i += stride)
        sum += in[i];
    sum = sum_block(sum);
    if (threadIdx.x == 0)
        *total += sum;
}

EXPORT void sum_fast(const int *d_in, size_t n, long long *d_sum)
{
    if (n == 0)
        return;
    unsigned needed = blocks_for(n, BLOCK_SIZE), blocks = needed < 256 ? needed : 256;
    CHECK(cudaMemset(d_sum, 0, sizeof *d_sum));
    sum_kernel<<<blocks, BLOCK_SIZE>>>(d_in, n, d_sum);
    CHECK(cudaGetLastError());
}
