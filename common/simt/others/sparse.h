/* What cuSPARSE's functions are made of: matrices that come from the device as lists of their
 * elements and go back there, in the order of a stream, and plain loops over them. C++17.
 *
 * As with cuBLAS's (blas.h), a copy of the stream fetches each operand. Elements of any type
 * are computed as `double` or complex ones, K below, and rounded once. */
#ifndef SIMT_SPARSE_H
#define SIMT_SPARSE_H

#include <algorithm>
#include <complex>
#include <type_traits>
#include <vector>
#include "others/cusparse_matrices.h"
#include "shim/cuda_bf16.h"
#include "shim/cuda_fp16.h"
#include "shim/translated.h"

namespace simt_sparse
{

/* --- elements ----------------------------------------------------------------------------- */

inline size_t size_of(cudaDataType type)
{
    switch (type) {
    case CUDA_R_8I:
        return 1;
    case CUDA_R_16F:
    case CUDA_R_16BF:
        return 2;
    case CUDA_R_32F:
    case CUDA_R_32I:
        return 4;
    case CUDA_R_64F:
    case CUDA_C_32F:
        return 8;
    case CUDA_C_64F:
        return 16;
    default:
        return 0;
    }
}

inline bool is_complex(cudaDataType type)
{
    return type == CUDA_C_32F || type == CUDA_C_64F;
}

/* Element i of an array of T. */
template <class T> T element(const void *at, size_t i)
{
    T value;
    memcpy(&value, (const char *)at + i * sizeof value, sizeof value);
    return value;
}

template <class K> K widened(cudaDataType type, const void *at, size_t i)
{
    switch (type) {
    case CUDA_R_8I:
        return element<signed char>(at, i);
    case CUDA_R_16F:
        return (double)(float)element<__half>(at, i);
    case CUDA_R_16BF:
        return (double)(float)element<__nv_bfloat16>(at, i);
    case CUDA_R_32F:
        return element<float>(at, i);
    case CUDA_R_32I:
        return element<int>(at, i);
    case CUDA_R_64F:
        return element<double>(at, i);
    default:
        break;
    }
    if constexpr (!std::is_arithmetic<K>::value)
        return type == CUDA_C_32F ? K(element<std::complex<float>>(at, i)) : element<K>(at, i);
    return K();
}

template <class T> void put(void *at, size_t i, const T &value)
{
    memcpy((char *)at + i * sizeof value, &value, sizeof value);
}

template <class K> void narrow(cudaDataType type, void *at, size_t i, const K &value)
{
    double real = std::real(value);
    switch (type) {
    case CUDA_R_8I:
        return put(at, i, (signed char)real);
    case CUDA_R_16F:
        return put(at, i, __float2half((float)real));
    case CUDA_R_16BF:
        return put(at, i, __float2bfloat16((float)real));
    case CUDA_R_32F:
        return put(at, i, (float)real);
    case CUDA_R_32I:
        return put(at, i, (int)real);
    case CUDA_R_64F:
        return put(at, i, real);
    default:
        break;
    }
    if constexpr (!std::is_arithmetic<K>::value) {
        if (type == CUDA_C_32F)
            put(at, i, std::complex<float>(value));
        else
            put(at, i, value);
    }
}

template <class K> K conjugate(const K &value)
{
    if constexpr (std::is_arithmetic<K>::value)
        return value;
    else
        return std::conj(value);
}

/* --- operands ----------------------------------------------------------------------------- */

template <class K> struct triplet {
    int64_t row, column;
    K value;
    size_t place; /* in the array of values */
};
template <class K> struct sparse {
    int64_t rows, columns;
    std::vector<triplet<K>> of;
};

/* By columns, without gaps. */
template <class K> struct dense {
    int64_t rows, columns;
    std::vector<K> of;

    dense(int64_t rows, int64_t columns)
        : rows(rows), columns(columns), of((size_t)(rows * columns))
    {
    }
    K &at(int64_t row, int64_t column)
    {
        return of[(size_t)(row + column * rows)];
    }
};

/* A call of a function, which goes on as long as `status` is that of success. */
struct call {
    cusparseHandle_t handle;
    cusparseStatus_t status = CUSPARSE_STATUS_SUCCESS;

