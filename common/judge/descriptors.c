/* Closing a process's own descriptors. */
#define _GNU_SOURCE
#include "descriptors.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { NO_DESCRIPTOR = -1, UNKNOWN = -2 };

/* One of our descriptors from `first` on, but that of the list itself. */
static int some_descriptor(DIR *list, int first)
{
    struct dirent *entry;
    rewinddir(list);
    errno = 0;
    while ((entry = readdir(list))) {
        int descriptor = atoi(entry->d_name);
        if (descriptor >= first && descriptor != dirfd(list))
            return descriptor;
    }
    return errno ? UNKNOWN : NO_DESCRIPTOR;
}

/* Kernels before 5.9 have no close_range, and some containers refuse it. */
static bool close_one_by_one(int first)
{
    int descriptor;
    DIR *list = opendir("/proc/self/fd");
    if (!list)
        return false;
    while ((descriptor = some_descriptor(list, first)) >= 0)
        if (close(descriptor) != 0 && errno == EBADF)
            break;
    return descriptor == NO_DESCRIPTOR && closedir(list) == 0;
}

bool close_from(int first)
{
#ifdef SYS_close_range
    if (syscall(SYS_close_range, (unsigned)first, ~0U, 0U) == 0)
        return true;
#endif
    return close_one_by_one(first);
}
