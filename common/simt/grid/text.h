/* A text of limited length that is put together piece by piece. C11; private to the CPU
 * backend.
 *
 * - struct text   where its bytes go; the caller owns them
 * - add()         puts a piece behind what is there
 */
#ifndef SIMT_TEXT_H
#define SIMT_TEXT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

struct text {
    char *bytes;
    size_t size, length;
};

/* What does not fit is cut off; the text always ends in a 0. */
__attribute__((format(printf, 2, 3))) static inline void add(struct text *text,
                                                             const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int added =
        vsnprintf(text->bytes + text->length, text->size - text->length, format, arguments);
    va_end(arguments);
    text->length += (size_t)added;
    if (text->length >= text->size)
        text->length = text->size - 1;
}

#endif
