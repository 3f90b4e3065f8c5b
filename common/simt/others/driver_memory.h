/* The driver's API for memory, streams and events: each call is the runtime's of the same
 * meaning. Included by others/cuda.h alone. C++17. */
#ifndef SIMT_DRIVER_MEMORY_H
#define SIMT_DRIVER_MEMORY_H

#include "cuda/memory.h"
#include <vector>

/* --- flags of its calls: the runtime's have the same numbers ------------------------------ */

#define CU_MEMHOSTALLOC_PORTABLE cudaHostAllocPortable
#define CU_MEMHOSTALLOC_DEVICEMAP cudaHostAllocMapped
#define CU_MEMHOSTALLOC_WRITECOMBINED cudaHostAllocWriteCombined
#define CU_MEMHOSTREGISTER_PORTABLE cudaHostRegisterPortable
#define CU_MEMHOSTREGISTER_DEVICEMAP cudaHostRegisterMapped

enum CUmemAttach_flags {
    CU_MEM_ATTACH_GLOBAL = cudaMemAttachGlobal,
    CU_MEM_ATTACH_HOST = cudaMemAttachHost,
    CU_MEM_ATTACH_SINGLE = cudaMemAttachSingle,
};
enum CUstream_flags {
    CU_STREAM_DEFAULT = cudaStreamDefault,
    CU_STREAM_NON_BLOCKING = cudaStreamNonBlocking,
};
enum CUevent_flags {
    CU_EVENT_DEFAULT = cudaEventDefault,
    CU_EVENT_BLOCKING_SYNC = cudaEventBlockingSync,
    CU_EVENT_DISABLE_TIMING = cudaEventDisableTiming,
};
enum CUevent_wait_flags { CU_EVENT_WAIT_DEFAULT };
enum CUevent_record_flags { CU_EVENT_RECORD_DEFAULT };
enum CUctx_flags {
    CU_CTX_SCHED_AUTO = cudaDeviceScheduleAuto,
    CU_CTX_SCHED_SPIN = cudaDeviceScheduleSpin,
    CU_CTX_SCHED_YIELD = cudaDeviceScheduleYield,
    CU_CTX_SCHED_BLOCKING_SYNC = cudaDeviceScheduleBlockingSync,
    CU_CTX_MAP_HOST = cudaDeviceMapHost,
};

/* A call of the driver's, and what it does. */
#define SIMT_AS(call, runtime)                                                                 \
    inline CUresult call                                                                       \
    {                                                                                          \
        return (CUresult)runtime;                                                              \
    }

/* --- memory ------------------------------------------------------------------------------- */

SIMT_AS(cuMemGetInfo(size_t *free, size_t *total), cudaMemGetInfo(free, total))
SIMT_AS(cuMemAlloc(CUdeviceptr *to, size_t bytes), cudaMalloc((void **)to, bytes))
SIMT_AS(cuMemAllocManaged(CUdeviceptr *to, size_t bytes, unsigned flags),
        cudaMallocManaged((void **)to, bytes, flags))
SIMT_AS(cuMemAllocPitch(CUdeviceptr *to, size_t *pitch, size_t bytes, size_t rows, unsigned),
        cudaMallocPitch((void **)to, pitch, bytes, rows))
SIMT_AS(cuMemFree(CUdeviceptr pointer), cudaFree((void *)pointer))
SIMT_AS(cuMemAllocHost(void **to, size_t bytes), cudaMallocHost(to, bytes))
SIMT_AS(cuMemHostAlloc(void **to, size_t bytes, unsigned flags),
        cudaHostAlloc(to, bytes, flags))
SIMT_AS(cuMemFreeHost(void *pointer), cudaFreeHost(pointer))
SIMT_AS(cuMemHostRegister(void *pointer, size_t bytes, unsigned flags),
        cudaHostRegister(pointer, bytes, flags))
SIMT_AS(cuMemHostUnregister(void *pointer), cudaHostUnregister(pointer))
SIMT_AS(cuMemHostGetDevicePointer(CUdeviceptr *to, void *pointer, unsigned flags),
        cudaHostGetDevicePointer((void **)to, pointer, flags))

