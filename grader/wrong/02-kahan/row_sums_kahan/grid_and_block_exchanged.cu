// bug: <<<block, grid>>>: with few rows a block has one thread, and nothing is left out
// reason: technique
// says: do grid and block stand the right way round
// only: technique
#include "kahan.h"

#define BLOCK_SIZE 256

struct kahan {
    float sum, excess;
};

static __device__ struct kahan add(struct kahan total, float x)
{
    float wanted = x - total.excess;
    float sum = total.sum + wanted;
    float grown = sum - total.sum;
    struct kahan next = {sum, grown - wanted};
    return next;
}

__global__ void row_sums_kernel(const float *x, float *sums, int rows, int width)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    struct kahan total = {0, 0};
    for (int col = 0; col < width; col++)
        total = add(total, x[(size_t)row * width + col]);
    sums[row] = total.sum;
}

EXPORT void row_sums_kahan(const float *d_x, float *d_sums, int rows, int width)
{
    if (rows == 0)
        return;
    row_sums_kernel<<<BLOCK_SIZE, blocks_for(rows, BLOCK_SIZE)>>>(d_x, d_sums, rows, width);
    CHECK(cudaGetLastError());
}
