/* The bench's works as textbook kernels. */
#include "works.h"

#define TILE 16
#define WIDTH 1024

/* A thread computes one element of c. */
__global__ void matmul_naive(const float *a, const float *b, float *c, int n)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    if (row >= n || col >= n)
        return;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
}

void grid_matmul_naive(const float *d_a, const float *d_b, float *d_c, int n)
{
    dim3 block(32, 8);
    matmul_naive<<<dim3((n + 31) / 32, (n + 7) / 8), block>>>(d_a, d_b, d_c, n);
}

/* A thread computes one element of c; its block goes along the rows and columns tile by tile.
 */
__global__ void matmul_tiled(const float *a, const float *b, float *c, int n)
{
    __shared__ float tile_a[TILE][TILE], tile_b[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        tile_a[y][x] = row < n && k + x < n ? a[row * n + k + x] : 0;
        tile_b[y][x] = k + y < n && col < n ? b[(k + y) * n + col] : 0;
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += tile_a[y][i] * tile_b[i][x];
        __syncthreads();
    }
    if (row < n && col < n)
        c[row * n + col] = sum;
}

void grid_matmul_tiled(const float *d_a, const float *d_b, float *d_c, int n)
{
    int tiles = (n + TILE - 1) / TILE;
    matmul_tiled<<<dim3(tiles, tiles), dim3(TILE, TILE)>>>(d_a, d_b, d_c, n);
}

/* A block sums one row, with half as many threads as elements, by a tree in shared memory. */
__global__ void row_sums(const int *in, int *out, int width)
{
    __shared__ int sums[WIDTH / 2];
    int t = threadIdx.x;
    const int *row = in + (size_t)blockIdx.x * width;
    sums[t] = row[t] + row[t + blockDim.x];
    for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (t < (int)stride)
            sums[t] += sums[t + stride];
    }
    if (t == 0)
        out[blockIdx.x] = sums[0];
}

void grid_row_sums(const int *d_in, int *d_out, int rows, int width)
{
    row_sums<<<rows, width / 2>>>(d_in, d_out, width);
}

/* Each block counts in bins of its own and merges them at its end; threads stride by the grid.
 */
__global__ void histogram(const unsigned char *text, size_t n, unsigned *bins)
{
    __shared__ unsigned own[BINS];
    if (threadIdx.x < BINS)
        own[threadIdx.x] = 0;
    __syncthreads();
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        if (text[i] >= 'a' && text[i] <= 'z')
            atomicAdd(&own[(text[i] - 'a') / 4], 1u);
    __syncthreads();
    if (threadIdx.x < BINS)
        atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

void grid_histogram(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    cudaMemset(d_bins, 0, BINS * sizeof *d_bins);
    histogram<<<1024, 256>>>(d_text, n, d_bins);
}

/* A block scans one row, with a thread for each element: Kogge-Stone in place, with two
 * barriers a step. */
__global__ void scan_rows(const int *in, int *out, int width)
{
    __shared__ int sums[WIDTH];
    int t = threadIdx.x;
    sums[t] = in[(size_t)blockIdx.x * width + t];
    for (int stride = 1; stride < width; stride *= 2) {
        __syncthreads();
        int left = t >= stride ? sums[t - stride] : 0;
        __syncthreads();
        sums[t] += left;
    }
    out[(size_t)blockIdx.x * width + t] = sums[t];
}

void grid_scan_rows(const int *d_in, int *d_out, int rows, int width)
{
    scan_rows<<<rows, width>>>(d_in, d_out, width);
}

/* The threads of a block do nothing but wait for each other. */
__global__ void barriers(int times)
{
    for (int i = 0; i < times; i++)
        __syncthreads();
}

void grid_barriers(int blocks, int threads, int times)
{
    barriers<<<blocks, threads>>>(times);
}

const char *grid_compiler(void)
{
    return BENCH_COMPILER;
}
