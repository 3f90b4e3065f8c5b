/* How the judge's lines look on a terminal. Elsewhere the words are the same, without colours,
 * not folded, and nothing is overwritten. */
#ifndef TERMINAL_H
#define TERMINAL_H

enum paint { PLAIN, BOLD, GOOD, BAD };

/* Returns the escape sequence, or "" where standard output must have no colours. NO_COLOR and
 * CLICOLOR_FORCE decide first. */
const char *paint(enum paint paint);

/* Prints as printf() does, at most 8 KiB. Lines that are too long go on below, indented. */
void tell(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Shows "matmul_tiled 3/23" in a line that the next one overwrites, on a terminal only. */
void show_progress(const char *name, unsigned done, unsigned of);
void hide_progress(void);

/* From here on what is told goes to this file, as it looks on standard output, and no progress
 * is shown. What waits in a buffer is dropped. */
void tell_into(int file);

#endif
