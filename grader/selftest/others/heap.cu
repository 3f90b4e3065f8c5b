// The heap of kernels by malloc, new and cudaMalloc; classes with constructors, shared.
// prints: 496 64 320 1
#include <cuda_fp16.h>
#include <stdio.h>
#include <stdlib.h>

struct pair {
    int left, right;
    pair() = default;
    __device__ pair(int a, int b) : left(a), right(b)
    {
    }
    __device__ int sum() const
    {
        return left + right;
    }
};

struct node {
    int value;
    node *next;
};

// A list for each block, which its first thread walks along and frees.
__global__ void lists(int *sums)
{
    __shared__ node *first;
    if (threadIdx.x == 0)
        first = nullptr;
    __syncthreads();
    node *mine = (node *)malloc(sizeof *mine);
    mine->value = threadIdx.x;
    mine->next = (node *)atomicExch((unsigned long long *)&first, (unsigned long long)mine);
    __syncthreads();
    if (threadIdx.x != 0)
        return;
    int sum = 0;
    for (node *at = first, *next; at; at = next) {
        sum += at->value;
        next = at->next;
        free(at);
    }
    sums[blockIdx.x] = sum;
}

__device__ pair *kept;

__global__ void keep(int n)
{
    kept = new pair[n];
    for (int i = 0; i < n; i++)
        kept[i] = pair(i, 1);
}

__global__ void use(int n, int *out)
{
    __shared__ pair both[2];
    both[threadIdx.x] = kept[n - 1];
    __syncthreads();
    if (threadIdx.x == 0)
        *out = both[0].sum() + both[1].sum();
    __syncthreads();
    if (threadIdx.x == 0)
        delete[] kept;
}

__global__ void halves(float *out)
{
    __shared__ half2 terms[64];
    terms[threadIdx.x] = __floats2half2_rn(1.f, 4.f);
    __syncthreads();
    for (int width = 32; width > 0; width /= 2) {
        if (threadIdx.x < width)
            terms[threadIdx.x] = __hadd2(terms[threadIdx.x], terms[threadIdx.x + width]);
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        half2 *sum;
        if (cudaMalloc(&sum, sizeof *sum) != cudaSuccess)
            return;
        *sum = terms[0];
        *out = __low2float(*sum) + __high2float(*sum);
        cudaFree(sum);
    }
}

int main()
{
    int *sums, *out;
    float *total;
    cudaMallocManaged(&sums, 4 * sizeof *sums);
    cudaMallocManaged(&out, sizeof *out);
    cudaMallocManaged(&total, sizeof *total);
    lists<<<4, 32>>>(sums);
    keep<<<1, 1>>>(32);
    use<<<1, 2>>>(32, out);
    halves<<<1, 64>>>(total);
    cudaDeviceSynchronize();
    int *host = new int(1);
    printf("%d %d %g %d\n", sums[3], *out, *total, *host);
    delete host;
    cudaFree(sums);
    cudaFree(out);
    cudaFree(total);
    return 0;
}
