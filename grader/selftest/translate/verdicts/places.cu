/* Where __device__, __constant__, __managed__ and __shared__ may stand. */
#include <cstdio>
__constant__ float ok[4] = {1,2,3,4};
__constant__ int runtime_init = sizeof(int);
__shared__ int at_file[4];
__device__ __shared__ int both;
__device__ __constant__ int both2;
extern __constant__ int ext[4];
__device__ int hostread = 3;
int *h6() { return &hostread; }
const float *h8() { return ok; }
const int C = 3;
__device__ const int DC = 3;
__constant__ const int CC = 3;
__managed__ int m;
__device__ struct { int n; } an;
__device__ int dyn = C + 1;
__device__ int dyn2[] = {1, 2, 3};
__constant__ struct { int a; } cs = {3};
__device__ int (*fp)(int);
int __device__ after;
__device__ void f(__shared__ int *p) {}
void *h13() { return (void *)hostread; }
__global__ void k3(int *x) { __shared__ int s[2]; s[0] = 1; x[0] = s[0]; }
void h1() { __shared__ int s[2]; s[0] = 1; } // error: __shared__ may not stand in 'h1'
void h2() { __device__ int s[2]; s[0] = 1; } // error: __device__ may not stand in 'h2'
void h3() { __constant__ int s[2]; (void)s; } // error: __constant__ may not stand in 'h3'
__global__ void k4(__shared__ int *x) { }
__global__ void k5(__device__ int *x) { }
__global__ void k6(__constant__ int *x) { }
__global__ void k7(int *x) { ok[0] = 1; }
__global__ void k8(int *x) { static __shared__ int s[2]; s[0] = 1; x[0] = s[0];}
__global__ void k9(int *x) { static __device__ int s[2]; s[0] = 1; x[0] = s[0];}
void h9() { cudaMemcpyToSymbol(ok, 0, 4); void *p; cudaGetSymbolAddress(&p, ok); cudaMemcpyToSymbol(&hostread, 0, 4);}
__global__ void k12(int *x) { register int a = 1; x[0] = a; }
__global__ void k13(int *x) { extern __shared__ int s[]; s[0] = 1; x[0] = s[0]; }
__global__ void k14(int *x, int n) { __shared__ int s[n]; s[0] = 1; x[0] = s[0]; } // error: array s[] in a function of the device needs a size that the 
__global__ void k15(int x[], int n);
__global__ static void k16(int x[], int n) {}
