// tasks: merge_tiled
// how: one warp finds the splits of all shares of the tile, and all merge
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
#define THREADS 128
#define SHARE (T / THREADS)
__global__ void k(const int *a, int m, const int *b, int n, int *c)
{
    __shared__ int i0, i1, s[T], splits[THREADS];
    int k0 = blockIdx.x * T, k1 = min(k0 + T, m + n);
    if (threadIdx.x < 2)
        *(threadIdx.x ? &i1 : &i0) = corank(threadIdx.x ? k1 : k0, a, m, b, n);
    __syncthreads();
    int na = i1 - i0, nb = k1 - k0 - na, j0 = k0 - i0;
    for (int i = threadIdx.x; i < na + nb; i += blockDim.x)
        s[i] = i < na ? a[i0 + i] : b[j0 + i - na];
    __syncthreads();
    if (threadIdx.x < 32) // the searches, which are short, for the shares of all
        for (int t = threadIdx.x; t < THREADS; t += 32)
            splits[t] = corank(min(t * SHARE, na + nb), s, na, s + na, nb);
    __syncthreads();
    int from = min((int)threadIdx.x * SHARE, na + nb), to = min(from + SHARE, na + nb);
    int i = splits[threadIdx.x], j = from - i;
    for (int at = from; at < to; at++)
        c[k0 + at] = j >= nb || (i < na && s[i] <= s[na + j]) ? s[i++] : s[na + j++];
}
EXPORT void merge_tiled(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    if (m + n)
        k<<<blocks_for(m + n, T), THREADS>>>(d_a, m, d_b, n, d_c);
}
