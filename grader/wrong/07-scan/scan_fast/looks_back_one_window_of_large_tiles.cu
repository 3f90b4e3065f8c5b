// bug: the same, of tiles of 1024 threads
// reason: wrong
// pattern: from-some-element
// says: it looks back until it meets one that knows all before it
#include "scan.h"

// A status word: high 32 bits 0 none, 1 aggregate, 2 prefix; low 32 the value; a warp looks
// back
#define THREADS 1024
#define ITEMS 4
typedef unsigned long long word;
__device__ word pack(unsigned kind, int v)
{
    return ((word)kind << 32) | (unsigned)v;
}
__global__ void k(const int *in, int *out, size_t n, word *status, unsigned *next)
{
    __shared__ unsigned block;
    __shared__ int warps[THREADS / 32], prefix;
    if (threadIdx.x == 0) {
        block = atomicAdd(next, 1);
    }
    __syncthreads();
    const unsigned b = block;
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    size_t first = (size_t)b * THREADS * ITEMS + threadIdx.x * ITEMS;
    int v[ITEMS], sum = 0;
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        sum += first + i < n ? in[first + i] : 0;
        v[i] = sum;
    }
    int up = sum;
    for (int d = 1; d < 32; d += d) {
        int u = __shfl_up_sync(0xffffffffu, up, d);
        up += lane < d ? 0 : u;
    }
    if (lane == 31) {
        warps[warp] = up;
    }
    __syncthreads();
    int offset = 0, total = 0;
    for (int w = 0; w < THREADS / 32; w++) {
        offset += w < warp ? warps[w] : 0;
        total += warps[w];
    }
    if (warp == 0) {
        int before = 0;
        if (b == 0) {
            if (lane == 0) {
                atomicExch(&status[0], pack(2, total));
            }
        } else {
            if (lane == 0) {
                atomicExch(&status[b], pack(1, total));
            }
            for (long long at = (long long)b - 1 - lane;;) {
                word w = pack(2, 0);
                if (at >= 0) {
                    do {
                        w = *(volatile word *)&status[at];
                    } while (w >> 32 == 0);
                }
                unsigned whole = __ballot_sync(0xffffffffu, w >> 32 == 2);
                int stop = whole ? __ffs(whole) - 1 : 31;
                int take = lane <= stop ? (int)(unsigned)w : 0;
                for (int d = 16; d; d /= 2) {
                    take += __shfl_xor_sync(0xffffffffu, take, d);
                }
                before += take;
                if (true) {
                    break;
                }
            }
            if (lane == 0) {
                atomicExch(&status[b], pack(2, before + total));
            }
        }
        if (lane == 0) {
            prefix = before;
        }
    }
    __syncthreads();
    offset += prefix + up - sum;
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        if (first + i < n) {
            out[first + i] = v[i] + offset;
        }
    }
}
EXPORT void scan_fast(const int *d_in, int *d_out, size_t n)
{
    if (n == 0) {
        return;
    }
    size_t blocks = (n + THREADS * ITEMS - 1) / (THREADS * ITEMS),
           bytes = blocks * sizeof(word);
    char *d;
    CHECK(cudaMalloc(&d, bytes + sizeof(unsigned)));
    CHECK(cudaMemsetAsync(d, 0, bytes + sizeof(unsigned), 0));
    k<<<(unsigned)blocks, THREADS>>>(d_in, d_out, n, (word *)d, (unsigned *)(d + bytes));
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d));
}
