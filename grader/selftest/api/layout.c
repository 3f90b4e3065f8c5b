/* Prints sizes, alignments, offsets and values of the runtime API's types. Built once with the
 * CPU backend's header and once with the toolkit's: both must print the same. */
#ifdef TOOLKIT
#include <cuda_runtime_api.h>
#else
#include "cuda/api.h"
#endif
#include <stddef.h>
#include <stdio.h>

#ifdef __clang__ /* CUDA 13 calls the unmarked vectors of four 8-byte members deprecated */
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
#else
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif

#define TYPE(t) printf(#t " %zu %zu\n", sizeof(t), _Alignof(t))
#define FIELD(s, f) printf(#s "." #f " %zu %zu\n", offsetof(s, f), sizeof(((s *)NULL)->f))
#define VALUE(v) printf(#v " %d\n", (int)(v))
#define VECTOR(name) (TYPE(name##1), TYPE(name##2), TYPE(name##3), TYPE(name##4))
#define WIDE(name) (VECTOR(name), TYPE(name##4_16a), TYPE(name##4_32a), FIELD(name##3, z))

static void vectors(void)
{
    VECTOR(char), VECTOR(uchar), VECTOR(short), VECTOR(ushort), VECTOR(int), VECTOR(uint);
    VECTOR(float), WIDE(long), WIDE(ulong), WIDE(longlong), WIDE(ulonglong), WIDE(double);
    TYPE(dim3), FIELD(dim3, z), FIELD(float4, w), FIELD(char3, z);
}

#define PROPERTY(f) FIELD(struct cudaDeviceProp, f)
#define OF_FUNCTION(f) FIELD(struct cudaFuncAttributes, f)
#define OF_POINTER(f) FIELD(struct cudaPointerAttributes, f)

static void structs(void)
{
    TYPE(struct cudaDeviceProp), TYPE(struct cudaFuncAttributes);
    TYPE(struct cudaPointerAttributes), TYPE(struct cudaMemLocation);
    PROPERTY(uuid), PROPERTY(totalGlobalMem), PROPERTY(sharedMemPerBlock), PROPERTY(warpSize);
    PROPERTY(maxThreadsDim), PROPERTY(maxGridSize), PROPERTY(totalConstMem), PROPERTY(major);
    PROPERTY(multiProcessorCount), PROPERTY(maxSurfaceCubemapLayered), PROPERTY(ECCEnabled);
    PROPERTY(sharedMemPerMultiprocessor), PROPERTY(managedMemory), PROPERTY(cooperativeLaunch);
    PROPERTY(sharedMemPerBlockOptin), PROPERTY(reservedSharedMemPerBlock);
    PROPERTY(memoryPoolsSupported), PROPERTY(clusterLaunch), PROPERTY(hostNumaId);
    PROPERTY(hostNumaMultinodeIpcSupported), PROPERTY(reserved);
    OF_FUNCTION(localSizeBytes), OF_FUNCTION(numRegs), OF_FUNCTION(maxDynamicSharedSizeBytes);
    OF_FUNCTION(preferredShmemCarveout), OF_FUNCTION(nonPortableClusterSizeAllowed);
    OF_POINTER(type), OF_POINTER(device), OF_POINTER(devicePointer), OF_POINTER(hostPointer);
}

static void values(void)
{
    VALUE(cudaMemcpyHostToHost), VALUE(cudaMemcpyHostToDevice), VALUE(cudaMemcpyDeviceToHost);
    VALUE(cudaMemcpyDeviceToDevice), VALUE(cudaMemcpyDefault);
    VALUE(cudaMemoryTypeUnregistered), VALUE(cudaMemoryTypeHost), VALUE(cudaMemoryTypeDevice);
    VALUE(cudaMemoryTypeManaged), VALUE(cudaMemLocationTypeNone);
    VALUE(cudaMemLocationTypeDevice), VALUE(cudaMemLocationTypeHost);
    VALUE(cudaMemLocationTypeHostNuma), VALUE(cudaMemLocationTypeHostNumaCurrent);
    VALUE(cudaMemAdviseSetReadMostly), VALUE(cudaMemAdviseUnsetAccessedBy);
    VALUE(cudaComputeModeDefault), VALUE(cudaComputeModeExclusiveProcess);
    VALUE(cudaLimitStackSize), VALUE(cudaLimitPrintfFifoSize), VALUE(cudaLimitMallocHeapSize);
    VALUE(cudaFuncCachePreferNone), VALUE(cudaFuncCachePreferShared);
    VALUE(cudaFuncCachePreferL1), VALUE(cudaFuncCachePreferEqual);
    VALUE(cudaFuncAttributeMaxDynamicSharedMemorySize);
    VALUE(cudaFuncAttributePreferredSharedMemoryCarveout);
    VALUE(cudaSharedmemCarveoutDefault), VALUE(cudaSharedmemCarveoutMaxShared);
    VALUE(cudaSharedmemCarveoutMaxL1);
}

static void flags(void)
{
    VALUE(cudaHostAllocPortable), VALUE(cudaHostAllocMapped), VALUE(cudaHostAllocWriteCombined);
    VALUE(cudaHostRegisterPortable), VALUE(cudaHostRegisterMapped);
    VALUE(cudaHostRegisterIoMemory), VALUE(cudaHostRegisterReadOnly);
    VALUE(cudaMemAttachGlobal), VALUE(cudaMemAttachHost), VALUE(cudaMemAttachSingle);
    VALUE(cudaStreamDefault), VALUE(cudaStreamNonBlocking), VALUE((size_t)cudaStreamLegacy);
    VALUE((size_t)cudaStreamPerThread), VALUE(cudaEventBlockingSync);
    VALUE(cudaEventDisableTiming), VALUE(cudaEventInterprocess), VALUE(cudaCpuDeviceId);
    VALUE(cudaInvalidDeviceId), VALUE(cudaDeviceScheduleBlockingSync), VALUE(cudaDeviceMapHost);
    VALUE(cudaDeviceScheduleSpin), VALUE(cudaDeviceScheduleYield), VALUE(CUDART_VERSION / 1000);
    VALUE(cudaOccupancyDisableCachingOverride);
}

int main(void)
{
    vectors();
    structs();
    values();
    flags();
    return 0;
}
