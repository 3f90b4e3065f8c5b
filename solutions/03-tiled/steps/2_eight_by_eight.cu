// tasks: matmul_fast
// how: 8 x 8 elements a thread and reads by fours: 4 loads now serve 64 terms
#include "tiled.h"

#define TILE 128    // rows and columns of c that a block computes
#define DEPTH 16    // terms of the sums that the tiles hold at a time
#define EACH 8      // rows and columns of c that a thread computes: two quads of neighbours
#define THREADS 256 // of a block: 8 warps, four high and two wide
#define BRINGS (TILE * DEPTH / THREADS) // elements of either tile that a thread fetches
#define PAD 4                           // moves each row of a's tile on by four banks

// DEPTH columns of a, turned so that a column is a row here: neighbours in a column, which a
// thread needs together, are neighbours in the tile. And DEPTH rows of b.
struct __align__(16) tiles {
    float a[DEPTH][TILE + PAD], b[DEPTH][TILE];
};

// The element of a rows x cols matrix, or 0 outside of it.
static __device__ float at_or_zero(const float *matrix, int rows, int cols, int row, int col)
{
    return row < rows && col < cols ? matrix[(size_t)row * cols + col] : 0;
}

// Thread t brings the elements t, t + THREADS, ... of either tile, counted along the rows of
// the matrix, so that neighbours read neighbours.
static __device__ __forceinline__ void load_tiles(struct tiles *tiles, const float *a,
                                                  const float *b, int m, int n, int k, int top,
                                                  int left, int first)
{
#pragma unroll
    for (int i = 0; i < BRINGS; i++) {
        int e = threadIdx.x + i * THREADS, row = e / DEPTH, col = e % TILE;
        tiles->a[e % DEPTH][row] = at_or_zero(a, m, k, top + row, first + e % DEPTH);
        tiles->b[e / TILE][col] = at_or_zero(b, k, n, first + e / TILE, left + col);
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

// One term for each of the thread's sums: four loads of a quad bring what 64 products need.
static __device__ __forceinline__ void
add_terms(float sum[EACH][EACH], const struct tiles *tiles, int l, struct place at)
{
    __align__(16) float a[EACH], b[EACH];
    *(float4 *)&a[0] = *(const float4 *)&tiles->a[l][at.row];
    *(float4 *)&a[4] = *(const float4 *)&tiles->a[l][at.row + 16];
    *(float4 *)&b[0] = *(const float4 *)&tiles->b[l][at.col];
    *(float4 *)&b[4] = *(const float4 *)&tiles->b[l][at.col + 32];
#pragma unroll
    for (int i = 0; i < EACH; i++) {
#pragma unroll
        for (int j = 0; j < EACH; j++)
            sum[i][j] += a[i] * b[j];
    }
}

// Block t computes tile t of c, which is `across` tiles wide; a thread EACH x EACH elements, in
// registers. The launch must provide THREADS threads a block, and a block for each tile.
__global__ void __launch_bounds__(THREADS, 2)
    fast_kernel(const float *a, const float *b, float *c, int m, int n, int k, int across)
{
    __shared__ struct tiles tiles;
    int top = blockIdx.x / across * TILE, left = blockIdx.x % across * TILE;
    struct place at = my_place();
    float sum[EACH][EACH] = {};
    for (int first = 0; first < k; first += DEPTH) {
        load_tiles(&tiles, a, b, m, n, k, top, left, first);
        __syncthreads(); // the tiles are complete
#pragma unroll 8
        for (int l = 0; l < DEPTH; l++)
            add_terms(sum, &tiles, l, at);
        __syncthreads(); // the tiles may be overwritten
    }
#pragma unroll
    for (int i = 0; i < EACH * EACH; i++) {
        int row = top + at.row + i / EACH % 4 + i / EACH / 4 * 16;
        int col = left + at.col + i % 4 + i % EACH / 4 * 32;
        if (row < m && col < n)
            c[(size_t)row * n + col] = sum[i / EACH][i % EACH];
    }
}

EXPORT void matmul_fast(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    unsigned across = blocks_for(n, TILE);
    fast_kernel<<<blocks_for(m, TILE) * across, THREADS>>>(d_a, d_b, d_c, m, n, k, across);
    CHECK(cudaGetLastError());
}
