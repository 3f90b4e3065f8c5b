// bug: the host adds up the partial sums
// reason: from-host
// says: and to finish it where there are partial results
#include "reduction.h"

#define BLOCK_SIZE 128
#define BLOCKS 64

__global__ void parts_kernel(const int *in, size_t n, long long *parts)
{
    __shared__ long long partial[BLOCK_SIZE];
    int t = threadIdx.x;
    long long sum = 0;
    for (size_t i = (size_t)blockIdx.x * BLOCK_SIZE + t; i < n; i += BLOCKS * BLOCK_SIZE)
        sum += in[i];
    partial[t] = sum;
    __syncthreads();
    for (int half = BLOCK_SIZE / 2; half > 0; half /= 2) {
        if (t < half)
            partial[t] += partial[t + half];
        __syncthreads();
    }
    if (t == 0)
        parts[blockIdx.x] = partial[0];
}

EXPORT void sum_fast(const int *d_in, size_t n, long long *d_sum)
{
    long long *d_parts, parts[BLOCKS], sum = 0;
    if (n == 0)
        return;
    CHECK(cudaMalloc(&d_parts, sizeof parts));
    parts_kernel<<<BLOCKS, BLOCK_SIZE>>>(d_in, n, d_parts);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(parts, d_parts, sizeof parts, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d_parts));
    for (int i = 0; i < BLOCKS; i++)
        sum += parts[i];
    CHECK(cudaMemcpy(d_sum, &sum, sizeof sum, cudaMemcpyHostToDevice));
}
