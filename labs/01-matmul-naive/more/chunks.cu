// Lab 01, more: a task without points. After each TODO, type `make check`.
#include "chunks.h"

EXPORT void matmul_chunked(const float *a, const float *b, float *c, int m, int n, int k,
                           int chunk_rows)
{
    // TODO 1 (25 lines): b on the device; two sets of what a chunk needs: a stream, an event,
    // pinned memory and device memory for its rows of a and of c. And all of it given back at
    // the end. What has 0 bytes where k is 0, and how many rows has a chunk at most?

    // TODO 2 (20 lines): for each chunk, by turns in the one set and in the other: its rows of
    // a into pinned memory, and from there to the device; the kernel; its rows of c back to
    // pinned memory. All of it in the set's stream, so that nothing of it waits for the other.

    // TODO 3 (10 lines): a set is used again two chunks later. What has to be over before the
    // host may touch its pinned memory? Record an event, and wait for it no earlier than you
    // have to. Then take the rows of c. Which chunks are still to be taken behind the loop?
}
