// bug: n % TILE for the length of the last tile, which is 0 where all tiles are whole
// reason: wrong
// pattern: runs-differ
// says: elements of
#include "scan.h"

#define BLOCK_SIZE 256
#define TILE (4 * BLOCK_SIZE)

static __device__ int scan_block(int value)
{
    __shared__ int sums[BLOCK_SIZE];
    unsigned t = threadIdx.x;
    sums[t] = value;
    for (unsigned stride = 1; stride < BLOCK_SIZE; stride *= 2) {
        __syncthreads();
        int before = t >= stride ? sums[t - stride] : 0;
        __syncthreads();
        sums[t] += before;
    }
    return sums[t];
}

static __device__ size_t left_of(size_t n, size_t first)
{
    bool last = blockIdx.x == gridDim.x - 1;
    size_t length = last ? n % TILE : TILE, at = first % TILE;
    return at < length ? length - at : 0;
}

// Of neighbours those that are left.
static __device__ int4 load(const int *in, size_t left)
{
    return {left > 0 ? in[0] : 0, left > 1 ? in[1] : 0, left > 2 ? in[2] : 0,
            left > 3 ? in[3] : 0};
}

static __device__ void store(int *out, size_t left, int4 x)
{
    const int value[4] = {x.x, x.y, x.z, x.w};
    for (size_t i = 0; i < 4 && i < left; i++)
        out[i] = value[i];
}

// A block scans a tile and leaves its sum.
__global__ void scan_tiles_kernel(const int *in, int *out, size_t n, int *tile_sums)
{
    size_t first = (size_t)blockIdx.x * TILE + 4 * threadIdx.x;
    size_t left = left_of(n, first);
    int4 x = load(in + first, left);
    x.y += x.x;
    x.z += x.y;
    x.w += x.z;
    int sum = scan_block(x.w), before = sum - x.w;
    store(out + first, left, {x.x + before, x.y + before, x.z + before, sum});
    if (threadIdx.x == BLOCK_SIZE - 1)
        tile_sums[blockIdx.x] = sum;
}

// One block: each tile's sum becomes that of all tiles before it.
__global__ void scan_sums_kernel(int *tile_sums, size_t tiles)
{
    __shared__ int last;
    int carry = 0;
    for (size_t first = 0; first < tiles; first += BLOCK_SIZE) {
        size_t i = first + threadIdx.x;
        int value = i < tiles ? tile_sums[i] : 0, sum = carry + scan_block(value);
        if (i < tiles)
            tile_sums[i] = sum - value;
        if (threadIdx.x == BLOCK_SIZE - 1)
            last = sum;
        __syncthreads();
        carry = last;
    }
}

__global__ void add_kernel(int *out, size_t n, const int *tile_sums)
{
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    if (i < n)
        out[i] += tile_sums[i / TILE];
}

EXPORT void scan_fast(const int *d_in, int *d_out, size_t n)
{
    size_t tiles = (n + TILE - 1) / TILE;
    int *d_sums;
    if (n == 0)
        return;
    CHECK(cudaMalloc(&d_sums, tiles * sizeof *d_sums));
    scan_tiles_kernel<<<tiles, BLOCK_SIZE>>>(d_in, d_out, n, d_sums);
    scan_sums_kernel<<<1, BLOCK_SIZE>>>(d_sums, tiles);
    add_kernel<<<blocks_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_out, n, d_sums);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d_sums));
}
