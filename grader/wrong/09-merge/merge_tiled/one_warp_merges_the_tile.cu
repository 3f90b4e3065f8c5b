// bug: one warp of four merges what all have loaded
// reason: technique
// says: one warp of each block makes
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
#define T 1024
__global__ void k(const int *a, int m, const int *b, int n, int *c)
{
    __shared__ int i0, i1, s[T], d[T];
    int k0 = blockIdx.x * T, k1 = min(k0 + T, m + n);
    if (threadIdx.x < 2)
        *(threadIdx.x ? &i1 : &i0) = corank(threadIdx.x ? k1 : k0, a, m, b, n);
    __syncthreads();
    int na = i1 - i0, nb = k1 - k0 - na, j0 = k0 - i0;
    for (int i = threadIdx.x; i < na + nb; i += blockDim.x)
        s[i] = i < na ? a[i0 + i] : b[j0 + i - na];
    __syncthreads();
    if (threadIdx.x < 32) {
        int from = min((int)threadIdx.x * 32, na + nb), to = min(from + 32, na + nb);
        int i = corank(from, s, na, s + na, nb), j = from - i;
        for (int at = from; at < to; at++)
            d[at] = j >= nb || (i < na && s[i] <= s[na + j]) ? s[i++] : s[na + j++];
    }
    __syncthreads();
    for (int i = threadIdx.x; i < na + nb; i += blockDim.x)
        c[k0 + i] = d[i];
}
EXPORT void merge_tiled(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    if (m + n)
        k<<<blocks_for(m + n, T), 128>>>(d_a, m, d_b, n, d_c);
}
