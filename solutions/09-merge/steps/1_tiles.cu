// tasks: merge_fast
// how: tiles, merged in registers, and a result that leaves by neighbours
#include "merge.h"

#define BLOCK_SIZE 256
#define SHARE 8                   // keys that a thread merges
#define TILE (BLOCK_SIZE * SHARE) // keys that a block merges

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

// Block t merges the elements from t * TILE on. Keys come into shared memory by neighbours, and
// each thread merges its share into registers. Stored from there, a thread's share would go to
// SHARE neighbouring places: a warp would write to 32 places that lie SHARE apart, SHARE times.
// So the shares meet in shared memory again, and leave it by neighbours. The launch must
// provide BLOCK_SIZE threads a block, and a block for each TILE.
__global__ void fast_kernel(const int *a, int m, const int *b, int n, int *c)
{
    __shared__ int tile[TILE], splits[2];
    int first = blockIdx.x * TILE, length = m + n - first < TILE ? m + n - first : TILE;
    if (threadIdx.x < 2)
        splits[threadIdx.x] = co_rank(first + threadIdx.x * length, a, m, b, n);
    __syncthreads(); // both splits are there
    int a_first = splits[0], b_first = first - a_first, from_a = splits[1] - a_first;
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
    fast_kernel<<<blocks_for(m + n, TILE), BLOCK_SIZE>>>(d_a, m, d_b, n, d_c);
    CHECK(cudaGetLastError());
}
