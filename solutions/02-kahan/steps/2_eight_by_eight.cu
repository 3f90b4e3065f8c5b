// tasks: matmul_kahan
// how: 8 x 8 elements a thread, sums and excesses in registers, reads by fours
#include "kahan.h"

#define TILE 128    // rows and columns of c that a block computes
#define DEPTH 16    // terms of their sums that shared memory holds at a time
#define EACH 8      // rows and columns of c that a thread computes: two quads of neighbours
#define THREADS 256 // of a block: 8 warps, four high and two wide
#define BRINGS (TILE * DEPTH / THREADS) // elements of either tile that a thread fetches
#define PAD 4                           // moves each row of a's tile on by four banks

// A running sum, and by how much its last rounding made it too large.
struct kahan {
    float sum, excess;
};

// Adds a * b. The product is rounded only once the excess is off it, by one instruction: four
// in all, in an order that is the algorithm.
static __device__ struct kahan add_product(struct kahan total, float a, float b)
{
    float wanted = fmaf(a, b, -total.excess);
    float sum = total.sum + wanted;
    float grown = sum - total.sum;
    struct kahan next = {sum, grown - wanted};
    return next;
}

// DEPTH columns of a, turned so that a column is a row here, and DEPTH rows of b.
struct __align__(16) tiles {
    float a[DEPTH][TILE + PAD], b[DEPTH][TILE];
};

static __device__ float at_or_zero(const float *matrix, int ld, int n, int row, int col)
{
    return row < n && col < n ? matrix[(size_t)row * ld + col] : 0;
}

// Where a thread's elements of c lie in the block's tile: in the rows `row` to row + 3 and
// row + 16 to row + 19, in the columns `col` to col + 3 and col + 32 to col + 35.
struct place {
    int row, col;
};

// A warp is four threads high and eight wide. Bits 1 and 4 of the lane choose the row and the
// others the column, since lanes that differ in bit 0 or in bit 1 only are served together when
// they read the same quad of shared memory: so each pair shares one of a or one of b.
static __device__ struct place my_place(void)
{
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int high = (lane >> 1 & 1) + (lane >> 3 & 2), wide = (lane & 1) + (lane >> 1 & 6);
    struct place place = {warp / 2 * 32 + high * 4, warp % 2 * 64 + wide * 4};
    return place;
}

// One term for each of the thread's sums. Down one column and up the next, so that a term
// shares a factor with the one before: the register file need not be read for it again.
static __device__ __forceinline__ void add_terms(struct kahan total[EACH][EACH],
                                                 const float a[EACH], const float b[EACH])
{
#pragma unroll
    for (int col = 0; col < EACH; col++) {
#pragma unroll
        for (int i = 0; i < EACH; i++) {
            int row = col % 2 ? EACH - 1 - i : i;
            total[row][col] = add_product(total[row][col], a[row], b[col]);
        }
    }
}

// All terms that the tiles hold. Four reads of shared memory bring 16 factors for 64 terms.
// The loop is not unrolled all the way: thousands of instructions would not stay in the cache.
static __device__ __forceinline__ void add_tiles(struct kahan total[EACH][EACH],
                                                 const struct tiles *tiles, struct place at)
{
#pragma unroll 4
    for (int l = 0; l < DEPTH; l++) {
        __align__(16) float a[EACH], b[EACH];
        *(float4 *)&a[0] = *(const float4 *)&tiles->a[l][at.row];
        *(float4 *)&a[4] = *(const float4 *)&tiles->a[l][at.row + 16];
        *(float4 *)&b[0] = *(const float4 *)&tiles->b[l][at.col];
        *(float4 *)&b[4] = *(const float4 *)&tiles->b[l][at.col + 32];
        add_terms(total, a, b);
    }
}

// A block computes a tile of c, a thread EACH x EACH of its elements, sums and excesses in
// registers. The launch must provide THREADS threads a block, and blocks that cover n columns
// and n rows. Thread t brings the elements t, t + THREADS, ... of either tile, counted along
// the matrix's rows, so that neighbours read neighbours.
__global__ void __launch_bounds__(THREADS)
    matmul_kahan_kernel(const float *a, int lda, const float *b, int ldb, float *c, int ldc,
                        int n)
{
    __shared__ struct tiles tiles;
    int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
    struct place at = my_place();
    struct kahan total[EACH][EACH] = {};
    for (int first = 0; first < n; first += DEPTH) {
#pragma unroll
        for (int i = 0; i < BRINGS; i++) {
            int e = threadIdx.x + i * THREADS, row = e / DEPTH, col = e % TILE;
            tiles.a[e % DEPTH][row] = at_or_zero(a, lda, n, top + row, first + e % DEPTH);
            tiles.b[e / TILE][col] = at_or_zero(b, ldb, n, first + e / TILE, left + col);
        }
        __syncthreads(); // the tiles are complete
        add_tiles(total, &tiles, at);
        __syncthreads(); // the tiles may be overwritten
    }
#pragma unroll
    for (int i = 0; i < EACH * EACH; i++) {
        int row = top + at.row + i / EACH % 4 + i / EACH / 4 * 16;
        int col = left + at.col + i % 4 + i % EACH / 4 * 32;
        if (row < n && col < n)
            c[(size_t)row * ldc + col] = total[i / EACH][i % EACH].sum;
    }
}

EXPORT void matmul_kahan(const float *d_a, int lda, const float *d_b, int ldb, float *d_c,
                         int ldc, int n)
{
    if (n == 0)
        return;
    dim3 grid(blocks_for(n, TILE), blocks_for(n, TILE));
    matmul_kahan_kernel<<<grid, THREADS>>>(d_a, lda, d_b, ldb, d_c, ldc, n);
    CHECK(cudaGetLastError());
}
