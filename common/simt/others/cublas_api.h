/* cuBLAS's handle, its modes and its copies. C++17. */
#ifndef SIMT_CUBLAS_API_H
#define SIMT_CUBLAS_API_H

#include <stdio.h>
#include "others/cuda_runtime.h"
#include "others/cuComplex.h"
#include "others/library_types.h"

#define CUBLAS_VER_MAJOR 13
#define CUBLAS_VER_MINOR 0
#define CUBLAS_VERSION 130000

#define SIMT_CUBLAS_STATES(X)                                                                  \
    X(CUBLAS_STATUS_SUCCESS, 0, "success")                                                     \
    X(CUBLAS_STATUS_NOT_INITIALIZED, 1, "the library was not initialized")                     \
    X(CUBLAS_STATUS_ALLOC_FAILED, 3, "the resource allocation failed")                         \
    X(CUBLAS_STATUS_INVALID_VALUE, 7, "an invalid value was used as an input")                 \
    X(CUBLAS_STATUS_ARCH_MISMATCH, 8, "an absent device architectural feature is required")    \
    X(CUBLAS_STATUS_MAPPING_ERROR, 11, "an access to GPU memory space failed")                 \
    X(CUBLAS_STATUS_EXECUTION_FAILED, 13, "the function failed to launch on the GPU")          \
    X(CUBLAS_STATUS_INTERNAL_ERROR, 14, "an internal operation failed")                        \
    X(CUBLAS_STATUS_NOT_SUPPORTED, 15, "the functionality is not supported")                   \
    X(CUBLAS_STATUS_LICENSE_ERROR, 16, "the license check failed")

#define SIMT_CUBLAS_ENTRY(name, number, words) name = number,
typedef enum { SIMT_CUBLAS_STATES(SIMT_CUBLAS_ENTRY) } cublasStatus_t;
#undef SIMT_CUBLAS_ENTRY
typedef cublasStatus_t cublasStatus;

typedef enum {
    CUBLAS_OP_N = 0,
    CUBLAS_OP_T = 1,
    CUBLAS_OP_C = 2,
    CUBLAS_OP_HERMITAN = 2
} cublasOperation_t;
typedef enum {
    CUBLAS_FILL_MODE_LOWER,
    CUBLAS_FILL_MODE_UPPER,
    CUBLAS_FILL_MODE_FULL
} cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT } cublasSideMode_t;
typedef enum { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED, CUBLAS_ATOMICS_ALLOWED } cublasAtomicsMode_t;

