// tasks: square_elements
// how: a kernel that is a template is given a functor, as in the Standard Template Library
#include "matmul_naive.h"

#define BLOCK_SIZE 256

struct square {
    __device__ int operator()(int x) const
    {
        return x * x;
    }
};

template <class Function>
__global__ void apply(const int *in, int *out, size_t count, Function function)
{
    size_t i = blockIdx.x * (size_t)BLOCK_SIZE + threadIdx.x;
    if (i < count)
        out[i] = function(in[i]);
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    size_t count = (size_t)width * height;
    if (count)
        apply<<<(unsigned)((count + BLOCK_SIZE - 1) / BLOCK_SIZE), BLOCK_SIZE>>>(
            d_in, d_out, count, square());
    CHECK(cudaGetLastError());
}
