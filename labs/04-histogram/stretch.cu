// Lab 04, for gold: letters as fast as memory delivers them. Left alone, it costs nothing.
#include "histogram.h"

EXPORT void histogram_fast(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    // TODO 6 (40 lines and more): where all letters are alike, all threads of a block queue up
    // at one bin, private or not. Let each thread count many letters before it touches memory
    // that others write. Seven bins are few: where can a thread keep them? Then look at the
    // loads: a warp that asks for 32 single bytes moves little with each request.
}
