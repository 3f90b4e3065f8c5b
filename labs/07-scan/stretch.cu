// Lab 07, for gold: a scan of any length, as fast as you can. Left alone, it costs nothing.
#include "scan.h"

EXPORT void scan_fast(const int *d_in, int *d_out, size_t n)
{
    // TODO 5 (60 lines and more): let each block scan a part of its own; each then needs the
    // sum of everything before its part. Mind that
    // (1) more blocks than one block can scan the totals of may be needed;
    // (2) the fewer times an element travels from and to memory, the better: two is the least;
    // (3) a block that waits for another one must know that the other one is running.
}
