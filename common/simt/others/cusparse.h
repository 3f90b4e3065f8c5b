/* What cuSPARSE computes, as far as programs mostly use it: <cusparse.h>. C++17.
 *
 * The generic interface, of CSR, CSC and COO: products with vectors and matrices (also sampled,
 * and of two sparse ones), triangular systems, conversions, and vectors with few elements. What
 * is missing is a build error that names it. */
#ifndef SIMT_CUSPARSE_H
#define SIMT_CUSPARSE_H

/* By which other headers see that this one has been read. */
#define CUSPARSE_H_
#define CUSPARSEAPI

#include "others/sparse.h"

namespace simt_sparse
{

/* made = alpha * made + beta * before, where `before` is read only if it counts. */
template <class K, class F> void blend(std::vector<K> &made, K alpha, K beta, F before)
{
    std::vector<K> old;
    if (beta != K())
        old = before();
    for (size_t i = 0; i < made.size(); i++)
        made[i] = i < old.size() ? alpha * made[i] + beta * old[i] : alpha * made[i];
}

template <class K>
void spmv(call &by, cusparseOperation_t operation, const void *alpha,
          const cusparseSpMatDescr *a, const cusparseDnVecDescr *x, const void *beta,
          const cusparseDnVecDescr *y, cudaDataType type)
{
    auto left = by.fetched<K>(a, operation);
    by.want(x && y && x->size == left.columns && y->size == left.rows);
    if (!by.goes_on())
        return;
    auto right = by.numbers<K>(x->type, x->values, x->size);
    auto sum = times(left, right.data());
    blend(sum, by.number<K>(type, alpha), by.number<K>(type, beta),
          [&] { return by.numbers<K>(y->type, y->values, y->size); });
    by.hand_over(y->type, y->values, sum);
}

template <class K>
void spmm(call &by, cusparseOperation_t of_a, cusparseOperation_t of_b, const void *alpha,
          const cusparseSpMatDescr *a, const cusparseDnMatDescr *b, const void *beta,
          const cusparseDnMatDescr *c, cudaDataType type)
{
    auto left = by.fetched<K>(a, of_a);
    auto right = by.fetched<K>(b, of_b);
    by.want(c && left.columns == right.rows && c->rows == left.rows &&
            c->columns == right.columns);
    if (!by.goes_on())
        return;
    dense<K> result(c->rows, c->columns);
    for (int64_t j = 0; j < c->columns; j++) {
        auto sum = times(left, right.of.data() + j * right.rows);
        std::copy(sum.begin(), sum.end(), result.of.begin() + j * c->rows);
    }
    blend(result.of, by.number<K>(type, alpha), by.number<K>(type, beta),
          [&] { return by.fetched<K>(c, CUSPARSE_OPERATION_NON_TRANSPOSE).of; });
    by.hand_over(c, result);
}

/* Of the product of two dense matrices the elements that C has. */
template <class K>
void sddmm(call &by, cusparseOperation_t of_a, cusparseOperation_t of_b, const void *alpha,
           const cusparseDnMatDescr *a, const cusparseDnMatDescr *b, const void *beta,
           const cusparseSpMatDescr *c, cudaDataType type)
{
    auto left = by.fetched<K>(a, of_a), right = by.fetched<K>(b, of_b);
    auto where = by.fetched<K>(c, CUSPARSE_OPERATION_NON_TRANSPOSE, false);
    by.want(left.columns == right.rows && where.rows == left.rows &&
            where.columns == right.columns);
    if (!by.goes_on())
        return;
    std::vector<K> sum(where.of.size());
    for (const triplet<K> &t : where.of)
        sum[t.place] = dot_of(left, t.row, right, t.column);
    blend(sum, by.number<K>(type, alpha), by.number<K>(type, beta),
          [&] { return by.numbers<K>(c->type, c->values, c->count); });
    by.hand_over(c->type, c->values, sum);
}

/* All columns of x, of which op(A) x = alpha * x. */
template <class K>
void solve_all(call &by, cusparseOperation_t operation, K alpha, const cusparseSpMatDescr *a,
               std::vector<K> &x)
{
    auto left = by.fetched<K>(a, operation);
    by.want(left.rows == left.columns);
    if (!by.goes_on() || !left.rows)
        return;
    bool lower = (a->fill == CUSPARSE_FILL_MODE_LOWER) ==
                 (operation == CUSPARSE_OPERATION_NON_TRANSPOSE);
    sort_by_rows(left);
    for (K &value : x)
        value *= alpha;
    for (size_t first = 0; first + (size_t)left.rows <= x.size(); first += (size_t)left.rows)
        solve(left, x.data() + first, lower, a->diagonal == CUSPARSE_DIAG_TYPE_UNIT);
}

template <class K>
void spsv(call &by, cusparseOperation_t operation, const void *alpha,
          const cusparseSpMatDescr *a, const cusparseDnVecDescr *x, const cusparseDnVecDescr *y,
          cudaDataType type)
{
    by.want(a && x && y && x->size == a->rows && y->size == a->rows);
    if (!by.goes_on())
        return;
    auto values = by.numbers<K>(x->type, x->values, x->size);
    solve_all(by, operation, by.number<K>(type, alpha), a, values);
    by.hand_over(y->type, y->values, values);
}

template <class K>
void spsm(call &by, cusparseOperation_t of_a, cusparseOperation_t of_b, const void *alpha,
          const cusparseSpMatDescr *a, const cusparseDnMatDescr *b, const cusparseDnMatDescr *c,
          cudaDataType type)
{
    auto values = by.fetched<K>(b, of_b);
    by.want(a && c && values.rows == a->rows && c->rows == values.rows &&
            c->columns == values.columns);
    if (!by.goes_on())
        return;
    solve_all(by, of_a, by.number<K>(type, alpha), a, values.of);
    by.hand_over(c, values);
}

template <class K>
void to_dense(call &by, const cusparseSpMatDescr *a, const cusparseDnMatDescr *b)
{
    auto from = by.fetched<K>(a, CUSPARSE_OPERATION_NON_TRANSPOSE);
    by.want(b && b->rows == from.rows && b->columns == from.columns);
    if (!by.goes_on())
        return;
    dense<K> result(b->rows, b->columns);
    for (const triplet<K> &t : from.of)
        result.at(t.row, t.column) = t.value;
    by.hand_over(b, result);
}

/* --- what is made sparse ------------------------------------------------------------------ */

/* Its offsets, or its list of rows, which has been sorted by rows. */
template <class K> void hand_over_lines(call &by, cusparseSpMatDescr *c, const sparse<K> &made)
{
    std::vector<int64_t> lines;
    if (c->format == CUSPARSE_FORMAT_COO)
        for (const triplet<K> &t : made.of)
            lines.push_back(t.row);
    else
        lines = begins(made);
    by.hand_over_indices(c->offset_type, c->offsets, lines, c->base);
}

template <class K>
void hand_over_elements(call &by, cusparseSpMatDescr *c, const sparse<K> &made,
                        bool with_values = true)
{
    std::vector<int64_t> columns;
    std::vector<K> values;
    for (const triplet<K> &t : made.of) {
        columns.push_back(t.column);
        values.push_back(t.value);
    }
    by.hand_over_indices(c->index_type, c->indices, columns, c->base);
    if (with_values)
        by.hand_over(c->type, c->values, values);
}

/* What is not 0 in it; by columns, as rows of the transposed one. */
template <class K> sparse<K> thinned(call &by, const cusparseDnMatDescr *a, bool by_columns)
{
    auto from = by.fetched<K>(a, by_columns ? CUSPARSE_OPERATION_TRANSPOSE
                                            : CUSPARSE_OPERATION_NON_TRANSPOSE);
    sparse<K> result{from.rows, from.columns, {}};
    for (int64_t i = 0; i < from.rows; i++)
        for (int64_t j = 0; j < from.columns; j++)
            if (from.at(i, j) != K())
                result.of.push_back({i, j, from.at(i, j), 0});
    return result;
}

template <class K>
void count_sparse(call &by, const cusparseDnMatDescr *a, cusparseSpMatDescr *b)
{
    auto made = thinned<K>(by, a, b->format == CUSPARSE_FORMAT_CSC);
    b->count = (int64_t)made.of.size();
    if (b->format != CUSPARSE_FORMAT_COO)
        hand_over_lines(by, b, made);
}

template <class K> void to_sparse(call &by, const cusparseDnMatDescr *a, cusparseSpMatDescr *b)
{
    auto made = thinned<K>(by, a, b->format == CUSPARSE_FORMAT_CSC);
    by.want(b->count == (int64_t)made.of.size());
    hand_over_lines(by, b, made);
    hand_over_elements(by, b, made);
}

template <class K>
void spgemm(call &by, cusparseOperation_t of_a, cusparseOperation_t of_b, const void *alpha,
            const cusparseSpMatDescr *a, const cusparseSpMatDescr *b, const void *beta,
            cusparseSpMatDescr *c, cudaDataType type, cusparseSpGEMMDescr *keep)
{
    auto left = by.fetched<K>(a, of_a), right = by.fetched<K>(b, of_b);
    by.want(c && left.columns == right.rows && c->rows == left.rows &&
            c->columns == right.columns);
    if (by.number<K>(type, beta) != K())
        by.refuse("cusparseSpGEMM with another beta than 0");
    if (!by.goes_on())
        return;
    K factor = by.number<K>(type, alpha);
    if (keep->forget)
        keep->forget(keep->product);
    auto made = new sparse<K>(product(left, right));
    for (triplet<K> &t : made->of)
        t.value *= factor;
    keep->product = made;
    keep->forget = [](void *it) { delete (sparse<K> *)it; };
    c->count = (int64_t)made->of.size();
}

template <class K> void copy_product(call &by, cusparseSpMatDescr *c, cusparseSpGEMMDescr *kept)
{
    by.want(kept->product && c->format != CUSPARSE_FORMAT_CSC);
    if (!by.goes_on())
        return;
    hand_over_lines(by, c, *(sparse<K> *)kept->product);
    hand_over_elements(by, c, *(sparse<K> *)kept->product);
}

/* The matrix by columns, without its values if only its structure is asked for. */
template <class K>
void turn(call &by, const cusparseSpMatDescr &a, void *values, int *offsets, int *indices,
          cusparseAction_t action)
{
    bool with_values = action == CUSPARSE_ACTION_NUMERIC;
    auto made = by.fetched<K>(&a, CUSPARSE_OPERATION_TRANSPOSE, with_values);
    cusparseSpMatDescr c = {
        CUSPARSE_FORMAT_CSR, a.columns,          a.rows, a.count, offsets, indices,   values,
        CUSPARSE_INDEX_32I,  CUSPARSE_INDEX_32I, a.base, a.type,  a.fill,  a.diagonal};
    sort_by_rows(made);
    hand_over_lines(by, &c, made);
    hand_over_elements(by, &c, made, with_values);
}

/* --- vectors with few elements ------------------------------------------------------------ */

inline std::vector<int64_t> places_of(call &by, const cusparseSpVecDescr *x, int64_t size)
{
    auto places = by.indices(x->index_type, x->indices, x->count, x->base);
    for (int64_t place : places)
        by.want(place >= 0 && place < size);
    return places;
}

template <class K>
void axpby(call &by, const void *alpha, const cusparseSpVecDescr *x, const void *beta,
           const cusparseDnVecDescr *y)
{
    auto places = places_of(by, x, y->size);
    auto values = by.numbers<K>(x->type, x->values, x->count),
         sum = by.numbers<K>(y->type, y->values, y->size);
    K a = by.number<K>(x->type, alpha), b = by.number<K>(x->type, beta);
    for (size_t i = 0; by.goes_on() && i < sum.size(); i++)
        sum[i] *= b;
    for (size_t i = 0; by.goes_on() && i < places.size(); i++)
        sum[(size_t)places[i]] += a * values[i];
    by.hand_over(y->type, y->values, sum);
}

template <class K>
void gather(call &by, const cusparseDnVecDescr *y, const cusparseSpVecDescr *x)
{
    auto places = places_of(by, x, y->size);
    auto from = by.numbers<K>(y->type, y->values, y->size);
    std::vector<K> values((size_t)x->count);
    for (size_t i = 0; by.goes_on() && i < places.size(); i++)
        values[i] = from[(size_t)places[i]];
    by.hand_over(x->type, x->values, values);
}

template <class K>
void scatter(call &by, const cusparseSpVecDescr *x, const cusparseDnVecDescr *y)
{
    auto places = places_of(by, x, y->size);
    auto values = by.numbers<K>(x->type, x->values, x->count);
    for (size_t i = 0; by.goes_on() && i < places.size(); i++)
        by.hand_over(y->type, (char *)y->values + (size_t)places[i] * size_of(y->type),
                     std::vector<K>{values[i]});
}

template <class K>
void spvv(call &by, cusparseOperation_t operation, const cusparseSpVecDescr *x,
          const cusparseDnVecDescr *y, void *result, cudaDataType type)
{
    auto places = places_of(by, x, y->size);
    auto values = by.numbers<K>(x->type, x->values, x->count),
         of = by.numbers<K>(y->type, y->values, y->size);
    bool conjugated = operation == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
    std::vector<K> sum(1);
    for (size_t i = 0; by.goes_on() && i < places.size(); i++)
        sum[0] += (conjugated ? conjugate(values[i]) : values[i]) * of[(size_t)places[i]];
    if (by.goes_on() && by.handle->mode == CUSPARSE_POINTER_MODE_HOST)
        narrow(type, result, 0, sum[0]);
    else
        by.hand_over(type, result, sum);
}

} // namespace simt_sparse

