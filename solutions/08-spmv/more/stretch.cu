// tasks: spmv_grouped
// how: the worked answer, climbed: equal shares for all blocks, vectors of four, and many loads
// on their way at once
#include "grouped.h"

#define BLOCK_SIZE 1024    // threads that share a group's x
#define SUM_BLOCK_SIZE 768 // threads that share a tile; two such blocks fit a multiprocessor
#define WARP 32
#define ALL 0xffffffff
#define AT_ONCE 4     // vectors of a thread on their way at once
#define OF_SEGMENT 6  // products of a segment, of a thread, on their way at once
#define LANES 4       // threads that sum a row of a tile
#define LONG_ROW 256  // entries of a tile that a warp sums together
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
