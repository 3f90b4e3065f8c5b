// bug: an int counts the elements, and the last block adds the parts
// reason: wrong
// says: nothing of its arrays beyond element 2147483647 was used
#include "reduction.h"

#define BLOCK_SIZE 256
#define MOST_BLOCKS 1024

static __device__ long long parts[MOST_BLOCKS];
static __device__ unsigned arrived;

static __device__ long long sum_of_block(long long value)
{
    __shared__ long long partial[BLOCK_SIZE];
    partial[threadIdx.x] = value;
    for (unsigned stride = BLOCK_SIZE / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (threadIdx.x < stride)
            partial[threadIdx.x] += partial[threadIdx.x + stride];
    }
    return threadIdx.x == 0 ? partial[0] : 0;
}

__global__ void sum_kernel(const int *in, size_t n, long long *total)
{
    __shared__ bool last;
    long long sum = 0;
    for (int i = blockIdx.x * BLOCK_SIZE + threadIdx.x; i < n; i += gridDim.x * BLOCK_SIZE)
        sum += in[i];
    sum = sum_of_block(sum);
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = sum;
        __threadfence();
        last = atomicAdd(&arrived, 1) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (!last || threadIdx.x > 0)
        return;
    sum = 0;
    for (unsigned i = 0; i < gridDim.x; i++)
        sum += parts[i];
    *total = sum;
    arrived = 0;
}

EXPORT void sum_fast(const int *d_in, size_t n, long long *d_sum)
{
    if (n == 0)
        return;
    size_t blocks = (n + BLOCK_SIZE - 1) / BLOCK_SIZE;
    if (blocks > MOST_BLOCKS)
        blocks = MOST_BLOCKS;
    sum_kernel<<<blocks, BLOCK_SIZE>>>(d_in, n, d_sum);
    CHECK(cudaGetLastError());
}
