/* What programs write in PTX for tensor cores: asynchronous copies by addresses of shared
 * memory, ldmatrix, and the products of a warp's small matrices. C++17.
 *
 * Which lane has which element is as the PTX manual says. A sum is taken in double and rounded
 * once: a device may differ in the last place. */
#ifndef SIMT_PTX_MATRIX_H
#define SIMT_PTX_MATRIX_H

#include <math.h>
#include <stdint.h>
#include <string.h>
#include "grid/async_copies.h"
#include "shim/device.h"
#include "shim/waiting.h"

/* --- addresses of shared memory: the lower half of a pointer ------------------------------ */

inline size_t __cvta_generic_to_shared(const void *pointer)
{
    return (uint32_t)(uintptr_t)pointer;
}

inline size_t __cvta_generic_to_global(const void *pointer)
{
    return (size_t)pointer;
}

namespace simt
{

/* A block's memory lies near a variable of the thread's, or where the launch has laid it. */
SIMT_INLINE char *from_shared(uint32_t address)
{
    char *first = (char *)&simt_lane, *second = (char *)simt_dynamic_shared();
    int32_t to_first = (int32_t)(address - (uint32_t)(uintptr_t)first);
    int32_t to_second = (int32_t)(address - (uint32_t)(uintptr_t)second);
    if (!second || llabs((long long)to_first) < llabs((long long)to_second))
        return first + to_first;
    return second + to_second;
}

/* --- copies ------------------------------------------------------------------------------- */

SIMT_INLINE void ptx_commit()
{
    simt_end_stage(NULL);
}

SIMT_INLINE void ptx_wait(size_t stages)
{
    simt_finish_stages(NULL, (unsigned)stages);
}

template <size_t STAGES> SIMT_INLINE void ptx_wait_for()
{
    ptx_wait(STAGES);
}

/* --- ldmatrix ----------------------------------------------------------------------------- */

template <class T> SIMT_INLINE T from_lane(T value, unsigned lane, const char *file, int line)
{
    return __shfl_sync(~0u, value, (int)lane, 32, file, line);
}

/* Matrix number `number`, whose rows lie where eight of the lanes say. */
template <bool TURNED>
SIMT_INLINE unsigned part_of_matrix(unsigned number, uint32_t address, const char *file,
                                    int line)
{
    const unsigned lane = simt_lane->number % 32, group = lane / 4, first = lane % 4 * 2;
    if (!TURNED)
        return *(unsigned *)(from_shared(from_lane(address, 8 * number + group, file, line)) +
                             2 * first);
    uint32_t low = from_lane(address, 8 * number + first, file, line);
    uint32_t high = from_lane(address, 8 * number + first + 1, file, line);
    return *(unsigned short *)(from_shared(low) + 2 * group) |
           (unsigned)*(unsigned short *)(from_shared(high) + 2 * group) << 16;
}

template <bool TURNED, class T> SIMT_INLINE void ptx_ldmatrix(T &a, uint32_t address, SIMT_HERE)
{
    a = (T)part_of_matrix<TURNED>(0, address, file, line);
}

template <bool TURNED, class T>
SIMT_INLINE void ptx_ldmatrix(T &a, T &b, uint32_t address, SIMT_HERE)
{
    a = (T)part_of_matrix<TURNED>(0, address, file, line);
    b = (T)part_of_matrix<TURNED>(1, address, file, line);
}

template <bool TURNED, class T>
SIMT_INLINE void ptx_ldmatrix(T &a, T &b, T &c, T &d, uint32_t address, SIMT_HERE)
{
    a = (T)part_of_matrix<TURNED>(0, address, file, line);
    b = (T)part_of_matrix<TURNED>(1, address, file, line);
    c = (T)part_of_matrix<TURNED>(2, address, file, line);
    d = (T)part_of_matrix<TURNED>(3, address, file, line);
}

/* --- products ----------------------------------------------------------------------------- */

/* Every program reads this header, and not all have the names of <cuda_fp16.h>. */
inline double half_value(unsigned bits)
{
    int exponent = (int)(bits >> 10 & 31), part = (int)(bits & 1023);
    double size = exponent == 31 ? (part ? (double)NAN : (double)INFINITY)
                  : exponent     ? ldexp(1024 + part, exponent - 25)
                                 : ldexp(part, -24);
    return bits & 0x8000 ? -size : size;
}

/* Rounds to the nearest, ties to even. */
inline unsigned half_code(double x)
{
    unsigned sign = signbit(x) ? 0x8000 : 0;
    double size = fabs(x);
    if (size != size)
        return 0x7fff;
    if (size >= 65520)
        return sign | 0x7c00;
    int exponent = size < ldexp(1, -14) ? -14 : ilogb(size);
    return sign | (((unsigned)(exponent + 14) << 10) +
                   (unsigned)nearbyint(ldexp(size, 10 - exponent)));
}

/* What a register of 32 bits holds: `count` elements. */
struct of_half {
    enum { count = 2 };
    static double at(unsigned word, int i)
    {
        return half_value(word >> 16 * i & 0xffff);
    }
};
struct of_bfloat16 {
    enum { count = 2 };
    static double at(unsigned word, int i)
    {
        return (double)__uint_as_float(word >> 16 * i << 16);
    }
};
struct of_tf32 {
    enum { count = 1 };
    static double at(unsigned word, int)
    {
        return (double)__uint_as_float(word & 0xffffe000);
    }
};
struct of_char {
    enum { count = 4 };
    static double at(unsigned word, int i)
    {
        return (signed char)(word >> 8 * i);
    }
};

/* Adds A times B to the lane's four elements of a matrix of 16 by 8: of the rows `group` and
 * `group` + 8, two columns each. The lanes of group g have the rows g and g + 8 of A, and the
 * column g of B. */
template <class Element, int BLOCKS>
SIMT_INLINE void add_product(double (&sum)[4], const unsigned (&a)[2 * BLOCKS],
                             const unsigned (&b)[BLOCKS], const char *file, int line)
{
    const unsigned lane = simt_lane->number % 32, group = lane / 4, column = lane % 4 * 2;
    for (unsigned k = 0; k < BLOCKS; k++)
        for (unsigned part = 0; part < 4; part++) {
            unsigned high = from_lane(a[2 * k], 4 * group + part, file, line);
            unsigned low = from_lane(a[2 * k + 1], 4 * group + part, file, line);
            unsigned left = from_lane(b[k], 4 * column + part, file, line);
            unsigned right = from_lane(b[k], 4 * column + 4 + part, file, line);
            for (int i = 0; i < Element::count; i++) {
                sum[0] += Element::at(high, i) * Element::at(left, i);
                sum[1] += Element::at(high, i) * Element::at(right, i);
                sum[2] += Element::at(low, i) * Element::at(left, i);
                sum[3] += Element::at(low, i) * Element::at(right, i);
            }
        }
}

template <class T> SIMT_INLINE unsigned as_word(const T &value)
{
    unsigned word;
    static_assert(sizeof value == sizeof word, "a register of 32 bits");
    memcpy(&word, &value, sizeof word);
    return word;
}

/* Sums of four float or int, of 16 rows, 8 columns, and two blocks or one of A and B. */
template <class Element, class D, class A, class B, class C>
SIMT_INLINE void ptx_mma(D &d0, D &d1, D &d2, D &d3, A a0, A a1, A a2, A a3, B b0, B b1, C c0,
                         C c1, C c2, C c3, SIMT_HERE)
{
    double sum[4] = {(double)c0, (double)c1, (double)c2, (double)c3};
    add_product<Element, 2>(sum, {as_word(a0), as_word(a1), as_word(a2), as_word(a3)},
                            {as_word(b0), as_word(b1)}, file, line);
    d0 = (D)sum[0], d1 = (D)sum[1], d2 = (D)sum[2], d3 = (D)sum[3];
}

template <class Element, class D, class A, class B>
SIMT_INLINE void ptx_mma(D &d0, D &d1, D &d2, D &d3, A a0, A a1, A a2, A a3, B b0, B b1,
                         SIMT_HERE)
{
    ptx_mma<Element>(d0, d1, d2, d3, a0, a1, a2, a3, b0, b1, d0, d1, d2, d3, file, line);
}

template <class Element, class D, class A, class B, class C>
SIMT_INLINE void ptx_mma_short(D &d0, D &d1, D &d2, D &d3, A a0, A a1, B b0, C c0, C c1, C c2,
                               C c3, SIMT_HERE)
{
    double sum[4] = {(double)c0, (double)c1, (double)c2, (double)c3};
    add_product<Element, 1>(sum, {as_word(a0), as_word(a1)}, {as_word(b0)}, file, line);
    d0 = (D)sum[0], d1 = (D)sum[1], d2 = (D)sum[2], d3 = (D)sum[3];
}

template <class Element, class D, class A, class B>
SIMT_INLINE void ptx_mma_short(D &d0, D &d1, D &d2, D &d3, A a0, A a1, B b0, SIMT_HERE)
{
    ptx_mma_short<Element>(d0, d1, d2, d3, a0, a1, b0, d0, d1, d2, d3, file, line);
}

/* Sums of half, two in a register. */
template <class Element, class D, class A, class B, class C>
SIMT_INLINE void ptx_mma_half(D &d0, D &d1, A a0, A a1, A a2, A a3, B b0, B b1, C c0, C c1,
                              SIMT_HERE)
{
    unsigned low = as_word(c0), high = as_word(c1);
    double sum[4] = {of_half::at(low, 0), of_half::at(low, 1), of_half::at(high, 0),
                     of_half::at(high, 1)};
    add_product<Element, 2>(sum, {as_word(a0), as_word(a1), as_word(a2), as_word(a3)},
                            {as_word(b0), as_word(b1)}, file, line);
    unsigned made[2] = {half_code(sum[0]) | half_code(sum[1]) << 16,
                        half_code(sum[2]) | half_code(sum[3]) << 16};
    memcpy(&d0, &made[0], sizeof d0);
    memcpy(&d1, &made[1], sizeof d1);
}

template <class Element, class D, class A, class B>
SIMT_INLINE void ptx_mma_half(D &d0, D &d1, A a0, A a1, A a2, A a3, B b0, B b1, SIMT_HERE)
{
    ptx_mma_half<Element>(d0, d1, a0, a1, a2, a3, b0, b1, d0, d1, file, line);
}

} // namespace simt

#endif
