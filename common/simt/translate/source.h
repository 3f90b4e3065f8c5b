/* What the translator knows of a .cu: its bytes, its tokens, and the edits to be made to them.
 *
 * - tokens   tokens.c cuts the bytes into tokens, before any preprocessing
 * - edits    the output is the input with a few insertions and replacements, so line numbers
 *            stay; every pass only adds edits and messages
 * - passes   passes.h lists them; what they ask each other stands in check.h
 */
#ifndef SOURCE_H
#define SOURCE_H

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
    bool has_else;    /* the # of an #if that has an #else or an #elif */
    bool in_function; /* within a function's body; set by find_functions() */
};

/* Code outside of directives, of which only the first branch of each #if counts: there brackets
 * are balanced and declarations complete. Tokens of `#if 0` are not kept at all. */
#define MAIN 0

/* Of a body that is written twice: both, or the one of them for which an edit is. */
enum side { BOTH_SIDES, DEVICE_SIDE, HOST_SIDE };

struct edit {
    size_t begin, end; /* these bytes go, except for their line splices */
    char *text;        /* and this comes */
    int order;
    enum side side;
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

/* A declaration at namespace or class scope that may be one of variables. */
struct variables {
    int begin; /* its first token */
    int end;   /* the ; or the { of a value behind it */
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
    int *twice; /* tokens: each the { of a body that is written twice */
    int twice_count;
    struct message *messages;
    int message_count;
    struct function *functions;
    int function_count;
    struct variables *variables;
    int variables_count;
    int nesting; /* of the scope that find_functions() reads */
    int *macros; /* tokens: the names that #define defines */
    int macro_count;
    struct source *headers; /* what it includes, as a list; of each only what it declares */
    char **folders;         /* of -I */
    int folder_count;
    bool takes_lambdas;   /* as nvcc with --extended-lambda */
    bool takes_constexpr; /* and with --expt-relaxed-constexpr */
    bool is_program;      /* and no lab's */
    bool owns_variables;  /* of the device, each file for itself: as nvcc without -rdc=true */
    bool is_included;     /* by another file, which knows more than this one */
    bool has_thrust;      /* its own headers are there, and CUB's */
};

/* --- source.c ----------------------------------------------------------------------------- */

/* Fills s->bytes from the file s->path; false if it cannot be read. */
bool read_source(struct source *s);

/* Frees what the source points to, its headers too, and not s itself. */
void free_source(struct source *s);

/* --- edits.c ------------------------------------------------------------------------------ */

/* Room for `count` + 1 elements of `size` bytes; ends the program if there is none. Grows by
 * doubling, so that appending one by one stays cheap. */
void *grow(void *array, int count, size_t size);

/* Puts `text` in front of, or right behind, token i; or in its place. Line splices within the
 * token stay. At one place, the edit made first comes first. */
void insert_before(struct source *s, int i, const char *text);
void insert_after(struct source *s, int i, const char *text);
void replace(struct source *s, int i, const char *text);
void replace_on(struct source *s, int i, const char *text, enum side side);

/* A body gets two: `{ if (the device runs it) {...} else {...} }`. */
void write_twice(struct source *s, int open);

/* Notes an error at token i. Any error means that nothing is written. */
void refuse(struct source *s, int i, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
