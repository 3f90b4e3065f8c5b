/* Memory pools: all are the device's own, which keeps nothing back. C++17. */
#ifndef SIMT_POOLS_H
#define SIMT_POOLS_H

#include "cuda/api.h"

typedef struct simt_memory_pool *cudaMemPool_t;

enum cudaMemPoolAttr {
    cudaMemPoolReuseFollowEventDependencies = 1,
    cudaMemPoolReuseAllowOpportunistic = 2,
    cudaMemPoolReuseAllowInternalDependencies = 3,
    cudaMemPoolAttrReleaseThreshold = 4,
    cudaMemPoolAttrReservedMemCurrent = 5,
    cudaMemPoolAttrReservedMemHigh = 6,
    cudaMemPoolAttrUsedMemCurrent = 7,
    cudaMemPoolAttrUsedMemHigh = 8,
};

enum cudaMemAllocationType {
    cudaMemAllocationTypeInvalid = 0,
    cudaMemAllocationTypePinned = 1,
    cudaMemAllocationTypeManaged = 2,
};

enum cudaMemAllocationHandleType {
    cudaMemHandleTypeNone = 0,
    cudaMemHandleTypePosixFileDescriptor = 1,
    cudaMemHandleTypeFabric = 8,
};

struct cudaMemPoolProps {
    cudaMemAllocationType allocType;
    cudaMemAllocationHandleType handleTypes;
    cudaMemLocation location;
    void *win32SecurityAttributes;
    size_t maxSize;
    unsigned short usage;
    unsigned char reserved[54];
};

enum cudaMemAccessFlags {
    cudaMemAccessFlagsProtNone = 0,
    cudaMemAccessFlagsProtRead = 1,
    cudaMemAccessFlagsProtReadWrite = 3,
};

struct cudaMemAccessDesc {
    cudaMemLocation location;
    cudaMemAccessFlags flags;
};

inline cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const cudaMemPoolProps *)
{
    *pool = (cudaMemPool_t)1;
    return cudaSuccess;
}

inline cudaError_t cudaMemPoolDestroy(cudaMemPool_t)
{
    return cudaSuccess;
}

inline cudaError_t cudaMemPoolSetAccess(cudaMemPool_t, const cudaMemAccessDesc *, size_t)
{
    return cudaSuccess;
}

inline cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags *flags, cudaMemPool_t,
                                        cudaMemLocation *)
{
    *flags = cudaMemAccessFlagsProtReadWrite;
    return cudaSuccess;
}

inline cudaError_t cudaDeviceSetMemPool(int, cudaMemPool_t)
{
    return cudaSuccess;
}

inline cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int)
{
    *pool = (cudaMemPool_t)1;
    return cudaSuccess;
}

inline cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device)
{
    return cudaDeviceGetDefaultMemPool(pool, device);
}

inline cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void *)
{
    return cudaSuccess;
}

inline cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t, cudaMemPoolAttr, void *value)
{
    *(unsigned long long *)value = 0;
    return cudaSuccess;
}

inline cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, size_t)
{
    return cudaSuccess;
}

template <class T>
inline cudaError_t cudaMallocAsync(T **pointer, size_t bytes, cudaMemPool_t,
                                   cudaStream_t stream)
{
    return cudaMallocAsync((void **)pointer, bytes, stream);
}

template <class T>
inline cudaError_t cudaMallocFromPoolAsync(T **pointer, size_t bytes, cudaMemPool_t,
                                           cudaStream_t stream)
{
    return cudaMallocAsync((void **)pointer, bytes, stream);
}

#endif
