// tasks: matmul_fast
// how: the long factor of a thin product comes by asynchronous copies
#include "tiled.h"
#include <cuda_pipeline.h>

#define TILE 128       // rows and columns of c that a block computes
#define DEPTH 16       // terms of the sums that shared memory holds at a time
#define EACH 8         // rows and columns of c that a thread computes: two quads of neighbours
#define THREADS 256    // of a block: 8 warps, four high and two wide
#define RESIDENT 2     // blocks at once on a multiprocessor: 128 registers a thread
#define PAD 4          // moves each row of a's tile on by four banks
#define ADDERS 64      // threads of a block that adds up parts
#define MOST_PARTS 512 // tiles of partial sums that there is memory for

#define THIN 32             // columns or rows that a thin c has at most
#define PANEL 16            // of these, those that a block computes
#define COLUMNS_THREADS 128 // for few columns, of a block: 4 warps
#define COLUMNS_RESIDENT 4  // blocks at once on a multiprocessor: 128 registers a thread
#define COLUMNS_ROWS 64     // rows that a block computes
#define COLUMNS_EACH 2      // those of a thread
#define COLUMNS_DEPTH 32    // terms of the sums that a stage holds
#define STAGES 4            // tiles in shared memory, all but one on their way
#define ROWS_COLUMNS 1024   // columns that a block computes
#define ROWS_EACH 4         // those of a thread
#define ROWS_TERMS 128      // terms for which a block brings all of a's panel
#define PAIR 2              // terms that are waited for at once
#define AHEAD 8             // of these, those whose b is at hand or on its way

// c = a b, where c is m x n and k terms make up each of its elements.
struct product {
    const float *a, *b;
    float *c;
    int m, n, k;
};

// What a block adds up next: DEPTH columns of a, each as a row here, and DEPTH rows of b.
struct __align__(16) tiles {
    float a[DEPTH][TILE + PAD], b[DEPTH][TILE];
};

// What a thread has fetched of the next tiles, while the block adds up the present ones.
struct __align__(16) share {
    float a[EACH], b[EACH];
};

// What fast_kernel is compiled for, each without what only the others need.
enum shape {
    WHOLE_TILES, // all tiles are whole, and all rows begin at multiples of four floats
    ANY,         // as many rows and columns as a tile has, or more
    FEW_COLUMNS, // fewer columns
    FEW_ROWS     // fewer rows, and any columns
};

// ---- tiles and parts ------------------------------------------------------------------------

// How c is cut into tiles of high x wide elements, which are counted row by row, `across` in a
// row: a block for each of the first `whole` of them, and `parts` blocks, with a part of the
// terms each, for each of the last `split`. The last tile of a row or a column of tiles may be
// moved back to c's end: then it leaves elements alone that it shares with the one before.
struct plan {
    int high, wide, across, whole, split, parts;
    bool moved;
};

// What a block computes: `count` terms of its tile, of which those of a part go to `partial`;
// and the tile's first row and column. Those that are its own begin at own_top and own_left.
struct job {
    int first, count, top, left, own_top, own_left;
    float *partial;
};

// The sums of parts of the terms, a whole tile each. A variable of the device and not an
// allocation: launches on one stream follow each other, so no two calls use it at once.
static __device__ __align__(16) float partial[(size_t)MOST_PARTS * TILE * TILE];

// Where part p of a split tile goes, counted from the first of them.
static __device__ float *partial_tile(struct plan plan, int split_tile, int p)
{
    return &partial[((size_t)p * plan.split + split_tile) * plan.high * plan.wide];
}

static __device__ struct job place_tile(struct product p, struct plan plan, int tile)
{
    struct job job = {};
    job.own_top = tile / plan.across * plan.high;
    job.own_left = tile % plan.across * plan.wide;
    job.top = plan.moved ? max(0, min(job.own_top, p.m - plan.high)) : job.own_top;
    job.left = plan.moved ? max(0, min(job.own_left, p.n - plan.wide)) : job.own_left;
    return job;
}

// How many terms lie before one of the parts: whole steps of DEPTH terms.
static __device__ int terms_before(int part, struct product p, struct plan plan)
{
    long long steps = p.k / DEPTH + (p.k % DEPTH > 0);
    return (int)min((long long)p.k, steps * part / plan.parts * DEPTH);
}

