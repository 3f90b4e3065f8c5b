/* What cuBLAS computes, as far as programs mostly use it: <cublas_v2.h>. C++17.
 *
 * Of float, double and their complex kin (S, D, C, Z): vectors, matrices times vectors,
 * products of matrices, also in batches and of half. Sums are taken in the order of their
 * terms: the last digits may differ from cuBLAS's, which promises none. What is missing is a
 * build error that names it. */
#ifndef SIMT_CUBLAS_V2_H
#define SIMT_CUBLAS_V2_H

/* By which other headers see that this one has been read. */
#define CUBLAS_V2_H_
#define CUBLAS_API_H_

#include "others/blas.h"

namespace simt_blas
{

/* --- vectors ------------------------------------------------------------------------------ */

template <class K> SIMT_LOOP auto size_of(const K &x)
{
    if constexpr (std::is_arithmetic<K>::value)
        return x < 0 ? -x : x;
    else
        return fabs(x.real()) + fabs(x.imag());
}

/* The place, from 1 on, of the first element that is the largest, or smallest, by its size. */
template <class T>
cublasStatus_t place_of(cublasHandle_t handle, long long n, const T *x, long long by, int *at,
                        bool largest)
{
    call here(handle);
    auto a = here.fetched_vector(x, n > 0 && by > 0 ? n : 0, by > 0 ? by : 1);
    size_t best = 0;
    for (size_t i = 1; i < a.of.size(); i++) {
        auto mine = size_of(a.of[i]), other = size_of(a.of[best]);
        if (largest ? mine > other : mine < other)
            best = i;
    }
    here.answer(at, a.of.empty() ? 0 : (int)best + 1);
    return here.status;
}

template <class T, class R>
cublasStatus_t asum(cublasHandle_t handle, long long n, const T *x, long long by, R *result)
{
    call here(handle);
    auto a = here.fetched_vector(x, n > 0 && by > 0 ? n : 0, by > 0 ? by : 1);
    R sum = 0;
    for (const auto &value : a.of)
        sum += size_of(value);
    here.answer(result, sum);
    return here.status;
}

/* The largest element keeps the squares within their range. */
template <class T, class R>
cublasStatus_t nrm2(cublasHandle_t handle, long long n, const T *x, long long by, R *result)
{
    call here(handle);
    auto a = here.fetched_vector(x, n > 0 && by > 0 ? n : 0, by > 0 ? by : 1);
    R most = 0, sum = 0;
    for (const auto &value : a.of)
        most = std::max(most, (R)std::abs(value));
    for (const auto &value : a.of)
        sum += most > 0 ? (std::abs(value) / most) * (std::abs(value) / most) : 0;
    here.answer(result, most * std::sqrt(sum));
    return here.status;
}

template <class T>
cublasStatus_t dot(cublasHandle_t handle, long long n, const T *x, long long by_x, const T *y,
                   long long by_y, T *result, bool conjugated = false)
{
    call here(handle);
    auto a = here.fetched_vector(x, n, by_x), b = here.fetched_vector(y, n, by_y);
    kept_t<T> sum = kept_t<T>();
    for (size_t i = 0; i < a.of.size() && i < b.of.size(); i++)
        sum += (conjugated ? conjugate(a.of[i]) : a.of[i]) * b.of[i];
    here.answer(result, narrowed<T>(sum));
    return here.status;
}

template <class T>
cublasStatus_t axpy(cublasHandle_t handle, long long n, const T *alpha, const T *x,
                    long long by_x, T *y, long long by_y)
{
    call here(handle);
    auto factor = here.number(alpha);
    auto a = here.fetched_vector(x, n, by_x), b = here.fetched_vector(y, n, by_y);
    for (size_t i = 0; i < a.of.size() && i < b.of.size(); i++)
        b.of[i] += factor * a.of[i];
    here.hand_over_vector(y, b, by_y);
    return here.status;
}

template <class T, class S>
cublasStatus_t scal(cublasHandle_t handle, long long n, const S *alpha, T *x, long long by)
{
    call here(handle);
    auto factor = here.number(alpha);
    auto a = here.fetched_vector(x, n, by);
    for (auto &value : a.of)
        value *= factor;
    here.hand_over_vector(x, a, by);
    return here.status;
}

template <class T>
cublasStatus_t copy(cublasHandle_t handle, long long n, const T *x, long long by_x, T *y,
                    long long by_y)
{
    call here(handle);
    here.hand_over_vector(y, here.fetched_vector(x, n, by_x), by_y);
    return here.status;
}

template <class T>
cublasStatus_t swap(cublasHandle_t handle, long long n, T *x, long long by_x, T *y,
                    long long by_y)
{
    call here(handle);
    auto a = here.fetched_vector(x, n, by_x), b = here.fetched_vector(y, n, by_y);
    here.hand_over_vector(y, a, by_y);
    here.hand_over_vector(x, b, by_x);
    return here.status;
}

template <class T>
cublasStatus_t rot(cublasHandle_t handle, long long n, T *x, long long by_x, T *y,
                   long long by_y, const T *cosine, const T *sine)
{
    call here(handle);
    T c = here.number(cosine), s = here.number(sine);
    auto a = here.fetched_vector(x, n, by_x), b = here.fetched_vector(y, n, by_y);
    for (size_t i = 0; i < a.of.size() && i < b.of.size(); i++) {
        T before = a.of[i];
        a.of[i] = c * before + s * b.of[i];
        b.of[i] = c * b.of[i] - s * before;
    }
    here.hand_over_vector(x, a, by_x);
    here.hand_over_vector(y, b, by_y);
    return here.status;
}

/* --- matrices and vectors ----------------------------------------------------------------- */

template <class T>
cublasStatus_t gemv(cublasHandle_t handle, cublasOperation_t operation, int m, int n,
                    const T *alpha, const T *at, int lda, const T *x, int by_x, const T *beta,
                    T *y, int by_y)
{
    call here(handle);
    here.want(m >= 0 && n >= 0);
    auto factor = here.number(alpha), keeps = here.number(beta);
    bool plain = operation == CUBLAS_OP_N;
    auto a = fetched_as(here, operation, at, plain ? m : n, plain ? n : m, lda);
    auto b = here.fetched_vector(x, plain ? n : m, by_x);
    auto c = keeps == kept_t<T>() ? matrix<kept_t<T>>(1, (size_t)(plain ? m : n))
                                  : here.fetched_vector(y, plain ? m : n, by_y);
    if (!here.goes_on())
        return here.status;
    matrix<kept_t<T>> column(c.columns, 1), right(b.columns, 1);
    column.of = c.of, right.of = b.of;
    multiply(factor, a, right, keeps, column);
    c.of = column.of;
    here.want(by_y != 0);
    here.hand_over_vector(y, c, by_y);
    return here.status;
}

template <class T>
cublasStatus_t ger(cublasHandle_t handle, int m, int n, const T *alpha, const T *x, int by_x,
                   const T *y, int by_y, T *at, int lda)
{
    call here(handle);
    here.want(m >= 0 && n >= 0);
    auto factor = here.number(alpha);
    auto a = target(here, at, m, n, lda, kept_t<T>(1));
    auto u = here.fetched_vector(x, m, by_x), v = here.fetched_vector(y, n, by_y);
    if (!here.goes_on())
        return here.status;
    for (size_t j = 0; j < a.columns; j++)
        for (size_t i = 0; i < a.rows; i++)
            a.of[i + j * a.rows] += factor * u.of[i] * v.of[j];
    here.hand_over(at, a, (size_t)lda);
    return here.status;
}

/* --- products of matrices ----------------------------------------------------------------- */

template <class T>
cublasStatus_t gemm_called(cublasHandle_t handle, cublasOperation_t of_a,
                           cublasOperation_t of_b, int m, int n, int k, const T *alpha,
                           const T *a, int lda, const T *b, int ldb, const T *beta, T *c,
                           int ldc)
{
    call here(handle);
    gemm(here, of_a, of_b, m, n, k, here.number(alpha), a, lda, b, ldb, here.number(beta), c,
         ldc);
    return here.status;
}

template <class T>
cublasStatus_t
gemm_strided(cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b, int m,
             int n, int k, const T *alpha, const T *a, int lda, long long a_by, const T *b,
             int ldb, long long b_by, const T *beta, T *c, int ldc, long long c_by, int count)
{
    call here(handle);
    auto factor = here.number(alpha), keeps = here.number(beta);
    here.want(count >= 0);
    for (int i = 0; i < count && here.goes_on(); i++)
        gemm(here, of_a, of_b, m, n, k, factor, a + i * a_by, lda, b + i * b_by, ldb, keeps,
             c + i * c_by, ldc);
    return here.status;
}

/* The pointers themselves lie on the device. */
template <class T>
cublasStatus_t gemm_batched(cublasHandle_t handle, cublasOperation_t of_a,
                            cublasOperation_t of_b, int m, int n, int k, const T *alpha,
                            const T *const *a, int lda, const T *const *b, int ldb,
                            const T *beta, T *const *c, int ldc, int count)
{
    call here(handle);
    auto factor = here.number(alpha), keeps = here.number(beta);
    auto as = here.fetched_vector(a, count, 1), bs = here.fetched_vector(b, count, 1);
    auto cs = here.fetched_vector(c, count, 1);
    for (int i = 0; i < count && here.goes_on(); i++)
        gemm(here, of_a, of_b, m, n, k, factor, as.of[(size_t)i], lda, bs.of[(size_t)i], ldb,
             keeps, cs.of[(size_t)i], ldc);
    return here.status;
}

/* C = alpha * op(A) + beta * op(B). */
template <class T>
cublasStatus_t geam(cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b,
                    int m, int n, const T *alpha, const T *a, int lda, const T *beta,
                    const T *b, int ldb, T *c, int ldc)
{
    call here(handle);
    auto factor = here.number(alpha), other = here.number(beta);
    matrix<kept_t<T>> zero((size_t)(m < 0 ? 0 : m), (size_t)(n < 0 ? 0 : n));
    here.want(m >= 0 && n >= 0 && ldc >= m);
    auto left = factor == kept_t<T>() ? zero : fetched_as(here, of_a, a, m, n, lda);
    auto right = other == kept_t<T>() ? zero : fetched_as(here, of_b, b, m, n, ldb);
    if (!here.goes_on())
        return here.status;
    for (size_t i = 0; i < zero.of.size(); i++)
        zero.of[i] = factor * left.of[i] + other * right.of[i];
    here.hand_over(c, zero, (size_t)ldc);
    return here.status;
}

/* --- by types that are told when it runs -------------------------------------------------- */

/* T is that of A and B, TC of C and of the sums' numbers, S that of alpha and beta. */
template <class S, class T, class TC>
cublasStatus_t gemm_mixed(cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b,
                          int m, int n, int k, const void *alpha, const void *a, int lda,
                          long long a_by, const void *b, int ldb, long long b_by,
                          const void *beta, void *c, int ldc, long long c_by, int count)
{
    call here(handle);
    auto factor = (kept_t<TC>)here.number((const S *)alpha),
         keeps = (kept_t<TC>)here.number((const S *)beta);
    for (int i = 0; i < count && here.goes_on(); i++)
        gemm(here, of_a, of_b, m, n, k, factor, (const T *)a + i * a_by, lda,
             (const T *)b + i * b_by, ldb, keeps, (TC *)c + i * c_by, ldc);
    return here.status;
}

inline cublasStatus_t gemm_ex(cublasHandle_t handle, cublasOperation_t of_a,
                              cublasOperation_t of_b, int m, int n, int k, const void *alpha,
                              const void *a, cudaDataType type_a, int lda, long long a_by,
                              const void *b, cudaDataType type_b, int ldb, long long b_by,
                              const void *beta, void *c, cudaDataType type_c, int ldc,
                              long long c_by, int count, bool halves)
{
#define SIMT_MIXED(S, T, TC)                                                                   \
    return gemm_mixed<S, T, TC>(handle, of_a, of_b, m, n, k, alpha, a, lda, a_by, b, ldb,      \
                                b_by, beta, c, ldc, c_by, count)
    auto is = [=](cudaDataType in, cudaDataType out) {
        return type_a == in && type_b == in && type_c == out;
    };
    if (is(CUDA_R_16F, CUDA_R_16F) && halves)
        SIMT_MIXED(__half, __half, __half);
    if (is(CUDA_R_16F, CUDA_R_16F))
        SIMT_MIXED(float, __half, __half);
    if (is(CUDA_R_16F, CUDA_R_32F))
        SIMT_MIXED(float, __half, float);
    if (is(CUDA_R_16BF, CUDA_R_16BF))
        SIMT_MIXED(float, __nv_bfloat16, __nv_bfloat16);
    if (is(CUDA_R_16BF, CUDA_R_32F))
        SIMT_MIXED(float, __nv_bfloat16, float);
    if (is(CUDA_R_32F, CUDA_R_32F))
        SIMT_MIXED(float, float, float);
    if (is(CUDA_R_64F, CUDA_R_64F))
        SIMT_MIXED(double, double, double);
    if (is(CUDA_R_8I, CUDA_R_32I))
        SIMT_MIXED(int, signed char, int);
#undef SIMT_MIXED
    fputs("not supported without a GPU: cublasGemmEx with these types\n", stderr);
    return CUBLAS_STATUS_NOT_SUPPORTED;
}

} // namespace simt_blas

