/* What a format of printf asks for. C11. */
#ifndef SIMT_FORMATS_H
#define SIMT_FORMATS_H

#include <stdbool.h>
#include <string.h>

/* %n, however long it is written: flags, width, precision and size stand between the two. */
static inline bool simt_stores_count(const char *format)
{
    for (const char *at = strchr(format, '%'); at; at = strchr(at, '%')) {
        at++;
        at += strspn(at, "0123456789$*.-+ #'IhlLqjztw");
        if (*at == 'n')
            return true;
        at += *at != 0;
    }
    return false;
}

/* %2$d */
static inline bool simt_numbers_arguments(const char *format)
{
    for (const char *at = strchr(format, '%'); at; at = strchr(at, '%')) {
        at++;
        if (at[strspn(at, "0123456789")] == '$')
            return true;
        at += *at == '%';
    }
    return false;
}

#endif
