/* What the files of the runtime API share. The grid asks for the device's properties and
 * limits. C11. */
#ifndef SIMT_RUNTIME_H
#define SIMT_RUNTIME_H

#include "cuda/api.h"
#include "cuda/errors.h"
#include "cuda/memory.h"
#include "grid/observer.h"

struct simt_queue;

/* Whether the program has called CUDA yet: on a device the first call takes long. Nobody reads
 * it but who looks at the host's clocks. */
extern bool simt_was_called;
static inline void simt_is_called(void)
{
    if (!__atomic_load_n(&simt_was_called, __ATOMIC_RELAXED))
        __atomic_store_n(&simt_was_called, true, __ATOMIC_RELAXED);
}

/* After a sticky error every call returns it and does nothing: first line of each function. */
#define RETURN_IF_BROKEN                                                                       \
    do {                                                                                       \
        simt_is_for_the_host();                                                                \
        simt_is_called();                                                                      \
        if (simt_sticky_error() != cudaSuccess)                                                \
            return simt_record(simt_sticky_error(), true);                                     \
    } while (0)

/* Say that a function of CUDA is about to write, or to read, there for host code. */
static inline void simt_tell_write(const void *at, size_t bytes)
{
    if (simt_observer)
        simt_observer->host_writes(at, bytes);
}

static inline void simt_tell_read(const void *at, size_t bytes)
{
    if (simt_observer)
        simt_observer->host_reads(at, bytes);
}

/* The same for an address where a result is to go. */
#define RETURN_IF_NULL(pointer)                                                                \
    do {                                                                                       \
        simt_is_called();                                                                      \
        if (!(pointer))                                                                        \
            return simt_refuse_null("address \"" #pointer "\"");                               \
        simt_tell_write(pointer, sizeof *(pointer));                                           \
    } while (0)

/* The same for a handle, which is a record of the runtime's (records.h). */
#define RETURN_IF_NO(handle)                                                                   \
    do {                                                                                       \
        if (!(handle))                                                                         \
            return simt_refuse_null("address \"" #handle "\"");                                \
    } while (0)

/* The live allocation that holds `address`, or NULL. */
const struct simt_allocation *simt_live_at(const void *address);

/* The same for the API: of the kernels' heap it knows nothing, so that nothing tells the host
 * how much a kernel has asked for, and where. */
const struct simt_allocation *simt_live_for_host(const void *address);

/* True if `address` belongs to an arena of the backend: it is no pageable host memory. */
bool simt_in_arena(const void *address);

/* As simt_open_device_memory(), for a copy that needs [address, address + bytes) only. Each
 * call needs one simt_close_device_memory(). The address may be any, also one of the host. */
void simt_open_range(const void *address, size_t bytes);

/* Remembers `size` bytes at `symbol`, a __device__ or __constant__ variable. */
void simt_know_symbol(const void *symbol, size_t size);

/* How many blocks of this size one multiprocessor holds at a time. */
int simt_resident_blocks(const void *function, int block_size, size_t dynamic_shared);

/* What cudaLimitMallocHeapSize is. */
size_t simt_malloc_heap_size(void);

/* Whether it may not change any more, since a kernel has used the heap. */
void simt_fix_malloc_heap_size(bool fixed);

/* For cudaDeviceReset(): forget all errors, free all allocations. */
void simt_forget_errors(void);
void simt_free_everything(void);

/* For cudaDeviceReset(): no kernel keeps an attribute (kernel_attributes.c). */
void simt_forget_attributes(void);

/* True if `stream` is one of CUDA's default streams or was created and not destroyed. */
bool simt_stream_exists(cudaStream_t stream);

/* Returns what a call must return that gets the stream: the sticky error, or that there is no
 * such stream, or cudaSuccess. */
cudaError_t simt_check_stream(cudaStream_t stream);

/* The queue of a stream that exists. */
struct simt_queue *simt_queue_of(cudaStream_t stream);

/* Waits for the queue. Returns the sticky error if there is one by then. */
cudaError_t simt_finish(struct simt_queue *queue);

/* The most dynamic shared memory that a launch of `function` may ask for: 48 KB, or what
 * cudaFuncSetAttribute(cudaFuncAttributeMaxDynamicSharedMemorySize) has set for it. */
size_t simt_dynamic_shared_limit(const void *function);

/* The simulated device, in CUDA's own terms. */
const struct cudaDeviceProp *simt_properties(void);

/* Its memory in bytes: half of this machine's, and no more than an arena holds. */
size_t simt_device_bytes(void);

#endif
