// bug: quads of c are stored wherever it begins
// reason: cuda-error
// reason: misaligned
// says: of c, an address that is no multiple of 16
// night: four seconds of a core; matrix_add/quads_at_every_second_int.cu of lab 01 is
// misaligned in one
#include "tiled.h"

#define TILE 128       // rows and columns of c that a block computes
#define DEPTH 16       // terms of the sums that shared memory holds at a time
#define EACH 8         // rows and columns of c that a thread computes: two quads of neighbours
#define THREADS 256    // of a block: 8 warps, four high and two wide
#define RESIDENT 2     // blocks at once on a multiprocessor: 128 registers a thread
#define PAD 4          // moves each row of a's tile on by four banks
#define ADDERS 64      // threads of a block that adds up parts
#define MOST_PARTS 264 // tiles of partial sums that there is memory for

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

// What fast_kernel is compiled for, each without what only the others need.
enum shape {
    WHOLE_TILES, // all tiles are whole, and all rows begin at multiples of four floats
    ANY,         // as many rows as a tile has, or more
    FEW_ROWS     // fewer
};

// ---- by quads -------------------------------------------------------------------------------

// Four floats a load, of whole tiles. Thread t brings the quads t and t + THREADS of either
// tile, counted along the matrix's rows.
static __device__ struct walk begin_quads(const float *a, const float *b, int n, int k, int top,
                                          int left, int first)
{
    int row = top + threadIdx.x / (DEPTH / 4), l = threadIdx.x % (DEPTH / 4) * 4;
    int col = left + threadIdx.x % (TILE / 4) * 4, l_of_b = threadIdx.x / (TILE / 4);
    struct walk walk = {&a[(size_t)row * k + first + l], &b[(size_t)(first + l_of_b) * n + col],
                        n, k, 0};
    return walk;
}

static __device__ __forceinline__ void fetch_quads(struct share *mine, struct walk *walk)
{
#pragma unroll
    for (int i = 0; i < EACH; i += 4) {
        size_t row_of_a = i * THREADS / DEPTH, row_of_b = i * THREADS / TILE;
        *(float4 *)&mine->a[i] = __ldg((const float4 *)&walk->a[row_of_a * walk->k]);
        *(float4 *)&mine->b[i] = __ldg((const float4 *)&walk->b[row_of_b * walk->n]);
    }
}

static __device__ __forceinline__ void store_quads(struct tiles *tiles,
                                                   const struct share *mine)
{
    int row = threadIdx.x / (DEPTH / 4), l = threadIdx.x % (DEPTH / 4) * 4;
    int col = threadIdx.x % (TILE / 4) * 4, l_of_b = threadIdx.x / (TILE / 4);
#pragma unroll
    for (int i = 0; i < EACH; i += 4) {
        for (int j = 0; j < 4; j++)
            tiles->a[l + j][row + i * THREADS / DEPTH] = mine->a[i + j];
        *(float4 *)&tiles->b[l_of_b + i * THREADS / TILE][col] = *(const float4 *)&mine->b[i];
    }
}

// ---- one by one -----------------------------------------------------------------------------

// Whatever the shape: thread t brings the elements t, t + THREADS, ... Columns beyond the last
// are the last again, and so are rows where there are few; that spares a guard, as they only
// lead to elements outside of c.
static __device__ struct walk begin_elements(const float *a, const float *b, int m, int n,
                                             int k, int top, int left, int first)
{
    int row = min(top + (int)threadIdx.x / DEPTH, m - 1), l = threadIdx.x % DEPTH;
    int col = min(left + (int)threadIdx.x % TILE, n - 1), l_of_b = threadIdx.x / TILE;
    struct walk walk = {&a[(size_t)row * k + first + l], &b[(size_t)(first + l_of_b) * n + col],
                        n, k, m - row};
    return walk;
}

// `count` terms are left: in the last step fewer than the tiles hold. The tiles' others are 0,
// as they do lead to elements of c.
template <enum shape SHAPE, bool LAST>
static __device__ __forceinline__ void fetch_each(struct share *mine, struct walk *walk,
                                                  int count)
{
    int l = threadIdx.x % DEPTH, l_of_b = threadIdx.x / TILE;
#pragma unroll
    for (int i = 0; i < EACH; i++) {
        int row_of_a = i * THREADS / DEPTH, row_of_b = i * THREADS / TILE;
        if (SHAPE == FEW_ROWS)
            row_of_a = min(row_of_a, walk->rows - 1);
        const float *a = &walk->a[(size_t)row_of_a * walk->k];
        const float *b = &walk->b[(size_t)row_of_b * walk->n];
        mine->a[i] = !LAST || l < count ? __ldg(a) : 0;
        mine->b[i] = !LAST || l_of_b + row_of_b < count ? __ldg(b) : 0;
    }
}

