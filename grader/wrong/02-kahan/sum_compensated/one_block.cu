// bug: one block adds up all
// reason: technique
// says: no launch has more than one block
// only: technique
#include "kahan.h"

#define BLOCK_SIZE 256

struct pair {
    float high, low;
};

static __device__ struct pair combine(struct pair a, struct pair b)
{
    float sum = a.high + b.high;
    float b_part = sum - a.high, a_part = sum - b_part;
    float lost = (a.high - a_part) + (b.high - b_part);
    struct pair total = {sum, lost + a.low + b.low};
    return total;
}

__global__ void sum_kernel(const float *x, size_t n, float *sum)
{
    __shared__ struct pair pairs[BLOCK_SIZE];
    struct pair mine = {0, 0};
    for (size_t i = threadIdx.x; i < n; i += BLOCK_SIZE) {
        struct pair term = {x[i], 0};
        mine = combine(mine, term);
    }
    pairs[threadIdx.x] = mine;
    for (unsigned half = BLOCK_SIZE / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            pairs[threadIdx.x] = combine(pairs[threadIdx.x], pairs[threadIdx.x + half]);
    }
    if (threadIdx.x == 0)
        *sum = pairs[0].high + pairs[0].low;
}

EXPORT void sum_compensated(const float *d_x, size_t n, float *d_sum)
{
    if (n == 0)
        return;
    sum_kernel<<<1, BLOCK_SIZE>>>(d_x, n, d_sum);
    CHECK(cudaGetLastError());
}
