// bug: two blocks of one warp
// reason: technique
// says: 64 threads do the work
// only: technique
#include "reduction.h"

__global__ void k(const int *in, size_t n, unsigned long long *sum)
{
    long long s = 0;
    for (size_t i = blockIdx.x * 32 + threadIdx.x; i < n; i += 64)
        s += in[i];
    for (int d = 16; d; d /= 2)
        s += __shfl_down_sync(0xffffffff, s, d);
    if (threadIdx.x == 0)
        atomicAdd(sum, (unsigned long long)s);
}
EXPORT void sum_fast(const int *d_in, size_t n, long long *d_sum)
{
    if (n == 0)
        return;
    CHECK(cudaMemset(d_sum, 0, sizeof *d_sum));
    k<<<2, 32>>>(d_in, n, (unsigned long long *)d_sum);
}
