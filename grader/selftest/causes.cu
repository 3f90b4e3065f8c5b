// Each task fails in a case that the CPU checker does not see by itself, for a cause that it
// would name; judge.bats says in which words.
#include "matmul_naive.h"

// A thread an element, by blocks that are larger than their tile.
__global__ void square_by_tile(const int *in, int *out, int width, int height)
{
    __shared__ int tile[16][16];
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    bool inside = row < height && col < width;
    tile[threadIdx.y][threadIdx.x] = inside ? in[row * width + col] : 0;
    __syncthreads(); // all have stored
    if (inside)
        out[row * width + col] =
            tile[threadIdx.y][threadIdx.x] * tile[threadIdx.y][threadIdx.x];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    dim3 block(32, 32), grid(blocks_for(width, 32), blocks_for(height, 32));
    if (width && height)
        square_by_tile<<<grid, block>>>(d_in, d_out, width, height);
}

// What the first thread reads before a begins, it waits for.
__global__ void add_and_wait(const int *a, const int *b, int *c, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    volatile int before = i == 0 ? a[-1] : 0;
    while (before != 0)
        continue;
    if (i < count)
        c[i] = a[i] + b[i];
}

EXPORT void matrix_add(const int *d_a, const int *d_b, int *d_c, int width, int height)
{
    if (width && height)
        add_and_wait<<<blocks_for(width * height, 256), 256>>>(d_a, d_b, d_c, width * height);
}

// Reads behind b, and then leaves all memory.
__global__ void leave_b(const float *b, float *c, int count)
{
    if (b[count] != 0)
        *(volatile float *)16 = b[0];
    c[0] = b[0];
}

EXPORT void matmul_1d(const float *, int, const float *d_b, int ldb, float *d_c, int, int n)
{
    leave_b<<<1, 1>>>(d_b, d_c, n * ldb);
}

// Plainly wrong, and nothing else but in case `more`.
__global__ void set(float *c, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        c[i] = 9;
}

EXPORT void matmul_2d(const float *, const float *, float *d_c, int m, int n, int)
{
    if (m && n)
        set<<<blocks_for(m * n, 256), 256>>>(d_c, m * n);
    if (m == 33)
        leave_b<<<1, 1>>>(d_c, d_c, m * n);
}

__device__ void put(float *c, int i, float value)
{
    c[i] = value;
}

// Neighbours store what they find in a place that all of them change.
__global__ void share_a_place(float *c)
{
    __shared__ int place;
    place = threadIdx.x;
    __syncthreads(); // which of them was last?
    put(c, threadIdx.x / 2, place);
}

EXPORT void matmul_host(const float *, int, const float *, int, float *c, int, int n)
{
    float *d_c;
    if (n == 0)
        return;
    CHECK(cudaMalloc(&d_c, 64 * sizeof(float)));
    share_a_place<<<1, 64>>>(d_c);
    CHECK(cudaMemcpy(c, d_c, sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d_c));
}
