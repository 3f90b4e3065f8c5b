/* What went wrong: CUDA's error of the last call, and the first fault in words. C11 and C++.
 *
 * A fault is what a device would make a sticky error of: all later calls fail with it. A
 * refusal is the fault of one call. Host code calls these, or a worker that ends a launch; no
 * lock is needed. */
#ifndef SIMT_ERRORS_H
#define SIMT_ERRORS_H

#include <stdbool.h>
#include <stddef.h>
#include "cuda/api.h"
#include "grid/kinds.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- faults (faults.c) -------------------------------------------------------------------- */

/* Makes `error` the sticky error of the context, as a device would, and keeps the text of the
 * first fault. The host gets it of the first call that waits for the kernel, or comes after it,
 * and not of cudaGetLastError() directly after the launch. Text names the student's line where
 * it can ("histogram.cu:31"), which is told by simt_place_fault() before. */
void simt_fault(cudaError_t error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The next fault is at that line, which may be 0 for none, of a file without its folder. */
void simt_place_fault(const char *file, int line);

/* The same of a place as simt_source_line() gives it. */
void simt_place_fault_at(const char *place);

/* The first fault's text, or "" if there was none. */
const char *simt_fault_text(void);

/* Writes that text to standard error, unless there is a sink to read it in. */
void simt_print_fault(void);

/* From now on every fault is also written to `sink` at once, so that it outlives the process.
 * The runner points it into the exchange, which `open` opens; a signal handler may call that.
 */
void simt_fault_sink(struct fault *sink, void (*open)(void));

/* --- errors (errors.c) -------------------------------------------------------------------- */

/* Records an error for cudaGetLastError and returns it; sticky ones also fail later calls. */
cudaError_t simt_record(cudaError_t error, bool sticky);

/* Makes the error sticky, and records nothing yet. */
void simt_break(cudaError_t error);
cudaError_t simt_sticky_error(void);

/* From now on `action` is called before an error is recorded, while the last one still is. */
void simt_before_error(void (*action)(void));

/* Records `error`, not sticky, with the reason in words; returns `error`. */
cudaError_t simt_refuse(cudaError_t error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same of an address that is NULL: "the destination is NULL". */
cudaError_t simt_refuse_null(const char *what);

/* The same of a launch, which has no value: cudaGetLastError() tells. */
#define simt_refuse_launch(...) (simt_refuse(__VA_ARGS__), simt_set_refused(SIMT_LAUNCH))

/* The reason of the last error, or "" if it gave none. */
const char *simt_error_detail(void);

/* What that reason is about. */
enum simt_refused { SIMT_CALL, SIMT_NULL, SIMT_LAUNCH };
enum simt_refused simt_last_refused(void);
void simt_set_refused(enum simt_refused what);

/* Whether host code has got that error of cudaGetLastError() alone, and it is of no launch: so
 * it is that of a call before. */
bool simt_is_of_earlier_call(void);

/* --- who calls ---------------------------------------------------------------------------- */

/* While kernels run that nobody trusts: ends the one that has come here, which it can by a
 * pointer or an argument of a template. What the runtime keeps could tell the host anything. */
extern void (*simt_end_call_of_kernel)(void);
static inline void simt_is_for_the_host(void)
{
    if (simt_end_call_of_kernel)
        simt_end_call_of_kernel();
}

#ifdef __cplusplus
}
#endif

#endif
