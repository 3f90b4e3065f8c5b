// bug: cudaDeviceReset() at the end, as programs have it
// reason: leak
// says: frees what the caller has allocated
#include "matmul_naive.h"

__global__ void k(const int *in, int *out, int w, int h)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    if (x < w && y < h)
        out[(size_t)y * w + x] = in[(size_t)y * w + x] * in[(size_t)y * w + x];
}
EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    if (width && height)
        k<<<dim3(blocks_for(width, 32), blocks_for(height, 32)), dim3(32, 32)>>>(d_in, d_out,
                                                                                 width, height);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaDeviceReset());
}