/* --- cuSPARSE's own names ----------------------------------------------------------------- */

/* A function that calls `work`, with K for what is computed with. */
#define SIMT_SPARSE(name, arguments, type, work)                                               \
    inline cusparseStatus_t name arguments                                                     \
    {                                                                                          \
        simt_sparse::call by(handle);                                                          \
        auto run = [&](auto kind) {                                                            \
            using K = decltype(kind);                                                          \
            simt_sparse::work;                                                                 \
        };                                                                                     \
        if (simt_sparse::is_complex(type))                                                     \
            run(std::complex<double>());                                                       \
        else                                                                                   \
            run(0.0);                                                                          \
        return by.status;                                                                      \
    }
/* One that has nothing to prepare, and one that asks for a buffer: no call here needs any. */
#define SIMT_SPARSE_NOTHING(name, arguments)                                                   \
    inline cusparseStatus_t name arguments                                                     \
    {                                                                                          \
        return handle ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_INITIALIZED;             \
    }
#define SIMT_SPARSE_SIZE(name, arguments)                                                      \
    inline cusparseStatus_t name arguments                                                     \
    {                                                                                          \
        *size = 16;                                                                            \
        return handle ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_INITIALIZED;             \
    }

#define SIMT_OF(type, n)                                                                       \
    (cusparseHandle_t handle, cusparseOperation_t of_a, const void *alpha,                     \
     cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, const void *beta,               \
     cusparseDnVecDescr_t y, cudaDataType type, cusparseSpMVAlg_t, n)