// Of the running block. It is kept in shared memory for the end, since in registers it would be
// in the way of the sums until then.
static __device__ struct job kept_job(struct job *kept, struct product p, struct plan plan)
{
    int behind = (int)blockIdx.x - plan.whole;
    struct job job =
        place_tile(p, plan, behind < 0 ? blockIdx.x : plan.whole + behind % plan.split);
    job.count = p.k;
    if (behind >= 0) {
        int part = behind / plan.split;
        job.first = terms_before(part, p, plan);
        job.count = terms_before(part + 1, p, plan) - job.first;
        job.partial = partial_tile(plan, behind % plan.split, part);
    }
    if (threadIdx.x == 0)
        *kept = job;
    return job;
}

// Thread i adds up the parts of the i-th quad of the split tiles, always in one order:
// whichever block was done first, the result is the same to the last bit.
__global__ void add_parts_kernel(struct product p, struct plan plan)
{
    int quads = plan.high * plan.wide / 4, i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i / quads >= plan.split)
        return;
    struct job tile = place_tile(p, plan, plan.whole + i / quads);
    int row = tile.top + i % quads / (plan.wide / 4);
    int col = tile.left + i % quads % (plan.wide / 4) * 4;
    float sum[4] = {};
#pragma unroll 8
    for (int part = 0; part < plan.parts; part++) {
        float4 quad = *(const float4 *)&partial_tile(plan, i / quads, part)[i % quads * 4];
        sum[0] += quad.x, sum[1] += quad.y, sum[2] += quad.z, sum[3] += quad.w;
    }
    for (int j = 0; j < 4 && row >= tile.own_top && row < p.m; j++)
        if (col + j >= tile.own_left && col + j < p.n)
            p.c[(size_t)row * p.n + col + j] = sum[j];
}

// ---- from memory to shared memory -----------------------------------------------------------

// So many neighbours of a row a thread brings: as a quad where they begin at a multiple of four
// floats, and otherwise by loads whose places differ by constants.
template <enum shape SHAPE> struct run {
    static const int OF_B = SHAPE == WHOLE_TILES || SHAPE == ANY ? 4 : 1;
    static const int OF_A = SHAPE == ANY ? 2 : OF_B;
};

// What is left of the product from a thread's first elements on. Thread t brings the runs t,
// t + THREADS, ... of either tile. Where there are few rows or columns, those beyond the last
// are the last again: that spares a guard, as they only lead to elements outside of c.
template <enum shape SHAPE>
static __device__ struct product begin(struct product p, struct job job)
{
    const int run_a = run<SHAPE>::OF_A, run_b = run<SHAPE>::OF_B;
    int row = job.top + threadIdx.x / (DEPTH / run_a), l = threadIdx.x % (DEPTH / run_a);
    int col = job.left + threadIdx.x % (TILE / run_b) * run_b;
    row = SHAPE == FEW_ROWS ? min(row, p.m - 1) : row;
    col = SHAPE == FEW_ROWS || SHAPE == FEW_COLUMNS ? min(col, p.n - 1) : col;
    p.a += (size_t)row * p.k + job.first + l * run_a;
    p.b += (size_t)(job.first + threadIdx.x / (TILE / run_b)) * p.n + col;
    p.m -= row;
    return p;
}

// In the last step `rest` terms are there from the run's first on. The others are 0, as they do
// lead to elements of c.
template <int RUN, bool QUAD, bool LAST>
static __device__ __forceinline__ void fetch_run(float mine[RUN], const float *from, int rest)
{
    if (QUAD)
        *(float4 *)mine = !LAST || rest > 0 ? __ldg((const float4 *)from) : float4{};
    for (int j = 0; j < RUN && !QUAD; j++)
        mine[j] = !LAST || j < rest ? __ldg(&from[j]) : 0;
}

template <enum shape SHAPE, bool LAST>
static __device__ __forceinline__ void fetch(struct share *mine, struct product *left,
                                             int count)
{
    const int run_a = run<SHAPE>::OF_A, run_b = run<SHAPE>::OF_B;
    const bool quad = SHAPE == WHOLE_TILES;
    int l = threadIdx.x % (DEPTH / run_a) * run_a, l_of_b = threadIdx.x / (TILE / run_b);
#pragma unroll
    for (int i = 0; i < EACH; i += run_a) {
        int row = i * THREADS / DEPTH;
        row = SHAPE == FEW_ROWS ? min(row, left->m - 1) : row;
        fetch_run<run_a, quad, LAST>(&mine->a[i], &left->a[(size_t)row * left->k], count - l);
    }
#pragma unroll
    for (int i = 0; i < EACH; i += run_b) {
        int row = i * THREADS / TILE;
        fetch_run<run_b, quad, LAST>(&mine->b[i], &left->b[(size_t)row * left->n],
                                     l_of_b + row < count ? run_b : 0);
    }
    left->a += DEPTH;
    left->b += (size_t)DEPTH * left->n;
}