typedef enum {
    CUBLAS_DEFAULT_MATH = 0,
    CUBLAS_TENSOR_OP_MATH = 1,
    CUBLAS_PEDANTIC_MATH = 2,
    CUBLAS_TF32_TENSOR_OP_MATH = 3,
    CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;

/* Which way a product is computed is ours to choose: the last digits may differ. */
typedef enum {
    CUBLAS_GEMM_DFALT = -1,
    CUBLAS_GEMM_DEFAULT = -1,
    CUBLAS_GEMM_ALGO0 = 0,
    CUBLAS_GEMM_ALGO1,
    CUBLAS_GEMM_ALGO2,
    CUBLAS_GEMM_ALGO3,
    CUBLAS_GEMM_ALGO4,
    CUBLAS_GEMM_ALGO5,
    CUBLAS_GEMM_ALGO6,
    CUBLAS_GEMM_ALGO7,
    CUBLAS_GEMM_ALGO8,
    CUBLAS_GEMM_ALGO9,
    CUBLAS_GEMM_ALGO10,
    CUBLAS_GEMM_ALGO11,
    CUBLAS_GEMM_ALGO12,
    CUBLAS_GEMM_ALGO13,
    CUBLAS_GEMM_ALGO14,
    CUBLAS_GEMM_ALGO15,
    CUBLAS_GEMM_ALGO16,
    CUBLAS_GEMM_ALGO17,
    CUBLAS_GEMM_ALGO18,
    CUBLAS_GEMM_ALGO19,
    CUBLAS_GEMM_ALGO20,
    CUBLAS_GEMM_ALGO21,
    CUBLAS_GEMM_ALGO22,
    CUBLAS_GEMM_ALGO23,
    CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
    CUBLAS_GEMM_DFALT_TENSOR_OP = 99,
    CUBLAS_GEMM_ALGO0_TENSOR_OP = 100,
    CUBLAS_GEMM_ALGO1_TENSOR_OP,
    CUBLAS_GEMM_ALGO2_TENSOR_OP,
    CUBLAS_GEMM_ALGO3_TENSOR_OP,
    CUBLAS_GEMM_ALGO4_TENSOR_OP,
    CUBLAS_GEMM_ALGO5_TENSOR_OP,
    CUBLAS_GEMM_ALGO6_TENSOR_OP,
    CUBLAS_GEMM_ALGO7_TENSOR_OP,
    CUBLAS_GEMM_ALGO8_TENSOR_OP,
    CUBLAS_GEMM_ALGO9_TENSOR_OP,
    CUBLAS_GEMM_ALGO10_TENSOR_OP,
    CUBLAS_GEMM_ALGO11_TENSOR_OP,
    CUBLAS_GEMM_ALGO12_TENSOR_OP,
    CUBLAS_GEMM_ALGO13_TENSOR_OP,
    CUBLAS_GEMM_ALGO14_TENSOR_OP,
    CUBLAS_GEMM_ALGO15_TENSOR_OP
} cublasGemmAlgo_t;

typedef enum {
    CUBLAS_COMPUTE_16F = 64,
    CUBLAS_COMPUTE_16F_PEDANTIC = 65,
    CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_32F_PEDANTIC = 69,
    CUBLAS_COMPUTE_64F = 70,
    CUBLAS_COMPUTE_64F_PEDANTIC = 71,
    CUBLAS_COMPUTE_32I = 72,
    CUBLAS_COMPUTE_32I_PEDANTIC = 73,
    CUBLAS_COMPUTE_32F_FAST_16F = 74,
    CUBLAS_COMPUTE_32F_FAST_16BF = 75,
    CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;

typedef cudaDataType cublasDataType_t;

/* --- the handle --------------------------------------------------------------------------- */

struct cublasContext {
    cudaStream_t stream;
    cublasPointerMode_t mode;
    cublasMath_t math;
    cublasAtomicsMode_t atomics;
};
typedef struct cublasContext *cublasHandle_t;

inline cublasStatus_t cublasCreate(cublasHandle_t *handle)
{
    if (!handle)
        return CUBLAS_STATUS_INVALID_VALUE;
    *handle = new cublasContext{};
    return CUBLAS_STATUS_SUCCESS;
}

inline cublasStatus_t cublasDestroy(cublasHandle_t handle)
{
    if (!handle)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    delete handle;
    return CUBLAS_STATUS_SUCCESS;
}

#define SIMT_CUBLAS_MODE(name, type, member)                                                   \
    inline cublasStatus_t cublasSet##name(cublasHandle_t handle, type value)                   \
    {                                                                                          \
        if (!handle)                                                                           \
            return CUBLAS_STATUS_NOT_INITIALIZED;                                              \
        handle->member = value;                                                                \
        return CUBLAS_STATUS_SUCCESS;                                                          \
    }                                                                                          \
    inline cublasStatus_t cublasGet##name(cublasHandle_t handle, type *value)                  \
    {                                                                                          \
        if (!handle)                                                                           \
            return CUBLAS_STATUS_NOT_INITIALIZED;                                              \
        *value = handle->member;                                                               \
        return CUBLAS_STATUS_SUCCESS;                                                          \
    }
SIMT_CUBLAS_MODE(Stream, cudaStream_t, stream)
SIMT_CUBLAS_MODE(PointerMode, cublasPointerMode_t, mode)
SIMT_CUBLAS_MODE(MathMode, cublasMath_t, math)
SIMT_CUBLAS_MODE(AtomicsMode, cublasAtomicsMode_t, atomics)
#undef SIMT_CUBLAS_MODE

inline cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void *, size_t)
{
    return handle ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}

inline cublasStatus_t cublasGetVersion(cublasHandle_t, int *version)
{
    *version = CUBLAS_VERSION;
    return CUBLAS_STATUS_SUCCESS;
}

inline cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value)
{
    *value = type == MAJOR_VERSION ? CUBLAS_VER_MAJOR : 0;
    return CUBLAS_STATUS_SUCCESS;
}

