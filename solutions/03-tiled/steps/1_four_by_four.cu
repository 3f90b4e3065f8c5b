// tasks: matmul_fast
// how: 4 x 4 elements a thread, so that 8 words of shared memory serve 16 terms
#include "tiled.h"

#define EDGE 16            // threads of a block each way
#define EACH 4             // elements of c that a thread computes each way
#define TILE (EDGE * EACH) // rows and columns of c that a block computes
#define DEPTH 16           // terms of the sums that the tiles hold at a time

// The element of a rows x cols matrix, or 0 outside of it.
static __device__ float at_or_zero(const float *matrix, int rows, int cols, int row, int col)
{
    return row < rows && col < cols ? matrix[(size_t)row * cols + col] : 0;
}

// Loads TILE rows of DEPTH elements of a, from row `top` and column `first` on, and DEPTH rows
// of TILE elements of b, from row `first` and column `left` on: EACH elements of either a
// thread.
static __device__ void load_tiles(const float *a, const float *b, int m, int n, int k, int top,
                                  int left, int first, float a_tile[TILE][DEPTH],
                                  float b_tile[DEPTH][TILE])
{
    for (int i = 0; i < EACH; i++) {
        int y = threadIdx.y + i * EDGE, x = threadIdx.x + i * EDGE;
        a_tile[y][threadIdx.x] = at_or_zero(a, m, k, top + y, first + threadIdx.x);
        b_tile[threadIdx.y][x] = at_or_zero(b, k, n, first + threadIdx.y, left + x);
    }
}

// Thread (x, y) computes the elements in the columns x, x + EDGE, ... of the rows y, y + EDGE,
// ... of the block's tile: EACH of a and EACH of b from shared memory serve EACH * EACH terms,
// where one element a thread needs two words for each term. Strided, not neighbouring, so that
// a warp still reads and writes runs of neighbours. The launch must provide EDGE x EDGE threads
// and blocks that cover n columns and m rows, TILE a block.
__global__ void fast_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float a_tile[TILE][DEPTH], b_tile[DEPTH][TILE];
    int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
    float sum[EACH][EACH] = {{0}}; // registers, as the loops over it have constant bounds
    for (int first = 0; first < k; first += DEPTH) {
        load_tiles(a, b, m, n, k, top, left, first, a_tile, b_tile);
        __syncthreads(); // the tiles are complete
        for (int l = 0; l < DEPTH; l++)
            for (int i = 0; i < EACH; i++)
                for (int j = 0; j < EACH; j++)
                    sum[i][j] +=
                        a_tile[threadIdx.y + i * EDGE][l] * b_tile[l][threadIdx.x + j * EDGE];
        __syncthreads(); // the tiles may be overwritten
    }
    for (int i = 0; i < EACH; i++) {
        for (int j = 0; j < EACH; j++) {
            int row = top + threadIdx.y + i * EDGE, col = left + threadIdx.x + j * EDGE;
            if (row < m && col < n)
                c[(size_t)row * n + col] = sum[i][j];
        }
    }
}

EXPORT void matmul_fast(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    dim3 block(EDGE, EDGE), grid(blocks_for(n, TILE), blocks_for(m, TILE));
    fast_kernel<<<grid, block>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
