/* What g++ tells of a function, statement by statement, and refuse_work(). */
#ifndef INSPECT_GIMPLE_H
#define INSPECT_GIMPLE_H

#include <stdbool.h>
#include <stddef.h>

enum { MOST_NAME = 80 };

/* Of what is looked at. */
extern const char *source;
extern char function[MOST_NAME + 1];

_Noreturn void refuse_work(const char *why);

/* A part of a line. */
struct text {
    const char *at;
    size_t length;
};

/* Such as the object's variables, or of a function pointers to what `new` has given it. */
struct names {
    char **name;
    size_t count;
};

void add(struct names *names, struct text name);
void forget(struct names *names);
bool has(const struct names *names, struct text name);

bool begins(struct text t, const char *with);
bool holds(struct text t, const char *what);
struct text from(struct text t, size_t at);

/* Where the string that begins at `at` ends. */
size_t behind_string(struct text t, size_t at);

/* The first such character outside of strings and brackets, or the text's length. */
size_t find_outside(struct text t, const char *which);

/* Letters, digits, and what else g++'s own names have: "pf.0_1", "D.2424", "i_6(D)". */
struct text name_in(struct text t);

/* Where the last ( outside of all others is, or the text's length. */
size_t last_open(struct text t);

#endif
