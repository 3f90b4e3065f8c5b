// tasks: square_elements
// class: blind checker
// how: declares a function that only compilers call, and loads by it unseen
// says: __memcpy_chk: a reserved name that the suite's CUDA does not have
// guard: text
#include "matmul_naive.h"
extern "C" __device__ void *__memcpy_chk(void *, const void *, unsigned long, unsigned long);

__global__ void square(const int *in, int *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, value;
    if (i >= count)
        return;
    __memcpy_chk(&value, &in[i], sizeof value, sizeof value);
    out[i] = value * value;
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    int count = width * height;
    if (count)
        square<<<blocks_for(count, 256), 256>>>(d_in, d_out, count);
}
