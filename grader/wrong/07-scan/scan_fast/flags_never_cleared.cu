// bug: the flags of one call are still set in the next one
// reason: wrong
// pattern: from-some-element
// says: what does a call leave for the next one
#include "scan.h"

#define BLOCK 256
#define PER 8
#define TILE (BLOCK * PER)
#define MOST_TILES (1 << 19)

__device__ unsigned taken;
__device__ volatile int ready[MOST_TILES], total[MOST_TILES];

__global__ void chain(const int *in, int *out, size_t n)
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
            while (ready[part - 1] != 1)
                ;
            __threadfence();
            before = total[part - 1];
        }
        total[part] = before + sums[BLOCK - 1];
        __threadfence();
        ready[part] = 1;
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
    begin<<<1, 1>>>();
    chain<<<blocks_for(n, TILE), BLOCK>>>(d_in, d_out, n);
    CHECK(cudaGetLastError());
}
