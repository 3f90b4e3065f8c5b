// bug: the share is computed in floats, which have 24 bits, so that the tail is lost
// reason: wrong
// says: the last element of the result was never written
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

__global__ void merge_kernel(const int *a, int m, const int *b, int n, int *c)
{
    long long threads = (long long)gridDim.x * blockDim.x, all = (long long)m + n;
    long long share = (long long)ceilf((float)all / (float)threads);
    long long first = share * (blockIdx.x * blockDim.x + threadIdx.x), end = first + share;
    if (first >= all)
        return;
    int i = co_rank((int)first, a, m, b, n), j = (int)first - i;
    for (long long k = first; k < end && k < all; k++)
        c[k] = j >= n || (i < m && a[i] <= b[j]) ? a[i++] : b[j++];
}

EXPORT void merge_basic(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    if (m == 0 && n == 0)
        return;
    merge_kernel<<<128, 256>>>(d_a, m, d_b, n, d_c);
    CHECK(cudaGetLastError());
}
