// tasks: spmv_fast spmv_csr
// how: a warp a row, and a fixed grid looks for long rows and goes on with them
// night: two tasks take ten seconds of a core; vectors_where_they_may_be.cu takes four
#include "spmv.h"

#define LONG 1024
#define ALL 0xffffffffu

__device__ float warp_sum(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_down_sync(ALL, v, d);
    return v;
}
__global__ void short_rows(csr a, const float *__restrict__ x, float *__restrict__ y)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= a.rows)
        return;
    int begin = a.d_starts[row], end = a.d_starts[row + 1];
    if (end - begin > LONG)
        return;
    float sum = 0;
    for (int e = begin + lane; e < end; e += 32)
        sum += a.d_value[e] * __ldg(&x[a.d_col[e]]);
    sum = warp_sum(sum);
    if (lane == 0)
        y[row] = sum;
}
__global__ void long_rows(csr a, const float *__restrict__ x, float *__restrict__ y)
{
    __shared__ float sums[4];
    for (int row = blockIdx.x; row < a.rows; row += gridDim.x) {
        int begin = a.d_starts[row], end = a.d_starts[row + 1];
        if (end - begin <= LONG)
            continue;
        float sum = 0;
        for (int e = begin + threadIdx.x; e < end; e += blockDim.x)
            sum += a.d_value[e] * __ldg(&x[a.d_col[e]]);
        sum = warp_sum(sum);
        if (threadIdx.x % 32 == 0)
            sums[threadIdx.x / 32] = sum;
        __syncthreads();
        if (threadIdx.x < 32) {
            sum = warp_sum(threadIdx.x < 4 ? sums[threadIdx.x] : 0.0f);
            if (threadIdx.x == 0)
                y[row] = sum;
        }
        __syncthreads();
    }
}
EXPORT void spmv_fast(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    short_rows<<<(a.rows + 7) / 8, 256>>>(a, d_x, d_y);
    long_rows<<<64, 128>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
EXPORT void spmv_csr(struct csr a, const float *d_x, float *d_y)
{
    spmv_fast(a, d_x, d_y);
}
