// Rare forms of kernels and of their arguments' types.
__global__ void k1(const __grid_constant__ int n, int *x) { x[0] = n; }
__device__ int d1(const __grid_constant__ int n) { return n; } // error: __grid_constant__ is for parameters of kernels
template <class... A> __global__ void k3(int *x, A... a) { x[0] = (a + ...); }
template <class T, class... A> __global__ void k4(T x, A... a) {}
template <class... A, class T> __global__ void k5(T x, A... a) {} // error: the pack of a kernel's template must be its last parameter
__host__ __device__ int both(int i)
{
    __shared__ int s[8]; // error: __shared__ may not stand in 'both'
    s[0] = i;
    return s[0];
}
