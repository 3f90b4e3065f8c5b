// Lab 08, stretch: equal work for all threads, whatever the rows are like, and no more requests
// to the cache than the matrix and the gathers of x need; but where rows have few entries, a
// thread a row, straight from memory. README.md has the climb.
#include "spmv.h"

#define BLOCK_SIZE 256
#define SHARE 9                   // steps of a thread: odd, for the banks' sake
#define TILE (BLOCK_SIZE * SHARE) // steps of a block
#define BLOCKS_AT_ONCE 8          // on a multiprocessor: the compiler may use 32 registers
#define SHORT 16                  // entries of a row that a thread sums alone
#define WARP 32
#define FEW 8         // entries that rows have on average where a thread takes a row
#define AT_ONCE 8     // entries of such a row whose loads are on their way at once
#define FEW_BLOCK 128 // threads of a block there
#define FEW_BLOCKS 16 // on a multiprocessor: the compiler may use 32 registers
#define MOST_ALONE 32 // entries that a thread takes alone; its warp helps with more
#define PIECE 2048    // entries that a warp takes alone; longer rows are cut into such pieces
#define PIECE_BLOCKS 256 // for all pieces, at most
#define MOST_PIECES ((1LL << 32) / PIECE)
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

// ---- few entries a row ---------------------------------------------------------------------

// A piece of a long row: its own place among the row's pieces, of which the first is
// pieces[first].
struct piece {
    int row, own, first;
};

static __device__ struct piece pieces[MOST_PIECES];
static __device__ float piece_sums[MOST_PIECES];
static __device__ int arrived[MOST_PIECES]; // of the row's pieces; 0 again when all have
static __device__ unsigned piece_count[2];  // of this call and, already 0, of the next

static __device__ void cut_row(int row, int entries, unsigned *count)
{
    int number = (entries + PIECE - 1) / PIECE, first = atomicAdd(count, number);
    for (int i = 0; i < number; i++)
        pieces[first + i] = {row, i, first};
}

// The warp sums the row of one of its lanes.
static __device__ void sum_by_warp(struct csr a, const float *x, float *y, long long row,
                                   int begin, int end, int lane)
{
    begin = __shfl_sync(0xffffffff, begin, lane), end = __shfl_sync(0xffffffff, end, lane);
    float sum = 0;
    for (int k = begin + threadIdx.x % WARP; k < end; k += WARP)
        sum += a.d_value[k] * x[a.d_col[k]];
    for (int apart = WARP / 2; apart > 0; apart /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, apart);
    if ((int)threadIdx.x % WARP == lane)
        y[row] = sum;
}

// Thread r sums row r, as the core task does, but for AT_ONCE loads at once. Neighbours read
// neighbouring rows: what one of them leaves of a line, the next finds in the first-level
// cache.
__global__ void __launch_bounds__(FEW_BLOCK, FEW_BLOCKS)
    few_entries_kernel(struct csr a, const float *x, float *y, int call)
{
    long long row = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (row == 0)
        piece_count[1 - call] = 0;
    int begin = row < a.rows ? a.d_starts[row] : 0;
    int end = row < a.rows ? a.d_starts[row + 1] : 0, entries = end - begin;
    if (entries > PIECE)
        cut_row(row, entries, &piece_count[call]);
    bool together = entries > MOST_ALONE && entries <= PIECE;
    for (unsigned rows = __ballot_sync(0xffffffff, together); rows; rows &= rows - 1)
        sum_by_warp(a, x, y, row, begin, end, __ffs(rows) - 1);
    if (row >= a.rows || entries > MOST_ALONE)
        return;
    float sum = 0;
    for (int k = begin; k < end; k += AT_ONCE) {
        int col[AT_ONCE];
        float value[AT_ONCE];
#pragma unroll
        for (int i = 0; i < AT_ONCE; i++) {
            col[i] = k + i < end ? a.d_col[k + i] : -1;
            value[i] = k + i < end ? a.d_value[k + i] : 0;
        }
#pragma unroll
        for (int i = 0; i < AT_ONCE; i++)
            if (col[i] >= 0)
                sum += value[i] * x[col[i]];
    }
    y[row] = sum;
}

// The sum of all threads' shares; the same in each run.
static __device__ float sum_of_block(float share)
{
    __shared__ float of_warp[BLOCK_SIZE / WARP];
    for (int apart = WARP / 2; apart > 0; apart /= 2)
        share += __shfl_xor_sync(0xffffffff, share, apart);
    __syncthreads(); // nobody reads the sums of a piece before
    if (threadIdx.x % WARP == 0)
        of_warp[threadIdx.x / WARP] = share;
    __syncthreads();
    float sum = 0;
    for (int w = 0; w < BLOCK_SIZE / WARP; w++)
        sum += of_warp[w];
    return sum;
}

// The blocks take turns with the pieces, if there are any. Whoever is the last of a row to be
// done adds up the sums of its pieces. The launch must provide BLOCK_SIZE threads a block.
__global__ void pieces_kernel(struct csr a, const float *x, float *y, int call)
{
    __shared__ bool last;
    for (unsigned p = blockIdx.x; p < piece_count[call]; p += gridDim.x) {
        struct piece piece = pieces[p];
        int begin = a.d_starts[piece.row], entries = a.d_starts[piece.row + 1] - begin;
        int number = (entries + PIECE - 1) / PIECE, from = piece.own * PIECE;
        int to = entries - from < PIECE ? entries : from + PIECE;
        float share = 0;
#pragma unroll 4
        for (int k = from + threadIdx.x; k < to; k += BLOCK_SIZE)
            share += a.d_value[begin + k] * x[a.d_col[begin + k]];
        float sum = sum_of_block(share);
        if (threadIdx.x == 0) {
            piece_sums[p] = sum;
            __threadfence(); // the sum is there before the piece counts
            last = atomicAdd(&arrived[piece.first], 1) == number - 1;
        }
        __syncthreads();
        if (!last)
            continue;
        __threadfence();
        share = 0;
        for (int i = threadIdx.x; i < number; i += BLOCK_SIZE)
            share += piece_sums[piece.first + i];
        sum = sum_of_block(share);
        if (threadIdx.x == 0) {
            y[piece.row] = sum;
            arrived[piece.first] = 0;
        }
    }
}

static void multiply_few_entries(struct csr a, const float *d_x, float *d_y)
{
    static int call; // 0 or 1, in turn
    call = 1 - call;
    few_entries_kernel<<<blocks_for(a.rows, FEW_BLOCK), FEW_BLOCK>>>(a, d_x, d_y, call);
    CHECK(cudaGetLastError());
    unsigned most = blocks_for((size_t)a.nnz + 1, PIECE);
    unsigned blocks = most < PIECE_BLOCKS ? most : PIECE_BLOCKS;
    pieces_kernel<<<blocks, BLOCK_SIZE>>>(a, d_x, d_y, call);
    CHECK(cudaGetLastError());
}

// ---- the launch ----------------------------------------------------------------------------

EXPORT void spmv_fast(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    if (a.nnz / FEW <= a.rows) {
        multiply_few_entries(a, d_x, d_y);
        return;
    }
    unsigned tiles = blocks_for((size_t)a.rows + a.nnz, TILE);
    splits_kernel<<<blocks_for((size_t)tiles + 1, BLOCK_SIZE), BLOCK_SIZE>>>(a, tiles);
    CHECK(cudaGetLastError());
    tile_kernel<<<tiles, BLOCK_SIZE>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
    carries_kernel<<<blocks_for(tiles, BLOCK_SIZE), BLOCK_SIZE>>>(a, d_y, tiles);
    CHECK(cudaGetLastError());
}
