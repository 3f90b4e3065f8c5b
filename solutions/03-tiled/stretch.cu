// Lab 03, worked: the product in float as fast as cuBLAS. steps/ leads from tiled.cu to this,
// one change a file; new here are kernels for a c of few columns or few rows.
#include "tiled.h"

#define TILE 128       // rows and columns of c that a block computes
#define DEPTH 16       // terms of the sums that shared memory holds at a time
#define EACH 8         // rows and columns of c that a thread computes: two quads of neighbours
#define THREADS 256    // of a block: 8 warps, four high and two wide
#define RESIDENT 2     // blocks at once on a multiprocessor: 128 registers a thread
#define PAD 4          // moves each row of a's tile on by four banks
#define ADDERS 64      // threads of a block that adds up parts
#define MOST_PARTS 512 // tiles of partial sums that there is memory for

// Of a thin c, which has few columns or few rows:
#define THIN 32          // columns or rows at most
#define PANEL 16         // of these, those that a block computes
#define THIN_THREADS 128 // of a block: 4 warps
#define THIN_RESIDENT 4  // blocks at once on a multiprocessor: 128 registers a thread
#define COLUMNS_ROWS 64  // for few columns, rows that a block computes,
#define COLUMNS_EACH 2   // those of a thread,
#define COLUMNS_DEPTH 64 // and terms of the sums that shared memory holds at a time
#define ROWS_COLUMNS 512 // for few rows, columns that a block computes,
#define ROWS_EACH 4      // those of a thread,
#define ROWS_TERMS 128   // terms for which a block brings all of a's panel,
#define AHEAD 4          // and of these, those for which a thread fetches b at once

// What a block adds up next: DEPTH columns of a, turned so that a column is a row here, and
// DEPTH rows of b.
struct __align__(16) tiles {
    float a[DEPTH][TILE + PAD], b[DEPTH][TILE];
};

