// tasks: merge_tiled
// how: the text's walk, by counters of what is consumed of a and of b
// night: its counters take eight seconds of a core; tiles_in_a_loop.cu takes half of it
#include "merge.h"

#define TILE 256
#define BLOCKS 16

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

// A block merges the elements first .. end - 1. In each step it loads TILE keys of a and TILE
// of b, as far as its part of them goes, and merges TILE elements: half of what it has loaded.
__global__ void tiled_kernel(const int *a, int m, const int *b, int n, int *c, int share)
{
    __shared__ int a_tile[TILE], b_tile[TILE];
    int first = min(blockIdx.x * share, m + n), end = min(first + share, m + n);
    int a_next = co_rank(first, a, m, b, n), a_end = co_rank(end, a, m, b, n);
    int b_next = first - a_next, b_end = end - a_end;
    while (first < end) {
        int from_a = min(TILE, a_end - a_next), from_b = min(TILE, b_end - b_next);
        if (threadIdx.x < from_a)
            a_tile[threadIdx.x] = a[a_next + threadIdx.x];
        if (threadIdx.x < from_b)
            b_tile[threadIdx.x] = b[b_next + threadIdx.x];
        __syncthreads();
        int length = min(TILE, end - first), own = min((int)threadIdx.x, length);
        merge_share(a_tile, from_a, b_tile, from_b, c + first, own, min(own + 1, length));
        int consumed = co_rank(length, a_tile, from_a, b_tile, from_b);
        a_next += consumed;
        b_next += length - consumed;
        first += length;
        __syncthreads();
    }
}

EXPORT void merge_tiled(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    if (m + n == 0)
        return;
    tiled_kernel<<<BLOCKS, TILE>>>(d_a, m, d_b, n, d_c, blocks_for(m + n, BLOCKS));
    CHECK(cudaGetLastError());
}
