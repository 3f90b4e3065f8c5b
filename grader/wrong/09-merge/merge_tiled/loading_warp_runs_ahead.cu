// bug: the loading warp runs ahead
// reason: race
// says: race in shared memory, tile
// only: race
#include "merge.h"

#define TILE 1024
#define TILE_THREADS 128 // that merge; a warp more loads
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
    __shared__ int tile[TILE], from_a;
    int own = threadIdx.x * SHARE, lane = (int)threadIdx.x - TILE_THREADS;
    for (int first = blockIdx.x * TILE; first < m + n; first += gridDim.x * TILE) {
        int length = min(TILE, m + n - first);
        if (lane >= 0) {
            int a_first = co_rank(first, a, m, b, n), b_first = first - a_first;
            int count = co_rank(first + length, a, m, b, n) - a_first;
            for (int i = lane; i < length; i += 32)
                tile[i] = i < count ? a[a_first + i] : b[b_first + i - count];
            if (lane == 0)
                from_a = count;
        }
        __syncthreads();
        if (lane < 0)
            merge_share(tile, from_a, tile + from_a, length - from_a, c + first,
                        min(own, length), min(own + SHARE, length));
    }
}

EXPORT void merge_tiled(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    if (m + n == 0)
        return;
    tiled_kernel<<<min(blocks_for(m + n, TILE), 4u), TILE_THREADS + 32>>>(d_a, m, d_b, n, d_c);
    CHECK(cudaGetLastError());
}