template <enum shape SHAPE>
static __device__ __forceinline__ void store(struct tiles *tiles, const struct share *mine)
{
    const int run_a = run<SHAPE>::OF_A, run_b = run<SHAPE>::OF_B;
    int row = threadIdx.x / (DEPTH / run_a), l = threadIdx.x % (DEPTH / run_a) * run_a;
    int col = threadIdx.x % (TILE / run_b) * run_b, l_of_b = threadIdx.x / (TILE / run_b);
#pragma unroll
    for (int i = 0; i < EACH; i++)
        tiles->a[l + i % run_a][row + i / run_a * run_a * THREADS / DEPTH] = mine->a[i];
#pragma unroll
    for (int i = 0; i < EACH; i += run_b) {
        float *b = &tiles->b[l_of_b + i * THREADS / TILE][col];
        if (run_b == 4)
            *(float4 *)b = *(const float4 *)&mine->b[i];
        else
            *b = mine->b[i];
    }
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
static __device__ __forceinline__ void add_up(float sum[EACH][EACH], struct product *left,
                                              int count, struct place at)
{
    __shared__ struct tiles tiles[2];
    struct share mine;
    fetch<SHAPE, SHAPE != WHOLE_TILES>(&mine, left, count);
    store<SHAPE>(&tiles[0], &mine);
    for (int now = 0; count > 0; now = 1 - now) {
        __syncthreads(); // these tiles are complete, and nobody reads the others any more
        count -= DEPTH;
        if (SHAPE != FEW_ROWS && count >= DEPTH)
            fetch<SHAPE, false>(&mine, left, count);
        else if (SHAPE != WHOLE_TILES && count > 0)
            fetch<SHAPE, true>(&mine, left, count);
#pragma unroll
        for (int l = 0; l < DEPTH; l++)
            add_terms(sum, &tiles[now], l, at);
        if (count > 0)
            store<SHAPE>(&tiles[1 - now], &mine);
    }
}

// Stores a thread's elements in a tile of `cols` columns that begins at *c: all of them, as
// quads, or one by one those that are the job's own and that c has. + 0 changes no sum, but
// until then the compiler may keep it in any register: as one of four neighbours all along, it
// would often share a bank with the factors.
template <bool ALL>
static __device__ __forceinline__ void store_sums(const float sum[EACH][EACH], float *c,
                                                  int cols, int m, struct job job,
                                                  struct place at)
{
#pragma unroll
    for (int i = 0; i < EACH * EACH; i += 4) {
        int row = at.row + i / EACH % 4 + i / EACH / 4 * 16, col = at.col + i % EACH * 8;
        const float *s = &sum[i / EACH][i % EACH];
        float4 quad = {s[0] + 0.0f, s[1] + 0.0f, s[2] + 0.0f, s[3] + 0.0f};
        bool own = job.top + row >= job.own_top && job.top + row < m;
        if (ALL)
            *(float4 *)&c[(size_t)row * cols + col] = quad;
        for (int j = 0, to = job.left + col; j < 4 && !ALL && own; j++)
            if (to + j >= job.own_left && to + j < cols)
                c[(size_t)row * cols + col + j] = (&quad.x)[j];
    }
}

// A block adds up its part of the terms for its tile of c; a thread EACH x EACH elements, in
// registers. The launch must provide THREADS threads a block and the plan's blocks. One part
// goes to c; several go to `partial`.
template <enum shape SHAPE>
__global__ void __launch_bounds__(THREADS, RESIDENT)
    fast_kernel(struct product p, struct plan plan)
{
    __shared__ struct job kept;
    struct job job = kept_job(&kept, p, plan);
    struct product left = begin<SHAPE>(p, job);
    struct place at = my_place();
    float sum[EACH][EACH] = {};
    add_up<SHAPE>(sum, &left, job.count, at);
    __syncthreads();
    job = kept;
    if (job.partial)
        store_sums<true>(sum, job.partial, TILE, p.m, job, at);
    else
        store_sums<SHAPE == WHOLE_TILES>(sum, &p.c[(size_t)job.top * p.n + job.left], p.n, p.m,
                                         job, at);
}

// ---- few columns ----------------------------------------------------------------------------

// Sends FLOATS neighbours on their way at once, or zeros where not `there`, from and to a
// multiple of as many floats. No register waits for them, so many can be under way.
template <int FLOATS>
static __device__ __forceinline__ void send(float *to, const float *from, bool there)
{
    __pipeline_memcpy_async(to, from, FLOATS * 4, there ? 0 : FLOATS * 4);
}

// What a block adds up next: a tile of a, which comes from memory once, and one of b, which the
// cache has. The pad lets lanes read quads one below the other.
struct __align__(16) thin_tiles {
    float a[COLUMNS_ROWS][COLUMNS_DEPTH + 4], b[COLUMNS_DEPTH][PANEL];
};

// Sends the terms from `done` on; of a FLOATS neighbours at once. Rows and columns beyond the
// last are the last again, terms beyond `count` are 0.
template <int FLOATS>
static __device__ void send_thin(struct thin_tiles *tiles, struct product p, struct job job,
                                 int done)
{
    const int across = COLUMNS_DEPTH / FLOATS, rows = COLUMNS_THREADS / across;
    int row = threadIdx.x / across, l = threadIdx.x % across * FLOATS;
    int col = min(job.left + (int)threadIdx.x % PANEL, p.n - 1), count = job.count - done;
    size_t first = job.first + done;
#pragma unroll
    for (int i = 0; i < COLUMNS_ROWS && count > 0; i += rows) {
        size_t of_a = (size_t)min(job.top + row + i, p.m - 1) * p.k + first + l;
        send<FLOATS>(&tiles->a[row + i][l], &p.a[of_a], l < count);
    }
#pragma unroll
    for (int i = 0; i < COLUMNS_DEPTH && count > 0; i += COLUMNS_THREADS / PANEL) {
        int of_b = i + threadIdx.x / PANEL;
        send<1>(&tiles->b[of_b][threadIdx.x % PANEL], &p.b[(first + of_b) * p.n + col],
                of_b < count);
    }
    __pipeline_commit();
}

// The products of a quad with one factor for each of the thread's lines of sums.
template <int COUNT>
static __device__ void add_quad(float sum[COUNT][PANEL], const float factor[COUNT], float4 quad,
                                int at)
{
#pragma unroll
    for (int i = 0; i < 4 * COUNT; i++)
        sum[i / 4][at + i % 4] += factor[i / 4] * (&quad.x)[i % 4];
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
            const float factors[COLUMNS_EACH] = {a[0][t], a[1][t]};
            add_quad<COLUMNS_EACH>(
                sum, factors, *(const float4 *)&tiles->b[first + l + t][p % PANEL], p % PANEL);
        }
    }
}

