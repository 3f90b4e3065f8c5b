/* The driver's header <cuda.h> for programs that are not a lab's: of its API what asks for the
 * device, and what allocates and copies. Modules, and kernels out of files, are not supported:
 * using one is a build error that names it. C11 and C++17. */
#ifndef SIMT_OTHERS_CUDA_H
#define SIMT_OTHERS_CUDA_H

#define __cuda_cuda_h__ /* by which other headers see that this one has been read */

#include "others/driver_errors.h"
#include "shim/cuda.h"

/* --- names -------------------------------------------------------------------------------- */

typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
typedef struct CUuuid_st CUuuid;
typedef struct CUctxCreateParams_st {
    void *execAffinityParams;
    int numExecAffinityParams;
    void *cigParams;
} CUctxCreateParams;

typedef enum CUcomputemode_enum {
    CU_COMPUTEMODE_DEFAULT = 0,
    CU_COMPUTEMODE_PROHIBITED = 2,
    CU_COMPUTEMODE_EXCLUSIVE_PROCESS = 3,
} CUcomputemode;

typedef enum CUdevice_attribute {
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = 2,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y = 3,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z = 4,
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = 5,
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y = 6,
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z = 7,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 8,
    CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY = 9,
    CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10,
    CU_DEVICE_ATTRIBUTE_MAX_PITCH = 11,
    CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK = 12,
    CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13,
    CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT = 14,
    CU_DEVICE_ATTRIBUTE_GPU_OVERLAP = 15,
    CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
    CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT = 17,
    CU_DEVICE_ATTRIBUTE_INTEGRATED = 18,
    CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY = 19,
    CU_DEVICE_ATTRIBUTE_COMPUTE_MODE = 20,
    CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS = 31,
    CU_DEVICE_ATTRIBUTE_ECC_ENABLED = 32,
    CU_DEVICE_ATTRIBUTE_PCI_BUS_ID = 33,
    CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID = 34,
    CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE = 36,
    CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH = 37,
    CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38,
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = 39,
    CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT = 40,
    CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING = 41,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = 81,
    CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR = 82,
    CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY = 83,
    CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS = 89,
    CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 95,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
    CU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED = 102,
    CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED = 102,
    CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED = 103,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR = 106,
    CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED = 107,
    CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE = 108,
    CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED = 110,
    CU_DEVICE_ATTRIBUTE_SPARSE_CUDA_ARRAY_SUPPORTED = 112,
    CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED = 115,
    CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_SUPPORTED = 116,
    CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH = 120,
    CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED = 132,
} CUdevice_attribute;

#ifdef __cplusplus

#include <string.h>

/* --- the device, its one context ---------------------------------------------------------- */

inline CUresult cuInit(unsigned)
{
    return CUDA_SUCCESS;
}

inline CUresult cuDriverGetVersion(int *version)
{
    return (CUresult)cudaDriverGetVersion(version);
}

inline CUresult cuGetErrorName(CUresult error, const char **name)
{
    return *name = cudaGetErrorName((cudaError_t)error), CUDA_SUCCESS;
}

inline CUresult cuGetErrorString(CUresult error, const char **words)
{
    return *words = cudaGetErrorString((cudaError_t)error), CUDA_SUCCESS;
}

inline CUresult cuDeviceGetCount(int *count)
{
    return (CUresult)cudaGetDeviceCount(count);
}

inline CUresult cuDeviceGet(CUdevice *device, int number)
{
    return *device = number, (CUresult)cudaSetDevice(number);
}

inline CUresult cuDeviceGetName(char *name, int length, CUdevice device)
{
    struct cudaDeviceProp properties;
    cudaError_t error = cudaGetDeviceProperties(&properties, device);
    if (error == cudaSuccess && length > 0) {
        strncpy(name, properties.name, (size_t)length - 1);
        name[length - 1] = 0;
    }
    return (CUresult)error;
}

inline CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device)
{
    struct cudaDeviceProp properties;
    cudaError_t error = cudaGetDeviceProperties(&properties, device);
    if (error == cudaSuccess)
        *bytes = properties.totalGlobalMem;
    return (CUresult)error;
}

inline CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_SPARSE_CUDA_ARRAY_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED:
        return *value = 0, CUDA_SUCCESS; /* as the fidelity page says */
    default:
        return (CUresult)cudaDeviceGetAttribute(value, (enum cudaDeviceAttr)attribute, device);
    }
}

inline CUresult cuCtxGetCurrent(CUcontext *context)
{
    return *context = (CUcontext)1, CUDA_SUCCESS;
}

/* CUDA 13 has another argument in front of the flags. */
template <class... Flags> inline CUresult cuCtxCreate(CUcontext *context, Flags...)
{
    return cuCtxGetCurrent(context);
}

