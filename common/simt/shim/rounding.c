/* The operations of rounding.inc toward zero (_rz), up (_ru) and down (_rd); to nearest (_rn)
 * is what the processor does anyway, and stands in numbers.h. */
#include <fenv.h>
#include <math.h>

/* Volatile operands and result keep the operation between the two changes of mode. */
#define IN_MODE(mode, result, operation)                                                       \
    int before = fegetround();                                                                 \
    fesetround(mode);                                                                          \
    volatile result r = operation;                                                             \
    fesetround(before);                                                                        \
    return r;

#define UNARY_IN(mode, result, name, type, operation)                                          \
    result name(volatile type a)                                                               \
    {                                                                                          \
        IN_MODE(mode, result, operation)                                                       \
    }
#define BINARY_IN(mode, result, name, type, operation)                                         \
    result name(volatile type a, volatile type b)                                              \
    {                                                                                          \
        IN_MODE(mode, result, operation)                                                       \
    }
#define TERNARY_IN(mode, result, name, type, operation)                                        \
    result name(volatile type a, volatile type b, volatile type c)                             \
    {                                                                                          \
        IN_MODE(mode, result, operation)                                                       \
    }

#define IN_MODES(KIND, result, name, type, operation)                                          \
    KIND(FE_TOWARDZERO, result, name##_rz, type, operation)                                    \
    KIND(FE_UPWARD, result, name##_ru, type, operation)                                        \
    KIND(FE_DOWNWARD, result, name##_rd, type, operation)

#define UNARY(result, name, type, operation) IN_MODES(UNARY_IN, result, name, type, operation)
#define BINARY(result, name, type, operation) IN_MODES(BINARY_IN, result, name, type, operation)
#define TERNARY(result, name, type, operation)                                                 \
    IN_MODES(TERNARY_IN, result, name, type, operation)

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* numbers.h declares them, in C++ */
#include "shim/rounding.inc"
