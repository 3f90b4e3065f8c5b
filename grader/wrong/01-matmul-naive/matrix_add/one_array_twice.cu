// bug: both loads are of a
// reason: wrong
// pattern: one-added-twice
// says: added to itself
#include "matmul_naive.h"

struct pic {
    const int *p;
    int w;
    __device__ int at(int x, int y) const
    {
        return p[(size_t)y * w + x];
    }
};
__global__ void k(pic a, pic b, int *c, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        c[(size_t)y * w + x] = a.at(x, y) + a.at(x, y);
}
EXPORT void matrix_add(const int *d_a, const int *d_b, int *d_c, int width, int height)
{
    if (width && height)
        k<<<dim3(blocks_for(width, 32), blocks_for(height, 32)), dim3(32, 32)>>>(
            pic{d_a, width}, pic{d_b, width}, d_c, width, height);
}
