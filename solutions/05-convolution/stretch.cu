// Lab 05, worked: for small masks a warp is a tile of registers, whose loads and stores are
// quads at any width of the picture; for large ones a block has a tile in shared memory.
#include "convolution.h"

#include <cuda_pipeline.h>

#define WARP 32
#define WARPS 8 // of a block, one below the other
#define ROWS 4  // that a warp computes: a multiple of GROUP, for the sake of shift_of()
#define GROUP 4 // neighbouring columns of a lane: a load of 16 bytes
#define FULL_WARP 0xffffffff

__constant__ float mask[MAX_MASK_WIDTH * MAX_MASK_WIDTH];

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

// ---- small masks: a warp, and registers ----------------------------------------------------

// Columns that a warp computes: of those that it loads all but the mask's radius on either
// side, and but three, as loads may begin up to three columns early.
static __host__ __device__ constexpr int columns_of_warp(int mask_width)
{
    return (GROUP * WARP - (GROUP - 1) - mask_width / 2 * 2) / GROUP * GROUP;
}

// How far behind a multiple of four floats an element lies that is so many rows and columns
// behind one, in a picture whose width is a multiple of four and `odd`. So far before it
// begins the load that brings it.
static __device__ constexpr int shift_of(int odd, int rows, int cols)
{
    return (rows * odd + cols) & (GROUP - 1);
}

// The element `behind` places behind the first of a lane's group: its own or a neighbour's.
static __device__ __forceinline__ float element(const float group[GROUP], int behind)
{
    int lanes = (behind + 2 * GROUP) / GROUP - 2; // rounded down, also below 0
    float own = group[behind & (GROUP - 1)];
    if (lanes < 0)
        return __shfl_up_sync(FULL_WARP, own, -lanes);
    return lanes > 0 ? __shfl_down_sync(FULL_WARP, own, lanes) : own;
}

// A lane's group that begins at *first, in row `row` and column `col`, with 0 for ghosts.
// QUADS: a group is all ghosts or none. Otherwise it is loaded at once where the warp's tile is
// `inside` of the picture.
template <bool QUADS>
static __device__ __forceinline__ void load_group(float group[GROUP], const float *first,
                                                  bool inside, int row, int col, int width,
                                                  int height)
{
    bool row_there = row >= 0 && row < height;
    if (QUADS) {
        bool there = row_there && col >= 0 && col < width;
        *(float4 *)group = there ? *(const float4 *)first : make_float4(0, 0, 0, 0);
    } else if (inside) {
        *(float4 *)group = *(const float4 *)first;
    } else {
#pragma unroll
        for (int i = 0; i < GROUP; i++)
            group[i] = row_there && col + i >= 0 && col + i < width ? first[i] : 0;
    }
}

// Stores as many of the lane's sums as there are columns left.
static __device__ __forceinline__ void store_some(float *to, const float sum[GROUP], int left)
{
#pragma unroll
    for (int i = 0; i < GROUP; i++)
        if (i < left)
            to[i] = sum[i];
}

// Stores a row of the warp's sums, which lanes 1 to `last` have, as quads: a lane takes `shift`
// of its neighbour's. At both ends of the row some floats are left, which go one by one.
static __device__ __forceinline__ void store_shifted(float *to, const float sum[GROUP],
                                                     int shift, int last)
{
    int lane = threadIdx.x;
    float quad[GROUP];
#pragma unroll
    for (int i = 0; i < GROUP; i++)
        quad[i] = element(sum, i - shift);
    if (lane > (shift > 0) && lane <= last)
        *(float4 *)(to - shift) = make_float4(quad[0], quad[1], quad[2], quad[3]);
#pragma unroll
    for (int i = 0; i < GROUP; i++)
        if (shift > 0 && lane == (i >= shift ? 1 : last + 1))
            to[i - shift] = quad[i];
}

