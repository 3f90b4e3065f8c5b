// Lab 03, for gold: the product as fast as you can. Left alone, it costs nothing.
#include "tiled.h"

EXPORT void matmul_fast(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    // TODO 6 (50 lines and more): matmul_tiled reads two words of shared memory for each term.
    // Let a thread compute several elements of c, in registers, so that a word serves several
    // terms; then look at what keeps it waiting. Float arithmetic, no tensor cores; any shape.
}
