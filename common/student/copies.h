/* What the student's function has had the runtime copy: for who is to know whether the device
 * has computed a result or has only been given it. */
#ifndef COPIES_H
#define COPIES_H

#include <cuda_runtime.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Copies and memsets count from here on, up to copies_end(). What comes from the host is kept
 * only if `keep`: it takes time. If `blind`, what the host copies off the device reaches it
 * changed. */
void copies_begin(bool keep, bool blind);
void copies_end(void);

/* How many the device has made within its own memory, memsets included. */
uint64_t copies_on_device(void);

/* The host memory at `from` ends after so many bytes. To be told again after copies_begin(). */
void copies_know(const void *from, size_t bytes);

/* How many bytes behind the end of such memory were copied to or from the device, at most. */
uint64_t copies_beyond(void);

/* Bytes that the host has copied off the device before this went on, by a launch, a copy or a
 * memset: the host may have computed with them. What is copied last is only looked at. */
uint64_t copies_to_host(void);

/* The same, whatever came afterwards. */
uint64_t copies_read(void);

/* To be told of copies to and from variables of the device, which each backend calls otherwise.
 * Both return `result`. */
cudaError_t copies_to_symbol(cudaError_t result, const void *to, const void *from,
                             size_t bytes);
cudaError_t copies_from_symbol(cudaError_t result, const void *to, size_t bytes);

/* True if the host has copied anything to the device. */
bool copies_from_host(void);

/* The `bytes` of device memory at `array` held `was` before, and hold `is` now: true if all
 * that is new there, zeros apart, is what the host has copied: to that very place, or as one
 * piece of that size to another, from which a kernel may have fetched it. */
bool copies_made(const void *array, const unsigned char *was, const unsigned char *is,
                 size_t bytes);

#endif
