// bug: the tree adds plainly
// reason: wrong
// pattern: combining
// says: partial sums are combined
#include "kahan.h"

#define BLOCK_SIZE 256
#define MOST_BLOCKS 256

struct pair {
    float high, low;
};

static __device__ struct pair partial[MOST_BLOCKS];

static __device__ struct pair combine(struct pair a, struct pair b)
{
    struct pair total = {a.high + b.high, 0};
    return total;
}

static __device__ struct pair combine_block(struct pair mine)
{
    __shared__ struct pair pairs[BLOCK_SIZE];
    pairs[threadIdx.x] = mine;
    for (unsigned half = BLOCK_SIZE / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            pairs[threadIdx.x] = combine(pairs[threadIdx.x], pairs[threadIdx.x + half]);
    }
    return pairs[threadIdx.x];
}

__global__ void partial_sums_kernel(const float *x, size_t n)
{
    struct pair mine = {0, 0};
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        float wanted = x[i] + mine.low, sum = mine.high + wanted;
        mine.low = wanted - (sum - mine.high);
        mine.high = sum;
    }
    mine = combine_block(mine);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = mine;
}

__global__ void combine_partials_kernel(int count, float *sum)
{
    struct pair mine = {0, 0};
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        mine = combine(mine, partial[i]);
    mine = combine_block(mine);
    if (threadIdx.x == 0)
        *sum = mine.high + mine.low;
}

EXPORT void sum_compensated(const float *d_x, size_t n, float *d_sum)
{
    if (n == 0)
        return;
    unsigned needed = blocks_for(n, BLOCK_SIZE);
    unsigned blocks = needed < MOST_BLOCKS ? needed : MOST_BLOCKS;
    partial_sums_kernel<<<blocks, BLOCK_SIZE>>>(d_x, n);
    CHECK(cudaGetLastError());
    combine_partials_kernel<<<1, BLOCK_SIZE>>>(blocks, d_sum);
    CHECK(cudaGetLastError());
}