template <enum shape SHAPE>
static __device__ __forceinline__ void fetch_elements(struct share *mine, struct walk *walk,
                                                      int count)
{
    if (SHAPE == ANY && count >= DEPTH)
        fetch_each<SHAPE, false>(mine, walk, count);
    else
        fetch_each<SHAPE, true>(mine, walk, count);
}

static __device__ __forceinline__ void store_elements(struct tiles *tiles,
                                                      const struct share *mine)
{
    int row = threadIdx.x / DEPTH, l = threadIdx.x % DEPTH;
    int col = threadIdx.x % TILE, l_of_b = threadIdx.x / TILE;
#pragma unroll
    for (int i = 0; i < EACH; i++) {
        tiles->a[l][row + i * THREADS / DEPTH] = mine->a[i];
        tiles->b[l_of_b + i * THREADS / TILE][col] = mine->b[i];
    }
}

// ---- either ---------------------------------------------------------------------------------

template <enum shape SHAPE>
static __device__ __forceinline__ void fetch(struct share *mine, struct walk *walk, int count)
{
    if (SHAPE == WHOLE_TILES)
        fetch_quads(mine, walk);
    else
        fetch_elements<SHAPE>(mine, walk, count);
    walk->a += DEPTH;
    walk->b += (size_t)DEPTH * walk->n;
}

template <enum shape SHAPE>
static __device__ __forceinline__ void store(struct tiles *tiles, const struct share *mine)
{
    if (SHAPE == WHOLE_TILES)
        store_quads(tiles, mine);
    else
        store_elements(tiles, mine);
}

// ---- the sums -------------------------------------------------------------------------------

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
// a quad for 64 products. To and fro row by row, down the left half and up the right one, so
// that a term shares a factor with the one before: a multiply-add reads three registers, of
// which the register file delivers two at a time, and this third one is still at hand.
static __device__ __forceinline__ void
add_terms(float sum[EACH][EACH], const struct tiles *tiles, int l, struct place at)
{
    __align__(16) float a[EACH], b[EACH];
    *(float4 *)&a[0] = *(const float4 *)&tiles->a[l][at.row];
    *(float4 *)&a[4] = *(const float4 *)&tiles->a[l][at.row + 16];
    *(float4 *)&b[0] = *(const float4 *)&tiles->b[l][at.col];
    *(float4 *)&b[4] = *(const float4 *)&tiles->b[l][at.col + 32];
#pragma unroll
    for (int p = 0; p < EACH * EACH; p++) {
        int i = p / 4 % EACH, j = i % 2 ? 3 - p % 4 : p % 4;
        int row = p < 32 ? i : EACH - 1 - i, col = p < 32 ? j : 4 + j;
        sum[row][col] += a[row] * b[col];
    }
}

// The sums of `count` terms. While the block adds up one pair of tiles, the next is on its way
// to registers, and from there it goes to a second pair: so one barrier a step is enough.
template <enum shape SHAPE>
static __device__ __forceinline__ void add_up(float sum[EACH][EACH], struct walk *walk,
                                              int count, struct place at)
{
    __shared__ struct tiles tiles[2];
    struct share mine;
    fetch<SHAPE>(&mine, walk, count);
    store<SHAPE>(&tiles[0], &mine);
    for (int now = 0; count > 0; now = 1 - now) {
        __syncthreads(); // these tiles are complete, and nobody reads the others any more
        if (count > DEPTH)
            fetch<SHAPE>(&mine, walk, count - DEPTH);
#pragma unroll
        for (int l = 0; l < DEPTH; l++)
            add_terms(sum, &tiles[now], l, at);
        count -= DEPTH;
        if (count > 0)
            store<SHAPE>(&tiles[1 - now], &mine);
    }
}

// ---- the kernels ----------------------------------------------------------------------------

// The sums of parts of the terms, each padded to whole tiles. A variable of the device and not
// an allocation: launches on one stream follow each other, so no two calls use it at once.
static __device__ __align__(16) float partial[(size_t)MOST_PARTS * TILE * TILE];

// Part p of `parts` of k terms begins here; parts are whole steps of DEPTH.
static __device__ int first_term(int k, int p, int parts)
{
    int steps = k / DEPTH + (k % DEPTH > 0);
    long long first = (long long)steps * p / parts * DEPTH;
    return first < k ? (int)first : k;
}

