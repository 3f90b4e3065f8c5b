/* Reads what g++ tells of a function: see inspect_gimple.h. */
#define _GNU_SOURCE
#include "inspect_gimple.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *source = "?";
char function[MOST_NAME + 1] = "?";

_Noreturn void refuse_work(const char *why)
{
    printf("%s:1: refused: %s(): %s\n", source, function, why);
    exit(1);
}

/* --- names -------------------------------------------------------------------------------- */

void add(struct names *names, struct text name)
{
    names->name = realloc(names->name, (names->count + 1) * sizeof *names->name);
    if (!names->name || !(names->name[names->count++] = strndup(name.at, name.length)))
        exit(2);
}

void forget(struct names *names)
{
    while (names->count > 0)
        free(names->name[--names->count]);
}

bool has(const struct names *names, struct text name)
{
    for (size_t i = 0; i < names->count; i++)
        if (strlen(names->name[i]) == name.length &&
            !memcmp(names->name[i], name.at, name.length))
            return true;
    return false;
}

/* --- texts -------------------------------------------------------------------------------- */

bool begins(struct text t, const char *with)
{
    size_t length = strlen(with);
    return t.length >= length && !memcmp(t.at, with, length);
}

bool holds(struct text t, const char *what)
{
    return memmem(t.at, t.length, what, strlen(what)) != NULL;
}

struct text from(struct text t, size_t at)
{
    return (struct text){t.at + at, t.length - at};
}

/* Where the string that begins at `at` ends. */
size_t behind_string(struct text t, size_t at)
{
    for (at++; at < t.length && t.at[at] != '"'; at++)
        at += t.at[at] == '\\';
    return at;
}

/* The first such character outside of strings and brackets, or the text's length. */
size_t find_outside(struct text t, const char *which)
{
    int depth = 0;
    for (size_t at = 0; at < t.length; at++) {
        if (t.at[at] == '"')
            at = behind_string(t, at);
        else if (depth == 0 && strchr(which, t.at[at]))
            return at;
        else if (strchr("([{", t.at[at]))
            depth++;
        else if (strchr(")]}", t.at[at]))
            depth--;
    }
    return t.length;
}

/* Letters, digits, and what else g++'s own names have: "pf.0_1", "D.2424", "i_6(D)". */
struct text name_in(struct text t)
{
    size_t length = 0;
    while (length < t.length && !strchr(" ()[]{}<>*&+-,;:\"", t.at[length]))
        length++;
    return (struct text){t.at, length};
}

/* Where the last ( outside of all others is, or the text's length. */
size_t last_open(struct text t)
{
    size_t open = t.length;
    for (size_t at = 0; at < t.length; at++) {
        size_t next = find_outside(from(t, at), "(");
        if (at + next >= t.length)
            break;
        open = at + next;
        struct text inside = from(t, open + 1);
        at = open + 1 + find_outside(inside, ")");
    }
    return open;
}
