/* What nvcc takes and the CPU backend lacks: named in one line. */
__global__ void assembly(int *x) { asm volatile("mov.u32 %0, 1;" : "=r"(x[0])); } // error: not supported without a GPU: inline PTX
__global__ void __cluster_dims__(2, 1, 1) clusters(int *x) { x[0] = 1; } // error: not supported without a GPU: __cluster_dims__
