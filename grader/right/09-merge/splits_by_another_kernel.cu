// tasks: merge_sort
// how: in each pass one kernel finds where the shares begin, and another one merges them
#include "merge.h"

enum { SHARE = 8, THREADS = 128 };

struct runs {
    int begin, m, n;
};

// The pair of runs that key `at` of the result belongs to.
static __device__ struct runs runs_of(int at, int n, int length)
{
    int begin = at / length / 2 * 2 * length, left = n - begin;
    int m = left < length ? left : length;
    return (struct runs){begin, m, left - m < length ? left - m : length};
}

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

__global__ void split_kernel(const int *from, int n, int length, int shares, int *splits)
{
    int share = blockIdx.x * blockDim.x + threadIdx.x;
    if (share >= shares)
        return;
    struct runs r = runs_of(share * SHARE, n, length);
    const int *a = from + r.begin;
    splits[share] = co_rank(share * SHARE - r.begin, a, r.m, a + r.m, r.n);
}

__global__ void merge_kernel(const int *from, int n, int length, int shares, const int *splits,
                             int *to)
{
    int share = blockIdx.x * blockDim.x + threadIdx.x;
    if (share >= shares)
        return;
    struct runs r = runs_of(share * SHARE, n, length);
    const int *a = from + r.begin, *b = a + r.m;
    int i = splits[share], j = share * SHARE - r.begin - i;
    for (int at = share * SHARE; at < (share + 1) * SHARE && at < n; at++)
        to[at] = j >= r.n || (i < r.m && a[i] <= b[j]) ? a[i++] : b[j++];
}

// Sorts runs of SHARE keys, so that no share has keys of two pairs.
__global__ void first_kernel(int *keys, int n)
{
    int begin = (blockIdx.x * blockDim.x + threadIdx.x) * SHARE;
    for (int at = begin + 1; at < begin + SHARE && at < n; at++)
        for (int k = at; k > begin && keys[k] < keys[k - 1]; k--) {
            int key = keys[k];
            keys[k] = keys[k - 1];
            keys[k - 1] = key;
        }
}

EXPORT void merge_sort(int *d_keys, int n)
{
    int shares = (n + SHARE - 1) / SHARE, *d_splits, *d_buffer, *d_from = d_keys;
    if (n == 0)
        return;
    CHECK(cudaMalloc(&d_splits, shares * sizeof *d_splits));
    CHECK(cudaMalloc(&d_buffer, n * sizeof *d_buffer));
    first_kernel<<<blocks_for(shares, THREADS), THREADS>>>(d_keys, n);
    CHECK(cudaGetLastError());
    int *d_to = d_buffer;
    for (int length = SHARE; length < n; length *= 2) {
        unsigned blocks = blocks_for(shares, THREADS);
        split_kernel<<<blocks, THREADS>>>(d_from, n, length, shares, d_splits);
        merge_kernel<<<blocks, THREADS>>>(d_from, n, length, shares, d_splits, d_to);
        CHECK(cudaGetLastError());
        int *d_swap = d_from;
        d_from = d_to;
        d_to = d_swap;
    }
    if (d_from != d_keys)
        CHECK(cudaMemcpy(d_keys, d_from, n * sizeof *d_keys, cudaMemcpyDeviceToDevice));
    CHECK(cudaFree(d_splits));
    CHECK(cudaFree(d_buffer));
}
