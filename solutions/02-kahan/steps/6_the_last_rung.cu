// tasks: matmul_kahan
// how: half as much a thread and twice as many warps; each term compensates one row of sums
#include "kahan.h"

#define TILE 64     // rows and columns of c that a block computes
#define DEPTH 16    // terms of their sums that shared memory holds at a time
#define ROWS 8      // of c that a thread computes: two times four neighbours
#define COLS 4      // neighbours, that a thread computes of each
#define CHAIN ROWS  // products before each compensation: see add_terms()
#define THREADS 128 // of a block: 4 warps, two high and two wide
#define RESIDENT 4  // blocks at once on a multiprocessor: 128 registers a thread
#define QUADS (TILE * DEPTH / 4 / THREADS) // that a thread brings of either tile
#define PAD 4                              // moves each row of a's tile on by four banks

// Where a thread goes through a matrix: its first quad of the next tile, and how much of the
// matrix lies right of and below it.
struct walk {
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

// Thread t brings the quads t, t + THREADS, ... of either tile, counted along the matrix's
// rows. So it goes on in the same columns, but as many rows below.
#define A_ACROSS (DEPTH / 4)
#define B_ACROSS (TILE / 4)

static __device__ struct walk begin(const float *matrix, int ld, int n, int row, int col)
{
    struct walk walk = {&matrix[(size_t)row * ld + col], ld, n - row, n - col};
    return walk;
}

// An element, or 0 outside: such a term adds nothing.
static __device__ float at_or_zero(struct walk m, int row, int col)
{
    return row < m.rows && col < m.cols ? m.at[(size_t)row * m.ld + col] : 0;
}

// Four neighbours of a row, in one load where `whole` says that all of them exist and that they
// begin at a multiple of four floats.
static __device__ __forceinline__ float4 quad(struct walk m, int row, bool whole)
{
    if (whole)
        return __ldg((const float4 *)&m.at[(size_t)row * m.ld]);
    float4 quad = {at_or_zero(m, row, 0), at_or_zero(m, row, 1), at_or_zero(m, row, 2),
                   at_or_zero(m, row, 3)};
    return quad;
}

static __device__ __forceinline__ void fetch(struct share *mine, struct walk *a, struct walk *b,
                                             bool whole)
{
#pragma unroll
    for (int i = 0; i < QUADS; i++) {
        mine->a[i] = quad(*a, i * THREADS / A_ACROSS, whole);
        mine->b[i] = quad(*b, i * THREADS / B_ACROSS, whole);
    }
    a->at += DEPTH, a->cols -= DEPTH;
    b->at += (size_t)DEPTH * b->ld, b->rows -= DEPTH;
}

static __device__ __forceinline__ void store(struct tiles *tiles, const struct share *mine)
{
    int row = threadIdx.x / A_ACROSS, l = threadIdx.x % A_ACROSS * 4;
    int l_of_b = threadIdx.x / B_ACROSS, col = threadIdx.x % B_ACROSS * 4;
#pragma unroll
    for (int i = 0; i < QUADS; i++) {
        int below = i * THREADS / A_ACROSS;
        tiles->a[l][row + below] = mine->a[i].x;
        tiles->a[l + 1][row + below] = mine->a[i].y;
        tiles->a[l + 2][row + below] = mine->a[i].z;
        tiles->a[l + 3][row + below] = mine->a[i].w;
        *(float4 *)&tiles->b[l_of_b + i * THREADS / B_ACROSS][col] = mine->b[i];
    }
}

// Where a thread's elements of c lie in the block's tile: in the rows `row` to row + 3 and
// row + 16 to row + 19, in the columns `col` to col + 3.
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
    struct place place = {warp / 2 * 32 + high * 4, warp % 2 * 32 + wide * 4};
    return place;
}

// A sum, and a chain of products that are still to be added to it. The chain begins with what
// the sum did not take of the one before.
struct chained {
    float sum, chain;
};

