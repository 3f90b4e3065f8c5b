/* The source lines of barriers, which have no site, and how often blocks have passed them. C11;
 * private to the counters. */
#ifndef SIMT_BARRIERS_H
#define SIMT_BARRIERS_H

#include <stdint.h>

enum { SIMT_MAX_BARRIERS = 256 };

struct simt_barrier_line {
    const char *file;
    int line;
    uint64_t count;
};

/* A block passes a barrier. Any worker may call it. */
void simt_count_barrier(const char *file, int line);

/* Sets *lines to the first of the lines and returns how many there are; forgets them all. To be
 * called between launches. */
unsigned simt_barrier_lines(const struct simt_barrier_line **lines);
void simt_forget_barriers(void);

#endif
