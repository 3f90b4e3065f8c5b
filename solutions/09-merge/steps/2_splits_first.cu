// tasks: merge_fast
// how: a kernel of its own finds all splits, so that no tile waits for a search
#include "merge.h"

#include <limits.h>

#define BLOCK_SIZE 256
#define SHARE 8                   // keys that a thread merges
#define TILE (BLOCK_SIZE * SHARE) // keys that a block merges
#define MOST_TILES (INT_MAX / TILE + 1)

// How many of the first k elements of a and b, merged, come from a: see merge.cu.
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

// splits[t] = how many of the first t * TILE keys come from a.
static __device__ int splits[MOST_TILES + 1];

// Thread t finds splits[t]; the launch must provide a thread for each of the tiles + 1 ends. A
// search is a chain of some 27 loads, each waiting for the one before. Here thousands of them
// go on at a time; in the kernel that merges, 255 threads and their room in shared memory
// waited for a single one.
__global__ void splits_kernel(const int *a, int m, const int *b, int n, int tiles)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t <= tiles)
        splits[t] = co_rank(t < tiles ? t * TILE : m + n, a, m, b, n);
}

// Block t merges the elements from t * TILE on, see the step before. The launch must provide
// BLOCK_SIZE threads a block, and a block for each TILE.
__global__ void fast_kernel(const int *a, const int *b, int *c, int total)
{
    __shared__ int tile[TILE];
    int first = blockIdx.x * TILE, length = total - first < TILE ? total - first : TILE;
    int a_first = splits[blockIdx.x], from_a = splits[blockIdx.x + 1] - a_first;
    int b_first = first - a_first;
    for (int i = threadIdx.x; i < length; i += BLOCK_SIZE)
        tile[i] = i < from_a ? a[a_first + i] : b[b_first + i - from_a];
    __syncthreads(); // the tile is complete

    int keys[SHARE], own = threadIdx.x * SHARE;
    own = own < length ? own : length; // no part of a last, short tile is left for the thread
    int i = co_rank(own, tile, from_a, tile + from_a, length - from_a);
    int j = from_a + own - i; // places in the tile, both
    for (int k = 0; k < SHARE && own + k < length; k++)
        keys[k] = j == length || (i < from_a && tile[i] <= tile[j]) ? tile[i++] : tile[j++];
    __syncthreads(); // nobody reads the tile any more: the result may go there
    for (int k = 0; k < SHARE && own + k < length; k++)
        tile[own + k] = keys[k];
    __syncthreads(); // the result is complete
    for (int k = threadIdx.x; k < length; k += BLOCK_SIZE)
        c[first + k] = tile[k];
}

EXPORT void merge_fast(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    if (m + n == 0)
        return;
    int tiles = blocks_for(m + n, TILE);
    splits_kernel<<<blocks_for(tiles + 1, BLOCK_SIZE), BLOCK_SIZE>>>(d_a, m, d_b, n, tiles);
    CHECK(cudaGetLastError());
    fast_kernel<<<tiles, BLOCK_SIZE>>>(d_a, d_b, d_c, m + n);
    CHECK(cudaGetLastError());
}
