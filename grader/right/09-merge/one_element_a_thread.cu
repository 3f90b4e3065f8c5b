// tasks: merge_basic
// how: each thread finds the split for a single element
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

__global__ void merge_kernel(const int *a, int m, const int *b, int n, int *c, int share)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= m + n)
        return;
    int i = co_rank(k, a, m, b, n), j = k - i;
    c[k] = j == n || (i < m && a[i] <= b[j]) ? a[i] : b[j];
}

EXPORT void merge_basic(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    if (m + n == 0)
        return;
    merge_kernel<<<blocks_for(m + n, 1024), 1024>>>(d_a, m, d_b, n, d_c, 1);
    CHECK(cudaGetLastError());
}
