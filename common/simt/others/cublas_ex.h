/* cuBLAS's functions of vectors that are told the types of their elements when they are called.
 * At the end of cublas_v2.h, which has what they call. C++17. */
#ifndef SIMT_CUBLAS_EX_H
#define SIMT_CUBLAS_EX_H

#include "others/blas.h"

namespace simt_blas
{

/* Calls f with a pointer to T where T is the type; other types are refused, in a line. */
template <class F> cublasStatus_t with_type(cudaDataType type, const char *name, F f)
{
    switch (type) {
    case CUDA_R_32F:
        return f((float *)nullptr);
    case CUDA_R_64F:
        return f((double *)nullptr);
    case CUDA_R_16F:
        return f((__half *)nullptr);
    case CUDA_R_16BF:
        return f((__nv_bfloat16 *)nullptr);
    case CUDA_C_32F:
        return f((cuComplex *)nullptr);
    case CUDA_C_64F:
        return f((cuDoubleComplex *)nullptr);
    default:
        fprintf(stderr, "not supported without a GPU: %s of these types\n", name);
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
}

/* A type that a call may not have, so that it is refused as above. */
inline cudaDataType only_if(bool holds, cudaDataType type)
{
    return holds ? type : CUDA_R_4I;
}

/* The factor of small elements is a float or one of them. */
template <class T>
kept_t<T> factor_of(call &by, const void *alpha, cudaDataType type, cudaDataType of_elements)
{
    return type == of_elements ? by.number((const T *)alpha)
                               : by.number((const kept_t<T> *)alpha);
}

inline bool is_factor(cudaDataType type, cudaDataType of_elements)
{
    bool small = of_elements == CUDA_R_16F || of_elements == CUDA_R_16BF;
    return type == of_elements || (small && type == CUDA_R_32F);
}

inline cublasStatus_t dot_ex(cublasHandle_t handle, int n, const void *x, cudaDataType type,
                             int by_x, const void *y, cudaDataType type_y, int by_y,
                             void *result, cudaDataType type_result, bool conjugated)
{
    return with_type(only_if(type == type_y && type == type_result, type), "cublasDotEx",
                     [&](auto *kind) {
                         using T = std::remove_pointer_t<decltype(kind)>;
                         return dot(handle, n, (const T *)x, by_x, (const T *)y, by_y,
                                    (T *)result, conjugated);
                     });
}

} // namespace simt_blas

inline cublasStatus_t cublasDotEx(cublasHandle_t handle, int n, const void *x,
                                  cudaDataType type_x, int by_x, const void *y,
                                  cudaDataType type_y, int by_y, void *result,
                                  cudaDataType type_result, cudaDataType)
{
    return simt_blas::dot_ex(handle, n, x, type_x, by_x, y, type_y, by_y, result, type_result,
                             false);
}

inline cublasStatus_t cublasDotcEx(cublasHandle_t handle, int n, const void *x,
                                   cudaDataType type_x, int by_x, const void *y,
                                   cudaDataType type_y, int by_y, void *result,
                                   cudaDataType type_result, cudaDataType)
{
    return simt_blas::dot_ex(handle, n, x, type_x, by_x, y, type_y, by_y, result, type_result,
                             true);
}

inline cublasStatus_t cublasAxpyEx(cublasHandle_t handle, int n, const void *alpha,
                                   cudaDataType type_alpha, const void *x, cudaDataType type_x,
                                   int by_x, void *y, cudaDataType type_y, int by_y,
                                   cudaDataType)
{
    using namespace simt_blas;
    bool right = type_x == type_y && is_factor(type_alpha, type_x);
    return with_type(only_if(right, type_x), "cublasAxpyEx", [&](auto *kind) {
        using T = std::remove_pointer_t<decltype(kind)>;
        call here(handle);
        auto factor = factor_of<T>(here, alpha, type_alpha, type_x);
        auto a = here.fetched_vector((const T *)x, n, by_x),
             b = here.fetched_vector((const T *)y, n, by_y);
        for (size_t i = 0; i < a.of.size() && i < b.of.size(); i++)
            b.of[i] += factor * a.of[i];
        here.hand_over_vector((T *)y, b, by_y);
        return here.status;
    });
}

inline cublasStatus_t cublasScalEx(cublasHandle_t handle, int n, const void *alpha,
                                   cudaDataType type_alpha, void *x, cudaDataType type_x,
                                   int by_x, cudaDataType)
{
    using namespace simt_blas;
    return with_type(only_if(is_factor(type_alpha, type_x), type_x), "cublasScalEx",
                     [&](auto *kind) {
                         using T = std::remove_pointer_t<decltype(kind)>;
                         call here(handle);
                         auto factor = factor_of<T>(here, alpha, type_alpha, type_x);
                         auto a = here.fetched_vector((const T *)x, n, by_x);
                         for (auto &value : a.of)
                             value *= factor;
                         here.hand_over_vector((T *)x, a, by_x);
                         return here.status;
                     });
}

/* The length of a vector of complex numbers is a real one. */
inline cublasStatus_t cublasNrm2Ex(cublasHandle_t handle, int n, const void *x,
                                   cudaDataType type_x, int by_x, void *result,
                                   cudaDataType type_result, cudaDataType)
{
    using namespace simt_blas;
    if (type_x == CUDA_R_64F && type_result == type_x)
        return nrm2(handle, n, (const double *)x, by_x, (double *)result);
    if (type_x == CUDA_C_64F && type_result == CUDA_R_64F)
        return nrm2(handle, n, (const cuDoubleComplex *)x, by_x, (double *)result);
    bool right = type_x != CUDA_R_64F && type_x != CUDA_C_64F && type_result == CUDA_R_32F;
    return with_type(only_if(right, type_x), "cublasNrm2Ex", [&](auto *kind) {
        using T = std::remove_pointer_t<decltype(kind)>;
        if constexpr (sizeof(T) > sizeof(cuComplex))
            return CUBLAS_STATUS_NOT_SUPPORTED;
        else
            return nrm2(handle, n, (const T *)x, by_x, (float *)result);
    });
}

#endif
