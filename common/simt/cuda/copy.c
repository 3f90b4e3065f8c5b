/* cudaMemcpy, cudaMemset and their relatives.
 *
 * - a range must lie inside one live allocation, else cudaErrorInvalidValue; and inside one
 * array where those in it are named, for what is round them is no part of what the student was
 * given
 * - a kind that says "device" refuses pageable host memory; one that says "host" takes any
 *   pointer, as a device with unified addressing does (seen on one)
 * - reading or writing host memory that is not mapped kills the process on a machine with a
 *   device; here it is a fault in words
 * - who waits for what is as CUDA's "API synchronization behavior" has it; where that leaves it
 *   open, as with pageable memory in the asynchronous forms, the host has waited
 */
#define _GNU_SOURCE
#include "cuda/open_memory.h"
#include "cuda/queue.h"
#include "cuda/records.h"
#include "cuda/runtime.h"
#include "cuda/variables.h"
#include "grid/observer.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#define MADV_POPULATE_WRITE 23
#endif

/* One side of a copy: `height` rows of `width` bytes, `pitch` bytes apart. */
struct side {
    const char *role; /* "destination" or "source" */
    const char *at;
    size_t pitch, width, height;
    bool device; /* the kind says that it is on the device */
    bool written;
};

/* Returns the bytes from the first to the last, or SIZE_MAX if they are too many. */
static size_t extent(const struct side *s)
{
    size_t rows = s->height - 1;
    if (rows > 0 && s->pitch > (SIZE_MAX - s->width) / rows)
        return SIZE_MAX;
    return rows * s->pitch + s->width;
}

/* --- checks ------------------------------------------------------------------------------- */

/* Asks the kernel to map the pages for the access. Where it does not know how (before Linux
 * 5.14) all memory passes. */
static bool is_mapped(const struct side *s, size_t bytes)
{
    static char known_good[1];
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    int advice = s->written ? MADV_POPULATE_WRITE : MADV_POPULATE_READ;
    uintptr_t begin = (uintptr_t)s->at / page * page;
    uintptr_t good = (uintptr_t)known_good / page * page;
    return bytes == SIZE_MAX
               ? false
               : madvise((void *)begin, (uintptr_t)s->at + bytes - begin, advice) == 0 ||
                     madvise((void *)good, page, advice) != 0;
}

/* The linker marks the ends of the program's variables, kernels' ones included. */
static bool is_variable(const char *at)
{
    extern char __data_start[], _end[];
    return at >= __data_start && at < _end;
}

static cudaError_t check_host(const struct side *s, size_t bytes)
{
    if (!s->at)
        return simt_refuse_null(s->role);
    if (s->device && is_variable(s->at))
        return simt_refuse(
            cudaErrorInvalidValue,
            "the %s is a variable of the program, no memory from cudaMalloc; for "
            "a __constant__ or __device__ one there is cudaMemcpy%sSymbol",
            s->role, s->written ? "To" : "From");
    if (simt_is_unseen_variable((uintptr_t)s->at))
        return simt_refuse(
            cudaErrorInvalidValue,
            "the %s is a variable of the device, by whose name the host reaches another one "
            "of its own: there is cudaMemcpy%sSymbol",
            s->role, s->written ? "To" : "From");
    if (s->device)
        return simt_refuse(cudaErrorInvalidValue,
                           "the %s is host memory, but the call says it is on the device",
                           s->role);
    if (bytes != SIZE_MAX)
        (s->written ? simt_tell_write : simt_tell_read)(s->at, bytes);
    if (is_mapped(s, bytes))
        return cudaSuccess;
    simt_fault(cudaErrorIllegalAddress,
               "a copy of %zu bytes: its %s %p is host memory that the program does not have",
               bytes, s->role, (const void *)s->at);
    return simt_record(cudaErrorIllegalAddress, true);
}

/* How many bytes from `at` on belong together. Only the runner knows where an allocation begins
 * that has guards round its arrays, and copies them as well. */
