/* What the checked object of a program calls instead of functions of the C library that write
 * where they are told, or read; simt.mk lists them. The library's own code has no hooks, so
 * that without these no finding would tell of what a kernel stores by modff() or compares by
 * memcmp(), and host code could write to what the checker knows by any of them, or read it.
 *
 * A kernel may call those for mathematics, strlen() and memcmp(). The others end it: it can
 * come to them by a pointer, or by an argument of a template. */
#define _GNU_SOURCE
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "checker/slow_path.h"
#include "checker/strays.h"
#include "cuda/apart.h"
#include "cuda/host_memory.h"
#include "cuda/queue.h"
#include "cuda/runtime.h"
#include "grid/computed_calls.h"
#include "grid/formats.h"
#include "grid/grid.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* nobody calls them by these names */

#define HERE __builtin_return_address(0)
#define HOOK(name) __tsan_##name

static void writes(const void *at, size_t size, const void *code)
{
    if (!at || !size)
        return;
    if (simt_lane) {
        simt_watch_range(at, size, SIMT_WRITE, code);
        return;
    }
    simt_check_host(at, size, SIMT_WRITE, code);
}

/* What is copied elsewhere, or compared. */
static void reads(const void *at, size_t size, const void *code)
{
    if (simt_lane && size)
        simt_watch_range(at, size, SIMT_READ, code);
    else if (!simt_lane)
        simt_check_host_read(at, size);
}

/* --- what writes to one place ------------------------------------------------------------- */

/* The function of that name, which writes so many bytes at `at`. */
#define WRITER(T, name, parameters, arguments, at, bytes)                                      \
    T HOOK(name) parameters                                                                    \
    {                                                                                          \
        writes(at, bytes, HERE);                                                               \
        return name arguments;                                                                 \
    }

/* The same of one that a device lacks. */
#define HOST_WRITER(T, name, parameters, arguments, at, bytes)                                 \
    T HOOK(name) parameters                                                                    \
    {                                                                                          \
        simt_end_in_kernel();                                                                  \
        writes(at, bytes, HERE);                                                               \
        return name arguments;                                                                 \
    }

/* The same by another name. */
#define NAMED_WRITER(T, name, function)                                                        \
    T HOOK(name)(const char *text, char **end, int base)                                       \
    {                                                                                          \
        simt_end_in_kernel();                                                                  \
        writes(end, sizeof *end, HERE);                                                        \
        return function(text, end, base);                                                      \
    }

/* The same of one that writes what it reads from `from` on. */
#define COPIER(T, name, parameters, arguments, at, bytes)                                      \
    T HOOK(name) parameters                                                                    \
    {                                                                                          \
        simt_end_in_kernel();                                                                  \
        writes(at, bytes, HERE);                                                               \
        reads(from, bytes, HERE);                                                              \
        return name arguments;                                                                 \
    }

// clang-format off
WRITER(double, frexp, (double x, int *exponent), (x, exponent), exponent, sizeof *exponent)
WRITER(float, frexpf, (float x, int *exponent), (x, exponent), exponent, sizeof *exponent)
WRITER(long double, frexpl, (long double x, int *exponent), (x, exponent), exponent, sizeof *exponent)
WRITER(double, modf, (double x, double *whole), (x, whole), whole, sizeof *whole)
WRITER(float, modff, (float x, float *whole), (x, whole), whole, sizeof *whole)
WRITER(double, remquo, (double x, double y, int *bits), (x, y, bits), bits, sizeof *bits)
WRITER(float, remquof, (float x, float y, int *bits), (x, y, bits), bits, sizeof *bits)

HOST_WRITER(double, strtod, (const char *text, char **end), (text, end), end, sizeof *end)
HOST_WRITER(float, strtof, (const char *text, char **end), (text, end), end, sizeof *end)
HOST_WRITER(long, strtol, (const char *text, char **end, int base), (text, end, base),
       end, sizeof *end)
HOST_WRITER(long long, strtoll, (const char *text, char **end, int base), (text, end, base),
       end, sizeof *end)
HOST_WRITER(unsigned long, strtoul, (const char *text, char **end, int base), (text, end, base),
       end, sizeof *end)
