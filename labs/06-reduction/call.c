/* Hands the judge's arrays to the functions of lab 06. */
#include "reduction.h"
#include "runner.h"

TASK(row_sums_interleaved)
{
    row_sums_interleaved(ARRAY(in), ARRAY(out), NUMBER(rows), NUMBER(width));
}

TASK(row_sums_sequential)
{
    row_sums_sequential(ARRAY(in), ARRAY(out), NUMBER(rows), NUMBER(width));
}

TASK(row_sums)
{
    row_sums(ARRAY(in), ARRAY(out), NUMBER(rows), NUMBER(width));
}

TASK(sum_fast)
{
    sum_fast(ARRAY(in), NUMBER(n), ARRAY(sum));
}
