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
    v->guess = v->last_words = 0;
}

void begin_guess(struct verdict *v, enum cause cause)
{
    v->guess = strlen(v->text);
    v->cause = cause;
}

/* A race has nothing to do with an index, nor a stray access with what threads leave out. */
static bool agrees(enum reason found, enum cause guess)
{
    switch (found) {
    case REASON_OK:
    case REASON_LEAK: /* changes no output */
        return true;
    case REASON_SHARED_RACE:
    case REASON_RACE:
        return guess == UNORDERED;
    case REASON_UNORDERED_RACE: /* these two explain whatever is wrong */
    case REASON_NOT_SHARED:
        return false;
    case REASON_UNINITIALISED:
        return guess == OTHER_INDEX || guess == LEFT_OUT;
    default:
        return guess == OTHER_INDEX;
    }
}

size_t length_beside(const struct verdict *v, enum reason found)
{
    return v->guess && !agrees(found, v->cause) ? v->guess : strlen(v->text);
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
