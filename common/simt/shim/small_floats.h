/* What <cuda_fp16.h> and <cuda_bf16.h> have in common: floats of 16 bits, computed in float and
 * rounded once, which is exact for one operation. C++17.
 *
 * Each header defines a structure of 16 bits with conversions from and to float, and then lets
 * the macros here write its functions. CUDA has all of them for both, by the same names but for
 * the conversions. */
#ifndef SIMT_SMALL_FLOATS_H
#define SIMT_SMALL_FLOATS_H

#include "shim/device.h"

/* --- rounding ----------------------------------------------------------------------------- */

/* The bits of positive floats are in the order of their values, so the neighbour is a step of
 * the bits. `to` is the nearest; rounds towards zero, down or up. */
enum simt_rounding { SIMT_NEAREST, SIMT_TO_ZERO, SIMT_DOWN, SIMT_UP };

template <class T> SIMT_INLINE T simt_step(T from, bool up)
{
    unsigned short bits = from.bits;
    if ((bits & 0x7fff) == 0)
        return T::of_bits(up ? 1 : 0x8001);
    return T::of_bits((unsigned short)(bits + ((bits < 0x8000) == up ? 1 : -1)));
}

template <class T> SIMT_INLINE T simt_round(double value, simt_rounding how)
{
    T to((float)value);
    double got = (float)to;
    bool is_up = got > value;
    if (how == SIMT_NEAREST || !(got > value || got < value))
        return to;
    bool wants_up = how == SIMT_UP || (how == SIMT_TO_ZERO && value < 0);
    return is_up == wants_up ? to : simt_step(to, wants_up);
}

/* A double that goes to 16 bits by way of float would be rounded twice: where it is no float,
 * the float is made odd. */
SIMT_INLINE float simt_odd_float(double value)
{
    float nearest = (float)value;
    unsigned bits = (unsigned)simt_bits(nearest);
    if ((double)nearest == value || !(value - value == 0) || !(nearest - nearest == 0))
        return nearest;
    if (bits & 1)
        return nearest;
    bool outwards = (value > nearest) == (value > 0);
    return simt_value<float>(bits + (outwards ? 1 : -1));
}

/* --- what both have by the same names ----------------------------------------------------- */

// clang-format off: an operator's name out of a macro is read in two ways
#define SIMT_SMALL_OPERATOR(T, T2, op, assign)                                                 \
    SIMT_INLINE T operator op(T a, T b)                                                        \
    {                                                                                          \
        return T((float)a op(float) b);                                                        \
    }                                                                                          \
    SIMT_INLINE T &operator assign(T &a, T b)                                                  \
    {                                                                                          \
        return a = a op b;                                                                     \
    }                                                                                          \
    SIMT_INLINE T2 operator op(T2 a, T2 b)                                                     \
    {                                                                                          \
        return T2(a.x op b.x, a.y op b.y);                                                     \
    }                                                                                          \
    SIMT_INLINE T2 &operator assign(T2 &a, T2 b)                                               \
    {                                                                                          \
        return a = a op b;                                                                     \
    }
// clang-format on

