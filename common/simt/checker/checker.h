/* The checker as the backend's observer (grid/observer.h). C11. */
#ifndef SIMT_CHECKER_H
#define SIMT_CHECKER_H

#include <stddef.h>

/* From here on the backend knows the checker. hooks.c calls it before main(). */
void simt_observe(void);

/* Launches of fewer threads run on one worker. A test may change it. */
extern unsigned simt_few_threads;

#endif
