/* Intrinsics on the bytes or halves of a word: __vadd4() and the like, dot products, and the
 * minima and maxima of three. C++17. */
#ifndef SIMT_SIMD_H
#define SIMT_SIMD_H

#include "shim/device.h"
#include <stdint.h>

/* Applies f(a, b), with the parts of a and b as T, to each; the lower bits are the result's. */
template <class T, class F> SIMT_INLINE unsigned simt_parts(unsigned a, unsigned b, F f)
{
    unsigned result = 0;
    for (unsigned at = 0; at < 32; at += 8 * sizeof(T)) {
        unsigned part = (unsigned)f((int)(T)(a >> at), (int)(T)(b >> at));
        result |= (part & (0xffffffffu >> (32 - 8 * sizeof(T)))) << at;
    }
    return result;
}

template <class T> SIMT_INLINE int simt_saturated(int x)
{
    constexpr int least = (T)-1 < 0 ? -(1 << (8 * sizeof(T) - 1)) : 0;
    constexpr int most = least + (1 << 8 * sizeof(T)) - 1;
    return x < least ? least : x > most ? most : x;
}

/* A function on halves and one on bytes; x and y are the parts, T their type. */
#define SIMT_SIMD_OF(name, Halves, Bytes, operation)                                           \
    SIMT_INLINE unsigned name##2(unsigned a, unsigned b)                                       \
    {                                                                                          \
        using T = Halves;                                                                      \
        (void)sizeof(T);                                                                       \
        return simt_parts<Halves>(a, b, [](int x, int y) { return operation; });               \
    }                                                                                          \
    SIMT_INLINE unsigned name##4(unsigned a, unsigned b)                                       \
    {                                                                                          \
        using T = Bytes;                                                                       \
        (void)sizeof(T);                                                                       \
        return simt_parts<Bytes>(a, b, [](int x, int y) { return operation; });                \
    }
#define SIMT_SIMD_S(name, operation) SIMT_SIMD_OF(name, int16_t, int8_t, operation)
#define SIMT_SIMD_U(name, operation) SIMT_SIMD_OF(name, uint16_t, uint8_t, operation)

SIMT_SIMD_U(__vadd, x + y)
SIMT_SIMD_S(__vaddss, simt_saturated<T>(x + y))
SIMT_SIMD_U(__vaddus, simt_saturated<T>(x + y))
SIMT_SIMD_U(__vsub, x - y)
SIMT_SIMD_S(__vsubss, simt_saturated<T>(x - y))
SIMT_SIMD_U(__vsubus, simt_saturated<T>(x - y))
SIMT_SIMD_S(__vavgs, (x + y + (x + y >= 0)) >> 1)
SIMT_SIMD_U(__vavgu, (x + y + 1) >> 1)
SIMT_SIMD_U(__vhaddu, (x + y) >> 1)
SIMT_SIMD_S(__vmaxs, x > y ? x : y)
SIMT_SIMD_U(__vmaxu, x > y ? x : y)
SIMT_SIMD_S(__vmins, x < y ? x : y)
SIMT_SIMD_U(__vminu, x < y ? x : y)
SIMT_SIMD_S(__vabsdiffs, x > y ? x - y : y - x)
SIMT_SIMD_U(__vabsdiffu, x > y ? x - y : y - x)

#define SIMT_SIMD_COMPARISON(end, S, op)                                                       \
    SIMT_SIMD_##S(__vcmp##end, x op y ? -1 : 0) SIMT_SIMD_##S(__vset##end, x op y)
SIMT_SIMD_COMPARISON(eq, U, ==)
SIMT_SIMD_COMPARISON(ne, U, !=)
SIMT_SIMD_COMPARISON(ges, S, >=)
SIMT_SIMD_COMPARISON(geu, U, >=)
SIMT_SIMD_COMPARISON(gts, S, >)
SIMT_SIMD_COMPARISON(gtu, U, >)
SIMT_SIMD_COMPARISON(les, S, <=)
SIMT_SIMD_COMPARISON(leu, U, <=)
SIMT_SIMD_COMPARISON(lts, S, <)
SIMT_SIMD_COMPARISON(ltu, U, <)

#define SIMT_SIMD_UNARY(name, operation)                                                       \
    SIMT_INLINE unsigned name##2(unsigned a)                                                   \
    {                                                                                          \
        using T = int16_t;                                                                     \
        (void)sizeof(T);                                                                       \
        return simt_parts<T>(a, 0, [](int x, int) { return operation; });                      \
    }                                                                                          \
    SIMT_INLINE unsigned name##4(unsigned a)                                                   \
    {                                                                                          \
        using T = int8_t;                                                                      \
        (void)sizeof(T);                                                                       \
        return simt_parts<T>(a, 0, [](int x, int) { return operation; });                      \
    }
SIMT_SIMD_UNARY(__vabs, x < 0 ? -x : x)
SIMT_SIMD_UNARY(__vabsss, simt_saturated<T>(x < 0 ? -x : x))
SIMT_SIMD_UNARY(__vneg, -x)
SIMT_SIMD_UNARY(__vnegss, simt_saturated<T>(-x))

/* --- sums --------------------------------------------------------------------------------- */

/* c and the products of parts of a, as A, with those of b, as B, from part `from` of b on. */
template <class A, class B, class C>
SIMT_INLINE C simt_dot(unsigned a, unsigned b, C c, unsigned from = 0)
{
    for (unsigned i = 0; i < 4 / sizeof(A); i++)
        c += (C)((int)(A)(a >> 8 * sizeof(A) * i) * (int)(B)(b >> 8 * sizeof(B) * (i + from)));
    return c;
}

