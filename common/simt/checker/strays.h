/* Accesses that are wrong in themselves: out of bounds, misaligned, of values that nobody has
 * written, to constants, and by the wrong side. C11. The access may be done afterwards: some
 * are made harmless, none ends the launch. */
#ifndef SIMT_STRAYS_H
#define SIMT_STRAYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "counters/access.h"

struct lane;

/* Called where a launch begins. */
void simt_forget_strays(void);

/* Leaves the kernel, and breaks the launch off, where it has had very many. */
void simt_report_stray(const struct lane *lane, const void *address, unsigned size,
                       enum simt_access kind, const void *code);
/* The hooks do not say whether an access of 16 bytes is to a float4 or to two fields of 8 bytes
 * each, so it is taken for the latter in a program that has no type like the former. */
unsigned simt_alignment_of(unsigned size);
void simt_report_misaligned(const struct lane *lane, const void *address, unsigned size,
                            enum simt_access kind, const void *code);
void simt_report_uninitialised(struct lane *lane, uintptr_t shadow, const void *address,
                               unsigned size, enum simt_access kind, const void *code);
void simt_report_constant(const struct lane *lane, const void *address, unsigned size,
                          const void *code);

/* Ends the program and says why: after what host code is about to do, nothing could be
 * believed. */
_Noreturn void simt_end_unbelieved(const char *why);

/* Returns the stream if it is one of the program's three or was opened by the C library.
 * Otherwise ends the program. */
FILE *simt_known_stream(FILE *stream);

/* Ends a launch that has come to a function which a device lacks. Host code may have given the
 * kernel its address. */
void simt_end_in_kernel(void);

/* To be called before a library writes or reads there for host code: it has no hooks. */
void simt_check_host_write(const void *address, size_t bytes);
void simt_check_host_read(const void *address, size_t bytes);

/* Whether host code that works for the device touches the device's memory, which it may. */
bool simt_library_touches(const void *address, size_t size, enum simt_access kind);

/* To be called before host code touches `bytes` at an address. Reports what belongs to the
 * device, and opens its memory. */
void simt_check_host(const void *address, size_t bytes, enum simt_access kind,
                     const void *code);

/* Whether some of these bytes belong to the backend, the runner or the checker. */
bool simt_is_state(uintptr_t at, size_t bytes);
/* Whether some of them belong to one of the program's three streams. */
bool simt_is_stream(uintptr_t at, size_t bytes);

#endif
