// bug: the last tile is as long as the remainder, which is 0 where all tiles are whole
// reason: wrong
// pattern: part-of-a-row
// says: elements of sums are wrong
#include "kahan.h"

#define ROWS 256
#define TILE 1024

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
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    struct kahan total = {0, 0};
    for (int first = 0; first < width; first += TILE) {
        int terms = first + TILE < width ? TILE : width % TILE;
        for (int col = first; col < first + terms; col++)
            total = add(total, x[(size_t)row * width + col]);
    }
    sums[row] = total.sum;
}

EXPORT void row_sums_kahan(const float *d_x, float *d_sums, int rows, int width)
{
    if (rows == 0)
        return;
    sums_kernel<<<blocks_for(rows, ROWS), 256>>>(d_x, d_sums, rows, width);
    CHECK(cudaGetLastError());
}
