/* cuSPARSE's matrices and vectors: made of what lies on the device, and asked. C++17. */
#ifndef SIMT_CUSPARSE_MATRICES_H
#define SIMT_CUSPARSE_MATRICES_H

#include "others/cusparse_api.h"

/* --- sparse matrices ---------------------------------------------------------------------- */

inline cusparseStatus_t simt_sparse_create(cusparseSpMatDescr_t *it,
                                           const struct cusparseSpMatDescr &matrix)
{
    if (!it || matrix.rows < 0 || matrix.columns < 0 || matrix.count < 0)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *it = new cusparseSpMatDescr(matrix);
    return CUSPARSE_STATUS_SUCCESS;
}

/* Each is there for matrices that may be written, and for constant ones. */
#define SIMT_CUSPARSE_CREATE(of, descriptor, pointer)                                          \
    inline cusparseStatus_t cusparseCreate##of##Csr(                                           \
        descriptor *it, int64_t rows, int64_t columns, int64_t count, pointer offsets,         \
        pointer indices, pointer values, cusparseIndexType_t offset_type,                      \
        cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type)           \
    {                                                                                          \
        return simt_sparse_create((cusparseSpMatDescr_t *)it,                                  \
                                  {CUSPARSE_FORMAT_CSR, rows, columns, count, (void *)offsets, \
                                   (void *)indices, (void *)values, offset_type, index_type,   \
                                   base, type, CUSPARSE_FILL_MODE_LOWER,                       \
                                   CUSPARSE_DIAG_TYPE_NON_UNIT});                              \
    }                                                                                          \
    inline cusparseStatus_t cusparseCreate##of##Csc(                                           \
        descriptor *it, int64_t rows, int64_t columns, int64_t count, pointer offsets,         \
        pointer indices, pointer values, cusparseIndexType_t offset_type,                      \
        cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type)           \
    {                                                                                          \
        return simt_sparse_create((cusparseSpMatDescr_t *)it,                                  \
                                  {CUSPARSE_FORMAT_CSC, rows, columns, count, (void *)offsets, \
                                   (void *)indices, (void *)values, offset_type, index_type,   \
                                   base, type, CUSPARSE_FILL_MODE_LOWER,                       \
                                   CUSPARSE_DIAG_TYPE_NON_UNIT});                              \
    }                                                                                          \
    inline cusparseStatus_t cusparseCreate##of##Coo(                                           \
        descriptor *it, int64_t rows, int64_t columns, int64_t count, pointer row_indices,     \
        pointer column_indices, pointer values, cusparseIndexType_t index_type,                \
        cusparseIndexBase_t base, cudaDataType type)                                           \
    {                                                                                          \
        return simt_sparse_create((cusparseSpMatDescr_t *)it,                                  \
                                  {CUSPARSE_FORMAT_COO, rows, columns, count,                  \
                                   (void *)row_indices, (void *)column_indices,                \
                                   (void *)values, index_type, index_type, base, type,         \
                                   CUSPARSE_FILL_MODE_LOWER, CUSPARSE_DIAG_TYPE_NON_UNIT});    \
    }
SIMT_CUSPARSE_CREATE(, cusparseSpMatDescr_t, void *)
SIMT_CUSPARSE_CREATE(Const, cusparseConstSpMatDescr_t, const void *)
#undef SIMT_CUSPARSE_CREATE

#define SIMT_CUSPARSE_POINTERS(name)                                                           \
    inline cusparseStatus_t name(cusparseSpMatDescr_t it, void *offsets, void *indices,        \
                                 void *values)                                                 \
    {                                                                                          \
        it->offsets = offsets;                                                                 \
        it->indices = indices;                                                                 \
        it->values = values;                                                                   \
        return CUSPARSE_STATUS_SUCCESS;                                                        \
    }
SIMT_CUSPARSE_POINTERS(cusparseCsrSetPointers)
SIMT_CUSPARSE_POINTERS(cusparseCscSetPointers)
SIMT_CUSPARSE_POINTERS(cusparseCooSetPointers)
#undef SIMT_CUSPARSE_POINTERS

inline cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t it, int64_t *rows,
                                             int64_t *columns, int64_t *count)
{
    *rows = it->rows;
    *columns = it->columns;
    *count = it->count;
    return CUSPARSE_STATUS_SUCCESS;
}