/* Nothing is equal to what is not a number, and the forms with a u are true of it. */
#define SIMT_SMALL_COMPARISON(T, T2, op, name)                                                 \
    SIMT_INLINE bool operator op(T a, T b)                                                     \
    {                                                                                          \
        return (float)a op(float) b;                                                           \
    }                                                                                          \
    SIMT_INLINE bool __h##name(T a, T b)                                                       \
    {                                                                                          \
        return (float)a op(float) b;                                                           \
    }                                                                                          \
    SIMT_INLINE bool __h##name##u(T a, T b)                                                    \
    {                                                                                          \
        return __hisnan(a) || __hisnan(b) || __h##name(a, b);                                  \
    }                                                                                          \
    SIMT_INLINE T2 __h##name##2(T2 a, T2 b)                                                    \
    {                                                                                          \
        return T2(T(__h##name(a.x, b.x) ? 1.f : 0.f), T(__h##name(a.y, b.y) ? 1.f : 0.f));     \
    }                                                                                          \
    SIMT_INLINE bool __hb##name##2(T2 a, T2 b)                                                 \
    {                                                                                          \
        return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                     \
    }

#define SIMT_SMALL_BINARY(T, T2, name, operation)                                              \
    SIMT_INLINE T name(T a, T b)                                                               \
    {                                                                                          \
        return operation;                                                                      \
    }                                                                                          \
    SIMT_INLINE T2 name##2(T2 a, T2 b)                                                         \
    {                                                                                          \
        return T2(name(a.x, b.x), name(a.y, b.y));                                             \
    }
#define SIMT_SMALL_UNARY(T, T2, name, name2, operation)                                        \
    SIMT_INLINE T name(T h)                                                                    \
    {                                                                                          \
        float a = h;                                                                           \
        return T(operation);                                                                   \
    }                                                                                          \
    SIMT_INLINE T2 name2(T2 h)                                                                 \
    {                                                                                          \
        return T2(name(h.x), name(h.y));                                                       \
    }

/* A product of two is exact in double, and its sum with a third nearly so. */
#define SIMT_SMALL_FMA(T, T2)                                                                  \
    SIMT_INLINE T __hfma(T a, T b, T c)                                                        \
    {                                                                                          \
        return T(simt_odd_float((double)(float)a * (float)b + (float)c));                      \
    }                                                                                          \
    SIMT_INLINE T __hfma_sat(T a, T b, T c)                                                    \
    {                                                                                          \
        return T(__saturatef((float)__hfma(a, b, c)));                                         \
    }                                                                                          \
    SIMT_INLINE T __hfma_relu(T a, T b, T c)                                                   \
    {                                                                                          \
        T all = __hfma(a, b, c);                                                               \
        return (float)all < 0 ? T(0.f) : all;                                                  \
    }                                                                                          \
    SIMT_INLINE T2 __hfma2(T2 a, T2 b, T2 c)                                                   \
    {                                                                                          \
        return T2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));                               \
    }                                                                                          \
    SIMT_INLINE T2 __hfma2_sat(T2 a, T2 b, T2 c)                                               \
    {                                                                                          \
        return T2(__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y));                       \
    }                                                                                          \
    SIMT_INLINE T2 __hfma2_relu(T2 a, T2 b, T2 c)                                              \
    {                                                                                          \
        return T2(__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y));                     \
    }

#define SIMT_SMALL_SIGNS(T, T2)                                                                \
    SIMT_INLINE bool __hisnan(T a)                                                             \
    {                                                                                          \
        return (float)a != (float)a;                                                           \
    }                                                                                          \
    SIMT_INLINE int __hisinf(T a)                                                              \
    {                                                                                          \
        return (float)a > 3e38f || (a.bits & 0x7fff) == T::infinity                            \
                   ? (a.bits & 0x8000 ? -1 : 1)                                                \
                   : 0;                                                                        \
    }                                                                                          \
    SIMT_INLINE T operator-(T a)                                                               \
    {                                                                                          \
        return T::of_bits(a.bits ^ 0x8000);                                                    \
    }                                                                                          \
    SIMT_INLINE T operator+(T a)                                                               \
    {                                                                                          \
        return a;                                                                              \
    }                                                                                          \
    SIMT_INLINE T2 operator-(T2 a)                                                             \
    {                                                                                          \
        return T2(-a.x, -a.y);                                                                 \
    }                                                                                          \
    SIMT_INLINE T __hneg(T a)                                                                  \
    {                                                                                          \
        return -a;                                                                             \
    }                                                                                          \
    SIMT_INLINE T2 __hneg2(T2 a)                                                               \
    {                                                                                          \
        return -a;                                                                             \
    }                                                                                          \
    SIMT_INLINE T __habs(T a)                                                                  \
    {                                                                                          \
        return T::of_bits(a.bits & 0x7fff);                                                    \
    }                                                                                          \
    SIMT_INLINE T2 __habs2(T2 a)                                                               \
    {                                                                                          \
        return T2(__habs(a.x), __habs(a.y));                                                   \
    }                                                                                          \
    SIMT_INLINE T2 __hisnan2(T2 a)                                                             \
    {                                                                                          \
        return T2(T(__hisnan(a.x) ? 1.f : 0.f), T(__hisnan(a.y) ? 1.f : 0.f));                 \
    }                                                                                          \
    SIMT_INLINE T &operator++(T &a)                                                            \
    {                                                                                          \
        return a = a + T(1.f);                                                                 \
    }                                                                                          \
    SIMT_INLINE T &operator--(T &a)                                                            \
    {                                                                                          \
        return a = a - T(1.f);                                                                 \
    }

