/* What a student's .cu may use besides CUDA itself.
 *
 * - printf(), assert(), uint32_t and their kin, whose headers are included here
 * - EXPORT        in front of each function that the lab calls by name
 * - blocks_for()  how many blocks cover n elements
 * - CHECK()       round every CUDA call: names the call, the line and the error, and ends
 *                 the program, which the judge then reports as this case's reason
 *
 * A function may return before the device has done its work: its caller waits, as a
 * cudaMemcpy() waits for the default stream and for those of cudaStreamCreate(). Nobody waits
 * for a stream of cudaStreamNonBlocking but you.
 */
#ifndef KERNEL_H
#define KERNEL_H

#include <assert.h>
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
#define EXPORT extern "C"
#else
#define EXPORT extern
#endif

/* Blocks of `block` threads that are needed for n elements, one thread an element: n / block
 * rounded up. 0 for n = 0: a grid of 0 blocks is a launch error, so test for it first. */
static inline unsigned blocks_for(size_t n, unsigned block)
{
    return (unsigned)((n + block - 1) / block);
}

#define CHECK(call) check_cuda((call), #call, __FILE__, __LINE__)

/* Does nothing if `error` is cudaSuccess; otherwise reports the failed call to whoever runs
 * the program and ends it. */
EXPORT void check_cuda(cudaError_t error, const char *call, const char *file, int line);

#endif
