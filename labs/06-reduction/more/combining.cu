// Lab 06, more: three tasks without points. After each TODO, type `make check`.
#include "combining.h"

#define BLOCK_SIZE 256

// ---- dot_product: a map, and then a sum ----------------------------------------------------

EXPORT void dot_product(const float *d_a, const float *d_b, size_t n, float *d_dot)
{
    // TODO 1 (25 lines): each thread adds up the products of a share, by a loop whose stride
    // is the number of all threads; a block adds up its threads' sums in a tree; one thread a
    // block adds the block's to d_dot. What must d_dot be before, and who sees to that?
}

// ---- argmax: a tree of pairs ---------------------------------------------------------------

EXPORT void argmax(const float *d_in, size_t n, int *d_index)
{
    // TODO 2 (25 lines): what goes up the tree is a value and its index. Write a function that
    // says which of two such pairs is the better one, so that of equal values the lower index
    // wins, whichever comes first. What does a thread hold that has no element?

    // TODO 3 (15 lines): the best pairs of all blocks lie in memory that you allocate, and a
    // second launch finds the best of them. Free it. Where n is 0, the answer is -1.
}

// ---- softmax_rows: two trees of the same row -----------------------------------------------

EXPORT void softmax_rows(const float *d_in, float *d_out, int rows, int width)
{
    // TODO 4 (30 lines): a block has a row. exp(1000) is no float: exp(x - m) / the sum of
    // exp(x - m) is the same for every m, so take the largest element for m. That makes two
    // trees, and both may use the same array: who could still be reading it? A row may be
    // longer than a block.
}
