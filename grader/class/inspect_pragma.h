/* Which pragmas a hand-in may have, be they lines of their own or words of _Pragma. */
#ifndef INSPECT_PRAGMA_H
#define INSPECT_PRAGMA_H

/* `at` is behind #pragma. */
void check_pragma(const char *at);

/* Behind the word clang, if it stands at `at`. Elsewhere that word is refused; what follows it
 * is read as any text is. */
const char *behind_clang(const char *at);

/* Behind the _Pragma at `at`. _Pragma("unroll 4") is #pragma unroll 4: a plain literal, and no
 * more. */
const char *behind_pragma(const char *at);

#endif