SIMT_SPARSE(cusparseSpMV, SIMT_OF(type, void *), type,
            spmv<K>(by, of_a, alpha, a, x, beta, y, type))
SIMT_SPARSE_NOTHING(cusparseSpMV_preprocess, SIMT_OF(, void *))
SIMT_SPARSE_SIZE(cusparseSpMV_bufferSize, SIMT_OF(, size_t *size))
#undef SIMT_OF

#define SIMT_OF(type, n)                                                                       \
    (cusparseHandle_t handle, cusparseOperation_t of_a, cusparseOperation_t of_b,              \
     const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,              \
     const void *beta, cusparseDnMatDescr_t c, cudaDataType type, cusparseSpMMAlg_t, n)
SIMT_SPARSE(cusparseSpMM, SIMT_OF(type, void *), type,
            spmm<K>(by, of_a, of_b, alpha, a, b, beta, c, type))
SIMT_SPARSE_NOTHING(cusparseSpMM_preprocess, SIMT_OF(, void *))
SIMT_SPARSE_SIZE(cusparseSpMM_bufferSize, SIMT_OF(, size_t *size))
#undef SIMT_OF

#define SIMT_OF(type, n)                                                                       \
    (cusparseHandle_t handle, cusparseOperation_t of_a, cusparseOperation_t of_b,              \
     const void *alpha, cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b,              \
     const void *beta, cusparseSpMatDescr_t c, cudaDataType type, cusparseSDDMMAlg_t, n)
