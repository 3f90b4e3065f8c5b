// A kernel is one wherever it is declared.
__global__ void k1(int *x);
__global__ void k1(int *y) { y[0] = 1; }
__global__ void k2(int *x);
void k2(int *x) { x[0] = 1; } // error: 'k2' is a kernel in line 4
void k2(float *x) { x[0] = 1; }
