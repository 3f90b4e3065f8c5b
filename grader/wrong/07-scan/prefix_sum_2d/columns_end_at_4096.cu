// bug: the way down the columns ends at row 4096, the room of a table that it was written with
// reason: wrong
// pattern: from-some-element
// says: right up to element
#include "scan.h"

__global__ void rows_kernel(const int *in, int *out, int width)
{
    __shared__ int part[512];
    size_t start = (size_t)blockIdx.x * width;
    int t = threadIdx.x, carry = 0;
    for (int first = 0; first < width; first += 512) {
        int i = first + t;
        part[t] = i < width ? in[start + i] : 0;
        for (int stride = 1; stride < 512; stride *= 2) {
            __syncthreads();
            int before = t >= stride ? part[t - stride] : 0;
            __syncthreads();
            part[t] += before;
        }
        __syncthreads();
        if (i < width)
            out[start + i] = carry + part[t];
        carry += part[511];
        __syncthreads();
    }
}
__global__ void columns_kernel(int *out, int rows, int width)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= width)
        return;
    int sum = 0;
    for (int row = 0; row < rows && row < 4096; row++) {
        sum += out[(size_t)row * width + col];
        out[(size_t)row * width + col] = sum;
    }
}
EXPORT void prefix_sum_2d(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    rows_kernel<<<rows, 512>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
    columns_kernel<<<blocks_for(width, 128), 128>>>(d_out, rows, width);
    CHECK(cudaGetLastError());
}
