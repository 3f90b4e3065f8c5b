// tasks: softmax_rows
// how: the output holds the exponentials until their sum is known; any element of the row taken
// off would do, so what is taken off is the largest by atomic operations
#include "combining.h"

#include <limits.h>

#define BLOCK_SIZE 128

// Ordered as the values are, and back again.
static __device__ int order_of(float value)
{
    int bits = __float_as_int(value);
    return bits >= 0 ? bits : bits ^ INT_MAX;
}

static __device__ float value_of(int order)
{
    return __int_as_float(order >= 0 ? order : order ^ INT_MAX);
}

__global__ void softmax_kernel(const float *in, float *out, int width)
{
    __shared__ int largest;
    __shared__ float sum;
    size_t first = (size_t)blockIdx.x * width;
    if (threadIdx.x == 0) {
        largest = INT_MIN;
        sum = 0;
    }
    __syncthreads();
    int own = INT_MIN;
    for (int col = threadIdx.x; col < width; col += BLOCK_SIZE)
        own = max(own, order_of(in[first + col]));
    atomicMax(&largest, own);
    __syncthreads();
    float part = 0, most = value_of(largest);
    for (int col = threadIdx.x; col < width; col += BLOCK_SIZE)
        part += out[first + col] = expf(in[first + col] - most);
    atomicAdd(&sum, part);
    __syncthreads();
    for (int col = threadIdx.x; col < width; col += BLOCK_SIZE)
        out[first + col] /= sum;
}

EXPORT void softmax_rows(const float *d_in, float *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    softmax_kernel<<<rows, BLOCK_SIZE>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