SIMT_SPARSE(cusparseSDDMM, SIMT_OF(type, void *), type,
            sddmm<K>(by, of_a, of_b, alpha, a, b, beta, c, type))
SIMT_SPARSE_NOTHING(cusparseSDDMM_preprocess, SIMT_OF(, void *))
SIMT_SPARSE_SIZE(cusparseSDDMM_bufferSize, SIMT_OF(, size_t *size))
#undef SIMT_OF

#define SIMT_OF(type, ...)                                                                     \
    (cusparseHandle_t handle, cusparseOperation_t of_a, const void *alpha,                     \
     cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y,         \
     cudaDataType type, cusparseSpSVAlg_t, cusparseSpSVDescr_t __VA_ARGS__)
SIMT_SPARSE(cusparseSpSV_solve, SIMT_OF(type), type, spsv<K>(by, of_a, alpha, a, x, y, type))
SIMT_SPARSE_NOTHING(cusparseSpSV_analysis, SIMT_OF(, , void *))
SIMT_SPARSE_SIZE(cusparseSpSV_bufferSize, SIMT_OF(, , size_t *size))
#undef SIMT_OF

#define SIMT_OF(type, ...)                                                                     \
    (cusparseHandle_t handle, cusparseOperation_t of_a, cusparseOperation_t of_b,              \
     const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,              \
     cusparseDnMatDescr_t c, cudaDataType type, cusparseSpSMAlg_t,                             \
     cusparseSpSMDescr_t __VA_ARGS__)
