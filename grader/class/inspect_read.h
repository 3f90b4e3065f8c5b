/* How inspect_source reads a file: at most 1 MiB of a plain one, and its lines as compilers
 * join them. */
#ifndef INSPECT_READ_H
#define INSPECT_READ_H

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_BYTES = 1 << 20 };

static char *read_file(const char *path, size_t *size)
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

#endif
