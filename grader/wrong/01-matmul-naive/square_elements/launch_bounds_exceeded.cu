// bug: the kernel is bound to blocks of 256 threads, and launched with 1024
// reason: cuda-error
// says: __launch_bounds__ allow 256
#include "matmul_naive.h"

__global__ void __launch_bounds__(256) square_kernel(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * in[i];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    int n = width * height;
    if (n > 0)
        square_kernel<<<blocks_for(n, 1024), 1024>>>(d_in, d_out, n);
    CHECK(cudaGetLastError());
}
