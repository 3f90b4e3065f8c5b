// tasks: matmul_kahan
// how: two products before each compensation: 5 instructions for two terms and not 8
#include "kahan.h"

// A running sum, and by how much its last rounding made it too large.
struct kahan {
    float sum, excess;
};

// Adds a * b + a2 * b2 in 5 instructions where two calls of add() would take 10: the products
// join the subtraction. The sum, which is large, still swallows nothing; what is rounded beside
// it is as small as a product. In all that is at most 3u times the products' magnitudes, no
// more than where each product is rounded by itself and then added by add().
static __device__ struct kahan add_products(struct kahan total, float a, float b, float a2,
                                            float b2)
{
    float wanted = fmaf(a2, b2, fmaf(a, b, -total.excess));
    float sum = total.sum + wanted;
    float grown = sum - total.sum;
    struct kahan next = {sum, grown - wanted};
    return next;
}

#define TILE 128    // rows and columns of c that a block computes
#define DEPTH 16    // terms of their sums that shared memory holds at a time
#define EACH 8      // rows and columns of c that a thread computes: two quads of neighbours
#define THREADS 256 // of a block: 8 warps, four high and two wide
#define QUADS (TILE * DEPTH / 4 / THREADS) // that a thread brings of either tile
#define PAD 4                              // moves each row of a's tile on by four banks

// What of a matrix lies right of and below an element: where it is, and how much there is.
struct part {
    const float *at;
    int ld, rows, cols;
};

// What a block adds up next: DEPTH columns of a, turned so that a column is a row here, and
// DEPTH rows of b.
struct __align__(16) tiles {
    float a[DEPTH][TILE + PAD], b[DEPTH][TILE];
};

// What a thread has fetched for the next tiles, on its way through registers.
struct share {
    float4 a[QUADS], b[QUADS];
};

static __device__ struct part part_of(const float *matrix, int ld, int n, int row, int col)
{
    struct part part = {&matrix[(size_t)row * ld + col], ld, n - row, n - col};
    return part;
}

// An element, or 0 outside: such a term takes off the excess once more and adds nothing.
static __device__ float at_or_zero(struct part m, int row, int col)
{
    return row < m.rows && col < m.cols ? m.at[(size_t)row * m.ld + col] : 0;
}

// Four neighbours of a row, in one load where `whole` says that all of them exist and that they
// begin at a multiple of four floats.
static __device__ __forceinline__ float4 quad(struct part m, int row, int col, bool whole)
{
    if (whole)
        return *(const float4 *)&m.at[(size_t)row * m.ld + col];
    float4 quad = {at_or_zero(m, row, col), at_or_zero(m, row, col + 1),
                   at_or_zero(m, row, col + 2), at_or_zero(m, row, col + 3)};
    return quad;
}

// Thread t brings the quads t, t + THREADS, ... of either tile, counted along the matrix's
// rows.
static __device__ __forceinline__ void fetch(struct share *mine, struct part a, struct part b,
                                             bool whole)
{
    for (int i = 0; i < QUADS; i++) {
        int q = threadIdx.x + i * THREADS;
        mine->a[i] = quad(a, q / (DEPTH / 4), q % (DEPTH / 4) * 4, whole);
        mine->b[i] = quad(b, q / (TILE / 4), q % (TILE / 4) * 4, whole);
    }
}

