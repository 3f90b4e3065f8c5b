// bug: two blocks take all tiles in turn
// reason: technique
// says: one block of a few loads
// only: technique
#include "merge.h"

#define TILE 1024
#define TILE_THREADS 128
#define SHARE (TILE / TILE_THREADS)

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

__global__ void tiled_kernel(const int *a, int m, const int *b, int n, int *c)
{
    __shared__ int tile[TILE], splits[2];
    for (int first = blockIdx.x * TILE; first < m + n; first += gridDim.x * TILE) {
        int length = min(TILE, m + n - first);
        if (threadIdx.x < 2)
            splits[threadIdx.x] = co_rank(first + threadIdx.x * length, a, m, b, n);
        __syncthreads();
        int a_first = splits[0], b_first = first - a_first, from_a = splits[1] - splits[0];
        for (int i = threadIdx.x; i < length; i += TILE_THREADS)
            tile[i] = i < from_a ? a[a_first + i] : b[b_first + i - from_a];
        __syncthreads();
        int own = threadIdx.x * SHARE;
        merge_share(tile, from_a, tile + from_a, length - from_a, c + first, min(own, length),
                    min(own + SHARE, length));
        __syncthreads();
    }
}

EXPORT void merge_tiled(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    if (m + n == 0)
        return;
    const unsigned most_blocks = 2;
    unsigned blocks = blocks_for(m + n, TILE);
    blocks = blocks < most_blocks ? blocks : most_blocks;
    tiled_kernel<<<blocks, TILE_THREADS>>>(d_a, m, d_b, n, d_c);
    CHECK(cudaGetLastError());
}
