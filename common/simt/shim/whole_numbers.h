/* What `sqrt` and the like mean in a function of the device, where translate/whole_numbers.c
 * has them looked up: CUDA has them for float and double, and pow() for more. The C++ library
 * has templates for whole numbers, and for two numbers of different types, which nvcc leaves to
 * the host. Here functions that are no templates come before them. C++17. */
#ifndef SIMT_WHOLE_NUMBERS_H
#define SIMT_WHOLE_NUMBERS_H

#include <math.h>

#define SIMT_HOST_MATH(name, what, ...)                                                        \
    __attribute__((error(#name "() of " what " belongs to the host, and this runs on the "     \
                               "device: write a cast, as in " #name                            \
                               "((float)...)"))) double name(__VA_ARGS__) noexcept;

#define SIMT_HOST_ONE(name, type) SIMT_HOST_MATH(name, "a whole number", type)

#define SIMT_OF_ONE(name)                                                                      \
    using ::name;                                                                              \
    SIMT_HOST_ONE(name, int)                                                                   \
    SIMT_HOST_ONE(name, unsigned)                                                              \
    SIMT_HOST_ONE(name, long)                                                                  \
    SIMT_HOST_ONE(name, unsigned long)                                                         \
    SIMT_HOST_ONE(name, long long)                                                             \
    SIMT_HOST_ONE(name, unsigned long long)                                                    \
    SIMT_HOST_ONE(name, short)                                                                 \
    SIMT_HOST_ONE(name, unsigned short)                                                        \
    SIMT_HOST_ONE(name, char)                                                                  \
    SIMT_HOST_ONE(name, unsigned char)

#define SIMT_HOST_TWO(name, a, b) SIMT_HOST_MATH(name, "two types", a, b)

#define SIMT_HOST_MIXED(name, type)                                                            \
    SIMT_HOST_TWO(name, float, type)                                                           \
    SIMT_HOST_TWO(name, type, float)                                                           \
    SIMT_HOST_TWO(name, double, type)                                                          \
    SIMT_HOST_TWO(name, type, double)                                                          \
    SIMT_HOST_MATH(name, "whole numbers", type, type)

#define SIMT_OF_TWO(name)                                                                      \
    using ::name;                                                                              \
    SIMT_HOST_TWO(name, float, double)                                                         \
    SIMT_HOST_TWO(name, double, float)                                                         \
    SIMT_HOST_MIXED(name, int)                                                                 \
    SIMT_HOST_MIXED(name, unsigned)                                                            \
    SIMT_HOST_MIXED(name, long)                                                                \
    SIMT_HOST_MIXED(name, unsigned long)

namespace simt
{
namespace of_device
{
SIMT_OF_ONE(sqrt)
SIMT_OF_ONE(cbrt)
SIMT_OF_ONE(exp)
SIMT_OF_ONE(exp2)
SIMT_OF_ONE(expm1)
SIMT_OF_ONE(log)
SIMT_OF_ONE(log2)
SIMT_OF_ONE(log10)
SIMT_OF_ONE(log1p)
SIMT_OF_ONE(sin)
SIMT_OF_ONE(cos)
SIMT_OF_ONE(tan)
SIMT_OF_ONE(asin)
SIMT_OF_ONE(acos)
SIMT_OF_ONE(atan)
SIMT_OF_ONE(sinh)
SIMT_OF_ONE(cosh)
SIMT_OF_ONE(tanh)
SIMT_OF_ONE(floor)
SIMT_OF_ONE(ceil)
SIMT_OF_ONE(trunc)
SIMT_OF_ONE(round)
SIMT_OF_ONE(rint)
SIMT_OF_ONE(fabs)
SIMT_OF_ONE(erf)
SIMT_OF_TWO(fmax)
SIMT_OF_TWO(fmin)
SIMT_OF_TWO(fmod)
SIMT_OF_TWO(atan2)
SIMT_OF_TWO(hypot)
} // namespace of_device
} // namespace simt

#endif
