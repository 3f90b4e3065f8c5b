/* What nvcc refuses before it looks at which side calls what: sizes, results, two types of one name. */
__global__ void k3(int *x) { __shared__ int a[warpSize]; x[0] = a[0]; } // error: array a[] in a function of the device needs a size
__global__ void k5(int *x) { constexpr int warpSize = 32; int a[warpSize]; x[0] = a[0] + ::warpSize; }
__global__ auto k10(int *x) { x[0] = 1; } // error: kernel 'k10' must return void
__global__ auto k11(int *x) -> void { x[0] = 1; }
__global__ void k13(int *x) { extern __shared__ int tile[]; x[0] = tile[0]; }
__global__ void k14(float *x) { extern __shared__ float tile[]; x[0] = tile[0]; } // error: 'tile' has another type in line 6
__global__ void k15(unsigned *x) { extern __shared__ unsigned words[]; x[0] = words[0]; }
__global__ void k16(unsigned *x) { extern __shared__ __align__(16) unsigned int words[]; x[0] = words[0]; }
namespace other { __global__ void k17(float *x) { extern __shared__ float tile[]; x[0] = tile[0]; } }
__launch_bounds__(32) __device__ int k19(int x) { return x; } // error: 'k19' is no kernel
__launch_bounds__(32) __global__ void k20(int *x) { x[0] = k19(1); }
