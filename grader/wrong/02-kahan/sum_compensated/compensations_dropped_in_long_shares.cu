// bug: each thread begins its compensation anew after 256 terms, which only long shares have
// reason: wrong
// pattern: inexact
// says: a thread's own sum
#include "kahan.h"

#define THREADS 256
#define BLOCKS 64

struct pair {
    float high, low;
};

static __device__ struct pair partial[BLOCKS * THREADS];

static __device__ struct pair combine(struct pair a, struct pair b)
{
    float sum = a.high + b.high, b_part = sum - a.high;
    float lost = (a.high - (sum - b_part)) + (b.high - b_part);
    struct pair total = {sum, lost + a.low + b.low};
    return total;
}

__global__ void parts_kernel(const float *x, size_t n)
{
    size_t thread = (size_t)blockIdx.x * blockDim.x + threadIdx.x, terms = 0;
    struct pair mine = {0, 0};
    for (size_t i = thread; i < n; i += BLOCKS * THREADS) {
        struct pair term = {x[i], 0};
        if (terms++ % 256 == 0)
            mine.low = 0;
        mine = combine(mine, term);
    }
    partial[thread] = mine;
}

__global__ void total_kernel(float *sum)
{
    __shared__ struct pair of_thread[THREADS];
    struct pair mine = {0, 0};
    for (int i = threadIdx.x; i < BLOCKS * THREADS; i += THREADS)
        mine = combine(mine, partial[i]);
    of_thread[threadIdx.x] = mine;
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    for (int i = 1; i < THREADS; i++)
        mine = combine(mine, of_thread[i]);
    *sum = mine.high + mine.low;
}

EXPORT void sum_compensated(const float *d_x, size_t n, float *d_sum)
{
    if (n == 0)
        return;
    parts_kernel<<<BLOCKS, THREADS>>>(d_x, n);
    CHECK(cudaGetLastError());
    total_kernel<<<1, THREADS>>>(d_sum);
    CHECK(cudaGetLastError());
}
