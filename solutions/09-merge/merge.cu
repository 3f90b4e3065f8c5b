// Lab 09, worked: the split of a merge, equal shares by it, shares through shared memory, and a
// sort.
#include "merge.h"

#include <limits.h>

#define BLOCK_SIZE 256   // threads of a block, but for tiles
#define MERGE_BLOCKS 128 // the least grid of merge_basic, however little it has to merge
#define MOST_SHARE 6     // keys that a thread of merge_basic merges at the most
#define TILE 1024        // keys that a block merges in shared memory
#define TILE_THREADS 128 // threads of such a block
#define SORT_SHARE 27 // keys that a thread of the sort has in registers: odd, see store_share()
#define SORT_TILE (BLOCK_SIZE * SORT_SHARE)
#define SORT_BLOCKS_AT_ONCE 5 // on a multiprocessor: the compiler may use 48 registers

// ---- the split -----------------------------------------------------------------------------

// How many of the first k elements of a and b, merged, come from a. 0 <= k <= m + n.
//
// If i come from a, then k - i come from b. So i is at most k and m; and as k - i is at most n,
// it is at least k - n. In between, a's element i is among the first k exactly if it does not
// exceed b's element k - 1 - i: not even all that b would have to give would come before it.
// Equal keys count for a, which goes first. Larger i are ever less likely to hold: a search by
// halves finds the first that does not.
static __device__ int co_rank(int k, const int *a, int m, const int *b, int n)
{
    int low = k > n ? k - n : 0, high = k < m ? k : m;
    while (low < high) {
        int i = low + (high - low) / 2; // low <= i < high: both elements exist
        if (a[i] <= b[k - 1 - i])
            low = i + 1;
        else
            high = i;
    }
    return low;
}

// Thread t answers question t. The launch must provide at least count threads.
__global__ void co_ranks_kernel(const int *a, int m, const int *b, int n, const int *k, int *i,
                                int count)
{
    size_t t = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (t < (size_t)count)
        i[t] = co_rank(k[t], a, m, b, n);
}

EXPORT void co_ranks(const int *d_a, int m, const int *d_b, int n, const int *d_k, int *d_i,
                     int count)
{
    if (count == 0)
        return;
    co_ranks_kernel<<<blocks_for(count, BLOCK_SIZE), BLOCK_SIZE>>>(d_a, m, d_b, n, d_k, d_i,
                                                                   count);
    CHECK(cudaGetLastError());
}

// ---- a share -------------------------------------------------------------------------------

// Writes the elements first .. end - 1 of a and b, merged, to c. The two splits tell which part
// of a and which of b these are; merging them is what one thread alone would do.
static __device__ void merge_share(const int *a, int m, const int *b, int n, int *c, int first,
                                   int end)
{
    int i = co_rank(first, a, m, b, n), j = first - i;
    for (int k = first; k < end; k++) {
        // Once one side is used up, the other goes on; no key may stand for "used up".
        if (j == n || (i < m && a[i] <= b[j]))
            c[k] = a[i++];
        else
            c[k] = b[j++];
    }
}

// The smaller of a position, which may lie beyond the largest int, and the length.
static __device__ int at_most(long long position, int length)
{
    return position < length ? (int)position : length;
}

// ---- merge_basic ---------------------------------------------------------------------------

// Thread t merges the elements from t * share on, `share` of them or what is left. The launch
// must provide threads for shares of that size to cover m + n.
__global__ void merge_basic_kernel(const int *a, int m, const int *b, int n, int *c, int share)
{
    long long first = ((long long)blockIdx.x * blockDim.x + threadIdx.x) * share;
    merge_share(a, m, b, n, c, at_most(first, m + n), at_most(first + share, m + n));
}

EXPORT void merge_basic(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    if (m + n == 0)
        return;
    // Neighbouring threads read keys that lie a share apart: with short shares, and many
    // blocks, they use what the others' reads brought along.
    unsigned blocks = blocks_for(m + n, BLOCK_SIZE * MOST_SHARE);
    blocks = blocks > MERGE_BLOCKS ? blocks : MERGE_BLOCKS;
    // Rounded up, or the last (m + n) % threads elements are nobody's.
    int share = blocks_for(m + n, blocks * BLOCK_SIZE);
    merge_basic_kernel<<<blocks, BLOCK_SIZE>>>(d_a, m, d_b, n, d_c, share);
    CHECK(cudaGetLastError());
}

// ---- merge_tiled ---------------------------------------------------------------------------

