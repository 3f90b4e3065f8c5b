// Kernels that launch kernels: a search of numbers by halves, and what begins when all is over.
// prints: 40 1 0 210
#include <stdio.h>

__device__ int leaves, deepest;

// One thread for both halves of [begin, end): each is a launch of its own.
__global__ void divide(int *marks, int begin, int end, int depth)
{
    if (end - begin == 1) {
        marks[begin] = begin;
        atomicAdd(&leaves, 1);
        atomicMax(&deepest, depth);
        return;
    }
    int middle = (begin + end) / 2;
    divide<<<1, 1>>>(marks, begin, middle, depth + 1);
    divide<<<1, 1>>>(marks, middle, end, depth + 1);
}

__global__ void add(const int *marks, int n, int *sum)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(sum, marks[i]);
}

__global__ void begin(int *marks, int n, int *sum)
{
    *sum = -(n * (n - 1) / 2) + 210;
    add<<<1, 32, 0, cudaStreamTailLaunch>>>(marks, n, sum);
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    divide<<<1, 1, 0, stream>>>(marks, 0, n, 1);
    cudaStreamDestroy(stream);
}

int main()
{
    int *marks, *d_sum, n = 40, sum, count, depth;
    cudaMalloc(&marks, n * sizeof *marks);
    cudaMalloc(&d_sum, sizeof *d_sum);
    begin<<<1, 1>>>(marks, n, d_sum);
    cudaError_t error = cudaDeviceSynchronize();
    cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&count, leaves, sizeof count);
    cudaMemcpyFromSymbol(&depth, deepest, sizeof depth);
    printf("%d %d %d %d\n", count, depth == 7, error, sum);
    cudaFree(marks);
    cudaFree(d_sum);
    return 0;
}