/* --- the names ---------------------------------------------------------------------------- */

#define SIMT_BLAS_OF_EACH(X, SMALL, T)                                                         \
    inline cublasStatus_t cublas##X##axpy(cublasHandle_t handle, int n, const T *alpha,        \
                                          const T *x, int by_x, T *y, int by_y)                \
    {                                                                                          \
        return simt_blas::axpy(handle, n, alpha, x, by_x, y, by_y);                            \
    }                                                                                          \
    inline cublasStatus_t cublas##X##scal(cublasHandle_t handle, int n, const T *alpha, T *x,  \
                                          int by)                                              \
    {                                                                                          \
        return simt_blas::scal(handle, n, alpha, x, by);                                       \
    }                                                                                          \
    inline cublasStatus_t cublas##X##copy(cublasHandle_t handle, int n, const T *x, int by_x,  \
                                          T *y, int by_y)                                      \
    {                                                                                          \
        return simt_blas::copy(handle, n, x, by_x, y, by_y);                                   \
    }                                                                                          \
    inline cublasStatus_t cublas##X##swap(cublasHandle_t handle, int n, T *x, int by_x, T *y,  \
                                          int by_y)                                            \
    {                                                                                          \
        return simt_blas::swap(handle, n, x, by_x, y, by_y);                                   \
    }                                                                                          \
    inline cublasStatus_t cublasI##SMALL##amax(cublasHandle_t handle, int n, const T *x,       \
                                               int by, int *result)                            \
    {                                                                                          \
        return simt_blas::place_of(handle, n, x, by, result, true);                            \
    }                                                                                          \
    inline cublasStatus_t cublasI##SMALL##amin(cublasHandle_t handle, int n, const T *x,       \
                                               int by, int *result)                            \
    {                                                                                          \
        return simt_blas::place_of(handle, n, x, by, result, false);                           \
    }                                                                                          \
    inline cublasStatus_t cublas##X##gemv(cublasHandle_t handle, cublasOperation_t operation,  \
                                          int m, int n, const T *alpha, const T *a, int lda,   \
                                          const T *x, int by_x, const T *beta, T *y, int by_y) \
    {                                                                                          \
        return simt_blas::gemv(handle, operation, m, n, alpha, a, lda, x, by_x, beta, y,       \
                               by_y);                                                          \
    }                                                                                          \
    inline cublasStatus_t cublas##X##geam(cublasHandle_t handle, cublasOperation_t of_a,       \
                                          cublasOperation_t of_b, int m, int n,                \
                                          const T *alpha, const T *a, int lda, const T *beta,  \
                                          const T *b, int ldb, T *c, int ldc)                  \
    {                                                                                          \
        return simt_blas::geam(handle, of_a, of_b, m, n, alpha, a, lda, beta, b, ldb, c, ldc); \
    }

