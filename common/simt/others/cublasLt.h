/* cuBLASLt's product of matrices: <cublasLt.h>. C++17.
 *
 * D = f(alpha * A * B + beta * C + bias), by the loops of cublas_v2.h: stored by columns or by
 * rows, in batches, with a bias, ReLU or GELU behind it. There is one algorithm. What a call
 * asks for beyond that names itself when it is called, and gives CUBLAS_STATUS_NOT_SUPPORTED.
 */
#ifndef SIMT_CUBLASLT_H
#define SIMT_CUBLASLT_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "others/cublas_v2.h"

/* --- names -------------------------------------------------------------------------------- */

typedef enum {
    CUBLASLT_ORDER_COL = 0,
    CUBLASLT_ORDER_ROW = 1,
} cublasLtOrder_t;

typedef enum {
    CUBLASLT_POINTER_MODE_HOST = 0,
    CUBLASLT_POINTER_MODE_DEVICE = 1,
} cublasLtPointerMode_t;

typedef enum {
    CUBLASLT_MATRIX_LAYOUT_TYPE = 0,
    CUBLASLT_MATRIX_LAYOUT_ORDER = 1,
    CUBLASLT_MATRIX_LAYOUT_ROWS = 2,
    CUBLASLT_MATRIX_LAYOUT_COLS = 3,
    CUBLASLT_MATRIX_LAYOUT_LD = 4,
    CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT = 5,
    CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET = 6,
} cublasLtMatrixLayoutAttribute_t;

typedef enum {
    CUBLASLT_MATMUL_DESC_COMPUTE_TYPE = 0,
    CUBLASLT_MATMUL_DESC_SCALE_TYPE = 1,
    CUBLASLT_MATMUL_DESC_POINTER_MODE = 2,
    CUBLASLT_MATMUL_DESC_TRANSA = 3,
    CUBLASLT_MATMUL_DESC_TRANSB = 4,
    CUBLASLT_MATMUL_DESC_TRANSC = 5,
    CUBLASLT_MATMUL_DESC_FILL_MODE = 6,
    CUBLASLT_MATMUL_DESC_EPILOGUE = 7,
    CUBLASLT_MATMUL_DESC_BIAS_POINTER = 8,
    CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE = 10,
    CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER = 11,
    CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD = 12,
    CUBLASLT_MATMUL_DESC_A_SCALE_POINTER = 17,
    CUBLASLT_MATMUL_DESC_B_SCALE_POINTER = 18,
    CUBLASLT_MATMUL_DESC_D_SCALE_POINTER = 20,
    CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE = 22,
    CUBLASLT_MATMUL_DESC_FAST_ACCUM = 25,
    CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE = 26,
} cublasLtMatmulDescAttributes_t;

typedef enum {
    CUBLASLT_EPILOGUE_DEFAULT = 1,
    CUBLASLT_EPILOGUE_RELU = 2,
    CUBLASLT_EPILOGUE_BIAS = 4,
    CUBLASLT_EPILOGUE_RELU_BIAS = 6,
    CUBLASLT_EPILOGUE_GELU = 32,
    CUBLASLT_EPILOGUE_GELU_BIAS = 36,
    CUBLASLT_EPILOGUE_RELU_AUX = 130,
    CUBLASLT_EPILOGUE_RELU_AUX_BIAS = 134,
    CUBLASLT_EPILOGUE_DRELU = 136,
    CUBLASLT_EPILOGUE_DRELU_BGRAD = 152,
    CUBLASLT_EPILOGUE_GELU_AUX = 160,
    CUBLASLT_EPILOGUE_GELU_AUX_BIAS = 164,
    CUBLASLT_EPILOGUE_DGELU = 192,
    CUBLASLT_EPILOGUE_DGELU_BGRAD = 208,
    CUBLASLT_EPILOGUE_BGRADA = 256,
    CUBLASLT_EPILOGUE_BGRADB = 512,
} cublasLtEpilogue_t;

typedef enum {
    CUBLASLT_MATMUL_PREF_SEARCH_MODE = 0,
    CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES = 1,
    CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK = 3,
    CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES = 5,
    CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES = 6,
    CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES = 7,
    CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES = 8,
} cublasLtMatmulPreferenceAttributes_t;

/* --- descriptions ------------------------------------------------------------------------- */

namespace simt_blas
{

/* Attributes by their numbers, as bytes. */
struct attributes {
    unsigned char of[64][8];

