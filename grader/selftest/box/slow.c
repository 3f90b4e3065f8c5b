/* A library that makes bwrap slow: a pause before each of its calls that make a box, so that a
 * signal comes now to one of these moments, now to another (box.bats). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/types.h>
#include <unistd.h>

enum { MICROSECONDS = 2000 };

/* The library's next function of that name, after a pause. */
static void *after_a_pause(const char *name)
{
    usleep(MICROSECONDS);
    return dlsym(RTLD_NEXT, name);
}

int mount(const char *from, const char *to, const char *kind, unsigned long flags,
          const void *data)
{
    int (*next)(const char *, const char *, const char *, unsigned long, const void *) =
        after_a_pause("mount");
    return next(from, to, kind, flags, data);
}

ssize_t read(int from, void *to, size_t size)
{
    ssize_t (*next)(int, void *, size_t) = after_a_pause("read");
    return next(from, to, size);
}

ssize_t write(int to, const void *from, size_t size)
{
    ssize_t (*next)(int, const void *, size_t) = after_a_pause("write");
    return next(to, from, size);
}

int prctl(int what, unsigned long a, unsigned long b, unsigned long c, unsigned long d)
{
    int (*next)(int, unsigned long, unsigned long, unsigned long, unsigned long) =
        after_a_pause("prctl");
    return next(what, a, b, c, d);
}

pid_t setsid(void)
{
    pid_t (*next)(void) = after_a_pause("setsid");
    return next();
}

pid_t fork(void)
{
    pid_t (*next)(void) = after_a_pause("fork");
    return next();
}
