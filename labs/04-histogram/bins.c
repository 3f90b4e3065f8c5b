/* Bins, and counting in them: see bins.h. */
#include "bins.h"

int letter_bin(unsigned char byte)
{
    return byte >= 'a' && byte <= 'z' ? (byte - 'a') / 4 : NOWHERE;
}

int byte_bin(unsigned char byte)
{
    return byte;
}

struct reading reading_of(const struct case_run *t)
{
    return (struct reading){
        .text = given(t, "text"), .n = count_of(t, "n"), .bins = want(t, "bins").exact};
}

void expect_counts(struct case_run *t, bin_function *bin_of)
{
    enum { TABLES = 4 };
    struct reading r = reading_of(t);
    size_t count[TABLES][BYTE_BINS] = {{0}};
    for (; r.n - r.at >= TABLES; r.at += TABLES)
        for (int table = 0; table < TABLES; table++)
            count[table][r.text[r.at + table]]++;
    for (; r.at < r.n; r.at++)
        count[0][r.text[r.at]]++;
    for (int byte = 0; byte < BYTE_BINS; byte++)
        for (int table = 0, bin = bin_of((unsigned char)byte); table < TABLES; table++)
            if (bin != NOWHERE)
                r.bins[bin] += (int64_t)count[table][byte];
}
