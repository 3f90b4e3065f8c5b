/* What cuBLAS's functions are made of: operands that come from the device and go back there, in
 * the order of a stream, and plain loops over them. C++17.
 *
 * A copy of the stream fetches each operand and hands over each result: so what lies outside an
 * allocation is refused, and who does not wait is told, as with any copy. Matrices are stored
 * by columns. */
#ifndef SIMT_BLAS_H
#define SIMT_BLAS_H

#include <complex>
#include <string.h>
#include <type_traits>
#include <vector>
#include "others/cublas_api.h"
#include "shim/cuda_bf16.h"
#include "shim/cuda_fp16.h"
#include "shim/translated.h"

/* Loops over the host's own memory: the checker need not see them, and they may be fast. */
#define SIMT_LOOP SIMT_UNWATCHED __attribute__((optimize("O3")))

namespace simt_blas
{

/* --- elements ----------------------------------------------------------------------------- */

/* What an element is while it is computed with. */
template <class T> struct kept {
    using type = T;
};
template <> struct kept<__half> {
    using type = float;
};
template <> struct kept<__nv_bfloat16> {
    using type = float;
};
template <> struct kept<signed char> {
    using type = int;
};
template <> struct kept<cuComplex> {
    using type = std::complex<float>;
};
template <> struct kept<cuDoubleComplex> {
    using type = std::complex<double>;
};
template <class T> using kept_t = typename kept<T>::type;

template <class T>
constexpr bool is_small =
    std::is_same<T, __half>::value || std::is_same<T, __nv_bfloat16>::value;

/* Both have the same bits, unless it is a small float or a small int. */
template <class T> SIMT_LOOP kept_t<T> widened(const T &value)
{
    kept_t<T> wide;
    if constexpr (is_small<T> || sizeof(T) == 1)
        wide = (kept_t<T>)value;
    else
        memcpy(&wide, &value, sizeof wide);
    return wide;
}

template <class T> SIMT_LOOP T narrowed(const kept_t<T> &value)
{
    T narrow;
    if constexpr (is_small<T> || sizeof(T) == 1)
        narrow = T(value);
    else
        memcpy(&narrow, &value, sizeof narrow);
    return narrow;
}

template <class K> K conjugate(K value)
{
    if constexpr (std::is_arithmetic<K>::value)
        return value;
    else
        return std::conj(value);
}

/* --- operands ----------------------------------------------------------------------------- */

/* A matrix on the host, without gaps between its columns; a vector is one of one row, so that
 * its elements lie `ld` apart. */
template <class K> struct matrix {
    size_t rows, columns;
    std::vector<K> of;

    matrix(size_t rows, size_t columns) : rows(rows), columns(columns), of(rows * columns)
    {
    }
};

inline cublasStatus_t as_status(cudaError_t error)
{
    return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

/* A call of a function below, which goes on as long as `status` is that of success. */
struct call {
    cublasHandle_t handle;
    cublasStatus_t status = CUBLAS_STATUS_SUCCESS;

    explicit call(cublasHandle_t handle) : handle(handle)
    {
        if (!handle)
            status = CUBLAS_STATUS_NOT_INITIALIZED;
        else if (is_captured())
            status = CUBLAS_STATUS_NOT_SUPPORTED;
    }
    bool is_captured() const
    {
        cudaStreamCaptureStatus state = cudaStreamCaptureStatusNone;
        cudaStreamIsCapturing(handle->stream, &state);
        if (state != cudaStreamCaptureStatusNone)
            fputs("not supported without a GPU: cuBLAS in a stream that is captured\n", stderr);
        return state != cudaStreamCaptureStatusNone;
    }
    bool goes_on() const
    {
        return status == CUBLAS_STATUS_SUCCESS;
    }
    /* What CUDA's reference says of numbers. */
    void want(bool is_right)
    {
        if (goes_on() && !is_right)
            status = CUBLAS_STATUS_INVALID_VALUE;
    }
    void copy(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
              size_t height, cudaMemcpyKind kind)
    {
        if (goes_on() && width && height)
            status = as_status(cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height,
                                                 kind, handle->stream));
    }
    /* Element (i, j) lies at at[i + j * ld]. */
    template <class T>
    matrix<kept_t<T>> fetched(const T *at, size_t rows, size_t columns, size_t ld)
    {
        if (!goes_on())
            return {0, 0};
        matrix<kept_t<T>> result(rows, columns);
        if constexpr (sizeof(T) == sizeof(kept_t<T>)) {
            copy(result.of.data(), rows * sizeof(T), at, ld * sizeof(T), rows * sizeof(T),
                 columns, cudaMemcpyDeviceToHost);
        } else {
            std::vector<T> small(rows * columns);
            copy(small.data(), rows * sizeof(T), at, ld * sizeof(T), rows * sizeof(T), columns,
                 cudaMemcpyDeviceToHost);
            for (size_t i = 0; i < small.size(); i++)
                result.of[i] = widened(small[i]);
        }
        return result;
    }
    template <class T> void hand_over(T *at, const matrix<kept_t<T>> &made, size_t ld)
    {
        const void *from = made.of.data();
        std::vector<T> small;
        if constexpr (sizeof(T) != sizeof(kept_t<T>)) {
            for (const kept_t<T> &value : made.of)
                small.push_back(narrowed<T>(value));
            from = small.data();
        }
        copy(at, ld * sizeof(T), from, made.rows * sizeof(T), made.rows * sizeof(T),
             made.columns, cudaMemcpyHostToDevice);
    }
    /* n elements that lie |by| apart, none where n is negative; a negative `by` begins at the
     * last of them. */
    template <class T> matrix<kept_t<T>> fetched_vector(const T *at, long long n, long long by)
    {
        want(by != 0);
        matrix<kept_t<T>> x =
            fetched(at, 1, (size_t)(n < 0 ? 0 : n), (size_t)(by < 0 ? -by : by));
        return by < 0 ? reversed(x) : x;
    }
    template <class T> void hand_over_vector(T *at, const matrix<kept_t<T>> &made, long long by)
    {
        hand_over(at, by < 0 ? reversed(made) : made, (size_t)(by < 0 ? -by : by));
    }
    template <class K> static matrix<K> reversed(const matrix<K> &x)
    {
        matrix<K> back(x.rows, x.columns);
        for (size_t i = 0; i < x.of.size(); i++)
            back.of[i] = x.of[x.of.size() - 1 - i];
        return back;
    }
    bool is_on_device() const
    {
        return handle->mode == CUBLAS_POINTER_MODE_DEVICE;
    }
    /* A number that the caller has on the host, or on the device. */
    template <class T> kept_t<T> number(const T *at)
    {
        T value{};
        want(at != nullptr);
        if (goes_on() && is_on_device())
            copy(&value, sizeof value, at, sizeof value, sizeof value, 1,
                 cudaMemcpyDeviceToHost);
        else if (goes_on())
            value = *at;
        return widened(value);
    }
    template <class T> void answer(T *at, T value)
    {
        want(at != nullptr);
        if (goes_on() && is_on_device())
            copy(at, sizeof value, &value, sizeof value, sizeof value, 1,
                 cudaMemcpyHostToDevice);
        else if (goes_on())
            *at = value;
    }
};

/* The matrix as `operation` says: transposed, or also conjugated. */
template <class K> SIMT_LOOP matrix<K> turned(matrix<K> &&a, cublasOperation_t operation)
{
    if (operation == CUBLAS_OP_N)
        return std::move(a);
    matrix<K> result(a.columns, a.rows);
    const K *from = a.of.data();
    K *to = result.of.data();
    for (size_t j = 0; j < a.columns; j++)
        for (size_t i = 0; i < a.rows; i++)
            to[j + i * a.columns] = operation == CUBLAS_OP_C ? conjugate(from[i + j * a.rows])
                                                             : from[i + j * a.rows];
    return result;
}

/* op(A), which has so many rows and columns. */
template <class T>
matrix<kept_t<T>> fetched_as(call &by, cublasOperation_t operation, const T *at, long long rows,
                             long long columns, long long ld)
{
    if (operation != CUBLAS_OP_N)
        std::swap(rows, columns);
    by.want(rows >= 0 && columns >= 0 && ld >= rows && ld >= 1);
    if (!by.goes_on())
        return {0, 0};
    return turned(by.fetched(at, (size_t)rows, (size_t)columns, (size_t)ld), operation);
}

/* --- loops -------------------------------------------------------------------------------- */

/* sum[i] = the row i of A times the column b, for `count` rows that begin at a. */
template <class K>
SIMT_LOOP void add_products(K *sum, const K *a, size_t rows, const K *b, size_t k, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sum[i] = K();
    for (size_t p = 0; p < k; p++) {
        const K factor = b[p], *column = a + p * rows;
        for (size_t i = 0; i < count; i++)
            sum[i] += column[i] * factor;
    }
}

/* C = alpha * A * B + beta * C. Some rows at a time, so that they stay in a cache. */
template <class K>
SIMT_LOOP void multiply(K alpha, const matrix<K> &a, const matrix<K> &b, K beta, matrix<K> &c)
{
    enum { ROWS = 128 };
    K sum[ROWS];
    const K *left = a.of.data(), *right = b.of.data();
    K *to = c.of.data();
    for (size_t first = 0; first < c.rows; first += ROWS) {
        size_t count = c.rows - first < ROWS ? c.rows - first : (size_t)ROWS;
        for (size_t j = 0; j < c.columns; j++) {
            K *column = to + first + j * c.rows;
            add_products(sum, left + first, a.rows, right + j * b.rows, b.rows, count);
            for (size_t i = 0; i < count; i++)
                column[i] = beta == K() ? alpha * sum[i] : alpha * sum[i] + beta * column[i];
        }
    }
}

/* C as it was, where it is read at all. */
template <class T>
matrix<kept_t<T>> target(call &by, const T *at, long long rows, long long columns, long long ld,
                         kept_t<T> beta)
{
    by.want(rows >= 0 && columns >= 0 && ld >= rows && ld >= 1);
    if (!by.goes_on())
        return {0, 0};
    if (beta == kept_t<T>())
        return {(size_t)rows, (size_t)columns};
    return by.fetched(at, (size_t)rows, (size_t)columns, (size_t)ld);
}

template <class T, class TC>
void gemm(call &by, cublasOperation_t of_a, cublasOperation_t of_b, long long m, long long n,
          long long k, kept_t<TC> alpha, const T *a, long long lda, const T *b, long long ldb,
          kept_t<TC> beta, TC *c, long long ldc)
{
    using K = kept_t<TC>;
    static_assert(std::is_same<K, kept_t<T>>::value, "the operands are computed with alike");
    by.want(m >= 0 && n >= 0 && k >= 0);
    matrix<K> left = fetched_as(by, of_a, a, m, alpha == K() ? 0 : k, lda);
    matrix<K> right = fetched_as(by, of_b, b, alpha == K() ? 0 : k, n, ldb);
    matrix<K> result = target(by, c, m, n, ldc, beta);
    if (!by.goes_on())
        return;
    multiply(alpha, left, right, beta, result);
    by.hand_over(c, result, (size_t)ldc);
}

} // namespace simt_blas

#endif