    explicit call(cusparseHandle_t handle) : handle(handle)
    {
        cudaStreamCaptureStatus state = cudaStreamCaptureStatusNone;
        if (!handle)
            status = CUSPARSE_STATUS_NOT_INITIALIZED;
        else
            cudaStreamIsCapturing(handle->stream, &state);
        if (state != cudaStreamCaptureStatusNone)
            refuse("cuSPARSE in a stream that is captured");
    }
    bool goes_on() const
    {
        return status == CUSPARSE_STATUS_SUCCESS;
    }
    void want(bool is_right)
    {
        if (goes_on() && !is_right)
            status = CUSPARSE_STATUS_INVALID_VALUE;
    }
    void refuse(const char *what)
    {
        fprintf(stderr, "not supported without a GPU: %s\n", what);
        status = CUSPARSE_STATUS_NOT_SUPPORTED;
    }
    void copy(void *to, const void *from, size_t size, cudaMemcpyKind kind)
    {
        if (goes_on() && size &&
            cudaMemcpyAsync(to, from, size, kind, handle->stream) != cudaSuccess)
            status = CUSPARSE_STATUS_EXECUTION_FAILED;
    }
    std::vector<char> bytes(const void *at, size_t size)
    {
        std::vector<char> result(goes_on() ? size : 0);
        copy(result.data(), at, result.size(), cudaMemcpyDeviceToHost);
        return result;
    }

    /* --- numbers */

    void want_type(cudaDataType type)
    {
        if (goes_on() && !size_of(type))
            refuse("this type of elements in cuSPARSE");
    }
    template <class K> std::vector<K> numbers(cudaDataType type, const void *at, int64_t count)
    {
        want_type(type);
        std::vector<char> raw = bytes(at, (size_t)count * size_of(type));
        std::vector<K> result((size_t)count);
        for (size_t i = 0; goes_on() && i < result.size(); i++)
            result[i] = widened<K>(type, raw.data(), i);
        return result;
    }
    template <class K>
    void hand_over(cudaDataType type, void *at, const std::vector<K> &numbers)
    {
        want_type(type);
        std::vector<char> raw(numbers.size() * size_of(type));
        for (size_t i = 0; goes_on() && i < numbers.size(); i++)
            narrow(type, raw.data(), i, numbers[i]);
        copy(at, raw.data(), raw.size(), cudaMemcpyHostToDevice);
    }
    /* A number that the caller has on the host, or on the device. */
    template <class K> K number(cudaDataType type, const void *at)
    {
        want(at != nullptr);
        want_type(type);
        if (!goes_on())
            return K();
        if (handle->mode == CUSPARSE_POINTER_MODE_DEVICE)
            return numbers<K>(type, at, 1)[0];
        return widened<K>(type, at, 0);
    }

    /* --- indices */

