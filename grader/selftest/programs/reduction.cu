// Sums an array: a tree in shared memory, shuffles in the last warp, one atomic operation a
// block.
// prints: the sum of 0 to 99999 is 4999950000
#include "check.cuh"
#include <numeric>
#include <vector>

__device__ __forceinline__ long long warp_sum(long long value)
{
    for (int by = warpSize / 2; by > 0; by >>= 1)
        value += __shfl_down_sync(0xffffffffu, value, by);
    return value;
}

template <int BLOCK> __global__ void sum(const int *values, int n, unsigned long long *total)
{
    __shared__ long long part[BLOCK];
    long long mine = 0;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
        mine += values[i];
    part[threadIdx.x] = mine;
#pragma unroll
    for (int half = BLOCK / 2; half >= 32; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
    }
    if (threadIdx.x < 32) {
        mine = warp_sum(part[threadIdx.x]);
        if (threadIdx.x == 0)
            atomicAdd(total, (unsigned long long)mine);
    }
}

int main()
{
    const int n = 100000;
    std::vector<int> values(n);
    std::iota(values.begin(), values.end(), 0);
    unsigned long long total = 0, *d_total = on_device(&total, 1);
    int *d_values = on_device(values.data(), n);
    sum<256><<<16, 256>>>(d_values, n, d_total);
    to_host(&total, d_total, 1);
    CHECK(cudaFree(d_values));
    printf("the sum of 0 to %d is %llu\n", n - 1, total);
    return 0;
}
