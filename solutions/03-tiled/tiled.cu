// Lab 03, worked: the product by tiles in shared memory, first without and then with guards.
#include "tiled.h"

#define TILE 16 // a block is TILE x TILE threads, and so are its parts of a, b and c

// ---- matmul_tiled_square -------------------------------------------------------------------

// Thread (x, y) of a block computes the element in column x of row y of the block's tile of c.
// The launch must provide TILE x TILE threads a block and exactly n / TILE blocks each way.
//
// A term of c[row][col] needs a[row][l] and b[l][col]. The TILE threads of a row of the block
// all need the same a[row][l], those of a column the same b[l][col]: so the block fetches a
// tile of each matrix once, one element a thread, and each element is used TILE times.
__global__ void tiled_square_kernel(const float *a, const float *b, float *c, int n)
{
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    size_t row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    float sum = 0; // a register, so it outlives the tiles
    for (int first = 0; first < n; first += TILE) {
        // Both loads go along rows: the warp's 32 threads read two runs of 16 neighbours.
        a_tile[y][x] = a[row * n + first + x];
        b_tile[y][x] = b[(size_t)(first + y) * n + col];
        __syncthreads(); // the tiles are complete: what others loaded may be read
        for (int l = 0; l < TILE; l++)
            sum += a_tile[y][l] * b_tile[l][x];
        __syncthreads(); // nobody reads the tiles any more: they may be overwritten
    }
    c[row * n + col] = sum;
}

EXPORT void matmul_tiled_square(const float *d_a, const float *d_b, float *d_c, int n)
{
    if (n == 0)
        return;
    dim3 block(TILE, TILE), grid(n / TILE, n / TILE);
    tiled_square_kernel<<<grid, block>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError());
}

// ---- matmul_tiled --------------------------------------------------------------------------

// The element of a rows x cols matrix, or 0 outside of it: a term with a factor 0 changes no
// sum. Each matrix is guarded by its own bounds: where the thread's element of c lies says
// nothing of where the elements lie that it loads.
static __device__ float at_or_zero(const float *matrix, int rows, int cols, int row, int col)
{
    return row < rows && col < cols ? matrix[(size_t)row * cols + col] : 0;
}

// As tiled_square_kernel, for any m, n and k. The launch must provide TILE x TILE threads a
// block, and blocks that cover n columns and m rows. Threads outside of c compute a sum that
// nobody needs: they may not leave early, since others need what they load, and their arrival
// at the barriers.
__global__ void tiled_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    float sum = 0; // and so 0 where k is 0: an empty sum
    // The bound is k, not k / TILE tiles: a last, partial tile has its turn, too.
    for (int first = 0; first < k; first += TILE) {
        a_tile[y][x] = at_or_zero(a, m, k, row, first + x);
        b_tile[y][x] = at_or_zero(b, k, n, first + y, col);
        __syncthreads(); // the tiles are complete
        for (int l = 0; l < TILE; l++)
            sum += a_tile[y][l] * b_tile[l][x];
        __syncthreads(); // the tiles may be overwritten
    }
    if (row < m && col < n) // the blocks at the right and lower edge reach past c
        c[(size_t)row * n + col] = sum;
}

EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    // A grid may not have 0 blocks. k = 0 is no such case: c must be filled with zeros.
    if (m == 0 || n == 0)
        return;
    dim3 block(TILE, TILE), grid(blocks_for(n, TILE), blocks_for(m, TILE));
    tiled_kernel<<<grid, block>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
