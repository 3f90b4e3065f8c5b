/* What nvcc says of variables and parameters that would have to be made before a kernel runs. */
#include <initializer_list>
const int SIZE = 3;
__global__ void k6(int *x) { static int count = x[0]; x[0] = count++; } // error: and x is known only when it runs
__global__ void k7(int *x) { static int count = SIZE, other; const int two = 2; static int c2 = two; x[0] = count++ + other++ + c2; }
__global__ void k12(std::initializer_list<int> x) {} // error: std::initializer_list belongs to the host
thread_local __device__ int own_of_a_thread; // error: a variable of the device cannot be thread_local
