// tasks: square_elements
// how: launches of so many rows as a grid can be high, four streams, and each has a part of
// them
#include "matmul_naive.h"

#define BLOCK_WIDTH 32
#define PARTS 4
#define MOST_ROWS (65535 * BLOCK_WIDTH)

__global__ void square_kernel(const int *in, int *out, int width, int height)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    size_t i = (size_t)row * width + col;
    if (col < width && row < height)
        out[i] = in[i] * in[i];
}

// Rows `first` to, but without, `last`.
static void square_rows(const int *d_in, int *d_out, int width, int first, int last,
                        cudaStream_t stream)
{
    dim3 block(BLOCK_WIDTH, BLOCK_WIDTH);
    for (int rows; width > 0 && first < last; first += rows) {
        rows = last - first < MOST_ROWS ? last - first : MOST_ROWS;
        dim3 grid(blocks_for(width, BLOCK_WIDTH), blocks_for(rows, BLOCK_WIDTH));
        size_t begin = (size_t)first * width;
        square_kernel<<<grid, block, 0, stream>>>(d_in + begin, d_out + begin, width, rows);
        CHECK(cudaGetLastError());
    }
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    for (int part = 0; part < PARTS; part++) {
        cudaStream_t stream;
        CHECK(cudaStreamCreate(&stream));
        int first = (int)((long long)height * part / PARTS);
        int last = (int)((long long)height * (part + 1) / PARTS);
        square_rows(d_in, d_out, width, first, last, stream);
        CHECK(cudaStreamDestroy(stream));
    }
}
