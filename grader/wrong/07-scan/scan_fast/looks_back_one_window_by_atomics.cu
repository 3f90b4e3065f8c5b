// bug: a look back of one window, through words of atomic operations without any fence
// reason: wrong
// pattern: from-some-element
// says: it looks back until it meets one that knows all before it
#include "scan.h"

#define B 128
#define V 4
__global__ void k(const int *in, int *out, size_t n, unsigned long long *state,
                  unsigned *ticket)
{
    __shared__ unsigned tile;
    __shared__ int warps[B / 32], prefix, stop, taken[B / 32];
    int t = threadIdx.x, lane = t & 31, w = t >> 5;
    if (t == 0)
        tile = atomicAdd(ticket, 1);
    __syncthreads();
    size_t at = ((size_t)tile * B + t) * V;
    int v[V], sum = 0;
    for (int i = 0; i < V; i++)
        v[i] = sum += at + i < n ? in[at + i] : 0;
    int up = sum;
    for (int d = 1; d < 32; d *= 2) {
        int o = __shfl_up_sync(~0u, up, d);
        if (lane >= d)
            up += o;
    }
    if (lane == 31)
        warps[w] = up;
    __syncthreads();
    int before = 0, total = 0;
    for (int i = 0; i < B / 32; i++) {
        if (i < w)
            before += warps[i];
        total += warps[i];
    }
    if (w == 0) {
        int sum_before = 0;
        if (tile > 0) {
            if (lane == 0)
                atomicExch(&state[tile], 1ull << 32 | (unsigned)total);
            for (int p = (int)tile - 1 - lane;; p -= 32) {
                unsigned long long s = 2ull << 32;
                if (p >= 0)
                    while ((s = atomicAdd(&state[p], 0ull)) >> 32 == 0)
                        ;
                unsigned whole = __ballot_sync(~0u, s >> 32 == 2);
                int first = whole ? __ffs(whole) - 1 : 31;
                int x = lane <= first ? (int)(unsigned)s : 0;
                for (int d = 16; d; d /= 2)
                    x += __shfl_down_sync(~0u, x, d);
                sum_before += __shfl_sync(~0u, x, 0);
                break;
            }
        }
        if (lane == 0) {
            atomicExch(&state[tile], 2ull << 32 | (unsigned)(sum_before + total));
            prefix = sum_before;
        }
    }
    __syncthreads();
    int add = prefix + before + up - sum;
    for (int i = 0; i < V; i++)
        if (at + i < n)
            out[at + i] = v[i] + add;
}
EXPORT void scan_fast(const int *d_in, int *d_out, size_t n)
{
    if (n == 0)
        return;
    unsigned tiles = (unsigned)((n + B * V - 1) / (B * V));
    unsigned long long *state;
    CHECK(cudaMalloc(&state, (tiles + 1ull) * 8));
    CHECK(cudaMemset(state, 0, (tiles + 1ull) * 8));
    k<<<tiles, B>>>(d_in, d_out, n, state, (unsigned *)(state + tiles));
    CHECK(cudaGetLastError());
    CHECK(cudaFree(state));
}
