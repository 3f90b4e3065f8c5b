// tasks: sum_fast
// how: the host looks whether the sum is cleared: one number, and no partial sum
#include "reduction.h"

#define B 256
__global__ void add(const int *in, size_t n, unsigned long long *sum)
{
    long long s0 = 0;
    for (size_t i = (size_t)blockIdx.x * B + threadIdx.x; i < n; i += (size_t)gridDim.x * B)
        s0 += in[i];
    for (int s = 16; s > 0; s /= 2)
        s0 += __shfl_down_sync(0xffffffff, s0, s);
    if (threadIdx.x % 32 == 0)
        atomicAdd(sum, (unsigned long long)s0);
}
EXPORT void sum_fast(const int *d_in, size_t n, long long *d_sum)
{
    if (n == 0)
        return;
    size_t want = (n + B - 1) / B;
    CHECK(cudaMemsetAsync(d_sum, 0, sizeof *d_sum));
    long long sum = 0;
    CHECK(cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost));
    if (sum != 0)
        return;
    add<<<min((int)want, 1024), B>>>(d_in, n, (unsigned long long *)d_sum);
    CHECK(cudaGetLastError());
}
