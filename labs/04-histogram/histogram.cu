// Lab 04: counting letters in parallel. Fill in the TODOs in order; after each, `make check`.
#include "histogram.h"

#define BLOCK_SIZE 256      // threads of a block that counts letters
#define BYTE_BLOCK_SIZE 128 // threads of a block that counts bytes: fewer than there are bins
#define MOST_BLOCKS 1024    // the largest grid: each block has to merge its bins

// ---- which bin -----------------------------------------------------------------------------

// The bin of a letter a-z, and -1 for every other byte.
__device__ int bin_of(unsigned char byte)
{
    // TODO 1 (2 lines): four letters a bin. Make sure that the byte is a letter before you
    // divide: integer division rounds towards 0, so a little below 0 still gives 0.
    return -1;
}

// How many blocks count n bytes: one thread a byte, but never more than MOST_BLOCKS blocks.
unsigned grid_for(size_t n, unsigned block_size)
{
    unsigned blocks = blocks_for(n, block_size);
    return blocks < MOST_BLOCKS ? blocks : MOST_BLOCKS;
}

// ---- histogram_global: every letter is an atomic addition to global memory -----------------

// Counts the n bytes of the text in bins, which the launch must have cleared.
__global__ void global_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    // TODO 2 (7 lines): let neighbouring threads take neighbouring bytes, and let each go on
    // from there until the text ends, since there may be more bytes than threads. How far is
    // it to a thread's next byte? Many threads meet in a bin: bins[...]++ loses counts.
}

EXPORT void histogram_global(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    // TODO 3 (5 lines): clear d_bins, whatever it held (cudaMemset counts bytes), then launch
    // the kernel on grid_for(n, BLOCK_SIZE) blocks. CHECK both. What of an empty text?
}

// ---- histogram_shared: a private histogram for each block ----------------------------------

// As global_kernel, but a block counts in bins of its own and adds these to `bins` at the end.
__global__ void shared_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    // TODO 4 (14 lines): declare the block's bins in shared memory and clear them, count as
    // before, but there, then let one thread a bin add the block's count to `bins`. Three
    // steps by all threads of the block: what must lie between them? And who else adds?
}

EXPORT void histogram_shared(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    // TODO 4, continued (5 lines): clear and launch as in TODO 3.
}

// ---- byte_histogram: more bins than threads ------------------------------------------------

EXPORT void byte_histogram(const unsigned char *d_data, size_t n, unsigned *d_bins)
{
    // TODO 5 (20 lines): kernel and launch, on blocks of BYTE_BLOCK_SIZE threads. Every byte
    // counts, its value is its bin. Clearing and merging need a loop now: with `if (threadIdx.x
    // < BYTE_BINS)` nobody looks after the upper bins.
}
