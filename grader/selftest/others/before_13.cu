// What CUDA 13 dropped: calls, fields, signatures; a launch by a call, pools, headers.
// prints: 1 1 7 12 0 3 5 -2.2 0.9
#include <cuComplex.h>
#include <cuda_profiler_api.h>
#include <cuda/std/type_traits>
#include <math_constants.h>
#include <stdio.h>
#include <vector_types.h>

template <int step> __global__ void add(int *a, const int *b, int n)
{
    if (threadIdx.x < n)
        a[threadIdx.x] += b[threadIdx.x] + step;
}

int main()
{
    struct cudaDeviceProp properties;
    int *a, *b, n = 3;
    static_assert(cuda::std::is_same<int, decltype(properties.memoryClockRate)>::value,
                  "a number");
    cudaGetDeviceProperties(&properties, 0);
    cudaMemPool_t pool;
    unsigned long long threshold = 1 << 20;
    cudaDeviceGetDefaultMemPool(&pool, 0);
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold);
    cudaMallocManaged(&a, 4 * sizeof *a);
    cudaMallocManaged(&b, 4 * sizeof *b);
    for (int i = 0; i < 4; i++)
        a[i] = i, b[i] = 2 * i;
    cudaMemPrefetchAsync(a, 16, 0);
    cudaMemAdvise(a, 16, cudaMemAdviseSetReadMostly, 0);
    cudaProfilerStart();
    void *arguments[] = {&a, &b, &n};
    cudaError_t first =
        cudaLaunchKernel((const void *)add<2>, dim3(1), dim3(32), arguments, 0, 0);
    cudaError_t second = cudaLaunchKernel(reinterpret_cast<void *>(add<0>), 1, 32, arguments);
    cudaThreadSynchronize();
    cuDoubleComplex ratio = cuCdiv(make_cuDoubleComplex(3, 4), make_cuDoubleComplex(-0.5, -2));
    printf("%d %d %d %d %d %d %g %.1f %.1f\n", properties.clockRate > 0, properties.major > 0,
           a[1] + b[0], a[2], first, a[3] + second, cuCabsf(make_cuFloatComplex(3, 4)),
           cuCreal(ratio), cuCimag(ratio) + CUDART_ZERO);
    cudaFree(a);
    cudaFree(b);
    return 0;
}
