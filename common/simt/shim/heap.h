/* The heap of kernels: what malloc() and free() are in a function of the device.
 * The translator gives them these names there. C11 and C++. */
#ifndef SIMT_HEAP_H
#define SIMT_HEAP_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* On the host, in a function that runs on both sides, the C library's. */
void *simt_malloc(size_t bytes);
void simt_free(void *pointer);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif
