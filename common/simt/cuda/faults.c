/* The first fault of the process, in words: see errors.h. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "cuda/errors.h"

enum { TEXT = 1024 };

static char first_fault[TEXT];
static char *sink;
static size_t sink_size;

/* Appends the text to those before it, as far as it fits. */
static void pour(const char *text)
{
    size_t used = sink ? strnlen(sink, sink_size) : 0;
    if (used + 1 < sink_size)
        snprintf(sink + used, sink_size - used, "%s%s", used ? "; " : "", text);
}

void simt_fault(cudaError_t error, const char *format, ...)
{
    char text[TEXT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!first_fault[0])
        memcpy(first_fault, text, sizeof text);
    pour(text);
    simt_record(error, true);
}

const char *simt_fault_text(void)
{
    return first_fault;
}

/* Makes a single call of the system, because a signal handler calls this. */
void simt_print_fault(void)
{
    if (!sink)
        dprintf(STDERR_FILENO, "%s\n", first_fault);
}

void simt_fault_sink(char *bytes, size_t size)
{
    sink = bytes;
    sink_size = size;
}
