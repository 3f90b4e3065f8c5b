/* Launches, as host code sees them. C11 and C++.
 * All but simt_in_kernel() and simt_dynamic_shared() are called by host code; launch.c,
 * workers.c, pool.c, blocks.c and watchdog.c have them. */
#ifndef SIMT_GRID_LAUNCHES_H
#define SIMT_GRID_LAUNCHES_H

#include <stdbool.h>
#include <stddef.h>
#include "cuda/api.h"

#ifdef __cplusplus
extern "C" {
#endif

struct simt_launch {
    dim3 grid, block;
    size_t dynamic_shared;
    const char *kernel;   /* as written in the source */
    const void *function; /* the kernel's address where it has one, for its attributes */
    const char *file;
    int line;
    cudaStream_t stream;
    size_t argument_bytes; /* of the argument, which is copied where the launch waits */
    bool cooperative;      /* all blocks run at once, and may wait for each other */
    void (*body)(void *);  /* what each thread calls, with the argument */
    void *argument;
};

/* Checks the configuration as a device does, then runs the body once for every thread of the
 * grid. What a device refuses gives cudaErrorInvalidConfiguration, the name that CUDA
 * documents (CUDA 13 on an H200 says cudaErrorInvalidValue), and nothing runs. In a checked
 * program it runs when its stream comes to it (cuda/queue.h). */
void simt_run_grid(const struct simt_launch *launch);

/* Host code that dies of a signal calls `action` in its handler, once the fault's text is
 * there; else that text is written. */
void simt_when_host_dies(void (*action)(void));

/* True while the calling code runs as a device thread. */
bool simt_in_kernel(void);

/* The dynamic shared memory of the running block, aligned for any type. */
void *simt_dynamic_shared(void);

/* A barrier after an early return is a fault: the programming guide wants every thread of the
 * block there. Devices since Volta let it pass; so does the grid after this call with true,
 * or where SIMT_TOLERATE_EXITED is set. The same holds for threads that meet at barriers of
 * different lines, and for exited lanes in a warp's mask. */
void simt_set_tolerate_exited(bool tolerate);

/* Whether kernels may launch kernels, which run when their parents have ended. If not, such a
 * launch ends the parent's. */
void simt_set_nesting(bool nests);

/* --- settings ----------------------------------------------------------------------------- */

/* Limits the processor time that one worker may spend on a launch. A launch that takes more is
 * stopped and called endless. 0 for no limit; without a call it is what SIMT_WATCHDOG_SECONDS
 * says, or 10. */
void simt_set_watchdog(double seconds);

/* In the fast build, also stops a launch when none of a worker's threads has returned for so
 * many seconds. 0, as at first, for no such limit. */
void simt_set_patience(double seconds);

/* Says where somebody counts the parts of their own time that are over, such as who waits for
 * the program on a busy machine. Once all `parts` are, a launch that has run for more than half
 * of them is stopped, whatever it had of the processor. */
void simt_watch_time(const unsigned *parts_over, unsigned parts);

/* From now on, or no more, atomic additions are watched: simt_has_drawn() says whether a thread
 * has since then added to a word of the program's own. Threads that draw numbers do so, and
 * then nobody knows which elements belong to a block. */
void simt_watch_draws(bool on);
bool simt_has_drawn(void);

/* Whether the last launch ran out of time, but had no endless loop: threads of each worker had
 * ended shortly before. */
bool simt_was_moving(void);

/* How many launches the program has asked for since it started, failed ones included. */
unsigned long long simt_launches(void);

/* How many blocks the widest of the launches since the last call has. */
unsigned long long simt_widest_launch(void);

#ifdef __cplusplus
}
#endif

#endif
