// tasks: csr_to_grouped
// how: a block a tile; a table in memory says how many entries of a segment each warp has
// before it
#include "grouped.h"

#define BLOCK_SIZE 128
#define WARPS (BLOCK_SIZE / 32)

// One block scans all begins, a run of neighbours a thread.
__global__ void scan_kernel(int *begins, int segments)
{
    __shared__ int sums[BLOCK_SIZE];
    int run = segments / BLOCK_SIZE + 1, from = threadIdx.x * run, sum = 0;
    for (int s = from; s < from + run && s <= segments; s++)
        sum += begins[s];
    sums[threadIdx.x] = sum;
    __syncthreads(); // all sums are there
    int before = 0;
    for (int t = 0; t < (int)threadIdx.x; t++)
        before += sums[t];
    for (int s = from; s < from + run && s <= segments; s++) {
        int count = begins[s];
        begins[s] = before;
        before += count;
    }
}

// Warp w has a quarter of the tile, and of each group the row w of the table.
static __device__ int *table_at(struct grouped b, int *table, int warp)
{
    return table + ((size_t)blockIdx.x * WARPS + warp) * b.groups;
}

static __device__ int quarter(struct csr a, struct grouped b, int warp)
{
    int entries = a.nnz - blockIdx.x * b.tile_entries;
    entries = entries < b.tile_entries ? entries : b.tile_entries;
    return (int)((long long)entries * warp / WARPS);
}

__global__ void count_kernel(struct csr a, struct grouped b, int *table)
{
    int warp = threadIdx.x / 32, first = blockIdx.x * b.tile_entries;
    int *counts = table_at(b, table, warp), end = quarter(a, b, warp + 1);
    for (int place = quarter(a, b, warp) + threadIdx.x % 32; place < end; place += 32)
        atomicAdd(&counts[a.d_col[first + place] / b.group_cols], 1);
    __syncthreads(); // the counts of all warps are there
    for (int group = threadIdx.x; group < b.groups; group += BLOCK_SIZE) {
        int all = 0;
        for (int w = 0; w < WARPS; w++) {
            int count = table_at(b, table, w)[group];
            table_at(b, table, w)[group] = all;
            all += count;
        }
        b.d_begins[group * b.tiles + blockIdx.x] = all;
    }
}

__global__ void scatter_kernel(struct csr a, struct grouped b, int *table)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, first = blockIdx.x * b.tile_entries;
    int *before = table_at(b, table, warp), end = quarter(a, b, warp + 1);
    for (int from = quarter(a, b, warp); from < end; from += 32) {
        int place = from + lane, col = place < end ? a.d_col[first + place] : -b.group_cols;
        int group = col / b.group_cols, rank = 0, same = 0;
        for (int other = 0; other < 32; other++) {
            bool alike = __shfl_sync(0xffffffff, group, other) == group;
            rank += alike && other < lane;
            same += alike;
        }
        if (place < end) {
            int to = b.d_begins[group * b.tiles + blockIdx.x] + before[group] + rank;
            b.d_col[to] = (unsigned short)(col % b.group_cols);
            b.d_place[to] = (unsigned short)place;
            b.d_value[to] = a.d_value[first + place];
        }
        __syncwarp(); // nobody reads the old number any more
        if (place < end && rank == 0)
            before[group] += same;
        __syncwarp(); // the new one is there
    }
}

EXPORT void csr_to_grouped(struct csr a, struct grouped b)
{
    CHECK(cudaMemset(b.d_begins, 0, ((size_t)b.groups * b.tiles + 1) * sizeof(int)));
    if (a.nnz == 0)
        return;
    size_t bytes = (size_t)b.tiles * WARPS * b.groups * sizeof(int);
    int *d_table;
    CHECK(cudaMalloc(&d_table, bytes));
    CHECK(cudaMemset(d_table, 0, bytes));
    count_kernel<<<b.tiles, BLOCK_SIZE>>>(a, b, d_table);
    CHECK(cudaGetLastError());
    scan_kernel<<<1, BLOCK_SIZE>>>(b.d_begins, b.groups * b.tiles);
    CHECK(cudaGetLastError());
    scatter_kernel<<<b.tiles, BLOCK_SIZE>>>(a, b, d_table);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d_table));
}
