// tasks: matmul_chunked
// how: all rows of a and c have pinned memory, so that nothing is used again: the host waits
// once, at the end, without an event; b comes by the first stream, for which the others wait
#include "chunks.h"

#include <string.h>

#define STREAMS 5
#define BLOCK_SIZE 128

__global__ void product_kernel(const float *a, const float *b, float *c, size_t count, int n,
                               int k)
{
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    float sum = 0;
    for (int l = 0; l < k && i < count; l++)
        sum += a[i / n * k + l] * b[(size_t)l * n + i % n];
    if (i < count)
        c[i] = sum;
}

// Rows first to end of c, in this stream.
static void multiply_rows(const float *pinned_a, const float *d_b, float *pinned_c, float *d_a,
                          float *d_c, int first, int end, int n, int k, cudaStream_t stream)
{
    size_t at_a = (size_t)first * k, at_c = (size_t)first * n;
    size_t in_a = (size_t)(end - first) * k, in_c = (size_t)(end - first) * n;
    CHECK(cudaMemcpyAsync(d_a + at_a, pinned_a + at_a, in_a * sizeof *d_a,
                          cudaMemcpyHostToDevice, stream));
    product_kernel<<<blocks_for(in_c, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(
        d_a + at_a, d_b, d_c + at_c, in_c, n, k);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyAsync(pinned_c + at_c, d_c + at_c, in_c * sizeof *d_c,
                          cudaMemcpyDeviceToHost, stream));
}

EXPORT void matmul_chunked(const float *a, const float *b, float *c, int m, int n, int k,
                           int chunk_rows)
{
    size_t in_a = (size_t)m * k, in_b = (size_t)k * n, in_c = (size_t)m * n;
    if (in_c == 0)
        return;
    float *pinned, *d_all;
    size_t bytes = (in_a + in_b + in_c) * sizeof *a;
    CHECK(cudaMallocHost(&pinned, bytes));
    CHECK(cudaMalloc(&d_all, bytes));
    memcpy(pinned, a, in_a * sizeof *a);
    memcpy(pinned + in_a, b, in_b * sizeof *b);
    cudaStream_t streams[STREAMS];
    for (int i = 0; i < STREAMS; i++)
        CHECK(cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking));
    cudaEvent_t b_is_here;
    CHECK(cudaEventCreate(&b_is_here));
    CHECK(cudaMemcpyAsync(d_all + in_a, pinned + in_a, in_b * sizeof *b, cudaMemcpyHostToDevice,
                          streams[0]));
    CHECK(cudaEventRecord(b_is_here, streams[0]));
    for (int i = 1; i < STREAMS; i++)
        CHECK(cudaStreamWaitEvent(streams[i], b_is_here, 0));
    for (int first = 0, i = 0; first < m; i++) {
        int end = m - first < chunk_rows ? m : first + chunk_rows;
        multiply_rows(pinned, d_all + in_a, pinned + in_a + in_b, d_all, d_all + in_a + in_b,
                      first, end, n, k, streams[i % STREAMS]);
        first = end;
    }
    CHECK(cudaDeviceSynchronize());
    memcpy(c, pinned + in_a + in_b, in_c * sizeof *c);
    CHECK(cudaEventDestroy(b_is_here));
    for (int i = 0; i < STREAMS; i++)
        CHECK(cudaStreamDestroy(streams[i]));
    CHECK(cudaFree(d_all));
    CHECK(cudaFreeHost(pinned));
}
