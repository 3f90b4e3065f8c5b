/* cuBLAS as it was before handles: <cublas.h>, of float and double. What it gave back by its
 * result is on the host. Names that <cublas_v2.h> has, too, are told apart by the handle.
 * C++17. */
#ifndef SIMT_CUBLAS_H
#define SIMT_CUBLAS_H

#include "others/cublas_v2.h"

inline cublasHandle_t simt_cublas_handle()
{
    static cublasContext context;
    return &context;
}

inline cublasStatus_t &simt_cublas_status()
{
    static cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
    return status;
}

/* The first that fails is kept until it is asked for. */
inline void simt_cublas_keep(cublasStatus_t status)
{
    if (simt_cublas_status() == CUBLAS_STATUS_SUCCESS)
        simt_cublas_status() = status;
}

inline cublasStatus_t cublasInit()
{
    return CUBLAS_STATUS_SUCCESS;
}

inline cublasStatus_t cublasShutdown()
{
    return CUBLAS_STATUS_SUCCESS;
}

inline cublasStatus_t cublasGetError()
{
    cublasStatus_t status = simt_cublas_status();
    simt_cublas_status() = CUBLAS_STATUS_SUCCESS;
    return status;
}

inline cublasStatus_t cublasSetKernelStream(cudaStream_t stream)
{
    return cublasSetStream(simt_cublas_handle(), stream);
}

inline cublasStatus_t cublasAlloc(int n, int size, void **result)
{
    if (n <= 0 || size <= 0)
        return CUBLAS_STATUS_INVALID_VALUE;
    return cudaMalloc(result, (size_t)n * (size_t)size) == cudaSuccess
               ? CUBLAS_STATUS_SUCCESS
               : CUBLAS_STATUS_ALLOC_FAILED;
}

inline cublasStatus_t cublasFree(void *pointer)
{
    return cudaFree(pointer) == cudaSuccess ? CUBLAS_STATUS_SUCCESS
                                            : CUBLAS_STATUS_INTERNAL_ERROR;
}

inline cublasOperation_t simt_cublas_operation(char letter)
{
    if (letter == 'n' || letter == 'N')
        return CUBLAS_OP_N;
    return letter == 't' || letter == 'T' ? CUBLAS_OP_T : CUBLAS_OP_C;
}

#define SIMT_CUBLAS_OLD(X, SMALL, T)                                                           \
    inline void cublas##X##axpy(int n, T alpha, const T *x, int by_x, T *y, int by_y)          \
    {                                                                                          \
        simt_cublas_keep(cublas##X##axpy(simt_cublas_handle(), n, &alpha, x, by_x, y, by_y));  \
    }                                                                                          \
    inline void cublas##X##scal(int n, T alpha, T *x, int by)                                  \
    {                                                                                          \
        simt_cublas_keep(cublas##X##scal(simt_cublas_handle(), n, &alpha, x, by));             \
    }                                                                                          \
    inline void cublas##X##copy(int n, const T *x, int by_x, T *y, int by_y)                   \
    {                                                                                          \
        simt_cublas_keep(cublas##X##copy(simt_cublas_handle(), n, x, by_x, y, by_y));          \
    }                                                                                          \
    inline void cublas##X##swap(int n, T *x, int by_x, T *y, int by_y)                         \
    {                                                                                          \
        simt_cublas_keep(cublas##X##swap(simt_cublas_handle(), n, x, by_x, y, by_y));          \
    }                                                                                          \
    inline T cublas##X##dot(int n, const T *x, int by_x, const T *y, int by_y)                 \
    {                                                                                          \
        T result = 0;                                                                          \
        simt_cublas_keep(cublas##X##dot(simt_cublas_handle(), n, x, by_x, y, by_y, &result));  \
        return result;                                                                         \
    }                                                                                          \
    inline T cublas##X##nrm2(int n, const T *x, int by)                                        \
    {                                                                                          \
        T result = 0;                                                                          \
        simt_cublas_keep(cublas##X##nrm2(simt_cublas_handle(), n, x, by, &result));            \
        return result;                                                                         \
    }                                                                                          \
    inline T cublas##X##asum(int n, const T *x, int by)                                        \
    {                                                                                          \
        T result = 0;                                                                          \
        simt_cublas_keep(cublas##X##asum(simt_cublas_handle(), n, x, by, &result));            \
        return result;                                                                         \
    }                                                                                          \
    inline int cublasI##SMALL##amax(int n, const T *x, int by)                                 \
    {                                                                                          \
        int result = 0;                                                                        \
        simt_cublas_keep(cublasI##SMALL##amax(simt_cublas_handle(), n, x, by, &result));       \
        return result;                                                                         \
    }                                                                                          \
    inline int cublasI##SMALL##amin(int n, const T *x, int by)                                 \
    {                                                                                          \
        int result = 0;                                                                        \
        simt_cublas_keep(cublasI##SMALL##amin(simt_cublas_handle(), n, x, by, &result));       \
        return result;                                                                         \
    }                                                                                          \
    inline void cublas##X##gemv(char operation, int m, int n, T alpha, const T *a, int lda,    \
                                const T *x, int by_x, T beta, T *y, int by_y)                  \
    {                                                                                          \
        simt_cublas_keep(cublas##X##gemv(simt_cublas_handle(),                                 \
                                         simt_cublas_operation(operation), m, n, &alpha, a,    \
                                         lda, x, by_x, &beta, y, by_y));                       \
    }                                                                                          \
    inline void cublas##X##gemm(char of_a, char of_b, int m, int n, int k, T alpha,            \
                                const T *a, int lda, const T *b, int ldb, T beta, T *c,        \
                                int ldc)                                                       \
    {                                                                                          \
        simt_cublas_keep(cublas##X##gemm(simt_cublas_handle(), simt_cublas_operation(of_a),    \
                                         simt_cublas_operation(of_b), m, n, k, &alpha, a, lda, \
                                         b, ldb, &beta, c, ldc));                              \
    }
SIMT_CUBLAS_OLD(S, s, float)
SIMT_CUBLAS_OLD(D, d, double)
#undef SIMT_CUBLAS_OLD

#endif
