/* The program's own file: see program_file.h. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>
#include "cuda/program_file.h"

extern const char __executable_start[];

/* Whether the file begins as the program does in memory. */
static bool is_program(int file)
{
    ElfW(Ehdr) header;
    return pread(file, &header, sizeof header, 0) == (ssize_t)sizeof header &&
           memcmp(&header, __executable_start, sizeof header) == 0;
}

/* In an emulator, or where the dynamic loader was started by its own name, the first names may
 * stand for that. */
int simt_open_program(const char **name)
{
    const char *const names[] = {"/proc/self/exe", (const char *)getauxval(AT_EXECFN),
                                 program_invocation_name};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        int file = names[i] ? open(names[i], O_RDONLY | O_CLOEXEC) : -1;
        if (name)
            *name = names[i];
        if (file >= 0 && is_program(file))
            return file;
        if (file >= 0)
            close(file);
    }
    return -1;
}
