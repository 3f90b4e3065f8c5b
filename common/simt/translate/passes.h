/* The passes over the tokens, in the order in which translate.c takes them. Each only adds
 * edits and messages. C11. */
#ifndef PASSES_H
#define PASSES_H

#include "translate/source.h"

/* functions.c: fills s->functions and s->variables, and sets in_function, which the others
 * need. */
void find_functions(struct source *s);

/* headers.c: fills s->headers, from which check.c learns where their functions run. */
void read_headers(struct source *s);

/* launches.c, shared.c, symbols.c, wide.c, forgotten_shared.c, given_names.c,
 * old_textures.c, recursion.c, assembly.c, architecture.c,
 * check.c, classes.c, variables.c, bodies.c, crossings.c */
void translate_launches(struct source *s);
void translate_shared(struct source *s);
void translate_symbols(struct source *s);
void tell_wide_types(struct source *s);
void tell_own_variables(struct source *s);
void rename_given_names(struct source *s);
void name_texture_references(struct source *s);
void allow_recursion(struct source *s);
void translate_assembly(struct source *s);
void answer_architecture(struct source *s);
void check_functions(struct source *s);
void check_classes(struct source *s);
void check_variables(struct source *s);
void check_bodies(struct source *s);
void check_crossings(struct source *s);

#endif
