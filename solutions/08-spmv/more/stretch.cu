// tasks: spmv_grouped csr_to_grouped
// how: the worked answer, climbed: equal shares for all blocks, vectors of four, and many loads
// on their way at once
#include "grouped.h"

#define BLOCK_SIZE 1024    // threads that share a group's x
#define SUM_BLOCK_SIZE 768 // threads that share a tile; two such blocks fit a multiprocessor
#define WARP 32
#define ALL 0xffffffff
#define AT_ONCE 4       // vectors of a thread on their way at once
#define OF_SEGMENT 6    // products of a segment, of a thread, on their way at once
#define LANES 4         // threads that sum a row of a tile
#define LONG_ROW 256    // entries of a tile that a warp sums together
#define MOST_GROUPS 256 // whose segments of a tile a block sorts at a time
#define WARPS (BLOCK_SIZE / WARP)
#define SHARES 8      // blocks a multiprocessor, one after the other
#define LEAST_SHARE 2 // entries that a block takes at least, as a multiple of a group's columns

// ---- products ------------------------------------------------------------------------------

// The group that has entry k: the last one that begins at k or before.
static __device__ int group_of(struct grouped a, unsigned k)
{
    int low = 0, high = a.groups - 1;
    while (low < high) {
        int middle = high - (high - low) / 2;
        if ((unsigned)a.d_begins[middle * a.tiles] <= k)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

static __device__ void multiply(struct grouped a, const float *group_x, unsigned k)
{
    a.d_product[k] = a.d_value[k] * group_x[a.d_col[k]];
}

// Entries begin .. end - 1, of which begin and end are multiples of four, four at a time.
static __device__ void multiply_vectors(struct grouped a, const float *group_x, unsigned begin,
                                        unsigned end)
{
    const float4 *values = (const float4 *)(a.d_value + begin);
    const ushort4 *cols = (const ushort4 *)(a.d_col + begin);
    float4 *products = (float4 *)(a.d_product + begin);
    unsigned count = (end - begin) / 4;
    for (unsigned v = threadIdx.x; v < count; v += AT_ONCE * BLOCK_SIZE) {
        float4 value[AT_ONCE];
        ushort4 col[AT_ONCE];
#pragma unroll
        for (int i = 0; i < AT_ONCE; i++)
            if (v + i * BLOCK_SIZE < count) {
                value[i] = values[v + i * BLOCK_SIZE];
                col[i] = cols[v + i * BLOCK_SIZE];
            }
#pragma unroll
        for (int i = 0; i < AT_ONCE; i++)
            if (v + i * BLOCK_SIZE < count) {
                value[i].x *= group_x[col[i].x];
                value[i].y *= group_x[col[i].y];
                value[i].z *= group_x[col[i].z];
                value[i].w *= group_x[col[i].w];
                products[v + i * BLOCK_SIZE] = value[i];
            }
    }
}

// Entries begin .. end - 1 of one group. Vectors begin and end where the arrays allow it.
static __device__ void multiply_run(struct grouped a, const float *group_x, unsigned begin,
                                    unsigned end, bool vectors)
{
    unsigned first = (begin + 3) / 4 * 4, last = end / 4 * 4;
    if (!vectors || first >= last)
        first = last = end;
    for (unsigned k = begin + threadIdx.x; k < first; k += BLOCK_SIZE)
        multiply(a, group_x, k);
    multiply_vectors(a, group_x, first, last);
    for (unsigned k = last + threadIdx.x; k < end; k += BLOCK_SIZE)
        multiply(a, group_x, k);
}

// Block b multiplies entries b * share and on, whatever groups they are in: an even share is
// worth the second group that a block may have to bring. The launch must provide room for
// group_cols floats in shared memory.
__global__ void __launch_bounds__(BLOCK_SIZE)
    products_kernel(struct grouped a, const float *x, unsigned share, bool vectors)
{
    extern __shared__ float group_x[];
    unsigned begin = blockIdx.x * share, end = a.nnz - begin < share ? a.nnz : begin + share;
    for (int group = group_of(a, begin); begin < end; group++) {
        unsigned stop = a.d_begins[(group + 1) * a.tiles];
        stop = stop < end ? stop : end;
        if (stop == begin)
            continue;
        int first_col = group * a.group_cols;
        __syncthreads(); // nobody reads the group before
        for (int col = threadIdx.x; col < a.group_cols && col < a.cols - first_col;
             col += BLOCK_SIZE)
            group_x[col] = x[first_col + col];
        __syncthreads(); // the group's x is there
        multiply_run(a, group_x, begin, stop, vectors);
        begin = stop;
    }
}

// ---- sums ----------------------------------------------------------------------------------

// The row that has entry k: the last one that begins at k or before. The whole warp must ask;
// each step leaves a 32nd of the rows.
static __device__ int row_of(struct grouped a, int k)
{
    unsigned low = 0, count = a.rows;
    while (count > 1) {
        unsigned step = (count + WARP - 1) / WARP, ahead = threadIdx.x % WARP * step;
        bool begun = ahead < count && a.d_starts[low + ahead] <= k;
        unsigned last = (WARP - 1 - __clz(__ballot_sync(ALL, begun))) * step;
        low += last;
        count = count - last < step ? count - last : step;
    }
    return (int)low;
}

// Brings the products of one segment to their places, by a warp.
static __device__ void bring_segment(struct grouped a, int segment, float *products)
{
    unsigned k = a.d_begins[segment] + threadIdx.x % WARP, end = a.d_begins[segment + 1];
    for (; k < end; k += OF_SEGMENT * WARP) {
        float product[OF_SEGMENT];
        int place[OF_SEGMENT];
#pragma unroll
        for (int i = 0; i < OF_SEGMENT; i++)
            if (k + i * WARP < end) {
                product[i] = a.d_product[k + i * WARP];
                place[i] = a.d_place[k + i * WARP];
            }
#pragma unroll
        for (int i = 0; i < OF_SEGMENT; i++)
            if (k + i * WARP < end)
                products[place[i]] = product[i];
    }
}

// The sum of a row's products from .. to - 1, by the LANES lanes that are its own, right in all
// of them. The eight rows of a warp begin at different lanes' places: rows of equal length
// would else be read from the same banks.
static __device__ float sum_by_lanes(const float *products, int from, int to)
{
    int count = to - from, turn = threadIdx.x % WARP / LANES * LANES;
    float sum = 0;
    for (int i = threadIdx.x % LANES; i < count; i += LANES) {
        int at = from + i + (turn < count ? turn : 0);
        sum += products[at < to ? at : at - count];
    }
    for (int apart = LANES / 2; apart > 0; apart /= 2)
        sum += __shfl_xor_sync(ALL, sum, apart);
    return sum;
}

// The same for the row of one lane, by the whole warp; right in that lane.
static __device__ float sum_by_warp(const float *products, int from, int to, int lane)
{
    from = __shfl_sync(ALL, from, lane), to = __shfl_sync(ALL, to, lane);
    float sum = 0;
#pragma unroll 4
    for (int k = from + threadIdx.x % WARP; k < to; k += WARP)
        sum += products[k];
    for (int apart = WARP / 2; apart > 0; apart /= 2)
        sum += __shfl_xor_sync(ALL, sum, apart);
    return sum;
}

// Sums the rows of a tile, of which this is the first one. A row that spans tiles is added up
// in y.
static __device__ void sum_rows(struct grouped a, const float *products, int first, int entries,
                                int first_row, float *y)
{
    for (int row = first_row + threadIdx.x / LANES;; row += SUM_BLOCK_SIZE / LANES) {
        int begin = row < a.rows ? a.d_starts[row] - first : entries;
        if (__all_sync(ALL, begin >= entries))
            break;
        int end = begin < entries ? a.d_starts[row + 1] - first : entries;
        int from = begin > 0 ? begin : 0, to = end < entries ? end : entries;
        bool mine = from < to && threadIdx.x % LANES == 0;
        bool is_long = to - from > LONG_ROW;
        float sum = sum_by_lanes(products, from, is_long ? from : to);
        for (unsigned rows = __ballot_sync(ALL, mine && is_long); rows; rows &= rows - 1) {
            int lane = __ffs(rows) - 1;
            float of_row = sum_by_warp(products, from, to, lane);
            if ((int)threadIdx.x % WARP == lane)
                sum = of_row;
        }
        if (mine && begin >= 0 && end <= entries)
            y[row] = sum;
        else if (mine)
            atomicAdd(&y[row], sum);
    }
}

// Block t sums the entries of tile t. The launch must provide room for tile_entries floats in
// shared memory, and zeros in y.
__global__ void __launch_bounds__(SUM_BLOCK_SIZE, 2) sums_kernel(struct grouped a, float *y)
{
    extern __shared__ float products[];
    __shared__ int first_row;
    const int warp = threadIdx.x / WARP, warps = SUM_BLOCK_SIZE / WARP;
    int tile = blockIdx.x, first = tile * a.tile_entries;
    int entries = a.nnz - first < a.tile_entries ? a.nnz - first : a.tile_entries;
    if (warp == warps - 1) {
        int row = row_of(a, first);
        if (threadIdx.x % WARP == 0)
            first_row = row;
    }
    for (int group = warp; group < a.groups; group += warps)
        bring_segment(a, group * a.tiles + tile, products);
    __syncthreads(); // all products are at their places, and the first row is known
    sum_rows(a, products, first, entries, first_row, y);
}

// ---- the launches --------------------------------------------------------------------------

static bool is_aligned(const void *pointer, size_t bytes)
{
    return (size_t)pointer % bytes == 0;
}

// So many entries that all multiprocessors have the same, in multiples of four: in SHARES
// parts, so that one that is ahead begins another.
static unsigned share_of_a_block(struct grouped a)
{
    int device, multiprocessors;
    CHECK(cudaGetDevice(&device));
    CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    size_t share = blocks_for(a.nnz, SHARES * multiprocessors),
           least = LEAST_SHARE * a.group_cols;
    return (unsigned)((share > least ? share : least) + 3) / 4 * 4;
}

static void allow_shared_memory(const void *kernel, size_t bytes)
{
    CHECK(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes));
}

EXPORT void spmv_grouped(struct grouped a, const float *d_x, float *d_y)
{
    CHECK(cudaMemset(d_y, 0, a.rows * sizeof *d_y));
    if (a.nnz == 0)
        return;
    bool vectors = is_aligned(a.d_value, sizeof(float4)) &&
                   is_aligned(a.d_col, sizeof(ushort4)) &&
                   is_aligned(a.d_product, sizeof(float4));
    unsigned share = share_of_a_block(a);
    size_t group_bytes = a.group_cols * sizeof(float);
    size_t tile_bytes = a.tile_entries * sizeof(float);
    allow_shared_memory((const void *)products_kernel, group_bytes);
    allow_shared_memory((const void *)sums_kernel, tile_bytes);
    products_kernel<<<blocks_for(a.nnz, share), BLOCK_SIZE, group_bytes>>>(a, d_x, share,
                                                                           vectors);
    CHECK(cudaGetLastError());
    sums_kernel<<<a.tiles, SUM_BLOCK_SIZE, tile_bytes>>>(a, d_y);
    CHECK(cudaGetLastError());
}

// ---- csr_to_grouped ------------------------------------------------------------------------

// Block b scans numbers b * BLOCK_SIZE and on, without each one's own, and stores their sum.
__global__ void scan_blocks_kernel(int *numbers, int *totals, int n)
{
    __shared__ int of_warp[WARP];
    int i = blockIdx.x * BLOCK_SIZE + threadIdx.x, value = i < n ? numbers[i] : 0, sum = value;
    int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    for (int apart = 1; apart < WARP; apart *= 2) {
        int before = __shfl_up_sync(ALL, sum, apart);
        sum += lane >= apart ? before : 0;
    }
    if (lane == WARP - 1)
        of_warp[warp] = sum;
    __syncthreads(); // the sums of all warps are there
    for (int before = 0; before < warp; before++)
        sum += of_warp[before];
    if (i < n)
        numbers[i] = sum - value;
    if (threadIdx.x == BLOCK_SIZE - 1)
        totals[blockIdx.x] = sum;
}

__global__ void add_offsets_kernel(int *numbers, const int *offsets, int n)
{
    int i = blockIdx.x * BLOCK_SIZE + threadIdx.x;
    if (i < n)
        numbers[i] += offsets[blockIdx.x];
}

// In place: the sum of all numbers before each one.
static void scan(int *d_numbers, int n)
{
    unsigned blocks = blocks_for(n, BLOCK_SIZE);
    int *d_totals;
    CHECK(cudaMalloc(&d_totals, blocks * sizeof *d_totals));
    scan_blocks_kernel<<<blocks, BLOCK_SIZE>>>(d_numbers, d_totals, n);
    CHECK(cudaGetLastError());
    if (blocks > 1) {
        scan(d_totals, (int)blocks);
        add_offsets_kernel<<<blocks, BLOCK_SIZE>>>(d_numbers, d_totals, n);
        CHECK(cudaGetLastError());
    }
    CHECK(cudaFree(d_totals));
}

static __device__ int entries_of_tile(struct csr a, struct grouped b, int tile)
{
    int first = tile * b.tile_entries;
    return a.nnz - first < b.tile_entries ? a.nnz - first : b.tile_entries;
}

// Block t counts the entries of tile t in each segment, MOST_GROUPS segments at a time.
__global__ void __launch_bounds__(BLOCK_SIZE)
    count_kernel(struct csr a, struct grouped b, int *counts)
{
    __shared__ int count[MOST_GROUPS];
    int tile = blockIdx.x, entries = entries_of_tile(a, b, tile);
    const int *cols = a.d_col + tile * b.tile_entries;
    for (int low = 0; low < b.groups; low += MOST_GROUPS) {
        for (int g = threadIdx.x; g < MOST_GROUPS; g += BLOCK_SIZE)
            count[g] = 0;
        __syncthreads(); // all counts are 0
        for (int place = threadIdx.x; place < entries; place += BLOCK_SIZE) {
            int g = cols[place] / b.group_cols - low;
            if (g >= 0 && g < MOST_GROUPS)
                atomicAdd(&count[g], 1);
        }
        __syncthreads(); // all entries are counted
        for (int g = threadIdx.x; g < MOST_GROUPS && low + g < b.groups; g += BLOCK_SIZE)
            counts[(low + g) * b.tiles + tile] = count[g];
    }
}

// What a block knows of a tile's entries in groups low .. low + MOST_GROUPS - 1. Each warp has
// a run of the tile's places, so that where the warps' entries follow one another in a segment,
// the segment has CSR's order.
struct sorting {
    int next[WARPS][MOST_GROUPS]; // a warp's entries in a segment, then where the next one goes
    int count[MOST_GROUPS];       // all warps' entries in a segment
    int start[MOST_GROUPS];       // where the segment begins in `order`
};

// Walks along the warp's run, WARP places at a time. With an `order` it puts each place into
// its segment; without, it counts only.
static __device__ void walk_run(struct csr a, struct grouped b, int tile, int low,
                                struct sorting *s, unsigned short *order)
{
    int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    int entries = entries_of_tile(a, b, tile), *next = s->next[warp];
    int run = (entries + WARPS * WARP - 1) / (WARPS * WARP) * WARP;
    int end = (warp + 1) * run < entries ? (warp + 1) * run : entries;
    for (int place = warp * run + lane; place - lane < end; place += WARP) {
        int g = -1;
        if (place < end)
            g = a.d_col[tile * b.tile_entries + place] / b.group_cols - low;
        bool there = g >= 0 && g < MOST_GROUPS;
        unsigned same = __match_any_sync(ALL, there ? g : -1); // lanes of this segment
        int before = __popc(same & ((1u << lane) - 1)), to = 0;
        if (there && before == 0) {
            to = next[g];
            next[g] = to + __popc(same);
        }
        to = before + __shfl_sync(ALL, to, __ffs(same) - 1);
        if (there && order)
            order[s->start[g] + to] = (unsigned short)place;
        __syncwarp(); // another lane may be the first of that segment next time
    }
}

// From the warps' counts to where each begins in its segment, and from the segments' counts to
// where each begins in `order`.
static __device__ void find_starts(struct sorting *s)
{
    int lane = threadIdx.x % WARP, sum_before = 0;
    for (int g = threadIdx.x; g < MOST_GROUPS; g += BLOCK_SIZE) {
        int sum = 0;
        for (int w = 0; w < WARPS; w++) {
            int own = s->next[w][g];
            s->next[w][g] = sum;
            sum += own;
        }
        s->count[g] = sum;
    }
    __syncthreads(); // all segments' counts are there
    for (int g = lane; threadIdx.x < WARP && g < MOST_GROUPS; g += WARP) {
        int sum = s->count[g];
        for (int apart = 1; apart < WARP; apart *= 2) {
            int before = __shfl_up_sync(ALL, sum, apart);
            sum += lane >= apart ? before : 0;
        }
        s->start[g] = sum_before + sum - s->count[g];
        sum_before += __shfl_sync(ALL, sum, WARP - 1);
    }
}

// Stores the entries segment by segment: a warp a segment, its lanes neighbours.
static __device__ void store_segments(struct csr a, struct grouped b, int tile, int low,
                                      const struct sorting *s, const unsigned short *order)
{
    int first = tile * b.tile_entries;
    for (int g = threadIdx.x / WARP; g < MOST_GROUPS && low + g < b.groups; g += WARPS) {
        int begin = b.d_begins[(low + g) * b.tiles + tile];
        for (int i = threadIdx.x % WARP; i < s->count[g]; i += WARP) {
            int place = order[s->start[g] + i];
            b.d_place[begin + i] = (unsigned short)place;
            b.d_col[begin + i] =
                (unsigned short)(a.d_col[first + place] - (low + g) * b.group_cols);
            b.d_value[begin + i] = a.d_value[first + place];
        }
    }
}

// Block t brings the entries of tile t to their segments. Stored one by one they would be as
// many requests; so their order is made in shared memory first. The launch must provide room
// for as many shorts as a tile has entries.
__global__ void __launch_bounds__(BLOCK_SIZE) sort_kernel(struct csr a, struct grouped b)
{
    extern __shared__ unsigned short order[];
    __shared__ struct sorting s;
    for (int low = 0; low < b.groups; low += MOST_GROUPS) {
        for (int i = threadIdx.x; i < WARPS * MOST_GROUPS; i += BLOCK_SIZE)
            s.next[i / MOST_GROUPS][i % MOST_GROUPS] = 0;
        __syncthreads(); // all counts are 0
        walk_run(a, b, blockIdx.x, low, &s, NULL);
        __syncthreads(); // all warps have counted
        find_starts(&s);
        __syncthreads(); // all starts are there
        walk_run(a, b, blockIdx.x, low, &s, order);
        __syncthreads(); // all places are in order
        store_segments(a, b, blockIdx.x, low, &s, order);
        __syncthreads(); // nobody reads the order and the counts any more
    }
}

EXPORT void csr_to_grouped(struct csr a, struct grouped b)
{
    int segments = b.groups * b.tiles;
    CHECK(cudaMemset(b.d_begins, 0, (segments + 1) * sizeof(int)));
    if (a.nnz == 0)
        return;
    size_t order_bytes = b.tile_entries * sizeof(short);
    allow_shared_memory((const void *)sort_kernel, order_bytes);
    count_kernel<<<b.tiles, BLOCK_SIZE>>>(a, b, b.d_begins);
    CHECK(cudaGetLastError());
    scan(b.d_begins, segments + 1); // behind the last segment: the number of all entries
    sort_kernel<<<b.tiles, BLOCK_SIZE, order_bytes>>>(a, b);
    CHECK(cudaGetLastError());
}
