// bug: asks of the columns whether four may be loaded at once, and loads four values as well
// reason: misaligned
// reason: cuda-error
// says: misaligned read of 16 bytes
// night: five seconds of a core; float4_in_whole_tiles.cu is refused for the same in less than
// one
#include "spmv.h"

static __device__ float sum_warp(float value)
{
    for (int apart = 16; apart > 0; apart /= 2)
        value += __shfl_xor_sync(0xffffffff, value, apart);
    return value;
}

// A warp a row.
__global__ void row_kernel(struct csr a, const float *x, float *y)
{
    int lane = threadIdx.x % 32, warps = gridDim.x * blockDim.x / 32;
    for (int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32; row < a.rows; row += warps) {
        int begin = a.d_starts[row], end = a.d_starts[row + 1];
        float sum = 0;
        bool whole = (size_t)(a.d_col + begin) % 16 == 0;
        int fours = whole ? (end - begin) / 4 : 0, k = begin + 4 * fours + lane;
        for (int i = lane; i < fours; i += 32) {
            int4 col = ((const int4 *)(a.d_col + begin))[i];
            float4 value = ((const float4 *)(a.d_value + begin))[i];
            sum += value.x * x[col.x] + value.y * x[col.y] + value.z * x[col.z] +
                   value.w * x[col.w];
        }
        for (; k < end; k += 32)
            sum += a.d_value[k] * x[a.d_col[k]];
        sum = sum_warp(sum);
        if (lane == 0)
            y[row] = sum;
    }
}

EXPORT void spmv_fast(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    row_kernel<<<blocks_for((size_t)a.rows * 32, 256), 256>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
