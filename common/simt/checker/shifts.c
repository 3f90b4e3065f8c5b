/* A shift by as many bits as a number has, or more. C leaves open what that gives: a processor
 * takes the number of bits modulo the width, and a device gives 0, or what is left of the sign.
 * Programs with a main() of their own are compiled so that each such shift calls this hook, by
 * -fsanitize=shift-exponent: who computes on a device gets another number, and is told. */
#include <stdint.h>
#include <stdio.h>
#include "checker/findings.h"
#include "grid/grid.h"
#include "grid/lines.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* the compilers know it */

/* As both compilers lay them out. */
struct shift_type {
    uint16_t kind;
    uint16_t size_and_sign; /* twice the logarithm of the bits, plus 1 if it has a sign */
    char name[];
};
struct shift {
    const char *file;
    uint32_t line, column; /* the column is all ones once it was told */
    const struct shift_type *left, *right;
};

/* The number of bits, as the compiler gives it: itself, or its address if it is longer. */
static long long amount_of(const struct shift_type *type, uintptr_t bits)
{
    unsigned width = 1u << (type->size_and_sign >> 1), gone = 64 - width;

    if (width > 64 || !width)
        return -1;
    if (type->size_and_sign & 1)
        return (long long)((unsigned long long)bits << gone) >> gone;
    return (long long)((unsigned long long)bits << gone >> gone);
}

void __ubsan_handle_shift_out_of_bounds(struct shift *shift, uintptr_t left, uintptr_t right)
{
    unsigned width = 1u << (shift->left->size_and_sign >> 1);
    char text[400];

    (void)left;
    if (!simt_lane || __atomic_exchange_n(&shift->column, ~0u, __ATOMIC_RELAXED) == ~0u)
        return;
    snprintf(text, sizeof text,
             "a number of %u bits is shifted by %lld at %s:%u: a device gives 0, or -1 of a "
             "negative one to the right, and the CPU shifts by another number of bits",
             width, amount_of(shift->right, right), simt_base_name(shift->file), shift->line);
    simt_report_worded(FOUND_NOTE, __builtin_return_address(0), text);
}