    template <class T> T get(int name) const
    {
        T value;
        static_assert(sizeof value <= sizeof of[0], "no attribute is larger");
        memcpy(&value, of[name], sizeof value);
        return value;
    }
    template <class T> void set(int name, T value)
    {
        memcpy(of[name], &value, sizeof value);
    }
};

inline cublasStatus_t set_attribute(attributes *to, int name, const void *from, size_t bytes)
{
    if (!to || !from || name < 0 || name >= 64 || bytes > sizeof to->of[0])
        return CUBLAS_STATUS_INVALID_VALUE;
    memcpy(to->of[name], from, bytes);
    return CUBLAS_STATUS_SUCCESS;
}

inline cublasStatus_t get_attribute(const attributes *of, int name, void *to, size_t bytes,
                                    size_t *written)
{
    if (!of || !to || name < 0 || name >= 64 || bytes > sizeof of->of[0])
        return CUBLAS_STATUS_INVALID_VALUE;
    memcpy(to, of->of[name], bytes);
    if (written)
        *written = bytes;
    return CUBLAS_STATUS_SUCCESS;
}

inline cublasStatus_t destroy_attributes(attributes *of)
{
    delete of;
    return CUBLAS_STATUS_SUCCESS;
}

} // namespace simt_blas

typedef cublasHandle_t cublasLtHandle_t;
typedef simt_blas::attributes cublasLtMatrixLayoutOpaque_t, cublasLtMatmulDescOpaque_t,
    cublasLtMatmulPreferenceOpaque_t;
typedef simt_blas::attributes *cublasLtMatrixLayout_t, *cublasLtMatmulDesc_t,
    *cublasLtMatmulPreference_t;

typedef struct {
    uint64_t data[8];
} cublasLtMatmulAlgo_t;

typedef struct {
    cublasLtMatmulAlgo_t algo;
    size_t workspaceSize;
    cublasStatus_t state;
    float wavesCount;
    int reserved[4];
} cublasLtMatmulHeuristicResult_t;

inline cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle)
{
    return cublasCreate(handle);
}

inline cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle)
{
    return cublasDestroy(handle);
}

/* The functions of a description: made by Create and Init, of which the caller tells the rest.
 */
#define SIMT_LT_ATTRIBUTES(Name, names)                                                        \
    inline cublasStatus_t cublasLt##Name##Destroy(cublasLt##Name##_t of)                       \
    {                                                                                          \
        return simt_blas::destroy_attributes(of);                                              \
    }                                                                                          \
    inline cublasStatus_t cublasLt##Name##SetAttribute(cublasLt##Name##_t of, names name,      \
                                                       const void *from, size_t bytes)         \
    {                                                                                          \
        return simt_blas::set_attribute(of, name, from, bytes);                                \
    }                                                                                          \
    inline cublasStatus_t cublasLt##Name##GetAttribute(                                        \
        cublasLt##Name##_t of, names name, void *to, size_t bytes, size_t *written)            \
    {                                                                                          \
        return simt_blas::get_attribute(of, name, to, bytes, written);                         \
    }
SIMT_LT_ATTRIBUTES(MatrixLayout, cublasLtMatrixLayoutAttribute_t)
SIMT_LT_ATTRIBUTES(MatmulDesc, cublasLtMatmulDescAttributes_t)
SIMT_LT_ATTRIBUTES(MatmulPreference, cublasLtMatmulPreferenceAttributes_t)
#undef SIMT_LT_ATTRIBUTES

inline cublasStatus_t cublasLtMatrixLayoutInit(cublasLtMatrixLayout_t layout, cudaDataType type,
                                               uint64_t rows, uint64_t columns, int64_t ld)
{
    *layout = {};
    layout->set(CUBLASLT_MATRIX_LAYOUT_TYPE, type);
    layout->set(CUBLASLT_MATRIX_LAYOUT_ROWS, rows);
    layout->set(CUBLASLT_MATRIX_LAYOUT_COLS, columns);
    layout->set(CUBLASLT_MATRIX_LAYOUT_LD, ld);
    layout->set(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, 1);
    return CUBLAS_STATUS_SUCCESS;
}

inline cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *layout,
                                                 cudaDataType type, uint64_t rows,
                                                 uint64_t columns, int64_t ld)
{
    *layout = new simt_blas::attributes;
    return cublasLtMatrixLayoutInit(*layout, type, rows, columns, ld);
}

inline cublasStatus_t cublasLtMatmulDescInit(cublasLtMatmulDesc_t product,
                                             cublasComputeType_t compute, cudaDataType scale)
{
    *product = {};
    product->set(CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, compute);
    product->set(CUBLASLT_MATMUL_DESC_SCALE_TYPE, scale);
    product->set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_DEFAULT);
    return CUBLAS_STATUS_SUCCESS;
}

