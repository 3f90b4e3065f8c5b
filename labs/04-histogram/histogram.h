/* The functions of lab 04. d_ marks a device pointer, which host code may hold and pass on but
 * not dereference. n counts bytes and may exceed 32 bits. The bytes may begin at any address,
 * as a part of a larger text does, and the bins at any word. All bins are overwritten, whatever
 * they held: an empty text leaves zeros, and no error. Inputs are not changed. */
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include "kernel.h"

enum {
    LETTER_BINS = 7, /* a-d, e-h, i-l, m-p, q-t, u-x, y-z */
    BYTE_BINS = 256,
};

/* d_bins[b] = how many of the n bytes are one of the letters of bin b: four of a-z in order,
 * the last bin has y and z. All other bytes, capital letters too, count nowhere. One global
 * atomic addition a letter. */
EXPORT void histogram_global(const unsigned char *d_text, size_t n, unsigned *d_bins);

/* The same. Each block counts in bins of its own, in shared memory, and then adds these to
 * d_bins: at most LETTER_BINS global atomic additions a block. */
EXPORT void histogram_shared(const unsigned char *d_text, size_t n, unsigned *d_bins);

/* d_bins[b] = how many of the n bytes are b, for all BYTE_BINS values. By private bins, as
 * histogram_shared, and for blocks of fewer threads than bins, too. */
EXPORT void byte_histogram(const unsigned char *d_data, size_t n, unsigned *d_bins);

/* What histogram_global computes, as fast as you can, also where all letters are alike. */
EXPORT void histogram_fast(const unsigned char *d_text, size_t n, unsigned *d_bins);

#endif
