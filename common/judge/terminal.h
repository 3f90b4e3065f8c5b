/* How the judge's lines look on a terminal. What is none gets the same words, without colours,
 * unfolded, and nothing that is overwritten. */
#ifndef TERMINAL_H
#define TERMINAL_H

enum paint { PLAIN, BOLD, GOOD, BAD };

/* The escape sequence, or "" where standard output is to have no colours: NO_COLOR and
 * CLICOLOR_FORCE are heeded. */
const char *paint(enum paint paint);

/* As printf(), at most 8 KiB: lines that are too long go on below, a little further in. */
void tell(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* "matmul_tiled 3/23", in a line that the next one overwrites; on a terminal alone. */
void show_progress(const char *name, unsigned done, unsigned of);
void hide_progress(void);

#endif