inline cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *product,
                                               cublasComputeType_t compute, cudaDataType scale)
{
    *product = new simt_blas::attributes;
    return cublasLtMatmulDescInit(*product, compute, scale);
}

inline cublasStatus_t cublasLtMatmulPreferenceInit(cublasLtMatmulPreference_t preference)
{
    *preference = {};
    return CUBLAS_STATUS_SUCCESS;
}

inline cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *preference)
{
    *preference = new simt_blas::attributes{};
    return CUBLAS_STATUS_SUCCESS;
}

inline cublasStatus_t
cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t, cublasLtMatmulDesc_t, cublasLtMatrixLayout_t,
                               cublasLtMatrixLayout_t, cublasLtMatrixLayout_t,
                               cublasLtMatrixLayout_t, cublasLtMatmulPreference_t, int wanted,
                               cublasLtMatmulHeuristicResult_t *results, int *count)
{
    if (wanted <= 0 || !results || !count)
        return CUBLAS_STATUS_INVALID_VALUE;
    results[0] = {};
    results[0].wavesCount = 1;
    *count = 1;
    return CUBLAS_STATUS_SUCCESS;
}

/* --- the product -------------------------------------------------------------------------- */

namespace simt_blas
{

/* An operand as it lies: by columns, turned where it is stored by rows. */
struct operand {
    const void *at;
    cudaDataType type;
    int rows, columns, ld, count;
    long long by;
    bool is_turned;

    operand(const void *at, cublasLtMatrixLayout_t layout, int operation)
        : at(at), type(layout->get<cudaDataType>(CUBLASLT_MATRIX_LAYOUT_TYPE)),
          rows((int)layout->get<uint64_t>(CUBLASLT_MATRIX_LAYOUT_ROWS)),
          columns((int)layout->get<uint64_t>(CUBLASLT_MATRIX_LAYOUT_COLS)),
          ld((int)layout->get<int64_t>(CUBLASLT_MATRIX_LAYOUT_LD)),
          count(layout->get<int>(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT)),
          by(layout->get<long long>(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET)),
          is_turned(operation != CUBLAS_OP_N)
    {
        if (is_turned)
            std::swap(rows, columns);
        if (layout->get<int>(CUBLASLT_MATRIX_LAYOUT_ORDER) == CUBLASLT_ORDER_ROW)
            is_turned = !is_turned;
    }
    cublasOperation_t operation() const
    {
        return is_turned ? CUBLAS_OP_T : CUBLAS_OP_N;
    }
    /* The operand's own transpose, which lies where it does. */
    operand turned() const
    {
        operand other = *this;
        std::swap(other.rows, other.columns);
        other.is_turned = !is_turned;
        return other;
    }
};

template <class K> SIMT_LOOP K behind(K value, int epilogue)
{
    const double x = (double)value;
    if (epilogue & CUBLASLT_EPILOGUE_RELU)
        return value > K() ? value : K();
    if (epilogue & CUBLASLT_EPILOGUE_GELU)
        return (K)(0.5 * x * (1 + tanh(0.7978845608028654 * (x + 0.044715 * x * x * x))));
    return value;
}

/* Adds the bias, one number a row of D or, where D lies by rows, a column; then the function.
 */
template <class T>
cublasStatus_t finish(cublasHandle_t handle, const operand &d, int epilogue, const void *bias)
{
    const size_t rows = (size_t)d.rows, columns = (size_t)d.columns;
    call here(handle);
    matrix<kept_t<T>> added(1, d.is_turned ? columns : rows);
    if (epilogue & CUBLASLT_EPILOGUE_BIAS)
        added = here.fetched((const T *)bias, 1, added.columns, 1);
    for (int k = 0; k < d.count && here.goes_on(); k++) {
        T *at = (T *)const_cast<void *>(d.at) + k * d.by;
        auto made = here.fetched(at, rows, columns, (size_t)d.ld);
        for (size_t i = 0; i < made.of.size(); i++)
            made.of[i] =
                behind(made.of[i] + added.of[d.is_turned ? i / rows : i % rows], epilogue);
        here.hand_over(at, made, (size_t)d.ld);
    }
    return here.status;
}

inline size_t bytes_of(cudaDataType type)
{
    return type == CUDA_R_64F                          ? 8
           : type == CUDA_R_32F || type == CUDA_R_32I  ? 4
           : type == CUDA_R_16F || type == CUDA_R_16BF ? 2
                                                       : 1;
}

inline cublasStatus_t finish(cublasHandle_t handle, const operand &d, int epilogue,
                             const void *bias)
{
    if (epilogue == CUBLASLT_EPILOGUE_DEFAULT)
        return CUBLAS_STATUS_SUCCESS;
    if (d.type == CUDA_R_32F)
        return finish<float>(handle, d, epilogue, bias);
    if (d.type == CUDA_R_64F)
        return finish<double>(handle, d, epilogue, bias);
    return d.type == CUDA_R_16F ? finish<__half>(handle, d, epilogue, bias)
                                : finish<__nv_bfloat16>(handle, d, epilogue, bias);
}

inline bool is_known_epilogue(int epilogue)
{
    return epilogue == CUBLASLT_EPILOGUE_DEFAULT ||
           !(epilogue &
             ~(CUBLASLT_EPILOGUE_BIAS | CUBLASLT_EPILOGUE_RELU | CUBLASLT_EPILOGUE_GELU));
}

/* C lies elsewhere than D, which is what the product adds to. */
inline cublasStatus_t begin_with(cudaStream_t stream, const operand &c, const operand &d)
{
    size_t bytes = bytes_of(d.type);
    cudaError_t error = cudaSuccess;
    for (int k = 0; k < d.count && error == cudaSuccess; k++)
        error = cudaMemcpy2DAsync(
            (char *)const_cast<void *>(d.at) + k * d.by * (long)bytes, (size_t)d.ld * bytes,
            (const char *)c.at + k * c.by * (long)bytes, (size_t)c.ld * bytes,
            (size_t)d.rows * bytes, (size_t)d.columns, cudaMemcpyDeviceToDevice, stream);
    return as_status(error);
}

inline cublasStatus_t product_of(cublasHandle_t handle, const attributes &product,
                                 const void *alpha, const operand &a, const operand &b,
                                 const void *beta, const operand &c, const operand &d)
{
    int epilogue = product.get<int>(CUBLASLT_MATMUL_DESC_EPILOGUE);
    cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
    if (c.at && c.at != d.at)
        status = begin_with(handle->stream, c, d);
    if (status == CUBLAS_STATUS_SUCCESS)
        status =
            gemm_ex(handle, a.operation(), b.operation(), d.rows, d.columns, a.columns, alpha,
                    a.at, a.type, a.ld, a.by, b.at, b.type, b.ld, b.by, beta,
                    const_cast<void *>(d.at), d.type, d.ld, d.by, d.count,
                    product.get<int>(CUBLASLT_MATMUL_DESC_COMPUTE_TYPE) == CUBLAS_COMPUTE_16F);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = finish(handle, d, epilogue,
                        product.get<const void *>(CUBLASLT_MATMUL_DESC_BIAS_POINTER));
    return status;
}

} // namespace simt_blas

