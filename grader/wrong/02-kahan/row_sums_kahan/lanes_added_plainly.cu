// bug: a warp a row, whose lanes compensate and are then added by plain shuffles
// reason: wrong
// pattern: inexact
// says: low bits that additions round off are lost
#include "kahan.h"

#define ROWS 8

struct kahan {
    float sum, excess;
};

static __device__ struct kahan add(struct kahan total, float x)
{
    float wanted = x - total.excess;
    float sum = total.sum + wanted;
    struct kahan next = {sum, (sum - total.sum) - wanted};
    return next;
}

__global__ void sums_kernel(const float *x, float *sums, int rows, int width)
{
    int row = blockIdx.x * ROWS + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    struct kahan total = {0, 0};
    for (int col = lane; col < width; col += 32)
        total = add(total, x[(size_t)row * width + col]);
    float sum = total.sum - total.excess;
    for (int half = 16; half > 0; half /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, half);
    if (lane == 0)
        sums[row] = sum;
}

EXPORT void row_sums_kahan(const float *d_x, float *d_sums, int rows, int width)
{
    if (rows == 0)
        return;
    sums_kernel<<<blocks_for(rows, ROWS), 256>>>(d_x, d_sums, rows, width);
    CHECK(cudaGetLastError());
}
