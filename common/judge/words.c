/* Puts a verdict into words: see words.h. */
#include "words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void say(struct verdict *v, const char *format, ...)
{
    size_t used = strlen(v->text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(v->text + used, sizeof v->text - used, format, arguments);
    va_end(arguments);
}

void fail(struct verdict *v, enum reason reason, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(v->text, sizeof v->text, format, arguments);
    va_end(arguments);
    v->passed = false;
    v->reason = reason;
}

const char *reason_word(enum reason reason)
{
    static const char *const words[] = {
#define REASON(name, word) [REASON_##name] = word,
#include "reasons.inc"
#undef REASON
    };
    return words[reason];
}
