// tasks: scan_fast
// how: flags are never cleared: each call counts, and waits for its own number
#include "scan.h"

#define BLOCK 256
#define PER 8
#define TILE (BLOCK * PER)
#define MOST_TILES (1 << 19)

__device__ unsigned taken;
__device__ volatile int ready[MOST_TILES], total[MOST_TILES];

__global__ void chain(const int *in, int *out, size_t n, int call)
{
    __shared__ int sums[BLOCK], before;
    __shared__ unsigned part;
    int t = threadIdx.x, own[PER], all = 0;
    if (t == 0)
        part = atomicAdd(&taken, 1);
    __syncthreads();
    size_t first = (size_t)part * TILE + t * PER;
    for (int k = 0; k < PER; k++)
        own[k] = all += first + k < n ? in[first + k] : 0;
    sums[t] = all;
    __syncthreads();
    for (int stride = 1; stride < BLOCK; stride *= 2) {
        int left = t >= stride ? sums[t - stride] : 0;
        __syncthreads();
        sums[t] += left;
        __syncthreads();
    }
    if (t == 0) {
        before = 0;
        if (part > 0) {
            while (ready[part - 1] != call)
                ;
            __threadfence();
            before = total[part - 1];
        }
        total[part] = before + sums[BLOCK - 1];
        __threadfence();
        ready[part] = call;
    }
    __syncthreads();
    for (int k = 0; k < PER; k++)
        if (first + k < n)
            out[first + k] = own[k] + sums[t] - all + before;
}

__global__ void begin()
{
    taken = 0;
}

EXPORT void scan_fast(const int *d_in, int *d_out, size_t n)
{
    if (n == 0)
        return;
    static int calls;
    begin<<<1, 1>>>();
    chain<<<blocks_for(n, TILE), BLOCK>>>(d_in, d_out, n, ++calls);
    CHECK(cudaGetLastError());
}
