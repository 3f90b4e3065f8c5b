// bug: more than 1024 sums of blocks are scanned in rounds, and none takes up the one before
// reason: wrong
// says: what is not carried on across that border
#include "compaction.h"
#define B 512
__global__ void sums(const int *in, size_t n, int *parts)
{
    __shared__ int s[B];
    int t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * B + t;
    s[t] = i < n ? in[i] : 0;
    for (int d = B / 2; d; d /= 2) {
        __syncthreads();
        if (t < d)
            s[t] += s[t + d];
    }
    if (t == 0)
        parts[blockIdx.x] = s[0];
}
__global__ void scan_parts(int *parts, int count)
{
    __shared__ int s[1024];
    int t = threadIdx.x, carry = 0;
    for (int c = 0; c < count; c += 1024) {
        int own = c + t < count ? parts[c + t] : 0;
        s[t] = own;
        for (int d = 1; d < 1024; d *= 2) {
            __syncthreads();
            int v = t >= d ? s[t - d] : 0;
            __syncthreads();
            s[t] += v;
        }
        __syncthreads();
        if (c + t < count)
            parts[c + t] = carry + s[t] - own;
        __syncthreads();
    }
}
__global__ void finish(const int *in, int *out, size_t n, const int *parts)
{
    __shared__ int s[B];
    int t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * B + t;
    int own = i < n ? in[i] : 0;
    s[t] = own;
    for (int d = 1; d < B; d *= 2) {
        __syncthreads();
        int v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
    }
    if (i < n)
        out[i] = s[t] - own + parts[blockIdx.x];
}
EXPORT void scan_exclusive(const int *d_in, int *d_out, size_t n)
{
    if (n == 0)
        return;
    int *parts;
    size_t blocks = (n + B - 1) / B;
    CHECK(cudaMalloc(&parts, blocks * sizeof(int)));
    sums<<<blocks, B>>>(d_in, n, parts);
    scan_parts<<<1, 1024>>>(parts, blocks);
    finish<<<blocks, B>>>(d_in, d_out, n, parts);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(parts));
}
