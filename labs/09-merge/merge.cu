// Lab 09: merging by shares. Fill in the TODOs in order; after each, type `make check`.
#include "merge.h"

#define BLOCK_SIZE 256   // threads of a block, but for tiles
#define MERGE_BLOCKS 128 // the grid of merge_basic, whatever it has to merge
#define TILE 1024        // keys that a block merges at a time in shared memory
#define TILE_THREADS 128 // threads of such a block

// ---- co_ranks: how the first k elements of the result are split ----------------------------

// How many of the first k elements of a and b, merged, come from a. 0 <= k <= m + n.
__device__ int co_rank(int k, const int *a, int m, const int *b, int n)
{
    // TODO 1 (9 lines): if i of the k come from a, the others come from b, and neither array
    // has more than it has: that bounds i from both sides. Search between the bounds by
    // halves. Which two keys tell whether i is too small? Equal keys: those of a come first.
    // Read no key before you know that it exists.
    return 0;
}

EXPORT void co_ranks(const int *d_a, int m, const int *d_b, int n, const int *d_k, int *d_i,
                     int count)
{
    // TODO 1, continued (12 lines): a kernel, above this function, in which thread t answers
    // question t, and its launch.
}

// ---- merge_basic: an equal share of the result for each thread -----------------------------

// Writes the elements first .. end - 1 of a and b, merged, to the same places of c.
__device__ void merge_share(const int *a, int m, const int *b, int n, int *c, int first,
                            int end)
{
    // TODO 2 (7 lines): co_rank tells where the share begins in a, and what is left of `first`
    // where it begins in b. From there merge as one thread alone would. One side may be used
    // up before the share is full; any int may be a key, so none can stand for "used up".
}

EXPORT void merge_basic(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    // TODO 3 (14 lines): kernel and launch, on MERGE_BLOCKS blocks of BLOCK_SIZE threads.
    // Thread t merges share t of the result. Shares of (m + n) / threads leave elements over:
    // whose are they? And what do the last threads do when shares are larger than that?
}

// ---- merge_tiled: a block's share through shared memory ------------------------------------

EXPORT void merge_tiled(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    // TODO 4 (30 lines): kernel and launch, on blocks of TILE_THREADS threads. For TILE
    // elements of the result a block needs TILE keys, some of a and some of b: the splits at
    // both ends say which. Let the block load them by neighbours, then let each thread merge
    // its share from there. It costs little to search in shared memory, and much to reload a
    // tile that others still read.
}

// ---- merge_sort ----------------------------------------------------------------------------

EXPORT void merge_sort(int *d_keys, int n)
{
    // TODO 5 (35 lines): kernel and launches. Every key is a sorted run of one. A pass merges
    // neighbouring runs in pairs, so that runs are twice as long afterwards; the last run may
    // be shorter than others, or have no partner. A pass cannot write where it still reads:
    // allocate a second array, pass from one to the other, and see where the result ends up.
}
