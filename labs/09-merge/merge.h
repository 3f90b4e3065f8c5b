/* The functions of lab 09. d_ marks a device pointer, which host code may hold and pass on but
 * not dereference. Any size from 0 up is legal; at size 0 nothing is written and no error is
 * left. Outputs are overwritten, inputs are not changed. An array may begin at any element of a
 * larger one.
 *
 * d_a holds m keys and d_b holds n, each in ascending order; any int may be a key, and keys may
 * repeat. m + n is at most the largest int. Where keys are equal, those of a come before those
 * of b: the merge is stable. */
#ifndef MERGE_H
#define MERGE_H

#include "kernel.h"

/* d_i[t] = how many of the first d_k[t] elements of a and b, merged, come from a; for each
 * t < count. 0 <= d_k[t] <= m + n, in any order. */
EXPORT void co_ranks(const int *d_a, int m, const int *d_b, int n, const int *d_k, int *d_i,
                     int count);

/* d_c = the m + n keys of d_a and d_b in ascending order, an equal share for each thread. */
EXPORT void merge_basic(const int *d_a, int m, const int *d_b, int n, int *d_c);

/* As merge_basic, but a block brings its part of a and b into shared memory first. */
EXPORT void merge_tiled(const int *d_a, int m, const int *d_b, int n, int *d_c);

/* Puts n keys into ascending order, in place, by merging ever longer runs. Many threads have a
 * share of each pass, of the last one too. */
EXPORT void merge_sort(int *d_keys, int n);

/* As merge_basic, as fast as you can. */
EXPORT void merge_fast(const int *d_a, int m, const int *d_b, int n, int *d_c);

#endif
