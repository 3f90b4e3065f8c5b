// bug: no barrier in the tree
// reason: race
// pattern: fewer
// says: race in shared memory
#include "kahan.h"

#define BLOCK_SIZE 256

struct pair {
    float high, low;
};

static __device__ struct pair partial[64];

static __device__ struct pair combine(struct pair a, struct pair b)
{
    float sum = a.high + b.high, b_part = sum - a.high;
    float lost = (a.high - (sum - b_part)) + (b.high - b_part);
    struct pair total = {sum, lost + a.low + b.low};
    return total;
}

static __device__ struct pair combine_block(struct pair mine)
{
    __shared__ struct pair pairs[BLOCK_SIZE];
    pairs[threadIdx.x] = mine;
    __syncthreads();
    for (unsigned half = BLOCK_SIZE / 2; half > 0; half /= 2) {
        if (threadIdx.x >= half)
            continue;
        struct pair other = pairs[threadIdx.x + half];
        mine = combine(mine, other);
        pairs[threadIdx.x] = mine;
    }
    return mine;
}

__global__ void partial_sums_kernel(const float *x, size_t n)
{
    struct pair mine = {0, 0};
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        struct pair term = {x[i], 0};
        mine = combine(mine, term);
    }
    mine = combine_block(mine);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = mine;
}

__global__ void combine_partials_kernel(float *sum)
{
    struct pair mine = {0, 0};
    for (int i = 0; i < 64; i++)
        mine = combine(mine, partial[i]);
    *sum = mine.high + mine.low;
}

EXPORT void sum_compensated(const float *d_x, size_t n, float *d_sum)
{
    if (n == 0)
        return;
    partial_sums_kernel<<<64, BLOCK_SIZE>>>(d_x, n);
    CHECK(cudaGetLastError());
    combine_partials_kernel<<<1, 1>>>(d_sum);
    CHECK(cudaGetLastError());
}
