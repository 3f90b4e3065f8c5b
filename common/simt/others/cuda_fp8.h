/* Numbers of eight bits, E4M3 and E5M2, alone and in vectors of two and four: conversions, as
 * CUDA's <cuda_fp8.h> has them. They round to the nearest, ties to even. C++17. */
#ifndef SIMT_CUDA_FP8_H
#define SIMT_CUDA_FP8_H

#include <math.h>
#include <limits>
#include <type_traits>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned __nv_fp8x4_storage_t;
typedef enum { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

namespace simt
{

/* A format: bits of its mantissa, exponent of its least normal number, codes that are special.
 */
struct fp8_format {
    int mantissa, least;
    unsigned char largest, infinity, nan;
};

inline fp8_format fp8_format_of(__nv_fp8_interpretation_t kind)
{
    return kind == __NV_E4M3 ? fp8_format{3, -6, 0x7e, 0x7f, 0x7f}
                             : fp8_format{2, -14, 0x7b, 0x7c, 0x7e};
}

/* Of a code without its sign. */
inline double fp8_magnitude(unsigned code, const fp8_format &f)
{
    int exponent = (int)(code >> f.mantissa), part = (int)code & ((1 << f.mantissa) - 1);
    if (exponent)
        part += 1 << f.mantissa, exponent--;
    return ldexp(part, f.least - f.mantissa + exponent);
}

inline unsigned char fp8_code(double x, __nv_saturation_t limit, __nv_fp8_interpretation_t kind)
{
    const fp8_format f = fp8_format_of(kind);
    unsigned char sign = signbit(x) ? 0x80 : 0;
    double size = fabs(x);
    int exponent;
    unsigned code;

    if (size != size)
        return f.nan;
    if (size == 0)
        return sign;
    exponent = isinf(size) || size >= ldexp(1, 20) ? 20 : ilogb(size);
    exponent = exponent < f.least ? f.least : exponent;
    code = exponent == 20 ? 0x100
                          : ((unsigned)(exponent - f.least) << f.mantissa) +
                                (unsigned)nearbyint(ldexp(size, f.mantissa - exponent));
    if (code > f.largest)
        code = limit == __NV_SATFINITE ? f.largest : f.infinity;
    return (unsigned char)(sign | code);
}

inline float fp8_value(unsigned char code, __nv_fp8_interpretation_t kind)
{
    const fp8_format f = fp8_format_of(kind);
    unsigned magnitude = code & 0x7f;
    double size = magnitude <= f.largest                           ? fp8_magnitude(magnitude, f)
                  : magnitude == f.infinity && f.infinity != f.nan ? (double)INFINITY
                                                                   : (double)NAN;
    return (float)(code & 0x80 ? -size : size);
}

/* Whole numbers: towards zero, and no further than the type goes. */
template <class T> inline T fp8_whole(float x)
{
    if (x != x)
        return 0;
    if ((double)x <= (double)std::numeric_limits<T>::min())
        return std::numeric_limits<T>::min();
    if ((double)x >= (double)std::numeric_limits<T>::max())
        return std::numeric_limits<T>::max();
    return (T)x;
}

} // namespace simt

/* --- functions ---------------------------------------------------------------------------- */

inline __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t limit,
                                                 __nv_fp8_interpretation_t kind)
{
    return simt::fp8_code(x, limit, kind);
}

inline __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t limit,
                                                __nv_fp8_interpretation_t kind)
{
    return simt::fp8_code((double)x, limit, kind);
}

inline __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t limit,
                                                  __nv_fp8_interpretation_t kind)
{
    return simt::fp8_code((double)(float)__half(x), limit, kind);
}

inline __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x,
                                                      __nv_saturation_t limit,
                                                      __nv_fp8_interpretation_t kind)
{
    return simt::fp8_code((double)(float)__nv_bfloat16(x), limit, kind);
}

inline __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 x, __nv_saturation_t limit,
                                                      __nv_fp8_interpretation_t kind)
{
    return (__nv_fp8x2_storage_t)(simt::fp8_code(x.x, limit, kind) |
                                  simt::fp8_code(x.y, limit, kind) << 8);
}

inline __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 x, __nv_saturation_t limit,
                                                     __nv_fp8_interpretation_t kind)
{
    return __nv_cvt_double2_to_fp8x2(make_double2(x.x, x.y), limit, kind);
}

inline __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw x, __nv_saturation_t limit,
                                                       __nv_fp8_interpretation_t kind)
{
    return __nv_cvt_float2_to_fp8x2(__half22float2(__half2(x)), limit, kind);
}

inline __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw x,
                                                           __nv_saturation_t limit,
                                                           __nv_fp8_interpretation_t kind)
{
    return __nv_cvt_float2_to_fp8x2(__bfloat1622float2(__nv_bfloat162(x)), limit, kind);
}

inline __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind)
{
    return __float2half_rn(simt::fp8_value(x, kind));
}

inline __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x,
                                              __nv_fp8_interpretation_t kind)
{
    __half_raw low = __nv_cvt_fp8_to_halfraw((unsigned char)x, kind);
    __half_raw high = __nv_cvt_fp8_to_halfraw((unsigned char)(x >> 8), kind);
    return __half2_raw{low.x, high.x};
}

/* --- types -------------------------------------------------------------------------------- */

#define SIMT_IF_WHOLE(T) std::enable_if_t<std::is_integral<T>::value, int> = 0

