// bug: behind the flag of another block there is only a fence of the block
// reason: race
// says: orders for threads of one block alone
// only: race
#include "scan.h"

#define T 256
__global__ void init(volatile int *flag, unsigned *ticket, unsigned tiles)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < tiles)
        flag[i] = 0;
    if (i == 0)
        *ticket = 0;
}
__global__ void scan(const int *in, int *out, size_t n, unsigned *ticket, volatile int *flag,
                     int *part, int *whole)
{
    __shared__ int s[T];
    __shared__ int before;
    __shared__ unsigned mine;
    int t = threadIdx.x;
    if (t == 0)
        mine = atomicAdd(ticket, 1u);
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
                __threadfence_block();
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
}
EXPORT void scan_fast(const int *d_in, int *d_out, size_t n)
{
    if (n == 0)
        return;
    unsigned tiles = (unsigned)((n + T - 1) / T);
    unsigned *ticket;
    int *flag, *part, *whole;
    CHECK(cudaMalloc(&ticket, sizeof *ticket));
    CHECK(cudaMalloc(&flag, tiles * sizeof(int)));
    CHECK(cudaMalloc(&part, tiles * sizeof(int)));
    CHECK(cudaMalloc(&whole, tiles * sizeof(int)));
    init<<<(tiles + 255) / 256, 256>>>(flag, ticket, tiles);
    scan<<<tiles, T>>>(d_in, d_out, n, ticket, flag, part, whole);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(ticket));
    CHECK(cudaFree(flag));
    CHECK(cudaFree(part));
    CHECK(cudaFree(whole));
}
