/* Streams and events. Everything is done when its call returns, so a stream is only a handle,
 * and an event the time at which it was recorded. */
#define _GNU_SOURCE
#include "cuda/runtime.h"
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#define GREATEST_PRIORITY (-5)

struct CUstream_st {
    unsigned int flags;
    int priority;
    unsigned long long id;
    struct CUstream_st *next;
};

struct CUevent_st {
    unsigned int flags;
    bool recorded;
    struct timespec at;
    struct CUevent_st *next;
};

static struct CUstream_st *streams;
static struct CUevent_st *events;
static unsigned long long streams_created;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* --- streams ------------------------------------------------------------------------------ */

static bool is_default(cudaStream_t stream)
{
    return !stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

bool simt_stream_exists(cudaStream_t stream)
{
    if (is_default(stream))
        return true;
    pthread_mutex_lock(&lock);
    const struct CUstream_st *s = streams;
    while (s && s != stream)
        s = s->next;
    pthread_mutex_unlock(&lock);
    return s;
}

static cudaError_t check_stream(cudaStream_t stream)
{
    RETURN_IF_BROKEN;
    if (simt_stream_exists(stream))
        return cudaSuccess;
    return simt_refuse(cudaErrorInvalidResourceHandle, "the stream does not exist");
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    RETURN_IF_BROKEN;
    if (least)
        *least = 0;
    if (greatest)
        *greatest = GREATEST_PRIORITY;
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority)
{
    RETURN_IF_BROKEN;
    RETURN_IF_NULL(stream);
    if (flags > cudaStreamNonBlocking)
        return simt_refuse(cudaErrorInvalidValue, "a stream knows no flags %#x", flags);
    struct CUstream_st *s = malloc(sizeof *s);
    if (!s)
        return simt_refuse(cudaErrorMemoryAllocation, "no memory for a stream");
    int most = priority > 0 ? 0 : priority;
    pthread_mutex_lock(&lock);
    *s = (struct CUstream_st){flags, most < GREATEST_PRIORITY ? GREATEST_PRIORITY : most,
                              ++streams_created, streams};
    streams = s;
    pthread_mutex_unlock(&lock);
    *stream = s;
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags)
{
    return cudaStreamCreateWithPriority(stream, flags, 0);
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    cudaError_t error = check_stream(stream);
    if (error != cudaSuccess)
        return error;
    if (is_default(stream))
        return simt_refuse(cudaErrorInvalidResourceHandle,
                           "a default stream cannot be destroyed");
    pthread_mutex_lock(&lock);
    struct CUstream_st **link = &streams;
    while (*link != stream)
        link = &(*link)->next;
    *link = stream->next;
    pthread_mutex_unlock(&lock);
    free(stream);
    return cudaSuccess;
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags)
{
    RETURN_IF_NULL(flags);
    cudaError_t error = check_stream(stream);
    if (error == cudaSuccess)
        *flags = is_default(stream) ? cudaStreamDefault : stream->flags;
    return error;
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority)
{
    RETURN_IF_NULL(priority);
    cudaError_t error = check_stream(stream);
    if (error == cudaSuccess)
        *priority = is_default(stream) ? 0 : stream->priority;
    return error;
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id)
{
    RETURN_IF_NULL(id);
    cudaError_t error = check_stream(stream);
    if (error == cudaSuccess)
        *id = is_default(stream) ? 0 : stream->id;
    return error;
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device)
{
    RETURN_IF_NULL(device);
    cudaError_t error = check_stream(stream);
    if (error == cudaSuccess)
        *device = 0;
    return error;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    return check_stream(stream);
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    return check_stream(stream);
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void *data, unsigned int flags)
{
    cudaError_t error = check_stream(stream);
    if (error != cudaSuccess)
        return error;
    if (!callback || flags != 0)
        return simt_refuse(cudaErrorInvalidValue, "no callback, or flags %#x", flags);
    callback(stream, cudaSuccess, data);
    return cudaSuccess;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data)
{
    cudaError_t error = check_stream(stream);
    if (error != cudaSuccess)
        return error;
    if (!function)
        return simt_refuse(cudaErrorInvalidValue, "no function to call");
    function(data);
    return cudaSuccess;
}

/* --- events ------------------------------------------------------------------------------- */

static cudaError_t check_event(cudaEvent_t event)
{
    RETURN_IF_BROKEN;
    pthread_mutex_lock(&lock);
    const struct CUevent_st *e = events;
    while (e && e != event)
        e = e->next;
    pthread_mutex_unlock(&lock);
    if (e)
        return cudaSuccess;
    return simt_refuse(cudaErrorInvalidResourceHandle, "the event does not exist");
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags)
{
    RETURN_IF_BROKEN;
    RETURN_IF_NULL(event);
    if (flags & ~(unsigned)(cudaEventBlockingSync | cudaEventDisableTiming))
        return simt_refuse(cudaErrorInvalidValue, "an event knows no flags %#x", flags);
    struct CUevent_st *e = calloc(1, sizeof *e);
    if (!e)
        return simt_refuse(cudaErrorMemoryAllocation, "no memory for an event");
    e->flags = flags;
    pthread_mutex_lock(&lock);
    e->next = events;
    events = e;
    pthread_mutex_unlock(&lock);
    *event = e;
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    cudaError_t error = check_event(event);
    if (error != cudaSuccess)
        return error;
    pthread_mutex_lock(&lock);
    struct CUevent_st **link = &events;
    while (*link != event)
        link = &(*link)->next;
    *link = event->next;
    pthread_mutex_unlock(&lock);
    free(event);
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    cudaError_t error = check_event(event);
    if (error == cudaSuccess)
        error = check_stream(stream);
    if (error != cudaSuccess)
        return error;
    event->recorded = true;
    clock_gettime(CLOCK_MONOTONIC, &event->at);
    return cudaSuccess;
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags)
{
    RETURN_IF_BROKEN;
    if (flags != cudaEventRecordDefault)
        return simt_refuse(cudaErrorInvalidValue, "flags %#x", flags);
    return cudaEventRecord(event, stream);
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    return check_event(event);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    return check_event(event);
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end)
{
    RETURN_IF_BROKEN;
    RETURN_IF_NULL(milliseconds);
    cudaError_t error = check_event(start);
    if (error == cudaSuccess)
        error = check_event(end);
    if (error != cudaSuccess)
        return error;
    if (!start->recorded || !end->recorded ||
        (start->flags | end->flags) & cudaEventDisableTiming)
        return simt_refuse(cudaErrorInvalidResourceHandle,
                           "an event was not recorded, or was created without timing");
    *milliseconds = (float)((double)(end->at.tv_sec - start->at.tv_sec) * 1e3 +
                            (double)(end->at.tv_nsec - start->at.tv_nsec) * 1e-6);
    return cudaSuccess;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags)
{
    cudaError_t error = check_stream(stream);
    if (error == cudaSuccess && flags > 1)
        error = simt_refuse(cudaErrorInvalidValue, "flags %#x", flags);
    return error != cudaSuccess ? error : check_event(event);
}