#define SIMT_FP8(name, kind)                                                                   \
    struct __nv_fp8_##name {                                                                   \
        __nv_fp8_storage_t __x;                                                                \
                                                                                               \
        __nv_fp8_##name() = default;                                                           \
        explicit __nv_fp8_##name(float x) : __x(simt::fp8_code(x, __NV_SATFINITE, kind))       \
        {                                                                                      \
        }                                                                                      \
        explicit __nv_fp8_##name(double x) : __x(simt::fp8_code(x, __NV_SATFINITE, kind))      \
        {                                                                                      \
        }                                                                                      \
        explicit __nv_fp8_##name(__half x) : __nv_fp8_##name((float)x)                         \
        {                                                                                      \
        }                                                                                      \
        explicit __nv_fp8_##name(__nv_bfloat16 x) : __nv_fp8_##name((float)x)                  \
        {                                                                                      \
        }                                                                                      \
        template <class T, SIMT_IF_WHOLE(T)>                                                   \
        explicit __nv_fp8_##name(T x) : __nv_fp8_##name((double)x)                             \
        {                                                                                      \
        }                                                                                      \
        explicit operator float() const                                                        \
        {                                                                                      \
            return simt::fp8_value(__x, kind);                                                 \
        }                                                                                      \
        explicit operator double() const                                                       \
        {                                                                                      \
            return (double)(float)*this;                                                       \
        }                                                                                      \
        explicit operator __half() const                                                       \
        {                                                                                      \
            return __float2half_rn((float)*this);                                              \
        }                                                                                      \
        explicit operator __nv_bfloat16() const                                                \
        {                                                                                      \
            return __float2bfloat16_rn((float)*this);                                          \
        }                                                                                      \
        explicit operator bool() const                                                         \
        {                                                                                      \
            return (__x & 0x7f) != 0;                                                          \
        }                                                                                      \
        template <class T, SIMT_IF_WHOLE(T)> explicit operator T() const                       \
        {                                                                                      \
            return simt::fp8_whole<T>((float)*this);                                           \
        }                                                                                      \
    };                                                                                         \
    struct __attribute__((aligned(2))) __nv_fp8x2_##name {                                     \
        __nv_fp8x2_storage_t __x;                                                              \
                                                                                               \
        __nv_fp8x2_##name() = default;                                                         \
        explicit __nv_fp8x2_##name(float2 x)                                                   \
            : __x(__nv_cvt_float2_to_fp8x2(x, __NV_SATFINITE, kind))                           \
        {                                                                                      \
        }                                                                                      \
        explicit __nv_fp8x2_##name(double2 x)                                                  \
            : __x(__nv_cvt_double2_to_fp8x2(x, __NV_SATFINITE, kind))                          \
        {                                                                                      \
        }                                                                                      \
        explicit __nv_fp8x2_##name(__half2 x) : __nv_fp8x2_##name(__half22float2(x))           \
        {                                                                                      \
        }                                                                                      \
        explicit __nv_fp8x2_##name(__nv_bfloat162 x)                                           \
            : __nv_fp8x2_##name(__bfloat1622float2(x))                                         \
        {                                                                                      \
        }                                                                                      \
        explicit operator float2() const                                                       \
        {                                                                                      \
            return make_float2(simt::fp8_value((unsigned char)__x, kind),                      \
                               simt::fp8_value((unsigned char)(__x >> 8), kind));              \
        }                                                                                      \
        explicit operator __half2() const                                                      \
        {                                                                                      \
            return __float22half2_rn((float2) * this);                                         \
        }                                                                                      \
    };                                                                                         \
    struct __attribute__((aligned(4))) __nv_fp8x4_##name {                                     \
        __nv_fp8x4_storage_t __x;                                                              \
                                                                                               \
        __nv_fp8x4_##name() = default;                                                         \
        explicit __nv_fp8x4_##name(float4 x)                                                   \
            : __x(__nv_fp8x2_##name(make_float2(x.x, x.y)).__x |                               \
                  (unsigned)__nv_fp8x2_##name(make_float2(x.z, x.w)).__x << 16)                \
        {                                                                                      \
        }                                                                                      \
        __nv_fp8x4_##name(__half2 low, __half2 high)                                           \
            : __x(__nv_fp8x2_##name(low).__x | (unsigned)__nv_fp8x2_##name(high).__x << 16)    \
        {                                                                                      \
        }                                                                                      \
        __nv_fp8x4_##name(__nv_bfloat162 low, __nv_bfloat162 high)                             \
            : __x(__nv_fp8x2_##name(low).__x | (unsigned)__nv_fp8x2_##name(high).__x << 16)    \
        {                                                                                      \
        }                                                                                      \
        explicit operator float4() const                                                       \
        {                                                                                      \
            __nv_fp8x2_##name low, high;                                                       \
            low.__x = (__nv_fp8x2_storage_t)__x;                                               \
            high.__x = (__nv_fp8x2_storage_t)(__x >> 16);                                      \
            float2 first = (float2)low, last = (float2)high;                                   \
            return make_float4(first.x, first.y, last.x, last.y);                              \
        }                                                                                      \
    };
SIMT_FP8(e4m3, __NV_E4M3)
SIMT_FP8(e5m2, __NV_E5M2)
#undef SIMT_FP8
#undef SIMT_IF_WHOLE

#endif
