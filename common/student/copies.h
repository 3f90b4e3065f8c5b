/* What the student's function has had the runtime copy: for who is to know whether the device
 * has computed a result or has only been given it. */
#ifndef COPIES_H
#define COPIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Copies and memsets count from here on, up to copies_end(). What comes from the host is kept
 * only if `keep`: it takes time. */
void copies_begin(bool keep);
void copies_end(void);

/* How many the device has made within its own memory, memsets included. */
uint64_t copies_on_device(void);

/* True if the host has copied anything to the device. */
bool copies_from_host(void);

/* The `bytes` of device memory at `array` held `was` before, and hold `is` now: true if all
 * that is new there, zeros apart, is what the host has copied: to that very place, or as one
 * piece of that size to another, from which a kernel may have fetched it. */
bool copies_made(const void *array, const unsigned char *was, const unsigned char *is,
                 size_t bytes);

#endif
