/* What the checked object of a program calls instead of functions of the C library that write
 * to a stream, or by a format; simt.mk lists them. A stream is a structure with pointers to
 * where its text goes, and %n in a format stores a count: host code that makes either up could
 * write to what the checker knows. So a stream is one of the three, or one that the C library
 * has opened, for a log of a learner's own: a stranger's work may call nothing that opens
 * files. Whole programs may do what they like. Nor does a kernel call these by a pointer: what
 * the library then keeps, the host could read.
 */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include "checker/slow_path.h"
#include "checker/strays.h"
#include "cuda/host_memory.h"
#include "grid/formats.h"
#include "grid/grid.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* nobody calls them by these names */

#define HOOK(name) __tsan_##name

static FILE *opened[64];    /* those that are open now; NULL where there is room */
static bool has_lost_count; /* of those that a learner opens and never closes */

/* The place of the stream among those that are open, or NULL. */
static FILE **place_of(const FILE *stream)
{
    for (unsigned i = 0; i < sizeof opened / sizeof *opened; i++)
        if (opened[i] == stream)
            return &opened[i];
    return NULL;
}

static FILE *note_opened(FILE *stream)
{
    FILE **room = place_of(NULL);
    if (stream && room)
        *room = stream;
    has_lost_count |= stream && !room;
    return stream;
}

FILE *simt_known_stream(FILE *stream)
{
    simt_end_in_kernel();
    if (simt_guards_host_memory() && stream && stream != stdin && stream != stdout &&
        stream != stderr && !place_of(stream) && !has_lost_count)
        simt_end_unbelieved("it was to write to a stream that nobody has opened: stdout and "
                            "stderr are what there is");
    return stream;
}

FILE *HOOK(fopen)(const char *path, const char *mode)
{
    return note_opened(fopen(path, mode));
}

FILE *HOOK(fdopen)(int descriptor, const char *mode)
{
    return note_opened(fdopen(descriptor, mode));
}

FILE *HOOK(tmpfile)(void)
{
    return note_opened(tmpfile());
}

int HOOK(fclose)(FILE *stream)
{
    FILE **place = place_of(simt_known_stream(stream));
    if (stream && place)
        *place = NULL;
    return fclose(stream);
}

static const char *counts_nothing(const char *format)
{
    if (simt_guards_host_memory() && simt_stores_count(format))
        simt_end_unbelieved("%n in a format stores a count, where nobody sees it; take what "
                            "the function returns");
    return format;
}

/* --- to a stream -------------------------------------------------------------------------- */

int HOOK(fputs)(const char *text, FILE *stream)
{
    return fputs(text, simt_known_stream(stream));
}

int HOOK(fputc)(int byte, FILE *stream)
{
    return fputc(byte, simt_known_stream(stream));
}

int HOOK(putc)(int byte, FILE *stream)
{
    return fputc(byte, simt_known_stream(stream));
}

size_t HOOK(fwrite)(const void *bytes, size_t size, size_t count, FILE *stream)
{
    return fwrite(bytes, size, count, simt_known_stream(stream));
}

int HOOK(fflush)(FILE *stream)
{
    return fflush(simt_known_stream(stream));
}

int HOOK(vfprintf)(FILE *stream, const char *format, va_list arguments)
{
    return vfprintf(simt_known_stream(stream), counts_nothing(format), arguments);
}

int HOOK(fprintf)(FILE *stream, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vfprintf(simt_known_stream(stream), counts_nothing(format), arguments);
    va_end(arguments);
    return length;
}

int HOOK(vprintf)(const char *format, va_list arguments)
{
    simt_end_in_kernel();
    return vprintf(counts_nothing(format), arguments);
}

/* --- to what the C library keeps for itself ----------------------------------------------- */

int HOOK(rand)(void)
{
    simt_end_in_kernel();
    return rand();
}

long HOOK(random)(void)
{
    simt_end_in_kernel();
    return random();
}

void HOOK(srand)(unsigned seed)
{
    simt_end_in_kernel();
    srand(seed);
}

void HOOK(srandom)(unsigned seed)
{
    simt_end_in_kernel();
    srandom(seed);
}

/* --- to memory ---------------------------------------------------------------------------- */

static void writes(const void *at, size_t size)
{
    simt_end_in_kernel();
    if (at && size)
        simt_check_host_write(at, size);
}

int HOOK(vsnprintf)(char *to, size_t size, const char *format, va_list arguments)
{
    writes(to, size);
    return vsnprintf(to, size, counts_nothing(format), arguments);
}

int HOOK(snprintf)(char *to, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    writes(to, size);
    int length = vsnprintf(to, size, counts_nothing(format), arguments);
    va_end(arguments);
    return length;
}

static int print_to(char *to, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, counts_nothing(format), again);
    va_end(again);
    writes(to, length < 0 ? 1 : (size_t)length + 1);
    return vsprintf(to, format, arguments);
}

int HOOK(vsprintf)(char *to, const char *format, va_list arguments)
{
    return print_to(to, format, arguments);
}

int HOOK(sprintf)(char *to, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = print_to(to, format, arguments);
    va_end(arguments);
    return length;
}
