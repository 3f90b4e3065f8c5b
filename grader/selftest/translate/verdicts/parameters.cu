/* Parameters that a kernel may not have. */
__global__ void k16(int *x, ...) { } // error: a kernel cannot have '...'
template <class... T> __global__ void pack(T... x) {}
__global__ void plain(int *x, int n = 3) {}
__global__ __device__ void both_sides(int *x) { x[0] = 1; } // error: kernel 'both_sides' is __global__ and cannot be __device__, too
__host__ __global__ void of_the_host(int *x) { x[0] = 1; } // error: kernel 'of_the_host' is __global__ and cannot be __host__, too
static __global__ void of_the_file(int *x) { x[0] = 1; }
