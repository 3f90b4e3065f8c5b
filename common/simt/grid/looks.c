/* Waiting for a moment without sleep. A look in vain costs a moment of a core's time; where all
 * cores are busy, it is taken from the very thread that is waited for. So after each look in
 * vain twice as many are left out as before, and after one that was not in vain none.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <time.h>
#include "grid/looks.h"

unsigned simt_cores(void)
{
    static unsigned count;
    cpu_set_t cores;
    if (!count)
        count =
            sched_getaffinity(0, sizeof cores, &cores) == 0 ? (unsigned)CPU_COUNT(&cores) : 1;
    return count;
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* True if the count came to be as it is wanted. */
static bool look(const atomic_uint *count, bool zero)
{
    const double moment = 30e-6;
    for (double begun = seconds_now(); (atomic_load(count) == 0) != zero;)
        if (seconds_now() - begun > moment)
            return false;
    return true;
}

void simt_look_shortly(struct looks *looks, const atomic_uint *count, bool zero)
{
    enum { MOST_IN_VAIN = 6 };
    if (simt_cores() == 1) /* whoever changes the count could not run meanwhile */
        return;
    if (looks->left_out > 0) {
        looks->left_out--;
    } else if (look(count, zero)) {
        looks->in_vain = 0;
    } else {
        looks->in_vain += looks->in_vain < MOST_IN_VAIN;
        looks->left_out = (1u << looks->in_vain) - 1;
    }
}
