/* Products of small matrices by a whole warp: <mma.h>, nvcuda::wmma. C++17.
 *
 * Of half, bfloat16, tf32, 8-bit whole numbers and double, in the shapes that CUDA has. Which
 * element lies in which lane is not CUDA's to tell, nor ours: element e of lane l is number
 * 32 e + l of its matrix, by rows. A sum is taken in float (int, double) in the order of its
 * terms: a device's last digits may differ. Matrices of 4 bits and of 1 are not supported.
 *
 * A warp's lanes wait for each other as in a shuffle, which orders no accesses to memory. */
#ifndef SIMT_MMA_H
#define SIMT_MMA_H

#include <stdint.h>
#include <type_traits>
#include "shim/cuda_bf16.h"
#include "shim/cuda_fp16.h"
#include "shim/translated.h"

/* The runtime's, and no access of the kernel's. */
#define SIMT_WMMA_LOOP SIMT_UNWATCHED __attribute__((noinline, unused, optimize("O3"))) static

namespace nvcuda
{
namespace wmma
{

enum layout_t { mem_row_major, mem_col_major };
struct row_major {
};
struct col_major {
};
struct matrix_a {
};
struct matrix_b {
};
struct accumulator {
};
namespace precision
{
struct tf32 {
};
} // namespace precision

namespace simt
{

/* What is stored of an element, and what its products are summed in. */
template <class T> struct element {
    using stored = T;
    using summed = float;
    static_assert(std::is_same<T, __half>::value || std::is_same<T, __nv_bfloat16>::value ||
                      std::is_same<T, float>::value,
                  "not supported without a GPU: a wmma fragment of this type");
};
template <> struct element<precision::tf32> {
    using stored = float;
    using summed = float;
};
template <> struct element<double> {
    using stored = double;
    using summed = double;
};
template <> struct element<int> {
    using stored = int;
    using summed = int;
};
template <> struct element<signed char> {
    using stored = signed char;
    using summed = int;
};
template <> struct element<unsigned char> {
    using stored = unsigned char;
    using summed = int;
};

template <class T> constexpr bool has_shape(int m, int n, int k)
{
    if (std::is_same<T, double>::value)
        return m == 8 && n == 8 && k == 4;
    if (std::is_same<T, precision::tf32>::value)
        return m == 16 && n == 16 && k == 8;
    bool is_square = m == 16 && n == 16;
    return (k == 16 && (is_square || (m == 32 && n == 8) || (m == 8 && n == 32))) ||
           (k == 8 && is_square && std::is_same<T, float>::value) ||
           (k == 4 && m == 8 && n == 8 && std::is_same<T, double>::value);
}

/* An m x k, k x n or m x n matrix. */
template <class Use, int m, int n, int k> struct extent {
    static constexpr int rows = std::is_same<Use, matrix_b>::value ? k : m;
    static constexpr int columns = std::is_same<Use, matrix_a>::value ? k : n;
};

SIMT_INLINE unsigned lane()
{
    return simt_lane->number % 32;
}

/* No lane goes on before all have come. */
SIMT_INLINE void meet(const char *file, int line)
{
    simt_warp(SIMT_SHFL, 0xffffffff, 0, 0, 32, file, line);
}

} // namespace simt

template <class Use, int m, int n, int k, class T, class Layout = void> struct fragment {
    static_assert(simt::has_shape<T>(m, n, k),
                  "CUDA has no wmma fragment of this shape and type");
    static_assert(std::is_same<Layout, void>::value == std::is_same<Use, accumulator>::value,
                  "a wmma fragment of matrix_a or matrix_b has a layout, an accumulator none");
    using element_type = T;
    using storage_element_type = typename simt::element<T>::stored;
    static constexpr int rows = simt::extent<Use, m, n, k>::rows;
    static constexpr int columns = simt::extent<Use, m, n, k>::columns;
    static constexpr int num_elements = rows * columns / 32;
    static constexpr int num_storage_elements = num_elements;
    storage_element_type x[num_elements];
};

SIMT_INLINE float __float_to_tf32(float value)
{
    uint32_t bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    bits = value - value == 0 ? (bits + 0x1000) & 0xffffe000 : bits;
    __builtin_memcpy(&value, &bits, sizeof bits);
    return value;
}

template <class F> SIMT_INLINE void fill_fragment(F &f, typename F::storage_element_type value)
{
    for (auto &x : f.x)
        x = value;
}

/* --- memory ------------------------------------------------------------------------------- */

namespace simt
{

/* Where in memory element e of this lane lies. */
template <class F> SIMT_INLINE size_t place(int e, unsigned by, bool by_rows)
{
    unsigned number = 32 * (unsigned)e + lane(), row = number / F::columns;
    unsigned column = number % F::columns;
    return by_rows ? (size_t)row * by + column : (size_t)column * by + row;
}

template <class F, class T>
SIMT_INLINE void load(F &f, const T *from, unsigned by, bool by_rows, const char *file,
                      int line)
{
    meet(file, line);
    for (int e = 0; e < F::num_elements; e++)
        f.x[e] = from[place<F>(e, by, by_rows)];
}

} // namespace simt

template <class Use, int m, int n, int k, class T, class Layout>
SIMT_INLINE void load_matrix_sync(fragment<Use, m, n, k, T, Layout> &f,
                                  const typename simt::element<T>::stored *from, unsigned by,
                                  SIMT_HERE)
{
    simt::load(f, from, by, std::is_same<Layout, row_major>::value, file, line);
}

template <int m, int n, int k, class T>
SIMT_INLINE void load_matrix_sync(fragment<accumulator, m, n, k, T> &f, const T *from,
                                  unsigned by, layout_t layout, SIMT_HERE)
{
    simt::load(f, from, by, layout == mem_row_major, file, line);
}

template <int m, int n, int k, class T>
SIMT_INLINE void store_matrix_sync(T *to, const fragment<accumulator, m, n, k, T> &f,
                                   unsigned by, layout_t layout, SIMT_HERE)
{
    using F = fragment<accumulator, m, n, k, T>;
    simt::meet(file, line);
    for (int e = 0; e < F::num_elements; e++)
        to[simt::place<F>(e, by, layout == mem_row_major)] = f.x[e];
}

/* --- products ----------------------------------------------------------------------------- */

namespace simt
{

template <class A, class B, class C> struct operands {
    const A *a;
    const B *b;
    const C *c;
};

/* Element e of any lane's f: a copy first, because what converts it may be watched. */
template <class Summed, class F> SIMT_UNWATCHED Summed at(const F &f, int e)
{
    typename F::storage_element_type own;
    __builtin_memcpy(&own, &f.x[e], sizeof own);
    if (!std::is_same<typename F::element_type, precision::tf32>::value)
        return (Summed)own;
    uint32_t bits; /* a device reads no more of a float than this */
    float cut = (float)own;
    __builtin_memcpy(&bits, &cut, sizeof bits);
    bits &= 0xffffe000;
    __builtin_memcpy(&cut, &bits, sizeof bits);
    return (Summed)cut;
}

template <class O> SIMT_WMMA_LOOP void put(const O **table, const O *mine)
{
    table[lane()] = mine;
}

/* This lane's elements of a b + c. */
template <class D, class A, class B, class C>
SIMT_WMMA_LOOP void multiply(D *d, const operands<A, B, C> *const *of, bool saturates)
{
    using summed = typename element<typename A::element_type>::summed;
    for (int e = 0; e < D::num_elements; e++) {
        unsigned number = 32 * (unsigned)e + lane();
        int row = (int)number / D::columns, column = (int)number % D::columns;
        summed sum = (summed)of[lane()]->c->x[e];
        long long wide = 0;
        for (int l = 0; l < A::columns; l++) {
            int in_a = row * A::columns + l, in_b = l * B::columns + column;
            summed x = at<summed>(*of[in_a % 32]->a, in_a / 32);
            summed y = at<summed>(*of[in_b % 32]->b, in_b / 32);
            if (std::is_same<summed, int>::value)
                wide += (long long)x * (long long)y;
            else
                sum += x * y;
        }
        wide += std::is_same<summed, int>::value ? (long long)sum : 0;
        if (saturates && wide > INT_MAX)
            wide = INT_MAX;
        if (saturates && wide < INT_MIN)
            wide = INT_MIN;
        d->x[e] = std::is_same<summed, int>::value
                      ? (typename D::storage_element_type)(summed)(int)wide
                      : (typename D::storage_element_type)sum;
    }
}

} // namespace simt

/* Every lane lays down where its operands are, and reads those of others. */
template <int m, int n, int k, class TD, class TA, class TB, class TC, class LayoutA,
          class LayoutB>
SIMT_INLINE void mma_sync(fragment<accumulator, m, n, k, TD> &d,
                          const fragment<matrix_a, m, n, k, TA, LayoutA> &a,
                          const fragment<matrix_b, m, n, k, TB, LayoutB> &b,
                          const fragment<accumulator, m, n, k, TC> &c, bool saturates = false,
                          SIMT_HERE)
{
    using O = simt::operands<fragment<matrix_a, m, n, k, TA, LayoutA>,
                             fragment<matrix_b, m, n, k, TB, LayoutB>,
                             fragment<accumulator, m, n, k, TC>>;
    static_assert(std::is_same<TA, TB>::value, "the factors of mma_sync are of one type");
    const O *own[32];
    O mine = {&a, &b, &c};
    auto of = (const O **)simt_warp(SIMT_SHFL, 0xffffffff, (unsigned long long)own, 0, 32, file,
                                    line);
    simt::put(of, &mine);
    simt::meet(file, line);
    fragment<accumulator, m, n, k, TD> made;
    simt::multiply(&made, of, saturates);
    simt::meet(file, line);
    d = made;
}

} // namespace wmma
} // namespace nvcuda

#undef SIMT_WMMA_LOOP
#endif
