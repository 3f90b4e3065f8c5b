/* What the checks ask each other: where a function runs, and what a name may mean. C11. */
#ifndef CHECK_H
#define CHECK_H

#include "translate/source.h"

/* --- spaces.c ----------------------------------------------------------------------------- */

enum space { UNCERTAIN, HOST, DEVICE, BOTH, KERNEL };

/* Returns where a function runs, if its declaration says so beyond doubt. */
enum space space_of(const struct source *s, const struct function *f);

/* Returns where all functions of this name run. They are either all members, of one class if it
 * is known, or all others. */
enum space space_of_name(const struct source *s, int name, bool members, int class);

bool runs_on_device(const struct source *s, const struct function *f);

/* Whether a word is among the tokens from `begin` up to `end`. */
bool has_word(const struct source *s, int begin, int end, const char *word);

bool is_macro(const struct source *s, int name);
bool is_basic_type(const struct source *s, int i);

/* Whether the file declares a function of this name. */
bool is_function(const struct source *s, int name);

/* headers.c: returns where the functions run that are spelled like `token` and that the headers
 * declare; UNCERTAIN where there is none, or no two agree. */
enum space space_in_headers(const struct source *s, int token);

/* --- check.c, for the other checks -------------------------------------------------------- */

/* Whether it is `a * b` rather than `type *b`, and `g(a, b)` rather than `int a, b`. */
bool is_operand(const struct source *s, int star);
bool separates_arguments(const struct source *s, int comma);

/* Whether what stands in parentheses behind token i need not be called: sizeof(f(x)) calls
 * nothing, and a macro may make anything of its arguments. */
bool hides_arguments(const struct source *s, int i);

/* assembly.c: whether inline PTX begins at token i that a program may have. */
bool is_known_assembly(const struct source *s, int i);

/* Writes " of " and the first instructions of the inline PTX that begins at token i, or "". */
void name_assembly(const struct source *s, int i, char *list, size_t size);

/* old_textures.c: whether the type of one stands at token i. */
bool is_texture_reference(const struct source *s, int i);

/* --- classes.c, for the other checks ------------------------------------------------------ */

/* Returns the name of the class in whose braces token i stands, or -1. */
int enclosing_class(const struct source *s, int i);

/* Returns the type, if it is one name, of the function's variable that token `use` names, or of
 * an element of it; -1 where that is not certain. */
int class_of_variable(const struct source *s, const struct function *f, int use, bool element);

/* --- crossings.c, for the other checks ---------------------------------------------------- */

/* Whether token i, or its address, is an argument of a launch. */
bool is_launch_argument(const struct source *s, int i);

/* --- variables.c, for the other checks ---------------------------------------------------- */

/* Whether the function has a parameter or a variable of this name, or may have one. */
bool declares(const struct source *s, const struct function *f, int name);

/* Whether token i itself is what declares such a name. */
bool is_declared_at(const struct source *s, const struct function *f, int i);

#endif
