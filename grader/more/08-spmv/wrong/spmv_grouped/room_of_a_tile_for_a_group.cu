// bug: the launch asks for a tile's room, where its kernel has been allowed a group's
// reason: cuda-error
// says: has let it ask for at most
#include "grouped.h"
// Lab 08, more: the worked answers.

#define BLOCK_SIZE 256
#define WARP 32
#define SHARE 65536 // entries of a group that one block multiplies, or about as many

// ---- spmv_grouped: x group by group, y tile by tile ----------------------------------------

// Lets the kernel have that much shared memory a block, which it would not have unasked.
static void allow_shared_memory(const void *kernel, size_t bytes)
{
    CHECK(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes));
}

// Blocks (g, 0), (g, 1), ... multiply the entries of group g. The launch must provide room for
// group_cols floats in shared memory. All that is read and written are neighbours, but for x,
// which is read from shared memory.
__global__ void products_kernel(struct grouped a, const float *x)
{
    extern __shared__ float group_x[];
    int group = blockIdx.x, first_col = group * a.group_cols;
    for (int col = threadIdx.x; col < a.group_cols && col < a.cols - first_col;
         col += blockDim.x)
        group_x[col] = x[first_col + col];
    __syncthreads(); // the group's x is there
    size_t end = a.d_begins[(group + 1) * a.tiles];
    size_t k = a.d_begins[group * a.tiles] + blockIdx.y * blockDim.x + threadIdx.x;
    for (; k < end; k += gridDim.y * blockDim.x)
        a.d_product[k] = a.d_value[k] * group_x[a.d_col[k]];
}

