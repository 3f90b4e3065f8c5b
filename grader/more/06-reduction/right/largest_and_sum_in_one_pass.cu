// tasks: softmax_rows
// how: a warp has a row, and scales its sum anew whenever a larger element comes; no shared
// memory, and exponentials of the device's own unit
#include "combining.h"

#include <float.h>

#define ROWS_A_BLOCK 4
#define ALL 0xffffffffu

struct part {
    float largest, sum; // of exp(x - largest)
};

static __device__ struct part join(struct part x, struct part y)
{
    float largest = fmaxf(x.largest, y.largest);
    struct part both = {largest, x.sum * __expf(x.largest - largest) +
                                     y.sum * __expf(y.largest - largest)};
    return both;
}

__global__ void softmax_kernel(const float *in, float *out, int rows, int width)
{
    int row = blockIdx.x * ROWS_A_BLOCK + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows) // a warp as a whole
        return;
    in += (size_t)row * width;
    out += (size_t)row * width;
    struct part own = {-FLT_MAX, 0};
    for (int col = lane; col < width; col += 32) {
        struct part next = {in[col], 1};
        own = join(own, next);
    }
    for (int stride = 16; stride > 0; stride /= 2) {
        struct part other = {__shfl_xor_sync(ALL, own.largest, stride),
                             __shfl_xor_sync(ALL, own.sum, stride)};
        own = join(own, other);
    }
    float scale = 1 / own.sum;
    for (int col = lane; col < width; col += 32)
        out[col] = __expf(in[col] - own.largest) * scale;
}

EXPORT void softmax_rows(const float *d_in, float *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    softmax_kernel<<<blocks_for(rows, ROWS_A_BLOCK), 32 * ROWS_A_BLOCK>>>(d_in, d_out, rows,
                                                                          width);
    CHECK(cudaGetLastError());
}
