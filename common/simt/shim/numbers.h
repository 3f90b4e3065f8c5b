/* Integers, conversions and rounding. C++17. */
#ifndef SIMT_NUMBERS_H
#define SIMT_NUMBERS_H

#include "shim/keywords.h"

/* --- numbers: integers -------------------------------------------------------------------- */

SIMT_INLINE unsigned __brev(unsigned x)
{
    x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
    x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
    return __builtin_bswap32(x);
}

/* Byte i of the result is the byte of y:x that three bits of nibble i name. */
SIMT_INLINE unsigned __byte_perm(unsigned x, unsigned y, unsigned selector)
{
    unsigned long long bytes = (unsigned long long)y << 32 | x;
    unsigned result = 0;
    for (int i = 0; i < 4; i++)
        result |= (unsigned)(bytes >> 8 * (selector >> 4 * i & 7) & 255) << 8 * i;
    return result;
}

SIMT_INLINE unsigned __sad(int a, int b, unsigned c)
{
    return (a < b ? (unsigned)b - (unsigned)a : (unsigned)a - (unsigned)b) + c;
}

/* --- numbers: smaller and larger ---------------------------------------------------------- */

/* One of two. In the checked build integers are chosen without a branch, as on a device: each
 * compiler would make other blocks of it, and the checker is told of each. */
template <class T> SIMT_INLINE constexpr T simt_one_of(bool first, const T &a, const T &b)
{
    return first ? a : b;
}

#ifdef SIMT_CHECKED
#define SIMT_ONE_OF(T)                                                                         \
    SIMT_INLINE constexpr T simt_one_of(bool first, T a, T b)                                  \
    {                                                                                          \
        return b ^ ((a ^ b) & -(T)first);                                                      \
    }
SIMT_ONE_OF(int)
SIMT_ONE_OF(unsigned)
SIMT_ONE_OF(long)
SIMT_ONE_OF(unsigned long)
SIMT_ONE_OF(long long)
SIMT_ONE_OF(unsigned long long)
#endif

#define SIMT_MIN_MAX(T, A, B)                                                                  \
    SIMT_NAME_INLINE constexpr T min(A a, B b)                                                 \
    {                                                                                          \
        return simt_one_of((T)b < (T)a, (T)b, (T)a);                                           \
    }                                                                                          \
    SIMT_NAME_INLINE constexpr T max(A a, B b)                                                 \
    {                                                                                          \
        return simt_one_of((T)a < (T)b, (T)b, (T)a);                                           \
    }
SIMT_MIN_MAX(int, int, int)
SIMT_MIN_MAX(unsigned, unsigned, unsigned)
SIMT_MIN_MAX(unsigned, int, unsigned)
SIMT_MIN_MAX(unsigned, unsigned, int)
SIMT_MIN_MAX(long, long, long)
SIMT_MIN_MAX(unsigned long, unsigned long, unsigned long)
SIMT_MIN_MAX(unsigned long, long, unsigned long)
SIMT_MIN_MAX(unsigned long, unsigned long, long)
SIMT_MIN_MAX(long long, long long, long long)
SIMT_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
SIMT_MIN_MAX(unsigned long long, long long, unsigned long long)
SIMT_MIN_MAX(unsigned long long, unsigned long long, long long)

/* The other operand where one is not a number, as fmin and fmax. */
#define SIMT_FMIN_FMAX(T, A, B)                                                                \
    SIMT_NAME_INLINE T min(A a, B b)                                                           \
    {                                                                                          \
        return fmin((T)a, (T)b);                                                               \
    }                                                                                          \
    SIMT_NAME_INLINE T max(A a, B b)                                                           \
    {                                                                                          \
        return fmax((T)a, (T)b);                                                               \
    }
SIMT_FMIN_FMAX(float, float, float)
SIMT_FMIN_FMAX(double, double, double)
SIMT_FMIN_FMAX(double, float, double)
SIMT_FMIN_FMAX(double, double, float)

SIMT_C_INLINE unsigned umin(unsigned a, unsigned b) noexcept
{
    return min(a, b);
}

SIMT_C_INLINE unsigned umax(unsigned a, unsigned b) noexcept
{
    return max(a, b);
}

SIMT_C_INLINE unsigned long long ullmin(unsigned long long a, unsigned long long b) noexcept
{
    return min(a, b);
}

SIMT_C_INLINE unsigned long long ullmax(unsigned long long a, unsigned long long b) noexcept
{
    return max(a, b);
}

SIMT_C_INLINE long long llmin(long long a, long long b) noexcept
{
    return min(a, b);
}

SIMT_C_INLINE long long llmax(long long a, long long b) noexcept
{
    return max(a, b);
}

/* --- of one line each --------------------------------------------------------------------- */