// A warp computes ROWS rows of columns_of_warp() columns. A lane asks for its part of every row
// first, so that all of them are on their way at once, and then walks down: each row is spread
// to neighbours once, and used for ROWS * MASK_WIDTH terms of each column. Nothing is shared
// but by shuffles, so there is no barrier and no warp waits for another. With the mask's width
// and ODD, which is what the picture's leaves divided by four, known to the compiler all loops
// unroll: arrays become registers, mask elements operands of the multiplication, and shifts
// choices of registers.
//
// The launch must have loaded the mask, and must provide WARP x WARPS threads a block, blocks
// that cover the picture by columns_of_warp() columns and WARPS * ROWS rows each, and pictures
// that begin at multiples of 16 bytes. The bound on registers lets four or five blocks of
// the usual small masks run at once, as many as each is fastest with.
template <int MASK_WIDTH, int ODD>
__global__ void __launch_bounds__(WARP *WARPS, MASK_WIDTH > 5 ? 2
                                               : ODD > 0      ? 5
                                                              : 4)
    warp_kernel(const float *__restrict__ in, float *__restrict__ out, int width, int height)
{
    const int radius = MASK_WIDTH / 2, columns = columns_of_warp(MASK_WIDTH);
    const int tall = ROWS + MASK_WIDTH - 1; // rows of the tile
    int lane = threadIdx.x, top = (blockIdx.y * WARPS + threadIdx.y) * ROWS;
    int left = blockIdx.x * columns, col = left + GROUP * (lane - 1); // lane 0 has halo
    if (top >= height) // a whole warp, and no shuffle waits for it
        return;
    bool inside = left >= radius + GROUP && left + GROUP * WARP <= width && top >= radius &&
                  top + ROWS + radius <= height;
    const float *corner = in + (ptrdiff_t)(top - radius) * width;
    float group[tall][GROUP], sum[ROWS][GROUP] = {{0}};
#pragma unroll
    for (int i = 0; i < tall; i++) {
        int first = left - radius + GROUP * lane - shift_of(ODD, i - radius, -radius);
        load_group<ODD == 0>(group[i], corner + (ptrdiff_t)i * width + first, inside,
                             top - radius + i, first, width, height);
    }
#pragma unroll
    for (int i = 0; i < tall; i++) {
        float span[GROUP + 2 * radius];
#pragma unroll
        for (int j = 0; j < GROUP + 2 * radius; j++)
            span[j] = element(group[i], shift_of(ODD, i - radius, -radius) + j - GROUP);
        add_row<MASK_WIDTH>(sum, span, i);
    }
    bool own = lane > 0 && lane <= columns / GROUP;
    float *first_out = out + (ptrdiff_t)top * width + col;
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        float *to = first_out + (ptrdiff_t)r * width;
        if (ODD > 0 && inside)
            store_shifted(to, sum[r], shift_of(ODD, r, 0), columns / GROUP);
        else if (ODD > 0)
            store_some(to, sum[r], own && top + r < height ? width - col : 0);
        else if (own && top + r < height && col < width)
            *(float4 *)to = make_float4(sum[r][0], sum[r][1], sum[r][2], sum[r][3]);
    }
}

// ---- large masks: a block, and shared memory -----------------------------------------------

// A tile in shared memory: the outputs of the block, and a halo of whole groups on either side.
template <int MASK_WIDTH> struct shape {
    static const int radius = MASK_WIDTH / 2, halo = (radius + GROUP - 1) / GROUP * GROUP;
    static const int wide = GROUP * WARP + 2 * halo, tall = WARPS * ROWS + 2 * radius;
};

// Brings the tile that begins in row `top` and column `left`, FLOATS neighbours a copy, without
// registers in between. ALL: none are ghosts. Ghosts become 0.
template <int MASK_WIDTH, int FLOATS, bool ALL>
static __device__ __forceinline__ void bring_tile(float *tile, const float *in, int top,
                                                  int left, int width, int height)
{
    typedef struct shape<MASK_WIDTH> shape;
    const int across = shape::wide / FLOATS, copies = across * shape::tall;
    int thread = threadIdx.y * WARP + threadIdx.x;
#pragma unroll
    for (int i = 0; i < copies; i += WARP * WARPS) {
        int row = top + (i + thread) / across, col = left + (i + thread) % across * FLOATS;
        bool there = ALL || (row >= 0 && row < height && col >= 0 && col < width);
        if (i + WARP * WARPS <= copies || i + thread < copies)
            __pipeline_memcpy_async(&tile[(i + thread) * FLOATS],
                                    &in[(ptrdiff_t)row * width + col], FLOATS * sizeof *in,
                                    there ? 0 : FLOATS * sizeof *in);
    }
    __pipeline_commit();
}

