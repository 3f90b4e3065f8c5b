/* Reads the headers that a .cu includes from the folders of -I and from its own, for what they
 * declare: a kernel may call a function of the host that stands in one no more than one of the
 * file's own. Headers that are found nowhere, such as the compiler's, are left out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "translate/passes.h"
#include "translate/tokens.h"

#define MOST_HEADERS 100
#define LONGEST_PATH 4096 /* with its 0; what is longer is not looked for */

static bool is_read(const struct source *s, const char *path)
{
    for (; s; s = s->headers)
        if (!strcmp(s->path, path))
            return true;
    return false;
}

/* Puts the header at the end of the list that begins with s. */
static bool read_header(struct source *s, const char *path)
{
    struct source *header = calloc(1, sizeof *header);

    if (!header)
        abort();
    header->takes_constexpr = s->takes_constexpr;
    header->path = strcpy(grow(NULL, LONGEST_PATH, 1), path);
    if (!read_source(header)) {
        free_source(header);
        free((char *)header->path);
        free(header);
        return false;
    }
    tokenize(header);
    find_functions(header);
    while (s->headers)
        s = s->headers;
    s->headers = header;
    return true;
}

static bool look_in(struct source *s, const char *folder, int length, const char *name)
{
    char path[LONGEST_PATH];

    if (snprintf(path, sizeof path, "%.*s%s%s", length, folder, length ? "/" : "", name) >=
        (int)sizeof path)
        return false;
    return is_read(s, path) || read_header(s, path);
}

/* Looks where the compiler looks for a quoted name: beside the file that names it, then in each
 * folder of -I. */
static void find_header(struct source *s, const struct source *from, const char *name)
{
    const char *slash = strrchr(from->path, '/');

    if (look_in(s, from->path, slash ? (int)(slash - from->path) : 0, name))
        return;
    for (int i = 0; i < s->folder_count; i++)
        if (look_in(s, s->folders[i], (int)strlen(s->folders[i]), name))
            return;
}

static void read_included(struct source *s, const struct source *from)
{
    for (int i = 2; i < from->count; i++) {
        const struct token *t = &from->tokens[i];
        char name[LONGEST_PATH];

        if (!t->inert || t->kind != STRING || t->length < 3 || t->text[0] != '"' ||
            !is(from, i - 1, "include") || !is(from, i - 2, "#"))
            continue;
        if (snprintf(name, sizeof name, "%.*s", (int)t->length - 2, t->text + 1) <
            (int)sizeof name)
            find_header(s, from, name);
    }
}

void read_headers(struct source *s)
{
    int count = 0;

    for (const struct source *from = s; from && count < MOST_HEADERS; from = from->headers) {
        read_included(s, from);
        count++;
    }
}
