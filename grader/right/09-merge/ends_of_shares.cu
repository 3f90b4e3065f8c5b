// tasks: merge_basic
// how: both ends of a share are searched, and the rests copied
// night: two searches a thread take seven seconds of a core; blocks_of_96.cu takes half of it
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

static __device__ void merge_share(const int *a, int m, const int *b, int n, int *c, int first,
                                   int end)
{
    int i = co_rank(first, a, m, b, n), i_end = co_rank(end, a, m, b, n), j = first - i,
        j_end = end - i_end, k = first;
    while (i < i_end && j < j_end)
        c[k++] = a[i] <= b[j] ? a[i++] : b[j++];
    while (i < i_end)
        c[k++] = a[i++];
    while (j < j_end)
        c[k++] = b[j++];
}

__global__ void merge_kernel(const int *a, int m, const int *b, int n, int *c, int share)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * share;
    merge_share(a, m, b, n, c, min(first, m + n), min(first + share, m + n));
}

EXPORT void merge_basic(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    if (m + n == 0)
        return;
    int share = blocks_for(m + n, 7 * 96);
    merge_kernel<<<7, 96>>>(d_a, m, d_b, n, d_c, share);
    CHECK(cudaGetLastError());
}
