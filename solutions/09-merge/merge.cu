// Lab 09, worked: the split of a merge, equal shares by it, shares through shared memory, and a
// sort.
#include "merge.h"

#define BLOCK_SIZE 256   // threads of a block, but for tiles
#define MERGE_BLOCKS 128 // the least grid of merge_basic, however little it has to merge
#define MOST_SHARE 6     // keys that a thread of merge_basic merges at the most
#define TILE 1024        // keys that a block merges in shared memory
#define TILE_THREADS 128 // threads of such a block
#define SORT_SHARE 8     // keys that a thread merges in one pass of the sort

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

// `from` holds sorted runs of `width` keys, the last perhaps shorter, `to` gets sorted runs of
// twice that. Thread t merges SORT_SHARE keys from t * SORT_SHARE on. Such a share may lie in
// several short pairs of runs, so the thread goes from pair to pair. The launch must provide
// threads for all n keys.
__global__ void merge_runs_kernel(const int *from, int *to, int n, long long width)
{
    long long first = ((long long)blockIdx.x * blockDim.x + threadIdx.x) * SORT_SHARE;
    int k = at_most(first, n), end = at_most(first + SORT_SHARE, n);
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
    // A pass reads one array and writes another: the keys that a thread overwrites, others
    // still have to read.
    int *d_buffer, *d_from = d_keys, *d_to;
    CHECK(cudaMalloc(&d_buffer, n * sizeof *d_buffer));
    d_to = d_buffer;
    unsigned blocks = blocks_for(n, BLOCK_SIZE * SORT_SHARE);
    for (long long width = 1; width < n; width *= 2) {
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