#define SIMT_BLAS_OF_PRODUCTS(X, T)                                                            \
    inline cublasStatus_t cublas##X##gemm(cublasHandle_t handle, cublasOperation_t of_a,       \
                                          cublasOperation_t of_b, int m, int n, int k,         \
                                          const T *alpha, const T *a, int lda, const T *b,     \
                                          int ldb, const T *beta, T *c, int ldc)               \
    {                                                                                          \
        return simt_blas::gemm_called(handle, of_a, of_b, m, n, k, alpha, a, lda, b, ldb,      \
                                      beta, c, ldc);                                           \
    }                                                                                          \
    inline cublasStatus_t cublas##X##gemmStridedBatched(                                       \
        cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b, int m, int n,   \
        int k, const T *alpha, const T *a, int lda, long long a_by, const T *b, int ldb,       \
        long long b_by, const T *beta, T *c, int ldc, long long c_by, int count)               \
    {                                                                                          \
        return simt_blas::gemm_strided(handle, of_a, of_b, m, n, k, alpha, a, lda, a_by, b,    \
                                       ldb, b_by, beta, c, ldc, c_by, count);                  \
    }                                                                                          \
    inline cublasStatus_t cublas##X##gemmBatched(                                              \
        cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b, int m, int n,   \
        int k, const T *alpha, const T *const *a, int lda, const T *const *b, int ldb,         \
        const T *beta, T *const *c, int ldc, int count)                                        \
    {                                                                                          \
        return simt_blas::gemm_batched(handle, of_a, of_b, m, n, k, alpha, a, lda, b, ldb,     \
                                       beta, c, ldc, count);                                   \
    }

