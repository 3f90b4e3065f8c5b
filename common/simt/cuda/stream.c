/* Streams and events: handles, and the queue behind each stream (queue.h). An event knows what
 * is over when it has happened, and when that was. */
#define _GNU_SOURCE
#include "cuda/apart.h"
#include "cuda/queue.h"
#include "cuda/records.h"
#include "cuda/runtime.h"
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#define GREATEST_PRIORITY (-5)

struct CUstream_st {
    unsigned int flags;
    int priority;
    unsigned long long id;
    struct simt_queue queue;
    struct CUstream_st *next;
};

struct CUevent_st {
    unsigned int flags;
    bool recorded;
    struct simt_stream_clock clock;
    struct time *time; /* of the last record, which writes it when it happens */
    const struct simt_recorder *recorder; /* it was recorded for a graph */
    void *mark;
    struct CUevent_st *next;
};

/* Of a record that may be still to come, of an event that may be no more. */
struct time {
    unsigned users;
    struct timespec at;
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

struct simt_queue *simt_queue_of(cudaStream_t stream)
{
    if (stream == cudaStreamPerThread)
        return &simt_thread_queue;
    return is_default(stream) ? &simt_legacy_queue : &stream->queue;
}

cudaError_t simt_finish(struct simt_queue *queue)
{
    struct simt_stream_clock clock = simt_end_of(queue);
    simt_wait_for(&clock);
    RETURN_IF_BROKEN;
    return cudaSuccess;
}

cudaError_t simt_check_stream(cudaStream_t stream)
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
    struct CUstream_st *s = simt_new_handle(sizeof *s);
    if (!s)
        return simt_refuse(cudaErrorMemoryAllocation, "no memory for a stream");
    int most = priority > 0 ? 0 : priority;
    pthread_mutex_lock(&lock);
    *s = (struct CUstream_st){flags, most < GREATEST_PRIORITY ? GREATEST_PRIORITY : most,
                              ++streams_created, simt_new_queue(flags == cudaStreamDefault),
                              streams};
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
    cudaError_t error = simt_check_stream(stream);
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
    simt_free_record(stream);
    return cudaSuccess;
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags)
{
    RETURN_IF_NULL(flags);
    cudaError_t error = simt_check_stream(stream);
    if (error == cudaSuccess)
        *flags = is_default(stream) ? cudaStreamDefault : stream->flags;
    return error;
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority)
{
    RETURN_IF_NULL(priority);
    cudaError_t error = simt_check_stream(stream);
    if (error == cudaSuccess)
        *priority = is_default(stream) ? 0 : stream->priority;
    return error;
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id)
{
    RETURN_IF_NULL(id);
    cudaError_t error = simt_check_stream(stream);
    if (error == cudaSuccess)
        *id = is_default(stream) ? 0 : stream->id;
    return error;
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device)
{
    RETURN_IF_NULL(device);
    cudaError_t error = simt_check_stream(stream);
    if (error == cudaSuccess)
        *device = 0;
    return error;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    cudaError_t error = simt_check_stream(stream);
    return error == cudaSuccess ? simt_finish(simt_queue_of(stream)) : error;
}

/* The first query says that the work is not over, and the next one finds it done: so a loop of
 * queries ends. */
static cudaError_t query(const struct simt_stream_clock *clock)
{
    if (!simt_is_over(clock)) {
        simt_hurry(clock);
        return cudaErrorNotReady;
    }
    simt_wait_for(clock);
    RETURN_IF_BROKEN;
    return cudaSuccess;
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    cudaError_t error = simt_check_stream(stream);
    if (error != cudaSuccess)
        return error;
    struct simt_stream_clock end = simt_end_of(simt_queue_of(stream));
    return query(&end);
}

/* --- functions of the host ---------------------------------------------------------------- */

struct host_call {
    cudaStream_t stream;
    cudaStreamCallback_t callback;
    cudaHostFn_t function;
    void *data;
};

static void call_function(void *argument)
{
    const struct host_call *call = argument;
    if (call->callback)
        call->callback(call->stream, cudaSuccess, call->data);
    else
        call->function(call->data);
}

static void call_host(void *argument)
{
    simt_call_apart(call_function, argument, simt_end_of_runtimes_frames());
}

