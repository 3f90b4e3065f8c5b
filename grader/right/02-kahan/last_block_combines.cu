// tasks: sum_compensated
// how: one launch of sixteen blocks, of which the last one to end combines all parts
#include "kahan.h"

#define BLOCK_SIZE 512
#define BLOCKS 16

struct pair {
    float high, low;
};

static __device__ struct pair partial[BLOCKS];
static __device__ unsigned blocks_done;

static __device__ struct pair combine(struct pair a, struct pair b)
{
    float sum = a.high + b.high;
    float b_part = sum - a.high, a_part = sum - b_part;
    float lost = (a.high - a_part) + (b.high - b_part);
    struct pair total = {sum, lost + a.low + b.low};
    return total;
}

static __device__ struct pair combine_block(struct pair mine)
{
    __shared__ struct pair pairs[BLOCK_SIZE];
    pairs[threadIdx.x] = mine;
    for (unsigned half = BLOCK_SIZE / 2; half > 0; half /= 2) {
        __syncthreads(); // the pairs of this level are complete
        if (threadIdx.x < half)
            pairs[threadIdx.x] = combine(pairs[threadIdx.x], pairs[threadIdx.x + half]);
    }
    return pairs[threadIdx.x];
}

__global__ void sum_kernel(const float *x, size_t n, float *sum)
{
    struct pair mine = {0, 0};
    size_t first = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    for (size_t i = first; i < n; i += BLOCKS * BLOCK_SIZE) {
        struct pair term = {x[i], 0};
        mine = combine(mine, term);
    }
    mine = combine_block(mine);
    if (threadIdx.x > 0)
        return;
    partial[blockIdx.x] = mine;
    __threadfence(); // the part is there before the count says so
    if (atomicInc(&blocks_done, BLOCKS - 1) < BLOCKS - 1)
        return;
    __threadfence(); // and is read after that
    for (int i = 0; i < BLOCKS; i++)
        if (i != blockIdx.x)
            mine = combine(mine, partial[i]);
    *sum = mine.high + mine.low;
}

EXPORT void sum_compensated(const float *d_x, size_t n, float *d_sum)
{
    if (n == 0)
        return;
    sum_kernel<<<BLOCKS, BLOCK_SIZE>>>(d_x, n, d_sum);
    CHECK(cudaGetLastError());
}
