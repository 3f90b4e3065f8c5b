// bug: one block has all shares
// reason: technique
// says: one block loads 100 % of all
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

__global__ void merge_kernel(const int *a, int m, const int *b, int n, int *c)
{
    int share = (m + n - 1) / (int)blockDim.x + 1, first = min((int)threadIdx.x * share, m + n);
    int i = co_rank(first, a, m, b, n), j = first - i;
    for (int k = first; k < min(first + share, m + n); k++)
        c[k] = j == n || (i < m && a[i] <= b[j]) ? a[i++] : b[j++];
}

EXPORT void merge_basic(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    if (m + n == 0)
        return;
    merge_kernel<<<1, 512>>>(d_a, m, d_b, n, d_c);
    CHECK(cudaGetLastError());
}
