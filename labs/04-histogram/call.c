/* Hands the judge's arrays to the functions of lab 04. */
#include "histogram.h"
#include "runner.h"

TASK(histogram_global)
{
    histogram_global(ARRAY(text), (size_t)NUMBER(n), ARRAY(bins));
}

TASK(histogram_shared)
{
    histogram_shared(ARRAY(text), (size_t)NUMBER(n), ARRAY(bins));
}

TASK(byte_histogram)
{
    byte_histogram(ARRAY(text), (size_t)NUMBER(n), ARRAY(bins));
}

TASK(histogram_fast)
{
    histogram_fast(ARRAY(text), (size_t)NUMBER(n), ARRAY(bins));
}
