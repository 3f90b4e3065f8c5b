/* Whether words that a macro puts together are as harmless as if they stood there. */
#ifndef INSPECT_PASTE_H
#define INSPECT_PASTE_H

/* Looks at the ## at `at`, in the body of the macro `name`, which begins at `start`. One side
 * of it must be no parameter, but a part that is safe, or a number behind it; or all uses of
 * the macro are plain. Else refuses it. */
void check_paste(const char *start, const char *at, const char *parameters, const char *name);

/* Where a macro makes words that nobody can tell beforehand; or NULL. */
extern const char *a_paste;

#endif
