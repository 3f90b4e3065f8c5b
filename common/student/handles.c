/* Counts the streams, events and registered memory of the student's code: see handles.h. The
 * linker's --wrap puts the functions below round the calls of that code, on either backend;
 * lab.mk passes one --wrap a function whose __wrap_ form is defined here. */
#include "handles.h"

static int64_t alive, registered;
static bool kept_from_resets, reset;

int64_t handles_alive(void)
{
    return __atomic_load_n(&alive, __ATOMIC_RELAXED);
}

void handles_begin(void)
{
    kept_from_resets = true;
    reset = false;
}

bool handles_end(void)
{
    kept_from_resets = false;
    return reset;
}

static cudaError_t count(int64_t *what, cudaError_t result, int by)
{
    if (result == cudaSuccess)
        __atomic_add_fetch(what, by, __ATOMIC_RELAXED);
    return result;
}

static cudaError_t counted(cudaError_t result, int by)
{
    return count(&alive, result, by);
}

int64_t handles_registered(void)
{
    return __atomic_load_n(&registered, __ATOMIC_RELAXED);
}

cudaError_t handles_count_registered(cudaError_t result)
{
    return count(&registered, result, 1);
}

/* Each __real_ is the runtime's own function, each __wrap_ what the student's code calls. */

cudaError_t __real_cudaStreamCreate(cudaStream_t *stream);
cudaError_t __wrap_cudaStreamCreate(cudaStream_t *stream)
{
    return counted(__real_cudaStreamCreate(stream), 1);
}

cudaError_t __real_cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags);
cudaError_t __wrap_cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags)
{
    return counted(__real_cudaStreamCreateWithFlags(stream, flags), 1);
}

cudaError_t __real_cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags,
                                                int priority);
cudaError_t __wrap_cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags,
                                                int priority)
{
    return counted(__real_cudaStreamCreateWithPriority(stream, flags, priority), 1);
}

cudaError_t __real_cudaStreamDestroy(cudaStream_t stream);
cudaError_t __wrap_cudaStreamDestroy(cudaStream_t stream)
{
    return counted(__real_cudaStreamDestroy(stream), -1);
}

cudaError_t __real_cudaEventCreate(cudaEvent_t *event);
cudaError_t __wrap_cudaEventCreate(cudaEvent_t *event)
{
    return counted(__real_cudaEventCreate(event), 1);
}

cudaError_t __real_cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags);
cudaError_t __wrap_cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
    return counted(__real_cudaEventCreateWithFlags(event, flags), 1);
}

cudaError_t __real_cudaEventDestroy(cudaEvent_t event);
cudaError_t __wrap_cudaEventDestroy(cudaEvent_t event)
{
    return counted(__real_cudaEventDestroy(event), -1);
}

cudaError_t __real_cudaHostUnregister(void *at);
cudaError_t __wrap_cudaHostUnregister(void *at)
{
    return count(&registered, __real_cudaHostUnregister(at), -1);
}

cudaError_t __real_cudaDeviceReset(void);
cudaError_t __wrap_cudaDeviceReset(void)
{
    if (!kept_from_resets)
        return __real_cudaDeviceReset();
    reset = true;
    return cudaSuccess;
}
