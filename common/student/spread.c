/* Copies the few parts that an array has in the exchange: see spread.h. */
#include "spread.h"
#include "backend.h"

#include <cuda_runtime.h>

/* Where byte `at` of the payload lies on the device. */
static size_t place_of(const struct spread *s, size_t at)
{
    size_t row = at / s->row_bytes, byte = at % s->row_bytes;
    return row * s->row_stride + (row >= s->row ? s->rows_gap : 0) + byte +
           (byte >= s->split ? s->gap : 0);
}

/* What is missing here may be behind all that is not. */
static size_t gap_behind(const struct spread *s)
{
    return (s->row >= s->rows ? s->rows_gap : 0) + (s->split >= s->row_bytes ? s->gap : 0);
}

size_t spread_bytes(const struct array_request *request)
{
    size_t bytes = request->payload_bytes;
    const struct spread *s = &request->spread;
    return s->rows && bytes ? place_of(s, bytes - 1) + 1 + gap_behind(s) : bytes;
}

static bool copy(unsigned char *on_device, unsigned char *in_exchange, size_t bytes,
                 bool to_device)
{
    void *to = to_device ? on_device : in_exchange;
    const void *from = to_device ? in_exchange : on_device;
    return !bytes || cudaMemcpy(to, from, bytes, cudaMemcpyDefault) == cudaSuccess;
}

/* How far the part goes on that begins there. */
static size_t part_at(const struct spread *s, size_t at, size_t end)
{
    size_t byte = at % s->row_bytes;
    size_t part = (byte < s->split ? s->split : s->row_bytes) - byte;
    return part < end - at ? part : end - at;
}

bool spread_copy(const struct array_request *request, unsigned char *on_device,
                 unsigned char *in_exchange, bool to_device)
{
    const size_t first = request->payload_at, bytes = request->payload_bytes;
    backend_hold_open(true);
    bool well = copy(on_device, in_exchange, first, to_device);
    for (size_t at = 0, part; at < bytes && well; at += part) {
        part = part_at(&request->spread, at, bytes);
        well = copy(on_device + first + place_of(&request->spread, at),
                    in_exchange + first + at, part, to_device);
    }
    backend_hold_open(false);
    return well;
}

/* In pieces of which none is on both sides of `beyond`: see spread_was_used(). */
static void tell_zeros(const struct spread *s, unsigned char *payload, size_t from, size_t to)
{
    if (from < s->beyond && s->beyond < to) {
        tell_zeros(s, payload, from, s->beyond);
        from = s->beyond;
    }
    if (from < to)
        backend_only_zeros(payload + from, to - from);
}

void spread_tell_zeros(const struct array_request *request, unsigned char *on_device)
{
    const struct spread *s = &request->spread;
    const size_t bytes = request->payload_bytes;
    unsigned char *payload = on_device + request->payload_at;
    size_t behind = 0; /* the part before */
    if (!s->input)
        return;
    for (size_t at = 0, part; at < bytes; at += part) {
        part = part_at(s, at, bytes);
        tell_zeros(s, payload, behind, place_of(s, at));
        behind = place_of(s, at) + part;
    }
    tell_zeros(s, payload, behind, spread_bytes(request));
}

/* Where the rows begin, or a list's part, that are copied to the end. */
static size_t end_part(const struct spread *s, size_t bytes)
{
    return gap_behind(s) ? bytes + SPREAD_SLACK
                         : place_of(s, s->rows == 1 ? s->split : s->row * s->row_bytes);
}

bool spread_was_used(const struct array_request *request, const unsigned char *on_device)
{
    const struct spread *s = &request->spread;
    size_t end = s->rows_gap || s->rows == 1 ? end_part(s, spread_bytes(request)) : 0;
    return s->beyond >= end ||
           backend_has_used(on_device + request->payload_at + s->beyond, end - s->beyond);
}
