// tasks: merge_basic
// how: as textbooks have it: (low + high) / 2 in an int, for fewer than 2^30 keys in each
#include "merge.h"

enum { SHARE = 8 };

static __device__ int co_rank(int k, const int *a, int m, const int *b, int n)
{
    int low = k > n ? k - n : 0, high = k < m ? k : m;
    while (low < high) {
        int i = (low + high) / 2;
        if (a[i] <= b[k - 1 - i])
            low = i + 1;
        else
            high = i;
    }
    return low;
}

__global__ void merge_kernel(const int *a, int m, const int *b, int n, int *c)
{
    long long first = ((long long)blockIdx.x * blockDim.x + threadIdx.x) * SHARE;
    long long all = (long long)m + n;
    if (first >= all)
        return;
    int end = (int)(first + SHARE < all ? first + SHARE : all);
    int i = co_rank((int)first, a, m, b, n), j = (int)first - i;
    for (int k = (int)first; k < end; k++)
        c[k] = j == n || (i < m && a[i] <= b[j]) ? a[i++] : b[j++];
}

EXPORT void merge_basic(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    if (m + n == 0)
        return;
    merge_kernel<<<blocks_for((size_t)m + n, SHARE * 128), 128>>>(d_a, m, d_b, n, d_c);
    CHECK(cudaGetLastError());
}
