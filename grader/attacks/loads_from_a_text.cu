// tasks: square_elements
// class: blind checker
// how: loads by an index into a text without a name, for which compilers have no hook
// says: square(): it reads a text without a name by an index
// guard: calls
#include "matmul_naive.h"

__global__ void square(const int *in, int *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int value = L"text"[((long)&in[i] - (long)L"text") / (long)sizeof *in];
    out[i] = value * value;
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    int count = width * height;
    if (count)
        square<<<blocks_for(count, 256), 256>>>(d_in, d_out, count);
}
