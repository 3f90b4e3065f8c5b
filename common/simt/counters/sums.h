/* The counters' share of a launch; what others read of the sums is in counters.h. C11; private
 * to the backend. */
#ifndef SIMT_SUMS_H
#define SIMT_SUMS_H

struct simt_launch;

/* A launch begins, and the one before is over. No worker runs. */
void simt_count_launch(const struct simt_launch *launch);

#endif
