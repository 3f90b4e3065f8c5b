// Lab 08, more: two tasks without points. After each TODO, type `make check`.
#include "grouped.h"

#define BLOCK_SIZE 256
#define WARP 32

// ---- spmv_grouped: x group by group, y tile by tile ----------------------------------------

EXPORT void spmv_grouped(struct grouped a, const float *d_x, float *d_y)
{
    // TODO 1 (25 lines): a kernel whose blocks bring the x of one group's columns into shared
    // memory, and write the products of that group's entries to a.d_product, in the order of
    // the entries. Several blocks may share a group. How many floats the array in shared memory
    // has is known at the launch alone, and may be more than a launch gets without asking.

    // TODO 2 (35 lines): a kernel whose block t has tile t. It brings the tile's products,
    // segment by segment, to their places in shared memory, where they lie as in CSR; then rows
    // are sums of neighbours. Which row has the tile's first entry? A row may span tiles, and
    // an empty row is in none of them.
}

// ---- csr_to_grouped: the format itself -----------------------------------------------------

EXPORT void csr_to_grouped(struct csr a, struct grouped b)
{
    // TODO 3 (40 lines): count the entries of each segment, and make of the counts where each
    // segment begins. That is a scan of lab 07, of any length.

    // TODO 4 (30 lines): bring each entry to its segment, behind those of the same segment that
    // come before it. Where entries go one by one, a counter a segment says where the next one
    // goes; how many can go at a time without losing the order?
}