/* R is the type of sizes. */
#define SIMT_BLAS_OF_SIZES(X, T, R)                                                            \
    inline cublasStatus_t cublas##X##asum(cublasHandle_t handle, int n, const T *x, int by,    \
                                          R *result)                                           \
    {                                                                                          \
        return simt_blas::asum(handle, n, x, by, result);                                      \
    }                                                                                          \
    inline cublasStatus_t cublas##X##nrm2(cublasHandle_t handle, int n, const T *x, int by,    \
                                          R *result)                                           \
    {                                                                                          \
        return simt_blas::nrm2(handle, n, x, by, result);                                      \
    }

#define SIMT_BLAS_OF_REALS(X, T)                                                               \
    inline cublasStatus_t cublas##X##rot(cublasHandle_t handle, int n, T *x, int by_x, T *y,   \
                                         int by_y, const T *cosine, const T *sine)             \
    {                                                                                          \
        return simt_blas::rot(handle, n, x, by_x, y, by_y, cosine, sine);                      \
    }

#define SIMT_BLAS_DOT(name, T, conjugated)                                                     \
    inline cublasStatus_t cublas##name(cublasHandle_t handle, int n, const T *x, int by_x,     \
                                       const T *y, int by_y, T *result)                        \
    {                                                                                          \
        return simt_blas::dot(handle, n, x, by_x, y, by_y, result, conjugated);                \
    }

