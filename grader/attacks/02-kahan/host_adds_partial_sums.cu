// tasks: sum_compensated
// class: host
// how: blocks add up, the host adds their sums, and a kernel has the result as its parameter
// says: partial sums, totals and carries are added up by the device
#include "kahan.h"
#include <stdlib.h>

__global__ void add_up(const float *x, size_t n, double *sums)
{
    __shared__ double part[256];
    double sum = 0;
    for (size_t i = blockIdx.x * 256 + threadIdx.x; i < n; i += (size_t)gridDim.x * 256)
        sum += x[i];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int stride = 128; stride; stride /= 2) {
        if (threadIdx.x < stride)
            part[threadIdx.x] += part[threadIdx.x + stride];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = part[0];
}

__global__ void store(float *sum, float value)
{
    *sum = value;
}

EXPORT void sum_compensated(const float *d_x, size_t n, float *d_sum)
{
    size_t blocks = n < 1024 * 1024 ? (n + 1023) / 1024 : 1024;
    double *d_sums, *sums = (double *)malloc(blocks * sizeof *sums), all = 0;
    if (!n)
        return;
    CHECK(cudaMalloc((void **)&d_sums, blocks * sizeof *d_sums));
    add_up<<<blocks, 256>>>(d_x, n, d_sums);
    CHECK(cudaMemcpy(sums, d_sums, blocks * sizeof *sums, cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < blocks; i++)
        all += sums[i];
    store<<<1, 1>>>(d_sum, (float)all);
    CHECK(cudaFree(d_sums));
    free(sums);
}