static __device__ __forceinline__ void store(struct tiles *tiles, const struct share *mine)
{
    for (int i = 0; i < QUADS; i++) {
        int q = threadIdx.x + i * THREADS, row = q / (DEPTH / 4), l = q % (DEPTH / 4) * 4;
        tiles->a[l][row] = mine->a[i].x;
        tiles->a[l + 1][row] = mine->a[i].y;
        tiles->a[l + 2][row] = mine->a[i].z;
        tiles->a[l + 3][row] = mine->a[i].w;
        *(float4 *)&tiles->b[q / (TILE / 4)][q % (TILE / 4) * 4] = mine->b[i];
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
static __device__ struct place my_place(void)
{
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int high = (lane >> 1 & 1) + (lane >> 3 & 2), wide = (lane & 1) + (lane >> 1 & 6);
    struct place place = {warp / 2 * 32 + high * 4, warp % 2 * 64 + wide * 4};
    return place;
}

// The factors of a thread's sums in a row of either tile.
struct factors {
    __align__(16) float a[EACH], b[EACH];
};

static __device__ __forceinline__ void
read_factors(struct factors *f, const struct tiles *tiles, int l, struct place at)
{
    *(float4 *)&f->a[0] = *(const float4 *)&tiles->a[l][at.row];
    *(float4 *)&f->a[4] = *(const float4 *)&tiles->a[l][at.row + 16];
    *(float4 *)&f->b[0] = *(const float4 *)&tiles->b[l][at.col];
    *(float4 *)&f->b[4] = *(const float4 *)&tiles->b[l][at.col + 32];
}

// Two terms for each of the thread's sums. Down one column and up the next, so that a term
// shares a factor with the one before: the register file need not be read for it again.
static __device__ __forceinline__ void
add_terms(struct kahan total[EACH][EACH], const struct factors *f, const struct factors *f2)
{
#pragma unroll
    for (int col = 0; col < EACH; col++) {
#pragma unroll
        for (int i = 0; i < EACH; i++) {
            int row = col % 2 ? EACH - 1 - i : i;
            total[row][col] =
                add_products(total[row][col], f->a[row], f->b[col], f2->a[row], f2->b[col]);
        }
    }
}

// All terms that the tiles hold. Eight reads of shared memory bring 32 factors for 128 terms.
// The loop is not unrolled all the way: thousands of instructions would not stay in the cache.
static __device__ __forceinline__ void add_tiles(struct kahan total[EACH][EACH],
                                                 const struct tiles *tiles, struct place at)
{
#pragma unroll 2
    for (int l = 0; l < DEPTH; l += 2) {
        struct factors f, f2;
        read_factors(&f, tiles, l, at);
        read_factors(&f2, tiles, l + 1, at);
        add_terms(total, &f, &f2);
    }
}

// A block computes a tile of c, a thread EACH x EACH of its elements, sums and excesses in
// registers. The launch must provide THREADS threads a block, and blocks that cover n columns
// and n rows. While the block adds up one pair of tiles, the next is on its way from memory to
// registers; it goes to a second pair in shared memory, so that one barrier a step suffices.
static __device__ __forceinline__ void multiply_tiles(const float *a, int lda, const float *b,
                                                      int ldb, float *c, int ldc, int n,
                                                      bool whole)
{
    __shared__ struct tiles tiles[2];
    int top = blockIdx.y * TILE, left = blockIdx.x * TILE, now = 0;
    struct place at = my_place();
    struct kahan total[EACH][EACH] = {};
    struct share mine;
    fetch(&mine, part_of(a, lda, n, top, 0), part_of(b, ldb, n, 0, left), whole);
    store(&tiles[0], &mine);
    __syncthreads(); // the first tiles are complete
    for (int next = DEPTH; next < n + DEPTH; next += DEPTH) {
        if (next < n)
            fetch(&mine, part_of(a, lda, n, top, next), part_of(b, ldb, n, next, left), whole);
        add_tiles(total, &tiles[now], at);
        now = 1 - now;
        if (next < n)
            store(&tiles[now], &mine);
        __syncthreads(); // the next tiles are complete, and nobody reads these any more
    }
#pragma unroll
    for (int i = 0; i < EACH * EACH; i++) {
        int row = top + at.row + i / EACH % 4 + i / EACH / 4 * 16;
        int col = left + at.col + i % 4 + i % EACH / 4 * 32;
        if (row < n && col < n)
            c[(size_t)row * ldc + col] = total[i / EACH][i % EACH].sum;
    }
}

// Two kernels, so that the compiler makes the guards of one and the wide loads of the other.
__global__ void __launch_bounds__(THREADS)
    matmul_kahan_whole_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                              int ldc, int n)
{
    multiply_tiles(a, lda, b, ldb, c, ldc, n, true);
}

__global__ void __launch_bounds__(THREADS)
    matmul_kahan_kernel(const float *a, int lda, const float *b, int ldb, float *c, int ldc,
                        int n)
{
    multiply_tiles(a, lda, b, ldb, c, ldc, n, false);
}

// Whether all rows of the matrix begin at multiples of four floats.
static bool has_quads(const float *d_matrix, int ld)
{
    return (size_t)d_matrix % sizeof(float4) == 0 && ld % 4 == 0;
}

EXPORT void matmul_kahan(const float *d_a, int lda, const float *d_b, int ldb, float *d_c,
                         int ldc, int n)
{
    if (n == 0)
        return;
    dim3 grid(blocks_for(n, TILE), blocks_for(n, TILE));
    if (n % TILE == 0 && has_quads(d_a, lda) && has_quads(d_b, ldb))
        matmul_kahan_whole_kernel<<<grid, THREADS>>>(d_a, lda, d_b, ldb, d_c, ldc, n);
    else
        matmul_kahan_kernel<<<grid, THREADS>>>(d_a, lda, d_b, ldb, d_c, ldc, n);
    CHECK(cudaGetLastError());
}
