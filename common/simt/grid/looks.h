/* Waiting for a moment without sleep: threads that sleep take longer to wake than most small
 * launches take. C11. */
#ifndef SIMT_LOOKS_H
#define SIMT_LOOKS_H

#include <stdatomic.h>
#include <stdbool.h>

/* How a thread's looks went of late; zeros at first. Looks in vain cost time that others could
 * have: where other programs have the cores, or kernels take long, most of them are left out.
 */
struct looks {
    unsigned in_vain, left_out; /* in a row, and still to be left out */
};

/* Looks for a moment whether the count has come to be zero, or not to be, as is wanted. It may
 * return earlier, or at once: the caller looks again, and sleeps if need be. */
void simt_look_shortly(struct looks *looks, const atomic_uint *count, bool zero);

/* On how many cores this process may run, as it was when this was called first. */
unsigned simt_cores(void);

#endif
