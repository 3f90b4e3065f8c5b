/* Files of JSON, as tools read them. C11. Knows nothing of the checker. */
#ifndef SIMT_JSON_H
#define SIMT_JSON_H

#include <stdio.h>

/* Writes the text as a string, in its quotation marks. */
void simt_write_string(FILE *out, const char *text);

/* Open a file for writing (or return NULL), and close it. The program may be killed between the
 * two: whoever reads `path` then finds the file of before, and never a part of the new one. */
FILE *simt_begin_file(const char *path);
void simt_end_file(FILE *out, const char *path);

#endif
