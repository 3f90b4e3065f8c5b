// tasks: convolve_2d_fast
// how: the compiler knows the width of the mask, so that all loops unroll
#include "convolution.h"

#define WIDTH 32                   // columns that a block computes, and its threads in x
#define HEIGHT 32                  // rows that a block computes
#define BLOCK_ROWS 8               // its threads in y
#define EACH (HEIGHT / BLOCK_ROWS) // rows that a thread computes

__constant__ float mask[MAX_MASK_WIDTH * MAX_MASK_WIDTH];

// The element of a picture of height rows, or the ghost's 0.
static __device__ float at_or_zero(const float *in, int width, int height, int row, int col)
{
    bool there = row >= 0 && row < height && col >= 0 && col < width;
    return there ? in[(size_t)row * width + col] : 0;
}

// Fills the places of the tile that a mask of that width needs: place [0][0] is element
// (top, left) of the picture. A warp reads 32 neighbours of a row at a time.
template <int MASK_WIDTH>
static __device__ void load_tile(float tile[][WIDTH + MASK_WIDTH - 1], const float *in,
                                 int width, int height, int top, int left)
{
    for (int y = threadIdx.y; y < HEIGHT + MASK_WIDTH - 1; y += BLOCK_ROWS)
        for (int x = threadIdx.x; x < WIDTH + MASK_WIDTH - 1; x += WIDTH)
            tile[y][x] = at_or_zero(in, width, height, top + y, left + x);
}

// A block computes HEIGHT rows of WIDTH elements, thread (x, y) those of column x in the rows
// y, y + BLOCK_ROWS, ...: for EACH terms it fetches the mask's element once. Of what a block
// loads, 1 in (1 + (mask_width - 1) / 32)^2 is its own: for a width of 5 it reads 1.27 times
// the picture, where tiles of 16 read it 1.78 times. The launch must have loaded the mask, and
// must provide WIDTH x BLOCK_ROWS threads and blocks that cover the picture.
//
// With the width known to the compiler nothing is left of the loops over the mask: its elements
// become operands of the multiplications, and places in the tile fixed distances. Large masks
// keep the loop over rows, or the compiler would load all of a thread's tile beforehand.
template <int MASK_WIDTH>
__global__ void fast_kernel(const float *in, float *out, int width, int height)
{
    __shared__ float tile[HEIGHT + MASK_WIDTH - 1][WIDTH + MASK_WIDTH - 1];
    int x = threadIdx.x, y = threadIdx.y, radius = MASK_WIDTH / 2;
    int top = blockIdx.y * HEIGHT, left = blockIdx.x * WIDTH;
    load_tile<MASK_WIDTH>(tile, in, width, height, top - radius, left - radius);
    __syncthreads();       // the tile is complete
    float sum[EACH] = {0}; // registers, as the loops over it have constant bounds
#pragma unroll(MASK_WIDTH <= 7 ? MASK_WIDTH : 1)
    for (int i = 0; i < MASK_WIDTH; i++)
#pragma unroll
        for (int j = 0; j < MASK_WIDTH; j++)
            for (int e = 0; e < EACH; e++)
                sum[e] += mask[i * MASK_WIDTH + j] * tile[y + e * BLOCK_ROWS + i][x + j];
    for (int e = 0; e < EACH; e++) {
        int row = top + y + e * BLOCK_ROWS, col = left + x;
        if (row < height && col < width)
            out[(size_t)row * width + col] = sum[e];
    }
}

template <int MASK_WIDTH>
static void launch(const float *d_in, float *d_out, int width, int height)
{
    dim3 block(WIDTH, BLOCK_ROWS), grid(blocks_for(width, WIDTH), blocks_for(height, HEIGHT));
    fast_kernel<MASK_WIDTH><<<grid, block>>>(d_in, d_out, width, height);
}

EXPORT void convolve_2d_fast(const float *d_in, const float *d_mask, float *d_out,
                             int mask_width, int width, int height)
{
    static void (*const launches[])(const float *, float *, int, int) = {
        launch<1>, launch<3>,  launch<5>,  launch<7>,
        launch<9>, launch<11>, launch<13>, launch<15>,
    };
    if (width == 0 || height == 0)
        return;
    CHECK(cudaMemcpyToSymbol(mask, d_mask, (size_t)mask_width * mask_width * sizeof *mask, 0,
                             cudaMemcpyDeviceToDevice));
    launches[mask_width / 2](d_in, d_out, width, height);
    CHECK(cudaGetLastError());
}
