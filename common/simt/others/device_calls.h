/* What programs ask of a device that is the only one, and of where its memory lies. C++17. */
#ifndef SIMT_DEVICE_CALLS_H
#define SIMT_DEVICE_CALLS_H

#include <stdio.h>
#include <string.h>
#include "cuda/errors.h"
#include "others/before_13.h"

/* --- its place on the bus, and its peers -------------------------------------------------- */

inline cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device)
{
    int count = 0;
    cudaError_t error = cudaDeviceGetAttribute(&count, cudaDevAttrPciBusId, device);
    if (error == cudaSuccess)
        snprintf(id, (size_t)length, "0000:00:00.0");
    return error;
}

inline cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id)
{
    if (strcmp(id, "0000:00:00.0"))
        return simt_refuse(cudaErrorInvalidDevice, "there is one device, at 0000:00:00.0");
    return *device = 0, cudaSuccess;
}

inline cudaError_t cudaSetValidDevices(int *, int)
{
    return cudaSuccess;
}

enum cudaDeviceP2PAttr {
    cudaDevP2PAttrPerformanceRank = 1,
    cudaDevP2PAttrAccessSupported = 2,
    cudaDevP2PAttrNativeAtomicSupported = 3,
    cudaDevP2PAttrCudaArrayAccessSupported = 4,
};

inline cudaError_t cudaDeviceGetP2PAttribute(int *, cudaDeviceP2PAttr, int, int)
{
    return simt_refuse(cudaErrorInvalidDevice, "there is one device, and no peer of it");
}

/* --- managed memory ----------------------------------------------------------------------- */

enum cudaMemRangeAttribute {
    cudaMemRangeAttributeReadMostly = 1,
    cudaMemRangeAttributePreferredLocation = 2,
    cudaMemRangeAttributeAccessedBy = 3,
    cudaMemRangeAttributeLastPrefetchLocation = 4,
    cudaMemRangeAttributePreferredLocationType = 5,
    cudaMemRangeAttributePreferredLocationId = 6,
    cudaMemRangeAttributeLastPrefetchLocationType = 7,
    cudaMemRangeAttributeLastPrefetchLocationId = 8,
};

/* Host and device share the memory, so that advice is not kept: no place is preferred. */
inline cudaError_t cudaMemRangeGetAttribute(void *data, size_t bytes,
                                            cudaMemRangeAttribute attribute, const void *,
                                            size_t)
{
    int value = attribute == cudaMemRangeAttributeReadMostly ? 0
                : attribute >= cudaMemRangeAttributePreferredLocationType &&
                        attribute != cudaMemRangeAttributePreferredLocationId &&
                        attribute != cudaMemRangeAttributeLastPrefetchLocationId
                    ? (int)cudaMemLocationTypeInvalid
                    : cudaInvalidDeviceId;
    for (size_t i = 0; i + sizeof value <= bytes; i += sizeof value)
        memcpy((char *)data + i, &value, sizeof value);
    return cudaSuccess;
}

inline cudaError_t cudaMemRangeGetAttributes(void **data, size_t *bytes,
                                             cudaMemRangeAttribute *attributes, size_t count,
                                             const void *pointer, size_t size)
{
    for (size_t i = 0; i < count; i++)
        cudaMemRangeGetAttribute(data[i], bytes[i], attributes[i], pointer, size);
    return cudaSuccess;
}

/* --- names that CUDA 12 had --------------------------------------------------------------- */

inline cudaError_t cudaGetDeviceProperties_v2(cudaDeviceProp *properties, int device)
{
    return cudaGetDeviceProperties(properties, device);
}

#endif
