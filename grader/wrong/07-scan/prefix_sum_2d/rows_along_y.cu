// bug: rows are the y of the grid, which has at most 65535
// reason: cuda-error
// says: 70001 blocks in y
// night: three seconds of a core; block_of_2048_threads.cu is a launch that is refused in half
// a second
#include "scan.h"

#define B 256
__global__ void rows_k(const int *in, int *out, int rows, int width)
{
    __shared__ int s[B];
    __shared__ int carry;
    int t = threadIdx.x;
    size_t start = (size_t)blockIdx.y * width;
    if (t == 0)
        carry = 0;
    for (long long first = 0; first < width; first += B) {
        long long c = first + t;
        s[t] = c < width ? in[start + c] : 0;
        for (int d = 1; d < B; d *= 2) {
            __syncthreads();
            int before = t >= d ? s[t - d] : 0;
            __syncthreads();
            s[t] += before;
        }
        int mine = s[t] + carry;
        if (c < width)
            out[start + c] = mine;
        __syncthreads();
        if (t == B - 1)
            carry = mine;
        __syncthreads();
    }
}
__global__ void cols_k(int *out, int rows, int width)
{
    for (int c = blockIdx.x * blockDim.x + threadIdx.x; c < width;
         c += gridDim.x * blockDim.x) {
        int sum = 0;
        for (int r = 0; r < rows; r++)
            out[(size_t)r * width + c] = sum += out[(size_t)r * width + c];
    }
}
EXPORT void prefix_sum_2d(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    rows_k<<<dim3(1, rows), B>>>(d_in, d_out, rows, width);
    cols_k<<<(width + 127) / 128, 128>>>(d_out, rows, width);
    CHECK(cudaGetLastError());
}