    std::vector<int64_t> indices(cusparseIndexType_t type, const void *at, int64_t count,
                                 cusparseIndexBase_t base)
    {
        size_t size = type == CUSPARSE_INDEX_64I ? 8 : type == CUSPARSE_INDEX_32I ? 4 : 2;
        std::vector<char> raw = bytes(at, (size_t)count * size);
        std::vector<int64_t> result((size_t)count);
        for (size_t i = 0; goes_on() && i < result.size(); i++)
            result[i] = (size == 8   ? element<int64_t>(raw.data(), i)
                         : size == 4 ? element<int>(raw.data(), i)
                                     : element<unsigned short>(raw.data(), i)) -
                        base;
        return result;
    }
    void hand_over_indices(cusparseIndexType_t type, void *at, const std::vector<int64_t> &all,
                           cusparseIndexBase_t base)
    {
        size_t size = type == CUSPARSE_INDEX_64I ? 8 : type == CUSPARSE_INDEX_32I ? 4 : 2;
        std::vector<char> raw(all.size() * size);
        for (size_t i = 0; i < all.size(); i++)
            if (size == 8)
                put(raw.data(), i, all[i] + base);
            else if (size == 4)
                put(raw.data(), i, (int)all[i] + base);
            else
                put(raw.data(), i, (unsigned short)(all[i] + base));
        copy(at, raw.data(), raw.size(), cudaMemcpyHostToDevice);
    }
    /* Where each element lies: its row, or its column where the matrix lies by columns. */
    std::vector<int64_t> spread(const cusparseSpMatDescr *a)
    {
        if (a->format == CUSPARSE_FORMAT_COO)
            return indices(a->offset_type, a->offsets, a->count, a->base);
        int64_t lines = a->format == CUSPARSE_FORMAT_CSR ? a->rows : a->columns;
        auto offsets = indices(a->offset_type, a->offsets, lines + 1, a->base);
        std::vector<int64_t> result((size_t)a->count);
        for (int64_t i = 0; i < lines; i++) {
            want(offsets[(size_t)i] >= 0 && offsets[(size_t)i + 1] <= a->count);
            for (int64_t k = offsets[(size_t)i]; goes_on() && k < offsets[(size_t)i + 1]; k++)
                result[(size_t)k] = i;
        }
        return result;
    }

    /* --- matrices */

