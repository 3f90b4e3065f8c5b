/* What a stranger's program calls instead of functions of the C library that take a lock, or
 * memory of the heap, or look up letters; simt.mk lists them. A kernel that came to them by a
 * pointer would be ended in their midst, where they write to memory of the host, and the host
 * would wait for the lock. By the names malloc() and free() a kernel has its own (shim/heap.h).
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "checker/strays.h"
#include "cuda/errors.h"
#include "grid/grid.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* nobody calls them by these names */

#define HOOK(name) __tsan_##name

void simt_end_in_kernel(void)
{
    if (simt_lane)
        simt_abandon(cudaErrorIllegalInstruction, NULL, 0,
                     "a kernel has called a function of the host's C library: a "
                     "device has none of them; it has printf");
}

#define FOR_HOST(T, name, parameters, arguments)                                               \
    T HOOK(name) parameters                                                                    \
    {                                                                                          \
        simt_end_in_kernel();                                                                  \
        return (name)arguments;                                                                \
    }

// clang-format off
FOR_HOST(void *, malloc, (size_t bytes), (bytes))
FOR_HOST(void *, calloc, (size_t count, size_t bytes), (count, bytes))
FOR_HOST(void *, realloc, (void *old, size_t bytes), (old, bytes))
FOR_HOST(void *, aligned_alloc, (size_t alignment, size_t bytes), (alignment, bytes))
FOR_HOST(char *, strerror, (int error), (error))
FOR_HOST(int, getchar, (void), ())
// clang-format on

void HOOK(free)(void *memory)
{
    simt_end_in_kernel();
    free(memory);
}

void HOOK(perror)(const char *text)
{
    simt_end_in_kernel();
    perror(text);
}

/* Letters, and EOF, are less than 256: by another number host code could read what lies there.
 */
#define OF_LETTERS(name, other)                                                                \
    int HOOK(name)(int letter)                                                                 \
    {                                                                                          \
        simt_end_in_kernel();                                                                  \
        return letter < -128 || letter > 255 ? (other) : (name)(letter);                       \
    }

OF_LETTERS(isalnum, 0)
OF_LETTERS(isalpha, 0)
OF_LETTERS(isblank, 0)
OF_LETTERS(iscntrl, 0)
OF_LETTERS(isdigit, 0)
OF_LETTERS(isgraph, 0)
OF_LETTERS(islower, 0)
OF_LETTERS(isprint, 0)
OF_LETTERS(ispunct, 0)
OF_LETTERS(isspace, 0)
OF_LETTERS(isupper, 0)
OF_LETTERS(isxdigit, 0)
OF_LETTERS(tolower, letter)
OF_LETTERS(toupper, letter)