// Adds the chain as add() below does, but for the sign of what is left. Each product is rounded
// in at most CHAIN additions to its chain, which is as small as a few products: README.md has
// the bound. Returns the sum.
static __device__ __forceinline__ float compensate(struct chained *total)
{
    float sum = total->sum + total->chain;
    total->chain -= sum - total->sum;
    return total->sum = sum;
}

// One term for each of the thread's sums, by a fused multiply-add; and the sums of one row are
// compensated, so that a row's turn comes after CHAIN terms. That takes 11 instructions for
// eight terms, where textbooks take 32. To and fro along the rows, so that a term shares a
// factor with the one before: the register file need not be read for it again. FIRST: the row
// is compensated while the factors are on their way, which where tiles are cut off takes
// longer.
template <bool FIRST>
static __device__ __forceinline__ void
add_terms(struct chained total[ROWS][COLS], const struct tiles *tiles, int l, struct place at)
{
    __align__(16) float a[ROWS], b[COLS];
    *(float4 *)&a[0] = *(const float4 *)&tiles->a[l][at.row];
    *(float4 *)&a[4] = *(const float4 *)&tiles->a[l][at.row + 16];
    *(float4 *)&b[0] = *(const float4 *)&tiles->b[l][at.col];
#pragma unroll
    for (int col = 0; col < COLS && FIRST; col++)
        compensate(&total[(l + CHAIN - 1) % CHAIN][col]);
#pragma unroll
    for (int row = 0; row < ROWS; row++)
#pragma unroll
        for (int i = 0; i < COLS; i++) {
            int col = row % 2 ? COLS - 1 - i : i;
            total[row][col].chain = fmaf(a[row], b[col], total[row][col].chain);
        }
#pragma unroll
    for (int col = 0; col < COLS && !FIRST; col++)
        compensate(&total[l % CHAIN][col]);
}

// Stores a thread's elements of c, and compensates what is left in their chains. + 0 changes no
// sum, but until then the compiler may keep it in any register: as one of four neighbours all
// along, it would often share a bank of the register file with the factors.
template <bool WHOLE>
static __device__ __forceinline__ void store_sums(struct chained total[ROWS][COLS], float *c,
                                                  int ldc, int rows, int cols, struct place at)
{
#pragma unroll
    for (int i = 0; i < ROWS; i++) {
        int row = at.row + i % 4 + i / 4 * 16;
        float *to = &c[(size_t)row * ldc + at.col];
        struct chained *t = total[i];
        __align__(16) float sums[COLS] = {compensate(&t[0]) + 0.0f, compensate(&t[1]) + 0.0f,
                                          compensate(&t[2]) + 0.0f, compensate(&t[3]) + 0.0f};
        if (WHOLE)
            *(float4 *)to = *(const float4 *)sums;
#pragma unroll
        for (int j = 0; j < COLS && !WHOLE; j++)
            if (row < rows && at.col + j < cols)
                to[j] = sums[j];
    }
}

