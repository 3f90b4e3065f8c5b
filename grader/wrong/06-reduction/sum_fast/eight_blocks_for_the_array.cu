// bug: never more than eight blocks, for eight million elements as well
// reason: technique
// says: its widest launch has 8 blocks
// only: technique
#include "reduction.h"

#define B 256
#define G 8
__global__ void parts(const int *in, size_t n, long long *part)
{
    __shared__ long long p[B];
    int t = threadIdx.x;
    long long sum = 0;
    for (size_t i = (size_t)blockIdx.x * B + t; i < n; i += (size_t)gridDim.x * B)
        sum += in[i];
    p[t] = sum;
    for (int s = B / 2; s > 0; s /= 2) {
        __syncthreads();
        if (t < s)
            p[t] += p[t + s];
    }
    if (t == 0)
        part[blockIdx.x] = p[0];
}
__global__ void last(const long long *part, int count, long long *sum)
{
    __shared__ long long p[B];
    int t = threadIdx.x;
    long long s0 = 0;
    for (int i = t; i < count; i += B)
        s0 += part[i];
    p[t] = s0;
    for (int s = B / 2; s > 0; s /= 2) {
        __syncthreads();
        if (t < s)
            p[t] += p[t + s];
    }
    if (t == 0)
        *sum = p[0];
}
EXPORT void sum_fast(const int *d_in, size_t n, long long *d_sum)
{
    if (n == 0)
        return;
    size_t want = (n + B - 1) / B;
    int blocks = want < G ? (int)want : G;
    long long *d_part;
    CHECK(cudaMalloc(&d_part, blocks * sizeof *d_part));
    parts<<<blocks, B>>>(d_in, n, d_part);
    last<<<1, B>>>(d_part, blocks, d_sum);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d_part));
}
