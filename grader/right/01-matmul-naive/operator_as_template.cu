// tasks: square_elements matrix_add
// how: one kernel template for both, the operation a type
#include "matmul_naive.h"

struct square {
    __device__ static int of(int x, int)
    {
        return x * x;
    }
};

struct sum {
    __device__ static int of(int x, int y)
    {
        return x + y;
    }
};

template <typename operation>
__global__ void map_kernel(const int *a, const int *b, int *c, int width, int height)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < height && col < width)
        c[row * width + col] = operation::of(a[row * width + col], b[row * width + col]);
}

template <typename operation>
static void map(const int *d_a, const int *d_b, int *d_c, int width, int height)
{
    dim3 grid(blocks_for(width, 32), blocks_for(height, 8)), block(32, 8);
    if (width > 0 && height > 0)
        map_kernel<operation><<<grid, block>>>(d_a, d_b, d_c, width, height);
    CHECK(cudaGetLastError());
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    map<square>(d_in, d_in, d_out, width, height);
}

EXPORT void matrix_add(const int *d_a, const int *d_b, int *d_c, int width, int height)
{
    map<sum>(d_a, d_b, d_c, width, height);
}
