// A function of both sides throws nothing, whether a kernel calls it or not.
__host__ __device__ int both(int x) { if (x) throw 1; return x; } // error: the device has no exceptions
__host__ __device__ int apart(int x)
{
#ifndef __CUDA_ARCH__
    if (x) throw 1;
#endif
    return x;
}
int host(int x) { if (x) throw 1; return x; }
