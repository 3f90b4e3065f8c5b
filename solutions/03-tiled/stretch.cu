// Lab 03, worked: the product in float as fast as cuBLAS. steps/ leads from tiled.cu to this.
#include "tiled.h"
#include <cuda_pipeline.h>

#define TILE 128       // rows and columns of c that a block computes
#define DEPTH 16       // terms of the sums that shared memory holds at a time
#define EACH 8         // rows and columns of c that a thread computes: two quads of neighbours
#define THREADS 256    // of a block: 8 warps, four high and two wide
#define RESIDENT 2     // blocks at once on a multiprocessor: 128 registers a thread
#define PAD 4          // moves each row of a's tile on by four banks
#define MOST_PARTS 512 // tiles of partial sums that there is memory for
#define ROW 128        // neighbours of the only row that a block computes
#define FEW_TERMS 24   // so few are brought at once
#define GROUP (2 * THREADS / DEPTH) // rows that are moved up together where c ends
#define INLINE static __device__ __forceinline__

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

struct share { // what a thread has fetched of the next tiles
    __align__(16) float a[EACH], b[EACH];
};

// ---- tiles and parts ------------------------------------------------------------------------

// Tiles of high x wide elements of c, `across` in a row: a block for each of the first `whole`,
// and `parts` blocks for each of the last `split`. Of `units` equal pieces of the terms each
// part has one, but for the first, which has the rest.
struct plan {
    int high, wide, across, whole, split, parts, units;
};

// What a block computes: `count` terms of the tile whose first element is in row `top` and
// column `left`; those of a part go to `partial`.
struct job {
    int first, count, top, left;
    float *partial;
};

// The sums of parts. No two calls use it at once: launches on one stream follow each other.
static __device__ __align__(16) float partial[(size_t)MOST_PARTS * TILE * TILE];

static __device__ float *partial_tile(struct plan plan, int split_tile, int p)
{
    return &partial[((size_t)p * plan.split + split_tile) * plan.high * plan.wide];
}

// Of the running block; kept in shared memory, since until the end sums need the registers.
static __device__ struct job kept_job(struct job *kept, struct product p, struct plan plan)
{
    int behind = (int)blockIdx.x - plan.whole;
    int tile = behind < 0 ? blockIdx.x : plan.whole + behind % plan.split;
    struct job job = {0, p.k, tile / plan.across * plan.high, tile % plan.across * plan.wide};
    if (behind >= 0) {
        int part = behind / plan.split, last = plan.units - plan.parts + part; // of its units
        long long k = p.k, steps = k / DEPTH + (k % DEPTH > 0); // whole ones are shared out
        job.first = part > 0 ? (int)min(k, steps * last / plan.units * DEPTH) : 0;
        job.count = (int)min(k, steps * (last + 1) / plan.units * DEPTH) - job.first;
        job.partial = partial_tile(plan, behind % plan.split, part);
    }
    if (threadIdx.x == 0)
        *kept = job;
    return job;
}

// Where a tile leaves the matrix, its last rows are moved up, by groups of GROUP, and its last
// columns to the left, by fours, until they end with the matrix: then no load needs a guard.
// Stores an element at its place before that, but for what others store.
INLINE void store_moved(struct product p, float sum, int row, int col)
{
    int up = max(0, row / GROUP * GROUP - (p.m - GROUP));
    int to_left = max(0, col / 4 * 4 - (p.n - 4));
    float *to = &p.c[(ptrdiff_t)(row - up) * p.n + col - to_left];
    if (row % GROUP >= up && col % 4 >= to_left)
        *to = sum;
}

// Thread i adds up the parts of the i-th quad of the split tiles, always in one order.
__global__ void add_parts_kernel(struct product p, struct plan plan)
{
    const int quads = TILE * TILE / 4;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i / quads >= plan.split)
        return;
    int tile = plan.whole + i / quads;
    float4 sum = {};
#pragma unroll 8
    for (int part = 0; part < plan.parts; part++) {
        float4 quad = *(const float4 *)&partial_tile(plan, i / quads, part)[i % quads * 4];
        sum.x += quad.x, sum.y += quad.y, sum.z += quad.z, sum.w += quad.w;
    }
    int row = tile / plan.across * TILE + i % quads / (TILE / 4);
    int col = tile % plan.across * TILE + i % (TILE / 4) * 4;
    for (int j = 0; j < 4; j++)
        store_moved(p, (&sum.x)[j], row, col + j);
}

