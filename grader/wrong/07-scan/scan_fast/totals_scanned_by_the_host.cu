// bug: the host scans the totals of the tiles
// reason: from-host
// says: partial sums, totals and carries are added up by the device
#include "scan.h"

#define B 256
#define N 4
#define TILE (B * N)
__device__ int scan_block(int v)
{
    __shared__ int s[B];
    int t = threadIdx.x;
    __syncthreads();
    s[t] = v;
    for (int d = 1; d < B; d *= 2) {
        __syncthreads();
        int before = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += before;
    }
    return s[t];
}
__global__ void tiles(const int *in, int *out, size_t n, int *totals)
{
    size_t first = (size_t)blockIdx.x * TILE + threadIdx.x * N;
    int x[N], sum = 0;
    for (int k = 0; k < N; k++)
        x[k] = sum += first + k < n ? in[first + k] : 0;
    int upto = scan_block(sum);
    for (int k = 0; k < N; k++)
        if (first + k < n)
            out[first + k] = upto - sum + x[k];
    if (threadIdx.x == B - 1)
        totals[blockIdx.x] = upto;
}
__global__ void scan_totals(int *totals, int count)
{
    int carry = 0;
    __shared__ int next;
    for (int first = 0; first < count; first += B) {
        int i = first + threadIdx.x;
        int v = scan_block(i < count ? totals[i] : 0) + carry;
        if (i < count)
            totals[i] = v;
        __syncthreads();
        if (threadIdx.x == B - 1)
            next = v;
        __syncthreads();
        carry = next;
    }
}
__global__ void add(int *out, size_t n, const int *totals)
{
    size_t first = ((size_t)blockIdx.x + 1) * TILE;
    for (int k = threadIdx.x; k < TILE; k += B)
        if (first + k < n)
            out[first + k] += totals[blockIdx.x];
}
EXPORT void scan_fast(const int *d_in, int *d_out, size_t n)
{
    if (n == 0)
        return;
    int count = (int)((n + TILE - 1) / TILE);
    int *d_totals;
    CHECK(cudaMalloc(&d_totals, count * sizeof(int)));
    tiles<<<count, B>>>(d_in, d_out, n, d_totals);
    if (count > 1) {
        int *h = new int[count];
        CHECK(cudaMemcpy(h, d_totals, count * sizeof(int), cudaMemcpyDeviceToHost));
        for (int i = 1; i < count; i++)
            h[i] += h[i - 1];
        CHECK(cudaMemcpy(d_totals, h, count * sizeof(int), cudaMemcpyHostToDevice));
        delete[] h;
        add<<<count - 1, B>>>(d_out, n, d_totals);
    }
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d_totals));
}
