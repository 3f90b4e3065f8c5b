/* Parameters that a kernel may not have. */
__global__ void k16(int *x, ...) { } // error: a kernel cannot have '...'
template <class... T> __global__ void pack(T... x) {}
__global__ void plain(int *x, int n = 3) {}