// So many neighbours of a row of a thread brings: a quad where rows begin at multiples of four
// floats, otherwise by loads whose places differ by constants. Of b they are four.
#define RUN_A (WHOLE ? 4 : 2)

// What is left from a thread's first elements on; `m` becomes where its last group may begin.
template <bool WHOLE> static __device__ struct product begin(struct product p, struct job job)
{
    int row = job.top + threadIdx.x / (DEPTH / RUN_A), l = threadIdx.x % (DEPTH / RUN_A);
    int col = job.left + threadIdx.x % (TILE / 4) * 4;
    p.a += (ptrdiff_t)row * p.k + job.first + l * RUN_A;
    p.b += (size_t)(job.first + threadIdx.x / (TILE / 4)) * p.n + min(col, p.n - 4);
    p.m -= job.top + GROUP;
    return p;
}

// In the last step `rest` terms are there from the run's first on. The others are 0.
template <int RUN, bool QUAD, bool LAST>
INLINE void fetch_run(float mine[RUN], const float *from, int rest)
{
    if (QUAD)
        *(float4 *)mine = !LAST || rest > 0 ? __ldg((const float4 *)from) : float4{};
    for (int j = 0; j < RUN && !QUAD; j++)
        mine[j] = !LAST || j < rest ? __ldg(&from[j]) : 0;
}

template <bool WHOLE, bool LAST>
INLINE void fetch(struct share *mine, struct product *left, int count)
{
    int l = threadIdx.x % (DEPTH / RUN_A) * RUN_A, l_of_b = threadIdx.x / (TILE / 4);
#pragma unroll
    for (int i = 0; i < EACH; i += RUN_A) {
        int row = min(i * THREADS / DEPTH, WHOLE ? TILE : left->m); // whole groups of rows
        fetch_run<RUN_A, WHOLE, LAST>(&mine->a[i], &left->a[(ptrdiff_t)row * left->k],
                                      count - l);
    }
#pragma unroll
    for (int i = 0; i < EACH; i += 4) {
        int row = i * THREADS / TILE;
        fetch_run<4, WHOLE, LAST>(&mine->b[i], &left->b[(size_t)row * left->n],
                                  l_of_b + row < count ? 4 : 0);
    }
    left->a += DEPTH, left->b += (size_t)DEPTH * left->n;
}

template <bool WHOLE> INLINE void store(struct tiles *tiles, const struct share *mine)
{
    int row = threadIdx.x / (DEPTH / RUN_A), l = threadIdx.x % (DEPTH / RUN_A) * RUN_A;
    int col = threadIdx.x % (TILE / 4) * 4, l_of_b = threadIdx.x / (TILE / 4);
#pragma unroll
    for (int i = 0; i < EACH; i++)
        tiles->a[l + i % RUN_A][row + i / RUN_A * RUN_A * THREADS / DEPTH] = mine->a[i];
#pragma unroll
    for (int i = 0; i < EACH; i += 4)
        *(float4 *)&tiles->b[l_of_b + i * THREADS / TILE][col] = *(const float4 *)&mine->b[i];
}

// Where a thread's elements of c lie in the block's tile: in the rows `row` to row + 3 and
// row + 16 to row + 19, in the columns `col` to col + 3 and col + 32 to col + 35.
struct place {
    int row, col;
};

// A warp is four threads high and eight wide. Lanes that differ in bit 0 or in bit 1 only are
// served together when they read the same quad: so each pair shares one of a or one of b.
static __device__ struct place my_place()
{
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int high = (lane >> 1 & 1) + (lane >> 3 & 2), wide = (lane & 1) + (lane >> 1 & 6);
    return {warp / 2 * 32 + high * 4, warp % 2 * 64 + wide * 4};
}

// One term for each of the thread's sums: four loads of a quad for 64 products. To and fro row
// by row, down the left half and up the right one, so that a term shares a factor with the one
// before: the register file delivers two of three at a time, and this one is still at hand.
INLINE void add_terms(float sum[EACH][EACH], const struct tiles *tiles, int l, struct place at)
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

