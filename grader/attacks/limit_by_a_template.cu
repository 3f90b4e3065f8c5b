// tasks: square_elements
// class: host
// how: a template's argument is a function of CUDA's, by which a kernel sets what the host asks
// says: a kernel has called a function of CUDA's runtime
#include "matmul_naive.h"

template <cudaError_t (*SET)(cudaLimit, size_t)> __global__ void tell(const int *number)
{
    SET(cudaLimitPrintfFifoSize, (unsigned)*number);
}

__global__ void square(const int *in, int *out, int count, int first)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = i ? in[i] * in[i] : first;
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    int count = width * height;
    size_t told;
    if (!count)
        return;
    tell<cudaDeviceSetLimit><<<1, 1>>>(d_in);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaDeviceGetLimit(&told, cudaLimitPrintfFifoSize));
    square<<<blocks_for(count, 256), 256>>>(d_in, d_out, count, (int)told * (int)told);
}
