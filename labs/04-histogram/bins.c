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

void count_bytes(struct reading r, int64_t count[BYTE_BINS])
{
    enum { TABLES = 4 };
    int64_t table[TABLES][BYTE_BINS] = {{0}};
    for (; r.n - r.at >= TABLES; r.at += TABLES)
        for (int i = 0; i < TABLES; i++)
            table[i][r.text[r.at + i]]++;
    for (; r.at < r.n; r.at++)
        table[0][r.text[r.at]]++;
    for (int byte = 0; byte < BYTE_BINS; byte++)
        count[byte] = table[0][byte] + table[1][byte] + table[2][byte] + table[3][byte];
}

void expect_counts(struct case_run *t, bin_function *bin_of)
{
    COUNT_IN(bin_of(byte));
}
