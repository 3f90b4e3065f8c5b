// bug: never more than four blocks
// reason: technique
// says: threads do the work
// only: technique
#include "merge.h"
#define B 256

__device__ int co_rank(int k, const int *a, int m, const int *b, int n)
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

__device__ void share_of(const int *a, int m, const int *b, int n, int *c, int first, int end)
{
    int i = co_rank(first, a, m, b, n), j = first - i;
    for (int k = first; k < end; k++)
        if (j == n || (i < m && a[i] <= b[j]))
            c[k] = a[i++];
        else
            c[k] = b[j++];
}
__device__ int at_most(long long p, int l)
{
    return p < l ? (int)p : l;
}

#define TILE 1024
__global__ void k(const int *a, int m, const int *b, int n, int *c)
{
    __shared__ int tile[TILE], merged[TILE], splits[2];
    int t = threadIdx.x;
    for (long long first = (long long)blockIdx.x * TILE; first < (long long)m + n;
         first += gridDim.x * TILE) {
        __syncthreads();
        int length = at_most(TILE, (int)(m + n - first));
        if (t < 2)
            splits[t] = co_rank((int)first + t * length, a, m, b, n);
        __syncthreads();
        int a0 = splits[0], b0 = (int)first - a0, from_a = splits[1] - a0;
        for (int i = t; i < length; i += B)
            tile[i] = i < from_a ? a[a0 + i] : b[b0 + i - from_a];
        __syncthreads();
        const int share = TILE / B;
        share_of(tile, from_a, tile + from_a, length - from_a, merged,
                 at_most(t * share, length), at_most(t * share + share, length));
        __syncthreads();
        for (int i = t; i < length; i += B)
            c[first + i] = merged[i];
    }
}
EXPORT void merge_fast(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    if (m + n == 0)
        return;
    k<<<4, B>>>(d_a, m, d_b, n, d_c);
    CHECK(cudaGetLastError());
}
