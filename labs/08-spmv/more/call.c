/* Hands the judge's arrays to the functions of lab 08, more. */
#include "grouped.h"
#include "runner.h"

/* Without room for products. */
static struct grouped grouped(void)
{
    return (struct grouped){.rows = NUMBER(rows),
                            .cols = NUMBER(cols),
                            .nnz = NUMBER(nnz),
                            .group_cols = NUMBER(group_cols),
                            .groups = NUMBER(groups),
                            .tile_entries = NUMBER(tile_entries),
                            .tiles = NUMBER(tiles),
                            .d_starts = ARRAY(starts),
                            .d_begins = ARRAY(begins),
                            .d_col = ARRAY(col),
                            .d_place = ARRAY(place),
                            .d_value = ARRAY(value)};
}

TASK(spmv_grouped)
{
    struct grouped a = grouped();
    a.d_product = ARRAY(product);
    spmv_grouped(a, ARRAY(x), ARRAY(y));
}

TASK(csr_to_grouped)
{
    struct csr a = {.rows = NUMBER(rows),
                    .cols = NUMBER(cols),
                    .nnz = NUMBER(nnz),
                    .d_starts = ARRAY(starts),
                    .d_col = ARRAY(csr_col),
                    .d_value = ARRAY(csr_value)};
    csr_to_grouped(a, grouped());
}
