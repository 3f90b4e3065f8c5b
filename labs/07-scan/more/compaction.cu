// Lab 07, more: two tasks without points. After each TODO, type `make check`.
#include "compaction.h"

#define BLOCK_SIZE 256

// ---- scan_exclusive: what lies before each element -----------------------------------------

EXPORT void scan_exclusive(const int *d_in, int *d_out, size_t n)
{
    // TODO 1 (20 lines): a kernel in which each block scans BLOCK_SIZE elements of its own. An
    // element does not count in its own sum: how do you get there from the inclusive scan of
    // TODO 1 of the lab? The block also stores the sum of all its elements, as a total.

    // TODO 2 (20 lines): what each block adds is the sum of all totals before its own. That is
    // a scan of the same kind, of fewer numbers. Then a kernel that adds it. The memory of the
    // totals is yours: allocate it, CHECK, and free it.
}

// ---- compact: keep what is greater than 0, in order ----------------------------------------

EXPORT void compact(const int *d_in, int *d_out, size_t n, int *d_count)
{
    // TODO 3 (30 lines): a kernel that writes 1 for each element that stays and 0 for each
    // other one; a scan of these numbers; a kernel that stores each element that stays. What
    // does the scan say about its place? The rest of d_out is 0. Where do you find the count?
}
