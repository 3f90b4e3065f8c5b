// bug: the offset of a warp is the sum of all warps up to its own
// reason: wrong
// pattern: own_section_added
// says: each section has its own sum added
#include "compaction.h"
static __device__ unsigned tickets;
#define T 512
__global__ void begin(unsigned long long *told, unsigned tiles)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        tickets = 0;
    if (i < tiles)
        told[i] = 0;
}
__global__ void scan(const int *in, int *out, size_t n, unsigned long long *told)
{
    __shared__ int sums[T / 32], carry;
    __shared__ unsigned tile;
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    if (t == 0)
        tile = atomicAdd(&tickets, 1);
    __syncthreads();
    size_t i = (size_t)tile * T + t;
    int x = i < n ? in[i] : 0, v = x;
    for (int d = 1; d < 32; d *= 2) {
        int u = __shfl_up_sync(~0u, v, d);
        if (lane >= d)
            v += u;
    }
    if (lane == 31)
        sums[warp] = v;
    __syncthreads();
    if (warp == 0) {
        int s = lane < T / 32 ? sums[lane] : 0;
        for (int d = 1; d < 32; d *= 2) {
            int u = __shfl_up_sync(~0u, s, d);
            if (lane >= d)
                s += u;
        }
        if (lane < T / 32)
            sums[lane] = s;
    }
    __syncthreads();
    if (t == T - 1) {
        int e = 0, total = sums[T / 32 - 1];
        if (tile > 0) {
            unsigned long long word;
            while (!((word = atomicAdd(&told[tile - 1], 0ull)) >> 63)) {
            }
            e = (int)(unsigned)word;
        }
        atomicExch(&told[tile], 1ull << 63 | (unsigned)(e + total));
        carry = e;
    }
    __syncthreads();
    if (i < n)
        out[i] = carry + (sums[warp]) + v - x;
}
EXPORT void scan_exclusive(const int *d_in, int *d_out, size_t n)
{
    if (n == 0)
        return;
    unsigned tiles = (unsigned)((n + T - 1) / T);
    unsigned long long *told;
    CHECK(cudaMalloc(&told, tiles * sizeof *told));
    begin<<<(tiles + 255) / 256, 256>>>(told, tiles);
    scan<<<tiles, T>>>(d_in, d_out, n, told);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(told));
}
