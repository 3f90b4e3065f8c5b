// tasks: row_sums_kahan
// how: a warp a row, pairs combined by shuffles
#include "kahan.h"

struct pair {
    float high, low;
};

static __device__ struct pair combine(struct pair a, struct pair b)
{
    float sum = a.high + b.high, b_part = sum - a.high;
    float lost = (a.high - (sum - b_part)) + (b.high - b_part);
    struct pair total = {sum, lost + a.low + b.low};
    return total;
}

// A block of one warp a row.
__global__ void sums_kernel(const float *x, float *sums, int width)
{
    const float *row = x + (size_t)blockIdx.x * width;
    struct pair mine = {0, 0};
    for (int col = threadIdx.x; col < width; col += 32) {
        struct pair term = {row[col], 0};
        mine = combine(mine, term);
    }
    for (int distance = 16; distance > 0; distance /= 2) {
        struct pair other = {__shfl_down_sync(0xffffffff, mine.high, distance),
                             __shfl_down_sync(0xffffffff, mine.low, distance)};
        mine = combine(mine, other);
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = mine.high + mine.low;
}

EXPORT void row_sums_kahan(const float *d_x, float *d_sums, int rows, int width)
{
    if (rows == 0)
        return;
    sums_kernel<<<rows, 32>>>(d_x, d_sums, width);
    CHECK(cudaGetLastError());
}
