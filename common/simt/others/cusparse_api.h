/* cuSPARSE's handle, its modes and its descriptors. C++17. */
#ifndef SIMT_CUSPARSE_API_H
#define SIMT_CUSPARSE_API_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "others/cuda_runtime.h"
#include "others/cuComplex.h"
#include "others/library_types.h"

#define CUSPARSE_VER_MAJOR 12
#define CUSPARSE_VER_MINOR 6
#define CUSPARSE_VER_PATCH 0
#define CUSPARSE_VERSION 12600

#define SIMT_CUSPARSE_STATES(X)                                                                \
    X(CUSPARSE_STATUS_SUCCESS, 0, "success")                                                   \
    X(CUSPARSE_STATUS_NOT_INITIALIZED, 1, "initialization error")                              \
    X(CUSPARSE_STATUS_ALLOC_FAILED, 2, "out of memory")                                        \
    X(CUSPARSE_STATUS_INVALID_VALUE, 3, "invalid value")                                       \
    X(CUSPARSE_STATUS_ARCH_MISMATCH, 4, "architecture mismatch")                               \
    X(CUSPARSE_STATUS_MAPPING_ERROR, 5, "texture mapping error")                               \
    X(CUSPARSE_STATUS_EXECUTION_FAILED, 6, "kernel launch failure")                            \
    X(CUSPARSE_STATUS_INTERNAL_ERROR, 7, "internal error")                                     \
    X(CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED, 8, "matrix type not supported")               \
    X(CUSPARSE_STATUS_ZERO_PIVOT, 9, "zero pivot")                                             \
    X(CUSPARSE_STATUS_NOT_SUPPORTED, 10, "operation not supported")                            \
    X(CUSPARSE_STATUS_INSUFFICIENT_RESOURCES, 11, "insufficient resources")

#define SIMT_CUSPARSE_ENTRY(name, number, words) name = number,
typedef enum { SIMT_CUSPARSE_STATES(SIMT_CUSPARSE_ENTRY) } cusparseStatus_t;
#undef SIMT_CUSPARSE_ENTRY

typedef enum { CUSPARSE_POINTER_MODE_HOST, CUSPARSE_POINTER_MODE_DEVICE } cusparsePointerMode_t;
typedef enum { CUSPARSE_ACTION_SYMBOLIC, CUSPARSE_ACTION_NUMERIC } cusparseAction_t;
typedef enum {
    CUSPARSE_MATRIX_TYPE_GENERAL,
    CUSPARSE_MATRIX_TYPE_SYMMETRIC,
    CUSPARSE_MATRIX_TYPE_HERMITIAN,
    CUSPARSE_MATRIX_TYPE_TRIANGULAR
} cusparseMatrixType_t;
typedef enum { CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER } cusparseFillMode_t;
typedef enum { CUSPARSE_DIAG_TYPE_NON_UNIT, CUSPARSE_DIAG_TYPE_UNIT } cusparseDiagType_t;
typedef enum { CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_INDEX_BASE_ONE } cusparseIndexBase_t;
typedef enum {
    CUSPARSE_OPERATION_NON_TRANSPOSE,
    CUSPARSE_OPERATION_TRANSPOSE,
    CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE
} cusparseOperation_t;
typedef enum { CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN } cusparseDirection_t;
typedef enum {
    CUSPARSE_FORMAT_CSR = 1,
    CUSPARSE_FORMAT_CSC = 2,
    CUSPARSE_FORMAT_COO = 3
} cusparseFormat_t;
typedef enum { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW = 2 } cusparseOrder_t;
typedef enum {
    CUSPARSE_INDEX_16U = 1,
    CUSPARSE_INDEX_32I = 2,
    CUSPARSE_INDEX_64I = 3
} cusparseIndexType_t;
typedef enum { CUSPARSE_SPMAT_FILL_MODE, CUSPARSE_SPMAT_DIAG_TYPE } cusparseSpMatAttribute_t;

