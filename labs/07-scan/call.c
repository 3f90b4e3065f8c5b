/* Hands the judge's arrays to the functions of lab 07. */
#include "runner.h"
#include "scan.h"

TASK(scan_rows_kogge_stone)
{
    scan_rows_kogge_stone(ARRAY(in), ARRAY(out), NUMBER(rows), NUMBER(width));
}

TASK(scan_rows_brent_kung)
{
    scan_rows_brent_kung(ARRAY(in), ARRAY(out), NUMBER(rows), NUMBER(width));
}

TASK(prefix_sum_2d)
{
    prefix_sum_2d(ARRAY(in), ARRAY(out), NUMBER(rows), NUMBER(width));
}

TASK(scan_fast)
{
    scan_fast(ARRAY(in), ARRAY(out), NUMBER(n));
}
