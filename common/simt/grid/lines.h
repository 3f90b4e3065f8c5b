/* Where something is in the source: code addresses as lines, threads in words. C11 and C++. All
 * but simt_code_offset() are slow, and may be called in a signal handler, by one thread at a
 * time. */
#ifndef SIMT_LINES_H
#define SIMT_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include "cuda/api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns "file.cu:31" for a code address of the student's file, without its folder, or "?". It
 * asks addr2line, so it is for reports, never for a hot path. The text lasts until the next
 * call. */
const char *simt_source_line(const void *code_address);

/* Finds the lines of `count` code addresses, much faster than one by one. A line is 0 where it
 * cannot be found. */
struct simt_source {
    char file[60];
    int line;
};
void simt_source_lines(const void *const *codes, unsigned count, struct simt_source *sources);

/* "thread (1,0,0) of block (0,0,0)" into a buffer of the caller, which it returns. */
enum { SIMT_WHO_BYTES = 96 };
const char *simt_who(char who[SIMT_WHO_BYTES], uint3 thread, uint3 block);
const char *simt_base_name(const char *path);

/* The linker marks where the program's code begins and ends, and where the library's part of it
 * does (simt.mk). */
extern const char __executable_start[], etext[], __start_simt_text[], __stop_simt_text[];

static inline bool simt_in_runtime(const void *code)
{
    return (const char *)code >= __start_simt_text && (const char *)code < __stop_simt_text;
}

/* Whether the code is in the program itself, not in a library that may hold a lock. */
static inline bool simt_in_program(const void *code)
{
    return ((const char *)code >= __executable_start && (const char *)code < etext) ||
           simt_in_runtime(code);
}

/* Whether the code is in the program, and is not ours. */
static inline bool simt_is_students(const void *code)
{
    return simt_in_program(code) && !simt_in_runtime(code);
}

/* How far behind the begin of the program's code the address lies. */
static inline unsigned simt_code_offset(const void *code)
{
    return (unsigned)((const char *)code - __executable_start);
}

#ifdef __cplusplus
}
#endif

#endif
