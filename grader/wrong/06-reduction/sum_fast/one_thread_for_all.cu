// bug: one thread for all
// reason: technique
// says: 1 thread does the work
// only: technique
#include "reduction.h"

__global__ void sum_kernel(const int *in, size_t n, long long *sum)
{
    long long total = 0;
    for (size_t i = 0; i < n; i++)
        total += in[i];
    *sum = total;
}

EXPORT void sum_fast(const int *d_in, size_t n, long long *d_sum)
{
    if (n == 0)
        return;
    sum_kernel<<<1, 1>>>(d_in, n, d_sum);
    CHECK(cudaGetLastError());
}