HOST_WRITER(unsigned long long, strtoull, (const char *text, char **end, int base), (text, end, base),
       end, sizeof *end)
/* As C23 calls them. */
NAMED_WRITER(long, __isoc23_strtol, strtol)
NAMED_WRITER(long long, __isoc23_strtoll, strtoll)
NAMED_WRITER(unsigned long, __isoc23_strtoul, strtoul)
NAMED_WRITER(unsigned long long, __isoc23_strtoull, strtoull)

COPIER(char *, strcpy, (char *to, const char *from), (to, from), to, strlen(from) + 1)
COPIER(char *, stpcpy, (char *to, const char *from), (to, from), to, strlen(from) + 1)
COPIER(char *, strncpy, (char *to, const char *from, size_t size), (to, from, size), to, size)
COPIER(char *, strcat, (char *to, const char *from), (to, from),
       to + strlen(to), strlen(from) + 1)
COPIER(char *, strncat, (char *to, const char *from, size_t size), (to, from, size),
       to + strlen(to), strnlen(from, size) + 1)
COPIER(void *, mempcpy, (void *to, const void *from, size_t size), (to, from, size), to, size)
HOST_WRITER(void, bzero, (void *to, size_t size), (to, size), to, size)
HOST_WRITER(char *, fgets, (char *to, int size, FILE *file), (to, size, simt_known_stream(file)),
       to, size > 0 ? (size_t)size : 0)

HOST_WRITER(int, posix_memalign, (void **at, size_t alignment, size_t size), (at, alignment, size),
       at, sizeof *at)
// clang-format on

/* --- what only reads ---------------------------------------------------------------------- */

int HOOK(memcmp)(const void *a, const void *b, size_t size)
{
    reads(a, size, HERE);
    reads(b, size, HERE);
    return memcmp(a, b, size);
}

size_t HOOK(strlen)(const char *text)
{
    size_t length = strlen(text);
    reads(text, length + 1, HERE);
    return length;
}

/* The function of that name, which a device lacks, and which reads so many bytes at `a`, and at
 * `b`. The function itself, and no macro of C23's, whose result is const where `a` is. */
#define READER(T, name, parameters, arguments, a_bytes, b, b_bytes)                            \
    T HOOK(name) parameters                                                                    \
    {                                                                                          \
        simt_end_in_kernel();                                                                  \
        reads(a, a_bytes, HERE);                                                               \
        reads(b, b_bytes, HERE);                                                               \
        return (name)arguments;                                                                \
    }
#define READER_OF_TEXTS(T, name)                                                               \
    READER(T, name, (const char *a, const char *b), (a, b), strlen(a), b, strlen(b))
#define READER_OF_TEXT(T, name, parameters, arguments)                                         \
    READER(T, name, parameters, arguments, strlen(a), a, 0)

// clang-format off
READER(int, bcmp, (const void *a, const void *b, size_t size), (a, b, size), size, b, size)
READER(void *, memchr, (const void *a, int c, size_t size), (a, c, size), size, a, 0)
READER(void *, memrchr, (const void *a, int c, size_t size), (a, c, size), size, a, 0)
READER(size_t, strnlen, (const char *a, size_t size), (a, size), strnlen(a, size), a, 0)
READER(int, strncmp, (const char *a, const char *b, size_t size), (a, b, size),
       strnlen(a, size), b, strnlen(b, size))
READER(int, strncasecmp, (const char *a, const char *b, size_t size), (a, b, size),
       strnlen(a, size), b, strnlen(b, size))
READER_OF_TEXTS(int, strcmp)
READER_OF_TEXTS(int, strcasecmp)
READER_OF_TEXTS(char *, strstr)
READER_OF_TEXTS(size_t, strspn)
READER_OF_TEXTS(size_t, strcspn)
READER_OF_TEXTS(char *, strpbrk)
READER_OF_TEXT(char *, strchr, (const char *a, int c), (a, c))
READER_OF_TEXT(char *, strrchr, (const char *a, int c), (a, c))
READER_OF_TEXT(char *, strdup, (const char *a), (a))
READER_OF_TEXT(int, atoi, (const char *a), (a))
READER_OF_TEXT(long, atol, (const char *a), (a))
READER_OF_TEXT(long long, atoll, (const char *a), (a))
READER_OF_TEXT(double, atof, (const char *a), (a))
// clang-format on