SIMT_SPARSE(cusparseSpSM_solve, SIMT_OF(type), type,
            spsm<K>(by, of_a, of_b, alpha, a, b, c, type))
SIMT_SPARSE_NOTHING(cusparseSpSM_analysis, SIMT_OF(, , void *))
SIMT_SPARSE_SIZE(cusparseSpSM_bufferSize, SIMT_OF(, , size_t *size))
#undef SIMT_OF

#define SIMT_OF(type, ...)                                                                     \
    (cusparseHandle_t handle, cusparseOperation_t of_a, cusparseOperation_t of_b,              \
     const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,              \
     const void *beta, cusparseSpMatDescr_t c, cudaDataType type, cusparseSpGEMMAlg_t,         \
     cusparseSpGEMMDescr_t keep __VA_ARGS__)
/* The first of the two calls asks for the size of its buffer, and computes nothing. */
SIMT_SPARSE(cusparseSpGEMM_compute, SIMT_OF(type, , size_t *size, void *buffer), type,
            spgemm<K>(by, of_a, of_b, alpha, a, b, beta, c, type, keep);
            if (!buffer) *size = 16)
SIMT_SPARSE(cusparseSpGEMM_copy, SIMT_OF(type), type, copy_product<K>(by, c, keep))
SIMT_SPARSE_SIZE(cusparseSpGEMM_workEstimation, SIMT_OF(, , size_t *size, void *))
#undef SIMT_OF

#define SIMT_OF(...)                                                                           \
    (cusparseHandle_t handle, cusparseConstSpMatDescr_t a, cusparseDnMatDescr_t b,             \
     cusparseSparseToDenseAlg_t, __VA_ARGS__)
SIMT_SPARSE(cusparseSparseToDense, SIMT_OF(void *), a->type, to_dense<K>(by, a, b))
SIMT_SPARSE_SIZE(cusparseSparseToDense_bufferSize, SIMT_OF(size_t *size))
#undef SIMT_OF

#define SIMT_OF(...)                                                                           \
    (cusparseHandle_t handle, cusparseConstDnMatDescr_t a, cusparseSpMatDescr_t b,             \
     cusparseDenseToSparseAlg_t, __VA_ARGS__)
SIMT_SPARSE(cusparseDenseToSparse_analysis, SIMT_OF(void *), a->type, count_sparse<K>(by, a, b))
SIMT_SPARSE(cusparseDenseToSparse_convert, SIMT_OF(void *), a->type, to_sparse<K>(by, a, b))
SIMT_SPARSE_SIZE(cusparseDenseToSparse_bufferSize, SIMT_OF(size_t *size))
#undef SIMT_OF

SIMT_SPARSE(cusparseAxpby,
            (cusparseHandle_t handle, const void *alpha, cusparseConstSpVecDescr_t x,
             const void *beta, cusparseDnVecDescr_t y),
            x->type, axpby<K>(by, alpha, x, beta, y))
SIMT_SPARSE(cusparseGather,
            (cusparseHandle_t handle, cusparseConstDnVecDescr_t y, cusparseSpVecDescr_t x),
            x->type, gather<K>(by, y, x))
SIMT_SPARSE(cusparseScatter,
            (cusparseHandle_t handle, cusparseConstSpVecDescr_t x, cusparseDnVecDescr_t y),
            x->type, scatter<K>(by, x, y))