// A block computes a tile of c, a thread ROWS x COLS of its elements, in registers. While it
// adds up one pair of tiles, the next is on its way from memory to registers; it goes to a
// second pair in shared memory, so that one barrier a step suffices.
//
// WHOLE says that all tiles are whole, and that all rows begin at multiples of four floats.
// Where only the latter is so (`quads`), tiles that are cut off are fetched one by one.
//
// The launch must provide THREADS threads a block, and blocks that cover n columns and n rows.
template <bool WHOLE>
__global__ void __launch_bounds__(THREADS, RESIDENT)
    matmul_kahan_kernel(const float *a, int lda, const float *b, int ldb, float *c, int ldc,
                        int n, bool quads)
{
    __shared__ struct tiles tiles[2];
    int top = blockIdx.y * TILE, left = blockIdx.x * TILE, now = 0;
    struct walk in_a =
        begin(a, lda, n, top + threadIdx.x / A_ACROSS, threadIdx.x % A_ACROSS * 4);
    struct walk in_b =
        begin(b, ldb, n, threadIdx.x / B_ACROSS, left + threadIdx.x % B_ACROSS * 4);
    bool inside = quads && top + TILE <= n && left + TILE <= n;
    struct place at = my_place();
    struct chained total[ROWS][COLS] = {};
    struct share mine;
    fetch(&mine, &in_a, &in_b, WHOLE || (inside && DEPTH <= n));
    store(&tiles[0], &mine);
    for (int to_add = n; to_add > 0; to_add -= DEPTH) {
        __syncthreads(); // these tiles are complete, and nobody reads the others any more
        if (to_add > DEPTH)
            fetch(&mine, &in_a, &in_b, WHOLE || (inside && 2 * DEPTH <= to_add));
#pragma unroll
        for (int l = 0; l < DEPTH; l++)
            add_terms<WHOLE>(total, &tiles[now], l, at);
        now = 1 - now;
        if (to_add > DEPTH)
            store(&tiles[now], &mine);
    }
    store_sums<WHOLE>(total, &c[(size_t)top * ldc + left], ldc, n - top, n - left, at);
}

// Whether all rows of the matrix begin at multiples of four floats.
static bool has_quads(const float *d_matrix, int ld)
{
    return (size_t)d_matrix % sizeof(float4) == 0 && ld % 4 == 0;
}

// WHOLE where all rows begin at multiples of four floats and all tiles are whole.
static void multiply_by_tiles(const float *d_a, int lda, const float *d_b, int ldb, float *d_c,
                              int ldc, int n)
{
    dim3 grid(blocks_for(n, TILE), blocks_for(n, TILE));
    bool quads = has_quads(d_a, lda) && has_quads(d_b, ldb);
    if (n % TILE == 0 && quads && has_quads(d_c, ldc))
        matmul_kahan_kernel<true><<<grid, THREADS>>>(d_a, lda, d_b, ldb, d_c, ldc, n, true);
    else
        matmul_kahan_kernel<false><<<grid, THREADS>>>(d_a, lda, d_b, ldb, d_c, ldc, n, quads);
}

// ---- where n is less than half a tile
// --------------------------------------------------------

// A running sum, and by how much its last rounding made it too large.
struct kahan {
    float sum, excess;
};

static __device__ struct kahan add(struct kahan total, float x)
{
    float wanted = x - total.excess;
    float sum = total.sum + wanted;
    float grown = sum - total.sum;
    struct kahan next = {sum, grown - wanted};
    return next;
}

// Thread t of the grid computes element t of c, as in kahan.cu.
__global__ void product_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                               int ldc, int n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (size_t)n * n)
        return;
    size_t row = i / n, col = i % n;
    struct kahan total = {0, 0};
    for (int l = 0; l < n; l++)
        total = add(total, a[row * lda + l] * b[(size_t)l * ldb + col]);
    c[row * ldc + col] = total.sum;
}

#define BLOCK_SIZE 256

static void multiply_by_elements(const float *d_a, int lda, const float *d_b, int ldb,
                                 float *d_c, int ldc, int n)
{
    unsigned blocks = blocks_for((size_t)n * n, BLOCK_SIZE);
    product_kernel<<<blocks, BLOCK_SIZE>>>(d_a, lda, d_b, ldb, d_c, ldc, n);
}

EXPORT void matmul_kahan(const float *d_a, int lda, const float *d_b, int ldb, float *d_c,
                         int ldc, int n)
{
    if (n == 0)
        return;
    if (n < TILE / 2)
        multiply_by_elements(d_a, lda, d_b, ldb, d_c, ldc, n);
    else
        multiply_by_tiles(d_a, lda, d_b, ldb, d_c, ldc, n);
    CHECK(cudaGetLastError());
}
