/* What CUDA 11 and 12 had and CUDA 13 dropped, for programs that were written then: fields of
 * cudaDeviceProp, calls, signatures. C++17; a lab does not see it, for nvcc would refuse it. */
#ifndef SIMT_BEFORE_13_H
#define SIMT_BEFORE_13_H

#include "cuda/errors.h"

/* --- the device --------------------------------------------------------------------------- */

struct simt_properties_before_13 : cudaDeviceProp {
    int clockRate, memoryClockRate; /* in kHz */
    int deviceOverlap, kernelExecTimeoutEnabled, computeMode;
    int singleToDoublePrecisionPerfRatio;
    int cooperativeMultiDeviceLaunch;
    int maxTexture1DLinear;
};

inline cudaError_t cudaGetDeviceProperties(simt_properties_before_13 *properties, int device)
{
    *properties = {};
    cudaError_t error = cudaGetDeviceProperties((struct cudaDeviceProp *)properties, device);
    if (error != cudaSuccess)
        return error;
    cudaDeviceGetAttribute(&properties->clockRate, cudaDevAttrClockRate, device);
    cudaDeviceGetAttribute(&properties->memoryClockRate, cudaDevAttrMemoryClockRate, device);
    cudaDeviceGetAttribute(&properties->deviceOverlap, cudaDevAttrGpuOverlap, device);
    cudaDeviceGetAttribute(&properties->kernelExecTimeoutEnabled, cudaDevAttrKernelExecTimeout,
                           device);
    properties->singleToDoublePrecisionPerfRatio = 2;
    return error;
}

#define cudaDeviceProp simt_properties_before_13

/* --- calls -------------------------------------------------------------------------------- */

inline cudaError_t cudaThreadSynchronize()
{
    return cudaDeviceSynchronize();
}

inline cudaError_t cudaThreadExit()
{
    return cudaDeviceReset();
}

inline cudaError_t cudaThreadSetCacheConfig(cudaFuncCache config)
{
    return cudaDeviceSetCacheConfig(config);
}

enum cudaSharedMemConfig {
    cudaSharedMemBankSizeDefault = 0,
    cudaSharedMemBankSizeFourByte = 1,
    cudaSharedMemBankSizeEightByte = 2,
};

inline cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig)
{
    return cudaSuccess;
}

inline cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *config)
{
    *config = cudaSharedMemBankSizeFourByte;
    return cudaSuccess;
}

template <class Function>
inline cudaError_t cudaFuncSetSharedMemConfig(Function, cudaSharedMemConfig)
{
    return cudaSuccess;
}

/* --- signatures: a device by its number --------------------------------------------------- */

inline cudaMemLocation simt_location_of(int device)
{
    return {device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice,
            device == cudaCpuDeviceId ? 0 : device};
}

inline cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, int device,
                                        cudaStream_t stream = 0)
{
    return cudaMemPrefetchAsync(pointer, bytes, simt_location_of(device), 0, stream);
}

inline cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, cudaMemoryAdvise advice,
                                 int device)
{
    return cudaMemAdvise(pointer, bytes, advice, simt_location_of(device));
}

/* --- profiling, peers: nothing to do ------------------------------------------------------ */

inline cudaError_t cudaProfilerStart()
{
    return cudaSuccess;
}

inline cudaError_t cudaProfilerStop()
{
    return cudaSuccess;
}

/* There is one device. */
inline cudaError_t cudaDeviceEnablePeerAccess(int, unsigned)
{
    return simt_refuse(cudaErrorPeerAccessUnsupported,
                       "there is one device, and no peer of it");
}

inline cudaError_t cudaDeviceDisablePeerAccess(int)
{
    return cudaErrorPeerAccessNotEnabled;
}

#endif