// Adds the sums of the four warps, in their order, and stores them: in c, or in the tile of a
// part. They lie for it where the tiles were.
static __device__ void store_thin_sums(float *shared, const float sum[COLUMNS_EACH][PANEL],
                                       struct product p, const struct job *job)
{
    float *own = &shared[(threadIdx.x / 32 * COLUMNS_ROWS + threadIdx.x % 32) * PANEL];
    __syncthreads(); // nobody reads the tiles any more
#pragma unroll
    for (int i = 0; i < COLUMNS_EACH * PANEL; i++)
        own[i / PANEL * 32 * PANEL + i % PANEL] = sum[i / PANEL][i % PANEL];
    __syncthreads();
    for (int i = threadIdx.x; i < COLUMNS_ROWS * PANEL; i += COLUMNS_THREADS) {
        int row = job->top + i / PANEL, col = job->left + i % PANEL;
        float total = shared[i];
        for (int w = 1; w < COLUMNS_THREADS / 32; w++)
            total += shared[w * COLUMNS_ROWS * PANEL + i];
        if (job->partial)
            job->partial[i] = total;
        else if (row < p.m && col < p.n)
            p.c[(size_t)row * p.n + col] = total;
    }
}

// A block adds up its part of the terms for its tile of c: COLUMNS_ROWS rows of a panel. The
// launch must provide COLUMNS_THREADS threads a block and the plan's blocks. While the block
// adds up one stage, STAGES - 1 others are on their way: memory is never without requests.
template <int FLOATS>
__global__ void __launch_bounds__(COLUMNS_THREADS, COLUMNS_RESIDENT)
    few_columns_kernel(struct product p, struct plan plan)
{
    __shared__ struct thin_tiles tiles[STAGES];
    __shared__ struct job kept;
    struct job job = kept_job(&kept, p, plan);
    float sum[COLUMNS_EACH][PANEL] = {};
    for (int s = 0; s < STAGES - 1; s++)
        send_thin<FLOATS>(&tiles[s], p, job, s * COLUMNS_DEPTH);
    for (int s = 0; s * COLUMNS_DEPTH < job.count; s++) {
        __pipeline_wait_prior(STAGES - 2);
        __syncthreads(); // this stage is complete, and nobody reads the one before any more
        send_thin<FLOATS>(&tiles[(s + STAGES - 1) % STAGES], p, job,
                          (s + STAGES - 1) * COLUMNS_DEPTH);
        add_thin_terms(sum, &tiles[s % STAGES]);
    }
    __pipeline_wait_prior(0);
    store_thin_sums((float *)tiles, sum, p, &kept);
}

