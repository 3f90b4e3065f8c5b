/* One simulated device with the limits of an H200: properties, attributes, limits, versions.
 * attributes.inc lists its attributes. */
#define _GNU_SOURCE
#include "cuda/queue.h"
#include "cuda/runtime.h"
#include <time.h>

#define KIB ((size_t)1 << 10)

/* --- device ------------------------------------------------------------------------------- */

/* The limits are an H200's, so that a program that fits here fits there. The number of
 * multiprocessors is small and the same on every machine, so that grids sized by it, and with
 * them counters and verdicts, are too. Where arrays hardly lie anywhere and a few blocks of a
 * grid are run, it is an H200's, so that a block's share of such an array is no larger. */
static struct cudaDeviceProp properties = {
    .name = "CPU backend (simt)",
    .major = 9,
    .minor = 0,
    .warpSize = 32,
    .maxThreadsPerBlock = 1024,
    .maxThreadsDim = {1024, 1024, 64},
    .maxGridSize = {2147483647, 65535, 65535},
    .maxThreadsPerMultiProcessor = 2048,
    .maxBlocksPerMultiProcessor = 32,
    .sharedMemPerBlock = 48 * KIB,
    .sharedMemPerBlockOptin = 227 * KIB,
    .sharedMemPerMultiprocessor = 228 * KIB,
    .reservedSharedMemPerBlock = 1 * KIB,
    .regsPerBlock = 65536,
    .regsPerMultiprocessor = 65536,
    .totalConstMem = 64 * KIB,
    .memPitch = 2147483647,
    .textureAlignment = 512,
    .texturePitchAlignment = 32,
    .surfaceAlignment = 512,
    .canMapHostMemory = 1,
    .unifiedAddressing = 1,
    .managedMemory = 1,
    .cooperativeLaunch = 1,
    .concurrentManagedAccess = 1,
    .directManagedMemAccessFromHost = 1,
    .hostNativeAtomicSupported = 1,
    .canUseHostPointerForRegisteredMem = 1,
    .hostRegisterSupported = 1,
    .streamPrioritiesSupported = 1,
    .globalL1CacheSupported = 1,
    .localL1CacheSupported = 1,
    .memoryPoolsSupported = 1,
    .concurrentKernels = 1,
    .asyncEngineCount = 3,
    .l2CacheSize = 50 * 1024 * KIB,
    .memoryBusWidth = 6144,
    .maxTexture1D = 131072,
    .maxTexture2D = {131072, 65536},
    .maxTexture2DLinear = {131072, 65000, 2097120},
    .maxTexture3D = {16384, 16384, 16384},
    .maxSurface1D = 32768,
    .maxSurface2D = {131072, 65536},
    .maxSurface3D = {16384, 16384, 16384},
    .hostNumaId = -1,
};

const struct cudaDeviceProp *simt_properties(void)
{
    properties.multiProcessorCount = simt_allocates_sparsely() ? 132 : 8;
    properties.totalGlobalMem = simt_device_bytes();
    return &properties;
}