    /* op(A), without its values if they are not wanted. */
    template <class K>
    sparse<K> fetched(const cusparseSpMatDescr *a, cusparseOperation_t operation,
                      bool with_values = true)
    {
        want(a != nullptr);
        if (!goes_on())
            return {};
        auto lines = spread(a), others = indices(a->index_type, a->indices, a->count, a->base);
        std::vector<K> values((size_t)a->count);
        if (with_values)
            values = numbers<K>(a->type, a->values, a->count);
        bool turned = operation != CUSPARSE_OPERATION_NON_TRANSPOSE,
             swapped = (a->format == CUSPARSE_FORMAT_CSC) != turned;
        sparse<K> result{turned ? a->columns : a->rows, turned ? a->rows : a->columns, {}};
        for (size_t i = 0; goes_on() && i < values.size(); i++) {
            triplet<K> t{swapped ? others[i] : lines[i], swapped ? lines[i] : others[i],
                         operation == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE
                             ? conjugate(values[i])
                             : values[i],
                         i};
            want(t.row >= 0 && t.row < result.rows && t.column >= 0 &&
                 t.column < result.columns);
            result.of.push_back(t);
        }
        return result;
    }
    template <class K>
    dense<K> fetched(const cusparseDnMatDescr *b, cusparseOperation_t operation)
    {
        want(b != nullptr);
        if (!goes_on())
            return {0, 0};
        bool by_rows = b->order == CUSPARSE_ORDER_ROW,
             turned = operation != CUSPARSE_OPERATION_NON_TRANSPOSE;
        auto raw = numbers<K>(b->type, b->values, extent(b));
        dense<K> result(turned ? b->columns : b->rows, turned ? b->rows : b->columns);
        for (int64_t i = 0; goes_on() && i < b->rows; i++)
            for (int64_t j = 0; j < b->columns; j++) {
                K value = raw[(size_t)(by_rows ? i * b->pitch + j : i + j * b->pitch)];
                result.at(turned ? j : i, turned ? i : j) =
                    operation == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? conjugate(value)
                                                                        : value;
            }
        return result;
    }
    /* From its first element to its last. */
    static int64_t extent(const cusparseDnMatDescr *b)
    {
        int64_t lines = b->order == CUSPARSE_ORDER_ROW ? b->rows : b->columns,
                length = b->order == CUSPARSE_ORDER_ROW ? b->columns : b->rows;
        return lines ? (lines - 1) * b->pitch + length : 0;
    }
    template <class K> void hand_over(const cusparseDnMatDescr *b, dense<K> &made)
    {
        bool by_rows = b->order == CUSPARSE_ORDER_ROW;
        int64_t lines = by_rows ? b->rows : b->columns, length = by_rows ? b->columns : b->rows;
        for (int64_t i = 0; goes_on() && i < lines; i++) {
            std::vector<K> line((size_t)length);
            for (int64_t j = 0; j < length; j++)
                line[(size_t)j] = by_rows ? made.at(i, j) : made.at(j, i);
            hand_over(b->type, (char *)b->values + (size_t)(i * b->pitch) * size_of(b->type),
                      line);
        }
    }
};

/* --- loops -------------------------------------------------------------------------------- */

template <class K> K dot_of(dense<K> &a, int64_t row, dense<K> &b, int64_t column)
{
    K sum = K();
    for (int64_t k = 0; k < a.columns; k++)
        sum += a.at(row, k) * b.at(k, column);
    return sum;
}

/* A times the column b. */
template <class K> std::vector<K> times(const sparse<K> &a, const K *b)
{
    std::vector<K> sum((size_t)a.rows);
    for (const triplet<K> &t : a.of)
        sum[(size_t)t.row] += t.value * b[t.column];
    return sum;
}

template <class K> void sort_by_rows(sparse<K> &a)
{
    std::stable_sort(a.of.begin(), a.of.end(), [](const triplet<K> &x, const triplet<K> &y) {
        return x.row != y.row ? x.row < y.row : x.column < y.column;
    });
}

/* x, of which A x = b, where A is sorted: the triangle of it that is asked for. */
template <class K> void solve(const sparse<K> &a, K *x, bool lower, bool unit)
{
    size_t end = lower ? 0 : a.of.size();
    for (int64_t step = 0; step < a.rows; step++) {
        int64_t row = lower ? step : a.rows - 1 - step;
        K sum = x[row], diagonal = unit ? K(1) : K();
        auto take = [&](const triplet<K> &t) {
            if (lower ? t.column < row : t.column > row)
                sum -= t.value * x[t.column];
            else if (t.column == row && !unit)
                diagonal = t.value;
        };
        for (; lower && end < a.of.size() && a.of[end].row == row; end++)
            take(a.of[end]);
        for (; !lower && end > 0 && a.of[end - 1].row == row; end--)
            take(a.of[end - 1]);
        x[row] = sum / diagonal;
    }
}

/* The product of both, by rows and sorted. */
template <class K> sparse<K> product(sparse<K> &a, sparse<K> &b)
{
    sparse<K> result{a.rows, b.columns, {}};
    sort_by_rows(a);
    sort_by_rows(b);
    std::vector<size_t> begin((size_t)b.rows + 1);
    for (const triplet<K> &t : b.of)
        begin[(size_t)t.row + 1]++;
    for (size_t i = 0; i < (size_t)b.rows; i++)
        begin[i + 1] += begin[i];
    std::vector<K> sum((size_t)b.columns);
    std::vector<int64_t> last((size_t)b.columns, -1), used;
    for (size_t i = 0; i < a.of.size();) {
        int64_t row = a.of[i].row;
        used.clear();
        for (; i < a.of.size() && a.of[i].row == row; i++)
            for (size_t k = begin[(size_t)a.of[i].column];
                 k < begin[(size_t)a.of[i].column + 1]; k++) {
                size_t column = (size_t)b.of[k].column;
                if (last[column] != row) {
                    last[column] = row;
                    sum[column] = K();
                    used.push_back((int64_t)column);
                }
                sum[column] += a.of[i].value * b.of[k].value;
            }
        std::sort(used.begin(), used.end());
        for (int64_t column : used)
            result.of.push_back({row, column, sum[(size_t)column], result.of.size()});
    }
    return result;
}

/* Where each row begins, and the end of the last. */
template <class K> std::vector<int64_t> begins(const sparse<K> &a)
{
    std::vector<int64_t> result((size_t)a.rows + 1);
    for (const triplet<K> &t : a.of)
        result[(size_t)t.row + 1]++;
    for (size_t i = 0; i < (size_t)a.rows; i++)
        result[i + 1] += result[i];
    return result;
}

} // namespace simt_sparse

#endif