static size_t room_at(const struct simt_allocation *live, const char *at)
{
    for (const struct simt_array *a = live->arrays; a; a = a->next)
        if (at >= a->begin && at < a->begin + a->bytes)
            return (size_t)(a->begin + a->bytes - at);
    return !live->arrays || at == live->base ? (size_t)(live->base + live->bytes - at) : 0;
}

/* An int or a float has four bytes, a double eight. */
static const char *words_for_room(size_t bytes, size_t room)
{
    if (room && (bytes == 4 * room || bytes == 8 * room))
        return " and runs past its end: was the memory asked for in elements, and not in "
               "bytes?";
    return room ? " and runs past its end" : "";
}

static cudaError_t check_side(const struct side *s)
{
    size_t bytes = extent(s);
    const struct simt_allocation *live = simt_live_for_host(s->at);
    if (!live && !simt_in_arena(s->at))
        return check_host(s, bytes);
    size_t room = live ? room_at(live, s->at) : 0;
    if (live && bytes <= room)
        return cudaSuccess;
    char where[160];
    simt_describe(s->at, where, sizeof where);
    return simt_refuse(cudaErrorInvalidValue, "the %s of %zu bytes starts %s%s", s->role, bytes,
                       where, words_for_room(bytes, room));
}

static cudaError_t check_kind(enum cudaMemcpyKind kind)
{
    if ((unsigned)kind <= cudaMemcpyDefault)
        return cudaSuccess;
    return simt_refuse(cudaErrorInvalidMemcpyDirection, "there is no kind of copy %d",
                       (int)kind);
}

/* --- moving ------------------------------------------------------------------------------- */

static void tell_observer(const struct side *s)
{
    for (size_t row = 0; simt_observer && row < s->height; row++)
        simt_observer->memory_written(s->at + row * s->pitch, s->width);
}

static void move_rows(const struct side *to, const struct side *from)
{
    simt_open_range(to->at, extent(to));
    simt_open_range(from->at, extent(from));
    if (to->pitch == to->width && from->pitch == from->width)
        memmove((char *)to->at, from->at, to->width * to->height);
    else
        for (size_t row = 0; row < to->height; row++)
            memmove((char *)to->at + row * to->pitch, from->at + row * from->pitch, to->width);
    simt_close_device_memory();
    simt_close_device_memory();
    tell_observer(to);
}

/* --- issuing ------------------------------------------------------------------------------ */

/* Where a call puts its work, and whether the host waits for it as far as that can be. */
struct call {
    struct simt_queue *queue;
    bool blocks;
    const void *code;
};

/* The line that asked for the copy, for reports: the student's own, also where the runner
 * stands between (student/copies.c). */
#define CALLER simt_caller(__builtin_return_address(0))
#define BLOCKING                                                                               \
    (struct call)                                                                              \
    {                                                                                          \
        &simt_legacy_queue, true, CALLER                                                       \
    }
#define IN(stream)                                                                             \
    (struct call)                                                                              \
    {                                                                                          \
        simt_queue_of(stream), false, CALLER                                                   \
    }

struct transfer {
    struct side to, from;
    int value;     /* of a memset, which has no source */
    char staged[]; /* what pageable memory held when the copy was asked for */
};

enum reach { PAGEABLE, PINNED, MANAGED, ON_DEVICE };

static enum reach reach_of(const struct side *s)
{
    const struct simt_allocation *live = simt_live_for_host(s->at);
    if (!live)
        return PAGEABLE;
    return live->kind == SIMT_HOST_PINNED ? PINNED
           : live->kind == SIMT_MANAGED   ? MANAGED
                                          : ON_DEVICE;
}

static bool host_waits(enum reach to, enum reach from, bool blocks)
{
    if (blocks)
        return to != ON_DEVICE || from != ON_DEVICE;
    return to == PAGEABLE || (to == PINNED && from <= PINNED);
}

