// Lab 05, for gold: the convolution as fast as you can. Left alone, it costs nothing.
#include "convolution.h"

EXPORT void convolve_2d_fast(const float *d_in, const float *d_mask, float *d_out,
                             int mask_width, int width, int height)
{
    // TODO 6 (50 lines and more): a picture must be read once and written once, and a plain
    // copy does no less: so its speed is the aim, for a mask of 5 x 5 and 8192 x 8192 elements.
    // Let a thread compute several outputs, so that what it has fetched serves more than one
    // sum, and tell the compiler the mask's width where it matters. All odd widths up to
    // MAX_MASK_WIDTH.
}
