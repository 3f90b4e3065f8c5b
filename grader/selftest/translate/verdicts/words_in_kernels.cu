/* Words of memory that may not stand in a kernel. */
__global__ void k1(int *x) { __constant__ int c[2]; x[0] = c[0]; } // error: __constant__ may not stand in a function
__global__ void k2(int *x) { __device__ int c[2]; x[0] = c[0]; } // error: __device__ may not stand in a function
__global__ void k8(int *x) { static __shared__ int s[2]; s[0] = 1; x[0] = s[0];}
__global__ void k9(int *x) { static __device__ int s[2]; s[0] = 1; x[0] = s[0];}
__global__ void k10(int *x) { __managed__ int z; } // error: __managed__ may not stand in a function
__global__ void k11(int *x) { struct twice { const int *p; __device__ int operator()(int i) const { return 2 * p[i]; } } t = {x}; x[0] = t(1); }
__global__ void k12(int *x) { __device__ int y(3); x[0] = y; } // error: __device__ may not stand in a function
