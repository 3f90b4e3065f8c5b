/* What wrong integers are made of: sums of too few bits, or what the array held before. */
#include "wrong_integers.h"

#include <math.h>
#include <stdlib.h>

/* Exactly: doubles would round it. */
static long long difference_at(const struct case_array *a, unsigned run, size_t i)
{
    return (long long)((uint64_t)integer_at(payload(a, run), a->type, element_at(a, i)) -
                       (uint64_t)a->want.exact[i]);
}

bool has_old_bytes(const struct case_array *a, unsigned run, size_t i)
{
    uint64_t old = (uint64_t)integer_at(a->given, a->type, element_at(a, i));
    uint64_t surplus = (uint64_t)difference_at(a, run, i);
    for (size_t bit = 0; bit < 8 * element_bytes(a->type); bit += 8) {
        unsigned char byte = (unsigned char)(surplus >> bit);
        if (byte && byte != (unsigned char)(old >> bit))
            return false;
    }
    return true;
}

/* Where each wrong element is off by 2^20 or a higher power, the same one: these bits; or 0.
 * Fields of words have any number of bits. */
static int bits_of_field(const struct case_array *a, unsigned run)
{
    enum { LEAST = 20 };
    unsigned long long power = 0;
    for (size_t i = 0; i < element_count(a); i++) {
        unsigned long long off = (unsigned long long)llabs(difference_at(a, run, i));
        if (off && (off != (power ? power : off) || off & (off - 1)))
            return 0;
        power = off ? off : power;
    }
    int bits = power ? (int)lround(log2((double)power)) : 0;
    return bits < LEAST ? 0 : bits;
}

/* What a carry is lost of is less than the sum: other faults are off by far more than it has.
 */
static bool is_off_by_carries(const struct case_array *a, unsigned run, int bits)
{
    enum { OF_BOTH_SIGNS = 64 }; /* parts of a sum may be so much larger than the sum */
    double most = ldexp(1, bits), off = 0;
    for (size_t i = 0; i < element_count(a); i++) {
        most = fmax(most, fabs((double)a->want.exact[i]));
        off = fmax(off, fabs((double)difference_at(a, run, i)));
    }
    return off <= OF_BOTH_SIGNS * most;
}

int bits_of_lost_carry(const struct case_array *a, unsigned run)
{
    int bits = a->type == INT64 ? 32 : 16;
    if (a->type == FLOAT32 || element_bytes(a->type) < 4 || !is_off_by_carries(a, run, bits))
        return 0;
    for (size_t i = 0; i < element_count(a); i++)
        if (difference_at(a, run, i) % (1ll << bits) != 0)
            return 0;
    int of_field = bits == 16 ? bits_of_field(a, run) : 0;
    return of_field ? of_field : bits;
}

/* Needs more than the bits of a double, and is off by what the others hold. */
static bool is_off_as_a_double(const struct case_array *a, unsigned run, size_t i)
{
    double want = fabs((double)a->want.exact[i]);
    return want >= 0x1p53 && fabs((double)difference_at(a, run, i)) <= want * 0x1p-50;
}

/* Is a float, and sums of some length are off by a little more than the last bit. */
static bool is_off_as_a_float(const struct case_array *a, unsigned run, size_t i)
{
    double want = fabs((double)a->want.exact[i]), found = value_at(a, run, i);
    return want >= 0x1p23 && found == (double)(float)found &&
           fabs((double)difference_at(a, run, i)) <= want * 0x1p-18;
}

int bits_of_rounding(const struct case_array *a, unsigned run, const bool *is_wrong)
{
    bool doubles = a->type == INT64, floats = a->type != FLOAT32;
    for (size_t i = 0; i < element_count(a) && (doubles || floats); i++) {
        doubles &= !is_wrong[i] || is_off_as_a_double(a, run, i);
        floats &= !is_wrong[i] || is_off_as_a_float(a, run, i);
    }
    return doubles ? 53 : floats ? 24 : 0;
}
