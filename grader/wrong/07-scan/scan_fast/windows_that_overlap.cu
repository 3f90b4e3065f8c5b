// bug: the next window of the look-back begins with the last tile of the one before
// reason: wrong
// pattern: from-some-element
// says: it looks back until it meets one that knows all before it
#include "scan.h"
#define THREADS 256
#define ITEMS 8
#define TILE_ITEMS (THREADS * ITEMS)
typedef unsigned long long word;
enum : unsigned { INVALID = 0, PARTIAL = 1, PREFIX = 2 };
struct TileState {
    word *d;
    static __device__ word make(unsigned status, int value)
    {
        return (word)status << 32 | (unsigned)value;
    }
    __device__ void set(unsigned tile, unsigned status, int value) const
    {
        atomicExch(&d[tile], make(status, value));
    }
    __device__ word get(unsigned tile) const
    {
        return atomicAdd(&d[tile], 0ull);
    }
};
__global__ void init_kernel(TileState state, unsigned *counter, unsigned tiles)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < tiles)
        state.set(i, INVALID, 0);
    if (i == 0)
        *counter = 0;
}
__device__ int warp_inclusive(int v, int lane)
{
    for (int d = 1; d < 32; d *= 2) {
        int up = __shfl_up_sync(0xffffffffu, v, d);
        v += lane >= d ? up : 0;
    }
    return v;
}
__device__ int look_back(TileState state, unsigned tile, int lane)
{
    int sum = 0;
    long long at = (long long)tile - 1 - lane;
    while (true) {
        word w = TileState::make(PREFIX, 0);
        bool waiting = true;
        while (__any_sync(0xffffffffu, waiting)) {
            if (at >= 0)
                w = state.get((unsigned)at);
            waiting = (unsigned)(w >> 32) == INVALID;
        }
        unsigned done = __ballot_sync(0xffffffffu, (unsigned)(w >> 32) == PREFIX);
        int nearest = done ? __ffs(done) - 1 : 31;
        int v = lane <= nearest ? (int)(unsigned)w : 0;
        for (int d = 16; d; d /= 2)
            v += __shfl_xor_sync(0xffffffffu, v, d);
        sum += v;
        if (done)
            return sum;
        at -= 31;
    }
}
__global__ void __launch_bounds__(THREADS)
    scan_kernel(const int *in, int *out, size_t n, TileState state, unsigned *counter)
{
    __shared__ int items[TILE_ITEMS + TILE_ITEMS / 32];
    __shared__ int warps[THREADS / 32];
    __shared__ int exclusive;
    __shared__ unsigned tile_s;
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    if (t == 0)
        tile_s = atomicAdd(counter, 1);
    __syncthreads();
    unsigned tile = tile_s;
    size_t base = (size_t)tile * TILE_ITEMS;
    for (int k = t; k < TILE_ITEMS; k += THREADS)
        items[k + k / 32] = base + k < n ? in[base + k] : 0;
    __syncthreads();
    int x[ITEMS];
    for (int k = 0; k < ITEMS; k++) {
        int p = t * ITEMS + k;
        x[k] = items[p + p / 32] + (k ? x[k - 1] : 0);
    }
    int own = warp_inclusive(x[ITEMS - 1], lane);
    if (lane == 31)
        warps[warp] = own;
    __syncthreads();
    int before = own - x[ITEMS - 1], total = 0;
    for (int i = 0; i < THREADS / 32; i++) {
        before += i < warp ? warps[i] : 0;
        total += warps[i];
    }
    if (warp == 0) {
        if (tile == 0) {
            if (lane == 0) {
                state.set(0, PREFIX, total);
                exclusive = 0;
            }
        } else {
            if (lane == 0)
                state.set(tile, PARTIAL, total);
            int e = look_back(state, tile, lane);
            if (lane == 0) {
                state.set(tile, PREFIX, e + total);
                exclusive = e;
            }
        }
    }
    __syncthreads();
    for (int k = 0; k < ITEMS; k++) {
        int p = t * ITEMS + k;
        items[p + p / 32] = x[k] + before + exclusive;
    }
    __syncthreads();
    for (int k = t; k < TILE_ITEMS; k += THREADS)
        if (base + k < n)
            out[base + k] = items[k + k / 32];
}
EXPORT void scan_fast(const int *d_in, int *d_out, size_t n)
{
    if (n == 0)
        return;
    unsigned tiles = (unsigned)((n + TILE_ITEMS - 1) / TILE_ITEMS);
    TileState state;
    unsigned *counter;
    CHECK(cudaMalloc(&state.d, tiles * sizeof(word)));
    CHECK(cudaMalloc(&counter, sizeof *counter));
    init_kernel<<<(tiles + 255) / 256, 256>>>(state, counter, tiles);
    scan_kernel<<<tiles, THREADS>>>(d_in, d_out, n, state, counter);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(state.d));
    CHECK(cudaFree(counter));
}
