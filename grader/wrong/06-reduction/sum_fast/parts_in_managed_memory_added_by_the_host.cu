// bug: the host adds up the partial sums where they lie, in managed memory
// reason: from-host
// says: bytes of managed or pinned memory before the device went on: partial sums
#include "reduction.h"

#define BLOCK_SIZE 256
#define BLOCKS 64

__global__ void parts_kernel(const int *in, size_t n, long long *parts)
{
    long long sum = 0;
    for (size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x; i < n;
         i += BLOCKS * BLOCK_SIZE)
        sum += in[i];
    for (int near = 16; near > 0; near /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, near);
    if (threadIdx.x % 32 == 0)
        atomicAdd((unsigned long long *)&parts[blockIdx.x], (unsigned long long)sum);
}

EXPORT void sum_fast(const int *d_in, size_t n, long long *d_sum)
{
    long long *parts;
    if (n == 0)
        return;
    CHECK(cudaMallocManaged(&parts, BLOCKS * sizeof *parts));
    CHECK(cudaMemset(parts, 0, BLOCKS * sizeof *parts));
    parts_kernel<<<BLOCKS, BLOCK_SIZE>>>(d_in, n, parts);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    for (int i = 1; i < BLOCKS; i++)
        parts[0] += parts[i];
    CHECK(cudaMemcpy(d_sum, parts, sizeof *parts, cudaMemcpyDefault));
    CHECK(cudaFree(parts));
}