#define SIMT_OF(type, n, ...)                                                                  \
    (cusparseHandle_t handle, cusparseOperation_t of_x, cusparseConstSpVecDescr_t x,           \
     cusparseConstDnVecDescr_t y, n, cudaDataType type, __VA_ARGS__)
SIMT_SPARSE(cusparseSpVV, SIMT_OF(type, void *result, void *), type,
            spvv<K>(by, of_x, x, y, result, type))
SIMT_SPARSE_SIZE(cusparseSpVV_bufferSize, SIMT_OF(, const void *, size_t *size))
#undef SIMT_OF

#define SIMT_OF(type, action, ...)                                                             \
    (cusparseHandle_t handle, int rows, int columns, int count, const void *values,            \
     const int *offsets, const int *indices, void *new_values, int *new_offsets,               \
     int *new_indices, cudaDataType type, cusparseAction_t action, cusparseIndexBase_t base,   \
     cusparseCsr2CscAlg_t, __VA_ARGS__)
SIMT_SPARSE(cusparseCsr2cscEx2, SIMT_OF(type, action, void *), type,
            turn<K>(by,
                    {CUSPARSE_FORMAT_CSR, rows, columns, count, (void *)offsets,
                     (void *)indices, (void *)values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                     base, type, CUSPARSE_FILL_MODE_LOWER, CUSPARSE_DIAG_TYPE_NON_UNIT},
                    new_values, new_offsets, new_indices, action))
SIMT_SPARSE_SIZE(cusparseCsr2cscEx2_bufferSize, SIMT_OF(, , size_t *size))
#undef SIMT_OF
#undef SIMT_SPARSE
#undef SIMT_SPARSE_NOTHING
#undef SIMT_SPARSE_SIZE

/* From offsets of rows to a list of them, and back. */
inline cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t handle, const int *offsets, int count,
                                         int rows, int *list, cusparseIndexBase_t base)
{
    simt_sparse::call by(handle);
    cusparseSpMatDescr a = {};
    a.format = CUSPARSE_FORMAT_CSR;
    a.rows = rows;
    a.count = count;
    a.offsets = (void *)offsets;
    a.offset_type = CUSPARSE_INDEX_32I;
    a.base = base;
    by.hand_over_indices(CUSPARSE_INDEX_32I, list, by.spread(&a), base);
    return by.status;
}

inline cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t handle, const int *list, int count,
                                         int rows, int *offsets, cusparseIndexBase_t base)
{
    simt_sparse::call by(handle);
    simt_sparse::sparse<double> a{rows, 0, {}};
    for (int64_t row : by.indices(CUSPARSE_INDEX_32I, list, count, base)) {
        by.want(row >= 0 && row < rows);
        if (by.goes_on())
            a.of.push_back({row, 0, 0, 0});
    }
    by.hand_over_indices(CUSPARSE_INDEX_32I, offsets, simt_sparse::begins(a), base);
    return by.status;
}

/* --- what is missing ---------------------------------------------------------------------- */

/* What the functions below take. */
#define SIMT_CUSPARSE_INFO(name) typedef struct simt_##name *name;
SIMT_CUSPARSE_INFO(bsric02Info_t)
SIMT_CUSPARSE_INFO(bsrilu02Info_t)
SIMT_CUSPARSE_INFO(bsrsm2Info_t)
SIMT_CUSPARSE_INFO(bsrsv2Info_t)
SIMT_CUSPARSE_INFO(csric02Info_t)
SIMT_CUSPARSE_INFO(csrilu02Info_t)
SIMT_CUSPARSE_INFO(csru2csrInfo_t)
SIMT_CUSPARSE_INFO(cusparseColorInfo_t)
SIMT_CUSPARSE_INFO(cusparseSpMMOpPlan_t)
SIMT_CUSPARSE_INFO(pruneInfo_t)
#undef SIMT_CUSPARSE_INFO
typedef enum {
    CUSPARSE_SOLVE_POLICY_NO_LEVEL,
    CUSPARSE_SOLVE_POLICY_USE_LEVEL
} cusparseSolvePolicy_t;

#define UNSUPPORTED(name)                                                                      \
    cusparseStatus_t name(...) SIMT_ERROR("not supported without a GPU: " #name);
#include "others/cusparse_missing.inc"
#undef UNSUPPORTED

#endif
