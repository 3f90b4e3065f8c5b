// Lab 05: neighbours and ghosts. Fill in the TODOs in order; after each, type `make check`.
#include "convolution.h"

#define BLOCK_SIZE 256 // threads of a 1-D block
#define BLOCK_WIDTH 16 // threads of a 2-D block in x and in y
#define TILE 16        // a tile of the input is TILE x TILE, and so is a tiled block

// ---- convolve_1d: a weighted sum of neighbours ---------------------------------------------

// Thread i computes element i. Nothing that is written through `out` is read through `in` or
// `mask`: this is what __restrict__ promises the compiler.
__global__ void convolve_1d_kernel(const int *__restrict__ in, const int *__restrict__ mask,
                                   int *__restrict__ out, int n, int mask_width)
{
    // TODO 1 (9 lines): add up the products of the mask's elements and the neighbours of
    // element i that they lie on; the mask's middle lies on element i. At both ends of the
    // input some neighbours do not exist: leave them out, and never read there. Store once.
}

EXPORT void convolve_1d(const int *d_in, const int *d_mask, int *d_out, int n, int mask_width)
{
    // TODO 2 (4 lines): launch it on blocks of BLOCK_SIZE threads, and CHECK for a launch
    // error.
}

// ---- convolve_2d: pictures, with the mask in constant memory -------------------------------

// The mask, for the 2-D kernels. Constant memory is written by the host before a launch, and
// read by all threads: fastest where a warp's threads want the same word at the same time.
__constant__ float mask[MAX_MASK_WIDTH * MAX_MASK_WIDTH];

void load_mask(const float *d_mask, int mask_width)
{
    // TODO 3 (2 lines): copy the mask, of mask_width rows and columns, to `mask`. It comes from
    // device memory: cudaMemcpyToSymbol(to, from, bytes, 0, cudaMemcpyDeviceToDevice).
}

// Thread (x, y) of the grid computes the element in column x of row y.
__global__ void convolve_2d_kernel(const float *in, float *out, int mask_width, int width,
                                   int height)
{
    // TODO 4 (12 lines): the same sum in two dimensions. A neighbour may be missing in either:
    // what does in[row * width - 1] hold? And how far apart do the rows of the mask begin?
}

EXPORT void convolve_2d(const float *d_in, const float *d_mask, float *d_out, int mask_width,
                        int width, int height)
{
    // TODO 4, continued (7 lines): load the mask, then launch BLOCK_WIDTH x BLOCK_WIDTH threads
    // a block, enough to cover the picture.
}

// ---- convolve_2d_tiled: the input in shared memory -----------------------------------------

EXPORT void convolve_2d_tiled(const float *d_in, const float *d_mask, float *d_out,
                              int mask_width, int width, int height)
{
    // TODO 5 (26 lines): kernel and launch. A block of TILE x TILE threads loads a tile of the
    // input, an element a thread, with 0 for ghosts. Then those threads that have all their
    // neighbours in the tile, TILE - mask_width + 1 each way, compute an element each. So the
    // tiles of neighbouring blocks overlap: how far apart do they begin, and how many blocks
    // does that take? Where in the tile lies the input of a thread's first term?
}
