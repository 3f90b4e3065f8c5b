/* What C++ leaves open, and a device answers in another way than a processor:
 * - a shift by as many bits as a number has, or more: a processor takes the number of bits
 *   modulo the width, and a device gives 0, or what is left of the sign;
 * - a float that no whole number of the type comes near: a processor makes the smallest of it,
 *   or what its low bits say, and a device the nearest.
 * Programs with a main() of their own are compiled so that each of these calls a hook here, by
 * -fsanitize=shift-exponent,float-cast-overflow: who computes on a device gets another number,
 * and is told. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "checker/findings.h"
#include "grid/grid.h"
#include "grid/lines.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* the compilers know it */

/* As both compilers lay them out. */
struct number_type {
    uint16_t kind; /* 0 is a whole number, 1 a float */
    uint16_t
        size; /* of a float its bits; else twice their logarithm, plus 1 if it has a sign */
    char name[];
};
struct open_operation {
    const char *file;
    uint32_t line, column;                  /* the column is all ones once it was told */
    const struct number_type *left, *right; /* of a conversion: from which, and to which */
};

static bool is_to_be_told(struct open_operation *o)
{
    return simt_lane && __atomic_exchange_n(&o->column, ~0u, __ATOMIC_RELAXED) != ~0u;
}

/* --- shifts ------------------------------------------------------------------------------- */

/* The number of bits, as the compiler gives it: itself, or its address if it is longer. */
static long long amount_of(const struct number_type *type, uintptr_t bits)
{
    unsigned width = 1u << (type->size >> 1), gone = 64 - width;

    if (width > 64 || !width)
        return -1;
    if (type->size & 1)
        return (long long)((unsigned long long)bits << gone) >> gone;
    return (long long)((unsigned long long)bits << gone >> gone);
}

void __ubsan_handle_shift_out_of_bounds(struct open_operation *shift, uintptr_t left,
                                        uintptr_t right)
{
    unsigned width = 1u << (shift->left->size >> 1);
    char text[400];

    (void)left;
    if (!is_to_be_told(shift))
        return;
    snprintf(text, sizeof text,
             "a number of %u bits is shifted by %lld at %s:%u: a device gives 0, or -1 of a "
             "negative one to the right, and the CPU shifts by another number of bits",
             width, amount_of(shift->right, right), simt_base_name(shift->file), shift->line);
    simt_report_worded(FOUND_NOTE, __builtin_return_address(0), text);
}

/* --- conversions -------------------------------------------------------------------------- */

/* A float of 32 or 64 bits, as the compiler gives it; else 0. */
static double float_of(const struct number_type *type, uintptr_t bits)
{
    float narrow;
    double wide = 0;

    if (type->size == 32) {
        memcpy(&narrow, &bits, sizeof narrow);
        return narrow;
    }
    if (type->size == 64)
        memcpy(&wide, &bits, sizeof wide);
    return wide;
}

/* Where the compiler knows no line, the types stand in the place of the file: nothing is told.
 */
static bool has_line(const struct open_operation *o)
{
    return (unsigned char)o->file[0] > 1 && (unsigned char)o->file[0] != 0xff;
}

void __ubsan_handle_float_cast_overflow(struct open_operation *conversion, uintptr_t from)
{
    char text[400];

    if (!has_line(conversion) || !is_to_be_told(conversion))
        return;
    snprintf(text, sizeof text,
             "the float %g becomes a whole number at %s:%u, of a type that has none near it: a "
             "device gives the type's largest or smallest one, and the CPU another",
             float_of(conversion->left, from), simt_base_name(conversion->file),
             conversion->line);
    simt_report_worded(FOUND_NOTE, __builtin_return_address(0), text);
}
