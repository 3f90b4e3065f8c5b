/* Hands the judge's arrays to the functions of lab 01. */
#include "matmul_naive.h"
#include "runner.h"

TASK(square_elements)
{
    square_elements(ARRAY(in), ARRAY(out), NUMBER(width), NUMBER(height));
}

TASK(matrix_add)
{
    matrix_add(ARRAY(a), ARRAY(b), ARRAY(c), NUMBER(width), NUMBER(height));
}

TASK(matmul_1d)
{
    matmul_1d(ARRAY(a), NUMBER(lda), ARRAY(b), NUMBER(ldb), ARRAY(c), NUMBER(ldc), NUMBER(n));
}

TASK(matmul_2d)
{
    matmul_2d(ARRAY(a), ARRAY(b), ARRAY(c), NUMBER(m), NUMBER(n), NUMBER(k));
}

TASK(matmul_host)
{
    matmul_host(ARRAY(a), NUMBER(lda), ARRAY(b), NUMBER(ldb), ARRAY(c), NUMBER(ldc), NUMBER(n));
}
