/* What bench.c has done on the device: fills, comparisons and the device's own ceilings. */
#ifndef BENCH_DEVICE_H
#define BENCH_DEVICE_H

#include "bench.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A number of its own for each array to be filled, from the seed on. */
uint64_t bench_stream(void);

/* Reads `bytes` (a multiple of 16) and keeps what it read in *sink, so that no load is idle. */
void device_read(const void *d_from, size_t bytes, unsigned *d_sink);

/* Fused multiply-adds on all of the device; gives how many float operations those are, two
 * each. */
double device_multiply_add(float *d_sink);

struct difference {
    unsigned long long count; /* elements outside the tolerance, NaN among them */
    double largest;           /* relative; infinite where something else than a number stands */
};

/* How `count` elements differ from what is wanted: values of the same type, or doubles.
 * Integers may not differ at all. */
struct difference device_compare(enum bench_type type, const void *d_got, const void *d_want,
                                 bool want_doubles, size_t count, double tolerance);

#ifdef __cplusplus
}
#endif

#endif
