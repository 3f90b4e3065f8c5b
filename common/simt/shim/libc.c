/* What kernels call of the C library: the program's printf and assert go through here, and so
 * do host code's, for which nothing changes.
 *
 * - printf, puts, putchar  text is made first and written at once, so that a kernel which is
 *                          ended on the way holds no lock of stdout; a launch's text is flushed
 *                          when it is over, and what goes beyond 2 MB is lost
 * - assert                 ends the launch, not the program
 */
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "cuda/host_memory.h"
#include "grid/formats.h"
#include "grid/grid.h"
#include "grid/launches.h"
#include "grid/lines.h"

/* --- output ------------------------------------------------------------------------------- */

/* A device keeps 1 MB of what a launch prints; beyond twice that we keep no more either. */
static const size_t MOST_OF_A_LAUNCH = 2 << 20;
static atomic_size_t printed;
static bool had_lines;

static void end_output(void)
{
    if (!atomic_exchange(&printed, 0))
        return;
    if (had_lines)
        setvbuf(stdout, NULL, _IOLBF, 0);
    fflush(stdout);
#ifdef __GLIBC__
    /* A device sends its text to the terminal, not to the host's variables. */
    if (stdout->_IO_buf_base)
        memset(stdout->_IO_buf_base, 0, __fbufsize(stdout));
#endif
}

/* A call of the system for each line would take longer than all the rest of a launch that
 * prints in every thread. */
static void put(const char *text, size_t length)
{
    if (atomic_fetch_add(&printed, length) == 0) {
        had_lines = __flbf(stdout);
        setvbuf(stdout, NULL, _IOFBF, 0);
        simt_when_over(end_output);
    }
    fwrite(text, 1, length, stdout);
}

static bool is_full(void)
{
    return atomic_load(&printed) > MOST_OF_A_LAUNCH;
}

/* Longer lines are rare. They do not take the heap, which is the host's: it may be closed, and
 * would tell by what it gives next that there was a long line. */
static int print_long(const char *format, va_list arguments, int length)
{
    const size_t bytes = (size_t)length + 1;
    char *text = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (text == MAP_FAILED)
        return -1;
    vsnprintf(text, bytes, format, arguments);
    put(text, (size_t)length);
    munmap(text, bytes);
    return length;
}

static int print_from_kernel(const char *format, va_list arguments)
{
    char text[512];
    va_list again;
    if (is_full())
        return -1;
    va_copy(again, arguments);
    int length = vsnprintf(text, sizeof text, format, arguments);
    if (length >= (int)sizeof text)
        length = print_long(format, again, length);
    else if (length > 0)
        put(text, (size_t)length);
    va_end(again);
    return length;
}

/* What printf returns in a kernel: how many values the format takes. */
static int count_values(const char *format)
{
    int count = 0;
    for (const char *c = strchr(format, '%'); c; c = strchr(c, '%')) {
        c += 1 + strspn(c + 1, "-+ #0123456789.*");
        count += *c != '%' && *c;
        for (const char *width = c - 1; *width != '%'; width--)
            count += *width == '*';
        c += *c != 0;
    }
    return count;
}

int printf(const char *format, ...)
{
    va_list arguments;
    simt_checkpoint();
    va_start(arguments, format);
    bool is_refused =
        simt_stores_count(format) && (simt_in_kernel() || simt_guards_host_memory());
    if (is_refused) { /* no device has %n, and a hand-in's could write anywhere */
        va_end(arguments);
        return -1;
    }
    bool in_kernel = simt_in_kernel();
    int result = in_kernel ? print_from_kernel(format, arguments) : vprintf(format, arguments);
    va_end(arguments);
    return in_kernel && result >= 0 ? count_values(format) : result;
}

static int print_line(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = print_from_kernel(format, arguments);
    va_end(arguments);
    return length;
}

/* What compilers make of a printf without arguments. */
int puts(const char *line)
{
    simt_checkpoint();
    if (simt_in_kernel())
        return print_line("%s\n", line);
    return fputs(line, stdout) < 0 || putc('\n', stdout) < 0 ? EOF : 1;
}

int putchar(int byte)
{
    simt_checkpoint();
    if (simt_in_kernel())
        return print_line("%c", byte);
    return putc(byte, stdout);
}

/* --- assert ------------------------------------------------------------------------------- */

/* What assert() of the C library's assert.h calls. */
_Noreturn void __assert_fail(const char *expression, const char *file, unsigned line,
                             const char *function)
{
    char who[SIMT_WHO_BYTES];
    if (simt_in_kernel()) {
        simt_who(who, simt_lane->index, simt_lane->block->index);
        simt_abandon(cudaErrorAssert, simt_base_name(file), (int)line,
                     "Assertion `%s' failed at %s:%u, %s", expression, simt_base_name(file),
                     line, who);
    }
    fflush(stdout);
    fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, expression);
    abort();
}
