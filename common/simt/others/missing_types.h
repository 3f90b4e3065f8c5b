/* Types that only unsupported functions of CUDA take: who names one is told that it is not
 * supported, in one line, instead of that the compiler does not know it. C++17. */
#ifndef SIMT_MISSING_TYPES_H
#define SIMT_UNAVAILABLE(name)                                                                 \
    __attribute__((unavailable("not supported without a GPU: " #name)))
#define SIMT_MISSING_STRUCT(name)                                                              \
    struct SIMT_UNAVAILABLE(name) name {                                                       \
        char nothing;                                                                          \
    };
#define SIMT_MISSING_TYPE(name)                                                                \
    typedef struct simt_missing_##name {                                                       \
        char nothing;                                                                          \
    } name SIMT_UNAVAILABLE(name);

/* In graphs: memory nodes, conditions, parameters of any node. */
SIMT_MISSING_STRUCT(cudaMemAllocNodeParams)
SIMT_MISSING_STRUCT(cudaGraphNodeParams)
SIMT_MISSING_STRUCT(cudaConditionalNodeParams)
SIMT_MISSING_TYPE(cudaGraphConditionalHandle)
SIMT_MISSING_STRUCT(cudaGraphInstantiateParams)
SIMT_MISSING_TYPE(cudaGraphDeviceNode_t)
SIMT_MISSING_TYPE(cudaGraphMemAttributeType)

/* Other processes, other libraries, other programs' memory. */
SIMT_MISSING_TYPE(cudaIpcMemHandle_t)
SIMT_MISSING_TYPE(cudaIpcEventHandle_t)
SIMT_MISSING_TYPE(cudaExternalMemory_t)
SIMT_MISSING_STRUCT(cudaExternalMemoryHandleDesc)
SIMT_MISSING_STRUCT(cudaExternalMemoryBufferDesc)
SIMT_MISSING_TYPE(cudaExternalSemaphore_t)
SIMT_MISSING_STRUCT(cudaExternalSemaphoreHandleDesc)
SIMT_MISSING_STRUCT(cudaExternalSemaphoreSignalParams)
SIMT_MISSING_STRUCT(cudaExternalSemaphoreWaitParams)
SIMT_MISSING_TYPE(cudaUserObject_t)
SIMT_MISSING_TYPE(cudaLibrary_t)
SIMT_MISSING_TYPE(cudaKernel_t)
SIMT_MISSING_TYPE(cudaFunction_t)

/* Mipmaps, and copies between devices that have no address. */
SIMT_MISSING_TYPE(cudaMipmappedArray_t)
SIMT_MISSING_STRUCT(cudaMemcpy3DPeerParms)

/* cuFFT on several devices, and its callbacks. */
SIMT_MISSING_TYPE(cudaLibXtDesc)
SIMT_MISSING_TYPE(cudaXtDesc)
SIMT_MISSING_TYPE(cufftCallbackLoadC)
SIMT_MISSING_TYPE(cufftCallbackLoadZ)
SIMT_MISSING_TYPE(cufftCallbackLoadR)
SIMT_MISSING_TYPE(cufftCallbackLoadD)
SIMT_MISSING_TYPE(cufftCallbackStoreC)
SIMT_MISSING_TYPE(cufftCallbackStoreZ)
SIMT_MISSING_TYPE(cufftCallbackStoreR)
SIMT_MISSING_TYPE(cufftCallbackStoreD)

/* cuRAND's generators of other kinds. */
SIMT_MISSING_TYPE(curandStateSobol32)
SIMT_MISSING_TYPE(curandStateSobol32_t)
SIMT_MISSING_TYPE(curandStateScrambledSobol32)
SIMT_MISSING_TYPE(curandStateScrambledSobol32_t)
SIMT_MISSING_TYPE(curandStateSobol64)
SIMT_MISSING_TYPE(curandStateSobol64_t)
SIMT_MISSING_TYPE(curandStateScrambledSobol64)
SIMT_MISSING_TYPE(curandStateScrambledSobol64_t)
SIMT_MISSING_TYPE(curandStateMtgp32)
SIMT_MISSING_TYPE(curandStateMtgp32_t)
SIMT_MISSING_TYPE(curandDirectionVectors32_t)
SIMT_MISSING_TYPE(curandDirectionVectors64_t)
SIMT_MISSING_TYPE(curandDiscreteDistribution_t)
#undef SIMT_UNAVAILABLE
#undef SIMT_MISSING_STRUCT
#undef SIMT_MISSING_TYPE

#endif
