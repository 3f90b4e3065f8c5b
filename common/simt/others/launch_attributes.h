/* Launches with attributes, for programs: cudaLaunchKernelEx(), and what else CUDA asks for by
 * cudaLaunchAttribute. Of these a launch heeds that it is cooperative, and refuses clusters of
 * more than one block; hints of caches, priorities and how early the next kernel may begin
 * change nothing. C++17. */
#ifndef SIMT_LAUNCH_ATTRIBUTES_H
#define SIMT_LAUNCH_ATTRIBUTES_H

#include <string.h>
#include "cuda/errors.h"
#include "others/launch_calls.h"

/* --- attributes --------------------------------------------------------------------------- */

enum cudaAccessProperty {
    cudaAccessPropertyNormal = 0,
    cudaAccessPropertyStreaming = 1,
    cudaAccessPropertyPersisting = 2,
};

struct cudaAccessPolicyWindow {
    void *base_ptr;
    size_t num_bytes;
    float hitRatio;
    cudaAccessProperty hitProp, missProp;
};

enum cudaSynchronizationPolicy {
    cudaSyncPolicyAuto = 1,
    cudaSyncPolicySpin = 2,
    cudaSyncPolicyYield = 3,
    cudaSyncPolicyBlockingSync = 4,
};

enum cudaClusterSchedulingPolicy {
    cudaClusterSchedulingPolicyDefault = 0,
    cudaClusterSchedulingPolicySpread = 1,
    cudaClusterSchedulingPolicyLoadBalancing = 2,
};

enum cudaLaunchAttributeID {
    cudaLaunchAttributeIgnore = 0,
    cudaLaunchAttributeAccessPolicyWindow = 1,
    cudaLaunchAttributeCooperative = 2,
    cudaLaunchAttributeSynchronizationPolicy = 3,
    cudaLaunchAttributeClusterDimension = 4,
    cudaLaunchAttributeClusterSchedulingPolicyPreference = 5,
    cudaLaunchAttributeProgrammaticStreamSerialization = 6,
    cudaLaunchAttributeProgrammaticEvent = 7,
    cudaLaunchAttributePriority = 8,
    cudaLaunchAttributePreferredClusterDimension = 11,
    cudaLaunchAttributePreferredSharedMemoryCarveout = 14,
};

/* The names that are macros here have another in translated files, too (given_names.c). */
union cudaLaunchAttributeValue {
    char pad[64];
    cudaAccessPolicyWindow accessPolicyWindow;
    int cooperative;
    cudaSynchronizationPolicy syncPolicy;
    struct {
        unsigned x, y, z;
    } clusterDim, preferredClusterDim;
    cudaClusterSchedulingPolicy clusterSchedulingPolicyPreference;
    int programmaticStreamSerializationAllowed;
    struct {
        cudaEvent_t event;
        int flags, triggerAtBlockStart;
    } programmaticEvent;
    int priority;
    unsigned sharedMemCarveout;
};

struct cudaLaunchAttribute {
    cudaLaunchAttributeID id;
    char pad[4];
    cudaLaunchAttributeValue val;
};

struct cudaLaunchConfig_t {
    dim3 simt_own_gridDim, simt_own_blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute *attrs;
    unsigned numAttrs;
};

/* --- launches ----------------------------------------------------------------------------- */

namespace simt
{

/* A configuration, and the line of the call that it was given to. */
struct config_at {
    const cudaLaunchConfig_t *config;
    const char *file;
    int line;

    config_at(const cudaLaunchConfig_t *given, const char *file = __builtin_FILE(),
              int line = __builtin_LINE())
        : config(given), file(file), line(line)
    {
    }

    const cudaLaunchAttribute *attribute(cudaLaunchAttributeID id) const
    {
        for (unsigned i = 0; i < config->numAttrs; i++)
            if (config->attrs[i].id == id)
                return &config->attrs[i];
        return nullptr;
    }

    bool has_clusters() const
    {
        const cudaLaunchAttribute *cluster = attribute(cudaLaunchAttributeClusterDimension);
        return cluster && cluster->val.clusterDim.x * cluster->val.clusterDim.y *
                                  cluster->val.clusterDim.z >
                              1;
    }

    simt_launch launch(const void *function) const
    {
        const cudaLaunchAttribute *cooperative = attribute(cudaLaunchAttributeCooperative);
        return {config->simt_own_gridDim,
                config->simt_own_blockDim,
                config->dynamicSmemBytes,
                "a kernel",
                function,
                file,
                line,
                config->stream,
                0,
                cooperative && cooperative->val.cooperative};
    }
};

inline cudaError_t refuse_clusters()
{
    return simt_refuse(cudaErrorNotSupported,
                       "not supported without a GPU: clusters of more than one block");
}

} // namespace simt

template <class... Parameters, class... Arguments>
inline cudaError_t cudaLaunchKernelEx(simt::config_at at, void (*kernel)(Parameters...),
                                      Arguments &&...arguments)
{
    if (at.has_clusters())
        return simt::refuse_clusters();
    simt::kernel<Parameters...>{at.launch((const void *)kernel),
                                kernel}(std::forward<Arguments>(arguments)...);
    return cudaPeekAtLastError();
}

template <class... Parameters>
inline cudaError_t cudaLaunchKernelExC(simt::config_at at, void (*kernel)(Parameters...),
                                       void **arguments)
{
    if (at.has_clusters())
        return simt::refuse_clusters();
    simt::launch_by_call(simt::kernel<Parameters...>{at.launch((const void *)kernel), kernel},
                         arguments, std::index_sequence_for<Parameters...>());
    return cudaPeekAtLastError();
}

inline cudaError_t cudaLaunchKernelExC(simt::config_at at, const void *kernel, void **arguments)
{
    if (at.has_clusters())
        return simt::refuse_clusters();
    return simt::launch_known(at.launch(kernel), arguments);
}

/* The kernel before is over when the next one begins. */
inline void cudaGridDependencySynchronize()
{
}

inline void cudaTriggerProgrammaticLaunchCompletion()
{
}

/* --- streams and caches ------------------------------------------------------------------- */

typedef cudaLaunchAttributeID cudaStreamAttrID, cudaKernelNodeAttrID;
typedef cudaLaunchAttributeValue cudaStreamAttrValue, cudaKernelNodeAttrValue;
#define cudaStreamAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaStreamAttributeSynchronizationPolicy cudaLaunchAttributeSynchronizationPolicy
#define cudaStreamAttributePriority cudaLaunchAttributePriority
#define cudaKernelNodeAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaKernelNodeAttributeCooperative cudaLaunchAttributeCooperative
#define cudaKernelNodeAttributePriority cudaLaunchAttributePriority

inline cudaError_t cudaStreamSetAttribute(cudaStream_t, cudaStreamAttrID,
                                          const cudaStreamAttrValue *)
{
    return cudaSuccess;
}

/* None of them is kept. */
inline cudaError_t cudaStreamGetAttribute(cudaStream_t, cudaStreamAttrID,
                                          cudaStreamAttrValue *value)
{
    memset((void *)value, 0, sizeof *value);
    return cudaSuccess;
}

inline cudaError_t cudaStreamCopyAttributes(cudaStream_t, cudaStream_t)
{
    return cudaSuccess;
}

/* The one of unsupported.inc takes any arguments: of two that take none neither is the better.
 */
#define cudaCtxResetPersistingL2Cache simt_reset_persisting_cache
inline cudaError_t cudaCtxResetPersistingL2Cache()
{
    return cudaSuccess;
}

#endif