static void do_transfer(void *argument)
{
    const struct transfer *t = argument;
    if (simt_observer && t->from.at != t->staged)
        simt_observer->memory_touched(t->from.at, t->from.pitch, t->from.width, t->from.height,
                                      false);
    if (simt_observer)
        simt_observer->memory_touched(t->to.at, t->to.pitch, t->to.width, t->to.height, true);
    simt_open_to_copy(t->from.at, extent(&t->from));
    simt_open_to_copy(t->to.at, extent(&t->to));
    move_rows(&t->to, &t->from);
    simt_close_behind_copy(t->to.at, extent(&t->to), t->from.at);
}

static void stage(struct transfer *t)
{
    for (size_t row = 0; row < t->from.height; row++)
        memcpy(t->staged + row * t->from.width, t->from.at + row * t->from.pitch,
               t->from.width);
    t->from.at = t->staged;
    t->from.pitch = t->from.width;
}

static cudaError_t issue_copy(const struct side *to, const struct side *from, struct call call)
{
    enum reach writes = reach_of(to), reads = reach_of(from);
    bool waits = host_waits(writes, reads, call.blocks);
    bool stages = simt_observer && !waits && !call.queue->recorder && reads == PAGEABLE;
    struct transfer *t = simt_new_record(sizeof *t + (stages ? from->width * from->height : 0));
    if (!t)
        return simt_refuse(cudaErrorMemoryAllocation, "no memory for a copy");
    t->to = *to;
    t->from = *from;
    if (stages)
        stage(t);
    bool crosses = (writes == ON_DEVICE) != (reads == ON_DEVICE);
    simt_issue(call.queue,
               (struct simt_work){.sort = SIMT_COPY,
                                  .code = call.code,
                                  .act = do_transfer,
                                  .argument = t,
                                  .host_bytes = crosses ? to->width * to->height : 0,
                                  .unpinned = crosses && writes != PINNED && reads != PINNED});
    return waits && !call.queue->recorder ? simt_finish(call.queue) : cudaSuccess;
}

static cudaError_t copy(struct side to, struct side from, enum cudaMemcpyKind kind,
                        struct call call)
{
    if (to.width == 0 || to.height == 0)
        return cudaSuccess;
    RETURN_IF_BROKEN;
    to.device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    from.device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    to.written = true;
    cudaError_t error = check_kind(kind);
    if (error == cudaSuccess)
        error = check_side(&to);
    if (error == cudaSuccess)
        error = check_side(&from);
    return error == cudaSuccess ? issue_copy(&to, &from, call) : error;
}

/* --- copies ------------------------------------------------------------------------------- */

static cudaError_t copy_bytes(void *to, const void *from, size_t bytes,
                              enum cudaMemcpyKind kind, struct call call)
{
    struct side destination = {"destination", to, bytes, bytes, 1, false, true};
    struct side source = {"source", from, bytes, bytes, 1, false, false};
    return copy(destination, source, kind, call);
}

static cudaError_t copy_rows(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                             size_t width, size_t height, enum cudaMemcpyKind kind,
                             struct call call)
{
    if (width != 0 && height > 1 && (to_pitch < width || from_pitch < width))
        return simt_refuse(cudaErrorInvalidPitchValue,
                           "rows of %zu bytes do not fit pitches of %zu (destination) and %zu "
                           "(source)",
                           width, to_pitch, from_pitch);
    struct side destination = {"destination", to, to_pitch, width, height, false, true};
    struct side source = {"source", from, from_pitch, width, height, false, false};
    return copy(destination, source, kind, call);
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind)
{
    return copy_bytes(to, from, bytes, kind, BLOCKING);
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream)
{
    cudaError_t error = simt_check_stream(stream);
    return error != cudaSuccess ? error : copy_bytes(to, from, bytes, kind, IN(stream));
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind)
{
    return copy_rows(to, to_pitch, from, from_pitch, width, height, kind, BLOCKING);
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream)
{
    cudaError_t error = simt_check_stream(stream);
    if (error != cudaSuccess)
        return error;
    return copy_rows(to, to_pitch, from, from_pitch, width, height, kind, IN(stream));
}

