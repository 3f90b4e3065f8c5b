// bug: one thread, no compensation
// reason: technique
// also: plain-sum
// says: plain float sum
#include "kahan.h"

__global__ void sum_kernel(const float *x, size_t n, float *sum)
{
    float total = 0;
    for (size_t i = 0; i < n; i++)
        total += x[i];
    *sum = total;
}

EXPORT void sum_compensated(const float *d_x, size_t n, float *d_sum)
{
    if (n == 0)
        return;
    sum_kernel<<<1, 1>>>(d_x, n, d_sum);
    CHECK(cudaGetLastError());
}