inline CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice)
{
    return cuCtxGetCurrent(context);
}

inline CUresult cuDevicePrimaryCtxRelease(CUdevice)
{
    return CUDA_SUCCESS;
}

inline CUresult cuCtxDestroy(CUcontext)
{
    return CUDA_SUCCESS;
}

inline CUresult cuCtxSetCurrent(CUcontext)
{
    return CUDA_SUCCESS;
}

inline CUresult cuCtxGetDevice(CUdevice *device)
{
    return (CUresult)cudaGetDevice(device);
}

inline CUresult cuCtxSynchronize()
{
    return (CUresult)cudaDeviceSynchronize();
}

inline CUresult cuCtxPushCurrent(CUcontext)
{
    return CUDA_SUCCESS;
}

inline CUresult cuCtxPopCurrent(CUcontext *context)
{
    return cuCtxGetCurrent(context);
}

inline CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device)
{
    cuDeviceGetAttribute(major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    return cuDeviceGetAttribute(minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
}

inline CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer)
{
    return (CUresult)cudaDeviceCanAccessPeer(can, device, peer);
}

/* --- not supported without a GPU ---------------------------------------------------------- */

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#if __has_attribute(diagnose_if)
#pragma GCC diagnostic ignored "-Wgcc-compat"
#endif
/* Types that only these take: who names one is told so first. */
#define SIMT_MISSING_TYPE(name)                                                                \
    typedef struct simt_missing_##name {                                                       \
        char nothing;                                                                          \
    } name __attribute__((unavailable("not supported without a GPU: " #name)));
SIMT_MISSING_TYPE(CUlibrary)
SIMT_MISSING_TYPE(CUlinkState)
SIMT_MISSING_TYPE(CUmemGenericAllocationHandle)
SIMT_MISSING_TYPE(CUmemAllocationProp)
SIMT_MISSING_TYPE(CUmemAccessDesc)
SIMT_MISSING_TYPE(CUmemAllocationHandleType)
SIMT_MISSING_TYPE(CUmemLocation)
SIMT_MISSING_TYPE(CUtensorMap)
SIMT_MISSING_TYPE(CUgraph)
SIMT_MISSING_TYPE(CUgraphExec)
SIMT_MISSING_TYPE(CUgraphNode)
SIMT_MISSING_TYPE(CUarray)
SIMT_MISSING_TYPE(CUmipmappedArray)
SIMT_MISSING_TYPE(CUtexref)
SIMT_MISSING_TYPE(CUtexObject)
SIMT_MISSING_TYPE(CUsurfref)
SIMT_MISSING_TYPE(CUsurfObject)
SIMT_MISSING_TYPE(CUDA_ARRAY_DESCRIPTOR)
SIMT_MISSING_TYPE(CUDA_ARRAY3D_DESCRIPTOR)
SIMT_MISSING_TYPE(CUDA_RESOURCE_DESC)
SIMT_MISSING_TYPE(CUDA_TEXTURE_DESC)
SIMT_MISSING_TYPE(CUDA_RESOURCE_VIEW_DESC)
SIMT_MISSING_TYPE(CUDA_MEMCPY2D)
SIMT_MISSING_TYPE(CUDA_MEMCPY3D)
SIMT_MISSING_TYPE(CUlaunchConfig)
SIMT_MISSING_TYPE(CUlaunchAttribute)
SIMT_MISSING_TYPE(CUmemoryPool)
SIMT_MISSING_TYPE(CUmemPoolProps)
SIMT_MISSING_TYPE(CUexternalMemory)
SIMT_MISSING_TYPE(CUexternalSemaphore)
SIMT_MISSING_TYPE(CUjit_option)
SIMT_MISSING_TYPE(CUkernel)
SIMT_MISSING_TYPE(CUgraphicsResource)
SIMT_MISSING_TYPE(CUipcMemHandle)
SIMT_MISSING_TYPE(CUipcEventHandle)
SIMT_MISSING_TYPE(CUfunction_attribute)
SIMT_MISSING_TYPE(CUfunc_cache)
SIMT_MISSING_TYPE(CUlimit)
SIMT_MISSING_TYPE(CUmemorytype)
SIMT_MISSING_TYPE(CUpointer_attribute)
SIMT_MISSING_TYPE(CUdevice_P2PAttribute)
#undef SIMT_MISSING_TYPE

#define SIMT_MISSING_VALUE(name)                                                               \
    extern void *const name __attribute__((unavailable("not supported without a "              \
                                                       "GPU: " #name)));
SIMT_MISSING_VALUE(CU_LAUNCH_PARAM_BUFFER_POINTER)
SIMT_MISSING_VALUE(CU_LAUNCH_PARAM_BUFFER_SIZE)
SIMT_MISSING_VALUE(CU_LAUNCH_PARAM_END)
#undef SIMT_MISSING_VALUE

#define SIMT_MISSING_CALL(name)                                                                \
    extern "C" CUresult name(...) SIMT_ERROR("not supported without a GPU: " #name);
SIMT_MISSING_CALL(cuModuleLoad)
SIMT_MISSING_CALL(cuModuleLoadData)
SIMT_MISSING_CALL(cuModuleLoadDataEx)
SIMT_MISSING_CALL(cuModuleLoadFatBinary)
SIMT_MISSING_CALL(cuModuleUnload)
SIMT_MISSING_CALL(cuModuleGetFunction)
SIMT_MISSING_CALL(cuModuleGetGlobal)
SIMT_MISSING_CALL(cuLibraryLoadData)
SIMT_MISSING_CALL(cuLibraryLoadFromFile)
SIMT_MISSING_CALL(cuLinkCreate)
SIMT_MISSING_CALL(cuLinkAddData)
SIMT_MISSING_CALL(cuLinkAddFile)
SIMT_MISSING_CALL(cuLinkComplete)
SIMT_MISSING_CALL(cuLaunchKernel)
SIMT_MISSING_CALL(cuLaunchKernelEx)
SIMT_MISSING_CALL(cuLaunchCooperativeKernel)
SIMT_MISSING_CALL(cuFuncGetAttribute)
SIMT_MISSING_CALL(cuFuncSetAttribute)
SIMT_MISSING_CALL(cuMemAddressReserve)
SIMT_MISSING_CALL(cuMemAddressFree)
SIMT_MISSING_CALL(cuMemCreate)
SIMT_MISSING_CALL(cuMemMap)
SIMT_MISSING_CALL(cuMemUnmap)
SIMT_MISSING_CALL(cuMemRelease)
SIMT_MISSING_CALL(cuMemSetAccess)
SIMT_MISSING_CALL(cuMemGetAllocationGranularity)
SIMT_MISSING_CALL(cuTensorMapEncodeTiled)
SIMT_MISSING_CALL(cuLibraryGetKernel)
SIMT_MISSING_CALL(cuKernelGetFunction)
SIMT_MISSING_CALL(cuModuleGetTexRef)
SIMT_MISSING_CALL(cuModuleGetSurfRef)
SIMT_MISSING_CALL(cuFuncSetCacheConfig)
SIMT_MISSING_CALL(cuLaunchGrid)
SIMT_MISSING_CALL(cuLaunchHostFunc)
SIMT_MISSING_CALL(cuArrayCreate)
SIMT_MISSING_CALL(cuArray3DCreate)
SIMT_MISSING_CALL(cuArrayDestroy)
SIMT_MISSING_CALL(cuTexRefCreate)
SIMT_MISSING_CALL(cuTexRefSetArray)
SIMT_MISSING_CALL(cuTexRefSetAddress)
SIMT_MISSING_CALL(cuTexObjectCreate)
SIMT_MISSING_CALL(cuTexObjectDestroy)
SIMT_MISSING_CALL(cuSurfObjectCreate)
SIMT_MISSING_CALL(cuSurfObjectDestroy)
SIMT_MISSING_CALL(cuMemcpy2D)
SIMT_MISSING_CALL(cuMemcpy3D)
SIMT_MISSING_CALL(cuMemcpyHtoA)
SIMT_MISSING_CALL(cuMemcpyAtoH)
SIMT_MISSING_CALL(cuMemcpyPeer)
SIMT_MISSING_CALL(cuMemAllocAsync)
SIMT_MISSING_CALL(cuMemFreeAsync)
SIMT_MISSING_CALL(cuMemPoolCreate)
SIMT_MISSING_CALL(cuPointerGetAttribute)
SIMT_MISSING_CALL(cuIpcGetMemHandle)
SIMT_MISSING_CALL(cuIpcOpenMemHandle)
SIMT_MISSING_CALL(cuImportExternalMemory)
SIMT_MISSING_CALL(cuCtxSetLimit)
SIMT_MISSING_CALL(cuCtxGetLimit)
SIMT_MISSING_CALL(cuCtxSetCacheConfig)
SIMT_MISSING_CALL(cuCtxEnablePeerAccess)
SIMT_MISSING_CALL(cuDeviceGetP2PAttribute)
SIMT_MISSING_CALL(cuStreamAddCallback)
SIMT_MISSING_CALL(cuStreamBeginCapture)
SIMT_MISSING_CALL(cuStreamEndCapture)
SIMT_MISSING_CALL(cuGraphCreate)
SIMT_MISSING_CALL(cuGraphLaunch)
SIMT_MISSING_CALL(cuOccupancyMaxActiveBlocksPerMultiprocessor)
SIMT_MISSING_CALL(cuGetProcAddress)
#undef SIMT_MISSING_CALL
#pragma GCC diagnostic pop

#include "others/driver_memory.h"

#endif

#endif
