// bug: two blocks of one warp
// reason: technique
// says: 64 threads do the work
// only: technique
#include "merge.h"

__device__ int corank(int k, const int *a, int m, const int *b, int n)
{
    int lo = k > n ? k - n : 0, hi = k < m ? k : m;
    while (lo < hi) {
        int i = (lo + hi) / 2, j = k - i;
        if (j > 0 && i < m && b[j - 1] >= a[i])
            lo = i + 1;
        else
            hi = i;
    }
    return lo;
}
__global__ void k(const int *a, int m, const int *b, int n, int *c)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    int share = (m + n + all - 1) / all, k0 = min(t * share, m + n),
        k1 = min(k0 + share, m + n);
    int i = corank(k0, a, m, b, n), j = k0 - i;
    for (int k = k0; k < k1; k++)
        c[k] = j >= n || (i < m && a[i] <= b[j]) ? a[i++] : b[j++];
}
EXPORT void merge_basic(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    if (m + n)
        k<<<2, 32>>>(d_a, m, d_b, n, d_c);
}
