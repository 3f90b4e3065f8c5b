/* The tokens of a source, and how to walk over them. C11. */
#ifndef TOKENS_H
#define TOKENS_H

#include "translate/source.h"

/* Cuts the source's bytes into tokens; to be called before all that follows. */
void tokenize(struct source *s);

/* The neighbour of token i in the same region, or -1 at its end. Takes and returns -1. */
int next(const struct source *s, int i);
int previous(const struct source *s, int i);

/* Whether token i is spelled `text`, or one of the words of a list that ends with NULL, or as
 * another token. False for -1. */
bool is(const struct source *s, int i, const char *text);
bool is_one_of(const struct source *s, int i, const char *const *words);
bool same_text(const struct source *s, int i, int j);

/* An identifier that is not a keyword with which a statement or an expression begins. */
bool is_name(const struct source *s, int i);

/* Whether token j begins where token i ends: `>` `>` against `>>`. */
bool touch(const struct source *s, int i, int j);

/* The < that the > at i closes, the > that closes the < at i; -1 where there is none. Only
 * right where i is known to be a template's bracket. */
int angle_open(const struct source *s, int i);
int angle_close(const struct source *s, int i);

/* The identifier of an attribute that takes its arguments in parentheses. */
bool is_attribute(const struct source *s, int i);

#endif
