// tasks: matmul_fast
// how: fetches the next tiles into registers while it adds up the present ones
#include "tiled.h"

#define TILE 128    // rows and columns of c that a block computes
#define DEPTH 16    // terms of the sums that shared memory holds at a time
#define EACH 8      // rows and columns of c that a thread computes: two quads of neighbours
#define THREADS 256 // of a block: 8 warps, four high and two wide
#define RESIDENT 2  // blocks at once on a multiprocessor: 128 registers a thread
#define PAD 4       // moves each row of a's tile on by four banks

// What a block adds up next: DEPTH columns of a, turned so that a column is a row here, and
// DEPTH rows of b.
struct __align__(16) tiles {
    float a[DEPTH][TILE + PAD], b[DEPTH][TILE];
};

// What a thread has fetched of the next tiles. Registers hold it while the block still adds up
// the present ones: a load takes as long as some hundred instructions.
struct __align__(16) share {
    float a[EACH], b[EACH];
};

// Where a thread goes along k: its first elements of the next tiles; `rows` of a are left from
// there on.
struct walk {
    const float *a, *b;
    int n, k, rows;
};

// Thread t brings the elements t, t + THREADS, ... Rows and columns beyond the last are the
// last again, which spares guards, for which registers are lacking now: they only lead to
// elements outside of c.
static __device__ struct walk begin(const float *a, const float *b, int m, int n, int k,
                                    int top, int left)
{
    int row = min(top + (int)threadIdx.x / DEPTH, m - 1), l = threadIdx.x % DEPTH;
    int col = min(left + (int)threadIdx.x % TILE, n - 1), l_of_b = threadIdx.x / TILE;
    struct walk walk = {&a[(size_t)row * k + l], &b[(size_t)l_of_b * n + col], n, k, m - row};
    return walk;
}

// `count` terms are left. The tiles' others are 0, as they do lead to elements of c.
static __device__ __forceinline__ void fetch(struct share *mine, struct walk *walk, int count)
{
    int l = threadIdx.x % DEPTH, l_of_b = threadIdx.x / TILE;
#pragma unroll
    for (int i = 0; i < EACH; i++) {
        size_t row_of_a = min(i * THREADS / DEPTH, walk->rows - 1);
        int row_of_b = i * THREADS / TILE;
        mine->a[i] = l < count ? __ldg(&walk->a[row_of_a * walk->k]) : 0;
        mine->b[i] =
            l_of_b + row_of_b < count ? __ldg(&walk->b[(size_t)row_of_b * walk->n]) : 0;
    }
    walk->a += DEPTH;
    walk->b += (size_t)DEPTH * walk->n;
}

static __device__ __forceinline__ void store(struct tiles *tiles, const struct share *mine)
{
    int row = threadIdx.x / DEPTH, l = threadIdx.x % DEPTH;
    int col = threadIdx.x % TILE, l_of_b = threadIdx.x / TILE;
#pragma unroll
    for (int i = 0; i < EACH; i++) {
        tiles->a[l][row + i * THREADS / DEPTH] = mine->a[i];
        tiles->b[l_of_b + i * THREADS / TILE][col] = mine->b[i];
    }
}

// Where a thread's elements of c lie in the block's tile: in the rows `row` to row + 3 and
// row + 16 to row + 19, in the columns `col` to col + 3 and col + 32 to col + 35.
struct place {
    int row, col;
};

// A warp is four threads high and eight wide. Bits 1 and 4 of the lane choose the row and the
// others the column, since lanes that differ in bit 0 or in bit 1 only are served together when
// they read the same quad of shared memory: so each pair shares one of a or one of b.
static __device__ struct place my_place()
{
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int high = (lane >> 1 & 1) + (lane >> 3 & 2), wide = (lane & 1) + (lane >> 1 & 6);
    struct place place = {warp / 2 * 32 + high * 4, warp % 2 * 64 + wide * 4};
    return place;
}

// One term for each of the thread's sums, with the factors in row l of the tiles: four loads of
// a quad for 64 products.
static __device__ __forceinline__ void
add_terms(float sum[EACH][EACH], const struct tiles *tiles, int l, struct place at)
{
    __align__(16) float a[EACH], b[EACH];
    *(float4 *)&a[0] = *(const float4 *)&tiles->a[l][at.row];
    *(float4 *)&a[4] = *(const float4 *)&tiles->a[l][at.row + 16];
    *(float4 *)&b[0] = *(const float4 *)&tiles->b[l][at.col];
    *(float4 *)&b[4] = *(const float4 *)&tiles->b[l][at.col + 32];
#pragma unroll
    for (int p = 0; p < EACH * EACH; p++)
        sum[p / EACH][p % EACH] += a[p / EACH] * b[p % EACH];
}

// The sums of `count` terms. While the block adds up one pair of tiles, the next is on its way
// to registers, and from there it goes to a second pair: so one barrier a step is enough.
static __device__ __forceinline__ void add_up(float sum[EACH][EACH], struct walk *walk,
                                              int count, struct place at)
{
    __shared__ struct tiles tiles[2];
    struct share mine;
    fetch(&mine, walk, count);
    store(&tiles[0], &mine);
    for (int now = 0; count > 0; now = 1 - now) {
        __syncthreads(); // these tiles are complete, and nobody reads the others any more
        if (count > DEPTH)
            fetch(&mine, walk, count - DEPTH);
#pragma unroll
        for (int l = 0; l < DEPTH; l++)
            add_terms(sum, &tiles[now], l, at);
        count -= DEPTH;
        if (count > 0)
            store(&tiles[1 - now], &mine);
    }
}

static __device__ __forceinline__ void store_sums(const float sum[EACH][EACH], float *c, int m,
                                                  int n, int top, int left)
{
#pragma unroll
    for (int i = 0; i < EACH * EACH; i++) {
        int row = top + i / EACH % 4 + i / EACH / 4 * 16;
        int col = left + i % 4 + i % EACH / 4 * 32;
        if (row < m && col < n)
            c[(size_t)row * n + col] = sum[i / EACH][i % EACH];
    }
}

// Block t computes tile t of c, which is `across` tiles wide; a thread EACH x EACH elements, in
// registers. The launch must provide THREADS threads a block, and a block for each tile.
__global__ void __launch_bounds__(THREADS, RESIDENT)
    fast_kernel(const float *a, const float *b, float *c, int m, int n, int k, int across)
{
    int top = blockIdx.x / across * TILE, left = blockIdx.x % across * TILE;
    struct walk walk = begin(a, b, m, n, k, top, left);
    struct place at = my_place();
    float sum[EACH][EACH] = {};
    add_up(sum, &walk, k, at);
    store_sums(sum, c, m, n, top + at.row, left + at.col);
}

EXPORT void matmul_fast(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    unsigned down = blocks_for(m, TILE), across = blocks_for(n, TILE);
    unsigned tiles = down * across;
    fast_kernel<<<tiles, THREADS>>>(d_a, d_b, d_c, m, n, k, across);
    CHECK(cudaGetLastError());
}