#define SIMT_BLAS_GER(name, T)                                                                 \
    inline cublasStatus_t cublas##name(cublasHandle_t handle, int m, int n, const T *alpha,    \
                                       const T *x, int by_x, const T *y, int by_y, T *a,       \
                                       int lda)                                                \
    {                                                                                          \
        return simt_blas::ger(handle, m, n, alpha, x, by_x, y, by_y, a, lda);                  \
    }

SIMT_BLAS_OF_EACH(S, s, float)
SIMT_BLAS_OF_EACH(D, d, double)
SIMT_BLAS_OF_EACH(C, c, cuComplex)
SIMT_BLAS_OF_EACH(Z, z, cuDoubleComplex)
SIMT_BLAS_OF_PRODUCTS(S, float)
SIMT_BLAS_OF_PRODUCTS(D, double)
SIMT_BLAS_OF_PRODUCTS(C, cuComplex)
SIMT_BLAS_OF_PRODUCTS(Z, cuDoubleComplex)
SIMT_BLAS_OF_PRODUCTS(H, __half)
SIMT_BLAS_OF_SIZES(S, float, float)
SIMT_BLAS_OF_SIZES(D, double, double)
SIMT_BLAS_OF_SIZES(Sc, cuComplex, float)
SIMT_BLAS_OF_SIZES(Dz, cuDoubleComplex, double)
SIMT_BLAS_OF_REALS(S, float)
SIMT_BLAS_OF_REALS(D, double)
SIMT_BLAS_DOT(Sdot, float, false)
SIMT_BLAS_DOT(Ddot, double, false)
SIMT_BLAS_DOT(Cdotu, cuComplex, false)
SIMT_BLAS_DOT(Cdotc, cuComplex, true)
SIMT_BLAS_DOT(Zdotu, cuDoubleComplex, false)
SIMT_BLAS_DOT(Zdotc, cuDoubleComplex, true)
SIMT_BLAS_GER(Sger, float)
SIMT_BLAS_GER(Dger, double)

