// bug: groups of four are stored wherever the output begins
// reason: cuda-error
// reason: misaligned
// says: of out, an address that is no multiple of 16
// night: four seconds of a core; matrix_add/quads_at_every_second_int.cu of lab 01 is
// misaligned in one
#include "convolution.h"

#define WARP 32
#define WARPS 8 // of a block, one below the other
#define ROWS 4  // that a warp computes
#define GROUP 4 // neighbouring columns of a lane: a load of 16 bytes where rows allow it
#define FULL_WARP 0xffffffff

__constant__ float mask[MAX_MASK_WIDTH * MAX_MASK_WIDTH];

// Lanes on either side of a warp that hold nothing but halo.
static __host__ __device__ constexpr int halo_lanes(int mask_width)
{
    return (mask_width / 2 + GROUP - 1) / GROUP;
}

// The group that begins in column col, at `first` if that exists, with 0 for ghosts. ALIGNED:
// rows begin at multiples of 16 bytes and have whole groups, so a group exists or is a ghost.
template <bool ALIGNED>
static __device__ void load_group(float group[GROUP], const float *first, int col, int width,
                                  bool row_there)
{
    if (ALIGNED) {
        bool there = row_there && col >= 0 && col < width;
        float4 loaded = there ? *(const float4 *)first : make_float4(0, 0, 0, 0);
        group[0] = loaded.x, group[1] = loaded.y, group[2] = loaded.z, group[3] = loaded.w;
    } else {
#pragma unroll
        for (int i = 0; i < GROUP; i++)
            group[i] = row_there && col + i >= 0 && col + i < width ? first[i] : 0;
    }
}

template <bool ALIGNED>
static __device__ void store_group(float *first, int col, int width, const float group[GROUP])
{
    if (ALIGNED) {
        *(float4 *)first = make_float4(group[0], group[1], group[2], group[3]);
    } else {
#pragma unroll
        for (int i = 0; i < GROUP; i++)
            if (col + i < width)
                first[i] = group[i];
    }
}

// Puts a lane's group into the middle of `span`, and what its neighbours hold to the left and
// right of it, as far as the mask reaches. The outermost lanes have no neighbour on one side
// and get anything there: they compute nothing that is stored.
template <int RADIUS>
static __device__ void ask_neighbours(float span[GROUP + 2 * RADIUS], const float group[GROUP])
{
#pragma unroll
    for (int i = 0; i < GROUP; i++)
        span[RADIUS + i] = group[i];
#pragma unroll
    for (int i = 1; i <= RADIUS; i++) { // i columns before the group, and behind it
        int lanes = (i + GROUP - 1) / GROUP;
        span[RADIUS - i] = __shfl_up_sync(FULL_WARP, group[lanes * GROUP - i], lanes);
        span[RADIUS + GROUP - 1 + i] =
            __shfl_down_sync(FULL_WARP, group[(i - 1) % GROUP], lanes);
    }
}

// Adds to all sums what row i of the tile contributes. For row r of the outputs it is the row
// that row i - r of the mask lies on.
template <int MASK_WIDTH>
static __device__ void add_row(float sum[ROWS][GROUP], const float *span, int i)
{
#pragma unroll
    for (int r = 0; r < ROWS; r++)
#pragma unroll
        for (int j = 0; j < MASK_WIDTH; j++)
#pragma unroll
            for (int c = 0; c < GROUP; c++)
                if (i - r >= 0 && i - r < MASK_WIDTH)
                    sum[r][c] += mask[(i - r) * MASK_WIDTH + j] * span[j + c];
}

// A warp computes ROWS rows of all columns that it loads, but for those of the halo lanes. A
// lane asks for its part of every row first, so that all of them are on their way at once, and
// then walks down: each row is spread to neighbours once, and used for ROWS * MASK_WIDTH terms
// of each column. Nothing is shared but by shuffles, so there is no barrier and no warp waits
// for another. With the width known to the compiler all loops unroll: arrays become registers,
// and mask elements operands of the multiplication.
//
// The launch must have loaded the mask, and must provide WARP x WARPS threads a block, and
// blocks that cover the picture by GROUP * (WARP - 2 * halo_lanes()) columns and WARPS * ROWS
// rows each. The bound on registers lets four blocks of the usual small masks run at once.
template <int MASK_WIDTH, bool ALIGNED>
__global__ void __launch_bounds__(WARP *WARPS, MASK_WIDTH <= 5 ? 4 : 2)
    fast_kernel(const float *__restrict__ in, float *__restrict__ out, int width, int height)
{
    const int radius = MASK_WIDTH / 2, halo = halo_lanes(MASK_WIDTH);
    const int tall = ROWS + MASK_WIDTH - 1; // rows of the tile
    int lane = threadIdx.x, top = (blockIdx.y * WARPS + threadIdx.y) * ROWS;
    int col = ((int)blockIdx.x * (WARP - 2 * halo) + lane - halo) * GROUP;
    if (top >= height) // a whole warp, and no shuffle waits for it
        return;
    const float *first_in = in + (ptrdiff_t)(top - radius) * width + col;
    float group[tall][GROUP], sum[ROWS][GROUP] = {{0}};
#pragma unroll
    for (int i = 0; i < tall; i++) {
        int row = top - radius + i;
        load_group<ALIGNED>(group[i], first_in + (ptrdiff_t)i * width, col, width,
                            row >= 0 && row < height);
    }
#pragma unroll
    for (int i = 0; i < tall; i++) {
        float span[GROUP + 2 * radius];
        ask_neighbours<radius>(span, group[i]);
        add_row<MASK_WIDTH>(sum, span, i);
    }
    if (lane < halo || lane >= WARP - halo || col >= width)
        return;
    float *first_out = out + (size_t)top * width + col;
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        if (top + r < height)
            store_group<ALIGNED>(first_out + (size_t)r * width, col, width, sum[r]);
}

template <int MASK_WIDTH>
static void launch(const float *d_in, float *d_out, int width, int height)
{
    int columns = GROUP * (WARP - 2 * halo_lanes(MASK_WIDTH));
    dim3 block(WARP, WARPS);
    dim3 grid(blocks_for(width, columns), blocks_for(height, WARPS * ROWS));
    bool aligned = width % GROUP == 0 && (size_t)d_in % sizeof(float4) == 0;
    if (aligned)
        fast_kernel<MASK_WIDTH, true><<<grid, block>>>(d_in, d_out, width, height);
    else
        fast_kernel<MASK_WIDTH, false><<<grid, block>>>(d_in, d_out, width, height);
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