// What a thread has fetched of the next tiles, while the block adds up the present ones.
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
static __device__ __forceinline__ void fetch_elements(struct share *mine, struct walk *walk,
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

template <enum shape SHAPE>
static __device__ __forceinline__ void fetch(struct share *mine, struct walk *walk, int count)
{
    if (SHAPE == WHOLE_TILES)
        fetch_quads(mine, walk);
    else if (SHAPE == ANY && count >= DEPTH)
        fetch_elements<SHAPE, false>(mine, walk, count);
    else
        fetch_elements<SHAPE, true>(mine, walk, count);
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

// Thread i adds up the parts of the i-th quad of c's elements, counted along its rows, always
// in one order: whichever block was done first, the result is the same to the last bit.
__global__ void add_parts_kernel(float *c, int n, int m, int rows, int pitch, int parts)
{
    int across = n / 4 + (n % 4 > 0), i = blockIdx.x * blockDim.x + threadIdx.x;
    int row = i / across, col = i % across * 4;
    if (row >= m)
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

// ---- few columns ----------------------------------------------------------------------------

// What a block adds up next, for few columns of c: a tile of a, which comes from memory once,
// and one of b, which the cache has. The pad lets lanes read quads one below the other.
struct __align__(16) thin_tiles {
    float a[COLUMNS_ROWS][COLUMNS_DEPTH + 4], b[COLUMNS_DEPTH][PANEL];
};

struct __align__(16) thin_share {
    float a[COLUMNS_ROWS * COLUMNS_DEPTH / THIN_THREADS],
        b[COLUMNS_DEPTH * PANEL / THIN_THREADS];
};

// A load of a brings FLOATS neighbours: four, where its rows begin at multiples of four floats.
// Rows and columns beyond the last are the last again; of the terms those beyond `count` are 0.
template <int FLOATS>
static __device__ void fetch_thin(struct thin_share *mine, const float *a, const float *b,
                                  int m, int n, int k, int count)
{
    const int across = COLUMNS_DEPTH / FLOATS, rows = THIN_THREADS / across;
    int l = threadIdx.x % across * FLOATS, left = blockIdx.z * PANEL;
    int top = blockIdx.x * COLUMNS_ROWS + threadIdx.x / across;
#pragma unroll
    for (int i = 0; i < COLUMNS_ROWS / rows; i++) {
        const float *first = &a[(size_t)min(top + i * rows, m - 1) * k + l];
        if (FLOATS == 4)
            *(float4 *)&mine->a[4 * i] = l < count ? __ldg((const float4 *)first) : float4{};
        else
            mine->a[i] = l < count ? __ldg(first) : 0;
    }
#pragma unroll
    for (int i = 0; i < COLUMNS_DEPTH * PANEL / THIN_THREADS; i++) {
        int at = i * THIN_THREADS + threadIdx.x, col = min(left + at % PANEL, n - 1);
        mine->b[i] = at / PANEL < count ? __ldg(&b[(size_t)(at / PANEL) * n + col]) : 0;
    }
}

template <int FLOATS>
static __device__ void store_thin(struct thin_tiles *tiles, const struct thin_share *mine)
{
    const int across = COLUMNS_DEPTH / FLOATS, rows = THIN_THREADS / across;
    float *a = &tiles->a[threadIdx.x / across][threadIdx.x % across * FLOATS];
#pragma unroll
    for (int i = 0; i < COLUMNS_ROWS / rows; i++, a += sizeof tiles->a[0] / sizeof *a * rows)
        if (FLOATS == 4)
            *(float4 *)a = *(const float4 *)&mine->a[4 * i];
        else
            *a = mine->a[i];
#pragma unroll
    for (int i = 0; i < COLUMNS_DEPTH * PANEL / THIN_THREADS; i++)
        (&tiles->b[0][0])[i * THIN_THREADS + threadIdx.x] = mine->b[i];
}

// The products of a quad with one factor for each of the thread's lines of sums.
template <int COUNT>
static __device__ void add_quad(float sum[COUNT][PANEL], const float factor[COUNT], float4 quad,
                                int at)
{
#pragma unroll
    for (int i = 0; i < COUNT; i++) {
        sum[i][at] += factor[i] * quad.x;
        sum[i][at + 1] += factor[i] * quad.y;
        sum[i][at + 2] += factor[i] * quad.z;
        sum[i][at + 3] += factor[i] * quad.w;
    }
}

// Each warp adds up a quarter of the tiles' terms for the whole tile of c, so that a quad of a
// serves 64 products, and one of b, which all lanes read at once, 8.
static __device__ void add_thin_terms(float sum[COLUMNS_EACH][PANEL],
                                      const struct thin_tiles *tiles)
{
    int lane = threadIdx.x % 32, first = threadIdx.x / 32 * (COLUMNS_DEPTH / 4);
#pragma unroll
    for (int l = 0; l < COLUMNS_DEPTH / 4; l += 4) {
        __align__(16) float a[COLUMNS_EACH][4];
#pragma unroll
        for (int i = 0; i < COLUMNS_EACH; i++)
            *(float4 *)a[i] = *(const float4 *)&tiles->a[lane + 32 * i][first + l];
#pragma unroll
        for (int p = 0; p < 4 * PANEL; p += 4) {
            int t = p / PANEL;
            const float factors[] = {a[0][t], a[1][t]};
            add_quad<COLUMNS_EACH>(
                sum, factors, *(const float4 *)&tiles->b[first + l + t][p % PANEL], p % PANEL);
        }
    }
}

// Adds the sums of the four warps, in their order. They lie for it where the tiles were.
static __device__ void store_thin_sums(float *shared, const float sum[COLUMNS_EACH][PANEL],
                                       float *c, int m, int n, int pitch)
{
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int top = blockIdx.x * COLUMNS_ROWS, left = blockIdx.z * PANEL;
    float *own = &shared[(warp * COLUMNS_ROWS + lane) * PANEL];
    __syncthreads(); // nobody reads the tiles any more
#pragma unroll
    for (int i = 0; i < COLUMNS_EACH * PANEL; i++)
        own[i / PANEL * 32 * PANEL + i % PANEL] = sum[i / PANEL][i % PANEL];
    __syncthreads();
    for (int i = threadIdx.x; i < COLUMNS_ROWS * PANEL; i += THIN_THREADS) {
        int row = top + i / PANEL, col = left + i % PANEL;
        float total = shared[i];
        for (int w = 1; w < THIN_THREADS / 32; w++)
            total += shared[w * COLUMNS_ROWS * PANEL + i];
        if (row < m && col < n)
            c[(size_t)row * pitch + col] = total;
    }
}

// Block (t, p, q) adds up part p of the terms for tile t of c: COLUMNS_ROWS rows of its q-th
// panel. The launch must provide THIN_THREADS threads a block and a block for each tile, part
// and panel. While the block adds up one pair of tiles, the next is on its way to registers.
template <int FLOATS>
__global__ void __launch_bounds__(THIN_THREADS, THIN_RESIDENT)
    few_columns_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ struct thin_tiles tiles[2];
    int first = first_term(k, blockIdx.y, gridDim.y);
    int count = first_term(k, blockIdx.y + 1, gridDim.y) - first;
    float sum[COLUMNS_EACH][PANEL] = {};
    struct thin_share mine;
    a += first, b += (size_t)first * n;
    fetch_thin<FLOATS>(&mine, a, b, m, n, k, count);
    store_thin<FLOATS>(&tiles[0], &mine);
    for (int now = 0; count > 0; now = 1 - now) {
        __syncthreads(); // these tiles are complete, and nobody reads the others any more
        count -= COLUMNS_DEPTH, a += COLUMNS_DEPTH, b += (size_t)COLUMNS_DEPTH * n;
        if (count > 0)
            fetch_thin<FLOATS>(&mine, a, b, m, n, k, count);
        add_thin_terms(sum, &tiles[now]);
        if (count > 0)
            store_thin<FLOATS>(&tiles[1 - now], &mine);
    }
    int pitch = gridDim.y > 1 ? gridDim.z * PANEL : n;
    if (gridDim.y > 1)
        c = &partial[(size_t)blockIdx.y * gridDim.x * COLUMNS_ROWS * pitch];
    store_thin_sums((float *)tiles, sum, c, m, n, pitch);
}

// ---- few rows -------------------------------------------------------------------------------

// A panel of a, turned: ROWS_TERMS terms, those beyond `count` 0.
static __device__ void load_panel(float panel[ROWS_TERMS][PANEL + 4], const float *a, int m,
                                  int k, int count)
{
#pragma unroll 4
    for (int i = threadIdx.x; i < PANEL * ROWS_TERMS; i += THIN_THREADS) {
        int row = min((int)blockIdx.z * PANEL + i / ROWS_TERMS, m - 1), l = i % ROWS_TERMS;
        panel[l][i / ROWS_TERMS] = l < count ? __ldg(&a[(size_t)row * k + l]) : 0;
    }
}

// The next AHEAD terms of the thread's columns of b: quads, where rows begin at multiples of
// four floats. An element of b serves this thread only, so it goes to a register at once.
template <bool QUADS>
static __device__ void fetch_columns(float mine[AHEAD][ROWS_EACH], const float *b, int col,
                                     int n, int count)
{
#pragma unroll
    for (int l = 0; l < AHEAD; l++, b += n)
        if (QUADS)
            *(float4 *)mine[l] = l < count ? __ldg((const float4 *)&b[col]) : float4{};
        else
            for (int j = 0; j < ROWS_EACH; j++)
                mine[l][j] = l < count ? __ldg(&b[min(col + j, n - 1)]) : 0;
}

// While the thread adds up AHEAD terms, the next are on their way.
template <bool QUADS>
static __device__ void add_up_few_rows(float sum[ROWS_EACH][PANEL], const float *a,
                                       const float *b, int col, int m, int n, int k, int count)
{
    __shared__ __align__(16) float panel[ROWS_TERMS][PANEL + 4];
    __align__(16) float now[AHEAD][ROWS_EACH], next[AHEAD][ROWS_EACH];
    fetch_columns<QUADS>(next, b, col, n, count);
#pragma unroll 2
    for (int l = 0; l < count; l += AHEAD) {
        if (l % ROWS_TERMS == 0) {
            __syncthreads(); // nobody reads the panel any more
            load_panel(panel, a + l, m, k, count - l);
            __syncthreads();
        }
#pragma unroll
        for (int i = 0; i < AHEAD * ROWS_EACH; i++)
            now[i / ROWS_EACH][i % ROWS_EACH] = next[i / ROWS_EACH][i % ROWS_EACH];
        b += (size_t)AHEAD * n;
        fetch_columns<QUADS>(next, b, col, n, count - l - AHEAD);
#pragma unroll
        for (int i = 0; i < AHEAD * PANEL; i += 4) {
            const float *a_quad = &panel[l % ROWS_TERMS + i / PANEL][i % PANEL];
            add_quad<ROWS_EACH>(sum, now[i / PANEL], *(const float4 *)a_quad, i % PANEL);
        }
    }
}

// Block (t, p, q) adds up part p of the terms for tile t of c: PANEL rows, the q-th panel of
// them, and ROWS_EACH columns a thread. The launch is as for few columns.
template <bool QUADS>
__global__ void __launch_bounds__(THIN_THREADS, THIN_RESIDENT)
    few_rows_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    int first = first_term(k, blockIdx.y, gridDim.y);
    int count = first_term(k, blockIdx.y + 1, gridDim.y) - first;
    int left = blockIdx.x * ROWS_COLUMNS + threadIdx.x * ROWS_EACH, top = blockIdx.z * PANEL;
    float sum[ROWS_EACH][PANEL] = {};
    add_up_few_rows<QUADS>(sum, a + first, b + (size_t)first * n,
                           QUADS ? min(left, n - ROWS_EACH) : left, m, n, k, count);
    int pitch = gridDim.y > 1 ? gridDim.x * ROWS_COLUMNS : n;
    if (gridDim.y > 1)
        c = &partial[(size_t)blockIdx.y * gridDim.z * PANEL * pitch];
#pragma unroll
    for (int i = 0; i < ROWS_EACH * PANEL; i++) {
        int row = top + i % PANEL, col = left + i / PANEL;
        if (row < m && col < n)
            c[(size_t)row * pitch + col] = sum[i / PANEL][i % PANEL];
    }
}

// ---- the launch -----------------------------------------------------------------------------

// Into how many parts to split the sums so that the last blocks, too, come in numbers that keep
// all multiprocessors busy. Each part is long enough to be worth it, and of its `floats` sums
// there is memory for all.
static int parts_for(size_t tiles, int resident, size_t floats, int k)
{
    int device, multiprocessors, best = 1;
    double busiest = 0;
    CHECK(cudaGetDevice(&device));
    CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    size_t at_once = (size_t)multiprocessors * resident, most = sizeof partial / sizeof(float);
    for (int parts = 1; parts <= k / (8 * DEPTH) || parts == 1; parts++) {
        size_t blocks = tiles * parts, rounds = (blocks + at_once - 1) / at_once;
        double busy = (double)blocks / (rounds * at_once);
        if (busy > busiest)
            busiest = busy, best = parts;
        if (busiest > 0.9 || (parts + 1) * floats > most)
            break;
    }
    return best;
}

static void add_parts(float *c, int m, int n, int rows, int pitch, int parts)
{
    if (parts == 1)
        return;
    size_t quads = (size_t)m * blocks_for(n, 4);
    add_parts_kernel<<<blocks_for(quads, ADDERS), ADDERS>>>(c, n, m, rows, pitch, parts);
    CHECK(cudaGetLastError());
}

// A thin c: tiles.x tiles for each of tiles.z panels, which are `rows` x `pitch` together.
static void multiply_thin(void (*kernel)(const float *, const float *, float *, int, int, int),
                          const float *a, const float *b, float *c, int m, int n, int k,
                          dim3 tiles, int rows, int pitch)
{
    tiles.y = parts_for((size_t)tiles.x * tiles.z, THIN_RESIDENT, (size_t)rows * pitch, k);
    kernel<<<tiles, THIN_THREADS>>>(a, b, c, m, n, k);
    CHECK(cudaGetLastError());
    add_parts(c, m, n, rows, pitch, tiles.y);
}

static void multiply_tiles(const float *a, const float *b, float *c, int m, int n, int k)
{
    unsigned down = blocks_for(m, TILE), across = blocks_for(n, TILE);
    size_t floats = (size_t)down * TILE * across * TILE;
    dim3 grid(down * across, parts_for((size_t)down * across, RESIDENT, floats, k));
    bool aligned = ((size_t)a | (size_t)b | (size_t)c) % sizeof(float4) == 0;
    if (aligned && m % TILE == 0 && n % TILE == 0 && k % DEPTH == 0 && k > 0)
        fast_kernel<WHOLE_TILES><<<grid, THREADS>>>(a, b, c, m, n, k, across);
    else if (m >= TILE)
        fast_kernel<ANY><<<grid, THREADS>>>(a, b, c, m, n, k, across);
    else
        fast_kernel<FEW_ROWS><<<grid, THREADS>>>(a, b, c, m, n, k, across);
    CHECK(cudaGetLastError());
    add_parts(c, m, n, down * TILE, across * TILE, grid.y);
}

EXPORT void matmul_fast(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    unsigned down = blocks_for(m, COLUMNS_ROWS), across = blocks_for(n, ROWS_COLUMNS);
    unsigned wide = blocks_for(n, PANEL), high = blocks_for(m, PANEL);
    if (n <= THIN && m >= n)
        multiply_thin((size_t)d_a % 16 + k % 4 ? few_columns_kernel<1> : few_columns_kernel<4>,
                      d_a, d_b, d_c, m, n, k, dim3(down, 1, wide), down * COLUMNS_ROWS,
                      wide * PANEL);
    else if (m <= THIN)
        multiply_thin((size_t)d_b % 16 + n % 4 ? few_rows_kernel<false> : few_rows_kernel<true>,
                      d_a, d_b, d_c, m, n, k, dim3(across, 1, high), high * PANEL,
                      across * ROWS_COLUMNS);
    else
        multiply_tiles(d_a, d_b, d_c, m, n, k);
}
