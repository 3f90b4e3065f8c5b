// Lab 05, worked: ghosts, then the mask in constant memory, then the input in shared tiles.
#include "convolution.h"

#define BLOCK_SIZE 256 // threads of a 1-D block
#define BLOCK_WIDTH 16 // threads of a 2-D block in x and in y
#define TILE 16        // a tile of the input is TILE x TILE, and so is a tiled block

// ---- convolve_1d ---------------------------------------------------------------------------

// Thread i computes element i. The launch must provide at least n threads.
//
// __restrict__ promises that nothing which is written through `out` is read through `in` or
// `mask`: the compiler may keep the mask in registers or fetch it by the read-only cache,
// instead of asking memory again after each store.
__global__ void convolve_1d_kernel(const int *__restrict__ in, const int *__restrict__ mask,
                                   int *__restrict__ out, int n, int mask_width)
{
    // 64 bits: neighbours of the last element may lie beyond the largest int. Signed: those of
    // the first lie below 0.
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int sum = 0;
    for (int j = 0; j < mask_width; j++) {
        long long neighbour = i - mask_width / 2 + j;
        if (neighbour >= 0 && neighbour < n) // a ghost adds 0, so it is left out
            sum += mask[j] * in[neighbour];
    }
    out[i] = sum;
}

EXPORT void convolve_1d(const int *d_in, const int *d_mask, int *d_out, int n, int mask_width)
{
    if (n == 0)
        return;
    convolve_1d_kernel<<<blocks_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_in, d_mask, d_out, n,
                                                                  mask_width);
    CHECK(cudaGetLastError());
}

// ---- convolve_2d ---------------------------------------------------------------------------

// The mask, for both 2-D kernels. In each step all threads of a warp want the same element of
// it: constant memory has a cache of its own that hands one word to a whole warp at once, and
// the mask takes no place from the input in the other caches.
__constant__ float mask[MAX_MASK_WIDTH * MAX_MASK_WIDTH];

// The copy is in the same stream as the kernels: it waits for an earlier call's kernel, which
// may still read the old mask, and the next kernel waits for it.
static void load_mask(const float *d_mask, int mask_width)
{
    CHECK(cudaMemcpyToSymbol(mask, d_mask, (size_t)mask_width * mask_width * sizeof *mask, 0,
                             cudaMemcpyDeviceToDevice));
}

// The element of a picture of height rows, or the ghost's 0.
static __device__ float at_or_zero(const float *in, int width, int height, int row, int col)
{
    bool there = row >= 0 && row < height && col >= 0 && col < width;
    return there ? in[(size_t)row * width + col] : 0;
}

// Thread (x, y) of the grid computes the element in column x of row y. The launch must have
// loaded the mask, and must cover width columns and height rows.
__global__ void convolve_2d_kernel(const float *in, float *out, int mask_width, int width,
                                   int height)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y,
        col = blockIdx.x * blockDim.x + threadIdx.x;
    int radius = mask_width / 2;
    if (row >= height || col >= width)
        return;
    float sum = 0;
    for (int i = 0; i < mask_width; i++)
        for (int j = 0; j < mask_width; j++) // the mask's own pitch, not that of the picture
            sum += mask[i * mask_width + j] *
                   at_or_zero(in, width, height, row - radius + i, col - radius + j);
    out[(size_t)row * width + col] = sum;
}

EXPORT void convolve_2d(const float *d_in, const float *d_mask, float *d_out, int mask_width,
                        int width, int height)
{
    if (width == 0 || height == 0)
        return;
    load_mask(d_mask, mask_width);
    dim3 block(BLOCK_WIDTH, BLOCK_WIDTH);
    dim3 grid(blocks_for(width, BLOCK_WIDTH), blocks_for(height, BLOCK_WIDTH));
    convolve_2d_kernel<<<grid, block>>>(d_in, d_out, mask_width, width, height);
    CHECK(cudaGetLastError());
}

// ---- convolve_2d_tiled ---------------------------------------------------------------------

// How many rows and columns a block computes of the TILE that it loads: the outer ones are the
// halo, which only serves its neighbours.
static __host__ __device__ int output_width(int mask_width)
{
    return TILE - mask_width + 1;
}

// A block computes output_width() rows and columns, and thread (x, y) of it the element
// in place (x, y) of these, if there is one. The launch must have loaded the mask, and must
// provide TILE x TILE threads a block and blocks that cover the picture by output_width()
// columns and rows each.
//
// The tile begins a radius above and left of the outputs. So thread (x, y), which loads place
// [y][x], finds the input of its first term at that very place, and that of term (i, j)
// at [y + i][x + j]: no radius appears in the sum.
__global__ void convolve_2d_tiled_kernel(const float *in, float *out, int mask_width, int width,
                                         int height)
{
    __shared__ float tile[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, outputs = output_width(mask_width);
    int row = blockIdx.y * outputs + y, col = blockIdx.x * outputs + x, radius = mask_width / 2;
    tile[y][x] = at_or_zero(in, width, height, row - radius, col - radius); // ghosts, too
    __syncthreads(); // the tile is complete; all threads come here, those without output too
    if (y >= outputs || x >= outputs || row >= height || col >= width)
        return;
    float sum = 0;
    for (int i = 0; i < mask_width; i++)
        for (int j = 0; j < mask_width; j++)
            sum += mask[i * mask_width + j] * tile[y + i][x + j];
    out[(size_t)row * width + col] = sum;
}

EXPORT void convolve_2d_tiled(const float *d_in, const float *d_mask, float *d_out,
                              int mask_width, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    load_mask(d_mask, mask_width);
    int outputs = output_width(mask_width);
    dim3 block(TILE, TILE), grid(blocks_for(width, outputs), blocks_for(height, outputs));
    convolve_2d_tiled_kernel<<<grid, block>>>(d_in, d_out, mask_width, width, height);
    CHECK(cudaGetLastError());
}
