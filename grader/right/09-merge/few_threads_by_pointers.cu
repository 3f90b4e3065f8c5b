// tasks: merge_basic
// how: 256 threads with shares that differ by a key, and pointers in the place of indices
// night: its few threads take seven seconds of a core; blocks_of_96.cu takes half of it
#include "merge.h"

__device__ int corank(int k, const int *a, int m, const int *b, int n)
{
    int lo = max(0, k - n), hi = min(k, m);
    while (lo < hi) {
        int i = (lo + hi) >> 1;
        if (a[i] <= b[k - i - 1])
            lo = i + 1;
        else
            hi = i;
    }
    return lo;
}
__global__ void kern(const int *a, int m, const int *b, int n, int *c)
{
    long long all = m + n, threads = (long long)gridDim.x * blockDim.x,
              t = blockIdx.x * blockDim.x + threadIdx.x;
    int k0 = (int)(all * t / threads), k1 = (int)(all * (t + 1) / threads),
        i = corank(k0, a, m, b, n);
    const int *pa = a + i, *pb = b + (k0 - i), *ea = a + m, *eb = b + n;
    for (int *to = c + k0, *end = c + k1; to < end; ++to)
        *to = pb == eb || (pa != ea && *pa <= *pb) ? *pa++ : *pb++;
}
EXPORT void merge_basic(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    if (m + n)
        kern<<<4, 64>>>(d_a, m, d_b, n, d_c);
}
