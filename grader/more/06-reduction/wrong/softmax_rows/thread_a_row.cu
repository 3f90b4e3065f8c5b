// bug: a thread has a row
// reason: technique
// says: threads work together, on average
// only: technique
#include "combining.h"

#define BLOCK_SIZE 256

__global__ void softmax_kernel(const float *in, float *out, int rows, int width)
{
    size_t row = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x, first = row * width;
    if (row >= rows)
        return;
    float largest = in[first], sum = 0;
    for (int col = 1; col < width; col++)
        largest = fmaxf(largest, in[first + col]);
    for (int col = 0; col < width; col++)
        sum += expf(in[first + col] - largest);
    for (int col = 0; col < width; col++)
        out[first + col] = expf(in[first + col] - largest) / sum;
}

EXPORT void softmax_rows(const float *d_in, float *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    softmax_kernel<<<blocks_for(rows, BLOCK_SIZE), BLOCK_SIZE>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
}
