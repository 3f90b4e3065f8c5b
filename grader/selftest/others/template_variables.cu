// Templates of variables of the device: in namespaces, static, special for a type, managed.
// prints: 20 14 7 70 9 1
#include <stdio.h>

template <class T> __device__ T total;
template <class T, int N> __device__ T table[N];
template <class T> __constant__ T factor = 2;
template <class T> __managed__ T seen;
namespace own
{
template <class T> static __device__ T start;
template <> __device__ int start<int> = 7;
} // namespace own
namespace
{
template <class T> __device__ T hidden = 70;
}

template <class T> __global__ void add_up()
{
    table<T, 4>[threadIdx.x] = T(threadIdx.x + 1);
    atomicAdd(&total<T>, table<T, 4>[threadIdx.x] * factor<T>);
    if (threadIdx.x == 0) {
        seen<T> += own::start<T> + hidden<T>;
        hidden<T> -= 1;
    }
}

struct member {
    __device__ int of_no_meaning; // nvcc takes the word here, and for nothing
};

int main()
{
    int whole, four = 4, table_there[4];
    cudaMemcpyToSymbol(total<int>, &four, sizeof four);
    add_up<int><<<1, 4>>>();
    cudaMemcpyFromSymbol(&whole, total<int>, sizeof whole);
    float part;
    cudaMemcpyToSymbol(factor<float>, &(const float &)1.0f, sizeof(float));
    add_up<float><<<1, 4>>>();
    cudaMemcpyFromSymbol(&part, total<float>, sizeof part);
    part += four;
    cudaMemcpyFromSymbol(table_there, table<int, 4>, sizeof table_there);
    cudaDeviceSynchronize();
    void *address;
    member m = {1};
    printf("%d %g %d %g %d %d\n", whole - four, part, seen<int> - 70, seen<float>,
           table_there[3] + table_there[3] + m.of_no_meaning,
           cudaGetSymbolAddress(&address, own::start<int>) == cudaSuccess);
}