// The sums of `count` terms. While one pair of tiles is added up, the next is on its way to
// registers, and from there it goes to a second pair: so one barrier a step is enough.
template <bool WHOLE>
INLINE void add_up(float sum[EACH][EACH], struct tiles *tiles, struct product *left, int count,
                   struct place at)
{
    struct share mine;
    fetch<WHOLE, !WHOLE>(&mine, left, count);
    store<WHOLE>(&tiles[0], &mine);
    for (int now = 0; count > 0; now = 1 - now) {
        __syncthreads(); // these tiles are complete, and nobody reads the others any more
        count -= DEPTH;
        if (count >= DEPTH)
            fetch<WHOLE, false>(&mine, left, count);
        else if (!WHOLE && count > 0)
            fetch<WHOLE, true>(&mine, left, count);
#pragma unroll
        for (int l = 0; l < DEPTH; l++)
            add_terms(sum, &tiles[now], l, at);
        if (count > 0)
            store<WHOLE>(&tiles[1 - now], &mine);
    }
}

// Stores a thread's elements; of rows that begin anywhere a warp stores 32 neighbours at once,
// from its piece of shared memory. + 0 changes no sum, but until then it may be anywhere: as
// one of four neighbours all along, it would often share a factor's bank.
template <bool QUADS>
INLINE void store_sums(const float sum[EACH][EACH], struct product p, struct job job,
                       struct place at, float (*piece)[64 + PAD])
{
    int top = job.top + at.row / 32 * 32, left = job.left + at.col / 64 * 64;
#pragma unroll
    for (int i = 0; i < EACH * EACH; i += 4) {
        int half = i / EACH / 4 * 16, row = at.row + i / EACH % 4, col = at.col + i % EACH * 8;
        const float *s = &sum[i / EACH][i % EACH];
        float *to = &p.c[(size_t)(job.top + row + half) * p.n + job.left + col];
        *(float4 *)(QUADS ? to : &piece[row % 16][col % 64]) = {s[0] + 0.0f, s[1] + 0.0f,
                                                                s[2] + 0.0f, s[3] + 0.0f};
        if (QUADS || i % (4 * EACH) < 4 * EACH - 4)
            continue;
        __syncwarp();
#pragma unroll
        for (int e = threadIdx.x % 32; e < 16 * 64; e += 32)
            store_moved(p, piece[e / 64][e % 64], top + half + e / 64, left + e % 64);
        __syncwarp();
    }
}

// A block adds up its part of the terms for its tile of c; a thread EACH x EACH elements. The
// launch must provide THREADS threads a block and the plan's blocks.
template <bool WHOLE>
__global__ void __launch_bounds__(THREADS, RESIDENT)
    fast_kernel(struct product p, struct plan plan)
{
    __shared__ union {
        struct tiles tiles[2];
        float pieces[THREADS / 32][16][64 + PAD];
    } shared;
    __shared__ struct job kept;
    struct job job = kept_job(&kept, p, plan);
    struct product left = begin<WHOLE>(p, job);
    struct place at = my_place();
    float sum[EACH][EACH] = {};
    add_up<WHOLE>(sum, shared.tiles, &left, job.count, at);
    __syncthreads();
    if (kept.partial)
        store_sums<true>(sum, {NULL, NULL, kept.partial, TILE, TILE, 0}, {}, at, NULL);
    else
        store_sums<WHOLE>(sum, p, kept, at, shared.pieces[threadIdx.x / 32]);
}

// ---- small and thin products ----------------------------------------------------------------

// What a block of TEAM threads adds up next for its tile of H x W elements, of which a thread
// has R x 4. The pad lets lanes read quads one below the other.
template <int H, int W, int R> struct __align__(16) stage {
    static const int HIGH = H, WIDE = W, ROWS = R, TEAM = H == W ? 256 : 128;
    static const int TERMS = H + W > 80 ? 16 : H + W > 32 ? 32 : 64;
    static const int LANES = W / 4, OF_TILE = H / R * LANES, GROUPS = TEAM / OF_TILE;
    static const int DEEP = H + W > 128 ? 3 : 4;
    float a[H][TERMS + PAD], b[TERMS][W];
};