// ---- few rows -------------------------------------------------------------------------------

// A panel of a, turned: ROWS_TERMS terms, those beyond `count` 0.
static __device__ void load_panel(float panel[ROWS_TERMS][PANEL + 4], struct product p,
                                  struct job job, int done)
{
#pragma unroll 4
    for (int i = threadIdx.x; i < PANEL * ROWS_TERMS; i += THREADS) {
        int row = min(job.top + i / ROWS_TERMS, p.m - 1), l = done + i % ROWS_TERMS;
        panel[i % ROWS_TERMS][i / ROWS_TERMS] =
            l < job.count ? __ldg(&p.a[(size_t)row * p.k + job.first + l]) : 0;
    }
}

// Sends PAIR terms of the thread's columns of b, from l on, to a ring in shared memory. Nobody
// else reads them: no barrier. Terms beyond `count` are 0.
template <bool QUADS>
static __device__ void send_pair(float ring[PAIR][THREADS][ROWS_EACH], struct product p,
                                 struct job job, int col, int l)
{
    const int floats = QUADS ? ROWS_EACH : 1;
#pragma unroll
    for (int i = 0; i < PAIR * ROWS_EACH; i += floats) {
        int term = l + i / ROWS_EACH, at = min(col + i % ROWS_EACH * THREADS, p.n - floats);
        send<floats>(&ring[i / ROWS_EACH][threadIdx.x][i % ROWS_EACH],
                     &p.b[(size_t)(job.first + term) * p.n + at], term < job.count);
    }
    __pipeline_commit();
}

// While the thread adds up PAIR terms, AHEAD - PAIR others are on their way.
template <bool QUADS>
static __device__ void add_up_few_rows(float sum[ROWS_EACH][PANEL], struct product p,
                                       struct job job, int col)
{
    __shared__ __align__(16) float panel[ROWS_TERMS][PANEL + 4];
    __shared__ __align__(16) float ring[AHEAD][THREADS][ROWS_EACH];
    for (int l = 0; l < AHEAD - PAIR; l += PAIR)
        send_pair<QUADS>(&ring[l], p, job, col, l);
    for (int l = 0; l < job.count; l += AHEAD) {
        if (l % ROWS_TERMS == 0) {
            __syncthreads(); // nobody reads the panel any more
            load_panel(panel, p, job, l);
            __syncthreads();
        }
#pragma unroll
        for (int i = 0; i < AHEAD; i++) {
            int next = i + AHEAD - PAIR;
            if (i % PAIR == 0) {
                send_pair<QUADS>(&ring[next % AHEAD], p, job, col, l + next);
                __pipeline_wait_prior(AHEAD / PAIR - 1);
            }
            for (int row = 0; row < PANEL; row += 4)
                add_quad<ROWS_EACH>(sum, ring[i][threadIdx.x],
                                    *(const float4 *)&panel[l % ROWS_TERMS + i][row], row);
        }
    }
}