/* Shuffles and atomics move the bits. A pair is added to as two. */
#define SIMT_SMALL_SHUFFLE(T, T2, name, argument)                                              \
    SIMT_INLINE T name(unsigned mask, T value, argument by, int width = 32, SIMT_HERE)         \
    {                                                                                          \
        return T::of_bits(                                                                     \
            (unsigned short)name(mask, (unsigned)value.bits, by, width, file, line));          \
    }                                                                                          \
    SIMT_INLINE T2 name(unsigned mask, T2 value, argument by, int width = 32, SIMT_HERE)       \
    {                                                                                          \
        unsigned both = value.x.bits | (unsigned)value.y.bits << 16;                           \
        both = name(mask, both, by, width, file, line);                                        \
        return T2(T::of_bits((unsigned short)both), T::of_bits((unsigned short)(both >> 16))); \
    }
#define SIMT_SMALL_MEMORY(T, T2)                                                               \
    SIMT_SMALL_SHUFFLE(T, T2, __shfl_sync, int)                                                \
    SIMT_SMALL_SHUFFLE(T, T2, __shfl_up_sync, unsigned)                                        \
    SIMT_SMALL_SHUFFLE(T, T2, __shfl_down_sync, unsigned)                                      \
    SIMT_SMALL_SHUFFLE(T, T2, __shfl_xor_sync, int)                                            \
    SIMT_INLINE T atomicAdd(T *address, T value)                                               \
    {                                                                                          \
        return T::of_bits(simt_update((unsigned short *)address, [=](unsigned short old) {     \
            return (T::of_bits(old) + value).bits;                                             \
        }));                                                                                   \
    }                                                                                          \
    SIMT_INLINE T2 atomicAdd(T2 *address, T2 value)                                            \
    {                                                                                          \
        T x = atomicAdd(&address->x, value.x);                                                 \
        return T2(x, atomicAdd(&address->y, value.y));                                         \
    }

