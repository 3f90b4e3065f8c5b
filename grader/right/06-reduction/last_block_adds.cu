// tasks: sum_fast
// how: int4 loads where they may be, and the block that finishes last adds what all have left
#include "reduction.h"

#define BLOCK_SIZE 256
#define MOST_BLOCKS 256

static __device__ long long parts[MOST_BLOCKS];
static __device__ unsigned arrived;

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

static __device__ long long sum_share(const int *in, size_t n)
{
    long long sum = 0;
    size_t thread = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    size_t stride = (size_t)gridDim.x * BLOCK_SIZE;
    size_t fours = (size_t)in % sizeof(int4) ? 0 : n / 4;
    for (size_t i = thread; i < fours; i += stride) {
        int4 four = ((const int4 *)in)[i];
        sum += (long long)four.x + four.y + four.z + four.w;
    }
    for (size_t i = 4 * fours + thread; i < n; i += stride)
        sum += in[i];
    return sum;
}

__global__ void sum_kernel(const int *in, size_t n, long long *total)
{
    __shared__ bool last;
    long long sum = sum_block(sum_share(in, n));
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = sum;
        __threadfence();
        last = atomicAdd(&arrived, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;
    __threadfence();
    sum = sum_block(threadIdx.x < gridDim.x ? parts[threadIdx.x] : 0);
    if (threadIdx.x == 0) {
        *total = sum;
        arrived = 0;
    }
}

EXPORT void sum_fast(const int *d_in, size_t n, long long *d_sum)
{
    if (n == 0)
        return;
    size_t needed = (n + BLOCK_SIZE - 1) / BLOCK_SIZE;
    unsigned blocks = needed < MOST_BLOCKS ? (unsigned)needed : MOST_BLOCKS;
    sum_kernel<<<blocks, BLOCK_SIZE>>>(d_in, n, d_sum);
    CHECK(cudaGetLastError());
}
