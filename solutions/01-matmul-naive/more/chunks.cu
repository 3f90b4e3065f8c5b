// Lab 01, more: the worked answer.
#include "chunks.h"

#include <string.h>

#define BLOCK_SIZE 256
#define SETS 2

// One thread an element of c, `count` elements.
__global__ void product_kernel(const float *a, const float *b, float *c, size_t count, int n,
                               int k)
{
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    if (i >= count)
        return;
    size_t row = i / n, col = i % n;
    float sum = 0;
    for (int l = 0; l < k; l++)
        sum += a[row * k + l] * b[(size_t)l * n + col];
    c[i] = sum;
}

// What a chunk needs on its way.
struct set {
    cudaStream_t stream;
    cudaEvent_t done;           // its rows of c are in pinned_c
    float *pinned_a, *pinned_c; // page-locked: only from there a copy runs beside the host
    float *d_a, *d_c;
    int first_row, rows; // of the chunk under way; 0 rows where there is none
};

static struct set make_set(size_t a_bytes, size_t c_bytes)
{
    struct set set;
    CHECK(cudaStreamCreate(&set.stream));
    CHECK(cudaEventCreateWithFlags(&set.done, cudaEventDisableTiming));
    CHECK(cudaMallocHost(&set.pinned_a, a_bytes));
    CHECK(cudaMallocHost(&set.pinned_c, c_bytes));
    CHECK(cudaMalloc(&set.d_a, a_bytes));
    CHECK(cudaMalloc(&set.d_c, c_bytes));
    set.rows = 0;
    return set;
}

static void free_set(struct set *set)
{
    CHECK(cudaFree(set->d_c));
    CHECK(cudaFree(set->d_a));
    CHECK(cudaFreeHost(set->pinned_c));
    CHECK(cudaFreeHost(set->pinned_a));
    CHECK(cudaEventDestroy(set->done));
    CHECK(cudaStreamDestroy(set->stream));
}

// Waits for the set's chunk, if it has one, and not for that of the other set.
static void take_rows(struct set *set, float *c, int n)
{
    if (set->rows == 0)
        return;
    CHECK(cudaEventSynchronize(set->done));
    memcpy(c + (size_t)set->first_row * n, set->pinned_c, (size_t)set->rows * n * sizeof *c);
    set->rows = 0;
}

// Asks for all that the chunk needs, and waits for nothing: the stream keeps the order.
static void send_rows(struct set *set, const float *a, const float *d_b, int n, int k)
{
    size_t a_bytes = (size_t)set->rows * k * sizeof *a, count = (size_t)set->rows * n;
    memcpy(set->pinned_a, a + (size_t)set->first_row * k, a_bytes);
    CHECK(
        cudaMemcpyAsync(set->d_a, set->pinned_a, a_bytes, cudaMemcpyHostToDevice, set->stream));
    product_kernel<<<blocks_for(count, BLOCK_SIZE), BLOCK_SIZE, 0, set->stream>>>(
        set->d_a, d_b, set->d_c, count, n, k);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyAsync(set->pinned_c, set->d_c, count * sizeof *set->d_c,
                          cudaMemcpyDeviceToHost, set->stream));
    CHECK(cudaEventRecord(set->done, set->stream));
}

EXPORT void matmul_chunked(const float *a, const float *b, float *c, int m, int n, int k,
                           int chunk_rows)
{
    if (m == 0 || n == 0)
        return;
    int most = chunk_rows < m ? chunk_rows : m;
    size_t b_bytes = (size_t)k * n * sizeof *b;
    float *d_b;
    CHECK(cudaMalloc(&d_b, b_bytes + 1));                       // one byte more: k may be 0
    CHECK(cudaMemcpy(d_b, b, b_bytes, cudaMemcpyHostToDevice)); // both streams wait for it
    struct set sets[SETS];
    for (int i = 0; i < SETS; i++)
        sets[i] = make_set(((size_t)most * k + 1) * sizeof *a, (size_t)most * n * sizeof *c);
    for (long long first = 0, i = 0; first < m; first += most, i = (i + 1) % SETS) {
        take_rows(&sets[i], c, n); // of two chunks before: what follows overwrites its memory
        sets[i].first_row = first;
        sets[i].rows = m - first < most ? m - first : most;
        send_rows(&sets[i], a, d_b, n, k);
    }
    for (int i = 0; i < SETS; i++) {
        take_rows(&sets[i], c, n); // the last two chunks
        free_set(&sets[i]);
    }
    CHECK(cudaFree(d_b));
}
