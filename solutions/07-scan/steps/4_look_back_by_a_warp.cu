// tasks: scan_fast
// how: a warp looks back, at 32 tiles at once
#include "scan.h"

#define BLOCK_SIZE 512 // one block fills a multiprocessor, by its registers
#define WARPS (BLOCK_SIZE / 32)
#define VECTORS 24               // int4 that a thread holds in 96 of its 128 registers
#define SHARE (32 * VECTORS * 4) // elements of a warp
#define TILE (WARPS * SHARE)     // elements of a block
#define MOST_TILES (1 << 20)     // 200 GB each of input and output
#define ALL_LANES 0xffffffff

// ---- what tiles tell each other ------------------------------------------------------------

// What a tile has published: nothing yet, the sum of its own elements, or the sum of all
// elements up to its end. State and sum share a word of 64 bits, which is written and read at
// once: who sees the state has the sum that belongs to it, so no fence is needed.
enum { NOTHING, OWN_SUM, SUM_TO_END };

static __device__ volatile unsigned long long published[MOST_TILES];
static __device__ unsigned begun; // tiles of this launch that a block has begun with

static __device__ void publish(unsigned tile, unsigned state, int sum)
{
    published[tile] = (unsigned long long)state << 32 | (unsigned)sum;
}

static __device__ unsigned state_of(unsigned long long word)
{
    return (unsigned)(word >> 32);
}

static __device__ int sum_of(unsigned long long word)
{
    return (int)(unsigned)word;
}

// What a tile has published, once it has. Before the first tile lies a sum of 0.
static __device__ unsigned long long wait_for(int tile)
{
    unsigned long long word = (unsigned long long)SUM_TO_END << 32;
    do
        if (tile >= 0)
            word = published[tile];
    while (state_of(word) == NOTHING);
    return word;
}

// Blocks may start in any order, and a tile that has no block yet would be waited for in vain
// if those that wait left it no room. So a block takes the next tile when it starts: all
// earlier ones have blocks that run. To be called by all threads of the block.
static __device__ unsigned next_tile(void)
{
    __shared__ unsigned ticket;
    if (threadIdx.x == 0)
        ticket = atomicAdd(&begun, 1);
    __syncthreads();
    return ticket;
}

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

// The sum of all tiles before `tile`; by a whole warp. It looks at 32 tiles at once, lane 0 at
// the nearest. If some of them know the sum up to their end, the nearest one of these ends the
// search; otherwise the sums of all 32 count, and the next 32 are looked at.
static __device__ int look_back(unsigned tile, unsigned lane)
{
    int sum = 0;
    for (int nearest = (int)tile - 1;; nearest -= 32) {
        unsigned long long word = wait_for(nearest - (int)lane);
        unsigned ends = __ballot_sync(ALL_LANES, state_of(word) == SUM_TO_END);
        unsigned last = ends ? __ffs(ends) - 1 : 31;
        sum += lane <= last ? sum_of(word) : 0;
        if (ends)
            return sum_warp(sum);
    }
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

// ---- the scan ------------------------------------------------------------------------------

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

// A block scans a tile, a warp SHARE neighbours of it. The launch must provide BLOCK_SIZE
// threads a block, a block a tile; `published` and `begun` must be 0; `aligned` tells that both
// arrays begin at a multiple of 16 bytes.
__global__ void __launch_bounds__(BLOCK_SIZE)
    scan_kernel(const int *in, int *out, size_t n, bool aligned)
{
    __shared__ int before_tile;
    unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32, tile = next_tile();
    size_t first = (size_t)tile * TILE + warp * SHARE + 4 * lane;
    size_t left = n > first ? n - first : 0;
    bool whole = aligned && ((size_t)tile + 1) * TILE <= n;
    int4 x[VECTORS];
    if (whole)
        load(in + first, x);
    else
        load_each(in + first, left, x);
    struct place place = place_of_warp(scan_share(x, lane), warp, lane);
    if (threadIdx.x == 0)
        publish(tile, OWN_SUM, place.tile_sum);
    if (warp == 0) {
        int sum = look_back(tile, lane);
        if (lane == 0) {
            publish(tile, SUM_TO_END, sum + place.tile_sum);
            before_tile = sum;
        }
    }
    __syncthreads(); // what lies before the tile is known
    add_to_share(x, before_tile + place.before);
    if (whole)
        store(out + first, x);
    else
        store_each(out + first, left, x);
}

EXPORT void scan_fast(const int *d_in, int *d_out, size_t n)
{
    if (n == 0)
        return;
    unsigned tiles = (unsigned)((n + TILE - 1) / TILE);
    void *d_published, *d_begun;
    CHECK(cudaGetSymbolAddress(&d_published, published));
    CHECK(cudaGetSymbolAddress(&d_begun, begun));
    CHECK(cudaMemsetAsync(d_published, 0, tiles * sizeof *published));
    CHECK(cudaMemsetAsync(d_begun, 0, sizeof begun));
    bool aligned = ((size_t)d_in | (size_t)d_out) % 16 == 0;
    scan_kernel<<<tiles, BLOCK_SIZE>>>(d_in, d_out, n, aligned);
    CHECK(cudaGetLastError());
}
