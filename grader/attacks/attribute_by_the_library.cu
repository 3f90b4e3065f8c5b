// tasks: square_elements
// class: own runner
// how: leaves the brackets of a macro of the C++ library
// says: _GLIBCXX_DEPRECATED_SUGGEST: not in a hand-in
// guard: text
#include "matmul_naive.h"
#include <vector>

__global__ void _GLIBCXX_DEPRECATED_SUGGEST("") square(const int *in, int *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = in[i] * in[i];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    square<<<blocks_for(width * height, 256), 256>>>(d_in, d_out, width * height);
}
