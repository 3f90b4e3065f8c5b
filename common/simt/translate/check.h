/* What the passes ask: what a name may mean, and where a function runs. A file here calls only
 * those that stand above it, so that there is no circle. C11. */
#ifndef CHECK_H
#define CHECK_H

#include "translate/source.h"

/* --- names.c ------------------------------------------------------------------------------ */

/* Whether a word is among the tokens from `begin` up to `end`. */
bool has_word(const struct source *s, int begin, int end, const char *word);

bool is_basic_type(const struct source *s, int i);

/* Whether the token, from its byte `from` on, is the name of a function of mathematics, for
 * double or for float. */
bool is_mathematics(const struct source *s, int i, size_t from);

/* Whether the file defines a macro, or declares a function, of this name. */
bool is_macro(const struct source *s, int name);
bool is_function(const struct source *s, int name);

/* Returns the name of the class in whose braces token i stands, or -1. */
int enclosing_class(const struct source *s, int i);

/* Whether it is `a * b` rather than `type *b`, and `g(a, b)` rather than `int a, b`. */
bool is_operand(const struct source *s, int star);
bool separates_arguments(const struct source *s, int comma);

/* Whether what stands in parentheses behind token i need not be called: sizeof(f(x)) calls
 * nothing, and a macro may make anything of its arguments. */
bool hides_arguments(const struct source *s, int i);

/* Whether the ( at `open` begins the arguments of a launch. */
bool follows_launch(const struct source *s, int open);

/* Whether token i, or its address, is an argument of a launch. */
bool is_launch_argument(const struct source *s, int i);

/* Whether the function has a parameter or a variable of this name, or may have one. */
bool declares(const struct source *s, const struct function *f, int name);

/* Whether it does so elsewhere than at the token `name` itself. */
bool has_own(const struct source *s, const struct function *f, int name);

/* Whether token i itself is what declares such a name. */
bool is_declared_at(const struct source *s, const struct function *f, int i);

/* --- spaces.c ----------------------------------------------------------------------------- */

enum space { UNCERTAIN, HOST, DEVICE, BOTH, KERNEL };

/* Returns where a function runs, if its declaration says so beyond doubt. */
enum space space_of(const struct source *s, const struct function *f);

/* Returns where all functions of this name run, those that headers declare as well. They are
 * either all members, of one class if it is known, or all others. */
enum space space_of_name(const struct source *s, int name, bool members, int class);

/* Whether the function is a template that nobody uses. */
bool is_never_made(const struct source *s, const struct function *f);

bool runs_on_device(const struct source *s, const struct function *f);

/* Whether token i stands beside __shared__: a __device__ there says nothing. */
bool is_beside_shared(const struct source *s, int i);

/* --- classes.c, for the other checks ------------------------------------------------------ */

/* Returns the type, if it is one name, of the function's variable that token `use` names, or of
 * an element of it; -1 where that is not certain. */
int class_of_variable(const struct source *s, const struct function *f, int use, bool element);

/* Has each operator of the host's classes report a thread of the device that comes to it. */
void tell_host_operators(struct source *s);

/* --- references.c, for foreign_variables.c and static_members.c --------------------------- */

/* Whether & takes the address of what the name at i means: in `b & a` it does not. */
bool takes_address(const struct source *s, int i);

/* Whether the name at i, in the function's body, is bound to a reference, of the type of the
 * constant that is declared at token `constant`. */
bool binds_reference(const struct source *s, const struct function *f, int i, int constant);

/* --- late_values.c, for bodies.c and static_members.c ------------------------------------- */

/* Returns a name, between the brackets that open at `open`, whose value the compiler cannot
 * know; or -1. */
int late_name(const struct source *s, const struct function *f, int open);

/* Looks at token i in a function of the device: it may declare an array or a static variable.
 */
void check_late_values(struct source *s, const struct function *f, int i);

/* --- exchanged_arguments.c, for launches.c ------------------------------------------------ */

/* Warns if two arguments of the launch of the kernel `name`, whose ( is `open`, have the names
 * of each other's parameters. */
void tell_exchanged_arguments(struct source *s, int name, int open);

/* --- assembly.c, ptx.c and old_textures.c, for the other checks --------------------------- */

/* Whether the inline PTX that begins at token i is an instruction of matrices. */
bool is_matrix_assembly(const struct source *s, int i);

/* Of the inline PTX that begins at token i: the token of an instruction that is not known, with
 * " of " and its name in `list`; or -1. */
int unknown_assembly(const struct source *s, int i, char *list, size_t size);

/* Whether the type of a texture reference stands at token i. */
bool is_texture_reference(const struct source *s, int i);

/* --- check.c, for objects.c --------------------------------------------------------------- */

/* Returns where all constructors of this class run. That is uncertain if the file has a method
 * of the name, or a constructor that is `= default`. */
enum space space_of_constructors(const struct source *s, int name);

#endif
