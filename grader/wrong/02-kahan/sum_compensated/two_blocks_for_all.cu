// bug: two blocks add up all terms, and all multiprocessors but two are idle
// reason: technique
// says: its widest launch has 2 blocks
// only: technique
#include "kahan.h"
struct pair {
    float sum, low;
};
static __device__ struct pair plus(struct pair p, float x)
{
    float t = p.sum + x, b = t - p.sum;
    p.low += (p.sum - (t - b)) + (x - b);
    p.sum = t;
    return p;
}
static __device__ struct pair add(struct pair p, struct pair q)
{
    p = plus(p, q.sum);
    p.low += q.low;
    return p;
}
static __device__ struct pair of_block(struct pair p)
{
    __shared__ struct pair s[256];
    s[threadIdx.x] = p;
    for (int d = 128; d; d /= 2) {
        __syncthreads();
        if (threadIdx.x < d)
            s[threadIdx.x] = add(s[threadIdx.x], s[threadIdx.x + d]);
    }
    __syncthreads();
    return s[0];
}
__global__ void first(const float *x, size_t n, struct pair *parts)
{
    struct pair p = {0, 0};
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        p = plus(p, x[i]);
    p = of_block(p);
    if (threadIdx.x == 0)
        parts[blockIdx.x] = p;
}
__global__ void second(const struct pair *parts, int count, float *sum)
{
    struct pair p = {0, 0};
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        p = add(p, parts[i]);
    p = of_block(p);
    if (threadIdx.x == 0)
        *sum = p.sum + p.low;
}
EXPORT void sum_compensated(const float *d_x, size_t n, float *d_sum)
{
    if (n == 0)
        return;
    struct pair *d_parts;
    int blocks = 2;
    CHECK(cudaMalloc(&d_parts, blocks * sizeof *d_parts));
    first<<<blocks, 256>>>(d_x, n, d_parts);
    second<<<1, 256>>>(d_parts, blocks, d_sum);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d_parts));
}
