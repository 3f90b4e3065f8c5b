/* Hands the judge's arrays to the functions of lab 02. */
#include "kahan.h"
#include "runner.h"

TASK(row_sums_kahan)
{
    row_sums_kahan(ARRAY(x), ARRAY(sums), NUMBER(rows), NUMBER(width));
}

TASK(matmul_kahan)
{
    matmul_kahan(ARRAY(a), NUMBER(lda), ARRAY(b), NUMBER(ldb), ARRAY(c), NUMBER(ldc),
                 NUMBER(n));
}

TASK(matmul_kahan_timed)
{
    matmul_kahan_timed(ARRAY(a), NUMBER(lda), ARRAY(b), NUMBER(ldb), ARRAY(c), NUMBER(ldc),
                       NUMBER(n), ARRAY(start), ARRAY(stop));
}

TASK(sum_compensated)
{
    sum_compensated(ARRAY(x), NUMBER(n), ARRAY(sum));
}