// Sends a stage on its way, FLOATS neighbours a copy; no register waits for them. Only `rest`
// of its terms are there: the others become 0.
template <class STAGE, int FLOATS>
INLINE void send_stage(STAGE *to, struct product *left, int rest)
{
    const int terms = STAGE::TERMS, across_a = terms / FLOATS, across_b = STAGE::WIDE / FLOATS;
    const int high = STAGE::HIGH, next_a = STAGE::TEAM / across_a, bytes = FLOATS * 4;
    int row = threadIdx.x / across_a, l = threadIdx.x % across_a * FLOATS;
    int l_of_b = threadIdx.x / across_b, col = threadIdx.x % across_b * FLOATS;
    bool rows = left->m >= high;
#pragma unroll
    for (int i = 0; i < high && (next_a <= high || row < high) && rest > 0; i += next_a) {
        size_t below = rows ? i : min(i, max(0, left->m - 1 - row));
        __pipeline_memcpy_async(&to->a[row + i][l], &left->a[below * left->k], bytes,
                                l < rest ? 0 : bytes);
    }
#pragma unroll
    for (int i = 0; i < terms && l_of_b < terms && rest > 0; i += STAGE::TEAM / across_b)
        __pipeline_memcpy_async(&to->b[l_of_b + i][col], &left->b[(size_t)i * left->n], bytes,
                                l_of_b + i < rest ? 0 : bytes);
    left->a += terms, left->b += (size_t)terms * left->n;
    __pipeline_commit();
}

// Four terms, from l on, for each of the thread's sums.
template <class STAGE>
INLINE void add_four_terms(float sum[STAGE::ROWS][4], const STAGE *stage, int l,
                           struct place at)
{
    __align__(16) float a[STAGE::ROWS][4];
#pragma unroll
    for (int i = 0; i < STAGE::ROWS; i++)
        *(float4 *)a[i] =
            *(const float4 *)&stage->a[at.row + i * (STAGE::HIGH / STAGE::ROWS)][l];
#pragma unroll
    for (int t = 0; t < 4; t++) {
        float4 b = *(const float4 *)&stage->b[l + t][at.col];
#pragma unroll
        for (int i = 0; i < 4 * STAGE::ROWS; i++) {
            int col = i / 4 % 2 ? 3 - i % 4 : i % 4;
            sum[i / 4][col] += a[i / 4][t] * (&b.x)[col];
        }
    }
}

// Stores an element of a tile that was moved to end with c, unless it is another tile's, too.
INLINE void store_small(struct product p, const struct job &job, int row, int col, float sum)
{
    if (row >= job.top && row < p.m && col >= job.left && col < p.n)
        p.c[(size_t)row * p.n + col] = sum;
}

static __device__ unsigned arrived[MOST_PARTS * 64]; // parts of a tile; 0 again after the last

// Adds up the tile's sums of all groups of threads, in their order, and where they are a part
// and the last to be there, all parts.
template <int HIGH, int WIDE, int TEAM, int GROUPS>
INLINE void finish_tile(const float sums[GROUPS][HIGH * WIDE], struct job job, struct product p,
                        struct plan plan, int top, int left)
{
#pragma unroll
    for (int i = threadIdx.x; i < HIGH * WIDE; i += TEAM) {
        float total = sums[0][i];
        for (int g = 1; g < GROUPS; g++)
            total += sums[g][i];
        if (job.partial)
            job.partial[i] = total;
        else
            store_small(p, job, top + i / WIDE, left + i % WIDE, total);
    }
    if (!job.partial)
        return;
    unsigned *tile = &arrived[blockIdx.x % plan.split], most = plan.parts - 1;
    __threadfence(); // this block's part is there before its arrival
    __syncthreads();
    if (!__syncthreads_or(threadIdx.x == 0 && atomicInc(tile, most) == most))
        return;
    __threadfence(); // and the others' are, before they are read
    for (int i = threadIdx.x; i < HIGH * WIDE; i += TEAM) {
        float total = 0;
#pragma unroll 8
        for (int part = 0; part < plan.parts; part++)
            total += __ldcg(&partial_tile(plan, blockIdx.x % plan.split, part)[i]);
        store_small(p, job, top + i / WIDE, left + i % WIDE, total);
    }
}