#define UNARY(result, name, type, operation)                                                   \
    SIMT_INLINE result name(type a)                                                            \
    {                                                                                          \
        return operation;                                                                      \
    }
#define BINARY(result, name, type, operation)                                                  \
    SIMT_INLINE result name(type a, type b)                                                    \
    {                                                                                          \
        return operation;                                                                      \
    }
#define TERNARY(result, name, type, operation)                                                 \
    SIMT_INLINE result name(type a, type b, type c)                                            \
    {                                                                                          \
        return operation;                                                                      \
    }
#include "shim/intrinsics.inc"
#undef UNARY
#undef BINARY
#undef TERNARY

/* --- numbers: rounding named -------------------------------------------------------------- */

#define UNARY(result, name, type, operation)                                                   \
    SIMT_INLINE result name##_rn(type a)                                                       \
    {                                                                                          \
        return operation;                                                                      \
    }                                                                                          \
    extern "C" result name##_rz(type a), name##_ru(type a), name##_rd(type a);
#define BINARY(result, name, type, operation)                                                  \
    SIMT_INLINE result name##_rn(type a, type b)                                               \
    {                                                                                          \
        return operation;                                                                      \
    }                                                                                          \
    extern "C" result name##_rz(type a, type b), name##_ru(type a, type b),                    \
        name##_rd(type a, type b);
#define TERNARY(result, name, type, operation)                                                 \
    SIMT_INLINE result name##_rn(type a, type b, type c)                                       \
    {                                                                                          \
        return operation;                                                                      \
    }                                                                                          \
    extern "C" result name##_rz(type a, type b, type c), name##_ru(type a, type b, type c),    \
        name##_rd(type a, type b, type c);
#include "shim/rounding.inc"
#undef UNARY
#undef BINARY
#undef TERNARY

/* --- numbers: to integers ----------------------------------------------------------------- */

/* What does not fit becomes the nearest that does. What is not a number becomes 0 where floats
 * are made 32-bit integers and the top bit alone elsewhere, as on an H200. */
template <class T, class From> SIMT_INLINE T simt_clamp(From whole, T least, T most)
{
    if (!(whole == whole))
        return sizeof(T) + sizeof(From) == 8 ? 0 : (T)(1ull << (8 * sizeof(T) - 1));
    if ((double)whole <= (double)least)
        return least;
    return (double)whole >= (double)most ? most : (T)whole;
}

#define SIMT_TO_INTEGER(name, T, from, least, most)                                            \
    SIMT_INLINE T name##_rn(from x)                                                            \
    {                                                                                          \
        return simt_clamp<T, from>(nearbyint(x), least, most);                                 \
    }                                                                                          \
    SIMT_INLINE T name##_rz(from x)                                                            \
    {                                                                                          \
        return simt_clamp<T, from>(trunc(x), least, most);                                     \
    }                                                                                          \
    SIMT_INLINE T name##_ru(from x)                                                            \
    {                                                                                          \
        return simt_clamp<T, from>(ceil(x), least, most);                                      \
    }                                                                                          \
    SIMT_INLINE T name##_rd(from x)                                                            \
    {                                                                                          \
        return simt_clamp<T, from>(floor(x), least, most);                                     \
    }
SIMT_TO_INTEGER(__float2int, int, float, (-__INT_MAX__ - 1), __INT_MAX__)
SIMT_TO_INTEGER(__float2uint, unsigned, float, 0u, ~0u)
SIMT_TO_INTEGER(__float2ll, long long, float, (-__LONG_LONG_MAX__ - 1), __LONG_LONG_MAX__)
SIMT_TO_INTEGER(__float2ull, unsigned long long, float, 0ull, ~0ull)
SIMT_TO_INTEGER(__double2int, int, double, (-__INT_MAX__ - 1), __INT_MAX__)
SIMT_TO_INTEGER(__double2uint, unsigned, double, 0u, ~0u)
SIMT_TO_INTEGER(__double2ll, long long, double, (-__LONG_LONG_MAX__ - 1), __LONG_LONG_MAX__)
SIMT_TO_INTEGER(__double2ull, unsigned long long, double, 0ull, ~0ull)

/* --- numbers: the same bits as another type ----------------------------------------------- */

#define SIMT_REINTERPRET(name, to, from)                                                       \
    SIMT_INLINE to name(from x)                                                                \
    {                                                                                          \
        return simt_value<to>(simt_bits(x));                                                   \
    }
SIMT_REINTERPRET(__float_as_int, int, float)
SIMT_REINTERPRET(__float_as_uint, unsigned, float)
SIMT_REINTERPRET(__int_as_float, float, int)
SIMT_REINTERPRET(__uint_as_float, float, unsigned)
SIMT_REINTERPRET(__double_as_longlong, long long, double)
SIMT_REINTERPRET(__longlong_as_double, double, long long)

#endif
