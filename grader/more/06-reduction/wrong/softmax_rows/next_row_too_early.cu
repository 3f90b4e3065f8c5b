// bug: a block of a capped grid writes the next row's numbers where others still read the sum
// reason: race
// says: goes on to further rows
// only: race
#include "combining.h"
__global__ void soft(const float *in, float *out, int rows, int width)
{
    __shared__ float part[128];
    int t = threadIdx.x;
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        const float *x = in + (size_t)row * width;
        float most = -INFINITY;
        for (int i = t; i < width; i += 128)
            most = fmaxf(most, x[i]);
        part[t] = most;
        for (int s = 64; s > 0; s /= 2) {
            __syncthreads();
            if (t < s)
                part[t] = fmaxf(part[t], part[t + s]);
        }
        __syncthreads();
        most = part[0];
        __syncthreads();
        float sum = 0;
        for (int i = t; i < width; i += 128)
            sum += expf(x[i] - most);
        part[t] = sum;
        for (int s = 64; s > 0; s /= 2) {
            __syncthreads();
            if (t < s)
                part[t] += part[t + s];
        }
        __syncthreads();
        sum = part[0];
        for (int i = t; i < width; i += 128)
            out[(size_t)row * width + i] = expf(x[i] - most) / sum;
    }
}
EXPORT void softmax_rows(const float *d_in, float *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    int blocks = rows < 4000 ? rows : 4000;
    soft<<<blocks, 128>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
}