// A block adds up its part of the terms for its tile of c; where that has not elements enough
// for all threads, groups share the terms. All stages but one are on their way all the time.
// The launch must provide TEAM threads a block and the plan's blocks.
template <class STAGE, int FLOATS>
__global__ void __launch_bounds__(STAGE::TEAM, STAGE::TEAM == 256 ? 3 : 4)
    small_kernel(struct product p, struct plan plan)
{
    const int high = STAGE::HIGH, wide = STAGE::WIDE, deep = STAGE::DEEP, lanes = STAGE::LANES;
    const int terms = STAGE::TERMS, across_a = terms / FLOATS, across_b = wide / FLOATS;
    const int groups = STAGE::GROUPS, rows = STAGE::ROWS;
    __shared__ union {
        STAGE stages[deep];
        float sums[groups][high * wide];
    } shared;
    __shared__ struct job kept;
    struct job job = kept_job(&kept, p, plan);
    int top = max(0, min(job.top, p.m - high)), left_col = max(0, min(job.left, p.n - wide));
    struct product left = p;
    left.a += (size_t)min(top + (int)threadIdx.x / across_a, p.m - 1) * p.k + job.first +
              threadIdx.x % across_a * FLOATS;
    left.b += (size_t)(job.first + threadIdx.x / across_b) * p.n +
              min(left_col + (int)threadIdx.x % across_b * FLOATS, p.n - FLOATS);
    int group = threadIdx.x / STAGE::OF_TILE, count = job.count, now = 0;
    int lane = threadIdx.x % STAGE::OF_TILE, swap = (lane / 2 ^ lane / lanes) & 1;
    lane ^= STAGE::OF_TILE > lanes ? swap * (2 + lanes) : 0; // pairs share, as in my_place()
    struct place at = {lane / lanes, lane % lanes * 4};
    float sum[rows][4] = {};
    for (int s = 0; s < deep - 1; s++)
        send_stage<STAGE, FLOATS>(&shared.stages[s], &left, count - s * terms);
    for (; count > 0; count -= terms, now = (now + 1) % deep) {
        __pipeline_wait_prior(deep - 2);
        __syncthreads(); // this stage is complete, and nobody reads the one before any more
        send_stage<STAGE, FLOATS>(&shared.stages[(now + deep - 1) % deep], &left,
                                  count - (deep - 1) * terms);
#pragma unroll
        for (int l = 4 * group; l < terms && count >= terms; l += 4 * groups)
            add_four_terms(sum, &shared.stages[now], l, at);
#pragma unroll 1
        for (int l = 4 * group; l < count && count < terms; l += 4 * groups)
            add_four_terms(sum, &shared.stages[now], l, at);
    }
    __pipeline_wait_prior(0);
    __syncthreads(); // nobody reads the stages any more: sums take their place
#pragma unroll
    for (int i = 0; i < rows; i++)
        *(float4 *)&shared.sums[group][(at.row + i * (high / rows)) * wide + at.col] =
            make_float4(sum[i][0] + 0.0f, sum[i][1] + 0.0f, sum[i][2] + 0.0f, sum[i][3] + 0.0f);
    __syncthreads();
    finish_tile<high, wide, STAGE::TEAM, groups>(shared.sums, kept, p, plan, top, left_col);
}

// The same for ROW neighbours of the only row, each warp every fourth term.
__global__ void __launch_bounds__(128, 8) one_row_kernel(struct product p, struct plan plan)
{
    __shared__ float sums[4][ROW];
    __shared__ struct job kept;
    struct job job = kept_job(&kept, p, plan);
    int warp = threadIdx.x / 32, col = job.left + threadIdx.x % 32;
    float sum[4] = {};
#pragma unroll 8
    for (int l = job.first + warp; l < job.first + job.count; l += 4)
        for (int j = 0; j < 4; j++)
            sum[j] +=
                __ldg(&p.a[l]) * __ldg(&p.b[(size_t)l * p.n + min(col + 32 * j, p.n - 1)]);
    for (int j = 0; j < 4; j++)
        sums[warp][threadIdx.x % 32 + 32 * j] = sum[j];
    __syncthreads(); // all warps' sums are there
    finish_tile<1, ROW, 128, 4>(sums, kept, p, plan, 0, job.left);
}

// A block computes a tile of c, a thread EACH_WAY x EACH_WAY elements, 16 apart.
template <int EACH_WAY> __global__ void few_terms_kernel(struct product p)
{
    const int side = 16 * EACH_WAY;
    __shared__ float a[side * FEW_TERMS], b[FEW_TERMS * side];
    unsigned across = (p.n + side - 1) / side;
    int top = blockIdx.x / across * side, left = blockIdx.x % across * side;
    int row = threadIdx.x / 16, col = threadIdx.x % 16;
    float sum[EACH_WAY][EACH_WAY] = {};
    for (int i = threadIdx.x; i < side * p.k; i += THREADS) {
        int of_b = left + i % side;
        a[i] = i < (long long)(p.m - top) * p.k ? __ldg(&p.a[(size_t)top * p.k + i]) : 0;
        b[i] = of_b < p.n ? __ldg(&p.b[(size_t)(i / side) * p.n + of_b]) : 0;
    }
    __syncthreads();
    for (int l = 0; l < p.k; l++)
        for (int i = 0; i < EACH_WAY * EACH_WAY; i++)
            sum[i / EACH_WAY][i % EACH_WAY] +=
                a[(row + i / EACH_WAY * 16) * p.k + l] * b[l * side + col + i % EACH_WAY * 16];
    for (int i = 0; i < EACH_WAY * EACH_WAY; i++)
        store_small(p, {}, top + row + i / EACH_WAY * 16, left + col + i % EACH_WAY * 16,
                    sum[i / EACH_WAY][i % EACH_WAY]);
}

