/* The tokens of a source, and how to walk over them. C11. */
#ifndef TOKENS_H
#define TOKENS_H

#include "translate/source.h"

/* Cuts the source's bytes into tokens; to be called before all that follows. */
void tokenize(struct source *s);

/* Return the neighbour of token i in the same region, or -1 at its end. They take -1 as well,
 * so that calls can be nested without a check. */
int next(const struct source *s, int i);
int previous(const struct source *s, int i);

/* Whether token i is spelled `text`, like one of the words of a list that ends with NULL, or
 * like token j. All are false for -1. */
bool is(const struct source *s, int i, const char *text);
bool is_one_of(const struct source *s, int i, const char *const *words);
bool same_text(const struct source *s, int i, int j);

/* Returns how long token i is spelled, as "%.*s" wants it. */
int text_length(const struct source *s, int i);

/* Whether token i is an identifier, and no keyword with which a statement or an expression
 * begins. */
bool is_name(const struct source *s, int i);

/* Whether token j begins where token i ends: `>` `>` against `>>`. */
bool touch(const struct source *s, int i, int j);

/* Returns the innermost bracket that is open where token i stands, or -1. */
int enclosing_bracket(const struct source *s, int i);

/* Returns the ; of the statement or declaration of which token i is a part, or -1 where it has
 * none: in the rest of a macro, in a parameter. */
int statement_end(const struct source *s, int i);

/* Return the < that the > at i closes, and the > that closes the < at i; -1 where there is
 * none. The caller must know that i is a template's bracket: elsewhere < compares. */
int angle_open(const struct source *s, int i);
int angle_close(const struct source *s, int i);

/* Returns the bracket that closes what token i opens, or i itself, if it opens nothing. The
 * caller must know that a < here is a template's; -1 where that one has no end. */
int group_end(const struct source *s, int i);

/* Whether token i names an attribute that takes its arguments in parentheses. */
bool is_attribute(const struct source *s, int i);

#endif