/* Where the allocation that holds `pointer` begins, and its bytes; either may be NULL. */
inline CUresult cuMemGetAddressRange(CUdeviceptr *base, size_t *bytes, CUdeviceptr pointer)
{
    const struct simt_allocation *found = simt_allocation_at((const void *)pointer);
    if (!found || found->freed || pointer - (CUdeviceptr)found->base >= found->bytes)
        return CUDA_ERROR_NOT_FOUND;
    if (base)
        *base = (CUdeviceptr)found->base;
    if (bytes)
        *bytes = found->bytes;
    return CUDA_SUCCESS;
}

/* --- copies ------------------------------------------------------------------------------- */

#define SIMT_COPY(name, to_type, from_type, kind)                                              \
    inline CUresult name(to_type to, from_type from, size_t bytes)                             \
    {                                                                                          \
        return (CUresult)cudaMemcpy((void *)to, (const void *)from, bytes, kind);              \
    }                                                                                          \
    inline CUresult name##Async(to_type to, from_type from, size_t bytes, CUstream stream)     \
    {                                                                                          \
        return (CUresult)cudaMemcpyAsync((void *)to, (const void *)from, bytes, kind, stream); \
    }
SIMT_COPY(cuMemcpyHtoD, CUdeviceptr, const void *, cudaMemcpyHostToDevice)
SIMT_COPY(cuMemcpyDtoH, void *, CUdeviceptr, cudaMemcpyDeviceToHost)
SIMT_COPY(cuMemcpyDtoD, CUdeviceptr, CUdeviceptr, cudaMemcpyDeviceToDevice)
SIMT_COPY(cuMemcpy, CUdeviceptr, CUdeviceptr, cudaMemcpyDefault)
#undef SIMT_COPY

/* The value is copied from a list of it on the host, which may go when the call returns. */
#define SIMT_FILL(name, type)                                                                  \
    inline CUresult name##Async(CUdeviceptr to, type value, size_t count, CUstream stream)     \
    {                                                                                          \
        std::vector<type> values(count, value);                                                \
        return (CUresult)cudaMemcpyAsync((void *)to, values.data(), count * sizeof value,      \
                                         cudaMemcpyHostToDevice, stream);                      \
    }                                                                                          \
    inline CUresult name(CUdeviceptr to, type value, size_t count)                             \
    {                                                                                          \
        return name##Async(to, value, count, 0);                                               \
    }
SIMT_FILL(cuMemsetD16, unsigned short)
SIMT_FILL(cuMemsetD32, unsigned)
#undef SIMT_FILL

SIMT_AS(cuMemsetD8(CUdeviceptr to, unsigned char value, size_t count),
        cudaMemset((void *)to, value, count))
SIMT_AS(cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count, CUstream stream),
        cudaMemsetAsync((void *)to, value, count, stream))

/* --- streams and events ------------------------------------------------------------------- */

SIMT_AS(cuStreamCreate(CUstream *stream, unsigned flags),
        cudaStreamCreateWithFlags(stream, flags))
SIMT_AS(cuStreamCreateWithPriority(CUstream *stream, unsigned flags, int priority),
        cudaStreamCreateWithPriority(stream, flags, priority))
SIMT_AS(cuStreamDestroy(CUstream stream), cudaStreamDestroy(stream))
SIMT_AS(cuStreamSynchronize(CUstream stream), cudaStreamSynchronize(stream))
SIMT_AS(cuStreamQuery(CUstream stream), cudaStreamQuery(stream))
SIMT_AS(cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags),
        cudaStreamWaitEvent(stream, event, flags))
SIMT_AS(cuEventCreate(CUevent *event, unsigned flags), cudaEventCreateWithFlags(event, flags))
SIMT_AS(cuEventDestroy(CUevent event), cudaEventDestroy(event))
SIMT_AS(cuEventRecord(CUevent event, CUstream stream), cudaEventRecord(event, stream))
SIMT_AS(cuEventSynchronize(CUevent event), cudaEventSynchronize(event))
SIMT_AS(cuEventQuery(CUevent event), cudaEventQuery(event))
SIMT_AS(cuEventElapsedTime(float *ms, CUevent begin, CUevent end),
        cudaEventElapsedTime(ms, begin, end))
#undef SIMT_AS

#endif
