/* CUDA's functions that allocate, free and describe memory; copy.c has those that move bytes.
 * Fresh memory holds junk, so that nobody relies on zeros. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "cuda/arena.h"
#include "cuda/host_memory.h"
#include "cuda/open_memory.h"
#include "cuda/queue.h"
#include "cuda/records.h"
#include "cuda/runtime.h"
#include "grid/observer.h"

#define PITCH ((size_t)512)

/* Junk costs a touch of each page: the start of an allocation has it, large ones not all. */
#define JUNK_LIMIT ((size_t)16 << 20)
#define FRESH 0xcd /* as float -4.3e8, as int -842150451 */

/* What called a function of CUDA, for reports: its line, where that is in a .cu. */
#define CALLER __builtin_return_address(0)

/* --- CUDA: allocating --------------------------------------------------------------------- */

unsigned simt_fresh_open;
static bool without_junk;

void simt_leave_out_junk(bool on)
{
    without_junk = on;
}

static void fill(char *base, int value, size_t bytes)
{
    size_t filled = bytes < JUNK_LIMIT ? bytes : JUNK_LIMIT;
    simt_open_range(base, filled);
    memset(base, value, filled);
    simt_close_device_memory();
}

/* Managed or pinned memory. */
static void fill_open(char *base, size_t bytes)
{
    size_t filled = bytes < JUNK_LIMIT ? bytes : JUNK_LIMIT;
    for (size_t i = 0; i + sizeof simt_fresh_open <= filled; i += sizeof simt_fresh_open)
        memcpy(base + i, &simt_fresh_open, sizeof simt_fresh_open);
}

/* Rows of so many bytes, so far apart; or 0 and 0. */
struct rows {
    size_t row, pitch;
};

static cudaError_t give_rows(void **pointer, size_t bytes, enum simt_kind kind,
                             const void *code, struct rows rows)
{
    RETURN_IF_BROKEN;
    if (!pointer)
        return simt_refuse(cudaErrorInvalidValue, "it wants the address of your pointer, as in "
                                                  "cudaMalloc(&d_name, bytes), and gets NULL");
    *pointer = NULL;
    if (bytes == 0)
        return cudaSuccess;
    struct simt_allocation *record = simt_allocate(bytes, kind);
    if (!record)
        return simt_refuse(cudaErrorMemoryAllocation,
                           "%zu bytes were asked for, the device has %zu and %zu are in use",
                           bytes, simt_device_bytes(), simt_device_bytes_used());
    record->code = code;
    record->row = rows.row;
    record->pitch = rows.pitch;
    if (!without_junk && !simt_allocates_sparsely())
        fill(record->base, FRESH, bytes);
    if (simt_fresh_open && kind != SIMT_DEVICE)
        fill_open(record->base, bytes);
    *pointer = record->base;
    return cudaSuccess;
}

static cudaError_t give(void **pointer, size_t bytes, enum simt_kind kind, const void *code)
{
    return give_rows(pointer, bytes, kind, code, (struct rows){0});
}

cudaError_t cudaMalloc(void **pointer, size_t bytes)
{
    return give(pointer, bytes, SIMT_DEVICE, CALLER);
}

cudaError_t cudaMallocAsync(void **pointer, size_t bytes, cudaStream_t stream)
{
    cudaError_t error = simt_check_stream(stream);
    if (error != cudaSuccess)
        return error;
    return give(pointer, bytes, SIMT_DEVICE, CALLER);
}

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height)
{
    RETURN_IF_BROKEN;
    RETURN_IF_NULL(pitch);
    size_t row = (width + PITCH - 1) / PITCH * PITCH;
    if (row < width || (height && row > SIZE_MAX / height))
        return simt_refuse(cudaErrorMemoryAllocation, "%zu rows of %zu bytes were asked for",
                           height, width);
    cudaError_t error =
        give_rows(pointer, row * height, SIMT_DEVICE, CALLER, (struct rows){width, row});
    if (error == cudaSuccess)
        *pitch = height ? row : 0;
    return error;
}

cudaError_t cudaMallocManaged(void **pointer, size_t bytes, unsigned int flags)
{
    RETURN_IF_BROKEN;
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
        return simt_refuse(cudaErrorInvalidValue, "cudaMallocManaged knows no flags %#x",
                           flags);
    return give(pointer, bytes, SIMT_MANAGED, CALLER);
}

cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned int flags)
{
    RETURN_IF_BROKEN;
    if (flags & ~7u)
        return simt_refuse(cudaErrorInvalidValue, "cudaHostAlloc knows no flags %#x", flags);
    return give(pointer, bytes, SIMT_HOST_PINNED, CALLER);
}

cudaError_t cudaMallocHost(void **pointer, size_t bytes)
{
    return cudaHostAlloc(pointer, bytes, cudaHostAllocDefault);
}

/* --- CUDA: freeing ------------------------------------------------------------------------ */

/* Why `pointer` cannot be freed by a call for memory of that sort. */
static cudaError_t refuse_free(const void *pointer, const char *sort, const void *code)
{
    char where[160];
    const struct simt_allocation *record = simt_allocation_at(pointer);
    simt_describe(pointer, where, sizeof where);
    bool again = record && record->base == pointer && record->freed;
    if (again && simt_observer)
        simt_observer->found(FOUND_DOUBLE_FREE, code, "what is freed here was already freed");
    if (again)
        return simt_refuse(cudaErrorInvalidValue,
                           "this memory was already freed: allocation %u of %zu bytes",
                           record->number, record->bytes);
    return simt_refuse(cudaErrorInvalidValue,
                       "the pointer is not the start of %s memory: it is %s", sort, where);
}

/* Does all work first: on a device this is one of the implicit waits. */
static cudaError_t free_now(void *pointer, bool pinned, const char *sort, const void *code)
{
    RETURN_IF_BROKEN;
    if (!pointer)
        return cudaSuccess;
    simt_wait_for_all();
    RETURN_IF_BROKEN;
    return simt_release(pointer, pinned) ? cudaSuccess : refuse_free(pointer, sort, code);
}

cudaError_t cudaFree(void *pointer)
{
    return free_now(pointer, false, "device or managed", CALLER);
}

struct freeing {
    char *base;
    size_t bytes;
};

static void do_free(void *argument)
{
    const struct freeing *f = argument;
    if (simt_observer)
        simt_observer->memory_touched(f->base, f->bytes, f->bytes, 1, true);
    simt_release(f->base, false);
}

/* Frees early, which CUDA allows, but after all work so far. So it is known at once whether
 * there is something to free, and a stream that still uses it is reported. */
static cudaError_t free_in(struct simt_queue *queue, const struct simt_allocation *live,
                           const void *code)
{
    struct freeing *f = simt_new_record(sizeof *f);
    if (!f)
        return simt_refuse(cudaErrorMemoryAllocation, "no memory to remember what is freed");
    *f = (struct freeing){live->base, live->bytes};
    struct simt_stream_clock now = simt_now();
    simt_hurry(&now);
    simt_issue(queue, (struct simt_work){
                          .sort = SIMT_FREE, .code = code, .act = do_free, .argument = f});
    struct simt_stream_clock end = simt_end_of(queue);
    simt_hurry(&end);
    return cudaSuccess;
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream)
{
    cudaError_t error = simt_check_stream(stream);
    if (error != cudaSuccess)
        return error;
    const struct simt_allocation *live = simt_live_for_host(pointer);
    if (!pointer)
        return cudaSuccess;
    if (!live || live->base != pointer || live->kind == SIMT_HOST_PINNED)
        return refuse_free(pointer, "device or managed", CALLER);
    return free_in(simt_queue_of(stream), live, CALLER);
}

cudaError_t cudaFreeHost(void *pointer)
{
    return free_now(pointer, true, "pinned", CALLER);
}

/* --- CUDA: pinned memory, and asking about memory ----------------------------------------- */

cudaError_t cudaHostRegister(void *pointer, size_t bytes, unsigned int flags)
{
    RETURN_IF_BROKEN;
    if (!pointer || bytes == 0 || flags & ~15u)
        return simt_refuse(cudaErrorInvalidValue, "cudaHostRegister(%p, %zu, %#x)", pointer,
                           bytes, flags);
    if (simt_live_for_host(pointer) || simt_live_for_host((char *)pointer + bytes - 1))
        return simt_refuse(cudaErrorHostMemoryAlreadyRegistered, "%p", pointer);
    simt_tell_write(pointer, bytes); /* kernels may do so from now on */
    if (simt_guards_host_memory() && !simt_is_host_memory(pointer, bytes))
        return simt_refuse(cudaErrorInvalidValue,
                           "%p is no memory of the host's program: its heap, "
                           "its variables, its stack",
                           pointer);
    simt_register_host(pointer, bytes);
    return cudaSuccess;
}

