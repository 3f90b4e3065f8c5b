/* To be preloaded: a machine so busy that the clocks of a program's own threads, which tell how
 * much of the processor they had, go by ten thousand times too slowly. */
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *time)
{
    int status = (int)syscall(SYS_clock_gettime, clock, time);
    if (clock < 0)
        *time = (struct timespec){0, time->tv_sec * 100000 + time->tv_nsec / 10000};
    return status;
}
