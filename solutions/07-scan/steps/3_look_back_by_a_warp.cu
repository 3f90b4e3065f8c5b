// scan_fast: a whole warp looks back, at 32 tiles at once.
#include "scan.h"

#define BLOCK_SIZE 512 // threads of a block, and elements of a tile
#define MOST_TILES (1 << 22)
#define ALL_LANES 0xffffffff

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

// The sum of the values of all lanes of a warp, in every lane.
static __device__ int sum_warp(int value)
{
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_xor_sync(ALL_LANES, value, distance);
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

// The sum of the values of threads 0 to t, by Kogge and Stone; by all threads of a block.
static __device__ int scan_block(int value)
{
    __shared__ int sums[BLOCK_SIZE];
    unsigned t = threadIdx.x;
    sums[t] = value;
    for (unsigned stride = 1; stride < BLOCK_SIZE; stride *= 2) {
        __syncthreads(); // the sums of the step before are complete
        int before = t >= stride ? sums[t - stride] : 0;
        __syncthreads(); // all have read them: they may be overwritten
        sums[t] += before;
    }
    return sums[t];
}

// A block scans a tile, a thread an element. The launch must provide BLOCK_SIZE threads a
// block, a block a tile; `published` and `begun` must be 0.
__global__ void scan_kernel(const int *in, int *out, size_t n)
{
    __shared__ int before;
    unsigned t = threadIdx.x, lane = t % 32, last = BLOCK_SIZE - 1, tile = next_tile();
    size_t i = (size_t)tile * BLOCK_SIZE + t;
    int sum = scan_block(i < n ? in[i] : 0);
    if (t / 32 == last / 32) { // the warp of the thread that has the tile's sum
        if (t == last)
            publish(tile, OWN_SUM, sum);
        int all_before = look_back(tile, lane);
        if (t == last) {
            publish(tile, SUM_TO_END, all_before + sum);
            before = all_before;
        }
    }
    __syncthreads(); // what lies before the tile is known
    if (i < n)
        out[i] = before + sum;
}

EXPORT void scan_fast(const int *d_in, int *d_out, size_t n)
{
    if (n == 0)
        return;
    unsigned tiles = blocks_for(n, BLOCK_SIZE);
    void *d_published, *d_begun;
    CHECK(cudaGetSymbolAddress(&d_published, published));
    CHECK(cudaGetSymbolAddress(&d_begun, begun));
    CHECK(cudaMemsetAsync(d_published, 0, tiles * sizeof *published));
    CHECK(cudaMemsetAsync(d_begun, 0, sizeof begun));
    scan_kernel<<<tiles, BLOCK_SIZE>>>(d_in, d_out, n);
    CHECK(cudaGetLastError());
}