/* --- what calls a function that it is given ----------------------------------------------- */

typedef int compare_function(const void *, const void *);

/* What is sorted or searched now, and what is to be compared. One may be in another. */
enum { MOST_SORTINGS = 8 };
static struct sorting {
    compare_function *compare;
    const void *end, *a, *b; /* where the frame ends that called qsort() */
    int result;
} sortings[MOST_SORTINGS];
static unsigned sorting_count;

/* All of them are one thread's: others wait until it has none. */
static pthread_mutex_t sorts = PTHREAD_MUTEX_INITIALIZER;
static _Atomic pthread_t sorter;

static void compare_for(void *argument)
{
    struct sorting *sorting = argument;
    sorting->result = sorting->compare(sorting->a, sorting->b);
}

/* The library has its own frame and registers, which the function could change. */
static int compare_apart(const void *a, const void *b)
{
    struct sorting *sorting = &sortings[sorting_count - 1];
    sorting->a = a;
    sorting->b = b;
    simt_call_apart(compare_for, sorting, sorting->end);
    return sorting->result;
}

static void begin_sorting(compare_function *compare, const void *end)
{
    if (!sorter || !pthread_equal(sorter, pthread_self()))
        pthread_mutex_lock(&sorts);
    sorter = pthread_self();
    if (sorting_count == MOST_SORTINGS)
        simt_end_unbelieved("it was to sort within the comparisons of eight other sortings");
    sortings[sorting_count++] = (struct sorting){.compare = compare, .end = end};
}

static void end_sorting(void)
{
    if (--sorting_count)
        return;
    sorter = 0;
    pthread_mutex_unlock(&sorts);
}

void HOOK(qsort)(void *base, size_t count, size_t size, compare_function *compare)
{
    simt_end_in_kernel();
    simt_check_call((const void *)compare, HERE);
    writes(base, count * size, HERE);
    begin_sorting(compare, __builtin_dwarf_cfa());
    qsort(base, count, size, compare_apart);
    end_sorting();
}

void *HOOK(bsearch)(const void *key, const void *a, size_t count, size_t size,
                    compare_function *compare)
{
    simt_end_in_kernel();
    simt_check_call((const void *)compare, HERE);
    reads(a, count * size, HERE);
    begin_sorting(compare, __builtin_dwarf_cfa());
    void *found = (bsearch)(key, a, count, size, compare_apart);
    end_sorting();
    return found;
}

int HOOK(atexit)(void (*function)(void))
{
    simt_end_in_kernel();
    simt_check_call((const void *)function, HERE);
    return atexit(function);
}

cudaError_t HOOK(cudaLaunchHostFunc)(cudaStream_t stream, cudaHostFn_t function, void *data)
{
    simt_check_call((const void *)function, HERE);
    simt_called_from(HERE);
    return cudaLaunchHostFunc(stream, function, data);
}

cudaError_t HOOK(cudaStreamAddCallback)(cudaStream_t stream, cudaStreamCallback_t function,
                                        void *data, unsigned flags)
{
    simt_check_call((const void *)function, HERE);
    simt_called_from(HERE);
    return cudaStreamAddCallback(stream, function, data, flags);
}

/* --- what writes to several, or to as many bytes as it finds ------------------------------ */

void HOOK(sincos)(double x, double *sine, double *cosine)
{
    writes(sine, sizeof *sine, HERE);
    writes(cosine, sizeof *cosine, HERE);
    sincos(x, sine, cosine);
}

void HOOK(sincosf)(float x, float *sine, float *cosine)
{
    writes(sine, sizeof *sine, HERE);
    writes(cosine, sizeof *cosine, HERE);
    sincosf(x, sine, cosine);
}

/* It ends each word by a zero, so that all of the text may be written. */
char *HOOK(strtok_r)(char *text, const char *marks, char **rest)
{
    simt_end_in_kernel();
    writes(rest, sizeof *rest, HERE);
    const char *all = text ? text : *rest;
    writes(all, all ? strlen(all) : 0, HERE);
    return strtok_r(text, marks, rest);
}

