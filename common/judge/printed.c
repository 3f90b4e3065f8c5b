/* Makes what a program printed fit to be shown: see printed.h. */
#include "printed.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The code point of a character of 2 to 4 bytes, 0 if it is none, or a longer form of one that
 * has a shorter. Reads no further than the string's end. */
static unsigned long code_point(const char *text, size_t bytes)
{
    static const unsigned long first_of[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned long code = (unsigned char)*text & (0x7fU >> bytes);
    for (size_t i = 1; i < bytes; i++) {
        if (((unsigned char)text[i] & 0xc0U) != 0x80)
            return 0;
        code = code << 6 | ((unsigned char)text[i] & 0x3fU);
    }
    return code >= first_of[bytes] ? code : 0;
}

/* What steers a terminal, begins a line, or turns the direction of what follows. */
static bool is_command(unsigned long code)
{
    static const struct {
        unsigned long first, last;
    } commands[] = {{0x80, 0x9f},     {0x61c, 0x61c},   {0x200e, 0x200f},
                    {0x2028, 0x202e}, {0x2066, 0x2069}, {0xfeff, 0xfeff}};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (code >= commands[i].first && code <= commands[i].last)
            return true;
    return false;
}

size_t character_bytes(const char *text)
{
    unsigned char first = (unsigned char)*text;
    if (first < 0x80)
        return (first >= ' ' && first <= '~') || first == '\n' || first == '\t';
    size_t bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    unsigned long code = first >= 0xc0 && first < 0xf8 ? code_point(text, bytes) : 0;
    bool is_half = code >= 0xd800 && code <= 0xdfff; /* of a pair of another encoding */
    return code && code <= 0x10ffff && !is_half && !is_command(code) ? bytes : 0;
}

void make_printable(char *text)
{
    while (*text) {
        size_t bytes = character_bytes(text);
        if (!bytes)
            *text = '?';
        text += bytes ? bytes : 1;
    }
}

char *escaped(const char *text, size_t size)
{
    const size_t longest = sizeof "\\x00" - 1;
    char *to = malloc(size * longest + 1), *from = malloc(size + 1), *at = to;
    if (!to || !from) {
        free(from);
        free(to);
        return NULL;
    }
    memcpy(from, text, size);
    from[size] = 0; /* what is cut off ends in the midst of a character */
    for (size_t i = 0; i < size;) {
        size_t bytes = character_bytes(from + i);
        if (bytes)
            at = (char *)memcpy(at, from + i, bytes) + bytes;
        else
            at += sprintf(at, "\\x%02x", (unsigned char)from[i]);
        i += bytes ? bytes : 1;
    }
    *at = 0;
    free(from);
    return to;
}

size_t short_line(const char *line, size_t length)
{
    size_t kept = 0, bytes;
    while (kept < length && (bytes = character_bytes(line + kept)) &&
           kept + bytes <= QUOTED_BYTES)
        kept += bytes;
    return kept;
}

size_t lines_in(const char *text)
{
    size_t lines = 0;
    while (*text) {
        text += strcspn(text, "\n");
        text += *text == '\n';
        lines++;
    }
    return lines;
}

int open_to_write(int file)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    int other = open(path, O_WRONLY | O_APPEND);
    return other < 0 ? file : other;
}
