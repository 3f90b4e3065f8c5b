// tasks: square_elements
// how: a thread's own array of two dimensions is read as a list, by a pointer that ends behind
// it
#include "matmul_naive.h"

__global__ void square_kernel(const int *in, int *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    size_t i = (size_t)y * width + x;
    int parts[2][2];
    for (int k = 0; k < 4; k++)
        parts[k / 2][k % 2] = in[i] * (k == 3 ? in[i] - 3 : 1);
    int sum = 0;
    const int *part = &parts[0][0], *end = part + 4;
    for (int k = 0; k < 4; k++)
        sum += (&parts[0][0])[k] - *part;
    for (; part != end; ++part)
        sum += *part;
    out[i] = sum - (sum - in[i] * in[i]);
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    dim3 block(32, 32), grid(blocks_for(width, 32), blocks_for(height, 32));
    square_kernel<<<grid, block>>>(d_in, d_out, width, height);
    CHECK(cudaGetLastError());
}
