/* Which names a hand-in may use: those that the language reserves are refused, but for those of
 * the suite's CUDA, and those that the file declares and no compiler or library has. */
#ifndef INSPECT_NAMES_H
#define INSPECT_NAMES_H

#include <stdbool.h>

/* Learns the names of the suite's CUDA headers, and of what only compilers call. To be called
 * before check_word(). */
void learn_names(const char *suite);

/* Refuses the word if it may not stand at `at`, in the text or made of parts there. */
void check_word(const char *at, const char *word);

/* asm, by any of its names. */
bool is_assembler(const char *word);

/* _MATMUL_CU_, _GNU_SOURCE: names that are defined to be asked for, and stand for nothing. */
bool is_for_the_preprocessor(const char *word);

/* Where directives end that may hold more names than other text: the last #define, which has
 * been looked at, and the last #if and its kin. Set by who reads these. */
extern const char *definition_end, *condition_end;

/* Where the file declares a name that is reserved, and might be a part of another; or NULL. */
extern const char *an_own_name;

#endif