#define SIMT_SMALL_MATH(T, T2, name, operation)                                                \
    SIMT_SMALL_UNARY(T, T2, h##name, h2##name, operation)

#define SIMT_SMALL_FUNCTIONS(T, T2)                                                            \
    SIMT_SMALL_OPERATOR(T, T2, +, +=)                                                          \
    SIMT_SMALL_OPERATOR(T, T2, -, -=)                                                          \
    SIMT_SMALL_OPERATOR(T, T2, *, *=)                                                          \
    SIMT_SMALL_OPERATOR(T, T2, /, /=)                                                          \
    SIMT_SMALL_SIGNS(T, T2)                                                                    \
    SIMT_SMALL_COMPARISON(T, T2, ==, eq)                                                       \
    SIMT_SMALL_COMPARISON(T, T2, !=, ne)                                                       \
    SIMT_SMALL_COMPARISON(T, T2, <, lt)                                                        \
    SIMT_SMALL_COMPARISON(T, T2, <=, le)                                                       \
    SIMT_SMALL_COMPARISON(T, T2, >, gt)                                                        \
    SIMT_SMALL_COMPARISON(T, T2, >=, ge)                                                       \
    SIMT_SMALL_BINARY(T, T2, __hadd, a + b)                                                    \
    SIMT_SMALL_BINARY(T, T2, __hsub, a - b)                                                    \
    SIMT_SMALL_BINARY(T, T2, __hmul, a *b)                                                     \
    SIMT_SMALL_BINARY(T, T2, __hmin, __hisnan(a) ? b : __hisnan(b) ? a : (b < a ? b : a))      \
    SIMT_SMALL_BINARY(T, T2, __hmax, __hisnan(a) ? b : __hisnan(b) ? a : (a < b ? b : a))      \
    SIMT_INLINE T __hdiv(T a, T b)                                                             \
    {                                                                                          \
        return a / b;                                                                          \
    }                                                                                          \
    SIMT_INLINE T2 __h2div(T2 a, T2 b)                                                         \
    {                                                                                          \
        return a / b;                                                                          \
    }                                                                                          \
    SIMT_SMALL_MORE(T, T2, add, +)                                                             \
    SIMT_SMALL_MORE(T, T2, sub, -)                                                             \
    SIMT_SMALL_MORE(T, T2, mul, *)                                                             \
    SIMT_SMALL_FMA(T, T2)                                                                      \
    SIMT_SMALL_MATH(T, T2, sqrt, sqrtf(a))                                                     \
    SIMT_SMALL_MATH(T, T2, rsqrt, rsqrtf(a))                                                   \
    SIMT_SMALL_MATH(T, T2, rcp, 1 / a)                                                         \
    SIMT_SMALL_MATH(T, T2, exp, expf(a))                                                       \
    SIMT_SMALL_MATH(T, T2, exp2, exp2f(a))                                                     \
    SIMT_SMALL_MATH(T, T2, exp10, (float)pow(10, (double)a))                                   \
    SIMT_SMALL_MATH(T, T2, log, logf(a))                                                       \
    SIMT_SMALL_MATH(T, T2, log2, log2f(a))                                                     \
    SIMT_SMALL_MATH(T, T2, log10, log10f(a))                                                   \
    SIMT_SMALL_MATH(T, T2, sin, sinf(a))                                                       \
    SIMT_SMALL_MATH(T, T2, cos, cosf(a))                                                       \
    SIMT_SMALL_MATH(T, T2, tanh, tanhf(a))                                                     \
    SIMT_SMALL_MATH(T, T2, ceil, ceilf(a))                                                     \
    SIMT_SMALL_MATH(T, T2, floor, floorf(a))                                                   \
    SIMT_SMALL_MATH(T, T2, trunc, truncf(a))                                                   \
    SIMT_SMALL_MATH(T, T2, rint, rintf(a))                                                     \
    SIMT_SMALL_MEMORY(T, T2)

/* What is not to be fused with another operation, which nothing is here; and what ends at 0
 * and 1.
 */
#define SIMT_SMALL_MORE(T, T2, name, op)                                                       \
    SIMT_SMALL_BINARY_AS(T, T2, __h##name##_rn, __h##name##2_rn, a op b)                       \
    SIMT_SMALL_BINARY_AS(T, T2, __h##name##_sat, __h##name##2_sat,                             \
                         T(__saturatef((float)(a op b))))
#define SIMT_SMALL_BINARY_AS(T, T2, name, name2, operation)                                    \
    SIMT_INLINE T name(T a, T b)                                                               \
    {                                                                                          \
        return operation;                                                                      \
    }                                                                                          \
    SIMT_INLINE T2 name2(T2 a, T2 b)                                                           \
    {                                                                                          \
        return T2(name(a.x, b.x), name(a.y, b.y));                                             \
    }

/* --- conversions: N is half or bfloat16, N2 half2 or bfloat162 ---------------------------- */

/* To and from whole numbers, in four roundings. */
#define SIMT_SMALL_WHOLE(T, N, name, type)                                                     \
    SIMT_INLINE T __##name##2##N##_rn(type value)                                              \
    {                                                                                          \
        return T(simt_odd_float((double)value));                                               \
    }                                                                                          \
    SIMT_INLINE T __##name##2##N##_rz(type value)                                              \
    {                                                                                          \
        return simt_round<T>((double)value, SIMT_TO_ZERO);                                     \
    }                                                                                          \
    SIMT_INLINE T __##name##2##N##_rd(type value)                                              \
    {                                                                                          \
        return simt_round<T>((double)value, SIMT_DOWN);                                        \
    }                                                                                          \
    SIMT_INLINE T __##name##2##N##_ru(type value)                                              \
    {                                                                                          \
        return simt_round<T>((double)value, SIMT_UP);                                          \
    }                                                                                          \
    SIMT_INLINE type __##N##2##name##_rn(T value)                                              \
    {                                                                                          \
        return (type)rintf(value);                                                             \
    }                                                                                          \
    SIMT_INLINE type __##N##2##name##_rz(T value)                                              \
    {                                                                                          \
        return (type)truncf(value);                                                            \
    }                                                                                          \
    SIMT_INLINE type __##N##2##name##_rd(T value)                                              \
    {                                                                                          \
        return (type)floorf(value);                                                            \
    }                                                                                          \
    SIMT_INLINE type __##N##2##name##_ru(T value)                                              \
    {                                                                                          \
        return (type)ceilf(value);                                                             \
    }

#define SIMT_SMALL_CONVERSIONS(T, T2, N, N2)                                                   \
    SIMT_SMALL_WHOLE(T, N, int, int)                                                           \
    SIMT_SMALL_WHOLE(T, N, uint, unsigned)                                                     \
    SIMT_SMALL_WHOLE(T, N, short, short)                                                       \
    SIMT_SMALL_WHOLE(T, N, ushort, unsigned short)                                             \
    SIMT_SMALL_WHOLE(T, N, ll, long long)                                                      \
    SIMT_SMALL_WHOLE(T, N, ull, unsigned long long)                                            \
    SIMT_INLINE T __float2##N(float value)                                                     \
    {                                                                                          \
        return T(value);                                                                       \
    }                                                                                          \
    SIMT_INLINE T __double2##N(double value)                                                   \
    {                                                                                          \
        return T(simt_odd_float(value));                                                       \
    }                                                                                          \
    SIMT_INLINE T __float2##N##_rn(float value)                                                \
    {                                                                                          \
        return T(value);                                                                       \
    }                                                                                          \
    SIMT_INLINE T __float2##N##_rz(float value)                                                \
    {                                                                                          \
        return simt_round<T>(value, SIMT_TO_ZERO);                                             \
    }                                                                                          \
    SIMT_INLINE T __float2##N##_rd(float value)                                                \
    {                                                                                          \
        return simt_round<T>(value, SIMT_DOWN);                                                \
    }                                                                                          \
    SIMT_INLINE T __float2##N##_ru(float value)                                                \
    {                                                                                          \
        return simt_round<T>(value, SIMT_UP);                                                  \
    }                                                                                          \
    SIMT_INLINE float __##N##2float(T value)                                                   \
    {                                                                                          \
        return value;                                                                          \
    }                                                                                          \
    SIMT_INLINE T2 __float2##N2##_rn(float value)                                              \
    {                                                                                          \
        return T2(T(value), T(value));                                                         \
    }                                                                                          \
    SIMT_INLINE T2 __floats2##N2##_rn(float x, float y)                                        \
    {                                                                                          \
        return T2(T(x), T(y));                                                                 \
    }                                                                                          \
    SIMT_INLINE T2 __float22##N2##_rn(float2 value)                                            \
    {                                                                                          \
        return T2(T(value.x), T(value.y));                                                     \
    }                                                                                          \
    SIMT_INLINE float2 __##N2##2float2(T2 value)                                               \
    {                                                                                          \
        return make_float2(value.x, value.y);                                                  \
    }                                                                                          \
    SIMT_INLINE T2 __##N##2##N2(T value)                                                       \
    {                                                                                          \
        return T2(value, value);                                                               \
    }                                                                                          \
    SIMT_INLINE T2 make_##N2(T x, T y)                                                         \
    {                                                                                          \
        return T2(x, y);                                                                       \
    }                                                                                          \
    SIMT_INLINE float __low2float(T2 value)                                                    \
    {                                                                                          \
        return value.x;                                                                        \
    }                                                                                          \
    SIMT_INLINE float __high2float(T2 value)                                                   \
    {                                                                                          \
        return value.y;                                                                        \
    }                                                                                          \
    SIMT_INLINE T __low2##N(T2 value)                                                          \
    {                                                                                          \
        return value.x;                                                                        \
    }                                                                                          \
    SIMT_INLINE T __high2##N(T2 value)                                                         \
    {                                                                                          \
        return value.y;                                                                        \
    }                                                                                          \
    SIMT_INLINE T2 __low2##N2(T2 value)                                                        \
    {                                                                                          \
        return T2(value.x, value.x);                                                           \
    }                                                                                          \
    SIMT_INLINE T2 __high2##N2(T2 value)                                                       \
    {                                                                                          \
        return T2(value.y, value.y);                                                           \
    }                                                                                          \
    SIMT_INLINE T2 __lows2##N2(T2 a, T2 b)                                                     \
    {                                                                                          \
        return T2(a.x, b.x);                                                                   \
    }                                                                                          \
    SIMT_INLINE T2 __highs2##N2(T2 a, T2 b)                                                    \
    {                                                                                          \
        return T2(a.y, b.y);                                                                   \
    }                                                                                          \
    SIMT_INLINE T2 __lowhigh2highlow(T2 value)                                                 \
    {                                                                                          \
        return T2(value.y, value.x);                                                           \
    }                                                                                          \
    SIMT_INLINE short __##N##_as_short(T value)                                                \
    {                                                                                          \
        return (short)value.bits;                                                              \
    }                                                                                          \
    SIMT_INLINE unsigned short __##N##_as_ushort(T value)                                      \
    {                                                                                          \
        return value.bits;                                                                     \
    }                                                                                          \
    SIMT_INLINE T __short_as_##N(short bits)                                                   \
    {                                                                                          \
        return T::of_bits((unsigned short)bits);                                               \
    }                                                                                          \
    SIMT_INLINE T __ushort_as_##N(unsigned short bits)                                         \
    {                                                                                          \
        return T::of_bits(bits);                                                               \
    }

/* --- the structures ----------------------------------------------------------------------- */

/* ENCODE and DECODE are between the bits of a float and ours; INFINITY is ours. As CUDA's they
 * convert to numbers of all kinds without a word, and from them. */
#define SIMT_SMALL_FLOAT(T, T2, INFINITY_BITS, ENCODE, DECODE)                                 \
    struct T##_raw {                                                                           \
        unsigned short x;                                                                      \
    };                                                                                         \
    struct __attribute__((aligned(2))) T {                                                     \
        unsigned short bits;                                                                   \
        static constexpr unsigned short infinity = INFINITY_BITS;                              \
        T() = default;                                                                         \
        T(T##_raw raw) : bits(raw.x)                                                           \
        {                                                                                      \
        }                                                                                      \
        T(float value) : bits(ENCODE((unsigned)simt_bits(value)))                              \
        {                                                                                      \
        }                                                                                      \
        T(double value) : T(simt_odd_float(value))                                             \
        {                                                                                      \
        }                                                                                      \
        template <class W, std::enable_if_t<std::is_integral<W>::value, int> = 0>              \
        T(W value) : T((double)value)                                                          \
        {                                                                                      \
        }                                                                                      \
        static T of_bits(unsigned short bits)                                                  \
        {                                                                                      \
            T made;                                                                            \
            made.bits = bits;                                                                  \
            return made;                                                                       \
        }                                                                                      \
        operator float() const                                                                 \
        {                                                                                      \
            return simt_value<float>(DECODE(bits));                                            \
        }                                                                                      \
        operator T##_raw() const                                                               \
        {                                                                                      \
            return {bits};                                                                     \
        }                                                                                      \
        T &operator=(float value)                                                              \
        {                                                                                      \
            return *this = T(value);                                                           \
        }                                                                                      \
        template <class W, std::enable_if_t<std::is_integral<W>::value, int> = 0>              \
        T &operator=(W value)                                                                  \
        {                                                                                      \
            return *this = T(value);                                                           \
        }                                                                                      \
        T &operator=(double value)                                                             \
        {                                                                                      \
            return *this = T(value);                                                           \
        }                                                                                      \
    };                                                                                         \
    struct T2##_raw {                                                                          \
        unsigned short x, y;                                                                   \
    };                                                                                         \
    struct __attribute__((aligned(4))) T2 {                                                    \
        T x, y;                                                                                \
        T2() = default;                                                                        \
        T2(T x, T y) : x(x), y(y)                                                              \
        {                                                                                      \
        }                                                                                      \
        T2(T2##_raw raw) : x(T::of_bits(raw.x)), y(T::of_bits(raw.y))                          \
        {                                                                                      \
        }                                                                                      \
        operator T2##_raw() const                                                              \
        {                                                                                      \
            return {x.bits, y.bits};                                                           \
        }                                                                                      \
    };

#endif
