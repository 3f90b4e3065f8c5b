// tasks: merge_fast
// how: long, odd shares in registers, by loops that the compiler can unroll
#include "merge.h"

#include <limits.h>

#define BLOCK_SIZE 256
#define SHARE 27                  // keys that a thread merges: odd, see store_tile()
#define TILE (BLOCK_SIZE * SHARE) // keys that a block merges
#define BLOCKS_AT_ONCE 5          // on a multiprocessor: the compiler may use 48 registers
#define MOST_TILES (INT_MAX / TILE + 1)

// ---- the splits ----------------------------------------------------------------------------

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

// Thread t finds splits[t]; the launch must provide a thread for each of the tiles + 1 ends.
__global__ void splits_kernel(const int *a, int m, const int *b, int n, int tiles)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t <= tiles)
        splits[t] = co_rank(t < tiles ? t * TILE : m + n, a, m, b, n);
}

// ---- a tile --------------------------------------------------------------------------------

// Brings a's part of a tile into shared memory, and b's part behind it; the last tile, which
// may be short, is filled up with the largest int. These go last, or among keys that look the
// same: so the rest of the kernel only knows full tiles.
static __device__ void load_tile(int *tile, const int *a, int from_a, const int *b, int length)
{
    int keys[SHARE];
#pragma unroll // all keys are on their way before the first has to be here
    for (int r = 0; r < SHARE; r++) {
        int at = threadIdx.x + r * BLOCK_SIZE;
        keys[r] = at < from_a ? a[at] : at < length ? b[at - from_a] : INT_MAX;
    }
#pragma unroll
    for (int r = 0; r < SHARE; r++)
        tile[threadIdx.x + r * BLOCK_SIZE] = keys[r];
    if (threadIdx.x == 0)
        tile[TILE] = INT_MAX; // stands for a used-up b: any key of a is at most that
}

// Merges the thread's share of the tile into registers: the indices of `keys` are constants,
// once the loop is unrolled. The smallest keys left of a and b are at hand; the chosen one's
// successor is the only key to be read in each step.
static __device__ void merge_share(const int *tile, int from_a, int *keys)
{
    int own = threadIdx.x * SHARE;
    int i = co_rank(own, tile, from_a, tile + from_a, TILE - from_a);
    int j = from_a + own - i; // places in the tile, both
    int of_a = tile[i], of_b = tile[j];
#pragma unroll
    for (int k = 0; k < SHARE; k++) {
        bool a_is_next = i < from_a && of_a <= of_b;
        keys[k] = a_is_next ? of_a : of_b;
        int next = tile[a_is_next ? ++i : ++j];
        if (a_is_next)
            of_a = next;
        else
            of_b = next;
    }
}

// Back to shared memory, and from there by neighbours to c. Shares begin SHARE words apart: as
// that is odd, the 32 threads of a warp write to 32 banks at a time.
static __device__ void store_tile(int *tile, const int *keys, int *c, int length)
{
#pragma unroll
    for (int k = 0; k < SHARE; k++)
        tile[threadIdx.x * SHARE + k] = keys[k];
    __syncthreads(); // the result is complete
    for (int at = threadIdx.x; at < length; at += BLOCK_SIZE)
        c[at] = tile[at];
}

// Block t merges the keys from t * TILE on. The launch must provide BLOCK_SIZE threads a block,
// and a block for each tile. While one block waits for memory others merge: the more of them
// there are on a multiprocessor the better, and registers are what limits them.
__global__ void __launch_bounds__(BLOCK_SIZE, BLOCKS_AT_ONCE)
    merge_kernel(const int *a, const int *b, int *c, int total)
{
    __shared__ int tile[TILE + 1];
    int first = blockIdx.x * TILE, length = total - first < TILE ? total - first : TILE;
    int a_first = splits[blockIdx.x], from_a = splits[blockIdx.x + 1] - a_first;
    load_tile(tile, a + a_first, from_a, b + (first - a_first), length);
    __syncthreads(); // the tile is complete
    int keys[SHARE];
    merge_share(tile, from_a, keys);
    __syncthreads(); // nobody reads the tile any more: the result may go there
    store_tile(tile, keys, c + first, length);
}

EXPORT void merge_fast(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    if (m + n == 0)
        return;
    int tiles = blocks_for(m + n, TILE);
    splits_kernel<<<blocks_for(tiles + 1, BLOCK_SIZE), BLOCK_SIZE>>>(d_a, m, d_b, n, tiles);
    CHECK(cudaGetLastError());
    merge_kernel<<<tiles, BLOCK_SIZE>>>(d_a, d_b, d_c, m + n);
    CHECK(cudaGetLastError());
}
