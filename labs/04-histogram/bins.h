/* What lab 04's references and mistakes have in common: which byte belongs into which bin. */
#ifndef BINS_H
#define BINS_H

#include "lab.h"

enum { LETTER_BINS = 7, BYTE_BINS = 256, NOWHERE = -1 };

/* The bin of a byte, NOWHERE if it is not counted. */
typedef int bin_function(unsigned char byte);

int letter_bin(unsigned char byte);
int byte_bin(unsigned char byte);

/* The text of a case, and the counts that are expected of it. */
struct reading {
    const unsigned char *text;
    size_t n, at;
    int64_t *bins;
};

struct reading reading_of(const struct case_run *t);

/* How often each byte is there. Neighbours are counted in tables of their own: additions to one
 * counter wait for each other. */
void count_bytes(struct reading r, int64_t count[BYTE_BINS]);

/* Expects each byte in its bin. */
void expect_counts(struct case_run *t, bin_function *bin_of);

/* Expects each byte in the bin that the expression gives for `byte`, which is `letter` letters
 * behind 'a'. */
#define COUNT_IN(bin)                                                                          \
    do {                                                                                       \
        struct reading r = reading_of(t);                                                      \
        int64_t count[BYTE_BINS];                                                              \
        count_bytes(r, count);                                                                 \
        for (int value = 0; value < BYTE_BINS; value++) {                                      \
            unsigned char byte = (unsigned char)value;                                         \
            int letter = byte - 'a';                                                           \
            int its_bin = bin;                                                                 \
            (void)letter;                                                                      \
            if (its_bin != NOWHERE)                                                            \
                r.bins[its_bin] += count[value];                                               \
        }                                                                                      \
    } while (0)

#endif
