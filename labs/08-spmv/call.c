/* Hands the judge's arrays to the functions of lab 08. */
#include "spmv.h"
#include "runner.h"

static struct csr csr(void)
{
    return (struct csr){.rows = NUMBER(rows),
                        .cols = NUMBER(cols),
                        .nnz = NUMBER(nnz),
                        .d_starts = ARRAY(starts),
                        .d_col = ARRAY(col),
                        .d_value = ARRAY(value)};
}

static struct ell ell(void)
{
    return (struct ell){.rows = NUMBER(rows),
                        .cols = NUMBER(cols),
                        .nnz = NUMBER(nnz),
                        .width = NUMBER(width),
                        .d_col = ARRAY(col),
                        .d_value = ARRAY(value)};
}

TASK(spmv_csr)
{
    spmv_csr(csr(), ARRAY(x), ARRAY(y));
}

TASK(spmv_ell)
{
    spmv_ell(ell(), ARRAY(x), ARRAY(y));
}

TASK(spmv_coo)
{
    struct coo a = {.rows = NUMBER(rows),
                    .cols = NUMBER(cols),
                    .nnz = NUMBER(nnz),
                    .d_row = ARRAY(row),
                    .d_col = ARRAY(col),
                    .d_value = ARRAY(value)};
    spmv_coo(a, ARRAY(x), ARRAY(y));
}

TASK(spmv_hybrid)
{
    struct coo rest = {.rows = NUMBER(rows),
                       .cols = NUMBER(cols),
                       .nnz = NUMBER(rest_nnz),
                       .d_row = ARRAY(rest_row),
                       .d_col = ARRAY(rest_col),
                       .d_value = ARRAY(rest_value)};
    spmv_hybrid(ell(), rest, ARRAY(x), ARRAY(y));
}

TASK(spmv_jds)
{
    struct jds a = {.rows = NUMBER(rows),
                    .cols = NUMBER(cols),
                    .nnz = NUMBER(nnz),
                    .section_count = NUMBER(section_count),
                    .sections = ARRAY(sections),
                    .d_row = ARRAY(row),
                    .d_col = ARRAY(col),
                    .d_value = ARRAY(value)};
    spmv_jds(a, ARRAY(x), ARRAY(y));
}

TASK(spmv_fast)
{
    spmv_fast(csr(), ARRAY(x), ARRAY(y));
}
