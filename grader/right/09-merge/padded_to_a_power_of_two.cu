// tasks: merge_sort
// how: a padded copy, whose padding of INT_MAX ends up last
#include "merge.h"

#include <limits.h>

enum { SHARE = 64 };

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
    int i = co_rank(first, a, m, b, n), j = first - i;
    for (int k = first; k < end; k++)
        c[k] = j == n || (i < m && a[i] <= b[j]) ? a[i++] : b[j++];
}

__global__ void pad_kernel(const int *keys, int n, int *padded, int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < length)
        padded[i] = i < n ? keys[i] : INT_MAX;
}

// A thread a pair of short runs, or `share` keys of a pair of long ones.
__global__ void merge_pairs_kernel(const int *from, int *to, int length, int width, int share)
{
    int k = (blockIdx.x * blockDim.x + threadIdx.x) * share, pair = k / 2 / width * 2 * width;
    if (k < length)
        merge_share(from + pair, width, from + pair + width, width, to + pair, k - pair,
                    k - pair + share);
}

EXPORT void merge_sort(int *d_keys, int n)
{
    if (n == 0)
        return;
    int length = 1, *d_from, *d_to;
    while (length < n)
        length *= 2;
    CHECK(cudaMalloc(&d_from, length * sizeof(int)));
    CHECK(cudaMalloc(&d_to, length * sizeof(int)));
    pad_kernel<<<blocks_for(length, 256), 256>>>(d_keys, n, d_from, length);
    CHECK(cudaGetLastError());
    for (int width = 1; width < length; width *= 2) {
        int share = width < SHARE / 2 ? 2 * width : SHARE;
        merge_pairs_kernel<<<blocks_for(length / share, 128), 128>>>(d_from, d_to, length,
                                                                     width, share);
        CHECK(cudaGetLastError());
        int *d_merged = d_to;
        d_to = d_from;
        d_from = d_merged;
    }
    CHECK(cudaMemcpy(d_keys, d_from, n * sizeof(int), cudaMemcpyDeviceToDevice));
    CHECK(cudaFree(d_from));
    CHECK(cudaFree(d_to));
}
