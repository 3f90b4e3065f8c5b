// __CUDA_ARCH__: a number on the device, absent on the host, and both in a function of both
// sides. Lambdas of both sides.
// prints: device 7 6 3 1 5 24, host -7 -6 -3 0 5 24
#include <stdio.h>

#define BOTH __host__ __device__

// CUDA's only where <cuda_fp16.h> is included.
typedef unsigned short half;
struct half2 {
    half first, second;
};

// What only old devices need, and what only one side has.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
#error "no such device"
#endif
#if __CUDA_ARCH__ >= 800
#define NEW_DEVICE 1
#endif
#ifdef __CUDA_ARCH__
__device__ int of_device(int n)
{
    return n;
}
#endif

BOTH int signed_by_side(int n)
{
#ifdef __CUDA_ARCH__
    int sign = threadIdx.x + 1;
    __syncthreads();
    return sign * n;
#else
    return -n;
#endif
}

template <class T> struct box {
    T n;
    BOTH box(T m) : n(m)
    {
#if !defined(__CUDA_ARCH__)
        n = -n;
#endif
    }
    constexpr BOTH int is_new() const
    {
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 800)
        return 1;
#elif defined(__CUDA_ARCH__)
        return 2;
#else
        return 0;
#endif
    }
};

__global__ void ask(int *out)
{
#if __CUDA_ARCH__ < 700
    out[0] = -100;
#else
    box<int> b(6);
    out[0] = signed_by_side(7);
    out[1] = b.n;
    out[2] = __CUDA_ARCH__ / 100 / 3;
    out[3] = b.is_new();
    out[4] = of_device(4) + NEW_DEVICE;
#endif
}

template <class Function> __global__ void apply(int *out, Function f)
{
    out[5] = f(4);
}

int main()
{
    int out[6], *d_out, factor = 5;
    auto product = [factor] __host__ __device__(int n) { return factor * n + 4; };
    box<int> b(6);
    cudaMalloc(&d_out, sizeof out);
    ask<<<1, 1>>>(d_out);
    apply<<<1, 1>>>(d_out, product);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    printf("device %d %d %d %d %d %d, ", out[0], out[1], out[2], out[3], out[4], out[5]);
    printf("host %d %d %d %d %d %d\n", signed_by_side(7), b.n, -3, b.is_new(), 5, product(4));
#ifdef __CUDA_ARCH__
    printf("the host is no device\n");
#endif
    return 0;
}
