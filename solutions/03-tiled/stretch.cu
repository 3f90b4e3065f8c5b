// Lab 03, worked: the product in float as fast as cuBLAS. steps/ leads from tiled.cu to this,
// one change a file; new here is that the sums are split where c has too few tiles.
#include "tiled.h"

#define DEPTH 16                    // terms of the sums that shared memory holds at a time
#define HIGH 128                    // rows of c that a block computes
#define EACH 8                      // rows of c that a thread computes: two quads of neighbours
#define THREADS 256                 // of a block: 8 warps, four high and two wide
#define PARTIALS (264 * HIGH * 128) // floats that there is memory for, see `partial`

// The kernels are templates for two reasons. WIDE, the columns of c that a thread computes, and
// 16 * WIDE, those that a block does, must be constants, so that sums stay in registers. And
// what only one of the two ways to fetch (QUADS) needs must not cost the other registers.

// What a block adds up next: DEPTH columns of a, turned so that a column is a row here, and
// DEPTH rows of b. Small tiles have room for a pad, which moves each row on by four banks.
template <int WIDE> struct __align__(16) tiles
{
    float a[DEPTH][HIGH + (WIDE == 8 ? 4 : 0)], b[DEPTH][16 * WIDE];
};

// What a thread has fetched of the next tiles. Registers hold it while the block still adds up
// the present ones: a load takes as long as some hundred instructions.
template <int WIDE> struct __align__(16) share
{
    float a[EACH], b[WIDE];
};

// Where a thread goes along k: its first elements of the next tiles; `rows` of a are left from
// there on.
struct walk {
    const float *a, *b;
    int n, k, rows;
};

// ---- by quads -------------------------------------------------------------------------------

// Four floats a load, where all rows begin at multiples of four floats and all tiles are whole.
// Thread t brings the quads t, t + THREADS, ... of either tile, counted along the matrix's
// rows.
template <int WIDE>
static __device__ struct walk begin_quads(const float *a, const float *b, int n, int k, int top,
                                          int left, int first)
{
    int row = top + threadIdx.x / (DEPTH / 4), l = threadIdx.x % (DEPTH / 4) * 4;
    int col = left + threadIdx.x % (4 * WIDE) * 4, l_of_b = threadIdx.x / (4 * WIDE);
    struct walk walk = {&a[(size_t)row * k + first + l], &b[(size_t)(first + l_of_b) * n + col],
                        n, k, 0};
    return walk;
}

template <int WIDE>
static __device__ __forceinline__ void fetch_quads(struct share<WIDE> *mine, struct walk *walk)
{
#pragma unroll
    for (int i = 0; i < EACH; i += 4)
        *(float4 *)&mine->a[i] =
            __ldg((const float4 *)&walk->a[(size_t)(i * THREADS / DEPTH) * walk->k]);
#pragma unroll
    for (int i = 0; i < WIDE; i += 4)
        *(float4 *)&mine->b[i] =
            __ldg((const float4 *)&walk->b[(size_t)(i * 16 / WIDE) * walk->n]);
}

template <int WIDE>
static __device__ __forceinline__ void store_quads(struct tiles<WIDE> *tiles,
                                                   const struct share<WIDE> *mine)
{
    int row = threadIdx.x / (DEPTH / 4), l = threadIdx.x % (DEPTH / 4) * 4;
    int col = threadIdx.x % (4 * WIDE) * 4, l_of_b = threadIdx.x / (4 * WIDE);
#pragma unroll
    for (int i = 0; i < EACH; i++)
        tiles->a[l + i % 4][row + i / 4 * (4 * THREADS / DEPTH)] = mine->a[i];
#pragma unroll
    for (int i = 0; i < WIDE; i += 4)
        *(float4 *)&tiles->b[l_of_b + i * 16 / WIDE][col] = *(const float4 *)&mine->b[i];
}

// ---- one by one -----------------------------------------------------------------------------

// Whatever the shape: thread t brings the elements t, t + THREADS, ... Rows and columns beyond
// the last are the last again, which spares a guard: they only lead to elements outside of c.
template <int WIDE>
static __device__ struct walk begin_elements(const float *a, const float *b, int m, int n,
                                             int k, int top, int left, int first)
{
    int row = min(top + (int)threadIdx.x / DEPTH, m - 1), l = threadIdx.x % DEPTH;
    int col = min(left + (int)threadIdx.x % (16 * WIDE), n - 1);
    int l_of_b = threadIdx.x / (16 * WIDE);
    struct walk walk = {&a[(size_t)row * k + first + l], &b[(size_t)(first + l_of_b) * n + col],
                        n, k, m - row};
    return walk;
}