// Block t merges the elements from t * TILE on, TILE of them or what is left. Two threads find
// the splits at the ends of the tile by searching global memory. Between the splits lie exactly
// as many keys of a and b together as the tile has: the block loads them, neighbours by
// neighbours, and each thread merges its share of the tile from there, where a search costs
// little. The launch must provide TILE_THREADS threads a block, and a block for each tile.
__global__ void merge_tiled_kernel(const int *a, int m, const int *b, int n, int *c)
{
    __shared__ int tile[TILE], splits[2];
    int first = blockIdx.x * TILE, length = at_most(TILE, m + n - first);
    if (threadIdx.x < 2)
        splits[threadIdx.x] = co_rank(first + threadIdx.x * length, a, m, b, n);
    __syncthreads(); // both splits are there
    int a_first = splits[0], b_first = first - a_first, from_a = splits[1] - a_first;
    // a's part of the tile lies at its start, and b's part behind it.
    for (int i = threadIdx.x; i < length; i += TILE_THREADS)
        tile[i] = i < from_a ? a[a_first + i] : b[b_first + i - from_a];
    __syncthreads(); // the tile is complete
    const int share = TILE / TILE_THREADS;
    int own = threadIdx.x * share; // the thread's part of the tile
    merge_share(tile, from_a, tile + from_a, length - from_a, c + first, at_most(own, length),
                at_most(own + share, length));
}

EXPORT void merge_tiled(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    if (m + n == 0)
        return;
    merge_tiled_kernel<<<blocks_for(m + n, TILE), TILE_THREADS>>>(d_a, m, d_b, n, d_c);
    CHECK(cudaGetLastError());
}

// ---- merge_sort ----------------------------------------------------------------------------

// Blocks sort tiles of SORT_TILE keys, and passes over all keys merge sorted runs in pairs: of
// one tile each, then of two, of four, ... A run begins with a tile, so each tile of a pass's
// result belongs to one pair of runs, and a block merges it. README.md has the climb up to
// here.

// What a thread of either kernel holds in registers is its share: SORT_SHARE neighbours. The
// loops over a share unroll, so that it can be an array and still be registers.

// Shares begin SORT_SHARE words apart: as that is odd, the 32 threads of a warp use 32 banks.
static __device__ void store_share(int *tile, const int *keys)
{
#pragma unroll
    for (int k = 0; k < SORT_SHARE; k++)
        tile[threadIdx.x * SORT_SHARE + k] = keys[k];
}

// Brings `from_a` keys of a into shared memory, and keys of b behind them, `length` together,
// neighbours by neighbours. The last tile may be short: it is filled up with the largest int,
// which goes last, or among keys that look the same. So all else only knows full tiles.
static __device__ void load_tile(int *tile, const int *a, int from_a, const int *b, int length)
{
    int keys[SORT_SHARE];
#pragma unroll // all keys are on their way before the first has to be here
    for (int r = 0; r < SORT_SHARE; r++) {
        int at = threadIdx.x + r * BLOCK_SIZE;
        keys[r] = at < from_a ? a[at] : at < length ? b[at - from_a] : INT_MAX;
    }
#pragma unroll
    for (int r = 0; r < SORT_SHARE; r++)
        tile[threadIdx.x + r * BLOCK_SIZE] = keys[r];
    if (threadIdx.x == 0)
        tile[SORT_TILE] = INT_MAX; // the one behind the end, for merge_in_registers()
    __syncthreads();               // the tile is complete
}

// Writes the keys of all threads, in the order of the threads, to the first `length` of `to`.
static __device__ void store_tile(int *tile, const int *keys, int *to, int length)
{
    __syncthreads(); // nobody reads the tile any more: the result may go there
    store_share(tile, keys);
    __syncthreads(); // the result is complete
    for (int at = threadIdx.x; at < length; at += BLOCK_SIZE)
        to[at] = tile[at];
}

// Merges the thread's share of a and b into registers; `first` keys go before it. Each step
// reads one key, the successor of the one that is taken. It may be the one behind the end of a
// or b, which is not used: one behind b has to be readable, too.
static __device__ void merge_in_registers(const int *a, int m, const int *b, int n, int first,
                                          int *keys)
{
    int i = co_rank(first, a, m, b, n), j = first - i;
    int of_a = a[i], of_b = b[j];
#pragma unroll
    for (int k = 0; k < SORT_SHARE; k++) {
        bool a_is_next = j == n || (i < m && of_a <= of_b);
        keys[k] = a_is_next ? of_a : of_b;
        int next = *(a_is_next ? &a[++i] : &b[++j]);
        if (a_is_next)
            of_a = next;
        else
            of_b = next;
    }
}

// Sorts a share: neighbours that are in the wrong order change places, in as many rounds as
// there are keys (odd-even transposition). Nothing depends on the keys but what is stored, so
// registers suffice.
static __device__ void sort_share(int *keys)
{
#pragma unroll
    for (int round = 0; round < SORT_SHARE; round++)
#pragma unroll
        for (int k = round % 2; k + 1 < SORT_SHARE; k += 2) {
            int smaller = min(keys[k], keys[k + 1]);
            keys[k + 1] = max(keys[k], keys[k + 1]);
            keys[k] = smaller;
        }
}

