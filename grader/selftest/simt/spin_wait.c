/* Threads spin for a moment before they sleep, but seldom where that is in vain, and not at all
 * on one core. Cores and time are the test's own: each look at the clock takes 10 us. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "grid/spin_wait.h"

enum { SPINS = 1000 };

static unsigned cores, asked;

int clock_gettime(clockid_t clock, struct timespec *time)
{
    (void)clock;
    *time = (struct timespec){0, 10000l * asked++};
    return 0;
}

int sched_getaffinity(pid_t process, size_t bytes, cpu_set_t *set)
{
    (void)process;
    memset(set, 0, bytes);
    for (unsigned core = 0; core < cores; core++)
        CPU_SET_S(core, bytes, set);
    return 0;
}

/* How often the clock was asked in so many spins for a count that stays as it is. */
static unsigned asked_in(unsigned count, struct spin_history *history, const atomic_uint *one,
                         bool zero)
{
    asked = 0;
    for (unsigned i = 0; i < count; i++)
        simt_spin_wait(history, one, zero);
    return asked;
}

int main(int argc, char **argv)
{
    struct spin_history spins = {0};
    atomic_uint one = 1;
    cores = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
    printf("in vain: %u\n", asked_in(SPINS, &spins, &one, true));
    while (spins.to_skip > 0)
        asked_in(1, &spins, &one, false);
    printf("as wanted: %u, ", asked_in(SPINS, &spins, &one, false));
    printf("in vain after it: %u\n", asked_in(1, &spins, &one, true));
    return 0;
}