/* The bytes of a vector as a word. */
template <class V> SIMT_INLINE unsigned simt_word(V v)
{
    unsigned word = 0;
    __builtin_memcpy(&word, &v, sizeof v);
    return word;
}

#define SIMT_DOT(name, A, B, from, T, VA, VB)                                                  \
    SIMT_INLINE T name(T a, T b, T c)                                                          \
    {                                                                                          \
        return (T)simt_dot<A, B>((unsigned)a, (unsigned)b, (unsigned)c, from);                 \
    }                                                                                          \
    SIMT_INLINE T name(VA a, VB b, T c)                                                        \
    {                                                                                          \
        return (T)simt_dot<A, B>(simt_word(a), simt_word(b), (unsigned)c, from);               \
    }
SIMT_DOT(__dp4a, int8_t, int8_t, 0, int, char4, char4)
SIMT_DOT(__dp4a, uint8_t, uint8_t, 0, unsigned, uchar4, uchar4)
SIMT_DOT(__dp2a_lo, int16_t, int8_t, 0, int, short2, char4)
SIMT_DOT(__dp2a_lo, uint16_t, uint8_t, 0, unsigned, ushort2, uchar4)
SIMT_DOT(__dp2a_hi, int16_t, int8_t, 2, int, short2, char4)
SIMT_DOT(__dp2a_hi, uint16_t, uint8_t, 2, unsigned, ushort2, uchar4)

#define SIMT_SAD(name, T, differences)                                                         \
    SIMT_INLINE unsigned name(unsigned a, unsigned b)                                          \
    {                                                                                          \
        unsigned parts = differences(a, b), sum = 0;                                           \
        for (unsigned at = 0; at < 32; at += 8 * sizeof(T))                                    \
            sum += (T)(parts >> at);                                                           \
        return sum;                                                                            \
    }
SIMT_SAD(__vsads2, uint16_t, __vabsdiffs2)
SIMT_SAD(__vsads4, uint8_t, __vabsdiffs4)
SIMT_SAD(__vsadu2, uint16_t, __vabsdiffu2)
SIMT_SAD(__vsadu4, uint8_t, __vabsdiffu4)

/* --- minima and maxima -------------------------------------------------------------------- */

/* Of whole words, and of halves; `best` is max or min, `op` what tells that a is the better. */
#define SIMT_BEST(best, op)                                                                    \
    SIMT_BEST_32(best, op, int, _s32)                                                          \
    SIMT_BEST_32(best, op, unsigned, _u32)                                                     \
    SIMT_BEST_16(best, op, int16_t, _s16x2)                                                    \
    SIMT_BEST_16(best, op, uint16_t, _u16x2)                                                   \
    SIMT_INLINE int __vi##best##_s32_relu(int a, int b)                                        \
    {                                                                                          \
        return max(best(a, b), 0);                                                             \
    }                                                                                          \
    SIMT_INLINE int __vi##best##3_s32_relu(int a, int b, int c)                                \
    {                                                                                          \
        return max(best(best(a, b), c), 0);                                                    \
    }                                                                                          \
    SIMT_INLINE int __viadd##best##_s32_relu(int a, int b, int c)                              \
    {                                                                                          \
        return max(best((int)((unsigned)a + (unsigned)b), c), 0);                              \
    }                                                                                          \
    SIMT_INLINE unsigned __vi##best##_s16x2_relu(unsigned a, unsigned b)                       \
    {                                                                                          \
        return __vmaxs2(__v##best##s2(a, b), 0);                                               \
    }                                                                                          \
    SIMT_INLINE unsigned __vi##best##3_s16x2_relu(unsigned a, unsigned b, unsigned c)          \
    {                                                                                          \
        return __vmaxs2(__v##best##s2(__v##best##s2(a, b), c), 0);                             \
    }                                                                                          \
    SIMT_INLINE unsigned __viadd##best##_s16x2_relu(unsigned a, unsigned b, unsigned c)        \
    {                                                                                          \
        return __vmaxs2(__v##best##s2(__vadd2(a, b), c), 0);                                   \
    }
#define SIMT_BEST_32(best, op, T, end)                                                         \
    SIMT_INLINE T __vi##best##3##end(T a, T b, T c)                                            \
    {                                                                                          \
        return best(best(a, b), c);                                                            \
    }                                                                                          \
    SIMT_INLINE T __viadd##best##end(T a, T b, T c)                                            \
    {                                                                                          \
        return best((T)((unsigned)a + (unsigned)b), c);                                        \
    }                                                                                          \
    SIMT_INLINE T __vib##best##end(T a, T b, bool *first)                                      \
    {                                                                                          \
        *first = a op b;                                                                       \
        return best(a, b);                                                                     \
    }
#define SIMT_BEST_16(best, op, T, end)                                                         \
    SIMT_INLINE unsigned __vi##best##3##end(unsigned a, unsigned b, unsigned c)                \
    {                                                                                          \
        auto of_two = [](int x, int y) { return best(x, y); };                                 \
        return simt_parts<T>(simt_parts<T>(a, b, of_two), c, of_two);                          \
    }                                                                                          \
    SIMT_INLINE unsigned __viadd##best##end(unsigned a, unsigned b, unsigned c)                \
    {                                                                                          \
        return simt_parts<T>(__vadd2(a, b), c, [](int x, int y) { return best(x, y); });       \
    }                                                                                          \
    SIMT_INLINE unsigned __vib##best##end(unsigned a, unsigned b, bool *high, bool *low)       \
    {                                                                                          \
        *high = (T)(a >> 16) op(T)(b >> 16);                                                   \
        *low = (T)a op(T) b;                                                                   \
        return simt_parts<T>(a, b, [](int x, int y) { return best(x, y); });                   \
    }
SIMT_BEST(max, >=)
SIMT_BEST(min, <=)

#endif
