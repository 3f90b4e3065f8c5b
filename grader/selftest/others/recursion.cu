// A function that calls itself, or another that calls it, may wish to be in line; a member that
// calls another of its name does not call itself. Two of one name that call each other lose
// their wish once.
//
// prints: 5040, 0 1, 7, 14
#include <stdio.h>

__device__ __forceinline__ int is_even(int n);

template <class T> __device__ __forceinline__ T factorial(T n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

__device__ __forceinline__ int is_odd(int n)
{
    return n == 0 ? 0 : is_even(n - 1);
}

__device__ __forceinline__ int is_even(int n)
{
    return n == 0 ? 1 : is_odd(n - 1);
}

__device__ __forceinline__ int twice(int n, int more)
{
    return n + more;
}

__device__ __forceinline__ int twice(int n)
{
    return twice(n, n);
}

struct box {
    int value;
    __device__ __forceinline__ int size() const
    {
        return value;
    }
};

struct outer {
    box inner;
    __device__ __forceinline__ int size() const
    {
        return inner.size();
    }
};

__global__ void ask(int *a, int n)
{
    outer both = {{n}};
    a[0] = factorial(n);
    a[1] = is_even(n);
    a[2] = is_odd(n);
    a[3] = both.size();
    a[4] = twice(n);
}

int main()
{
    int *a;
    cudaMallocManaged(&a, 5 * sizeof *a);
    ask<<<1, 1>>>(a, 7);
    cudaDeviceSynchronize();
    printf("%d, %d %d, %d, %d\n", a[0], a[1], a[2], a[3], a[4]);
    cudaFree(a);
    return 0;
}