inline cusparseStatus_t cusparseSpMatGetFormat(cusparseConstSpMatDescr_t it,
                                               cusparseFormat_t *format)
{
    *format = it->format;
    return CUSPARSE_STATUS_SUCCESS;
}

inline cusparseStatus_t cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t it,
                                                  cusparseIndexBase_t *base)
{
    *base = it->base;
    return CUSPARSE_STATUS_SUCCESS;
}

inline cusparseStatus_t cusparseSpMatGetValues(cusparseSpMatDescr_t it, void **values)
{
    *values = it->values;
    return CUSPARSE_STATUS_SUCCESS;
}

inline cusparseStatus_t cusparseSpMatSetValues(cusparseSpMatDescr_t it, void *values)
{
    it->values = values;
    return CUSPARSE_STATUS_SUCCESS;
}

inline cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t it,
                                                  cusparseSpMatAttribute_t attribute,
                                                  const void *value, size_t size)
{
    if (!value || size != sizeof(int))
        return CUSPARSE_STATUS_INVALID_VALUE;
    if (attribute == CUSPARSE_SPMAT_FILL_MODE)
        it->fill = *(const cusparseFillMode_t *)value;
    else
        it->diagonal = *(const cusparseDiagType_t *)value;
    return CUSPARSE_STATUS_SUCCESS;
}

/* --- dense ones, and vectors -------------------------------------------------------------- */

#define SIMT_CUSPARSE_CREATE(of, mat, vec, spvec, pointer)                                     \
    inline cusparseStatus_t cusparseCreate##of##DnMat(                                         \
        mat *it, int64_t rows, int64_t columns, int64_t pitch, pointer values,                 \
        cudaDataType type, cusparseOrder_t order)                                              \
    {                                                                                          \
        if (!it || rows < 0 || columns < 0 ||                                                  \
            pitch < (order == CUSPARSE_ORDER_ROW ? columns : rows))                            \
            return CUSPARSE_STATUS_INVALID_VALUE;                                              \
        *it = new cusparseDnMatDescr{rows, columns, pitch, (void *)values, type, order};       \
        return CUSPARSE_STATUS_SUCCESS;                                                        \
    }                                                                                          \
    inline cusparseStatus_t cusparseCreate##of##DnVec(vec *it, int64_t size, pointer values,   \
                                                      cudaDataType type)                       \
    {                                                                                          \
        if (!it || size < 0)                                                                   \
            return CUSPARSE_STATUS_INVALID_VALUE;                                              \
        *it = new cusparseDnVecDescr{size, (void *)values, type};                              \
        return CUSPARSE_STATUS_SUCCESS;                                                        \
    }                                                                                          \
    inline cusparseStatus_t cusparseCreate##of##SpVec(                                         \
        spvec *it, int64_t size, int64_t count, pointer indices, pointer values,               \
        cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type)           \
    {                                                                                          \
        if (!it || size < 0 || count < 0)                                                      \
            return CUSPARSE_STATUS_INVALID_VALUE;                                              \
        *it = new cusparseSpVecDescr{size, count, (void *)indices, (void *)values, index_type, \
                                     base, type};                                              \
        return CUSPARSE_STATUS_SUCCESS;                                                        \
    }
SIMT_CUSPARSE_CREATE(, cusparseDnMatDescr_t, cusparseDnVecDescr_t, cusparseSpVecDescr_t, void *)
SIMT_CUSPARSE_CREATE(Const, cusparseConstDnMatDescr_t, cusparseConstDnVecDescr_t,
                     cusparseConstSpVecDescr_t, const void *)
#undef SIMT_CUSPARSE_CREATE

#define SIMT_CUSPARSE_VALUES(of)                                                               \
    inline cusparseStatus_t cusparse##of##GetValues(cusparse##of##Descr_t it, void **values)   \
    {                                                                                          \
        *values = it->values;                                                                  \
        return CUSPARSE_STATUS_SUCCESS;                                                        \
    }                                                                                          \
    inline cusparseStatus_t cusparse##of##SetValues(cusparse##of##Descr_t it, void *values)    \
    {                                                                                          \
        it->values = values;                                                                   \
        return CUSPARSE_STATUS_SUCCESS;                                                        \
    }
SIMT_CUSPARSE_VALUES(DnMat)
SIMT_CUSPARSE_VALUES(DnVec)
SIMT_CUSPARSE_VALUES(SpVec)
#undef SIMT_CUSPARSE_VALUES

#endif
