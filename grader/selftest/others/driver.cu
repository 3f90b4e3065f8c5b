// What the driver's API says of the device, and its memory given to a kernel of this program.
// prints: 40 bytes, then none; 77 0 9 1024 1 0 45 cudaErrorInvalidDevice
#include <cuda.h>
#include <stdio.h>

__global__ void add_up(int *a, int n)
{
    for (int i = 1; i < n; i++)
        a[0] += a[i];
}

// Fills 10 numbers in a stream, and asks where their memory begins and ends.
void fill_in_stream(int filled[10])
{
    CUstream stream;
    CUevent filled_all;
    CUdeviceptr memory, base;
    size_t bytes;

    cuMemAlloc(&memory, 40);
    cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);
    cuEventCreate(&filled_all, CU_EVENT_DEFAULT | CU_EVENT_DISABLE_TIMING);
    cuMemsetD32Async(memory, 7, 10, stream);
    cuEventRecord(filled_all, stream);
    cuEventSynchronize(filled_all);
    cuMemcpyDtoHAsync(filled, memory, 40, stream);
    cuStreamSynchronize(stream);
    cuMemGetAddressRange(&base, &bytes, memory + 36);
    CUresult behind = cuMemGetAddressRange(nullptr, nullptr, memory + 40);
    printf("%d bytes, then %s; ", base == memory ? (int)bytes : 0,
           behind == CUDA_ERROR_NOT_FOUND ? "none" : "more");
    cuStreamDestroy(stream);
    cuEventDestroy(filled_all);
    cuMemFree(memory);
}

/* As cuda.h has them. */
static_assert(CU_EVENT_BLOCKING_SYNC == 1 && CU_EVENT_DISABLE_TIMING == 2, "flags of events");
static_assert(CU_MEM_ATTACH_GLOBAL == 1 && CU_MEM_ATTACH_HOST == 2, "flags of managed memory");
static_assert(CU_MEMHOSTALLOC_PORTABLE == 1 && CU_MEMHOSTALLOC_DEVICEMAP == 2, "pinned memory");
static_assert(CU_CTX_SCHED_AUTO == 0 && CU_CTX_SCHED_BLOCKING_SYNC == 4, "flags of contexts");
static_assert(CU_CTX_MAP_HOST == 8 && CU_STREAM_NON_BLOCKING == 1, "and of streams");

int main()
{
    CUdevice device;
    CUcontext context;
    CUdeviceptr memory;
    CUresult first = cuInit(0);
    const char *name;
    int major, threads, has_memory, maps, a[10];
    size_t bytes;

    cuDeviceGet(&device, 0);
    cuCtxCreate(&context, 0, device);
    cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    cuDeviceGetAttribute(&threads, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, device);
    cuDeviceGetAttribute(&maps, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED,
                         device);
    static_assert(CUDA_ERROR_DEINITIALIZED == 4 && CUDA_ERROR_LAUNCH_TIMEOUT == 702, "");
    has_memory = cuDeviceTotalMem(&bytes, device) == CUDA_SUCCESS && bytes > 1 << 20;
    fill_in_stream(a);
    printf("%d%d ", a[0], a[9]);
    for (int i = 0; i < 10; i++)
        a[i] = i;
    cuMemAlloc(&memory, sizeof a);
    cuMemcpyHtoD(memory, a, sizeof a);
    add_up<<<1, 1>>>((int *)memory, 10);
    cuMemcpyDtoH(a, memory, sizeof a);
    cuMemFree(memory);
    cuGetErrorName(CUDA_ERROR_INVALID_DEVICE, &name);
    printf("%d %d %d %d %d %d %s\n", first, major, threads, has_memory, maps, a[0], name);
    cuCtxDestroy(context);
    return 0;
}
