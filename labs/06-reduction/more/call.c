/* Hands the judge's arrays to the functions of lab 06, more. */
#include "combining.h"
#include "runner.h"

TASK(dot_product)
{
    dot_product(ARRAY(a), ARRAY(b), NUMBER(n), ARRAY(dot));
}

TASK(argmax)
{
    argmax(ARRAY(in), NUMBER(n), ARRAY(index));
}

TASK(softmax_rows)
{
    softmax_rows(ARRAY(in), ARRAY(out), NUMBER(rows), NUMBER(width));
}
