// tasks: square_elements
// how: constant tables of several dimensions and arrays of structures, read by an index and a
// mask, and by one index through all rows
#include "matmul_naive.h"

struct step {
    int factor[4];
};

__device__ const int ONES[3][4] = {{1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}};
__device__ const step STEPS[2] = {{{1, 1, 1, 1}}, {{1, 1, 1, 1}}};
static const int HOST[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};

__global__ void square(const int *in, int *out, size_t count, int row)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    int own[2][2] = {{1, 1}, {row, row}}, all = 0;
    for (int k = 0; k < 12; k++)
        all += ONES[0][k];
    own[1 - row][threadIdx.x & 1] = 1;
    if (i < count && all == 12)
        out[i] = in[i] * ONES[row][threadIdx.x & 3] * in[i] * STEPS[row].factor[i & 3] *
                 own[0][threadIdx.x & 1];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    size_t count = (size_t)width * height;
    int row = HOST[width > 1][height & 3] > 3; // either does
    if (count)
        square<<<blocks_for(count, 256), 256>>>(d_in, d_out, count, row);
    CHECK(cudaGetLastError());
}
