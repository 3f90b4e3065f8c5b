// bug: a tile has the next 512 keys of a and the next 512 of b
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
#define T 1024
__global__ void k(const int *a, int m, const int *b, int n, int *c)
{
    __shared__ int s[T];
    __shared__ int r[2];
    int k0 = blockIdx.x * T, k1 = m + n - k0 < T ? m + n : k0 + T;
    if (threadIdx.x < 2)
        r[threadIdx.x] = co_rank(threadIdx.x ? k1 : k0, a, m, b, n);
    __syncthreads();
    int i0 = blockIdx.x * (T / 2) < m ? blockIdx.x * (T / 2) : m,
        la = m - i0 < T / 2 ? m - i0 : T / 2,
        j0 = blockIdx.x * (T / 2) < n ? blockIdx.x * (T / 2) : n,
        lb = n - j0 < T / 2 ? n - j0 : T / 2;
    (void)k1;
    for (int i = threadIdx.x; i < la; i += blockDim.x)
        s[i] = a[i0 + i];
    for (int i = threadIdx.x; i < lb; i += blockDim.x)
        s[la + i] = b[j0 + i];
    __syncthreads();
    int d0 = threadIdx.x * (T / 128), d1 = d0 + T / 128;
    if (d0 > la + lb)
        d0 = la + lb;
    if (d1 > la + lb)
        d1 = la + lb;
    int p0 = co_rank(d0, s, la, s + la, lb), p1 = co_rank(d1, s, la, s + la, lb);
    merge(s + p0, p1 - p0, s + la + d0 - p0, d1 - p1 - d0 + p0, c + i0 + j0 + d0);
}
EXPORT void merge_tiled(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    int longer = m > n ? m : n;
    if (longer == 0)
        return;
    k<<<(longer + T / 2 - 1) / (T / 2), 128>>>(d_a, m, d_b, n, d_c);
    CHECK(cudaGetLastError());
}
