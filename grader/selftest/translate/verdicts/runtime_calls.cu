/* The runtime is called by the host. */
#include <cstdio>
#include <cstdarg>
#include <alloca.h>
#include <setjmp.h>
__device__ void d1(int n, ...) { }
void host(int n) { int t[n]; t[0] = 1; }
__global__ void k2(int *x, int n) { const int m = 4; int t[m]; t[0] = 1; x[0] = t[0]; }
__global__ void k8(int *x, int n) { cudaDeviceSynchronize(); } // error: cudaDeviceSynchronize() is for the host
__global__ void k9(int *x, int n) { cudaMemcpy(x, x, 4, cudaMemcpyDeviceToDevice); } // error: cudaMemcpy() is for the host
__global__ void k11(int *x, int n) { dim3 d(1); x[0] = d.x; }
__global__ void k13(int *x, int n) { cudaStream_t s = 0; x[0] = s == 0; }
__global__ void k14(int *x, int n) { goto a; a: x[0] = 1; }
__global__ void k31(int *x, int n) { cudaMemset(x, 0, 4); } // error: cudaMemset() is for the host
__global__ void k32(int *x, int n) { cudaMemcpyToSymbol(x, x, 4);  } // error: cudaMemcpyToSymbol() is for the host
__global__ void k33(int *x, int n) { cudaStreamSynchronize(0);  } // error: cudaStreamSynchronize() is for the host
__global__ void k34(int *x, int n) { cudaStream_t s; cudaStreamCreateWithFlags(&s, 1); cudaStreamDestroy(s); cudaStreamCreate(&s); } // error: cudaStreamCreateWithFlags() is for the host // error: cudaStreamDestroy() is for the host // error: cudaStreamCreate() is for the host
__global__ void k40(int *x, int n) { __sync_fetch_and_add(x, 1); } // error: __sync_fetch_and_add() is for the host
