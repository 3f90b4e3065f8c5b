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
