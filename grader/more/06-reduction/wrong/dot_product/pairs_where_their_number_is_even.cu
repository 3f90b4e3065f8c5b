// bug: two elements are loaded at once wherever their number is even, whatever the addresses
// reason: misaligned
// says: misaligned read of 8 bytes
#include "combining.h"
__global__ void dot(const float *a, const float *b, size_t n, float *sum)
{
    __shared__ float part[256];
    float own = 0;
    for (size_t i = blockIdx.x * (size_t)256 + threadIdx.x; i < n; i += (size_t)gridDim.x * 256)
        own += a[i] * b[i];
    if (n % 2 == 0) {
        own = 0;
        for (size_t i = blockIdx.x * (size_t)256 + threadIdx.x; i < n / 2;
             i += (size_t)gridDim.x * 256) {
            float2 x = ((const float2 *)a)[i], y = ((const float2 *)b)[i];
            own += x.x * y.x + x.y * y.y;
        }
    }
    part[threadIdx.x] = own;
    for (int s = 128; s > 0; s /= 2) {
        __syncthreads();
        if (threadIdx.x < s)
            part[threadIdx.x] += part[threadIdx.x + s];
    }
    if (threadIdx.x == 0)
        atomicAdd(sum, part[0]);
}
EXPORT void dot_product(const float *d_a, const float *d_b, size_t n, float *d_dot)
{
    CHECK(cudaMemset(d_dot, 0, sizeof(float)));
    if (n == 0)
        return;
    unsigned blocks = n < 256 * 512 ? blocks_for(n, 256) : 512;
    dot<<<blocks, 256>>>(d_a, d_b, n, d_dot);
    CHECK(cudaGetLastError());
}
