// tasks: scan_fast
// how: 96 elements a thread, held in registers, loaded four at a time, scanned by
// shuffles
#include "scan.h"

#define BLOCK_SIZE 512 // one block fills a multiprocessor, by its registers
#define WARPS (BLOCK_SIZE / 32)
#define VECTORS 24               // int4 that a thread holds in 96 of its 128 registers
#define SHARE (32 * VECTORS * 4) // elements of a warp
#define TILE (WARPS * SHARE)     // elements of a block
#define MOST_TILES (1 << 20)     // 200 GB each of input and output
#define ALL_LANES 0xffffffff

// The sum of a tile, and later of all tiles before it. A variable of the device and not an
// allocation: launches on one stream follow each other, so no two calls use it at once.
static __device__ int totals[MOST_TILES];

// ---- sums in a warp ------------------------------------------------------------------------

// The sum of the values of all lanes, in every lane.
static __device__ int sum_warp(int value)
{
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_xor_sync(ALL_LANES, value, distance);
    return value;
}

// The sum of the values of lanes 0 to `lane`: Kogge and Stone's scan in registers. The lanes
// of a shuffle wait for each other, so there is no barrier.
static __device__ int scan_warp(int value, unsigned lane)
{
#pragma unroll
    for (unsigned distance = 1; distance < 32; distance *= 2) {
        int before = __shfl_up_sync(ALL_LANES, value, distance);
        value += lane >= distance ? before : 0;
    }
    return value;
}

// ---- a thread's elements -------------------------------------------------------------------

// A warp has SHARE neighbours, lane after lane an int4, VECTORS times: each load and store of
// the warp is one of 512 neighbouring bytes. `in` and `out` point to the thread's first
// element; `left` elements follow from there in the array.

static __device__ void load(const int *in, int4 x[VECTORS])
{
#pragma unroll
    for (int v = 0; v < VECTORS; v++)
        x[v] = __ldcs((const int4 *)in + 32 * v); // not needed again: leave the cache to others
}

static __device__ void store(int *out, const int4 x[VECTORS])
{
#pragma unroll
    for (int v = 0; v < VECTORS; v++)
        __stcs((int4 *)out + 32 * v, x[v]);
}

// The same element by element, for the array's last tile and for arrays that do not begin at a
// multiple of 16 bytes. What lies behind the end counts as 0.
static __device__ void load_each(const int *in, size_t left, int4 x[VECTORS])
{
#pragma unroll
    for (int v = 0; v < VECTORS; v++, in += 128) {
        size_t i = 128 * v;
        x[v].x = i < left ? in[0] : 0;
        x[v].y = i + 1 < left ? in[1] : 0;
        x[v].z = i + 2 < left ? in[2] : 0;
        x[v].w = i + 3 < left ? in[3] : 0;
    }
}

static __device__ void store_each(int *out, size_t left, const int4 x[VECTORS])
{
#pragma unroll
    for (int v = 0; v < VECTORS; v++, out += 128) {
        size_t i = 128 * v;
        if (i < left)
            out[0] = x[v].x;
        if (i + 1 < left)
            out[1] = x[v].y;
        if (i + 2 < left)
            out[2] = x[v].z;
        if (i + 3 < left)
            out[3] = x[v].w;
    }
}

// Each element becomes the sum of the warp's elements up to it. Returns the sum of all.
static __device__ int scan_share(int4 x[VECTORS], unsigned lane)
{
    int carry = 0;
#pragma unroll
    for (int v = 0; v < VECTORS; v++) {
        x[v].y += x[v].x;
        x[v].z += x[v].y;
        x[v].w += x[v].z;
        int sum = scan_warp(x[v].w, lane), before = carry + sum - x[v].w;
        x[v].x += before;
        x[v].y += before;
        x[v].z += before;
        x[v].w += before;
        carry += __shfl_sync(ALL_LANES, sum, 31);
    }
    return carry;
}

static __device__ void add_to_share(int4 x[VECTORS], int before)
{
#pragma unroll
    for (int v = 0; v < VECTORS; v++) {
        x[v].x += before;
        x[v].y += before;
        x[v].z += before;
        x[v].w += before;
    }
}