cudaError_t cudaHostUnregister(void *pointer)
{
    RETURN_IF_BROKEN;
    const struct simt_allocation *live = simt_live_for_host(pointer);
    if (!live || live->kind != SIMT_HOST_PINNED || simt_in_arena(pointer))
        return simt_refuse(cudaErrorHostMemoryNotRegistered, "%p", pointer);
    if (live->base != pointer)
        return simt_refuse(cudaErrorInvalidValue, "%p lies inside of what was registered",
                           pointer);
    simt_wait_for_all();
    simt_host_takes_back(live->base, live->bytes);
    if (simt_observer)
        simt_observer->host_takes_back(live->base, live->bytes);
    simt_unregister_host(pointer);
    RETURN_IF_BROKEN;
    return cudaSuccess;
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags)
{
    RETURN_IF_BROKEN;
    RETURN_IF_NULL(device);
    if (flags != 0 || !simt_is_pinned(host))
        return simt_refuse(cudaErrorInvalidValue,
                           "%p is not pinned memory, or the flags are "
                           "not 0",
                           host);
    *device = host;
    return cudaSuccess;
}

cudaError_t cudaHostGetFlags(unsigned int *flags, void *host)
{
    RETURN_IF_BROKEN;
    RETURN_IF_NULL(flags);
    if (!simt_is_pinned(host))
        return simt_refuse(cudaErrorInvalidValue, "%p is not pinned memory", host);
    *flags = cudaHostAllocMapped;
    return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t *free, size_t *total)
{
    RETURN_IF_BROKEN;
    RETURN_IF_NULL(free);
    RETURN_IF_NULL(total);
    *total = simt_device_bytes();
    *free = *total - simt_device_bytes_used();
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes,
                                     const void *pointer)
{
    static const enum cudaMemoryType types[] = {
        [SIMT_DEVICE] = cudaMemoryTypeDevice,    [SIMT_MANAGED] = cudaMemoryTypeManaged,
        [SIMT_HOST_PINNED] = cudaMemoryTypeHost, [SIMT_CONSTANT] = cudaMemoryTypeDevice,
        [SIMT_GLOBAL] = cudaMemoryTypeDevice,
    };
    RETURN_IF_NULL(attributes);
    const struct simt_allocation *live = simt_live_for_host(pointer);
    enum cudaMemoryType type = live ? types[live->kind] : cudaMemoryTypeUnregistered;
    *attributes = (struct cudaPointerAttributes){
        .type = type,
        .device = live ? 0 : cudaInvalidDeviceId,
        .devicePointer = live ? (void *)pointer : NULL,
        .hostPointer = type == cudaMemoryTypeDevice ? NULL : (void *)pointer,
    };
    return cudaSuccess;
}

/* --- CUDA: hints about managed memory, which have no effect ------------------------------- */

static cudaError_t check_managed(const void *pointer, size_t bytes)
{
    RETURN_IF_BROKEN;
    const struct simt_allocation *live = simt_live_for_host(pointer);
    if (!live || live->kind != SIMT_MANAGED ||
        bytes > (size_t)(live->base + live->bytes - (const char *)pointer))
        return simt_refuse(cudaErrorInvalidValue, "%zu bytes at %p are not managed memory",
                           bytes, pointer);
    return cudaSuccess;
}

cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes,
                                 struct cudaMemLocation location, unsigned int flags,
                                 cudaStream_t stream)
{
    cudaError_t error = check_managed(pointer, bytes);
    if (error != cudaSuccess)
        return error;
    if (location.type == cudaMemLocationTypeDevice && location.id != 0)
        return simt_refuse(cudaErrorInvalidDevice, "there is no device %d", location.id);
    if (flags != 0 || !simt_stream_exists(stream))
        return simt_refuse(cudaErrorInvalidValue,
                           "flags are not 0, or there is no such stream");
    return cudaSuccess;
}

cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, enum cudaMemoryAdvise advice,
                          struct cudaMemLocation location)
{
    (void)advice, (void)location;
    return check_managed(pointer, bytes);
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t bytes,
                                     unsigned int flags)
{
    (void)flags;
    cudaError_t error = simt_check_stream(stream);
    return error == cudaSuccess ? check_managed(pointer, bytes) : error;
}