/* Which way it is computed is ours to choose: the last digits may differ. */
typedef enum {
    CUSPARSE_CSR2CSC_ALG_DEFAULT = 1,
    CUSPARSE_CSR2CSC_ALG1 = 1
} cusparseCsr2CscAlg_t;
typedef enum { CUSPARSE_SPARSETODENSE_ALG_DEFAULT } cusparseSparseToDenseAlg_t;
typedef enum { CUSPARSE_DENSETOSPARSE_ALG_DEFAULT } cusparseDenseToSparseAlg_t;
typedef enum {
    CUSPARSE_SPMV_ALG_DEFAULT = 0,
    CUSPARSE_MV_ALG_DEFAULT = 0,
    CUSPARSE_SPMV_COO_ALG1 = 1,
    CUSPARSE_SPMV_CSR_ALG1 = 2,
    CUSPARSE_SPMV_CSR_ALG2 = 3,
    CUSPARSE_SPMV_COO_ALG2 = 4
} cusparseSpMVAlg_t;
typedef enum { CUSPARSE_SPSV_ALG_DEFAULT } cusparseSpSVAlg_t;
typedef enum { CUSPARSE_SPSM_ALG_DEFAULT } cusparseSpSMAlg_t;
typedef enum {
    CUSPARSE_SPMM_ALG_DEFAULT = 0,
    CUSPARSE_SPMM_COO_ALG1 = 1,
    CUSPARSE_SPMM_COO_ALG2 = 2,
    CUSPARSE_SPMM_COO_ALG3 = 3,
    CUSPARSE_SPMM_CSR_ALG1 = 4,
    CUSPARSE_SPMM_COO_ALG4 = 5,
    CUSPARSE_SPMM_CSR_ALG2 = 6,
    CUSPARSE_SPMM_CSR_ALG3 = 12
} cusparseSpMMAlg_t;
typedef enum {
    CUSPARSE_SPGEMM_DEFAULT = 0,
    CUSPARSE_SPGEMM_CSR_ALG_DETERMINITIC = 1,
    CUSPARSE_SPGEMM_CSR_ALG_NONDETERMINITIC = 2,
    CUSPARSE_SPGEMM_ALG1 = 3,
    CUSPARSE_SPGEMM_ALG2 = 4,
    CUSPARSE_SPGEMM_ALG3 = 5
} cusparseSpGEMMAlg_t;
typedef enum { CUSPARSE_SDDMM_ALG_DEFAULT } cusparseSDDMMAlg_t;

inline const char *cusparseGetErrorName(cusparseStatus_t status)
{
#define SIMT_CUSPARSE_ENTRY(name, number, words)                                               \
    case name:                                                                                 \
        return #name;
    switch (status) {
        SIMT_CUSPARSE_STATES(SIMT_CUSPARSE_ENTRY)
    }
#undef SIMT_CUSPARSE_ENTRY
    return "unrecognized error code";
}

inline const char *cusparseGetErrorString(cusparseStatus_t status)
{
#define SIMT_CUSPARSE_ENTRY(name, number, words)                                               \
    case name:                                                                                 \
        return words;
    switch (status) {
        SIMT_CUSPARSE_STATES(SIMT_CUSPARSE_ENTRY)
    }
#undef SIMT_CUSPARSE_ENTRY
    return "unrecognized error code";
}

/* --- what is made and destroyed ----------------------------------------------------------- */

struct cusparseContext {
    cudaStream_t stream;
    cusparsePointerMode_t mode;
};

/* Of the interface of before CUDA 11. */
struct cusparseMatDescr {
    cusparseMatrixType_t type;
    cusparseFillMode_t fill;
    cusparseDiagType_t diagonal;
    cusparseIndexBase_t base;
};

/* By rows, by columns, or as a list of places; `offsets` are a list of rows in the latter. */
struct cusparseSpMatDescr {
    cusparseFormat_t format;
    int64_t rows, columns, count;
    void *offsets, *indices, *values;
    cusparseIndexType_t offset_type, index_type;
    cusparseIndexBase_t base;
    cudaDataType type;
    cusparseFillMode_t fill;
    cusparseDiagType_t diagonal;
};

struct cusparseDnMatDescr {
    int64_t rows, columns, pitch;
    void *values;
    cudaDataType type;
    cusparseOrder_t order;
};

struct cusparseDnVecDescr {
    int64_t size;
    void *values;
    cudaDataType type;
};

struct cusparseSpVecDescr {
    int64_t size, count;
    void *indices, *values;
    cusparseIndexType_t index_type;
    cusparseIndexBase_t base;
    cudaDataType type;
};

struct cusparseSpSVDescr {
};
struct cusparseSpSMDescr {
};
struct cusparseSpGEMMDescr {
    void *product; /* what has been computed, and waits to be copied */
    void (*forget)(void *);
};

/* NAME's Create, where it takes nothing but the place of its handle, and its Destroy. */
#define SIMT_CUSPARSE_DESTROY(name, type)                                                      \
    inline cusparseStatus_t name(const type *it)                                               \
    {                                                                                          \
        delete it;                                                                             \
        return it ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_INITIALIZED;                 \
    }
#define SIMT_CUSPARSE_HANDLE(create, destroy, type)                                            \
    inline cusparseStatus_t create(type **it)                                                  \
    {                                                                                          \
        if (!it)                                                                               \
            return CUSPARSE_STATUS_INVALID_VALUE;                                              \
        *it = new type{};                                                                      \
        return CUSPARSE_STATUS_SUCCESS;                                                        \
    }                                                                                          \
    SIMT_CUSPARSE_DESTROY(destroy, type)

typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t;
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef const struct cusparseSpMatDescr *cusparseConstSpMatDescr_t;
typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;
typedef const struct cusparseDnMatDescr *cusparseConstDnMatDescr_t;
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;
typedef const struct cusparseDnVecDescr *cusparseConstDnVecDescr_t;
typedef struct cusparseSpVecDescr *cusparseSpVecDescr_t;
typedef const struct cusparseSpVecDescr *cusparseConstSpVecDescr_t;
typedef struct cusparseSpSVDescr *cusparseSpSVDescr_t;
typedef struct cusparseSpSMDescr *cusparseSpSMDescr_t;
typedef struct cusparseSpGEMMDescr *cusparseSpGEMMDescr_t;

SIMT_CUSPARSE_HANDLE(cusparseCreate, cusparseDestroy, cusparseContext)
SIMT_CUSPARSE_HANDLE(cusparseCreateMatDescr, cusparseDestroyMatDescr, cusparseMatDescr)
SIMT_CUSPARSE_HANDLE(cusparseSpSV_createDescr, cusparseSpSV_destroyDescr, cusparseSpSVDescr)
SIMT_CUSPARSE_HANDLE(cusparseSpSM_createDescr, cusparseSpSM_destroyDescr, cusparseSpSMDescr)
SIMT_CUSPARSE_DESTROY(cusparseDestroySpMat, cusparseSpMatDescr)
SIMT_CUSPARSE_DESTROY(cusparseDestroyDnMat, cusparseDnMatDescr)
SIMT_CUSPARSE_DESTROY(cusparseDestroyDnVec, cusparseDnVecDescr)
SIMT_CUSPARSE_DESTROY(cusparseDestroySpVec, cusparseSpVecDescr)
#undef SIMT_CUSPARSE_HANDLE
#undef SIMT_CUSPARSE_DESTROY

inline cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *it)
{
    *it = new cusparseSpGEMMDescr{};
    return CUSPARSE_STATUS_SUCCESS;
}

inline cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t it)
{
    if (it && it->forget)
        it->forget(it->product);
    delete it;
    return CUSPARSE_STATUS_SUCCESS;
}

inline cusparseStatus_t cusparseGetVersion(cusparseHandle_t, int *version)
{
    *version = CUSPARSE_VERSION;
    return CUSPARSE_STATUS_SUCCESS;
}

inline cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int *value)
{
    *value = type == MAJOR_VERSION   ? CUSPARSE_VER_MAJOR
             : type == MINOR_VERSION ? CUSPARSE_VER_MINOR
                                     : CUSPARSE_VER_PATCH;
    return CUSPARSE_STATUS_SUCCESS;
}

#define SIMT_CUSPARSE_MODE(name, type, member)                                                 \
    inline cusparseStatus_t cusparseSet##name(cusparseHandle_t handle, type value)             \
    {                                                                                          \
        if (!handle)                                                                           \
            return CUSPARSE_STATUS_NOT_INITIALIZED;                                            \
        handle->member = value;                                                                \
        return CUSPARSE_STATUS_SUCCESS;                                                        \
    }                                                                                          \
    inline cusparseStatus_t cusparseGet##name(cusparseHandle_t handle, type *value)            \
    {                                                                                          \
        if (!handle)                                                                           \
            return CUSPARSE_STATUS_NOT_INITIALIZED;                                            \
        *value = handle->member;                                                               \
        return CUSPARSE_STATUS_SUCCESS;                                                        \
    }
SIMT_CUSPARSE_MODE(Stream, cudaStream_t, stream)
SIMT_CUSPARSE_MODE(PointerMode, cusparsePointerMode_t, mode)
#undef SIMT_CUSPARSE_MODE

#define SIMT_CUSPARSE_OF_DESCR(name, type, member)                                             \
    inline cusparseStatus_t cusparseSetMat##name(cusparseMatDescr_t it, type value)            \
    {                                                                                          \
        it->member = value;                                                                    \
        return CUSPARSE_STATUS_SUCCESS;                                                        \
    }                                                                                          \
    inline type cusparseGetMat##name(const struct cusparseMatDescr *it)                        \
    {                                                                                          \
        return it->member;                                                                     \
    }
SIMT_CUSPARSE_OF_DESCR(Type, cusparseMatrixType_t, type)
SIMT_CUSPARSE_OF_DESCR(FillMode, cusparseFillMode_t, fill)
SIMT_CUSPARSE_OF_DESCR(DiagType, cusparseDiagType_t, diagonal)
SIMT_CUSPARSE_OF_DESCR(IndexBase, cusparseIndexBase_t, base)
#undef SIMT_CUSPARSE_OF_DESCR

#endif
