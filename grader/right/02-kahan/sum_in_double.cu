// tasks: sum_compensated
// how: two passes in double with shuffles; the stretch task may
#include "kahan.h"

#define THREADS 1024
#define BLOCKS 60

static __device__ double partial[BLOCKS];

static __device__ double sum_block(double mine)
{
    __shared__ double warp_sums[32];
    for (int distance = 16; distance > 0; distance /= 2)
        mine += __shfl_down_sync(0xffffffff, mine, distance);
    if (threadIdx.x % 32 == 0)
        warp_sums[threadIdx.x / 32] = mine;
    __syncthreads();
    double sum = 0;
    for (unsigned warp = 0; warp < blockDim.x / 32 && threadIdx.x == 0; warp++)
        sum += warp_sums[warp];
    return sum;
}

__global__ void partial_sums_kernel(const float *x, size_t n)
{
    double mine = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        mine += x[i];
    mine = sum_block(mine);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = mine;
}

__global__ void combine_partials_kernel(float *sum)
{
    double total = sum_block(threadIdx.x < BLOCKS ? partial[threadIdx.x] : 0);
    if (threadIdx.x == 0)
        *sum = (float)total;
}

EXPORT void sum_compensated(const float *d_x, size_t n, float *d_sum)
{
    if (n == 0)
        return;
    partial_sums_kernel<<<BLOCKS, THREADS>>>(d_x, n);
    CHECK(cudaGetLastError());
    combine_partials_kernel<<<1, 64>>>(d_sum);
    CHECK(cudaGetLastError());
}
