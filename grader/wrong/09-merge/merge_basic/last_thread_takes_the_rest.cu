// bug: the share is rounded down, and the last thread takes all that is left
// reason: technique
// says: does the last one take all that is left
// only: technique
#include "merge.h"
static __device__ int co_rank(int k, const int *a, int m, const int *b, int n)
{
    int low = k > n ? k - n : 0, high = k < m ? k : m;
    while (low < high) {
        int i = low + (high - low) / 2;
        if (a[i] <= b[k - 1 - i])
            low = i + 1;
        else
            high = i;
    }
    return low;
}
static __device__ void merge_seq(const int *a, int m, const int *b, int n, int *c)
{
    int i = 0, j = 0;
    while (i < m && j < n)
        *c++ = a[i] <= b[j] ? a[i++] : b[j++];
    while (i < m)
        *c++ = a[i++];
    while (j < n)
        *c++ = b[j++];
}
__global__ void k(const int *a, int m, const int *b, int n, int *c)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    int share = max(1, (m + n) / all);
    int k0 = min((long long)t * share, (long long)m + n),
        k1 = t == all - 1 ? m + n : min((long long)k0 + share, (long long)m + n);
    int i0 = co_rank(k0, a, m, b, n), i1 = co_rank(k1, a, m, b, n);
    merge_seq(a + i0, i1 - i0, b + (k0 - i0), (k1 - k0) - (i1 - i0), c + k0);
}
EXPORT void merge_basic(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    if (m + n == 0)
        return;
    k<<<128, 256>>>(d_a, m, d_b, n, d_c);
    CHECK(cudaGetLastError());
}
