// bug: a share takes as large a part of a and of b as it is of all keys
// reason: wrong
// pattern: merged_apart
// says: each share is sorted, but begins below where the one before it ends
#include "merge.h"

__host__ __device__ static int co_rank(int k, const int *a, int m, const int *b, int n)
{
    int lo = k > n ? k - n : 0, hi = k < m ? k : m;
    while (lo < hi) {
        int i = lo + (hi - lo) / 2;
        if (a[i] <= b[k - i - 1])
            lo = i + 1;
        else
            hi = i;
    }
    return lo;
}
__device__ static void merge(const int *a, int m, const int *b, int n, int *c)
{
    int i = 0, j = 0;
    while (i < m && j < n)
        *c++ = a[i] <= b[j] ? a[i++] : b[j++];
    while (i < m)
        *c++ = a[i++];
    while (j < n)
        *c++ = b[j++];
}
__global__ void k(const int *a, int m, const int *b, int n, int *c, int share)
{
    long long t = (long long)blockIdx.x * blockDim.x + threadIdx.x, s = t * share;
    if (s >= (long long)m + n)
        return;
    int k0 = (int)s, k1 = (int)(s + share < (long long)m + n ? s + share : (long long)m + n);
    int i0 = (int)((long long)k0 * m / (m + n)), i1 = (int)((long long)k1 * m / (m + n));
    merge(a + i0, i1 - i0, b + (k0 - i0), (k1 - i1) - (k0 - i0), c + k0);
}
EXPORT void merge_basic(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    if (m == 0 && n == 0)
        return;
    int share = 8;
    long long threads = ((long long)m + n + share - 1) / share;
    k<<<(unsigned)((threads + 127) / 128), 128>>>(d_a, m, d_b, n, d_c, share);
    CHECK(cudaGetLastError());
}
