// bug: a thread merges a pair of runs, and so in the last pass one thread all keys
// reason: technique
// says: share them out over many threads
// only: technique
#include "merge.h"

#include <limits.h>

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

// A thread a pair of runs.
__global__ void merge_pairs_kernel(const int *from, int *to, int length, int width)
{
    int pair = (blockIdx.x * blockDim.x + threadIdx.x) * 2 * width;
    if (pair < length)
        merge_share(from + pair, width, from + pair + width, width, to + pair, 0, 2 * width);
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
        merge_pairs_kernel<<<blocks_for(length / 2 / width, 128), 128>>>(d_from, d_to, length,
                                                                         width);
        CHECK(cudaGetLastError());
        int *d_merged = d_to;
        d_to = d_from;
        d_from = d_merged;
    }
    CHECK(cudaMemcpy(d_keys, d_from, n * sizeof(int), cudaMemcpyDeviceToDevice));
    CHECK(cudaFree(d_from));
    CHECK(cudaFree(d_to));
}
