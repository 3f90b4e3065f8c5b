/* What kernels call of the C library: the program's printf and assert go through here, and so
 * do host code's, for which nothing changes.
 *
 * - printf, puts, putchar  text is made first and written at once, so that a kernel which is
 *                          ended on the way holds no lock of stdout
 * - assert                 ends the launch, not the program
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "grid/grid.h"
#include "grid/lines.h"

/* --- output ------------------------------------------------------------------------------- */

/* Longer lines are rare: they take the heap. */
static int print_long(const char *format, va_list arguments, int length)
{
    char *text = malloc((size_t)length + 1);
    if (!text)
        return -1;
    vsnprintf(text, (size_t)length + 1, format, arguments);
    fputs(text, stdout);
    free(text);
    return length;
}

static int print_from_kernel(const char *format, va_list arguments)
{
    char text[512];
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(text, sizeof text, format, arguments);
    if (length >= (int)sizeof text)
        length = print_long(format, again, length);
    else if (length > 0)
        fwrite(text, 1, (size_t)length, stdout);
    va_end(again);
    return length;
}

int printf(const char *format, ...)
{
    va_list arguments;
    simt_checkpoint();
    va_start(arguments, format);
    int length =
        simt_in_kernel() ? print_from_kernel(format, arguments) : vprintf(format, arguments);
    va_end(arguments);
    return length;
}

/* What compilers make of a printf without arguments. */
int puts(const char *line)
{
    simt_checkpoint();
    return fputs(line, stdout) < 0 || putc('\n', stdout) < 0 ? EOF : 1;
}

int putchar(int byte)
{
    simt_checkpoint();
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
        simt_abandon(cudaErrorAssert, "Assertion `%s' failed at %s:%u, %s", expression,
                     simt_base_name(file), line, who);
    }
    fflush(stdout);
    fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, expression);
    abort();
}
