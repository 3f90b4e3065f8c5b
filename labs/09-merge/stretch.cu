// Lab 09, for gold: the merge as fast as you can. Left alone, it costs nothing.
#include "merge.h"

EXPORT void merge_fast(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    // TODO 6 (50 lines and more): every key is read once and written once, as in a copy; so a
    // copy's speed is the aim. Look at what each warp asks of memory in one step, when it reads
    // keys and when it stores results, and at how long a block waits for its splits.
}
