/* What a function of the device may not say. */
#include <cstdio>
#include <cstdarg>
#include <alloca.h>
#include <setjmp.h>
__device__ void d1(int n, ...) { }
void host(int n) { int t[n]; t[0] = 1; }
__global__ void k1(int *x, int n) { int t[n]; t[0] = 1; x[0] = t[0]; } // error: array t[] in a function of the device needs a size that the 
__global__ void k2(int *x, int n) { const int m = 4; int t[m]; t[0] = 1; x[0] = t[0]; }
__global__ void k3(int *x, int n) { const int m = n; int t[m]; t[0] = 1; x[0] = t[0]; } // error: array t[] in a function of the device needs a size that the 
__global__ void k4(int *x, int n) { int t[blockDim.x]; t[0] = 1; x[0] = t[0]; } // error: array t[] in a function of the device needs a size that the 
__global__ void k5(int *x, int n) { throw 1; } // error: the device has no exceptions
__global__ void k6(int *x, int n) { try { x[0] = 1; } catch (...) { } } // error: the device has no exceptions // error: the device has no exceptions
__global__ void k11(int *x, int n) { dim3 d(1); x[0] = d.x; }
__global__ void k13(int *x, int n) { cudaStream_t s = 0; x[0] = s == 0; }
__global__ void k14(int *x, int n) { goto a; a: x[0] = 1; }
__global__ void k15(int *x, int n) { int *p = (int *)alloca(n); x[0] = p[0]; }
__global__ void k17(int *x, int n) { d1(1, 2); }
__global__ void k20(int *x, int n) { long double d = n; x[0] = d; }
__global__ void k21(int *x, int n) { __int128 d = n; x[0] = d; }
__global__ void k23(int *x, int n) { x[0] = __FUNCTION__[0]; x[1] = __func__[0]; }
__global__ void k25(int *x, int n) { int t[n] = {}; } // error: array t[] in a function of the device needs a size that the 
__global__ void k26(int *x, int n) { float t[2 * n + 1][3]; t[0][1] = 2; x[0] = t[0][0]; } // error: array t[] in a function of the device needs a size that the 
__global__ void k28(int *x, int n) { int d; cudaGetDevice(&d); cudaDeviceGetAttribute(&d, cudaDevAttrWarpSize, 0); }
__global__ void k35(int *x, int n) { x[0] = __builtin_popcount(n) + __builtin_expect(n, 1); }
__global__ void k36(int *x, int n) { switch (n) { case 1 ... 3: x[0] = 1; } }
__global__ void k37(int *x, int n) { x[0] = ({ int y = 1; y; }); x[1] = n ?: 3; }
__global__ void k39(int *x, int n) { int f(int); x[0] = n; }
