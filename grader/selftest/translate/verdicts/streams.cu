// A function of both sides is built for the device, whether a kernel calls it or not.
#include <iostream>
__host__ __device__ void both() { std::cout << 1; } // error: std::cout belongs to the host
template <class T> __host__ __device__ void made(T x) { std::cerr << x; }
__host__ __device__ void apart()
{
#ifndef __CUDA_ARCH__
    std::cout << 2;
#endif
}
void host() { std::cout << 3; }
