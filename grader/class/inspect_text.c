/* Reads the text of a hand-in and walks over it: see inspect_text.h. */
#define _GNU_SOURCE
#include "inspect_text.h"
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_BYTES = 1 << 20 };

const char *text;
static const char *file_name = "?";
static int *lines; /* of each byte */

int line_of(const char *at)
{
    return lines[at - text];
}

_Noreturn void refuse(const char *at, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    printf("%s:%d: refused: ", file_name, at ? line_of(at) : 1);
    vprintf(format, arguments);
    putchar('\n');
    va_end(arguments);
    exit(1);
}

/* --- reading ------------------------------------------------------------------------------ */

char *read_file(const char *path, size_t *size)
{
    struct stat status;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0 || fstat(file, &status) != 0 || !S_ISREG(status.st_mode))
        return NULL;
    char *bytes = malloc(MOST_BYTES + 2);
    ssize_t got = 0, all = 0;
    while (bytes && all <= MOST_BYTES &&
           (got = read(file, bytes + all, (size_t)(MOST_BYTES + 1 - all))) > 0)
        all += got;
    close(file);
    if (!bytes || got < 0)
        return NULL;
    *size = (size_t)all;
    bytes[all] = 0;
    return bytes;
}

/* Where a line that ends in a backslash goes on: compilers allow blanks behind it. NULL if not.
 */
static const char *spliced(const char *at)
{
    if (*at++ != '\\')
        return NULL;
    while (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\f' || *at == '\v')
        at++;
    return *at == '\n' ? at + 1 : NULL;
}

static void join_lines(const char *bytes, size_t size)
{
    int line = 1;
    size_t length = 0;
    char *joined = malloc(size + 2);
    lines = malloc((size + 2) * sizeof *lines);
    if (!joined || !lines)
        exit(2);
    for (const char *at = bytes; at < bytes + size;) {
        const char *next = spliced(at);
        lines[length] = line;
        if (next) {
            at = next;
            line++;
            continue;
        }
        line += *at == '\n';
        joined[length++] = *at++;
    }
    lines[length] = lines[length + 1] = line;
    joined[length] = '\n';
    joined[length + 1] = 0;
    text = joined;
}

void read_source(const char *path)
{
    size_t size = 0;
    const char *slash = strrchr(path, '/');
    file_name = slash ? slash + 1 : path;
    char *bytes = read_file(path, &size);
    if (!bytes)
        refuse(NULL, "this is no file that can be read");
    if (size > MOST_BYTES)
        refuse(NULL, "more than 1 MiB");
    if (size >= 2 && (!memcmp(bytes, "\xff\xfe", 2) || !memcmp(bytes, "\xfe\xff", 2)))
        refuse(NULL, "its encoding is UTF-16, which no compiler reads; save it as UTF-8");
    if (memchr(bytes, 0, size))
        refuse(NULL, "this is no text: it has a byte 0 in it");
    join_lines(bytes, size);
    for (const char *at = strchr(text, '\r'); at; at = strchr(at + 1, '\r'))
        if (at[1] != '\n')
            refuse(at, "a line end that only some compilers take for one (CR); save it with "
                       "those of Unix or Windows");
    const char *backslash = strstr(text, "?\?/");
    if (backslash)
        refuse(backslash, "?\?/: some compilers read it as a backslash; write that");
    free(bytes);
}

/* --- words -------------------------------------------------------------------------------- */

size_t copy_word(const char *at, char *word, size_t size)
{
    size_t length = 0;
    while (is_in_word(at[length]))
        length++;
    snprintf(word, size, "%.*s", (int)length, at);
    return length;
}

bool begins_with(const char *word, const char *start)
{
    return !strncmp(word, start, strlen(start));
}

bool is_listed(const char *word, const char *const *list)
{
    for (; *list; list++)
        if (!strcmp(word, *list))
            return true;
    return false;
}

bool has_word(const char *all, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = length ? strstr(all, word) : NULL; at; at = strstr(at + 1, word))
        if ((at == all || !is_in_word(at[-1])) && !is_in_word(at[length]))
            return true;
    return false;
}

/* --- places behind something -------------------------------------------------------------- */

bool is_trigraph(const char *at)
{
    return at[0] == '?' && at[1] == '?' && at[2] && strchr("=/'()!<>-", at[2]);
}

/* A character that could end the literal is no part of a mark to other compilers. */
const char *behind_literal(const char *at)
{
    char mark = *at++;
    while (*at != mark && *at != '\n') {
        if (mark == '\'' && is_trigraph(at) && at[2] == mark)
            refuse(at, "%.3s: some compilers read it as another mark; write that mark", at);
        at += at[0] == '\\' && at[1] != '\n' ? 2 : 1;
    }
    return *at == mark ? at + 1 : at;
}

const char *behind_comment(const char *at)
{
    if (at[1] == '/')
        return at + strcspn(at, "\n");
    const char *end = strstr(at + 2, "*/");
    if (!end)
        refuse(at, "a comment without end");
    return end + 2;
}

const char *skip_blanks(const char *at)
{
    while (isspace((unsigned char)*at))
        at++;
    return at;
}
