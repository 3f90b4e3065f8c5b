// bug: the row is an index divided as a float, which holds 24 bits
// reason: wrong
// says: is an index, or a number of elements or of blocks, kept in one
#include "transposition.h"
__global__ void turn(const float *in, float *out, int rows, int cols)
{
    size_t total = (size_t)rows * cols;
    for (size_t t = (size_t)blockIdx.x * blockDim.x + threadIdx.x; t < total;
         t += (size_t)gridDim.x * blockDim.x)
        out[t % cols * rows + (size_t)((float)t / cols)] = in[t];
}
EXPORT void transpose_naive(const float *d_in, float *d_out, int rows, int cols)
{
    size_t total = (size_t)rows * cols;
    if (total == 0)
        return;
    turn<<<blocks_for(total, 512), 512>>>(d_in, d_out, rows, cols);
    CHECK(cudaGetLastError());
}
