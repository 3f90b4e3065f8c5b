// bug: the size of the copy is in elements
// reason: wrong
// pattern: first_quarter
// says: only the first quarter
#include "merge.h"

#define BLOCK_SIZE 256
#define SORT_SHARE 8

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
    for (int k = first; k < end; k++) {

        if (j == n || (i < m && a[i] <= b[j]))
            c[k] = a[i++];
        else
            c[k] = b[j++];
    }
}

static __device__ int at_most(long long position, int length)
{
    return position < length ? (int)position : length;
}

__global__ void merge_runs_kernel(const int *from, int *to, int n, long long width)
{
    long long first = ((long long)blockIdx.x * blockDim.x + threadIdx.x) * SORT_SHARE;
    int k = at_most(first, n), end = at_most(first + SORT_SHARE, n);
    while (k < end) {
        int a = (int)(k / (2 * width) * (2 * width));
        int b = at_most(a + width, n), pair_end = at_most(a + 2 * width, n);
        int next = pair_end < end ? pair_end : end;
        merge_share(from + a, b - a, from + b, pair_end - b, to + a, k - a, next - a);
        k = next;
    }
}

EXPORT void merge_sort(int *d_keys, int n)
{
    if (n < 2)
        return;

    int *d_buffer, *d_from = d_keys, *d_to;
    CHECK(cudaMalloc(&d_buffer, n * sizeof *d_buffer));
    d_to = d_buffer;
    unsigned blocks = blocks_for(n, BLOCK_SIZE * SORT_SHARE);
    for (long long width = 1; width < n; width *= 2) {
        merge_runs_kernel<<<blocks, BLOCK_SIZE>>>(d_from, d_to, n, width);
        CHECK(cudaGetLastError());
        int *d_merged = d_to;
        d_to = d_from;
        d_from = d_merged;
    }
    if (d_from != d_keys)
        CHECK(cudaMemcpy(d_keys, d_from, n, cudaMemcpyDeviceToDevice));
    CHECK(cudaFree(d_buffer));
}
