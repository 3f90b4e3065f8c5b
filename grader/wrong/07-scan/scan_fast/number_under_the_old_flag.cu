// bug: the sum of all before replaces the own one while the flag still says that it is the own
// reason: wrong
// pattern: from-some-element
// says: does a number's flag come behind it
#include "scan.h"
#define THREADS 256
#define ITEMS 8
#define TILE (THREADS * ITEMS)
__global__ void k(const int *in, int *out, size_t n, volatile unsigned long long *state,
                  unsigned *next)
{
    __shared__ int warps[8], before;
    __shared__ unsigned tile;
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    if (t == 0)
        tile = atomicAdd(next, 1);
    __syncthreads();
    size_t first = (size_t)tile * TILE + t * ITEMS;
    int v[ITEMS], sum = 0;
    for (int i = 0; i < ITEMS; i++)
        v[i] = sum += first + i < n ? in[first + i] : 0;
    int upto = sum;
    for (int d = 1; d < 32; d *= 2) {
        int u = __shfl_up_sync(0xffffffff, upto, d);
        if (lane >= d)
            upto += u;
    }
    if (lane == 31)
        warps[warp] = upto;
    __syncthreads();
    int mine = upto - sum;
    for (int w = 0; w < warp; w++)
        mine += warps[w];
    if (t == THREADS - 1) {
        unsigned total = mine + sum, up = 0;
        state[tile] = 1ull << 32 | total;
        for (long long p = (long long)tile - 1; p >= 0; p--) {
            unsigned long long s;
            while (((s = state[p]) >> 32) == 0)
                ;
            up += (unsigned)s;
            if (s >> 32 == 2)
                break;
        }
        ((volatile unsigned *)state)[2 * tile] = up + total;
        ((volatile unsigned *)state)[2 * tile + 1] = 2;
        before = up;
    }
    __syncthreads();
    for (int i = 0; i < ITEMS; i++)
        if (first + i < n)
            out[first + i] = v[i] + mine + before;
}
EXPORT void scan_fast(const int *d_in, int *d_out, size_t n)
{
    if (n == 0)
        return;
    size_t tiles = (n + TILE - 1) / TILE, bytes = (tiles + 1) * 8;
    unsigned long long *d_state;
    CHECK(cudaMalloc(&d_state, bytes));
    CHECK(cudaMemset(d_state, 0, bytes));
    k<<<tiles, THREADS>>>(d_in, d_out, n, d_state, (unsigned *)(d_state + tiles));
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d_state));
}
