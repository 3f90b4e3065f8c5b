// bug: the splits have room for 1024 tiles, 7 million keys; more are written behind them
// reason: out-of-bounds
// says: write to
// only: out-of-bounds
#include "merge.h"

#include <limits.h>

#define BLOCK_SIZE 256
#define SHARE 27                  // keys that a thread merges: odd, see store_tile()
#define TILE (BLOCK_SIZE * SHARE) // keys that a block merges
#define BLOCKS_AT_ONCE 5          // on a multiprocessor: the compiler may use 48 registers
#define MOST_TILES 1024

// ---- the splits ----------------------------------------------------------------------------

// The co-rank of a k is known to be one of low .. high.
struct range {
    int low, high;
};

// Halves the range, as co_rank() in merge.cu does, but asks only for those elements of a whose
// index is a multiple of `stride`. What is left has at most `stride` co-ranks.
static __device__ struct range narrowed(struct range r, int stride, int k, const int *a,
                                        const int *b)
{
    const int from = r.low / stride + (r.low % stride != 0); // multiples in low .. high - 1
    const int to = r.high / stride + (r.high % stride != 0);
    int low = from, high = to;
    while (low < high) {
        int middle = low + (high - low) / 2, i = middle * stride;
        if (a[i] <= b[k - 1 - i])
            low = middle + 1;
        else
            high = middle;
    }
    if (low > from) // the multiple below still belongs to the first k
        r.low = (low - 1) * stride + 1;
    if (low < to) // this one does not
        r.high = low * stride;
    return r;
}

// Thread t finds splits[t], how many of the first t * TILE keys come from a; the launch must
// provide a thread for each of the tiles + 1 ends. A search from the whole of a and b would ask
// memory for some 50 keys, which no other search wants, and each comes with 15 neighbours. As k
// is a multiple of TILE, all searches at multiples of TILE want the same few keys, which stay
// in the cache; only the rest, within a tile, is a search of the thread's own.
__global__ void splits_kernel(const int *a, int m, const int *b, int n, int tiles, int *splits)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t > tiles)
        return;
    int k = t < tiles ? t * TILE : m + n;
    struct range r = {k > n ? k - n : 0, k < m ? k : m};
    r = narrowed(r, TILE, k, a, b);
    splits[t] = narrowed(r, 1, k, a, b).low;
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
    int own = threadIdx.x * SHARE, from_b = TILE - from_a;
    struct range r = {own > from_b ? own - from_b : 0, own < from_a ? own : from_a};
    int i = narrowed(r, 1, own, tile, tile + from_a).low;
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
    merge_kernel(const int *a, const int *b, const int *splits, int *c, int total)
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
    int tiles = blocks_for(m + n, TILE), *d_splits;
    CHECK(cudaMalloc((void **)&d_splits, (MOST_TILES + 1) * sizeof *d_splits));
    splits_kernel<<<blocks_for(tiles + 1, BLOCK_SIZE), BLOCK_SIZE>>>(d_a, m, d_b, n, tiles,
                                                                     d_splits);
    CHECK(cudaGetLastError());
    merge_kernel<<<tiles, BLOCK_SIZE>>>(d_a, d_b, d_splits, d_c, m + n);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d_splits));
}