// LANES threads, of a warp or of a block, add up an element of the only column, AHEAD at once.
template <int LANES, int AHEAD> __global__ void one_column_kernel(struct product p)
{
    __shared__ float of_warp[32];
    size_t row = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / LANES;
    const float *a = &p.a[min(row, (size_t)p.m - 1) * p.k];
    float sum = 0;
#pragma unroll AHEAD
    for (long long l = threadIdx.x % LANES; l < p.k; l += LANES)
        sum += __ldcs(&a[l]) * __ldg(&p.b[l]);
    for (int apart = min(LANES, 32) / 2; apart > 0; apart /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, apart);
    if (threadIdx.x % 32 == 0)
        of_warp[threadIdx.x / 32] = sum;
    __syncthreads(); // all warps' sums are there
    for (int w = 1; w < LANES / 32; w++)
        sum += of_warp[w];
    if (threadIdx.x % LANES == 0 && row < (size_t)p.m)
        p.c[row] = sum;
}

// ---- the launch -----------------------------------------------------------------------------

// A plan for large tiles. As many as fill all multiprocessors are not split; those left over
// are, into as many parts as bring the end forward most. Where that would be too many, small
// parts of all of them fill the places that are free, one after the other.
static struct plan make_plan(struct product p, int count)
{
    const double alone = 0.65; // a block by itself takes so much of the time of two
    const double adding = 35;  // terms that a block adds up while others add up parts
    const double worth = 0.9;  // more parts are to bring the end forward by a tenth
    int across = blocks_for(p.n, TILE), best = 1;
    size_t at_once = (size_t)count * RESIDENT, tiles = (size_t)blocks_for(p.m, TILE) * across;
    size_t rest = tiles % at_once, most = rest ? MOST_PARTS / rest : 0;
    size_t longest = p.k / (8 * DEPTH);
    double least = INFINITY; // time for them, where 1 is that of one round of all
    for (int parts = 1; parts == 1 || (parts <= most && parts <= longest); parts++) {
        size_t last = rest * parts % at_once;
        double rounds = rest * parts / at_once + (last > count ? 1 : last > 0 ? alone : 0);
        rounds = rounds / parts + (parts > 1 ? adding / p.k : 0);
        if (rounds < worth * least)
            least = rounds, best = parts;
    }
    size_t in_a_place = blocks_for(rest, at_once - rest), units = best;
    double rounds = in_a_place / (in_a_place + 1.0) + adding / p.k;
    if (in_a_place > 1 && most >= 2 && in_a_place < longest && rounds < worth * least)
        best = 2, units = in_a_place + 1;
    int split = best > 1 ? rest : 0;
    return {TILE, TILE, across, (int)tiles - split, split, best, (int)units};
}

static void multiply_large(struct product p, int count)
{
    struct plan plan = make_plan(p, count);
    bool aligned = ((size_t)p.a | (size_t)p.b | (size_t)p.c) % 16 == 0 && p.k % DEPTH == 0;
    bool whole = aligned && p.m % TILE == 0 && p.n % TILE == 0;
    unsigned blocks = plan.whole + plan.split * plan.parts;
    (whole ? fast_kernel<true> : fast_kernel<false>)<<<blocks, THREADS>>>(p, plan);
    CHECK(cudaGetLastError());
    if ((blocks = blocks_for((size_t)plan.split * TILE * TILE / 4, 64)) > 0)
        add_parts_kernel<<<blocks, 64>>>(p, plan);
}

// A small tile, and its microseconds on an H200: for a term, where a multiprocessor has one
// block and where it has as many as it can have; and to add up parts.
struct small {
    int high, wide, resident;
    double alone, full, adding;
    void (*floats)(struct product, struct plan), (*quads)(struct product, struct plan);
};