static long long nanoseconds_by(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static long long nanoseconds(void)
{
    return nanoseconds_by(CLOCK_MONOTONIC);
}

unsigned long long simt_time_of_day(void)
{
    return (unsigned long long)nanoseconds_by(CLOCK_REALTIME);
}

/* clock64() in shim/waiting.h reads it, too. */
long long simt_clock(void)
{
#if defined(__x86_64__)
    return (long long)__builtin_ia32_rdtsc();
#else
    return nanoseconds();
#endif
}

/* How many thousand ticks of clock64() a second has: measured once, over 2 ms. */
static int clock_rate(void)
{
    static _Atomic int khz;
    if (khz == 0) {
        long long begin = nanoseconds(), first = simt_clock(), now;
        while ((now = nanoseconds()) - begin < 2000000)
            ;
        khz = (int)((simt_clock() - first) * 1000000 / (now - begin));
    }
    return khz;
}

bool simt_was_called;

static cudaError_t check_device(int device)
{
    simt_is_called();
    if (device == 0)
        return cudaSuccess;
    return simt_refuse(cudaErrorInvalidDevice, "there is one device, number 0, not %d", device);
}

static cudaError_t store(int *to, int value)
{
    RETURN_IF_NULL(to);
    *to = value;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceCount(int *count)
{
    return store(count, 1);
}

cudaError_t cudaGetDevice(int *device)
{
    return store(device, 0);
}

cudaError_t cudaSetDevice(int device)
{
    return check_device(device);
}

cudaError_t cudaInitDevice(int device, unsigned int device_flags, unsigned int flags)
{
    (void)device_flags, (void)flags;
    return check_device(device);
}

static unsigned int device_flags_set;

cudaError_t cudaSetDeviceFlags(unsigned int flags)
{
    simt_is_for_the_host();
    device_flags_set = flags;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceFlags(unsigned int *flags)
{
    RETURN_IF_NULL(flags);
    *flags = device_flags_set | cudaDeviceMapHost;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device)
{
    RETURN_IF_NULL(properties);
    if (check_device(device) == cudaSuccess)
        *properties = *simt_properties();
    return check_device(device);
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device)
{
    if (check_device(device) != cudaSuccess)
        return cudaErrorInvalidDevice;
    const struct cudaDeviceProp *p = simt_properties();
    switch (attribute) {
#define ATTRIBUTE(name, number, expression)                                                    \
    case name:                                                                                 \
        return store(value, (int)(expression));
#include "cuda/attributes.inc"
    }
    return simt_refuse(cudaErrorInvalidValue, "there is no attribute %d", (int)attribute);
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *properties)
{
    (void)properties;
    return store(device, 0);
}

cudaError_t cudaDeviceSynchronize(void)
{
    simt_wait_for_all();
    RETURN_IF_BROKEN;
    return cudaSuccess;
}

/* --- limits, caches, versions ------------------------------------------------------------- */

/* As an H200 has them. */
static size_t limits[] = {
    [cudaLimitStackSize] = 1 * KIB,
    [cudaLimitPrintfFifoSize] = 8448 * KIB,
    [cudaLimitMallocHeapSize] = 8 * KIB * KIB,
    [cudaLimitDevRuntimeSyncDepth] = 2,
    [cudaLimitDevRuntimePendingLaunchCount] = 2048,
    [cudaLimitMaxL2FetchGranularity] = 64,
    [cudaLimitPersistingL2CacheSize] = 0,
};
#define LIMITS (sizeof limits / sizeof *limits)

static bool heap_is_fixed;

size_t simt_malloc_heap_size(void)
{
    return limits[cudaLimitMallocHeapSize];
}

void simt_fix_malloc_heap_size(bool fixed)
{
    heap_is_fixed = fixed;
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
{
    RETURN_IF_BROKEN;
    if ((unsigned)limit >= LIMITS)
        return simt_refuse(cudaErrorInvalidValue, "there is no limit %d", (int)limit);
    if (limit == cudaLimitMallocHeapSize && heap_is_fixed)
        return simt_refuse(cudaErrorInvalidValue,
                           "a kernel has used the heap: its size is to be set before");
    limits[limit] = value;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit)
{
    RETURN_IF_BROKEN;
    RETURN_IF_NULL(value);
    if ((unsigned)limit >= LIMITS)
        return simt_refuse(cudaErrorInvalidValue, "there is no limit %d", (int)limit);
    *value = limits[limit];
    return cudaSuccess;
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config)
{
    RETURN_IF_BROKEN;
    (void)config;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config)
{
    RETURN_IF_BROKEN;
    RETURN_IF_NULL(config);
    *config = cudaFuncCachePreferNone;
    return cudaSuccess;
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
    if (check_device(device) != cudaSuccess || check_device(peer) != cudaSuccess)
        return cudaErrorInvalidDevice;
    return store(can, 0);
}

cudaError_t cudaDriverGetVersion(int *version)
{
    return store(version, CUDART_VERSION);
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    return store(version, CUDART_VERSION);
}
