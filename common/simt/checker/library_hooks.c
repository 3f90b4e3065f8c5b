/* What the checked object of a program calls instead of functions of the C library that write
 * where they are told; simt.mk lists them. The library's own code has no hooks, so that without
 * these no finding would tell of what a kernel stores by modff(), and host code could write to
 * what the checker knows by any of them. */
#define _GNU_SOURCE
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include "checker/slow_path.h"
#include "checker/strays.h"
#include "grid/grid.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* nobody calls them by these names */

#define HERE __builtin_return_address(0)
#define HOOK(name) __tsan_##name

/* Where it begins and ends: nothing that is to be kept is smaller than what lies between. */
static void writes(const void *at, size_t size, const void *code)
{
    if (!at || !size)
        return;
    if (simt_lane) {
        simt_watch_range(at, size, SIMT_WRITE, code);
        return;
    }
    simt_check_host(at, SIMT_WRITE, code);
    simt_check_host((const char *)at + size - 1, SIMT_WRITE, code);
}

/* --- arithmetic --------------------------------------------------------------------------- */

#define WITH_ONE_RESULT(name, T, R)                                                            \
    T HOOK(name)(T x, R * result)                                                              \
    {                                                                                          \
        writes(result, sizeof *result, HERE);                                                  \
        return name(x, result);                                                                \
    }
WITH_ONE_RESULT(frexp, double, int)
WITH_ONE_RESULT(frexpf, float, int)
WITH_ONE_RESULT(modf, double, double)
WITH_ONE_RESULT(modff, float, float)

#define WITH_TWO_RESULTS(name, T)                                                              \
    void HOOK(name)(T x, T * sine, T * cosine)                                                 \
    {                                                                                          \
        writes(sine, sizeof *sine, HERE);                                                      \
        writes(cosine, sizeof *cosine, HERE);                                                  \
        name(x, sine, cosine);                                                                 \
    }
WITH_TWO_RESULTS(sincos, double)
WITH_TWO_RESULTS(sincosf, float)

#define WITH_QUOTIENT(name, T)                                                                 \
    T HOOK(name)(T x, T y, int *quotient)                                                      \
    {                                                                                          \
        writes(quotient, sizeof *quotient, HERE);                                              \
        return name(x, y, quotient);                                                           \
    }
WITH_QUOTIENT(remquo, double)
WITH_QUOTIENT(remquof, float)

/* --- text --------------------------------------------------------------------------------- */

#define NUMBER(name, T, ...)                                                                   \
    {                                                                                          \
        writes(end, sizeof *end, HERE);                                                        \
        return name(text, end __VA_ARGS__);                                                    \
    }
double HOOK(strtod)(const char *text, char **end)
    NUMBER(strtod, double) float HOOK(strtof)(const char *text, char **end)
        NUMBER(strtof, float) long HOOK(strtol)(const char *text, char **end, int base)
            NUMBER(strtol, long, , base) long long HOOK(strtoll)(const char *text, char **end,
                                                                 int base)
                NUMBER(strtoll, long long, ,
                       base) unsigned long HOOK(strtoul)(const char *text, char **end, int base)
                    NUMBER(strtoul, unsigned long, ,
                           base) unsigned long long HOOK(strtoull)(const char *text, char **end,
                                                                   int base)
                        NUMBER(strtoull, unsigned long long, , base)

                            char *HOOK(strcpy)(char *to, const char *from)
{
    writes(to, strlen(from) + 1, HERE);
    return strcpy(to, from);
}

char *HOOK(strncpy)(char *to, const char *from, size_t size)
{
    writes(to, size, HERE);
    return strncpy(to, from, size);
}

char *HOOK(strcat)(char *to, const char *from)
{
    writes(to + strlen(to), strlen(from) + 1, HERE);
    return strcat(to, from);
}

char *HOOK(strncat)(char *to, const char *from, size_t size)
{
    writes(to + strlen(to), strnlen(from, size) + 1, HERE);
    return strncat(to, from, size);
}

char *HOOK(fgets)(char *to, int size, FILE *file)
{
    writes(to, size > 0 ? (size_t)size : 0, HERE);
    return fgets(to, size, file);
}

/* Of a format that is read by, each argument that is not skipped is a pointer. */
static void write_arguments(const char *format, va_list arguments, const void *code)
{
    for (const char *at = strchr(format, '%'); at; at = strchr(at, '%')) {
        at += 1;
        if (*at == '%' || *at == '*') {
            at++;
            continue;
        }
        writes(va_arg(arguments, void *), 1, code);
    }
}

#define READING(name)                                                                          \
    int HOOK(name)(const char *text, const char *format, ...)                                  \
    {                                                                                          \
        va_list arguments, again;                                                              \
        va_start(arguments, format);                                                           \
        va_copy(again, arguments);                                                             \
        write_arguments(format, again, HERE);                                                  \
        int count = vsscanf(text, format, arguments);                                          \
        va_end(again);                                                                         \
        va_end(arguments);                                                                     \
        return count;                                                                          \
    }
READING(sscanf)
READING(__isoc99_sscanf)
READING(__isoc23_sscanf)

int HOOK(vsnprintf)(char *to, size_t size, const char *format, va_list arguments)
{
    writes(to, size, HERE);
    return vsnprintf(to, size, format, arguments);
}

int HOOK(snprintf)(char *to, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    writes(to, size, HERE);
    int length = vsnprintf(to, size, format, arguments);
    va_end(arguments);
    return length;
}

int HOOK(sprintf)(char *to, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    writes(to, length < 0 ? 1 : (size_t)length + 1, HERE);
    length = vsprintf(to, format, arguments);
    va_end(again);
    va_end(arguments);
    return length;
}

/* --- the rest ----------------------------------------------------------------------------- */

void HOOK(qsort)(void *base, size_t count, size_t size, int compare(const void *, const void *))
{
    writes(base, count * size, HERE);
    qsort(base, count, size, compare);
}

int HOOK(posix_memalign)(void **at, size_t alignment, size_t size)
{
    writes(at, sizeof *at, HERE);
    return posix_memalign(at, alignment, size);
}

time_t HOOK(time)(time_t *at)
{
    writes(at, sizeof *at, HERE);
    return time(at);
}

int HOOK(clock_gettime)(clockid_t clock, struct timespec *at)
{
    writes(at, sizeof *at, HERE);
    return clock_gettime(clock, at);
}

int HOOK(gettimeofday)(struct timeval *at, void *zone)
{
    writes(at, sizeof *at, HERE);
    return gettimeofday(at, zone);
}
