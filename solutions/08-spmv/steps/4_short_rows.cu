// tasks: spmv_fast
// how: a thread a row where all rows of a tile are short
#include "spmv.h"

#define BLOCK_SIZE 256
#define SHARE 9                   // steps of a thread: odd, for the banks' sake
#define TILE (BLOCK_SIZE * SHARE) // steps of a block
#define BLOCKS_AT_ONCE 8          // on a multiprocessor: the compiler may use 32 registers
#define SHORT 16                  // entries of a row that a thread sums alone
#define WARP 32
#define LINE 32 // words that memory hands out at best together
#define MOST_TILES ((1LL << 32) / TILE + 1)

// ---- the walk ------------------------------------------------------------------------------

// One walk leads through the matrix. A step takes the next entry, or, when a row's entries are
// all taken, ends the row: rows + nnz steps. Row r ends in step d_starts[r + 1] + r. TILE
// steps are a tile. Long rows span tiles, and empty rows are steps: no tile has more work than
// another.

// How many of `rows` rows have ended before this step. Row r ends after ends[r] entries.
static __device__ int rows_ended(const int *ends, int rows, unsigned step)
{
    int low = 0, high = step < (unsigned)rows ? (int)step : rows;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if ((unsigned)ends[middle] + middle < step)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static __device__ unsigned steps_of(struct csr a)
{
    return (unsigned)a.rows + a.nnz;
}

static __device__ int splits[MOST_TILES + 1]; // rows that have ended before a tile
static __device__ float carries[MOST_TILES];  // a tile's entries behind its last row's end

// Thread t finds splits[t]; the launch must provide a thread for each of the tiles + 1 ends.
__global__ void splits_kernel(struct csr a, unsigned tiles)
{
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t <= tiles) // the last tile may be short, and the walk has less than 2^32 steps
        splits[t] = rows_ended(a.d_starts + 1, a.rows, t < tiles ? t * TILE : steps_of(a));
}

// ---- a tile --------------------------------------------------------------------------------

struct tile {
    int row, rows;      // the first row that ends in it or behind it, and how many end in it
    int entry, entries; // its first entry, and how many it takes
};

static __device__ struct tile tile_at(struct csr a, unsigned t)
{
    unsigned step = t * TILE, left = steps_of(a) - step;
    struct tile tile;
    tile.row = splits[t];
    tile.rows = splits[t + 1] - tile.row;
    tile.entry = (int)(step - tile.row);
    tile.entries = (left < TILE ? (int)left : TILE) - tile.rows;
    return tile;
}

// The products of the tile's entries. The threads begin where a line begins, before the tile's
// first entry, so that a warp's load touches one line and not two. All columns and values are
// on their way before the first product is wanted, and all x before the first is stored:
// gathers take long, and a thread waits for all of its own at a time. Columns and values are
// read once: __ldcs asks the cache not to keep them, and to keep x.
static __device__ void load_products(struct csr a, const float *x, struct tile tile,
                                     float *products)
{
    int col[SHARE], before = tile.entry % LINE;
    float value[SHARE];
    int k = (int)threadIdx.x - before;
#pragma unroll
    for (int s = 0; s < SHARE; s++) {
        int at = k + s * BLOCK_SIZE;
        bool ours = at >= 0 && at < tile.entries;
        col[s] = ours ? __ldcs(&a.d_col[tile.entry + at]) : -1;
        value[s] = ours ? __ldcs(&a.d_value[tile.entry + at]) : 0;
    }
#pragma unroll
    for (int s = 0; s < SHARE; s++)
        if (col[s] >= 0)
            value[s] *= x[col[s]];
#pragma unroll
    for (int s = 0; s < SHARE; s++)
        if (col[s] >= 0)
            products[k + s * BLOCK_SIZE] = value[s];
    // Beginning earlier, the threads may have left out up to `before` entries.
    k += TILE;
    if (k < tile.entries)
        products[k] = a.d_value[tile.entry + k] * x[a.d_col[tile.entry + k]];
}

// ---- sums of rows --------------------------------------------------------------------------

// What a part of the walk leaves behind: the sum of its entries since a row ended in it, or of
// all, if none did.
struct rest {
    float sum;
    int ended;
};

// The rest of two parts that follow each other.
static __device__ struct rest joined(struct rest first, struct rest then)
{
    if (!then.ended)
        then = {first.sum + then.sum, first.ended};
    return then;
}

// The rest of all threads before this one; the last thread's own is included in *of_block.
static __device__ struct rest rest_before(struct rest own, struct rest *of_block)
{
    __shared__ struct rest of_warp[BLOCK_SIZE / WARP];
    int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    for (int apart = 1; apart < WARP; apart *= 2) {
        struct rest other = {__shfl_up_sync(0xffffffff, own.sum, apart),
                             __shfl_up_sync(0xffffffff, own.ended, apart)};
        if (lane >= apart)
            own = joined(other, own);
    }
    if (lane == WARP - 1)
        of_warp[warp] = own;
    struct rest before = {__shfl_up_sync(0xffffffff, own.sum, 1),
                          __shfl_up_sync(0xffffffff, own.ended, 1)};
    __syncthreads(); // the rests of all warps are there
    struct rest of_warps = {0, 0};
    for (int w = 0; w < warp; w++)
        of_warps = joined(of_warps, of_warp[w]);
    *of_block = joined(of_warps, own);
    return lane > 0 ? joined(of_warps, before) : of_warps;
}

