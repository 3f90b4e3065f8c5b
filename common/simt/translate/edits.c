/* Edits and messages: see source.h. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "translate/source.h"

void *grow(void *array, int count, size_t size)
{
    bool power_of_two = (count & (count - 1)) == 0;

    if (array && !power_of_two)
        return array;
    array = realloc(array, (2 * (size_t)count + 1) * size);
    if (!array)
        abort();
    return array;
}

static char *copy_text(const char *text)
{
    char *copy = grow(NULL, (int)strlen(text), 1);

    return strcpy(copy, text);
}

static void add_edit(struct source *s, size_t begin, size_t end, const char *text,
                     enum side side)
{
    s->edits = grow(s->edits, s->edit_count, sizeof *s->edits);
    s->edits[s->edit_count] = (struct edit){begin, end, copy_text(text), s->edit_count, side};
    s->edit_count++;
}

void insert_before(struct source *s, int i, const char *text)
{
    add_edit(s, s->tokens[i].begin, s->tokens[i].begin, text, BOTH_SIDES);
}

void insert_after(struct source *s, int i, const char *text)
{
    add_edit(s, s->tokens[i].end, s->tokens[i].end, text, BOTH_SIDES);
}

void replace(struct source *s, int i, const char *text)
{
    replace_on(s, i, text, BOTH_SIDES);
}

void replace_on(struct source *s, int i, const char *text, enum side side)
{
    add_edit(s, s->tokens[i].begin, s->tokens[i].end, text, side);
}

void write_twice(struct source *s, int open)
{
    if (s->twice_count && s->twice[s->twice_count - 1] == open)
        return;
    s->twice = grow(s->twice, s->twice_count, sizeof *s->twice);
    s->twice[s->twice_count++] = open;
}

void refuse(struct source *s, int i, const char *format, ...)
{
    char text[1024];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    s->messages = grow(s->messages, s->message_count, sizeof *s->messages);
    s->messages[s->message_count] =
        (struct message){s->tokens[i].line, s->message_count, copy_text(text)};
    s->message_count++;
}
