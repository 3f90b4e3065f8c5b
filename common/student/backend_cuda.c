/* A device's answers to backend.h. The CUDA runtime keeps no count of launches or bytes, so
 * the linker's --wrap puts the counters below round the calls of the student's code; lab.mk
 * passes one --wrap a function whose __wrap_ form is defined here. */
#include "backend.h"
#include "handles.h"

#include <cuda_runtime.h>
#include <stdbool.h>

enum { MAX_LIVE = 1024 };

static struct {
    void *at;
    size_t bytes;
} live[MAX_LIVE];
static uint64_t launches, widest;
static bool has_open_memory;

void backend_describe_faults_in(struct fault *fault, void (*open)(void))
{
    (void)fault, (void)open; /* a device gives an error's name and no more */
}

/* The device sees to it itself. */
void backend_guard_host(void)
{
}

const char *backend_error_detail(void)
{
    return "";
}

bool backend_refused_null(void)
{
    return false;
}

bool backend_heap_was_full(void)
{
    return false;
}

bool backend_error_is_of_earlier_call(void)
{
    return false;
}

void backend_limit_launches(double seconds)
{
    (void)seconds; /* nothing stops a kernel but the end of its process */
}

void backend_watch_time(const unsigned *parts_over, unsigned parts)
{
    (void)parts_over, (void)parts;
}

bool backend_was_moving(void)
{
    return false;
}

bool backend_was_late(void)
{
    return false;
}

uint64_t backend_launches(void)
{
    return launches;
}

uint64_t backend_widest_launch(void)
{
    uint64_t most = widest;
    widest = 0;
    return most;
}

/* The host cannot read it. It counts from when the driver has started the device, which takes
 * longer than 32 bits of it last. */
int64_t backend_clock(void)
{
    return INT64_MAX;
}

uint64_t backend_allocated(void)
{
    uint64_t bytes = 0;
    for (int i = 0; i < MAX_LIVE; i++)
        bytes += live[i].at ? live[i].bytes : 0;
    return bytes;
}

/* Not told of a __managed__ variable: the CPU checker's program has it as well. */
bool backend_has_open_memory(void)
{
    return has_open_memory;
}

uint64_t backend_read_by_host(void)
{
    return 0;
}

void backend_name_array(const void *payload, size_t bytes, const char *name)
{
    (void)payload, (void)bytes, (void)name;
}

void backend_allocate_sparsely(bool on)
{
    (void)on; /* what does not fit is refused */
}

void backend_leave_out_junk(bool on)
{
    (void)on; /* what is there is others' */
}

void backend_clear(void *at, size_t bytes)
{
    cudaMemset(at, 0, bytes);
}

void backend_only_zeros(void *at, size_t bytes)
{
    (void)at, (void)bytes; /* its pages are large */
}

void backend_hold_open(bool open)
{
    (void)open;
}

bool backend_has_drawn(void)
{
    return false;
}

bool backend_has_used(const void *at, size_t bytes)
{
    (void)at, (void)bytes;
    return false;
}

void backend_call_apart(void (*function)(void))
{
    function();
}

void backend_called_from(const void *code)
{
    (void)code;
}

void backend_caller_reads(const void *payload, size_t bytes)
{
    (void)payload, (void)bytes;
}

void backend_copies_off(const void *payload, size_t bytes)
{
    (void)payload, (void)bytes;
}

void backend_begin_check(enum schedule schedule)
{
    (void)schedule; /* the CPU checker's program does this, here as elsewhere */
}

uint32_t backend_end_check(struct finding *findings, struct simt_counters *counters)
{
    (void)findings, (void)counters;
    return 0;
}

static cudaError_t remember(cudaError_t result, void *at, size_t bytes)
{
    for (int i = 0; i < MAX_LIVE && result == cudaSuccess && at; i++) {
        if (!live[i].at) {
            live[i].at = at;
            live[i].bytes = bytes;
            break;
        }
    }
    return result;
}

static void forget(const void *at)
{
    for (int i = 0; i < MAX_LIVE; i++)
        if (live[i].at == at)
            live[i].at = NULL;
}

/* Each __real_ is the runtime's own function, each __wrap_ what the student's code calls. */

unsigned __real___cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, void *stream);
unsigned __wrap___cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, void *stream)
{
    uint64_t blocks = (uint64_t)grid.x * grid.y * grid.z;
    launches++; /* every <<<...>>> begins with this call */
    widest = blocks > widest ? blocks : widest;
    return __real___cudaPushCallConfiguration(grid, block, shared, stream);
}

cudaError_t __real_cudaMalloc(void **at, size_t bytes);
cudaError_t __wrap_cudaMalloc(void **at, size_t bytes)
{
    cudaError_t result = __real_cudaMalloc(at, bytes);
    return remember(result, result == cudaSuccess ? *at : NULL, bytes);
}

cudaError_t __real_cudaMallocPitch(void **at, size_t *pitch, size_t width, size_t height);
cudaError_t __wrap_cudaMallocPitch(void **at, size_t *pitch, size_t width, size_t height)
{
    cudaError_t result = __real_cudaMallocPitch(at, pitch, width, height);
    return remember(result, result == cudaSuccess ? *at : NULL, width * height);
}

cudaError_t __real_cudaMallocManaged(void **at, size_t bytes, unsigned flags);
cudaError_t __wrap_cudaMallocManaged(void **at, size_t bytes, unsigned flags)
{
    cudaError_t result = __real_cudaMallocManaged(at, bytes, flags);
    has_open_memory = true;
    return remember(result, result == cudaSuccess ? *at : NULL, bytes);
}

cudaError_t __real_cudaMallocAsync(void **at, size_t bytes, cudaStream_t stream);
cudaError_t __wrap_cudaMallocAsync(void **at, size_t bytes, cudaStream_t stream)
{
    cudaError_t result = __real_cudaMallocAsync(at, bytes, stream);
    return remember(result, result == cudaSuccess ? *at : NULL, bytes);
}

cudaError_t __real_cudaFree(void *at);
cudaError_t __wrap_cudaFree(void *at)
{
    forget(at);
    return __real_cudaFree(at);
}

cudaError_t __real_cudaFreeAsync(void *at, cudaStream_t stream);
cudaError_t __wrap_cudaFreeAsync(void *at, cudaStream_t stream)
{
    forget(at);
    return __real_cudaFreeAsync(at, stream);
}

cudaError_t __real_cudaMallocHost(void **at, size_t bytes);
cudaError_t __wrap_cudaMallocHost(void **at, size_t bytes)
{
    cudaError_t result = __real_cudaMallocHost(at, bytes);
    has_open_memory = true;
    return remember(result, result == cudaSuccess ? *at : NULL, bytes);
}

cudaError_t __real_cudaFreeHost(void *at);
cudaError_t __wrap_cudaFreeHost(void *at)
{
    forget(at);
    return __real_cudaFreeHost(at);
}

cudaError_t __real_cudaHostAlloc(void **at, size_t bytes, unsigned flags);
cudaError_t __wrap_cudaHostAlloc(void **at, size_t bytes, unsigned flags)
{
    cudaError_t result = __real_cudaHostAlloc(at, bytes, flags);
    has_open_memory = true;
    return remember(result, result == cudaSuccess ? *at : NULL, bytes);
}

cudaError_t __real_cudaHostRegister(void *at, size_t bytes, unsigned flags);
cudaError_t __wrap_cudaHostRegister(void *at, size_t bytes, unsigned flags)
{
    has_open_memory = true;
    return handles_count_registered(__real_cudaHostRegister(at, bytes, flags));
}