inline cublasStatus_t cublasCsscal(cublasHandle_t handle, int n, const float *alpha,
                                   cuComplex *x, int by)
{
    return simt_blas::scal(handle, n, alpha, x, by);
}

inline cublasStatus_t cublasZdscal(cublasHandle_t handle, int n, const double *alpha,
                                   cuDoubleComplex *x, int by)
{
    return simt_blas::scal(handle, n, alpha, x, by);
}

/* The type in which it is computed is cublasComputeType_t, or cudaDataType as before CUDA 11.
 */
template <class Type>
inline cublasStatus_t
cublasGemmEx(cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b, int m,
             int n, int k, const void *alpha, const void *a, cudaDataType type_a, int lda,
             const void *b, cudaDataType type_b, int ldb, const void *beta, void *c,
             cudaDataType type_c, int ldc, Type type, cublasGemmAlgo_t)
{
    return simt_blas::gemm_ex(handle, of_a, of_b, m, n, k, alpha, a, type_a, lda, 0, b, type_b,
                              ldb, 0, beta, c, type_c, ldc, 0, 1,
                              (int)type == CUBLAS_COMPUTE_16F || (int)type == CUDA_R_16F);
}

template <class Type>
inline cublasStatus_t cublasGemmStridedBatchedEx(
    cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b, int m, int n, int k,
    const void *alpha, const void *a, cudaDataType type_a, int lda, long long a_by,
    const void *b, cudaDataType type_b, int ldb, long long b_by, const void *beta, void *c,
    cudaDataType type_c, int ldc, long long c_by, int count, Type type, cublasGemmAlgo_t)
{
    return simt_blas::gemm_ex(handle, of_a, of_b, m, n, k, alpha, a, type_a, lda, a_by, b,
                              type_b, ldb, b_by, beta, c, type_c, ldc, c_by, count,
                              (int)type == CUBLAS_COMPUTE_16F || (int)type == CUDA_R_16F);
}

inline cublasStatus_t cublasSgemmEx(cublasHandle_t handle, cublasOperation_t of_a,
                                    cublasOperation_t of_b, int m, int n, int k,
                                    const float *alpha, const void *a, cudaDataType type_a,
                                    int lda, const void *b, cudaDataType type_b, int ldb,
                                    const float *beta, void *c, cudaDataType type_c, int ldc)
{
    return simt_blas::gemm_ex(handle, of_a, of_b, m, n, k, alpha, a, type_a, lda, 0, b, type_b,
                              ldb, 0, beta, c, type_c, ldc, 0, 1, false);
}

/* --- what is missing ---------------------------------------------------------------------- */

#define UNSUPPORTED(name)                                                                      \
    cublasStatus_t name(...) SIMT_ERROR("not supported without a GPU: " #name);
#include "others/cublas_missing.inc"
#undef UNSUPPORTED

#include "others/cublas_ex.h"

#endif
