/* The checker as the backend's observer (grid/observer.h). C11. */
#ifndef SIMT_OBSERVE_H
#define SIMT_OBSERVE_H

#include <stdbool.h>
#include <stddef.h>

/* From here on the backend knows the checker. hooks.c calls it before main(). */
void simt_observe(void);

/* Launches of fewer threads run on one worker. A test may change it. */
extern unsigned simt_few_threads;

/* A test may have the blocks begin in their order in all schedules: then each tells the same
 * threads. */
extern bool simt_keeps_block_order;

#endif
