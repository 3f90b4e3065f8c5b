/* Where in the source: code addresses as lines, threads in words. C11 and C++.
 * Slow but for simt_code_offset(); may be called in a signal handler, by one thread at a time.
 */
#ifndef SIMT_LINES_H
#define SIMT_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include "cuda/api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* "file.cu:31" for a code address of the student's file, "?" where it cannot be told. Base
 * names only. Slow (asks addr2line); for reports, never on a hot path. The text holds until
 * the next call. */
const char *simt_source_line(const void *code_address);

/* The same of `count` code addresses, which is much faster than one by one; line 0 where it
 * cannot be told. */
struct simt_source {
    char file[60];
    int line;
};
void simt_source_lines(const void *const *codes, unsigned count, struct simt_source *sources);

/* "thread (1,0,0) of block (0,0,0)" into a buffer of the caller, which it returns. */
enum { SIMT_WHO_BYTES = 96 };
const char *simt_who(char who[SIMT_WHO_BYTES], uint3 thread, uint3 block);
const char *simt_base_name(const char *path);

/* The linker marks the ends of both: the program's code, and of it the library's (simt.mk). */
extern const char __executable_start[], etext[], __start_simt_text[], __stop_simt_text[];

static inline bool simt_in_runtime(const void *code)
{
    return (const char *)code >= __start_simt_text && (const char *)code < __stop_simt_text;
}

/* In the program itself, not in a library that may hold a lock. */
static inline bool simt_in_program(const void *code)
{
    return ((const char *)code >= __executable_start && (const char *)code < etext) ||
           simt_in_runtime(code);
}

/* In the program, and none of ours. */
static inline bool simt_is_students(const void *code)
{
    return simt_in_program(code) && !simt_in_runtime(code);
}

/* A code address as its distance from where the program's code begins. */
static inline unsigned simt_code_offset(const void *code)
{
    return (unsigned)((const char *)code - __executable_start);
}

#ifdef __cplusplus
}
#endif

#endif