// `count` terms are left. The tiles' others are 0, as they do lead to elements of c.
template <int WIDE>
static __device__ __forceinline__ void fetch_elements(struct share<WIDE> *mine,
                                                      struct walk *walk, int count)
{
    int l = threadIdx.x % DEPTH, l_of_b = threadIdx.x / (16 * WIDE);
#pragma unroll
    for (int i = 0; i < EACH; i++) {
        size_t row = min(i * (THREADS / DEPTH), walk->rows - 1);
        mine->a[i] = l < count ? __ldg(&walk->a[row * walk->k]) : 0;
    }
#pragma unroll
    for (int i = 0; i < WIDE; i++) {
        int row = i * 16 / WIDE;
        mine->b[i] = l_of_b + row < count ? __ldg(&walk->b[(size_t)row * walk->n]) : 0;
    }
}

template <int WIDE>
static __device__ __forceinline__ void store_elements(struct tiles<WIDE> *tiles,
                                                      const struct share<WIDE> *mine)
{
    int row = threadIdx.x / DEPTH, l = threadIdx.x % DEPTH;
    int l_of_b = threadIdx.x / (16 * WIDE), col = threadIdx.x % (16 * WIDE);
#pragma unroll
    for (int i = 0; i < EACH; i++)
        tiles->a[l][row + i * (THREADS / DEPTH)] = mine->a[i];
#pragma unroll
    for (int i = 0; i < WIDE; i++)
        tiles->b[l_of_b + i * 16 / WIDE][col] = mine->b[i];
}

// ---- either ---------------------------------------------------------------------------------

template <int WIDE, bool QUADS>
static __device__ __forceinline__ void fetch(struct share<WIDE> *mine, struct walk *walk,
                                             int count)
{
    if (QUADS)
        fetch_quads<WIDE>(mine, walk);
    else if (count >= DEPTH)
        fetch_elements<WIDE>(mine, walk, DEPTH);
    else
        fetch_elements<WIDE>(mine, walk, count);
    walk->a += DEPTH;
    walk->b += (size_t)DEPTH * walk->n;
}

template <int WIDE, bool QUADS>
static __device__ __forceinline__ void store(struct tiles<WIDE> *tiles,
                                             const struct share<WIDE> *mine)
{
    if (QUADS)
        store_quads<WIDE>(tiles, mine);
    else
        store_elements<WIDE>(tiles, mine);
}

// ---- the sums -------------------------------------------------------------------------------

// Where a thread's elements of c lie in the block's tile: in the rows `row` to row + 3 and
// row + 16 to row + 19, in the columns `col` to col + 3, col + 32 to col + 35 and so on.
struct place {
    int row, col;
};

// A warp is four threads high and eight wide. Bits 1 and 4 of the lane choose the row and the
// others the column, since lanes that differ in bit 0 or in bit 1 only are served together when
// they read the same quad of shared memory: so each pair shares one of a or one of b.
template <int WIDE> static __device__ struct place my_place()
{
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int high = (lane >> 1 & 1) + (lane >> 3 & 2), wide = (lane & 1) + (lane >> 1 & 6);
    struct place place = {warp / 2 * 32 + high * 4, warp % 2 * (8 * WIDE) + wide * 4};
    return place;
}

// One term for each of the thread's sums, whose factors are in row l of the tiles: a few loads
// of quads for 8 * WIDE products. Down one column and up the next, so that a term shares a
// factor with the one before: a multiply-add reads three registers, of which the register file
// delivers two at a time, and this third one is still at hand.
template <int WIDE>
static __device__ __forceinline__ void
add_terms(float sum[EACH][WIDE], const struct tiles<WIDE> *tiles, int l, struct place at)
{
    __align__(16) float a[EACH], b[WIDE];
#pragma unroll
    for (int i = 0; i < EACH; i += 4)
        *(float4 *)&a[i] = *(const float4 *)&tiles->a[l][at.row + 4 * i];
#pragma unroll
    for (int i = 0; i < WIDE; i += 4)
        *(float4 *)&b[i] = *(const float4 *)&tiles->b[l][at.col + 8 * i];
#pragma unroll
    for (int col = 0; col < WIDE; col++) {
#pragma unroll
        for (int i = 0; i < EACH; i++) {
            int row = col % 2 ? EACH - 1 - i : i;
            sum[row][col] += a[row] * b[col];
        }
    }
}

// The sums of `count` terms. While the block adds up one pair of tiles, the next is on its way
// to registers, and from there it goes to a second pair: so one barrier a step is enough.
template <int WIDE, bool QUADS>
static __device__ __forceinline__ void add_up(float sum[EACH][WIDE], struct walk *walk,
                                              int count, struct place at)
{
    __shared__ struct tiles<WIDE> tiles[2];
    struct share<WIDE> mine;
    fetch<WIDE, QUADS>(&mine, walk, count);
    store<WIDE, QUADS>(&tiles[0], &mine);
    for (int now = 0; count > 0; now = 1 - now) {
        __syncthreads(); // these tiles are complete, and nobody reads the others any more
        count -= DEPTH;
        if (count > 0)
            fetch<WIDE, QUADS>(&mine, walk, count);
#pragma unroll
        for (int l = 0; l < DEPTH; l++)
            add_terms<WIDE>(sum, &tiles[now], l, at);
        if (count > 0)
            store<WIDE, QUADS>(&tiles[1 - now], &mine);
    }
}

