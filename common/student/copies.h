/* What the runtime has copied for the student's function. From this the judge learns whether
 * the device has computed a result or was only given it. */
#ifndef COPIES_H
#define COPIES_H

#include <cuda_runtime.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Copies and memsets are counted between these two calls. If `keep`, a copy is kept of what
 * comes from the host, which takes time. If `blind`, the host gets changed values of what it
 * copies off the device. Whenever more bytes than before are copied to or from what lies behind
 * known memory, tell_beyond() is called at once: whoever writes there may not live to the end.
 */
void copies_begin(bool keep, bool blind, void (*tell_beyond)(uint64_t bytes));
void copies_end(void);

/* How many copies and memsets were made within the device's memory. */
uint64_t copies_on_device(void);

/* Says that the host memory at `from` has so many bytes. The caller repeats it after each
 * copies_begin(). */
void copies_know(const void *from, size_t bytes);

/* Bytes that the host has copied off the device before it launched, copied or set anything
 * more: it may have computed with them. What it copies last does not count, since it can only
 * look at it. */
uint64_t copies_to_host(void);

/* Bytes that the host has copied off the device, whatever came afterwards. */
uint64_t copies_read(void);

/* Each backend calls these for copies to and from variables of the device. Both return
 * `result`. */
cudaError_t copies_to_symbol(cudaError_t result, const void *to, const void *from,
                             size_t bytes);
cudaError_t copies_from_symbol(cudaError_t result, void *to, size_t bytes);

/* True if the host has copied anything to the device. */
bool copies_from_host(void);

/* The `bytes` of device memory at `array` held `was` before and hold `is` now. Returns true if
 * all that is new there, zeros apart, is what the host has copied: to that very place, or in
 * one piece of that size to another place, from which a kernel may have fetched it. */
bool copies_made(const void *array, const unsigned char *was, const unsigned char *is,
                 size_t bytes);

#endif
