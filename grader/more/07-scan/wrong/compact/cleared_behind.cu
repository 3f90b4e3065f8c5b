// bug: the output is cleared behind the kernel that stores
// reason: wrong
// pattern: cleared
// says: is d_out cleared behind the kernel that stores
#include "compaction.h"
__global__ void flags(const int *in, int *pos, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        pos[i] = in[i] > 0;
}
__global__ void block_scan(int *pos, int *sums, size_t n)
{
    __shared__ int s[512];
    size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    s[threadIdx.x] = i < n ? pos[i] : 0;
    for (int d = 1; d < 512; d *= 2) {
        __syncthreads();
        int v = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
        __syncthreads();
        s[threadIdx.x] += v;
    }
    __syncthreads();
    if (i < n)
        pos[i] = s[threadIdx.x];
    if (threadIdx.x == 511)
        sums[blockIdx.x] = s[511];
}
__global__ void add(int *pos, const int *sums, size_t n)
{
    size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    if (blockIdx.x > 0 && i < n)
        pos[i] += sums[blockIdx.x - 1];
}
static void scan(int *pos, size_t n)
{
    unsigned blocks = (unsigned)((n + 511) / 512);
    int *sums;
    CHECK(cudaMalloc(&sums, blocks * sizeof *sums));
    block_scan<<<blocks, 512>>>(pos, sums, n);
    if (blocks > 1) {
        scan(sums, blocks);
        add<<<blocks, 512>>>(pos, sums, n);
    }
    CHECK(cudaFree(sums));
}
__global__ void scatter(const int *in, const int *pos, int *out, size_t n, int *count)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (in[i] > 0)
        out[pos[i] - 1] = in[i];
    if (i == n - 1)
        *count = pos[i];
}
EXPORT void compact(const int *d_in, int *d_out, size_t n, int *d_count)
{
    CHECK(cudaMemset(d_count, 0, sizeof *d_count));
    if (n == 0)
        return;
    int *pos;
    CHECK(cudaMalloc(&pos, n * sizeof *pos));
    unsigned blocks = (unsigned)((n + 255) / 256);
    flags<<<blocks, 256>>>(d_in, pos, n);
    scan(pos, n);
    scatter<<<blocks, 256>>>(d_in, pos, d_out, n, d_count);
    CHECK(cudaGetLastError());
    CHECK(cudaMemset(d_out, 0, n * sizeof *d_out));
    CHECK(cudaFree(pos));
}
