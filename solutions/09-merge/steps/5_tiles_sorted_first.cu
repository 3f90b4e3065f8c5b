// tasks: merge_sort
// how: blocks sort tiles in registers and shared memory first, which spares 13 passes
#include "merge.h"

#include <limits.h>

#define BLOCK_SIZE 256
#define PASS_SHARE 8                        // keys that a thread merges in one pass
#define SORT_SHARE 27                       // keys that a thread sorts: odd, see store_share()
#define SORT_TILE (BLOCK_SIZE * SORT_SHARE) // keys that a block sorts
#define SORT_BLOCKS_AT_ONCE 5 // on a multiprocessor: the compiler may use 48 registers

// ---- a share -------------------------------------------------------------------------------

// How many of the first k elements of a and b, merged, come from a: see merge.cu.
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

// Writes the elements first .. end - 1 of a and b, merged, to c.
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

// ---- a tile --------------------------------------------------------------------------------

// What a thread of the first kernel holds in registers is its share: SORT_SHARE neighbours. The
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

// ---- the passes ----------------------------------------------------------------------------

// `from` holds sorted runs of `width` keys, the last perhaps shorter, `to` gets sorted runs of
// twice that. Thread t merges PASS_SHARE keys from t * PASS_SHARE on. Such a share may lie in
// several short pairs of runs, so the thread goes from pair to pair. The launch must provide
// threads for all n keys.
__global__ void merge_runs_kernel(const int *from, int *to, int n, long long width)
{
    long long first = ((long long)blockIdx.x * blockDim.x + threadIdx.x) * PASS_SHARE;
    int k = at_most(first, n), end = at_most(first + PASS_SHARE, n);
    while (k < end) {
        int a = (int)(k / (2 * width) * (2 * width)); // where the pair begins
        int b = at_most(a + width, n), pair_end = at_most(a + 2 * width, n);
        int next = pair_end < end ? pair_end : end;
        merge_share(from + a, b - a, from + b, pair_end - b, to + a, k - a, next - a);
        k = next;
    }
}

EXPORT void merge_sort(int *d_keys, int n)
{
    if (n < 2) // one key is in order
        return;
    int *d_buffer, *d_from = d_keys, *d_to;
    CHECK(cudaMalloc(&d_buffer, n * sizeof *d_buffer));
    d_to = d_buffer;
    sort_tiles_kernel<<<blocks_for(n, SORT_TILE), BLOCK_SIZE>>>(d_keys, d_keys, n);
    CHECK(cudaGetLastError());
    unsigned blocks = blocks_for(n, BLOCK_SIZE * PASS_SHARE);
    for (long long width = SORT_TILE; width < n; width *= 2) {
        merge_runs_kernel<<<blocks, BLOCK_SIZE>>>(d_from, d_to, n, width);
        CHECK(cudaGetLastError());
        int *d_merged = d_to;
        d_to = d_from;
        d_from = d_merged;
    }
    if (d_from != d_keys) // after an odd number of passes
        CHECK(cudaMemcpy(d_keys, d_from, n * sizeof *d_keys, cudaMemcpyDeviceToDevice));
    CHECK(cudaFree(d_buffer));
}