// The row that has entry k: the last one that begins at k or before.
static __device__ int row_of(struct grouped a, int k)
{
    int low = 0, high = a.rows - 1;
    while (low < high) {
        int middle = high - (high - low) / 2;
        if (a.d_starts[middle] <= k)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

// Brings the tile's products to their places: a warp a segment.
static __device__ void bring_to_places(struct grouped a, int tile, float *products)
{
    int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP, warps = blockDim.x / WARP;
    for (int group = warp; group < a.groups; group += warps) {
        int segment = group * a.tiles + tile, end = a.d_begins[segment + 1];
        for (unsigned k = a.d_begins[segment] + lane; k < end; k += WARP)
            products[a.d_place[k]] = a.d_product[k];
    }
}

// Block t sums the entries of tile t. The launch must provide room for tile_entries floats in
// shared memory, whole warps, and zeros in y: what a tile has of a row that spans tiles is
// added there.
__global__ void sums_kernel(struct grouped a, float *y)
{
    extern __shared__ float products[];
    __shared__ int first_row;
    int tile = blockIdx.x, first = tile * a.tile_entries;
    int entries = a.nnz - first < a.tile_entries ? a.nnz - first : a.tile_entries;
    if (threadIdx.x == 0)
        first_row = row_of(a, first);
    bring_to_places(a, tile, products);
    __syncthreads(); // all products are at their places, and the first row is known
    for (int row = first_row + threadIdx.x; row < a.rows; row += blockDim.x) {
        int begin = a.d_starts[row] - first, end = a.d_starts[row + 1] - first;
        if (begin >= entries)
            break;
        float sum = 0;
        for (int k = begin > 0 ? begin : 0; k < end && k < entries; k++)
            sum += products[k];
        if (begin >= 0 && end <= entries)
            y[row] = sum;
        else
            atomicAdd(&y[row], sum);
    }
}

EXPORT void spmv_grouped(struct grouped a, const float *d_x, float *d_y)
{
    CHECK(cudaMemset(d_y, 0, a.rows * sizeof *d_y));
    if (a.nnz == 0)
        return;
    size_t group_bytes = a.group_cols * sizeof(float);
    size_t tile_bytes = a.tile_entries * sizeof(float);
    allow_shared_memory((const void *)products_kernel, group_bytes);
    allow_shared_memory((const void *)sums_kernel, tile_bytes);
    dim3 grid(a.groups, a.nnz / a.groups / SHARE + 1);
    products_kernel<<<grid, BLOCK_SIZE, tile_bytes>>>(a, d_x);
    CHECK(cudaGetLastError());
    sums_kernel<<<a.tiles, BLOCK_SIZE, tile_bytes>>>(a, d_y);
    CHECK(cudaGetLastError());
}

// ---- csr_to_grouped: the format itself -----------------------------------------------------

// Block b scans numbers b * BLOCK_SIZE and on, without each one's own, and stores their sum.
__global__ void scan_blocks_kernel(int *numbers, int *totals, int n)
{
    __shared__ int sums[BLOCK_SIZE];
    int t = threadIdx.x, i = blockIdx.x * BLOCK_SIZE + t, value = i < n ? numbers[i] : 0;
    sums[t] = value;
    for (int stride = 1; stride < BLOCK_SIZE; stride *= 2) {
        __syncthreads(); // the sums of the step before are there
        int before = t >= stride ? sums[t - stride] : 0;
        __syncthreads(); // nobody reads them any more
        sums[t] += before;
    }
    if (i < n)
        numbers[i] = sums[t] - value;
    if (t == BLOCK_SIZE - 1)
        totals[blockIdx.x] = sums[t];
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

// One thread an entry. counts[s] becomes the number of entries of segment s; the launch must
// provide zeros.
__global__ void count_kernel(struct csr a, struct grouped b, int *counts)
{
    size_t k = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (k < (size_t)a.nnz)
        atomicAdd(&counts[a.d_col[k] / b.group_cols * b.tiles + (int)(k / b.tile_entries)], 1);
}

// Warp t brings the entries of tile t to their segments, WARP at a time, and so in their order.
// next[s] says where the next entry of segment s goes; no other warp has that segment.
__global__ void scatter_kernel(struct csr a, struct grouped b, int *next)
{
    int lane = threadIdx.x % WARP, tile = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    if (tile >= b.tiles) // a whole warp has none
        return;
    int first = tile * b.tile_entries;
    int entries = a.nnz - first < b.tile_entries ? a.nnz - first : b.tile_entries;
    for (int place = lane; place - lane < entries; place += WARP) {
        bool there = place < entries;
        int col = there ? a.d_col[first + place] : 0, group = there ? col / b.group_cols : -1;
        unsigned same = __match_any_sync(0xffffffff, group); // lanes with this group
        int before = __popc(same & ((1u << lane) - 1)), to = 0;
        if (there && before == 0)
            to = atomicAdd(&next[group * b.tiles + tile], __popc(same));
        to = before + __shfl_sync(0xffffffff, to, __ffs(same) - 1);
        if (there) {
            b.d_col[to] = (unsigned short)(col - group * b.group_cols);
            b.d_place[to] = (unsigned short)place;
            b.d_value[to] = a.d_value[first + place];
        }
    }
}

// d_begins[0] stays 0. In d_begins + 1 lies a number a segment: first how many entries it has,
// then where it begins, and, when all its entries are there, where it ends: so the next begins.
EXPORT void csr_to_grouped(struct csr a, struct grouped b)
{
    int segments = b.groups * b.tiles, *d_numbers = b.d_begins + 1;
    CHECK(cudaMemset(b.d_begins, 0, (segments + 1) * sizeof(int)));
    if (a.nnz == 0)
        return;
    count_kernel<<<blocks_for(a.nnz, BLOCK_SIZE), BLOCK_SIZE>>>(a, b, d_numbers);
    CHECK(cudaGetLastError());
    scan(d_numbers, segments);
    scatter_kernel<<<blocks_for((size_t)b.tiles * WARP, BLOCK_SIZE), BLOCK_SIZE>>>(a, b,
                                                                                   d_numbers);
    CHECK(cudaGetLastError());
}
