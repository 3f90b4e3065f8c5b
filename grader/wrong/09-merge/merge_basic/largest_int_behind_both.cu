// bug: INT_MAX stands for both ends
// reason: wrong
// pattern: largest_as_end
// says: cannot stand for the end
#include "merge.h"

#define BLOCK_SIZE 256
#define SHARE 8
#define LARGEST 0x7fffffff

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
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * SHARE;
    int end = first + SHARE < m + n ? first + SHARE : m + n;
    if (first >= end)
        return;
    int i = co_rank(first, a, m, b, n), j = first - i;
    for (int k = first; k < end; k++) {
        int of_a = i < m ? a[i] : LARGEST, of_b = j < n ? b[j] : LARGEST;
        if (of_a <= of_b)
            c[k] = a[i++];
        else
            c[k] = b[j++];
    }
}

EXPORT void merge_basic(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    if (m + n == 0)
        return;
    merge_kernel<<<blocks_for(m + n, SHARE * BLOCK_SIZE), BLOCK_SIZE>>>(d_a, m, d_b, n, d_c);
    CHECK(cudaGetLastError());
}
