// tasks: matmul_chunked
// how: a stream for each direction and one for kernels, which wait for each other by events; no
// stream waits for the default one
#include "chunks.h"

#include <string.h>

#define BLOCK 16
#define SETS 3

__global__ void product_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    int col = blockIdx.x * BLOCK + threadIdx.x;
    for (int row = blockIdx.y * BLOCK + threadIdx.y; row < m; row += gridDim.y * BLOCK) {
        float sum = 0;
        for (int l = 0; l < k && col < n; l++)
            sum += a[(size_t)row * k + l] * b[(size_t)l * n + col];
        if (col < n)
            c[(size_t)row * n + col] = sum;
    }
}

struct set {
    cudaEvent_t here, multiplied, back;
    float *pinned, *d_a, *d_c; // pinned: first rows of a, and then those of c
};

static cudaStream_t new_stream(void)
{
    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    return stream;
}

static cudaEvent_t new_event(void)
{
    cudaEvent_t event;
    CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    return event;
}

static void take(const struct set *set, float *c, size_t bytes)
{
    CHECK(cudaEventSynchronize(set->back));
    memcpy(c, set->pinned, bytes);
}

EXPORT void matmul_chunked(const float *a, const float *b, float *c, int m, int n, int k,
                           int chunk_rows)
{
    if (m == 0 || n == 0)
        return;
    int most = chunk_rows < m ? chunk_rows : m, chunks = (m - 1) / most + 1;
    size_t a_row = k * sizeof *a, c_row = n * sizeof *c, row = a_row > c_row ? a_row : c_row;
    cudaStream_t up = new_stream(), kernels = new_stream(), down = new_stream();
    struct set sets[SETS];
    for (int i = 0; i < SETS; i++) {
        sets[i].here = new_event();
        sets[i].multiplied = new_event();
        sets[i].back = new_event();
        CHECK(cudaHostAlloc(&sets[i].pinned, most * row, cudaHostAllocDefault));
        CHECK(cudaMalloc(&sets[i].d_a, most * row));
        CHECK(cudaMalloc(&sets[i].d_c, most * row));
    }
    float *d_b;
    CHECK(cudaMalloc(&d_b, k * c_row + 1));
    CHECK(cudaMemcpyAsync(d_b, b, k * c_row, cudaMemcpyHostToDevice, up));
    for (int i = 0; i < chunks + SETS; i++) {
        struct set *set = &sets[i % SETS];
        long long first = (long long)i * most, before = first - (long long)SETS * most;
        if (i >= SETS && before < m)
            take(set, c + before * n, (m - before < most ? m - before : most) * c_row);
        if (i >= chunks)
            continue;
        int rows = m - first < most ? m - first : most;
        memcpy(set->pinned, a + first * k, rows * a_row);
        CHECK(cudaMemcpyAsync(set->d_a, set->pinned, rows * a_row, cudaMemcpyHostToDevice, up));
        CHECK(cudaEventRecord(set->here, up));
        CHECK(cudaStreamWaitEvent(kernels, set->here, 0));
        dim3 grid(blocks_for(n, BLOCK), blocks_for(rows < 32 ? rows : 32, BLOCK));
        product_kernel<<<grid, dim3(BLOCK, BLOCK), 0, kernels>>>(set->d_a, d_b, set->d_c, rows,
                                                                 n, k);
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(set->multiplied, kernels));
        CHECK(cudaStreamWaitEvent(down, set->multiplied, 0));
        CHECK(
            cudaMemcpyAsync(set->pinned, set->d_c, rows * c_row, cudaMemcpyDeviceToHost, down));
        CHECK(cudaEventRecord(set->back, down));
    }
    for (int i = 0; i < SETS; i++) {
        CHECK(cudaEventDestroy(sets[i].here));
        CHECK(cudaEventDestroy(sets[i].multiplied));
        CHECK(cudaEventDestroy(sets[i].back));
        CHECK(cudaFreeHost(sets[i].pinned));
        CHECK(cudaFree(sets[i].d_a));
        CHECK(cudaFree(sets[i].d_c));
    }
    CHECK(cudaFree(d_b));
    CHECK(cudaStreamDestroy(up));
    CHECK(cudaStreamDestroy(kernels));
    CHECK(cudaStreamDestroy(down));
}
