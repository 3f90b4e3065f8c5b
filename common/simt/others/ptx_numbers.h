/* Registers of inline PTX, and the instructions that compute: whole numbers, floats, bits,
 * comparisons, conversions. C++17.
 *
 * A register is a whole number of its width, whatever it holds: ptx_get() reads a value of an
 * instruction's type out of it, ptx_put() puts one there. */
#ifndef SIMT_PTX_NUMBERS_H
#define SIMT_PTX_NUMBERS_H

#include <math.h>
#include <stdint.h>
#include <type_traits>
#include "others/ptx_matrix.h"
#include "shim/device.h"

namespace simt
{

/* --- registers ---------------------------------------------------------------------------- */

struct ptx_f16 {
    uint16_t bits;
    operator double() const
    {
        return half_value(bits);
    }
};

/* A number that stands in the text itself, or is an "n". */
template <class T, class R>
constexpr bool ptx_is_number =
    std::is_same<R, long long>::value || std::is_same<R, double>::value;

template <class T, class R> SIMT_INLINE T ptx_get(R from)
{
    if constexpr (std::is_same<T, ptx_f16>::value) {
        return {(uint16_t)from};
    } else if constexpr (ptx_is_number<T, R> || std::is_same<T, bool>::value ||
                         (std::is_integral<T>::value && sizeof(T) != sizeof(R))) {
        return (T)from;
    } else {
        static_assert(sizeof(T) == sizeof(R), "the register is not as wide as its instruction");
        T value;
        __builtin_memcpy(&value, &from, sizeof value);
        return value;
    }
}

/* A wider register takes the sign of what is narrower. */
template <class R, class T> SIMT_INLINE void ptx_put(R &&to, T value)
{
    using reg = typename std::remove_reference<R>::type;
    if constexpr (std::is_integral<T>::value)
        to = (reg)value;
    else if constexpr (sizeof(reg) == sizeof(T))
        __builtin_memcpy(&to, &value, sizeof value);
    else
        to = (reg)ptx_get<typename std::conditional<sizeof(T) == 2, uint16_t, uint32_t>::type>(
            value);
}

/* The register `_` keeps nothing. */
struct ptx_nowhere {
    template <class T> void operator=(T)
    {
    }
    explicit ptx_nowhere(long long = 0)
    {
    }
};

SIMT_INLINE ptx_nowhere ptx_nothing()
{
    return ptx_nowhere();
}

/* What an operand of the program's is in a register, and back. */
template <class R, class X> SIMT_INLINE R ptx_operand(const X &x)
{
    if constexpr (std::is_floating_point<X>::value && sizeof(X) == sizeof(R))
        return ptx_get<R>(simt_bits(x));
    else if constexpr (std::is_class<typename std::remove_volatile<X>::type>::value) {
        static_assert(sizeof(X) == sizeof(R), "the operand is not as wide as its register");
        R value;
        __builtin_memcpy(&value, &x, sizeof value);
        return value;
    } else
        return (R)x;
}

template <class X, class R> SIMT_INLINE void ptx_give(X &x, R value)
{
    if constexpr ((std::is_floating_point<X>::value || std::is_class<X>::value) &&
                  sizeof(X) == sizeof(R))
        __builtin_memcpy(&x, &value, sizeof value);
    else
        x = (X)value;
}

/* --- arithmetic --------------------------------------------------------------------------- */

#define SIMT_PTX_1(name, operation)                                                            \
    template <class T> SIMT_INLINE T ptx_##name(T a)                                           \
    {                                                                                          \
        return (T)(operation);                                                                 \
    }
#define SIMT_PTX_2(name, operation)                                                            \
    template <class T> SIMT_INLINE T ptx_##name(T a, T b)                                      \
    {                                                                                          \
        return (T)(operation);                                                                 \
    }
#define SIMT_PTX_3(name, operation)                                                            \
    template <class T> SIMT_INLINE T ptx_##name(T a, T b, T c)                                 \
    {                                                                                          \
        return (T)(operation);                                                                 \
    }

/* Whole numbers go round at their width, which C leaves open where they have a sign. */
template <class T>
using ptx_round =
    typename std::conditional<std::is_floating_point<T>::value, T, uint64_t>::type;
template <class T>
using ptx_twice = typename std::conditional<
    sizeof(T) == 2,
    typename std::conditional<std::is_signed<T>::value, int32_t, uint32_t>::type,
    typename std::conditional<std::is_signed<T>::value, int64_t, uint64_t>::type>::type;
template <class T>
using ptx_wide =
    typename std::conditional<std::is_signed<T>::value, __int128, unsigned __int128>::type;
template <class T> constexpr unsigned ptx_width = 8 * sizeof(T);

SIMT_PTX_2(sum, (ptx_round<T>)a + (ptx_round<T>)b)
SIMT_PTX_2(difference, (ptx_round<T>)a - (ptx_round<T>)b)
SIMT_PTX_2(product, (ptx_round<T>)a *(ptx_round<T>)b)
SIMT_PTX_2(mul_hi, (ptx_wide<T>)a *(ptx_wide<T>)b >> ptx_width<T>)
SIMT_PTX_3(mad_lo, (uint64_t)a *(uint64_t)b + (uint64_t)c)
SIMT_PTX_3(mad_hi, (uint64_t)ptx_mul_hi(a, b) + (uint64_t)c)

template <class T> SIMT_INLINE ptx_twice<T> ptx_mul_wide(T a, T b)
{
    return (ptx_twice<T>)((ptx_wide<T>)a * (ptx_wide<T>)b);
}

template <class T> SIMT_INLINE ptx_twice<T> ptx_mad_wide(T a, T b, ptx_twice<T> c)
{
    return ptx_sum(ptx_mul_wide(a, b), c);
}

SIMT_INLINE int64_t ptx_within_32_bits(int64_t x)
{
    return x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : x;
}
SIMT_PTX_2(sum_sat, ptx_within_32_bits((int64_t)a + b))
SIMT_PTX_2(difference_sat, ptx_within_32_bits((int64_t)a - b))
SIMT_PTX_2(mul24, std::is_signed<T>::value ? (T)__mul24((int)a, (int)b)
                                           : (T)__umul24((unsigned)a, (unsigned)b))
SIMT_PTX_3(mad24, (uint64_t)ptx_mul24(a, b) + (uint64_t)c)
SIMT_PTX_3(sad, (uint64_t)c + (a < b ? (uint64_t)b - (uint64_t)a : (uint64_t)a - (uint64_t)b))

template <class T> SIMT_INLINE T ptx_fma(T a, T b, T c)
{
    if constexpr (sizeof(T) == 4)
        return __fmaf_rn(a, b, c);
    else
        return __fma_rn(a, b, c);
}

/* .rz, .rm and .rp: to 0, down and up. */
#define SIMT_PTX_ROUNDED(name, parameters, arguments, single, whole)                           \
    template <class T> static T name parameters                                                \
    {                                                                                          \
        if constexpr (sizeof(T) == 4)                                                          \
            return TO == 'z'   ? single##_rz arguments                                         \
                   : TO == 'm' ? single##_rd arguments                                         \
                               : single##_ru arguments;                                        \
        else                                                                                   \
            return TO == 'z'   ? whole##_rz arguments                                          \
                   : TO == 'm' ? whole##_rd arguments                                          \
                               : whole##_ru arguments;                                         \
    }
template <char TO> struct ptx_rounded {
    SIMT_PTX_ROUNDED(sum, (T a, T b), (a, b), __fadd, __dadd)
    SIMT_PTX_ROUNDED(difference, (T a, T b), (a, b), __fsub, __dsub)
    SIMT_PTX_ROUNDED(product, (T a, T b), (a, b), __fmul, __dmul)
    SIMT_PTX_ROUNDED(quotient, (T a, T b), (a, b), __fdiv, __ddiv)
    SIMT_PTX_ROUNDED(fma, (T a, T b, T c), (a, b, c), __fmaf, __fma)
    SIMT_PTX_ROUNDED(rcp, (T a), (a), __frcp, __drcp)
    SIMT_PTX_ROUNDED(sqrt, (T a), (a), __fsqrt, __dsqrt)
};

/* .sat: what is no number becomes 0. */
template <class T> SIMT_INLINE T ptx_unit(T a)
{
    return a >= 1 ? 1 : a > 0 ? a : 0;
}

/* A device's division by 0 gives all bits, and no signal. */
template <class T> SIMT_INLINE T ptx_quotient(T a, T b)
{
    if constexpr (std::is_floating_point<T>::value)
        return a / b;
    else
        return b == 0                                   ? (T) ~(T)0
               : std::is_signed<T>::value && b == (T)-1 ? (T)(0 - (uint64_t)a)
                                                        : (T)(a / b);
}

template <class T> SIMT_INLINE T ptx_remainder(T a, T b)
{
    return b == 0 ? a : std::is_signed<T>::value && b == (T)-1 ? (T)0 : (T)(a % b);
}

SIMT_PTX_1(negative, std::is_floating_point<T>::value ? (ptx_round<T>)-a : 0 - (ptx_round<T>)a)
SIMT_PTX_1(absolute, std::is_floating_point<T>::value ? (T)fabs((double)a)
                     : a < 0                          ? ptx_negative(a)
                                                      : a)

template <class T> SIMT_INLINE T ptx_min(T a, T b)
{
    if constexpr (std::is_floating_point<T>::value)
        return (T)fmin(a, b);
    else
        return a < b ? a : b;
}

template <class T> SIMT_INLINE T ptx_max(T a, T b)
{
    if constexpr (std::is_floating_point<T>::value)
        return (T)fmax(a, b);
    else
        return a < b ? b : a;
}

SIMT_PTX_2(copysign, copysign((double)b, (double)a))

/* Functions: as exact as they can be. */
SIMT_PTX_1(ex2, exp2f(a))
SIMT_PTX_1(lg2, log2f(a))
SIMT_PTX_1(sin, sinf(a))
SIMT_PTX_1(cos, cosf(a))
SIMT_PTX_1(tanh, tanhf(a))
SIMT_PTX_1(rcp, 1 / a)
SIMT_PTX_1(sqrt, sizeof(T) == 4 ? (T)sqrtf((float)a) : (T)sqrt((double)a))
SIMT_PTX_1(rsqrt, sizeof(T) == 4 ? (T)rsqrtf((float)a) : (T)(1 / sqrt((double)a)))

/* --- sums of many words: the carry lives from one instruction to the next ----------------- */

template <class T> SIMT_INLINE T ptx_carry_of(unsigned __int128 sum)
{
    simt_lane->carry = (sum >> ptx_width<T> & 1) != 0;
    return (T)sum;
}
template <class T> using ptx_plain = typename std::make_unsigned<T>::type;
template <class T> SIMT_INLINE unsigned __int128 ptx_bits_of(T a)
{
    return (ptx_plain<T>)a;
}
template <class T> SIMT_INLINE T ptx_add_3(unsigned __int128 a, T b, bool with, bool keeps)
{
    unsigned __int128 sum = a + ptx_bits_of(b) + (with ? simt_lane->carry : 0u);
    return keeps ? ptx_carry_of<T>(sum) : (T)sum;
}
template <class T> SIMT_INLINE T ptx_sub_3(T a, T b, bool with, bool keeps)
{
    unsigned __int128 rest = ptx_bits_of(a) - ptx_bits_of(b) - (with ? simt_lane->carry : 0u);
    return keeps ? ptx_carry_of<T>(rest) : (T)rest;
}
SIMT_PTX_2(add_cc, ptx_add_3(ptx_bits_of(a), b, false, true))
SIMT_PTX_2(addc, ptx_add_3(ptx_bits_of(a), b, true, false))
SIMT_PTX_2(addc_cc, ptx_add_3(ptx_bits_of(a), b, true, true))
SIMT_PTX_2(sub_cc, ptx_sub_3(a, b, false, true))
SIMT_PTX_2(subc, ptx_sub_3(a, b, true, false))
SIMT_PTX_2(subc_cc, ptx_sub_3(a, b, true, true))
SIMT_PTX_3(mad_lo_cc, ptx_add_3(ptx_bits_of(ptx_product(a, b)), c, false, true))
SIMT_PTX_3(mad_hi_cc, ptx_add_3(ptx_bits_of(ptx_mul_hi(a, b)), c, false, true))
SIMT_PTX_3(madc_lo, ptx_add_3(ptx_bits_of(ptx_product(a, b)), c, true, false))
SIMT_PTX_3(madc_hi, ptx_add_3(ptx_bits_of(ptx_mul_hi(a, b)), c, true, false))
SIMT_PTX_3(madc_lo_cc, ptx_add_3(ptx_bits_of(ptx_product(a, b)), c, true, true))
SIMT_PTX_3(madc_hi_cc, ptx_add_3(ptx_bits_of(ptx_mul_hi(a, b)), c, true, true))

/* --- bits --------------------------------------------------------------------------------- */

SIMT_PTX_2(and, a &b)
SIMT_PTX_2(or, a | b)
SIMT_PTX_2(xor, a ^ b)
SIMT_PTX_1(not, sizeof(T) == 1 ? (uint64_t)!a : ~(uint64_t)a)
SIMT_PTX_1(cnot, a == 0)

/* Beyond the width nothing is left, but the sign of what has one. */
template <class T> SIMT_INLINE T ptx_shl(T a, uint32_t by)
{
    return by < ptx_width<T> ? (T)((uint64_t)a << by) : (T)0;
}

template <class T> SIMT_INLINE T ptx_shr(T a, uint32_t by)
{
    return by < ptx_width<T> ? (T)(a >> by) : std::is_signed<T>::value && a < 0 ? (T)-1 : (T)0;
}

template <class T> SIMT_INLINE T ptx_shf_l_wrap(T a, T b, uint32_t by)
{
    return __funnelshift_l(a, b, by);
}

template <class T> SIMT_INLINE T ptx_shf_r_wrap(T a, T b, uint32_t by)
{
    return __funnelshift_r(a, b, by);
}

template <class T> SIMT_INLINE T ptx_shf_l_clamp(T a, T b, uint32_t by)
{
    return __funnelshift_lc(a, b, by);
}

template <class T> SIMT_INLINE T ptx_shf_r_clamp(T a, T b, uint32_t by)
{
    return __funnelshift_rc(a, b, by);
}

/* `count` bits from `first` on; beyond the word there are none. With a sign it is that of the
 * last bit, or of the word where that lies beyond. */
template <class T> SIMT_INLINE T ptx_bfe(T from, uint32_t first, uint32_t count)
{
    const unsigned top = ptx_width<T> - 1;
    first &= 255, count &= 255;
    if (count == 0)
        return 0;
    unsigned last = first + count - 1 < top ? first + count - 1 : top;
    uint64_t word = (ptx_plain<T>)from, bits = first > top ? 0 : word >> first;
    unsigned kept = first > top ? 0 : last - first + 1;
    uint64_t mask = kept < 64 ? (1ull << kept) - 1 : ~0ull;
    bool negative = std::is_signed<T>::value && (word >> last & 1);
    return (T)(negative ? bits | ~mask : bits & mask);
}

template <class T> SIMT_INLINE T ptx_bfi(T what, T into, uint32_t first, uint32_t count)
{
    first &= 255, count &= 255;
    T mask = count < ptx_width<T> ? (T)(((T)1 << count) - 1) : (T) ~(T)0;
    return first >= ptx_width<T> ? into
                                 : (T)((into & ~(mask << first)) | (what & mask) << first);
}

/* The highest bit that is set; of a negative number, that is not. */
template <class T> SIMT_INLINE uint32_t ptx_bfind(T from)
{
    uint64_t bits = (ptx_plain<T>)(std::is_signed<T>::value && from < 0 ? (T)~from : from);
    return bits ? 63 - (unsigned)__builtin_clzll(bits) : ~0u;
}

template <class T> SIMT_INLINE uint32_t ptx_bfind_shift(T from)
{
    uint32_t at = ptx_bfind(from);
    return at == ~0u ? at : ptx_width<T> - 1 - at;
}

SIMT_PTX_1(brev, sizeof(T) == 4 ? __brev((unsigned)a) : __brevll(a))

template <class T> SIMT_INLINE uint32_t ptx_popc(T a)
{
    return (uint32_t)__popcll(a);
}

template <class T> SIMT_INLINE uint32_t ptx_clz(T a)
{
    return (uint32_t)__clzll((long long)a) - (64 - ptx_width<T>);
}

/* With the highest bit of a nibble of the selector, the sign of the byte. */
template <class T> SIMT_INLINE T ptx_prmt(T a, T b, T selector)
{
    uint32_t picked = __byte_perm(a, b, selector), result = 0;
    for (int i = 0; i < 4; i++) {
        uint32_t byte = picked >> 8 * i & 255;
        result |= (selector >> 4 * i & 8 ? (byte & 128 ? 255u : 0u) : byte) << 8 * i;
    }
    return result;
}

/* Bit i of the table says what the three bits of i, of a, b and c, become. */
template <class T> SIMT_INLINE T ptx_lop3(T a, T b, T c, uint32_t table)
{
    T result = 0;
    for (unsigned i = 0; i < 8; i++)
        if (table >> i & 1)
            result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    return result;
}

template <class T> SIMT_INLINE T ptx_selp(T a, T b, bool which)
{
    return which ? a : b;
}

/* --- comparisons: u in the name holds for what is no number, too -------------------------- */

#define SIMT_PTX_IS(name, holds)                                                               \
    template <class T> SIMT_INLINE bool ptx_is_##name(T a, T b)                                \
    {                                                                                          \
        return holds;                                                                          \
    }
SIMT_PTX_IS(num, a == a && b == b)
SIMT_PTX_IS(nan, !(a == a && b == b))
SIMT_PTX_IS(eq, a == b)
SIMT_PTX_IS(ne, ptx_is_num(a, b) && a != b)
SIMT_PTX_IS(lt, a < b)
SIMT_PTX_IS(le, a <= b)
SIMT_PTX_IS(gt, a > b)
SIMT_PTX_IS(ge, a >= b)
SIMT_PTX_IS(lo, a < b)
SIMT_PTX_IS(ls, a <= b)
SIMT_PTX_IS(hi, a > b)
SIMT_PTX_IS(hs, a >= b)
SIMT_PTX_IS(equ, !ptx_is_ne(a, b))
SIMT_PTX_IS(neu, !(a == b))
SIMT_PTX_IS(ltu, !(a >= b))
SIMT_PTX_IS(leu, !(a > b))
SIMT_PTX_IS(gtu, !(a <= b))
SIMT_PTX_IS(geu, !(a < b))

/* --- conversions -------------------------------------------------------------------------- */

/* To the nearest, to 0, down or up. */
template <char ROUNDING> SIMT_INLINE double ptx_to_whole(double x)
{
    return ROUNDING == 'z'   ? trunc(x)
           : ROUNDING == 'm' ? floor(x)
           : ROUNDING == 'p' ? ceil(x)
                             : nearbyint(x);
}

/* A float that a whole number's type does not hold becomes its next one, and no number 0. */
template <class D> SIMT_INLINE D ptx_saturated(double x)
{
    constexpr bool is_signed = std::is_signed<D>::value;
    constexpr double end = (double)(1ull << (ptx_width<D> - 1)) * (is_signed ? 1 : 2);
    const D most = is_signed ? (D)((1ull << (ptx_width<D> - 1)) - 1) : (D) ~(D)0;
    if (x != x)
        return 0;
    if (x >= end)
        return most;
    return x < (is_signed ? -end : 0) ? (is_signed ? (D)(-1 - most) : (D)0) : (D)x;
}

template <class D, char ROUNDING, class S> SIMT_INLINE D ptx_convert(S from)
{
    constexpr bool from_whole = std::is_integral<S>::value,
                   to_whole = std::is_integral<D>::value;
    constexpr bool narrows = std::is_same<S, double>::value && std::is_same<D, float>::value;
    static_assert(to_whole || ROUNDING == 'n' || narrows ||
                      (std::is_floating_point<S>::value && sizeof(S) <= sizeof(D)),
                  "not supported without a GPU: this rounding of cvt in inline PTX");
    if constexpr (std::is_same<D, ptx_f16>::value)
        return {(uint16_t)half_code((double)from)};
    else if constexpr (to_whole && !from_whole)
        return ptx_saturated<D>(ptx_to_whole<ROUNDING>((double)from));
    else if constexpr (narrows && ROUNDING != 'n')
        return ROUNDING == 'z'   ? __double2float_rz(from)
               : ROUNDING == 'm' ? __double2float_rd(from)
                                 : __double2float_ru(from);
    else if constexpr (!to_whole && !from_whole && ROUNDING != 'n')
        return (D)ptx_to_whole<ROUNDING>((double)from);
    else if constexpr (std::is_same<S, ptx_f16>::value)
        return (D)(double)from;
    else
        return (D)from;
}

} // namespace simt

#endif
