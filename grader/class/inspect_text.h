/* The text of a hand-in as compilers read it: lines are spliced, and each byte knows its line.
 *
 * - read_source()      reads the file; to be called once, before all others
 * - refuse()           ends the inspection with a line for the student
 * - behind_literal(), behind_comment(), skip_blanks(), copy_word() and the like walk over it
 */
#ifndef INSPECT_TEXT_H
#define INSPECT_TEXT_H

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>

/* Ends in a newline and a 0. */
extern const char *text;

void read_source(const char *path);

/* Returns a plain file of at most 1 MiB, behind which a 0 stands; NULL if there is none. The
 * caller frees it. */
char *read_file(const char *path, size_t *size);

/* Prints "FILE:LINE: refused: why" and ends the program with 1. `at` is in the text, or NULL.
 */
_Noreturn void refuse(const char *at, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

int line_of(const char *at);

/* --- words -------------------------------------------------------------------------------- */

static inline bool begins_word(char c)
{
    return isalpha((unsigned char)c) || c == '_' || c == '$';
}

static inline bool is_in_word(char c)
{
    return begins_word(c) || isdigit((unsigned char)c);
}

/* Copies the word at `at`; returns how long it is. */
size_t copy_word(const char *at, char *word, size_t size);

/* Whether `word` is one of the words of `all`. */
bool has_word(const char *all, const char *word);
bool begins_with(const char *word, const char *start);

/* Whether the word is in the list, which ends in NULL. */
bool is_listed(const char *word, const char *const *list);

/* --- places behind something ----------------------------------------------------------------
 */

/* Whether a trigraph begins there, which some compilers read as another mark. */
bool is_trigraph(const char *at);

/* A literal ends on its line, also where it lacks its mark, as in text that is not compiled. */
const char *behind_literal(const char *at);
const char *behind_comment(const char *at);
const char *skip_blanks(const char *at);

#endif
