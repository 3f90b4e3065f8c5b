// tasks: merge_tiled
// how: no more than 65535 blocks, which go on to further tiles
#include "merge.h"

#define TILE 1024
#define TILE_THREADS 128

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

__global__ void merge_tiled_kernel(const int *a, int m, const int *b, int n, int *c)
{
    __shared__ int tile[TILE], splits[2];
    for (long long at = (long long)blockIdx.x * TILE; at < m + n;
         at += (long long)gridDim.x * TILE) {
        int first = (int)at, length = at_most(TILE, m + n - first);
        __syncthreads();
        if (threadIdx.x < 2)
            splits[threadIdx.x] = co_rank(first + threadIdx.x * length, a, m, b, n);
        __syncthreads();
        int a_first = splits[0], b_first = first - a_first, from_a = splits[1] - a_first;

        for (int i = threadIdx.x; i < length; i += TILE_THREADS)
            tile[i] = i < from_a ? a[a_first + i] : b[b_first + i - from_a];
        __syncthreads();
        const int share = TILE / TILE_THREADS;
        int own = threadIdx.x * share;
        merge_share(tile, from_a, tile + from_a, length - from_a, c + first,
                    at_most(own, length), at_most(own + share, length));
    }
}

EXPORT void merge_tiled(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    if (m + n == 0)
        return;
    unsigned blocks = blocks_for(m + n, TILE);
    if (blocks > 65535)
        blocks = 65535;
    merge_tiled_kernel<<<blocks, TILE_THREADS>>>(d_a, m, d_b, n, d_c);
    CHECK(cudaGetLastError());
}
