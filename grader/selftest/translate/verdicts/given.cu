/* What nvcc refuses before it looks at calls: addresses of what a kernel is given, bounds of what is no kernel. */
__global__ void g1(int *x) { const unsigned *i = &threadIdx.x; x[0] = *i; } // error: threadIdx has no address
__global__ void g2(int *x) { auto *i = &blockDim; x[0] = i->x; } // error: blockDim has no address
__global__ void g3(int *x) { const auto &i = threadIdx; x[0] = x[1] & threadIdx.x & i.x && gridDim.x; }

__launch_bounds__(128) int b1(int a) { return a; } // error: 'b1' is no kernel
__launch_bounds__(128) __host__ void b2() { } // error: 'b2' is no kernel
#define MY_KERNEL __global__ void
__launch_bounds__(128) MY_KERNEL b3() { }
