// tasks: scan_fast
// how: flags and tickets are variables, which the last block clears for the next call
#include "scan.h"
#define T 256
#define MOST_TILES (1 << 22)
static __device__ int flags[MOST_TILES];
static __device__ unsigned begun, ended;

// The last of all blocks leaves everything as it was.
__device__ void end(unsigned tiles)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        __threadfence();
        last = atomicAdd(&ended, 1) == tiles - 1;
    }
    __syncthreads();
    if (!last)
        return;
    __threadfence();
    for (unsigned i = threadIdx.x; i < tiles; i += T)
        ((volatile int *)flags)[i] = 0;
    if (threadIdx.x == 0)
        begun = ended = 0;
}
__global__ void scan(const int *in, int *out, size_t n, int *part, int *whole)
{
    volatile int *flag = flags;
    __shared__ int s[T];
    __shared__ int before;
    __shared__ unsigned mine;
    int t = threadIdx.x;
    if (t == 0)
        mine = atomicAdd(&begun, 1u);
    __syncthreads();
    unsigned tile = mine;
    size_t i = (size_t)tile * T + t;
    s[t] = i < n ? in[i] : 0;
    for (int d = 1; d < T; d *= 2) {
        __syncthreads();
        int v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
    }
    __syncthreads();
    if (t == 0) {
        int total = s[T - 1], sum = 0;
        if (tile == 0) {
            whole[0] = total;
            __threadfence();
            flag[0] = 2;
        } else {
            part[tile] = total;
            __threadfence();
            flag[tile] = 1;
            for (int p = (int)tile - 1; p >= 0; p--) {

                int f;
                do {
                    f = flag[p];
                } while (f == 0);
                __threadfence();
                if (f == 2) {
                    sum += whole[p];
                    break;
                }
                sum += part[p];
            }
            whole[tile] = sum + total;
            __threadfence();
            flag[tile] = 2;
        }
        before = sum;
    }
    __syncthreads();
    if (i < n)
        out[i] = s[t] + before;
    end(gridDim.x);
}
EXPORT void scan_fast(const int *d_in, int *d_out, size_t n)
{
    if (n == 0)
        return;
    unsigned tiles = (unsigned)((n + T - 1) / T);
    int *part, *whole;
    CHECK(cudaMalloc(&part, tiles * sizeof(int)));
    CHECK(cudaMalloc(&whole, tiles * sizeof(int)));
    scan<<<tiles, T>>>(d_in, d_out, n, part, whole);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(part));
    CHECK(cudaFree(whole));
}
