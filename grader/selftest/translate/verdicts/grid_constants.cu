// A kernel's own copy of an argument is not written.
__global__ void k1(const __grid_constant__ int n, int *x) { x[0] = n; }
__global__ void k2(int *x, __grid_constant__ int n) { x[0] = n; } // error: must be const