// A warp computes ROWS rows of the tile, a lane a group of each: no lane is left for halo, of
// which a large mask has a lot. A lane reads the groups round its own row by row, and uses them
// as warp_kernel does. While some blocks wait for their tiles, others multiply. The launch is
// as there, with GROUP * WARP columns a block; FLOATS are as many as rows begin at multiples
// of.
template <int MASK_WIDTH, int FLOATS>
__global__ void __launch_bounds__(WARP *WARPS, 4)
    tile_kernel(const float *__restrict__ in, float *__restrict__ out, int width, int height)
{
    typedef struct shape<MASK_WIDTH> shape;
    const int before = shape::halo - shape::radius; // columns of the halo that are not needed
    const int needed = (before + 2 * shape::radius + GROUP - 1) / GROUP + 1; // groups
    __shared__ __align__(16) float tile[shape::tall][shape::wide];
    int top = blockIdx.y * WARPS * ROWS - shape::radius;
    int left = blockIdx.x * GROUP * WARP - shape::halo;
    bool inside =
        top >= 0 && top + shape::tall <= height && left >= 0 && left + shape::wide <= width;
    if (inside)
        bring_tile<MASK_WIDTH, FLOATS, true>(tile[0], in, top, left, width, height);
    else
        bring_tile<MASK_WIDTH, FLOATS, false>(tile[0], in, top, left, width, height);
    __pipeline_wait_prior(0);
    __syncthreads(); // the tile is complete
    float sum[ROWS][GROUP] = {{0}};
#pragma unroll
    for (int i = 0; i < ROWS + 2 * shape::radius; i++) {
        const float *from = &tile[threadIdx.y * ROWS + i][threadIdx.x * GROUP];
        __align__(16) float groups[needed][GROUP];
#pragma unroll
        for (int g = 0; g < needed; g++)
            *(float4 *)groups[g] = *(const float4 *)&from[g * GROUP];
        add_row<MASK_WIDTH>(sum, &groups[0][before], i);
    }
    top += shape::radius + threadIdx.y * ROWS, left += shape::halo + threadIdx.x * GROUP;
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        float *to = &out[(ptrdiff_t)(top + r) * width + left];
        if (FLOATS < GROUP)
            store_some(to, sum[r], top + r < height ? width - left : 0);
        else if (top + r < height && left < width)
            *(float4 *)to = make_float4(sum[r][0], sum[r][1], sum[r][2], sum[r][3]);
    }
}

// ---- the launch ----------------------------------------------------------------------------

// Whether both pictures begin at multiples of four floats.
static bool aligned(const float *d_in, const float *d_out)
{
    return ((size_t)d_in | (size_t)d_out) % sizeof(float4) == 0;
}

template <int MASK_WIDTH, int FLOATS>
static void launch_tiles(const float *d_in, float *d_out, int width, int height)
{
    dim3 block(WARP, WARPS);
    dim3 grid(blocks_for(width, GROUP * WARP), blocks_for(height, WARPS * ROWS));
    tile_kernel<MASK_WIDTH, FLOATS><<<grid, block>>>(d_in, d_out, width, height);
}

template <int MASK_WIDTH>
static void launch_large(const float *d_in, float *d_out, int width, int height)
{
    if (width % GROUP == 0 && aligned(d_in, d_out))
        launch_tiles<MASK_WIDTH, GROUP>(d_in, d_out, width, height);
    else
        launch_tiles<MASK_WIDTH, 1>(d_in, d_out, width, height);
}

template <int MASK_WIDTH>
static void launch_small(const float *d_in, float *d_out, int width, int height)
{
    static void (*const kernels[])(const float *, float *, int, int) = {
        warp_kernel<MASK_WIDTH, 0>,
        warp_kernel<MASK_WIDTH, 1>,
        warp_kernel<MASK_WIDTH, 2>,
        warp_kernel<MASK_WIDTH, 3>,
    };
    if (!aligned(d_in, d_out)) {
        launch_tiles<MASK_WIDTH, 1>(d_in, d_out, width, height);
        return;
    }
    dim3 block(WARP, WARPS);
    dim3 grid(blocks_for(width, columns_of_warp(MASK_WIDTH)), blocks_for(height, WARPS * ROWS));
    kernels[width % GROUP]<<<grid, block>>>(d_in, d_out, width, height);
}

EXPORT void convolve_2d_fast(const float *d_in, const float *d_mask, float *d_out,
                             int mask_width, int width, int height)
{
    static void (*const launches[])(const float *, float *, int, int) = {
        launch_large<1>, launch_small<3>,  launch_small<5>,  launch_small<7>,
        launch_large<9>, launch_large<11>, launch_large<13>, launch_large<15>,
    };
    if (width == 0 || height == 0)
        return;
    CHECK(cudaMemcpyToSymbol(mask, d_mask, (size_t)mask_width * mask_width * sizeof *mask, 0,
                             cudaMemcpyDeviceToDevice));
    launches[mask_width / 2](d_in, d_out, width, height);
    CHECK(cudaGetLastError());
}