// A block adds up its part of the terms for its tile of c: a panel of rows, and ROWS_EACH
// columns a thread. The launch is as for few columns, with THREADS threads a block.
template <bool QUADS>
__global__ void __launch_bounds__(THREADS, RESIDENT)
    few_rows_kernel(struct product p, struct plan plan)
{
    __shared__ struct job kept;
    struct job job = kept_job(&kept, p, plan);
    int in_tile = threadIdx.x * (QUADS ? ROWS_EACH : 1), left = job.left + in_tile;
    float sum[ROWS_EACH][PANEL] = {};
    add_up_few_rows<QUADS>(sum, p, job, QUADS ? min(left, p.n - ROWS_EACH) : left);
    __syncthreads();
    job = kept;
#pragma unroll
    for (int i = 0; i < ROWS_EACH * PANEL; i++) {
        int row = i % PANEL, col = in_tile + i / PANEL * (QUADS ? 1 : THREADS);
        if (job.partial)
            job.partial[row * ROWS_COLUMNS + col] = sum[i / PANEL][row];
        else if (job.top + row < p.m && job.left + col < p.n)
            p.c[(size_t)(job.top + row) * p.n + job.left + col] = sum[i / PANEL][row];
    }
}

// ---- the launch -----------------------------------------------------------------------------

// A plan for tiles of high x wide elements. As many as fill all multiprocessors are not split;
// the sums of those left over are, into as many parts as bring the end forward most. Each part
// is long enough to be worth it, and of their sums there is memory for all.
static struct plan make_plan(struct product p, int high, int wide, int resident)
{
    const double alone = 0.65; // a block by itself takes so much of the time of two
    const double adding = 35;  // terms that a block adds up while others add up parts
    const double worth = 0.9;  // more parts are to bring the end forward by a tenth
    int device, count, across = blocks_for(p.n, wide), best = 1;
    CHECK(cudaGetDevice(&device));
    CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
    size_t at_once = (size_t)count * resident, tiles = (size_t)blocks_for(p.m, high) * across;
    size_t rest = tiles % at_once, floats = sizeof partial / sizeof(float);
    size_t most = rest ? floats / (rest * high * wide) : 0, longest = p.k / (8 * DEPTH);
    double least = INFINITY; // time for them, where 1 is that of one round of all
    for (int parts = 1; parts == 1 || (parts <= most && parts <= longest); parts++) {
        size_t last = rest * parts % at_once;
        double rounds = rest * parts / at_once + (last > count ? 1 : last > 0 ? alone : 0);
        rounds = rounds / parts + (parts > 1 ? adding / p.k : 0);
        if (rounds < worth * least)
            least = rounds, best = parts;
    }
    int split = best > 1 ? rest : 0;
    return {high, wide, across, (int)tiles - split, split, best, false};
}

// Launches the plan's blocks, and adds up their parts.
static void multiply(void (*kernel)(struct product, struct plan), int threads, struct product p,
                     struct plan plan)
{
    kernel<<<plan.whole + plan.split * plan.parts, threads>>>(p, plan);
    CHECK(cudaGetLastError());
    size_t quads = (size_t)plan.split * plan.high * plan.wide / 4;
    if (quads)
        add_parts_kernel<<<blocks_for(quads, ADDERS), ADDERS>>>(p, plan);
    CHECK(cudaGetLastError());
}

static void multiply_tiles(struct product p)
{
    struct plan plan = make_plan(p, TILE, TILE, RESIDENT);
    bool aligned = ((size_t)p.a | (size_t)p.b | (size_t)p.c) % sizeof(float4) == 0;
    bool whole = p.m % TILE == 0 && p.n % TILE == 0 && p.k % DEPTH == 0 && p.k > 0;
    plan.moved = true; // by nothing, where tiles are whole
    multiply(aligned && whole ? fast_kernel<WHOLE_TILES>
             : p.m < TILE     ? fast_kernel<FEW_ROWS>
             : p.n < TILE     ? fast_kernel<FEW_COLUMNS>
                              : fast_kernel<ANY>,
             THREADS, p, plan);
}

EXPORT void matmul_fast(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    struct product p = {d_a, d_b, d_c, m, n, k};
    if (m == 0 || n == 0)
        return;
    if (n <= THIN && m >= n)
        multiply((size_t)d_a % 16 + k % 4 ? few_columns_kernel<1> : few_columns_kernel<4>,
                 COLUMNS_THREADS, p, make_plan(p, COLUMNS_ROWS, PANEL, COLUMNS_RESIDENT));
    else if (m <= THIN)
        multiply((size_t)d_b % 16 + n % 4 ? few_rows_kernel<false> : few_rows_kernel<true>,
                 THREADS, p, make_plan(p, PANEL, ROWS_COLUMNS, RESIDENT));
    else
        multiply_tiles(p);
}
