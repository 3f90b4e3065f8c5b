/* A spin-wait with backoff. A spin in vain costs a moment of a core's time; where all cores are
 * busy, the very thread that is waited for loses it. So after each spin in vain twice as many
 * are skipped as before, and none after one that was not in vain. */
#define _GNU_SOURCE
#include <sched.h>
#include <time.h>
#include "grid/spin_wait.h"

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

/* Returns true if the count came to be as the caller wants it. */
static bool spin(const atomic_uint *count, bool zero)
{
    const double moment = 30e-6;
    for (double begun = seconds_now(); (atomic_load(count) == 0) != zero;)
        if (seconds_now() - begun > moment)
            return false;
    return true;
}

void simt_spin_wait(struct spin_history *history, const atomic_uint *count, bool zero)
{
    enum { MOST_IN_VAIN = 6 };
    if (simt_cores() == 1) /* whoever changes the count could not run meanwhile */
        return;
    if (history->to_skip > 0) {
        history->to_skip--;
    } else if (spin(count, zero)) {
        history->in_vain = 0;
    } else {
        history->in_vain += history->in_vain < MOST_IN_VAIN;
        history->to_skip = (1u << history->in_vain) - 1;
    }
}