// ---- the kernels ----------------------------------------------------------------------------

// The sums of parts of the terms, each padded to whole tiles. A variable of the device and not
// an allocation: launches on one stream follow each other, so no two calls use it at once.
static __device__ __align__(16) float partial[PARTIALS];

// Part p of `parts` of k terms begins here; parts are whole steps of DEPTH.
static __device__ int first_term(int k, int p, int parts)
{
    int steps = (k + DEPTH - 1) / DEPTH;
    return min(k, (int)((long long)steps * p / parts) * DEPTH);
}

// Block (t, p) adds up part p of the terms for tile t of c, which is `across` tiles wide; a
// thread EACH x WIDE elements, in registers. The launch must provide THREADS threads a block
// and a block for each tile and part. One part goes to c; several go to `partial`.
template <int WIDE, bool QUADS, int RESIDENT>
__global__ void __launch_bounds__(THREADS, RESIDENT)
    fast_kernel(const float *a, const float *b, float *c, int m, int n, int k, int across)
{
    int part = blockIdx.y, parts = gridDim.y;
    int top = blockIdx.x / across * HIGH, left = blockIdx.x % across * (16 * WIDE);
    int first = first_term(k, part, parts), count = first_term(k, part + 1, parts) - first;
    struct walk walk = QUADS ? begin_quads<WIDE>(a, b, n, k, top, left, first)
                             : begin_elements<WIDE>(a, b, m, n, k, top, left, first);
    struct place at = my_place<WIDE>();
    __align__(16) float sum[EACH][WIDE] = {};
    add_up<WIDE, QUADS>(sum, &walk, count, at);
    bool whole = QUADS || parts > 1;
    int pitch = n;
    if (parts > 1) {
        pitch = across * (16 * WIDE);
        c = &partial[(size_t)part * (gridDim.x / across * HIGH) * pitch];
    }
#pragma unroll
    for (int i = 0; i < EACH * WIDE; i += 4) {
        int row = top + at.row + i / WIDE % 4 + i / WIDE / 4 * 16;
        int col = left + at.col + i % WIDE * 8;
        float *quad = &c[(size_t)row * pitch + col];
        for (int j = 0; j < 4; j++)
            sum[i / WIDE][i % WIDE + j] += 0.0f; // see README.md: moves it to a free register
        if (whole)
            *(float4 *)quad = *(float4 *)&sum[i / WIDE][i % WIDE];
        for (int j = 0; j < 4 && !whole; j++)
            if (row < m && col + j < n)
                quad[j] = sum[i / WIDE][i % WIDE + j];
    }
}

// Thread x of block (x, y) adds up the parts of an element in row y of c, always in the same
// order: whichever block was done first, the result is the same to the last bit.
__global__ void add_parts_kernel(float *c, int n, int rows, int pitch, int parts)
{
    int row = blockIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= n)
        return;
    float sum = 0;
#pragma unroll 8
    for (int p = 0; p < parts; p++)
        sum += partial[((size_t)p * rows + row) * pitch + col];
    c[(size_t)row * n + col] = sum;
}

// ---- the launch -----------------------------------------------------------------------------

// Into how many parts to split the sums, so that few tiles still keep `resident` blocks on each
// multiprocessor busy; each part is long enough to be worth it, and there is memory for all.
static int parts_for(size_t tiles, size_t of_tile, int k, int resident)
{
    int device, multiprocessors;
    CHECK(cudaGetDevice(&device));
    CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    size_t parts = (size_t)multiprocessors * resident / tiles;
    size_t most = PARTIALS / (tiles * of_tile), longest = k / (8 * DEPTH);
    parts = parts < most ? parts : most;
    parts = parts < longest ? parts : longest;
    return parts > 1 ? parts : 1;
}

template <int WIDE, bool QUADS, int RESIDENT>
static void launch(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    unsigned down = blocks_for(m, HIGH), across = blocks_for(n, 16 * WIDE);
    size_t tiles = (size_t)down * across;
    dim3 grid(tiles, parts_for(tiles, HIGH * 16 * WIDE, k, RESIDENT));
    fast_kernel<WIDE, QUADS, RESIDENT><<<grid, THREADS>>>(d_a, d_b, d_c, m, n, k, across);
    CHECK(cudaGetLastError());
    if (grid.y > 1) {
        dim3 rows(blocks_for(n, THREADS), m);
        add_parts_kernel<<<rows, THREADS>>>(d_c, n, down * HIGH, across * 16 * WIDE, grid.y);
        CHECK(cudaGetLastError());
    }
}

EXPORT void matmul_fast(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    bool aligned = ((size_t)d_a | (size_t)d_b | (size_t)d_c) % sizeof(float4) == 0;
    if (aligned && m % HIGH == 0 && n % 256 == 0 && k % DEPTH == 0 && k > 0)
        launch<16, true, 1>(d_a, d_b, d_c, m, n, k);
    else
        launch<8, false, 2>(d_a, d_b, d_c, m, n, k);
}