static cudaError_t check_peers(int to_device, int from_device)
{
    RETURN_IF_BROKEN;
    if (to_device == 0 && from_device == 0)
        return cudaSuccess;
    return simt_refuse(cudaErrorInvalidDevice, "there is one device, number 0");
}

cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device,
                           size_t bytes)
{
    cudaError_t error = check_peers(to_device, from_device);
    if (error != cudaSuccess)
        return error;
    return copy_bytes(to, from, bytes, cudaMemcpyDeviceToDevice, BLOCKING);
}

cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                size_t bytes, cudaStream_t stream)
{
    cudaError_t error = simt_check_stream(stream);
    if (error == cudaSuccess)
        error = check_peers(to_device, from_device);
    if (error != cudaSuccess)
        return error;
    return copy_bytes(to, from, bytes, cudaMemcpyDeviceToDevice, IN(stream));
}

/* --- symbols ------------------------------------------------------------------------------ */

/* Fails where the caller gave the address of the name, or the name in quotation marks. */
static bool is_variable_of_the_device(uintptr_t address)
{
    const struct simt_variable *v = simt_nearest_variable(simt_device_variables(), address);
    return v && address >= v->begin && address - v->begin < v->bytes;
}

static cudaError_t check_symbol(const void *symbol, size_t size, size_t bytes, size_t offset)
{
    RETURN_IF_BROKEN;
    if (!is_variable_of_the_device((uintptr_t)symbol))
        return simt_refuse(cudaErrorInvalidSymbol,
                           "this is no variable of the device: give the name of a __constant__ "
                           "or __device__ one, without & and without quotation marks");
    if (bytes > size || offset > size - bytes)
        return simt_refuse(cudaErrorInvalidValue,
                           "%zu bytes at offset %zu of a symbol that has %zu", bytes, offset,
                           size);
    simt_know_symbol(symbol, size);
    return cudaSuccess;
}

/* A copy to or from a symbol may be of kind `allowed`, device to device, or default. */
static cudaError_t check_symbol_kind(enum cudaMemcpyKind kind, enum cudaMemcpyKind allowed)
{
    if (kind == allowed || kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault)
        return cudaSuccess;
    return simt_refuse(cudaErrorInvalidMemcpyDirection, "a symbol is on the device: kind %d",
                       (int)kind);
}

/* A part of a variable, which has `size` bytes. */
struct part {
    const void *symbol;
    size_t size, bytes, offset;
};

static cudaError_t check_symbol_copy(const struct part *part, enum cudaMemcpyKind kind,
                                     enum cudaMemcpyKind allowed, cudaStream_t stream)
{
    cudaError_t error = simt_check_stream(stream);
    if (error == cudaSuccess)
        error = check_symbol(part->symbol, part->size, part->bytes, part->offset);
    return error == cudaSuccess ? check_symbol_kind(kind, allowed) : error;
}

static struct call as_called(bool blocks, cudaStream_t stream, const void *code)
{
    return (struct call){blocks ? &simt_legacy_queue : simt_queue_of(stream), blocks, code};
}

cudaError_t simt_copy_to_symbol(const void *symbol, size_t size, const void *from, size_t bytes,
                                size_t offset, enum cudaMemcpyKind kind, int blocks,
                                cudaStream_t stream)
{
    struct part part = {symbol, size, bytes, offset};
    cudaError_t error = check_symbol_copy(&part, kind, cudaMemcpyHostToDevice, stream);
    if (error != cudaSuccess)
        return error;
    return copy_bytes((char *)symbol + offset, from, bytes, kind,
                      as_called(blocks, stream, CALLER));
}

