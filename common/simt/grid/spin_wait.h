/* A spin-wait: waiting for a moment without sleep, since a thread that sleeps takes longer to
 * wake than most small launches take. C11. */
#ifndef SIMT_SPIN_WAIT_H
#define SIMT_SPIN_WAIT_H

#include <stdatomic.h>
#include <stdbool.h>

/* How a thread's spins went of late; zeros at first. A spin in vain costs time that others
 * could have: where other programs have the cores, or kernels take long, most spins are
 * skipped. */
struct spin_history {
    unsigned in_vain; /* in a row */
    unsigned to_skip;
};

/* Waits for a moment until the count is zero, or until it is not, as the caller wants. It may
 * return earlier, or at once: the caller looks again, and sleeps if need be. */
void simt_spin_wait(struct spin_history *history, const atomic_uint *count, bool zero);

/* On how many cores this process may run, as it was when this was called first. */
unsigned simt_cores(void);

#endif
