/* What the student program asks of a backend beyond CUDA's own API. backend_cpu.c answers for
 * common/simt, backend_cuda.c for a device; a program is linked with one of them. */
#ifndef BACKEND_H
#define BACKEND_H

#include "exchange.h"

/* Faults are to be described in words at `text`, which outlives the process. */
void backend_describe_faults_in(char *text, size_t size);

/* Kernels write to no memory that the host allocates from now on, where somebody has to see to
 * that. */
void backend_guard_host(void);

/* Why the last CUDA call that failed did so, in words, or "". */
const char *backend_error_detail(void);

/* A launch may take that long before it is stopped and called endless, where the backend can
 * do that; elsewhere the judge's own limit serves. */
void backend_limit_launches(double seconds);

/* Kernel launches asked for since the program started. */
uint64_t backend_launches(void);

/* Whether time was up for the last kernel, which was no endless loop: its threads came to their
 * ends. Never where nothing can tell. */
bool backend_was_moving(void);

/* What clock64() is at least by now. */
int64_t backend_clock(void);

/* Bytes that the program holds by cudaMalloc and its relatives. */
uint64_t backend_allocated(void);

/* Whether there has been memory that both host code and kernels may use: managed or pinned. */
bool backend_has_open_memory(void);

/* Bytes of such memory that host code has read since backend_begin_check(), and then the device
 * went on; in programs that were not built for the checker, pages of it, but for a few. */
uint64_t backend_read_by_host(void);

/* The device memory at `payload` is to be called `name`, and ends where its payload does,
 * although the allocation is larger by its guards. */
void backend_name_array(const void *payload, size_t bytes, const char *name);

/* From now on, or no longer, arrays of the judge's may be larger than the memory that a backend
 * says that it has: hardly anything of them is used. */
void backend_allocate_sparsely(bool on);

/* Whoever allocates from now on, or no longer, writes all of it, and needs no junk there. */
void backend_leave_out_junk(bool on);

/* New device memory is to hold zeros, but for what nothing could have written before. */
void backend_clear(void *at, size_t bytes);

/* Many copies follow, or no longer: each of them alone would open the device's memory. */
void backend_hold_open(bool open);

/* Of FEW_BLOCKS: their threads seem to draw numbers, so that any element may be any block's. */
bool backend_has_drawn(void);

/* Whether any page there has been used; false where nothing can tell. */
bool backend_has_used(const void *at, size_t bytes);

/* The next function of CUDA is called on behalf of this code, for those who tell its line. */
void backend_called_from(const void *code);

/* Who has called the student's function reads host memory that the function was given. Work
 * that nobody has waited for may still be writing it. */
void backend_reads_host(const void *payload, size_t bytes);

/* It copies an array off the device, in the default stream, before it waits for anything else.
 * That is only tried: the CPU checker tells what is still being written. */
void backend_copies_off(const void *payload, size_t bytes);

/* Between these two calls the CPU checker watches launches, in the order of `schedule`, and
 * counts in the forward one. Gives the number of findings, MAX_FINDINGS at most; 0 in programs
 * that were not built for the checker. */
void backend_begin_check(enum schedule schedule);
uint32_t backend_end_check(struct finding *findings, struct simt_counters *counters);

#endif
