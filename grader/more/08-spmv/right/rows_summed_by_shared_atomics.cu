// tasks: spmv_grouped
// how: one block a group, vectors of neighbours left aside; in shared memory a tile has its
// rows' sums, not its products
#include "grouped.h"

#define BLOCK_SIZE 512
#define MOST_ROWS 4096 // sums in shared memory at a time

__global__ void clear_kernel(float *y, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows)
        y[row] = 0;
}

__global__ void products_kernel(struct grouped a, const float *x)
{
    extern __shared__ float group_x[];
    const float *first = x + (size_t)blockIdx.x * a.group_cols;
    for (int col = threadIdx.x; col < a.group_cols && first + col < x + a.cols;
         col += blockDim.x)
        group_x[col] = first[col];
    __syncthreads(); // the group's x is there
    int end = a.d_begins[(blockIdx.x + 1) * a.tiles];
    for (int k = a.d_begins[blockIdx.x * a.tiles] + threadIdx.x; k < end; k += blockDim.x)
        a.d_product[k] = group_x[a.d_col[k]] * a.d_value[k];
}

// How many rows begin at entry k or before.
static __device__ int rows_begun(struct grouped a, int k)
{
    int low = 0, high = a.rows;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (a.d_starts[middle] <= k)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// In `ends` each row of the tile has the place behind its last entry.
static __device__ int row_in_tile(const int *ends, int rows, int place)
{
    int low = 0, high = rows - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (ends[middle] <= place)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// The tile's rows from `first_row` on, MOST_ROWS of them at most.
static __device__ void sum_rows(struct grouped a, float *y, int first_row, int rows)
{
    __shared__ int ends[MOST_ROWS];
    __shared__ float sums[MOST_ROWS];
    int tile = blockIdx.x, first = tile * a.tile_entries;
    __syncthreads(); // nobody reads the rows before
    for (int r = threadIdx.x; r < rows; r += blockDim.x) {
        ends[r] = a.d_starts[first_row + r + 1] - first;
        sums[r] = 0;
    }
    __syncthreads(); // ends and zeros are there
    int begin = a.d_starts[first_row] - first, end = ends[rows - 1];
    for (int group = 0; group < a.groups; group++) {
        int segment = group * a.tiles + tile;
        for (int k = a.d_begins[segment] + threadIdx.x; k < a.d_begins[segment + 1];
             k += blockDim.x) {
            int place = a.d_place[k];
            if (place >= begin && place < end)
                atomicAdd(&sums[row_in_tile(ends, rows, place)], a.d_product[k]);
        }
    }
    __syncthreads(); // all products are added
    for (int r = threadIdx.x; r < rows; r += blockDim.x)
        if (sums[r] != 0)
            atomicAdd(&y[first_row + r], sums[r]);
}

__global__ void sums_kernel(struct grouped a, float *y)
{
    int first = blockIdx.x * a.tile_entries;
    int behind = a.nnz - first < a.tile_entries ? a.nnz : first + a.tile_entries;
    int row = rows_begun(a, first) - 1, end = rows_begun(a, behind - 1);
    for (; row < end; row += MOST_ROWS)
        sum_rows(a, y, row, end - row < MOST_ROWS ? end - row : MOST_ROWS);
}

EXPORT void spmv_grouped(struct grouped a, const float *d_x, float *d_y)
{
    if (a.rows > 0)
        clear_kernel<<<blocks_for(a.rows, BLOCK_SIZE), BLOCK_SIZE>>>(d_y, a.rows);
    CHECK(cudaGetLastError());
    if (a.nnz == 0)
        return;
    size_t bytes = a.group_cols * sizeof(float);
    CHECK(cudaFuncSetAttribute((const void *)products_kernel,
                               cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes));
    products_kernel<<<a.groups, BLOCK_SIZE, bytes>>>(a, d_x);
    CHECK(cudaGetLastError());
    sums_kernel<<<a.tiles, BLOCK_SIZE>>>(a, d_y);
    CHECK(cudaGetLastError());
}
