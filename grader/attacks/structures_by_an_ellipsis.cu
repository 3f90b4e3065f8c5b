// tasks: square_elements
// class: blind checker
// how: loads structures as arguments of a function with '...', for which a compiler has no hook
// says: square_kernel(): a structure in memory is handed over by '...'
// guard: calls
#include "matmul_naive.h"

struct one {
    int value;
};
typedef int any_function(int, ...);

__device__ int value_of(int, one x)
{
    return x.value;
}
__device__ any_function *d_call = (any_function *)value_of;

__global__ void square_kernel(const int *in, int *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, value;
    if (i >= count)
        return;
    value = (*d_call)(0, *(const one *)&in[i]);
    out[i] = value * value;
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    int count = width * height;
    if (count)
        square_kernel<<<blocks_for(count, 256), 256>>>(d_in, d_out, count);
}
