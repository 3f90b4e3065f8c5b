/* The first fault of the process, in words: see errors.h. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cuda/errors.h"

static char first_text[SIMT_TEXT_BYTES];
static struct source_line place; /* of the next fault */
static struct fault *sink;
static void (*open_sink)(void);

/* Appends to the sink's text, as far as it fits. */
static void append(const char *text)
{
    size_t used = strnlen(sink->text, sizeof sink->text - 1), length = strlen(text);
    size_t room = sizeof sink->text - 1 - used;
    length = length < room ? length : room;
    memcpy(sink->text + used, text, length);
    sink->text[used + length] = '\0';
}

static void pour(cudaError_t error, const char *text)
{
    open_sink();
    if (sink->text[0]) {
        append("; ");
    } else {
        sink->error = (uint32_t)error;
        sink->line = place;
    }
    append(text);
}

void simt_place_fault(const char *file, int line)
{
    snprintf(place.file, sizeof place.file, "%s", file);
    place.line = (uint32_t)line;
}

void simt_place_fault_at(const char *at)
{
    const char *colon = strrchr(at, ':');
    snprintf(place.file, sizeof place.file, "%.*s", colon ? (int)(colon - at) : 0, at);
    place.line = colon ? (uint32_t)strtoul(colon + 1, NULL, 10) : 0;
}

void simt_fault(cudaError_t error, const char *format, ...)
{
    char text[SIMT_TEXT_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!first_text[0])
        memcpy(first_text, text, sizeof text);
    if (sink)
        pour(error, text);
    place = (struct source_line){.line = 0};
    simt_break(error);
}

const char *simt_fault_text(void)
{
    return first_text;
}

/* Makes a single call of the system, because a signal handler calls this. */
void simt_print_fault(void)
{
    if (!sink)
        dprintf(STDERR_FILENO, "%s\n", first_text);
}

void simt_fault_sink(struct fault *to, void (*open)(void))
{
    open_sink = open;
    sink = to;
}
