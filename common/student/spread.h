/* Arrays that are larger on the device than in the exchange: see struct spread in exchange.h.
 */
#ifndef SPREAD_H
#define SPREAD_H

#include "exchange.h"

/* Bytes behind such an array: enough for a page of its own, however large pages are, and as
 * much again. */
enum { SPREAD_SLACK = 1 << 16 };

/* Bytes of the payload on the device. */
size_t spread_bytes(const struct array_request *request);

/* Copies the blob, without the guard behind the payload, to where the function finds it, or
 * back. Returns false on failure. */
bool spread_copy(const struct array_request *request, unsigned char *on_device,
                 unsigned char *in_exchange, bool to_device);

/* To be called before the first copy to new memory, which holds zeros: tells the backend which
 * of them will only be read. */
void spread_tell_zeros(const struct array_request *request, unsigned char *on_device);

/* Whether the function has used memory behind `beyond` and before the parts that are
 * copied to the end. True if there is no such memory. */
bool spread_was_used(const struct array_request *request, const unsigned char *on_device);

#endif
