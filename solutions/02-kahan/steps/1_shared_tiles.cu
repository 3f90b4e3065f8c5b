// tasks: matmul_kahan
// how: tiles of a and b in shared memory, as in lab 03; one element a thread still
#include "kahan.h"

#define TILE 32 // a block is TILE x TILE threads, and so are its parts of a, b and c

// A running sum, and by how much its last rounding made it too large.
struct kahan {
    float sum, excess;
};

// Adds a * b. The product is rounded only once the excess is off it, by one instruction: four
// in all, in an order that is the algorithm.
static __device__ struct kahan add_product(struct kahan total, float a, float b)
{
    float wanted = fmaf(a, b, -total.excess);
    float sum = total.sum + wanted;
    float grown = sum - total.sum;
    struct kahan next = {sum, grown - wanted};
    return next;
}

static __device__ float at_or_zero(const float *matrix, int ld, int n, int row, int col)
{
    return row < n && col < n ? matrix[(size_t)row * ld + col] : 0;
}

// Thread (x, y) computes the element in column x of row y of the block's tile of c. The launch
// must provide TILE x TILE threads a block, and blocks that cover n columns and n rows.
__global__ void matmul_kahan_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                                    int ldc, int n)
{
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    struct kahan total = {0, 0};
    for (int first = 0; first < n; first += TILE) {
        a_tile[y][x] = at_or_zero(a, lda, n, row, first + x);
        b_tile[y][x] = at_or_zero(b, ldb, n, first + y, col);
        __syncthreads(); // the tiles are complete
        for (int l = 0; l < TILE; l++)
            total = add_product(total, a_tile[y][l], b_tile[l][x]);
        __syncthreads(); // the tiles may be overwritten
    }
    if (row < n && col < n)
        c[(size_t)row * ldc + col] = total.sum;
}

EXPORT void matmul_kahan(const float *d_a, int lda, const float *d_b, int ldb, float *d_c,
                         int ldc, int n)
{
    if (n == 0)
        return;
    dim3 block(TILE, TILE), grid(blocks_for(n, TILE), blocks_for(n, TILE));
    matmul_kahan_kernel<<<grid, block>>>(d_a, lda, d_b, ldb, d_c, ldc, n);
    CHECK(cudaGetLastError());
}
