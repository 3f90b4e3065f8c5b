/* To be preloaded: a kernel that does not list the children of a process, and a wall clock that
 * the program reads an hour too late, as it does when the clock is set back. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

FILE *fopen(const char *path, const char *mode)
{
    FILE *(*real)(const char *, const char *) =
        (FILE * (*)(const char *, const char *)) dlsym(RTLD_NEXT, "fopen");
    size_t length = strlen(path);
    if (length > 9 && !strcmp(path + length - 9, "/children")) {
        errno = ENOENT;
        return NULL;
    }
    return real(path, mode);
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
    int status = (int)syscall(SYS_clock_gettime, clock, time);
    if (clock == CLOCK_REALTIME)
        time->tv_sec += 3600;
    return status;
}
