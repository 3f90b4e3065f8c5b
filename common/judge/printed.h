/* What a program printed, made fit to be shown. It is quoted, and never parsed. */
#ifndef PRINTED_H
#define PRINTED_H

#include <stddef.h>

enum {
    QUOTED_LINES = 6,        /* where a quotation must be short */
    QUOTED_BYTES = 100,      /* of each line, there */
    PRINTED_BYTES = 1 << 20, /* of a case: as much as a device keeps for a kernel's printf */
};

/* The open file once more, to be written alone and at its end: what its kernels print a hand-in
 * is not to read again. The file itself where the system has no other. */
int open_to_write(int file);

/* The bytes of the character that the text begins with; 0 if these are not one of UTF-8, or one
 * that a terminal or a log could take for a command. Newline and tab are none of these. */
size_t character_bytes(const char *text);

/* The text of `size` bytes as a new string, which the caller frees: bytes that are no such
 * character are written as \x1b is. */
char *escaped(const char *text, size_t size);

/* Replaces each byte that is of no such character by '?'. */
void make_printable(char *text);

/* How many bytes of a line a short quotation has: whole characters. */
size_t short_line(const char *line, size_t length);

/* How many lines the text has. */
size_t lines_in(const char *text);

#endif