// ---- the three launches --------------------------------------------------------------------

// What lies before a warp in its tile, and the sum of the tile. By all threads of the block.
struct place {
    int before, tile_sum;
};

static __device__ struct place place_of_warp(int sum, unsigned warp, unsigned lane)
{
    __shared__ int sums[WARPS];
    if (lane == 0)
        sums[warp] = sum;
    __syncthreads(); // the warps' sums are there
    int other = lane < WARPS ? sums[lane] : 0;
    return {sum_warp(lane < warp ? other : 0), sum_warp(other)};
}

// A thread's elements, wherever its tile lies.
static __device__ void load_any(const int *in, size_t n, size_t first, bool aligned,
                                int4 x[VECTORS])
{
    if (aligned && ((size_t)blockIdx.x + 1) * TILE <= n)
        load(in + first, x);
    else
        load_each(in + first, n > first ? n - first : 0, x);
}

// Where the array has the thread's first element.
static __device__ size_t first_of_thread(void)
{
    unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    return (size_t)blockIdx.x * TILE + warp * SHARE + 4 * lane;
}

static __device__ int sum_share(const int4 x[VECTORS])
{
    int sum = 0;
#pragma unroll
    for (int v = 0; v < VECTORS; v++)
        sum += x[v].x + x[v].y + x[v].z + x[v].w;
    return sum_warp(sum);
}

// Block b stores the sum of its tile.
__global__ void __launch_bounds__(BLOCK_SIZE)
    sum_tiles_kernel(const int *in, size_t n, bool aligned)
{
    int4 x[VECTORS];
    load_any(in, n, first_of_thread(), aligned, x);
    struct place place = place_of_warp(sum_share(x), threadIdx.x / 32, threadIdx.x % 32);
    if (threadIdx.x == 0)
        totals[blockIdx.x] = place.tile_sum;
}

// Each total becomes the sum of those before it. A single block, BLOCK_SIZE totals at a time.
__global__ void scan_totals_kernel(unsigned count)
{
    int carry = 0;
    for (unsigned first = 0; first < count; first += BLOCK_SIZE) {
        unsigned i = first + threadIdx.x, lane = threadIdx.x % 32;
        int total = i < count ? totals[i] : 0, sum = scan_warp(total, lane);
        __syncthreads(); // the sums of the round before have been read
        struct place place =
            place_of_warp(__shfl_sync(ALL_LANES, sum, 31), threadIdx.x / 32, lane);
        if (i < count)
            totals[i] = carry + place.before + sum - total;
        carry += place.tile_sum;
    }
}

// Block b scans its tile, a warp SHARE neighbours of it.
__global__ void __launch_bounds__(BLOCK_SIZE)
    scan_tiles_kernel(const int *in, int *out, size_t n, bool aligned)
{
    size_t first = first_of_thread();
    int4 x[VECTORS];
    load_any(in, n, first, aligned, x);
    int sum = scan_share(x, threadIdx.x % 32);
    struct place place = place_of_warp(sum, threadIdx.x / 32, threadIdx.x % 32);
    add_to_share(x, totals[blockIdx.x] + place.before);
    if (aligned && ((size_t)blockIdx.x + 1) * TILE <= n)
        store(out + first, x);
    else
        store_each(out + first, n > first ? n - first : 0, x);
}

EXPORT void scan_fast(const int *d_in, int *d_out, size_t n)
{
    if (n == 0)
        return;
    unsigned tiles = (unsigned)((n + TILE - 1) / TILE);
    bool aligned = ((size_t)d_in | (size_t)d_out) % 16 == 0;
    sum_tiles_kernel<<<tiles, BLOCK_SIZE>>>(d_in, n, aligned);
    CHECK(cudaGetLastError());
    scan_totals_kernel<<<1, BLOCK_SIZE>>>(tiles);
    CHECK(cudaGetLastError());
    scan_tiles_kernel<<<tiles, BLOCK_SIZE>>>(d_in, d_out, n, aligned);
    CHECK(cudaGetLastError());
}