inline cublasStatus_t
cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t product, const void *alpha,
               const void *a, cublasLtMatrixLayout_t layout_a, const void *b,
               cublasLtMatrixLayout_t layout_b, const void *beta, const void *c,
               cublasLtMatrixLayout_t layout_c, void *d, cublasLtMatrixLayout_t layout_d,
               const cublasLtMatmulAlgo_t *, void *, size_t, cudaStream_t stream)
{
    using simt_blas::operand;
    if (!handle || !product || !layout_a || !layout_b || !layout_c || !layout_d)
        return CUBLAS_STATUS_INVALID_VALUE;
    int epilogue = product->get<int>(CUBLASLT_MATMUL_DESC_EPILOGUE);
    if (!simt_blas::is_known_epilogue(epilogue)) {
        fprintf(stderr, "not supported without a GPU: cublasLtMatmul with epilogue %d\n",
                epilogue);
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    cublasContext with = {stream,
                          product->get<int>(CUBLASLT_MATMUL_DESC_POINTER_MODE)
                              ? CUBLAS_POINTER_MODE_DEVICE
                              : CUBLAS_POINTER_MODE_HOST,
                          handle->math, handle->atomics};
    operand of_a(a, layout_a, product->get<int>(CUBLASLT_MATMUL_DESC_TRANSA));
    operand of_b(b, layout_b, product->get<int>(CUBLASLT_MATMUL_DESC_TRANSB));
    operand of_c(c, layout_c, CUBLAS_OP_N), of_d(d, layout_d, CUBLAS_OP_N);
    if (of_a.columns != of_b.rows || of_a.rows != of_d.rows || of_b.columns != of_d.columns ||
        of_c.is_turned != of_d.is_turned)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (!of_d.is_turned)
        return simt_blas::product_of(&with, *product, alpha, of_a, of_b, beta, of_c, of_d);
    operand at_d = of_d.turned(); /* D by rows is its transpose by columns: B' times A' */
    at_d.is_turned = true;
    return simt_blas::product_of(&with, *product, alpha, of_b.turned(), of_a.turned(), beta,
                                 of_c.turned(), at_d);
}

#endif