inline const char *cublasGetStatusName(cublasStatus_t status)
{
#define SIMT_CUBLAS_ENTRY(name, number, words)                                                 \
    case name:                                                                                 \
        return #name;
    switch (status) {
        SIMT_CUBLAS_STATES(SIMT_CUBLAS_ENTRY)
    }
#undef SIMT_CUBLAS_ENTRY
    return "<unknown>";
}

inline const char *cublasGetStatusString(cublasStatus_t status)
{
#define SIMT_CUBLAS_ENTRY(name, number, words)                                                 \
    case name:                                                                                 \
        return words;
    switch (status) {
        SIMT_CUBLAS_STATES(SIMT_CUBLAS_ENTRY)
    }
#undef SIMT_CUBLAS_ENTRY
    return "<unknown>";
}

/* --- copies ------------------------------------------------------------------------------- */

/* n elements, so many apart, or columns of a matrix, there or back. Asynchronous ones are of a
 * stream. */
inline cublasStatus_t simt_cublas_copy(void *to, size_t to_pitch, const void *from,
                                       size_t from_pitch, size_t width, int n,
                                       cudaMemcpyKind kind, const cudaStream_t *stream)
{
    if (n < 0 || to_pitch < width || from_pitch < width || !width)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (!n)
        return CUBLAS_STATUS_SUCCESS;
    cudaError_t error =
        stream
            ? cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, (size_t)n, kind, *stream)
            : cudaMemcpy2D(to, to_pitch, from, from_pitch, width, (size_t)n, kind);
    return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

#define SIMT_CUBLAS_COPY(verb, kind)                                                           \
    inline cublasStatus_t cublas##verb##Vector(int n, int size, const void *x, int by_x,       \
                                               void *y, int by_y)                              \
    {                                                                                          \
        return simt_cublas_copy(y, (size_t)by_y * (size_t)size, x,                             \
                                (size_t)by_x * (size_t)size, (size_t)size, n, kind, NULL);     \
    }                                                                                          \
    inline cublasStatus_t cublas##verb##VectorAsync(int n, int size, const void *x, int by_x,  \
                                                    void *y, int by_y, cudaStream_t stream)    \
    {                                                                                          \
        return simt_cublas_copy(y, (size_t)by_y * (size_t)size, x,                             \
                                (size_t)by_x * (size_t)size, (size_t)size, n, kind, &stream);  \
    }                                                                                          \
    inline cublasStatus_t cublas##verb##Matrix(int rows, int columns, int size, const void *a, \
                                               int lda, void *b, int ldb)                      \
    {                                                                                          \
        return simt_cublas_copy(b, (size_t)ldb * (size_t)size, a, (size_t)lda * (size_t)size,  \
                                (size_t)rows * (size_t)size, columns, kind, NULL);             \
    }                                                                                          \
    inline cublasStatus_t cublas##verb##MatrixAsync(int rows, int columns, int size,           \
                                                    const void *a, int lda, void *b, int ldb,  \
                                                    cudaStream_t stream)                       \
    {                                                                                          \
        return simt_cublas_copy(b, (size_t)ldb * (size_t)size, a, (size_t)lda * (size_t)size,  \
                                (size_t)rows * (size_t)size, columns, kind, &stream);          \
    }
SIMT_CUBLAS_COPY(Set, cudaMemcpyHostToDevice)
SIMT_CUBLAS_COPY(Get, cudaMemcpyDeviceToHost)
#undef SIMT_CUBLAS_COPY

#endif
