// Lab 06: sums by trees. Fill in the TODOs in order; after each, type `make check`.
#include "reduction.h"

#define BLOCK_SIZE 512           // threads of a block; a block sums one row
#define SECTION (2 * BLOCK_SIZE) // elements that a block loads at once, two a thread

// ---- row_sums_interleaved: a tree of neighbours, then of neighbours' sums ------------------

// Block r sums row r, which has at most SECTION elements.
__global__ void interleaved_kernel(const int *in, int *out, int width)
{
    // TODO 1 (6 lines): bring your block's row into an array of SECTION ints in shared memory,
    // two elements a thread; let neighbouring threads read neighbouring words. Where the row
    // ends early, something must still be stored: what changes no sum?

    // TODO 2 (7 lines): add in steps. With stride 1 each even place takes up its neighbour,
    // with stride 2 each fourth place takes up the sum two further on, and so on until one sum
    // is left, which a single thread stores. Thread t has the places 2 t and up: at which t is
    // there work in a step? And who must be done before a step may begin, workers or not?
}

EXPORT void row_sums_interleaved(const int *d_in, int *d_out, int rows, int width)
{
    // TODO 3 (4 lines): launch one block of BLOCK_SIZE threads a row, and CHECK for a launch
    // error. No rows need no launch; what of rows without elements?
}

// ---- row_sums_sequential: the same sums, by threads that are neighbours --------------------

EXPORT void row_sums_sequential(const int *d_in, int *d_out, int rows, int width)
{
    // TODO 4 (20 lines): kernel and launch. Now the stride begins at half a SECTION and halves:
    // each place of the first half takes up its partner in the second half, then the first
    // quarter the second quarter. The threads that work are the first ones, without gaps.
}

// ---- row_sums: rows of any width -----------------------------------------------------------

EXPORT void row_sums(const int *d_in, int *d_out, int rows, int width)
{
    // TODO 5 (21 lines): kernel and launch. A thread first sums in a register what it meets in
    // steps of the block's size along the row; the tree then adds the threads' sums. How long
    // is the tree now? The last step along the row may be a partial one.
}