// Stores a thread's elements, the first of them (row, col), in a matrix of `cols` columns:
// those in the rows from `first` to before `end`, or all of a whole tile; by quads or one by
// one. + 0 changes no sum, but until then the compiler may keep it in any register: as one of
// four neighbours all along, it would often share a bank with the factors.
template <enum shape SHAPE, bool QUADS>
static __device__ __forceinline__ void store_sums(const float sum[EACH][EACH], float *c,
                                                  int first, int end, int cols, struct place at)
{
#pragma unroll
    for (int i = 0; i < EACH * EACH; i += 4) {
        int row = at.row + i / EACH % 4 + i / EACH / 4 * 16, col = at.col + i % EACH * 8;
        const float *s = &sum[i / EACH][i % EACH];
        float *to = &c[(size_t)row * cols + col];
        float4 quad = {s[0] + 0.0f, s[1] + 0.0f, s[2] + 0.0f, s[3] + 0.0f};
        if (SHAPE != WHOLE_TILES && (row < first || row >= end))
            continue;
        if (QUADS)
            *(float4 *)to = quad;
        for (int j = 0; j < 4 && !QUADS; j++)
            if (col + j < cols)
                to[j] = s[j];
    }
}

// Block (t, p) adds up part p of the terms for tile t of c, which is `across` tiles wide; a
// thread EACH x EACH elements, in registers. The launch must provide THREADS threads a block
// and a block for each tile and part. One part goes to c; several go to `partial`.
//
// The last tile down may reach beyond the last row. It is moved up so as to end there, and
// leaves the rows alone that it shares with the one above: so no load needs a guard for that.
template <enum shape SHAPE>
__global__ void __launch_bounds__(THREADS, RESIDENT)
    fast_kernel(const float *a, const float *b, float *c, int m, int n, int k, int across)
{
    int part = blockIdx.y, parts = gridDim.y;
    int own = blockIdx.x / across * TILE, left = blockIdx.x % across * TILE;
    int top = SHAPE == ANY ? min(own, m - TILE) : own;
    int first = first_term(k, part, parts), count = first_term(k, part + 1, parts) - first;
    struct walk walk = SHAPE == WHOLE_TILES ? begin_quads(a, b, n, k, top, left, first)
                                            : begin_elements(a, b, m, n, k, top, left, first);
    struct place in_tile = my_place();
    float sum[EACH][EACH] = {};
    add_up<SHAPE>(sum, &walk, count, in_tile);
    // Not before, for it takes registers.
    struct place in_c = {top + in_tile.row, left + in_tile.col};
    if (parts == 1) {
        store_sums<SHAPE, SHAPE == WHOLE_TILES>(sum, c, own, m, n, in_c);
    } else {
        size_t rows = gridDim.x / across * TILE, cols = across * TILE;
        store_sums<SHAPE, true>(sum, &partial[part * rows * cols], own, m, cols, in_c);
    }
}

// Thread x of block (x, y) adds up the parts of four elements in row y of c, always in the same
// order: whichever block was done first, the result is the same to the last bit.
__global__ void add_parts_kernel(float *c, int n, int rows, int pitch, int parts)
{
    int row = blockIdx.y, col = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    if (col >= n)
        return;
    float sum[4] = {};
#pragma unroll 8
    for (int p = 0; p < parts; p++) {
        float4 quad = *(const float4 *)&partial[((size_t)p * rows + row) * pitch + col];
        sum[0] += quad.x, sum[1] += quad.y, sum[2] += quad.z, sum[3] += quad.w;
    }
    for (int j = 0; j < 4 && col + j < n; j++)
        c[(size_t)row * n + col + j] = sum[j];
}

// ---- the launch -----------------------------------------------------------------------------

// Into how many parts to split the sums, so that few tiles still keep all multiprocessors busy;
// each part is long enough to be worth it, and there is memory for all.
static int parts_for(size_t tiles, int k)
{
    int device, multiprocessors;
    CHECK(cudaGetDevice(&device));
    CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    size_t blocks = (size_t)multiprocessors * RESIDENT, longest = k / (8 * DEPTH);
    size_t parts = (blocks < MOST_PARTS ? blocks : MOST_PARTS) / tiles;
    parts = parts < longest ? parts : longest;
    return parts > 1 ? (int)parts : 1;
}

EXPORT void matmul_fast(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    unsigned down = blocks_for(m, TILE), across = blocks_for(n, TILE);
    dim3 grid(down * across, parts_for((size_t)down * across, k));
    bool aligned = ((size_t)d_a | (size_t)d_b) % sizeof(float4) == 0;
    if (aligned && m % TILE == 0 && n % TILE == 0 && k % DEPTH == 0 && k > 0)
        fast_kernel<WHOLE_TILES><<<grid, THREADS>>>(d_a, d_b, d_c, m, n, k, across);
    else if (m >= TILE)
        fast_kernel<ANY><<<grid, THREADS>>>(d_a, d_b, d_c, m, n, k, across);
    else
        fast_kernel<FEW_ROWS><<<grid, THREADS>>>(d_a, d_b, d_c, m, n, k, across);
    CHECK(cudaGetLastError());
    if (grid.y > 1) {
        dim3 rows(blocks_for(n, 4 * ADDERS), m);
        add_parts_kernel<<<rows, ADDERS>>>(d_c, n, down * TILE, across * TILE, grid.y);
        CHECK(cudaGetLastError());
    }
}
