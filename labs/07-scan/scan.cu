// Lab 07: prefix sums. Fill in the TODOs in order; after each, type `make check`.
#include "scan.h"

#define BLOCK_SIZE 512           // threads of a block in TODO 3
#define SECTION (2 * BLOCK_SIZE) // elements of the widest row

// ---- scan_rows_kogge_stone: each element looks ever further back ---------------------------

// Block r scans row r, thread t has its element t.
__global__ void kogge_stone_kernel(const int *in, int *out, int width)
{
    // TODO 1 (12 lines): bring the row into shared memory. With stride 1, each place adds the
    // one before it, with stride 2 the one two before it, and so on: after each step a place
    // holds the sum of twice as many elements. Where is there nothing so far back? All read
    // and all write the same array: who must be done before you write? In the end, store.
}

EXPORT void scan_rows_kogge_stone(const int *d_in, int *d_out, int rows, int width)
{
    // TODO 2 (4 lines): launch one block a row, and CHECK for a launch error. How many threads
    // does a row need? Where there are no elements, there is nothing to launch.
}

// ---- scan_rows_brent_kung: up a tree, and down again ---------------------------------------

EXPORT void scan_rows_brent_kung(const int *d_in, int *d_out, int rows, int width)
{
    // TODO 3 (30 lines): kernel and launch. BLOCK_SIZE threads load two elements each. On the
    // way up, strides double: every 2nd, 4th, 8th ... place (counted from 1) takes up the sum
    // that ends a stride before it, as in lab 06. On the way down, strides halve: those places
    // hand their finished sums on, a stride forward. Number the *working* places, so that the
    // threads that work are the first ones. Then store two elements a thread.
}

// ---- prefix_sum_2d: along the rows, then down the columns ----------------------------------

EXPORT void prefix_sum_2d(const int *d_in, int *d_out, int rows, int width)
{
    // TODO 4 (35 lines): a kernel that scans rows of any width, section by section: what does
    // a section need from the one before it? Then a second kernel that goes on from the first
    // one's result, down the columns. Let neighbouring threads have neighbouring columns.
}
