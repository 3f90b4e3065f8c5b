// The C++ half of the runtime API: pointers without casts, symbols, kernels by name. Built as
// C++ on the CPU backend and by nvcc on a device; the expectations were read off an H200.
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

__device__ int d_numbers[100];
__constant__ float weights[64];
__device__ int *d_pointer;

template <class T> __global__ void kernel(T *)
{
}

static int failures;

static void is(cudaError_t want, cudaError_t got, const char *call, int line)
{
    cudaGetLastError();
    if (got == want)
        return;
    failures++;
    printf("templates.cu:%d: %s is %s, want %s\n", line, call, cudaGetErrorName(got),
           cudaGetErrorName(want));
}
#define IS(want, ...) is(want, (__VA_ARGS__), #__VA_ARGS__, __LINE__)
#define OK(...) IS(cudaSuccess, __VA_ARGS__)
#define INVALID(...) IS(cudaErrorInvalidValue, __VA_ARGS__)
#define WRONG_WAY(...) IS(cudaErrorInvalidMemcpyDirection, __VA_ARGS__)
#define EXPECT(truth)                                                                          \
    is(cudaSuccess, (truth) ? cudaSuccess : cudaErrorUnknown, #truth, __LINE__)

static void symbols()
{
    int numbers[101] = {1, 2, 3}, back[100] = {};
    int *d_x;
    void *at;
    size_t size;
    OK(cudaMemcpyToSymbol(d_numbers, numbers, 400));
    OK(cudaMemcpyToSymbol(d_numbers, numbers + 2, 4, 396));
    OK(cudaMemcpyFromSymbol(back, d_numbers, 400));
    EXPECT(back[0] == 1 && back[1] == 2 && back[99] == 3);
    IS(cudaErrorInvalidSymbol, cudaMemcpyToSymbol(back, numbers, 4)); // what the host has
    IS(cudaErrorInvalidSymbol, cudaMemcpyFromSymbol(back, back[1], 4));
    INVALID(cudaMemcpyToSymbol(d_numbers, numbers, 401));
    INVALID(cudaMemcpyToSymbol(d_numbers, numbers, 4, 397));
    INVALID(cudaMemcpyFromSymbol(back, weights, 257));
    WRONG_WAY(cudaMemcpyToSymbol(d_numbers, numbers, 4, 0, cudaMemcpyDeviceToHost));
    WRONG_WAY(cudaMemcpyToSymbol(d_numbers, numbers, 4, 0, cudaMemcpyHostToHost));
    WRONG_WAY(cudaMemcpyFromSymbol(back, d_numbers, 4, 0, cudaMemcpyHostToDevice));
    OK(cudaMemcpyToSymbol(d_numbers, numbers, 4, 0, cudaMemcpyDefault));
    OK(cudaMalloc(&d_x, 400));
    OK(cudaMemcpyToSymbolAsync(d_pointer, &d_x, sizeof d_x));
    OK(cudaMemcpyFromSymbol(d_x, d_numbers, 400, 0, cudaMemcpyDeviceToDevice));
    OK(cudaGetSymbolAddress(&at, d_numbers));
    OK(cudaGetSymbolSize(&size, d_numbers));
    EXPECT(size == 400);
    OK(cudaMemcpy(at, d_x, 400, cudaMemcpyDeviceToDevice));
    INVALID(cudaMemcpy(at, numbers, 404, cudaMemcpyHostToDevice));
}

static void pointers()
{
    float *d_x, *h, *m, *d_h;
    double *d_rows;
    size_t pitch;
    cudaEvent_t event;
    OK(cudaMalloc(&d_x, 100));
    OK(cudaMallocHost(&h, 100));
    OK(cudaHostGetDevicePointer(&d_h, h, 0));
    OK(cudaMallocManaged(&m, 100));
    OK(cudaMallocPitch(&d_rows, &pitch, 100, 3));
    OK(cudaMemcpyAsync(d_x, h, 100, cudaMemcpyHostToDevice));
    OK(cudaMemsetAsync(d_x, 0, 100));
    OK(cudaEventCreate(&event, cudaEventDisableTiming));
    OK(cudaEventRecord(event));
    OK(cudaFree(d_x));
    OK(cudaFree(d_rows));
}

static void function_attributes()
{
    const auto most = cudaFuncAttributeMaxDynamicSharedMemorySize;
    const auto carveout = cudaFuncAttributePreferredSharedMemoryCarveout;
    cudaFuncAttributes a;
    OK(cudaFuncGetAttributes(&a, kernel<int>));
    EXPECT(a.maxThreadsPerBlock == 1024 && a.maxDynamicSharedSizeBytes == 48 << 10);
    OK(cudaFuncSetAttribute(kernel<int>, most, 227 << 10));
    OK(cudaFuncGetAttributes(&a, kernel<int>));
    EXPECT(a.maxDynamicSharedSizeBytes == 227 << 10);
    OK(cudaFuncGetAttributes(&a, kernel<float>));
    EXPECT(a.maxDynamicSharedSizeBytes == 48 << 10);
    INVALID(cudaFuncSetAttribute(kernel<int>, most, (227 << 10) + 1));
    INVALID(cudaFuncSetAttribute(kernel<int>, most, -1));
    INVALID(cudaFuncSetAttribute(kernel<int>, (cudaFuncAttribute)99, 1));
    OK(cudaFuncSetAttribute(kernel<int>, carveout, 50));
    INVALID(cudaFuncSetAttribute(kernel<int>, carveout, 101));
    IS(cudaErrorInvalidDeviceFunction, cudaFuncSetAttribute((void *)0, most, 1000));
    OK(cudaFuncSetCacheConfig(kernel<int>, cudaFuncCachePreferShared));
}

static int blocks(int threads, size_t shared)
{
    int n = -1;
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, kernel<char>, threads, shared));
    return n;
}

static void occupancy()
{
    int n, grid, block, multiprocessors;
    size_t bytes;
    OK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    EXPECT(blocks(256, 0) == 8 && blocks(32, 0) == 32 && blocks(33, 0) == 32);
    EXPECT(blocks(700, 0) == 2 && blocks(1025, 0) == 0);
    EXPECT(blocks(32, 48 << 10) == 4 && blocks(32, 49 << 10) == 0);
    INVALID(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, kernel<char>, 0, 0));
    OK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel<char>));
    EXPECT(grid == 2 * multiprocessors && block == 1024);
    OK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel<char>, 0, 100));
    EXPECT(grid == 32 * multiprocessors && block == 64);
    OK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel<char>, 40000));
    EXPECT(grid == 2 * multiprocessors && block == 1024);
    auto shared = [](int threads) { return (size_t)threads * 100; };
    OK(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, kernel<char>, shared));
    EXPECT(block > 0 && block * 100 <= 48 << 10);
    OK(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, kernel<char>, 2, 128));
    EXPECT(bytes == 48 << 10);
    OK(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, kernel<char>, 16, 128));
    EXPECT(bytes == (228 << 10) / 16);
}

static void dimensions()
{
    dim3 d(7), e(3, 4);
    uint3 u = e;
    const dim3 back = u;
    EXPECT(d.x == 7 && d.y == 1 && d.z == 1 && u.x == 3 && u.y == 4 && back.z == 1);
    float4 f = make_float4(1, 2, 3, 4);
    static_assert(sizeof(float3) == 12 && alignof(float4) == 16, "as CUDA's");
    EXPECT(f.w == 4 && make_uchar2(1, 255).y == 255 && make_longlong3(1, 2, 3).z == 3);
}

int main()
{
    symbols();
    pointers();
    function_attributes();
    occupancy();
    dimensions();
    return failures > 0;
}