// Thread t walks SHARE steps from t * SHARE on. Sums of rows go where the rows' ends are,
// behind the products; the sum of what follows the last row's end is returned to the last
// thread.
static __device__ float walk(struct tile tile, float *products)
{
    float *sums = products + tile.entries;
    const int *ends = (int *)sums;
    int steps = tile.rows + tile.entries, own = threadIdx.x * SHARE;
    own = own < steps ? own : steps;
    const int first_row = rows_ended(ends, tile.rows, own);
    int row = first_row, entry = own - row, end = ends[row];
    float sum = 0, first_sum = 0;
    __syncthreads(); // nobody searches any more: sums may replace ends
#pragma unroll
    for (int s = 0; s < SHARE; s++) {
        if (own + s >= steps)
            break;
        if (entry < end) {
            sum += products[entry++];
        } else {
            if (row == first_row)
                first_sum = sum; // others may have begun this row, or still look at its end
            else
                sums[row] = sum;
            sum = 0;
            end = ends[++row];
        }
    }
    struct rest of_block, before = rest_before({sum, row > first_row}, &of_block);
    if (row > first_row)
        sums[first_row] = before.sum + first_sum;
    return of_block.sum;
}

// Block t does tile t. The launch must provide BLOCK_SIZE threads a block, and a block for each
// tile. In shared memory lie the products, and behind them how many entries the tile has taken
// when its rows end: together as many as it has steps.
__global__ void __launch_bounds__(BLOCK_SIZE, BLOCKS_AT_ONCE)
    tile_kernel(struct csr a, const float *x, float *y)
{
    __shared__ int words[TILE + 1];
    struct tile tile = tile_at(a, blockIdx.x);
    float *products = (float *)words, *sums = products + tile.entries;
    int *ends = words + tile.entries, long_rows = 0;
    for (int r = threadIdx.x; r <= tile.rows; r += BLOCK_SIZE) { // the last goes on behind it
        int begin = r > 0 ? a.d_starts[tile.row + r] - tile.entry : 0;
        ends[r] = r < tile.rows ? a.d_starts[tile.row + r + 1] - tile.entry : tile.entries;
        long_rows |= ends[r] - begin > SHORT;
    }
    load_products(a, x, tile, products);
    long_rows = __syncthreads_or(long_rows); // products and ends are there

    // A walk costs a search and a scan. Where all rows are short, a thread a row is cheaper.
    if (!long_rows) {
        for (int r = threadIdx.x; r <= tile.rows; r += BLOCK_SIZE) {
            float sum = 0;
            for (int k = r > 0 ? ends[r - 1] : 0; k < ends[r]; k++)
                sum += products[k];
            if (r < tile.rows)
                y[tile.row + r] = sum;
            else
                carries[blockIdx.x] = sum;
        }
        return;
    }
    float carry = walk(tile, products);
    if (threadIdx.x == BLOCK_SIZE - 1)
        carries[blockIdx.x] = carry;
    __syncthreads(); // all sums are there; they leave by neighbours
    for (int r = threadIdx.x; r < tile.rows; r += BLOCK_SIZE)
        y[tile.row + r] = sums[r];
}

// ---- rows that span tiles ------------------------------------------------------------------

// The sum of the carries first .. end - 1, by a warp; in the same order in each run.
static __device__ float sum_of_carries(unsigned first, unsigned end)
{
    float sum = 0;
    for (unsigned t = first + threadIdx.x % WARP; t < end; t += WARP)
        sum += carries[t];
    for (int apart = WARP / 2; apart > 0; apart /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, apart);
    return sum;
}

// Thread t completes the first row that ends in tile t, by what the tiles from the row's
// beginning on have left. If these are many, the thread's warp does it together. The launch
// must provide a thread for each tile, and whole warps.
__global__ void carries_kernel(struct csr a, float *y, unsigned tiles)
{
    const unsigned few = 4;
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x, first = t;
    if (t < tiles && splits[t] < splits[t + 1])
        first = ((unsigned)a.d_starts[splits[t]] + splits[t]) / TILE;
    float sum = 0;
    if (t - first <= few)
        for (unsigned before = first; before < t; before++)
            sum += carries[before];
    unsigned many = __ballot_sync(0xffffffff, t - first > few);
    for (int lane = 0; lane < WARP; lane++) {
        if (!(many >> lane & 1))
            continue;
        float of_lane = sum_of_carries(__shfl_sync(0xffffffff, first, lane),
                                       __shfl_sync(0xffffffff, t, lane));
        if ((int)threadIdx.x % WARP == lane)
            sum = of_lane;
    }
    if (first < t)
        y[splits[t]] += sum;
}

EXPORT void spmv_fast(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    unsigned tiles = blocks_for((size_t)a.rows + a.nnz, TILE);
    splits_kernel<<<blocks_for((size_t)tiles + 1, BLOCK_SIZE), BLOCK_SIZE>>>(a, tiles);
    CHECK(cudaGetLastError());
    tile_kernel<<<tiles, BLOCK_SIZE>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
    carries_kernel<<<blocks_for(tiles, BLOCK_SIZE), BLOCK_SIZE>>>(a, d_y, tiles);
    CHECK(cudaGetLastError());
}
