// bug: an unrolled tree asks for more than 512 threads before its step of 256
// reason: wrong
// pattern: step_lost
// says: one step of the tree is missing
#include "reduction.h"
template <unsigned int blockSize>
__device__ void warpReduce(volatile int *sdata, unsigned int tid)
{
    int v = sdata[tid];
    if (blockSize >= 64) {
        v += sdata[tid + 32];
        __syncwarp();
        sdata[tid] = v;
        __syncwarp();
    }
    v += sdata[tid + 16];
    __syncwarp();
    sdata[tid] = v;
    __syncwarp();
    v += sdata[tid + 8];
    __syncwarp();
    sdata[tid] = v;
    __syncwarp();
    v += sdata[tid + 4];
    __syncwarp();
    sdata[tid] = v;
    __syncwarp();
    v += sdata[tid + 2];
    __syncwarp();
    sdata[tid] = v;
    __syncwarp();
    v += sdata[tid + 1];
    __syncwarp();
    sdata[tid] = v;
}
template <unsigned int blockSize>
__global__ void reduce5(const int *g_idata, int *g_odata, unsigned int n)
{
    __shared__ int sdata[blockSize];
    unsigned int tid = threadIdx.x;
    const int *row = g_idata + (size_t)blockIdx.x * n;
    int mySum = tid < n ? row[tid] : 0;
    if (tid + blockSize < n)
        mySum += row[tid + blockSize];
    sdata[tid] = mySum;
    __syncthreads();
    if (blockSize > 512) {
        if (tid < 256) {
            sdata[tid] = mySum = mySum + sdata[tid + 256];
        }
        __syncthreads();
    }
    if (blockSize >= 256) {
        if (tid < 128) {
            sdata[tid] = mySum = mySum + sdata[tid + 128];
        }
        __syncthreads();
    }
    if (blockSize >= 128) {
        if (tid < 64) {
            sdata[tid] = mySum = mySum + sdata[tid + 64];
        }
        __syncthreads();
    }
    if (tid < 32)
        warpReduce<blockSize>(sdata, tid);
    if (tid == 0)
        g_odata[blockIdx.x] = sdata[0];
}
EXPORT void row_sums_sequential(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    reduce5<512><<<rows, 512>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