#define SMALL(h, w, r) small_kernel<stage<h, w, r>, 1>, small_kernel<stage<h, w, r>, 4>
static const struct small smalls[] = {
    {16, 16, 3, 0.0053, 0.0119, 2.9, SMALL(16, 16, 4)},
    {32, 16, 4, 0.0104, 0.0233, 4.5, SMALL(32, 16, 4)},
    {64, 16, 4, 0.0165, 0.0420, 6.8, SMALL(64, 16, 4)},
    {16, 64, 4, 0.0180, 0.0464, 5.2, SMALL(16, 64, 8)},
    {64, 32, 4, 0.0325, 0.0725, 14, SMALL(64, 32, 4)},
    {32, 64, 4, 0.0300, 0.0700, 14, SMALL(32, 64, 8)},
    {1, ROW, 8, 0.0250, 0.1350, 3, one_row_kernel, one_row_kernel},
};

// A product of whichever small tiles are fastest, in 1, 2, 4, ... parts.
static void multiply_small(struct product p, int count)
{
    bool quads = ((size_t)p.a | (size_t)p.b) % 16 == 0 && p.n % 4 == 0 && p.k % 4 == 0;
    double least = INFINITY, start = 2.1; // until the first stage is there
    const struct small *best = NULL;
    struct plan plan = {};
    for (const struct small *s = smalls; s < smalls + sizeof smalls / sizeof *smalls; s++) {
        size_t across = blocks_for(p.n, s->wide), tiles = across * blocks_for(p.m, s->high);
        for (int parts = 1; parts == 1 || parts <= p.k / (4 * DEPTH); parts *= 2) {
            size_t each = (tiles * parts + count - 1) / count, last = each % s->resident;
            double terms = (double)p.k / parts, more = (s->full - s->alone) / (s->resident - 1);
            double time = each / s->resident * (start + terms * s->full);
            time += last ? start + terms * (s->alone + more * (last - 1)) : 0;
            time += parts > 1 ? s->adding + parts * 0.05 : 0;
            bool room = tiles * parts * s->high * s->wide <= sizeof partial / sizeof *partial;
            room = room && (tiles < (size_t)count * s->resident || p.k / parts >= 4096);
            bool suits = s->wide > 16 ? p.m <= 32 || s->high > 16 : s->high < 64 || p.n <= 32;
            if (s->high == 1 || (p.m == 1 && p.n >= 2 * ROW))
                suits = s->high == p.m && p.n >= 2 * ROW;
            if ((parts > 1 && !room) || !suits || time >= least)
                continue;
            int split = parts > 1 ? (int)tiles : 0;
            plan = {s->high, s->wide, (int)across, (int)tiles - split, split, parts, parts};
            least = time, best = s;
        }
    }
    unsigned team = best->high == best->wide ? 256 : 128;
    unsigned blocks = plan.whole + plan.split * plan.parts;
    (quads ? best->quads : best->floats)<<<blocks, team>>>(p, plan);
}

EXPORT void matmul_fast(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    struct product p = {d_a, d_b, d_c, m, n, k};
    int device, count;
    if (m == 0 || n == 0)
        return;
    CHECK(cudaGetDevice(&device));
    CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
    if (k <= FEW_TERMS && (size_t)m * n < (size_t)count * THREADS * 16)
        few_terms_kernel<1><<<blocks_for(m, 16) * blocks_for(n, 16), THREADS>>>(p);
    else if (k <= FEW_TERMS && (k < DEPTH || m % TILE > 0 || n % TILE > 0))
        few_terms_kernel<4><<<blocks_for(m, 64) * blocks_for(n, 64), THREADS>>>(p);
    else if (n == 1 && m > 4096 && k <= 128)
        one_column_kernel<8, 4><<<blocks_for(m, THREADS / 8), THREADS>>>(p);
    else if (n == 1 && m > 4096)
        one_column_kernel<16, 8><<<blocks_for(m, THREADS / 16), THREADS>>>(p);
    else if (n == 1 && (m > 512 || k <= 128))
        one_column_kernel<THREADS, 16><<<m, THREADS>>>(p);
    else if (n == 1)
        one_column_kernel<1024, 8><<<m, 1024>>>(p);
    else if (m < TILE / 2 || n < TILE / 2 || 1.0 * m * n * k < 2.5e8)
        multiply_small(p, count);
    else
        multiply_large(p, count);
    CHECK(cudaGetLastError());
}
