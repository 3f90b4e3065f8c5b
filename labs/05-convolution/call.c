/* Hands the judge's arrays to the functions of lab 05. */
#include "convolution.h"
#include "runner.h"

TASK(convolve_1d)
{
    convolve_1d(ARRAY(in), ARRAY(mask), ARRAY(out), NUMBER(n), NUMBER(mask_width));
}

TASK(convolve_2d)
{
    convolve_2d(ARRAY(in), ARRAY(mask), ARRAY(out), NUMBER(mask_width), NUMBER(width),
                NUMBER(height));
}

TASK(convolve_2d_tiled)
{
    convolve_2d_tiled(ARRAY(in), ARRAY(mask), ARRAY(out), NUMBER(mask_width), NUMBER(width),
                      NUMBER(height));
}

TASK(convolve_2d_fast)
{
    convolve_2d_fast(ARRAY(in), ARRAY(mask), ARRAY(out), NUMBER(mask_width), NUMBER(width),
                     NUMBER(height));
}
