/* Hands the judge's arrays to the functions of lab 09. */
#include "merge.h"
#include "runner.h"

TASK(co_ranks)
{
    co_ranks(ARRAY(a), NUMBER(m), ARRAY(b), NUMBER(n), ARRAY(k), ARRAY(i), NUMBER(count));
}

TASK(merge_basic)
{
    merge_basic(ARRAY(a), NUMBER(m), ARRAY(b), NUMBER(n), ARRAY(c));
}

TASK(merge_tiled)
{
    merge_tiled(ARRAY(a), NUMBER(m), ARRAY(b), NUMBER(n), ARRAY(c));
}

TASK(merge_sort)
{
    merge_sort(ARRAY(keys), NUMBER(n));
}

TASK(merge_fast)
{
    merge_fast(ARRAY(a), NUMBER(m), ARRAY(b), NUMBER(n), ARRAY(c));
}
