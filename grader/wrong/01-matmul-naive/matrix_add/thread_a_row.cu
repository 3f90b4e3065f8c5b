// bug: a thread adds up whole rows, which its neighbours have side by side
// reason: technique
// says: threads do the work for 37925 elements
// only: technique
#include "matmul_naive.h"

__global__ void kk(const int *a, const int *b, int *c, int w, int h)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= h)
        return;
    for (int col = 0; col < w; col++)
        c[row * w + col] = a[row * w + col] + b[row * w + col];
}
EXPORT void matrix_add(const int *d_a, const int *d_b, int *d_c, int width, int height)
{
    if (width && height)
        kk<<<blocks_for(height, 32), 32>>>(d_a, d_b, d_c, width, height);
}
