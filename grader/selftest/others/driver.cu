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
    cuStreamCreate(&stream, 0);
    cuEventCreate(&filled_all, 0);
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
