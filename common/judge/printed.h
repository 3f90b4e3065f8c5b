/* What a program printed, made fit to be shown. It is quoted, and never parsed. */
#ifndef PRINTED_H
#define PRINTED_H

#include <stddef.h>

enum {
    QUOTED_LINES = 6,        /* where a quotation must be short */
    QUOTED_BYTES = 100,      /* of each line, there */
    PRINTED_BYTES = 1 << 20, /* of a case: as much as a device keeps for a kernel's printf */
};

/* Opens the file once more, for writing at its end alone: a hand-in must not read what its
 * kernels have printed. Returns the file itself where the system has no other. */
int open_to_write(int file);

/* How many bytes the first character of the text has; 0 if it is no UTF-8, or a character that
 * a terminal or a log could take for a command. Newline and tab are not among these. */
size_t character_bytes(const char *text);

/* Returns the text of `size` bytes as a new string, which the caller frees. Bytes that are no
 * such character are written like \x1b. */
char *escaped(const char *text, size_t size);

/* Replaces each byte that is part of no such character by '?'. */
void make_printable(char *text);

/* How many bytes of a line a short quotation shows: whole characters. */
size_t short_line(const char *line, size_t length);

/* How many lines the text has. */
size_t lines_in(const char *text);

#endif
