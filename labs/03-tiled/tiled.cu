// Lab 03: tiles in shared memory. Fill in the TODOs in order; after each, type `make check`.
#include "tiled.h"

#define TILE 16 // a block is TILE x TILE threads, and so are its parts of a, b and c

// ---- matmul_tiled_square: n is a multiple of TILE, so nothing needs a guard ----------------

// Thread (x, y) of a block computes the element in column x of row y of the block's tile of c.
__global__ void tiled_square_kernel(const float *a, const float *b, float *c, int n)
{
    // TODO 1 (8 lines): declare one tile of a and one of b in shared memory, and find your row
    // and column of c. Then walk along k, TILE terms a step: each thread brings one element of
    // a and one of b into the tiles. a's tile has the rows of c's tile, b's has its columns;
    // where do the step's terms come in? Let neighbouring threads read neighbouring words.

    // TODO 2 (5 lines): within the step, add the TILE terms that the tiles hold to a sum in a
    // register, and after the last step store it. A thread uses elements that other threads
    // loaded: what must all have done before it reads, and what before anyone loads again?
}

EXPORT void matmul_tiled_square(const float *d_a, const float *d_b, float *d_c, int n)
{
    // TODO 3 (5 lines): launch one block a tile of c, and CHECK for a launch error. No tiles at
    // all need no launch.
}

// ---- matmul_tiled: any shape ---------------------------------------------------------------

// As tiled_square_kernel, but c has m rows and n columns, and k is what a's rows and b's
// columns have in common.
__global__ void tiled_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    // TODO 4 (14 lines): the same walk, but the last tile each way may reach past its matrix.
    // Guard each load by the bounds of the matrix that it reads, and fill the rest of the tile
    // so that it adds nothing. May a thread without an element of c leave early?

    // TODO 5 (2 lines): store only what belongs to c.
}

EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    // TODO 5, continued (5 lines): launch enough blocks for all of c. Which dimension of the
    // grid covers its columns? For k = 0 c has elements and must be written, too.
}
