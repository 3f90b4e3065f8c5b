/* The CPU backend's inner contract: what its parts know of each other, and the little that
 * runner.c may ask of it beyond CUDA's own API. C11; the shim's device part (C++) uses it too.
 *
 * - faults   one line in words about the first thing that went wrong, and CUDA's sticky error
 * - memory   which allocation an address belongs to; device memory is closed to host code
 * - launch   how a translated <<<...>>> reaches the grid
 */
#ifndef SIMT_H
#define SIMT_H

#include <stdbool.h>
#include <stddef.h>
#include "api.h" /* CUDA's types and runtime functions, in C */

#ifdef __cplusplus
extern "C" {
#endif

/* --- faults (report.c) ---------------------------------------------------------------- */

/* Records `error` as the sticky error of the context, as a device would, and keeps the text
 * of the first fault. Text names the student's line where it can ("histogram.cu:31"). */
void simt_fault(cudaError_t error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The first fault's text, or "" if there was none. */
const char *simt_fault_text(void);

/* From now on every fault text is also written to `sink` (of `size` bytes) at once, so that it
 * outlives the process. runner.c points it into the exchange. */
void simt_fault_sink(char *sink, size_t size);

/* "file.cu:31" for a code address of the student's file, "?" where it cannot be told. Base
 * names only. Slow (asks addr2line); for reports, never on a hot path. */
const char *simt_source_line(const void *code_address);

/* --- errors (api.c) ------------------------------------------------------------------- */

/* Records an error for cudaGetLastError and returns it; sticky ones also fail later calls. */
cudaError_t simt_record(cudaError_t error, bool sticky);
cudaError_t simt_sticky_error(void);

/* --- memory (memory.c) ---------------------------------------------------------------- */

enum simt_kind { SIMT_DEVICE, SIMT_MANAGED, SIMT_HOST_PINNED, SIMT_CONSTANT, SIMT_GLOBAL };

struct simt_allocation {
    char *base;         /* 256-byte aligned */
    size_t bytes;       /* as asked for */
    enum simt_kind kind;
    bool freed;         /* kept for a while, to name a use after free */
    unsigned number;    /* the how-manyth allocation of the process */
};

/* The allocation that holds `address` or, failing that, the nearest one within its red zone
 * or a page; NULL if none is near. */
const struct simt_allocation *simt_allocation_at(const void *address);

/* Device memory is unreadable to host code (PROT_NONE) except between these two calls, which
 * nest: a launch, a copy or a memset opens it. Cheap when nothing is allocated. */
void simt_open_device_memory(void);
void simt_close_device_memory(void);

/* Bytes still allocated by the student's calls, and in how many allocations. */
size_t simt_leaked(unsigned *allocations);

/* --- launch (grid.c) ------------------------------------------------------------------ */

struct simt_launch {
    dim3 grid, block;
    size_t dynamic_shared;
    const char *kernel;      /* as written in the source */
    const void *function;    /* the kernel's address where it has one, for its attributes */
    const char *file;
    int line;
};

/* Checks the configuration as a device does (cudaErrorInvalidConfiguration and nothing runs),
 * then runs body(argument) once for every thread of the grid. */
void simt_run_grid(const struct simt_launch *launch, void (*body)(void *), void *argument);

/* True while the calling code runs as a device thread. */
bool simt_in_kernel(void);

#ifdef __cplusplus
}
#endif

#endif
