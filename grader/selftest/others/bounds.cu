// Launches beyond __launch_bounds__ are refused at once, and the next ones go on.
// prints: 701 0 0 701 0 701 0 128 256 64
#include <stdio.h>

__global__ void __launch_bounds__(128) plain(int *a)
{
    a[threadIdx.x] = 1;
}

template <int N> static __global__ void __launch_bounds__(4 * N, 2) of_template(int *a)
{
    __shared__ int all[4 * N];
    all[threadIdx.x] = N;
    a[threadIdx.x] += all[threadIdx.x];
}

namespace
{
__global__ void __launch_bounds__(64) hidden(int *a)
{
    a[8 * threadIdx.y + threadIdx.x]++;
}
} // namespace

template <class Kernel> static int bound_of(Kernel kernel)
{
    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, kernel);
    return attributes.maxThreadsPerBlock;
}

int main()
{
    int *a;
    cudaMalloc(&a, 1024 * sizeof(int));
    plain<<<1, 256>>>(a);
    printf("%d ", cudaGetLastError());
    plain<<<1, 128>>>(a);
    printf("%d %d ", cudaGetLastError(), cudaDeviceSynchronize());
    of_template<32><<<1, 129>>>(a);
    printf("%d ", cudaGetLastError());
    of_template<64><<<1, 128>>>(a);
    printf("%d ", cudaGetLastError());
    hidden<<<1, dim3(8, 9)>>>(a);
    printf("%d ", cudaGetLastError());
    hidden<<<1, dim3(8, 8)>>>(a);
    printf("%d ", cudaDeviceSynchronize());
    printf("%d %d %d\n", bound_of(plain), bound_of(of_template<64>), bound_of(hidden));
    return cudaFree(a);
}
