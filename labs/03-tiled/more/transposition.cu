// Lab 03, more: two tasks without points. After each TODO, type `make check`.
#include "transposition.h"

#define TILE 32

// ---- transpose_naive: one thread an element ------------------------------------------------

EXPORT void transpose_naive(const float *d_in, float *d_out, int rows, int cols)
{
    // TODO 1 (12 lines): a kernel in which each thread moves one element, and its launch. How
    // far apart do the rows of d_out begin? Which neighbours does a warp read, and which
    // places does it write? `make explain` counts both.
}

// ---- transpose_tiled: neighbours on both sides ---------------------------------------------

EXPORT void transpose_tiled(const float *d_in, float *d_out, int rows, int cols)
{
    // TODO 2 (16 lines): a block brings a tile into shared memory as it lies in d_in, and
    // takes it out again as it has to lie in d_out. The thread that stores an element is not
    // the one that has loaded it: what has to come between, and which guard has the store?

    // TODO 3 (1 line): `make explain` counts how long lanes wait for a bank of shared memory.
    // Which places of the tile does a warp read together, and in which banks do they lie?
}