cudaError_t simt_copy_from_symbol(void *to, const void *symbol, size_t size, size_t bytes,
                                  size_t offset, enum cudaMemcpyKind kind, int blocks,
                                  cudaStream_t stream)
{
    struct part part = {symbol, size, bytes, offset};
    cudaError_t error = check_symbol_copy(&part, kind, cudaMemcpyDeviceToHost, stream);
    if (error != cudaSuccess)
        return error;
    return copy_bytes(to, (const char *)symbol + offset, bytes, kind,
                      as_called(blocks, stream, CALLER));
}

cudaError_t simt_symbol_address(void **address, const void *symbol, size_t size)
{
    cudaError_t error = check_symbol(symbol, size, 0, 0);
    if (error != cudaSuccess)
        return error;
    RETURN_IF_NULL(address);
    if (simt_observer)
        simt_give_address(symbol);
    *address = (void *)symbol;
    return cudaSuccess;
}

/* --- setting bytes ------------------------------------------------------------------------ */

/* Gives whole pages back, which then are zeros: an array of which little is used need not
 * become real memory. */
static void fill_row(char *at, int value, size_t bytes)
{
    const struct simt_allocation *within = simt_allocation_at(at);
    bool is_sparse = simt_allocates_sparsely() && within && within->kind == SIMT_DEVICE;
    if (is_sparse && (unsigned char)value == 0)
        simt_zero_pages(at, bytes);
    else
        memset(at, value, bytes);
}

static void fill_rows(void *argument)
{
    const struct transfer *t = argument;
    const struct side *s = &t->to;
    if (simt_observer)
        simt_observer->memory_touched(s->at, s->pitch, s->width, s->height, true);
    simt_open_to_copy(s->at, extent(s));
    simt_open_range(s->at, extent(s));
    for (size_t row = 0; row < s->height; row++)
        fill_row((char *)s->at + row * s->pitch, t->value, s->width);
    simt_close_device_memory();
    tell_observer(s);
}

static cudaError_t issue_fill(const struct side *s, int value, struct call call)
{
    struct transfer *t = simt_new_record(sizeof *t);
    if (!t)
        return simt_refuse(cudaErrorMemoryAllocation, "no memory for a memset");
    t->to = *s;
    t->value = value;
    simt_issue(call.queue,
               (struct simt_work){
                   .sort = SIMT_SET, .code = call.code, .act = fill_rows, .argument = t});
    return call.blocks && reach_of(s) != ON_DEVICE ? simt_finish(call.queue) : cudaSuccess;
}

static cudaError_t set_rows(void *pointer, size_t pitch, int value, size_t width, size_t height,
                            struct call call)
{
    if (width == 0 || height == 0)
        return cudaSuccess;
    RETURN_IF_BROKEN;
    if (height > 1 && pitch < width)
        return simt_refuse(cudaErrorInvalidValue, "rows of %zu bytes do not fit a pitch of %zu",
                           width, pitch);
    struct side s = {"destination", pointer, pitch, width, height, true, true};
    cudaError_t error = check_side(&s);
    return error == cudaSuccess ? issue_fill(&s, value, call) : error;
}

cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height)
{
    return set_rows(pointer, pitch, value, width, height, BLOCKING);
}

cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width,
                              size_t height, cudaStream_t stream)
{
    cudaError_t error = simt_check_stream(stream);
    if (error != cudaSuccess)
        return error;
    return set_rows(pointer, pitch, value, width, height, IN(stream));
}

cudaError_t cudaMemset(void *pointer, int value, size_t bytes)
{
    return set_rows(pointer, bytes, value, bytes, 1, BLOCKING);
}

cudaError_t cudaMemsetAsync(void *pointer, int value, size_t bytes, cudaStream_t stream)
{
    cudaError_t error = simt_check_stream(stream);
    return error != cudaSuccess ? error : set_rows(pointer, bytes, value, bytes, 1, IN(stream));
}
