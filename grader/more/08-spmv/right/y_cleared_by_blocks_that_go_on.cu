// tasks: spmv_grouped
// how: y is cleared by a kernel of 65535 blocks at most, which go on to further rows
#include "grouped.h"

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

// The launch need not have a thread a row.
__global__ void clear_kernel(float *y, int rows)
{
    for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < rows;
         row += gridDim.x * blockDim.x)
        y[row] = 0;
}

EXPORT void spmv_grouped(struct grouped a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    unsigned blocks = blocks_for(a.rows, BLOCK_SIZE);
    if (blocks > 65535)
        blocks = 65535;
    clear_kernel<<<blocks, BLOCK_SIZE>>>(d_y, a.rows);
    CHECK(cudaGetLastError());
    if (a.nnz == 0)
        return;
    size_t group_bytes = a.group_cols * sizeof(float);
    size_t tile_bytes = a.tile_entries * sizeof(float);
    allow_shared_memory((const void *)products_kernel, group_bytes);
    allow_shared_memory((const void *)sums_kernel, tile_bytes);
    dim3 grid(a.groups, a.nnz / a.groups / SHARE + 1);
    products_kernel<<<grid, BLOCK_SIZE, group_bytes>>>(a, d_x);
    CHECK(cudaGetLastError());
    sums_kernel<<<a.tiles, BLOCK_SIZE, tile_bytes>>>(a, d_y);
    CHECK(cudaGetLastError());
}
