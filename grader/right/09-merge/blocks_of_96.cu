// tasks: merge_basic
// how: 40 blocks of three warps, whatever there is to merge
#include "merge.h"
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
__global__ void kern(const int *a, int m, const int *b, int n, int *c, int share)
{
    long long first = ((long long)blockIdx.x * blockDim.x + threadIdx.x) * share;
    int total = m + n;
    if (first >= total)
        return;
    int end = first + share < total ? (int)(first + share) : total;
    int i = co_rank((int)first, a, m, b, n), j = (int)first - i;
    for (int k = (int)first; k < end; k++) {
        if (j == n || (i < m && a[i] <= b[j]))
            c[k] = a[i++];
        else
            c[k] = b[j++];
    }
}
EXPORT void merge_basic(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    if (m + n == 0)
        return;
    int total = m + n, threads = 96, blocks = 40;
    int share = (int)(((long long)total + (long long)threads * blocks - 1) /
                      ((long long)threads * blocks));
    kern<<<blocks, threads>>>(d_a, m, d_b, n, d_c, share);
    CHECK(cudaGetLastError());
}
