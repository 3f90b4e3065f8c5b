// What g++ knows and a kernel does not.
__global__ void k1(unsigned *x) { x[0] = __builtin_ctz(x[0]); } // error: __builtin_ctz() is for the host
__global__ void k2(unsigned *x) { x[0] = __builtin_popcount(x[0]) + __builtin_clz(x[0]) + __builtin_ffs(x[0]); }
__global__ void k3(int *x) { x[0] = x[0] && x[1]; }
__global__ void k6(int *x) { struct own { int n; __device__ int get() const { return n; } }; own o = {1}; x[0] = o.get(); }
__global__ void k7(int *x) { struct own { int n; int get() const { return n; } }; own o = {1}; x[0] = o.get(); } // error: host function 'get' is called by 'k7'
