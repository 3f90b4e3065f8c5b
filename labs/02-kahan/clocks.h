/* What lab 02 asks of the clocks that matmul_kahan_timed stores, two for each block. */
#ifndef CLOCKS_H
#define CLOCKS_H

#include "lab.h"

#include <stdio.h>

/* Of a block's thread 0 the counters know what it does before, between and behind its clocks.
 */
const char *objection_to_timing(const struct simt_counters *counters);

/* Where one launch does it all, its blocks are those of the contract. */
const char *objection_to_blocks(const struct simt_counters *counters);

/* Only clocks of one block are compared: a block stays on one multiprocessor, and each of these
 * has a clock of its own. */
const char *verify_clocks(const struct case_run *t);

/* Prints the shortest and the longest time of a block, each by its own clock. */
void report_clocks(const struct case_run *t, FILE *out);

#endif