char *HOOK(strtok)(char *text, const char *marks)
{
    static char *rest;
    simt_end_in_kernel();
    const char *all = text ? text : rest;
    writes(all, all ? strlen(all) : 0, HERE);
    return strtok_r(text, marks, &rest);
}

/* What a format for reading says behind a %: how many bytes are stored, of a text that has so
 * many. A text ends in a zero. */
struct conversion {
    bool is_skipped;
    size_t bytes;
    const char *behind;
};

static size_t bytes_of_number(const char *modifiers, size_t count, char kind)
{
    bool is_real = strchr("aAeEfFgG", kind) != NULL;
    char first = count ? *modifiers : 0;
    if (first == 'h')
        return count > 1 ? sizeof(char) : sizeof(short);
    if (first == 'L' && is_real)
        return sizeof(long double);
    return first || kind == 'p' ? sizeof(long) : sizeof(int);
}

static const char *behind_set(const char *at)
{
    at += *at == '^';
    at += *at == ']';
    const char *end = strchr(at, ']');
    return end ? end + 1 : at + strlen(at);
}

static struct conversion conversion_at(const char *at, size_t text_bytes)
{
    struct conversion is = {.is_skipped = false};
    for (; *at && strchr("*'I", *at); at++)
        is.is_skipped |= *at == '*';
    size_t width = strtoul(at, (char **)&at, 10), modifiers = strspn(at, "hlLqjztm");
    const char *kind = at + modifiers;
    bool is_wide = memchr(at, 'l', modifiers) || *kind == 'S' || *kind == 'C';
    is.behind = *kind == '[' ? behind_set(kind + 1) : kind + (*kind != 0);
    is.is_skipped |= *kind == '%' || !*kind;
    if (memchr(at, 'm', modifiers)) {
        is.bytes = sizeof(char *);
    } else if (*kind && strchr("sS[cC", *kind)) {
        size_t usual = *kind == 'c' || *kind == 'C' ? 1 : text_bytes;
        size_t most = width && width < text_bytes ? width : width ? text_bytes : usual;
        is.bytes = (most + 1) * (is_wide ? sizeof(wchar_t) : 1);
    } else {
        is.bytes = bytes_of_number(at, modifiers, *kind);
    }
    return is;
}

/* Each argument that is not skipped is a pointer. A format that numbers them may leave some
 * out. */
static void write_arguments(const char *format, size_t text_bytes, va_list arguments,
                            const void *code)
{
    simt_end_in_kernel();
    if (simt_guards_host_memory() && simt_numbers_arguments(format))
        simt_end_unbelieved("a format that numbers what it writes, as %2$d: name all in order");
    for (const char *at = strchr(format, '%'); at; at = strchr(at, '%')) {
        struct conversion is = conversion_at(at + 1, text_bytes);
        if (!is.is_skipped)
            writes(va_arg(arguments, void *), is.bytes, code);
        at = is.behind;
    }
}

#define READING(name)                                                                          \
    int HOOK(name)(const char *text, const char *format, ...)                                  \
    {                                                                                          \
        va_list arguments, again;                                                              \
        va_start(arguments, format);                                                           \
        va_copy(again, arguments);                                                             \
        write_arguments(format, strlen(text), again, HERE);                                    \
        int count = vsscanf(text, format, arguments);                                          \
        va_end(again);                                                                         \
        va_end(arguments);                                                                     \
        return count;                                                                          \
    }
READING(sscanf)
READING(__isoc99_sscanf)
READING(__isoc23_sscanf)

#define READING_INPUT(name)                                                                    \
    int HOOK(name)(const char *format, ...)                                                    \
    {                                                                                          \
        va_list arguments, again;                                                              \
        va_start(arguments, format);                                                           \
        va_copy(again, arguments);                                                             \
        write_arguments(format, 0, again, HERE);                                               \
        int count = vscanf(format, arguments);                                                 \
        va_end(again);                                                                         \
        va_end(arguments);                                                                     \
        return count;                                                                          \
    }
READING_INPUT(scanf)
READING_INPUT(__isoc99_scanf)
READING_INPUT(__isoc23_scanf)