// Block t sorts tile t of `from` into `to`, which may be the same: shares first, and then runs
// of one share, of two, of four, ... are merged within shared memory. The launch must provide
// BLOCK_SIZE threads a block, and a block for each tile.
__global__ void __launch_bounds__(BLOCK_SIZE, SORT_BLOCKS_AT_ONCE)
    sort_tiles_kernel(const int *from, int *to, int n)
{
    __shared__ int tile[SORT_TILE + 1];
    int first = blockIdx.x * SORT_TILE, length = at_most(SORT_TILE, n - first);
    int own = threadIdx.x * SORT_SHARE, keys[SORT_SHARE];
    load_tile(tile, from + first, length, NULL, length);
#pragma unroll
    for (int k = 0; k < SORT_SHARE; k++)
        keys[k] = tile[own + k];
    bool has_keys = own < length; // or nothing but what the tile was filled up with
    if (has_keys)
        sort_share(keys);
    for (int width = SORT_SHARE; width < length; width *= 2) {
        __syncthreads(); // nobody reads the tile any more
        if (has_keys)
            store_share(tile, keys);
        __syncthreads(); // all runs are there
        int a = own / (2 * width) * (2 * width);
        if (has_keys)
            merge_in_registers(tile + a, width, tile + a + width, width, own - a, keys);
    }
    store_tile(tile, keys, to + first, length);
}

// Two neighbouring runs, a and b, of which b may be shorter than a, or empty.
struct pair {
    const int *a, *b;
    int m, n;
};

// The pair of runs of `width` keys that begins at key `first` of n.
static __device__ struct pair pair_at(const int *keys, int n, long long width, int first)
{
    int m = at_most(width, n - first), both = at_most(2 * width, n - first);
    struct pair pair = {keys + first, keys + first + m, m, both - m};
    return pair;
}

// splits[t] = how many keys of tile t's pair come from a, of those before the tile.
static __device__ int splits[INT_MAX / SORT_TILE + 1];

// Thread t finds splits[t], where runs have `run` tiles. The launch must provide a thread for
// each of the tiles. A search from the whole of a and b would ask memory for keys which no
// other search wants. So elements of a that are a tile's length apart are searched first, which
// all of the pair's searches want, and which stay in the cache; and then what lies between two.
__global__ void splits_kernel(const int *from, int n, int run, int tiles)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= tiles)
        return;
    int tile = t % (2 * run), k = tile * SORT_TILE;
    struct pair p = pair_at(from, n, (long long)run * SORT_TILE, (t - tile) * SORT_TILE);
    int low = k > p.n ? k - p.n : 0, high = k < p.m ? k : p.m;
    int coarse = (low + SORT_TILE - 1) / SORT_TILE, end = (high + SORT_TILE - 1) / SORT_TILE;
    while (coarse < end) {
        int middle = coarse + (end - coarse) / 2, i = middle * SORT_TILE;
        if (p.a[i] <= p.b[k - 1 - i]) {
            low = i + 1;
            coarse = middle + 1;
        } else {
            high = i;
            end = middle;
        }
    }
    splits[t] = low + co_rank(k - low, p.a + low, high - low, p.b, p.n);
}

// Block t merges tile t of a pass, of which `from` holds sorted runs of `run` tiles, and `to`
// gets runs of twice that. The launch must have found the splits, and must provide BLOCK_SIZE
// threads a block, and a block for each tile.
__global__ void __launch_bounds__(BLOCK_SIZE, SORT_BLOCKS_AT_ONCE)
    merge_pass_kernel(const int *from, int *to, int n, int run)
{
    __shared__ int tile[SORT_TILE + 1];
    int first = blockIdx.x * SORT_TILE, length = at_most(SORT_TILE, n - first);
    int before = blockIdx.x % (2 * run) * SORT_TILE; // keys of the pair that go before the tile
    struct pair p = pair_at(from, n, (long long)run * SORT_TILE, first - before);
    bool is_last = before + length == p.m + p.n;
    int from_a = splits[blockIdx.x], to_a = is_last ? p.m : splits[blockIdx.x + 1];
    load_tile(tile, p.a + from_a, to_a - from_a, p.b + before - from_a, length);
    int m = to_a - from_a, keys[SORT_SHARE];
    merge_in_registers(tile, m, tile + m, SORT_TILE - m, threadIdx.x * SORT_SHARE, keys);
    store_tile(tile, keys, to + first, length);
}

EXPORT void merge_sort(int *d_keys, int n)
{
    if (n < 2) // one key is in order
        return;
    // A pass reads one array and writes another: the keys that a block overwrites, others
    // still have to read.
    int *d_buffer;
    CHECK(cudaMalloc(&d_buffer, n * sizeof *d_buffer));
    int tiles = blocks_for(n, SORT_TILE), passes = 0;
    for (long long run = 1; run < tiles; run *= 2)
        passes++;
    // So that the last pass writes to d_keys.
    int *d_from = passes % 2 ? d_buffer : d_keys, *d_to = passes % 2 ? d_keys : d_buffer;
    sort_tiles_kernel<<<tiles, BLOCK_SIZE>>>(d_keys, d_from, n);
    CHECK(cudaGetLastError());
    for (int run = 1; passes > 0; run *= 2, passes--) {
        splits_kernel<<<blocks_for(tiles, BLOCK_SIZE), BLOCK_SIZE>>>(d_from, n, run, tiles);
        merge_pass_kernel<<<tiles, BLOCK_SIZE>>>(d_from, d_to, n, run);
        CHECK(cudaGetLastError());
        int *d_merged = d_to;
        d_to = d_from;
        d_from = d_merged;
    }
    CHECK(cudaFree(d_buffer));
}