static cudaError_t issue_host_call(struct host_call call, const void *code)
{
    struct host_call *kept = simt_new_record(sizeof *kept);
    if (!kept)
        return simt_refuse(cudaErrorMemoryAllocation, "no memory for a call");
    *kept = call;
    simt_issue(simt_queue_of(call.stream), (struct simt_work){.sort = SIMT_HOST_FUNCTION,
                                                              .code = code,
                                                              .act = call_host,
                                                              .argument = kept});
    return cudaSuccess;
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void *data, unsigned int flags)
{
    cudaError_t error = simt_check_stream(stream);
    if (error != cudaSuccess)
        return error;
    if (!callback || flags != 0)
        return simt_refuse(cudaErrorInvalidValue, "no callback, or flags %#x", flags);
    return issue_host_call((struct host_call){stream, callback, NULL, data},
                           simt_caller(__builtin_return_address(0)));
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data)
{
    cudaError_t error = simt_check_stream(stream);
    if (error != cudaSuccess)
        return error;
    if (!function)
        return simt_refuse(cudaErrorInvalidValue, "no function to call");
    return issue_host_call((struct host_call){stream, NULL, function, data},
                           simt_caller(__builtin_return_address(0)));
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
    struct CUevent_st *e = simt_new_handle(sizeof *e);
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

static void leave_time(struct time *time)
{
    if (time && --time->users == 0)
        simt_free_record(time);
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
    leave_time(event->time);
    pthread_mutex_unlock(&lock);
    simt_free_record(event);
    return cudaSuccess;
}

/* The argument of the work, which is freed with it, is where the time stands. */
static void happen(void *argument)
{
    struct time *time = *(struct time **)argument;
    clock_gettime(CLOCK_MONOTONIC, &time->at);
    pthread_mutex_lock(&lock);
    leave_time(time);
    pthread_mutex_unlock(&lock);
}

static void record(cudaEvent_t event, struct simt_queue *queue, struct time **kept,
                   struct time *time)
{
    time->users = 2;
    *kept = time;
    leave_time(event->time);
    event->time = time;
    simt_issue(queue, (struct simt_work){.sort = SIMT_MARK, .act = happen, .argument = kept});
    event->clock = simt_end_of(queue);
    event->recorded = true;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    cudaError_t error = check_event(event);
    if (error == cudaSuccess)
        error = simt_check_stream(stream);
    if (error != cudaSuccess)
        return error;
    struct simt_queue *queue = simt_queue_of(stream);
    event->recorder = queue->recorder;
    if (queue->recorder) {
        event->mark = queue->recorder->mark(queue);
        return cudaSuccess;
    }
    struct time **kept = simt_new_record(sizeof *kept), *time = simt_new_record(sizeof *time);
    if (!kept || !time)
        return simt_refuse(cudaErrorMemoryAllocation, "no memory for the record of an event");
    record(event, queue, kept, time);
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
    cudaError_t error = check_event(event);
    return error == cudaSuccess ? query(&event->clock) : error;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    cudaError_t error = check_event(event);
    if (error != cudaSuccess)
        return error;
    simt_wait_for(&event->clock);
    RETURN_IF_BROKEN;
    return cudaSuccess;
}

static float between(const struct timespec *start, const struct timespec *end)
{
    return (float)((double)(end->tv_sec - start->tv_sec) * 1e3 +
                   (double)(end->tv_nsec - start->tv_nsec) * 1e-6);
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
    if (!simt_is_over(&start->clock) || !simt_is_over(&end->clock))
        return simt_refuse(cudaErrorNotReady,
                           "the device has not come to the event yet, so its time is not "
                           "known: wait first, with cudaEventSynchronize()");
    *milliseconds = between(&start->time->at, &end->time->at);
    return cudaSuccess;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags)
{
    cudaError_t error = simt_check_stream(stream);
    if (error == cudaSuccess && flags > 1)
        error = simt_refuse(cudaErrorInvalidValue, "flags %#x", flags);
    if (error == cudaSuccess)
        error = check_event(event);
    if (error == cudaSuccess && event->recorder)
        event->recorder->wait(simt_queue_of(stream), event->mark);
    else if (error == cudaSuccess)
        simt_queue_after(simt_queue_of(stream), &event->clock);
    return error;
}
