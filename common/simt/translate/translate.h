/* What the translator knows of a .cu: its bytes, its tokens, and the edits to be made to them.
 *
 * - tokens   tokens.c cuts the bytes into tokens, before any preprocessing
 * - edits    the output is the input with a few insertions and replacements, so line numbers
 *            stay; every pass only adds edits and messages
 * - passes   launch.c (launches), shared.c (shared memory),
 *            symbols.c (variables of the device),
 *            check.c (what nvcc would refuse and g++ would let pass)
 */
#ifndef TRANSLATE_H
#define TRANSLATE_H

#include <stdbool.h>
#include <stddef.h>

enum token_kind { IDENTIFIER, NUMBER, STRING, PUNCTUATOR };

struct token {
    enum token_kind kind;
    const char *text;  /* the spelling without line splices, not terminated */
    size_t length;     /* of text */
    size_t begin, end; /* its bytes in the source */
    int line;
    int region;       /* MAIN, or the directive or #else branch it stands in */
    int match;        /* the bracket that closes or opens this one, or -1 */
    bool inert;       /* part of a directive, and not of a #define's replacement */
    bool conditional; /* between some #if and its #endif */
    bool in_function; /* within a function's body; set by find_functions() */
};

/* Code outside of directives, of which only the first branch of each #if counts: there brackets
 * are balanced and declarations complete. Tokens of `#if 0` are not kept at all. */
#define MAIN 0

struct edit {
    size_t begin, end; /* these bytes go, except for their line splices */
    char *text;        /* and this comes */
    int order;
};

struct message {
    int line;
    int order;
    char *text;
};

/* A function at namespace or class scope. */
struct function {
    int begin;      /* its declaration's first token, after template<...> */
    int name;       /* token */
    int parameters; /* the token ( */
    int body;       /* the token {, or -1 of a mere declaration */
    bool is_template;
    bool is_member;
};

struct source {
    const char *path;
    char *bytes; /* as read */
    size_t size;
    char *clean; /* without line splices */
    size_t *origin;
    struct token *tokens;
    int count;
    bool balanced; /* every bracket of MAIN has its partner */
    struct edit *edits;
    int edit_count;
    struct message *messages;
    int message_count;
    struct function *functions;
    int function_count;
    int nesting; /* of the scope that find_functions() reads */
    int *macros; /* tokens: the names that #define defines */
    int macro_count;
};

/* --- translate.c -------------------------------------------------------------------------- */

/* Room for `count` + 1 elements of `size` bytes; ends the program if there is none. Grows by
 * doubling, so that appending one by one stays cheap. */
void *grow(void *array, int count, size_t size);

/* Puts `text` in front of, or right behind, token i; or in its place. Line splices within the
 * token stay. At one place, the edit made first comes first. */
void insert_before(struct source *s, int i, const char *text);
void insert_after(struct source *s, int i, const char *text);
void replace(struct source *s, int i, const char *text);

/* Notes an error at token i. Any error means that nothing is written. */
void refuse(struct source *s, int i, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* --- tokens.c ----------------------------------------------------------------------------- */

void tokenize(struct source *s);

/* The neighbour of token i in the same region, or -1 at its end. Takes and returns -1. */
int next(const struct source *s, int i);
int previous(const struct source *s, int i);

/* Whether token i is spelled `text`, or one of the words of a list that ends with NULL. False
 * for i = -1. */
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

/* --- the passes --------------------------------------------------------------------------- */

void translate_launches(struct source *s);

/* Fills s->functions and sets in_function. */
void find_functions(struct source *s);
void translate_shared(struct source *s);
void translate_symbols(struct source *s);
void check_functions(struct source *s);

#endif
