// tasks: spmv_fast
// how: a warp a row, of which two lanes load where the row begins and ends
// night: its many __syncwarp() take five seconds of a core
#include "spmv.h"
template <int THREADS_PER_VECTOR> __global__ void csr_vector(csr a, const float *x, float *y)
{
    const int vectors = 128 / THREADS_PER_VECTOR;
    __shared__ volatile float sdata[128 + THREADS_PER_VECTOR / 2];
    __shared__ volatile int ptrs[vectors][2];
    const int lane = threadIdx.x & (THREADS_PER_VECTOR - 1);
    const int vector_lane = threadIdx.x / THREADS_PER_VECTOR;
    const int vector_id = (blockIdx.x * 128 + threadIdx.x) / THREADS_PER_VECTOR;
    const int num_vectors = vectors * gridDim.x;
    for (int row = vector_id; row - vector_lane < a.rows; row += num_vectors) {
        bool there = row < a.rows;
        if (lane < 2)
            ptrs[vector_lane][lane] = there ? a.d_starts[row + lane] : 0;
        __syncwarp();
        const int begin = ptrs[vector_lane][0], end = ptrs[vector_lane][1];
        float sum = 0;
        for (int jj = begin + lane; jj < end; jj += THREADS_PER_VECTOR)
            sum += a.d_value[jj] * x[a.d_col[jj]];
        sdata[threadIdx.x] = sum;
        __syncwarp();
        for (int d = THREADS_PER_VECTOR / 2; d > 0; d /= 2) {
            float other = lane < d ? sdata[threadIdx.x + d] : 0;
            __syncwarp();
            sdata[threadIdx.x] = sum = sum + other;
            __syncwarp();
        }
        if (lane == 0 && there)
            y[row] = sdata[threadIdx.x];
        __syncwarp();
    }
}
EXPORT void spmv_fast(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    csr_vector<32><<<a.rows / 4 + 1 < 8192 ? a.rows / 4 + 1 : 8192, 128>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
