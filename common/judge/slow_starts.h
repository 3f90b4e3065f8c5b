/* What is known of a hand-in's programs that never came to be ready, such as those of a static
 * object whose constructor has no end. */
#ifndef SLOW_STARTS_H
#define SLOW_STARTS_H

/* In seconds, to load the program and make a CUDA context. */
enum { START_SECONDS = 30, SECONDS_AFTER_ANOTHER = 5 };

/* How long the program may take. 0: it is in the account, and would take as long again. The
 * account is a file that all judges of a hand-in share, or NULL. */
int slow_starts_allow(const char *account, const char *program);

void slow_starts_add(const char *account, const char *program);

#endif
