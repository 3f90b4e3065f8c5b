/* What the student program asks of a backend beyond CUDA's own API. backend_cpu.c answers for
 * common/simt, backend_cuda.c for a device; a program is linked with one of them. */
#ifndef BACKEND_H
#define BACKEND_H

#include "exchange.h"

/* Has the backend describe faults there, where they must be readable after the process has
 * ended. It calls `open` before it writes there, in a signal handler as well. */
void backend_describe_faults_in(struct fault *fault, void (*open)(void));

/* From now on no kernel may write to memory that the host allocates. A device cannot, and there
 * this does nothing. */
void backend_guard_host(void);

/* Why the last CUDA call that failed did so, in words, or "". */
const char *backend_error_detail(void);

/* Whether that call was given an address that is NULL; and whether it came before the one that
 * cudaGetLastError() was meant for, and was no launch. False if the backend cannot tell. */
bool backend_refused_null(void);
bool backend_error_is_of_earlier_call(void);

/* Whether a kernel's malloc() has returned NULL since the last call, because the kernels' heap
 * was full. False if the backend cannot tell. */
bool backend_heap_was_full(void);

/* Limits how long a launch may take: a longer one is stopped and called endless. A backend that
 * cannot stop a launch leaves that to the judge's own limit. */
void backend_limit_launches(double seconds);

/* Says where the judge counts the parts of its own time that are over. Once all are, a launch
 * that has had more than half of them is stopped as well. */
void backend_watch_time(const unsigned *parts_over, unsigned parts);

/* Kernel launches asked for since the program started. */
uint64_t backend_launches(void);

/* How many blocks the widest of the launches since the last call has; 0 if the backend has seen
 * none. */
uint64_t backend_widest_launch(void);

/* Whether the last kernel ran out of time without an endless loop: its threads kept coming to
 * their ends. False if the backend cannot tell. */
bool backend_was_moving(void);

/* Whether a block has seen another's last word late: see simt_was_late(). */
bool backend_was_late(void);

/* What clock64() returns at least, from now on. */
int64_t backend_clock(void);

/* Bytes that the program holds by cudaMalloc and its relatives. */
uint64_t backend_allocated(void);

/* Whether there has been memory that both host code and kernels may use: managed or pinned. */
bool backend_has_open_memory(void);

/* Bytes of such memory that host code has read since backend_begin_check(), where the device
 * went on afterwards. A program that was not built for the checker counts whole pages, and
 * leaves out a few. */
uint64_t backend_read_by_host(void);

/* Names the array at `payload` in reports. It ends behind `bytes`, although its allocation is
 * larger by the guards. */
void backend_name_array(const void *payload, size_t bytes, const char *name);

/* While this is on, the judge's arrays may be larger than the memory that the backend reports:
 * hardly any of their pages are used. */
void backend_allocate_sparsely(bool on);

/* While this is on, new memory is not filled with junk: the caller writes all of it. */
void backend_leave_out_junk(bool on);

/* Fills new device memory with zeros. */
void backend_clear(void *at, size_t bytes);

/* Memory there holds zeros, which will be read and not written: the backend may keep it in
 * large pages. */
void backend_only_zeros(void *at, size_t bytes);

/* While this is on, device memory stays open to the host. Many copies follow, each of which
 * would open and close it. */
void backend_hold_open(bool open);

/* After a launch of FEW_BLOCKS: whether threads seem to have drawn numbers by atomics, so that
 * any element may belong to any block. */
bool backend_has_drawn(void);

/* Whether any page there has been used. False if the backend cannot tell. */
bool backend_has_used(const void *at, size_t bytes);

/* Calls a function in which the hand-in's own code runs. It finds nothing of its caller's on
 * the stack that it could change. */
void backend_call_apart(void (*function)(void));

/* The next function of CUDA is called on behalf of this code: a report names its line. */
void backend_called_from(const void *code);

/* The caller of the student's function now reads host memory that the function was given. Work
 * that nobody has waited for may still write there, which the checker reports. */
void backend_caller_reads(const void *payload, size_t bytes);

/* The caller copies an array off the device, in the default stream, before it waits for
 * anything else. Nothing is copied here: the checker reports what is still being written. */
void backend_copies_off(const void *payload, size_t bytes);

/* Between these two calls the CPU checker watches launches in the order of `schedule`, and
 * counts in the forward one. The second returns the number of findings, at most MAX_FINDINGS,
 * and 0 in programs that were not built for the checker. */
void backend_begin_check(enum schedule schedule);
uint32_t backend_end_check(struct finding *findings, struct simt_counters *counters);

#endif
