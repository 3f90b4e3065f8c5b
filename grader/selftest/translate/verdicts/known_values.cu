/* What the device begins with, and what its arrays' sizes are: nvcc wants to know it all. */
#include <cstring>
#include <cmath>
int from_host();
struct point { int x, y; constexpr __host__ __device__ point(int x = 0, int y = 1) : x(x), y(y) {} };
__device__ point p1(3, 4), p2{5};
__device__ int n(5), minus(-1), pair[2]{1, 2};
__device__ int declared(int), also_declared(point);
__device__ float own_function = 2 * (3 + 1);
const float PI = 4 * atanf(1);
const float TWO = 2, FOUR = TWO * 2;
const int SIZE = sizeof(point) / sizeof(int);
__global__ void k1(float *x) { x[0] = PI; } // error: PI is a host variable
__global__ void k2(float *x) { x[0] = FOUR * SIZE * p1.x * pair[1] * n * declared(1); }
__global__ void k8(float *x) { x[0] = __sqrtf(x[1]) + __sinf(x[2]); } // error: __sqrtf() belongs to the host's C library
__global__ void k9(char *x) { x[0] = strlen("abc") + strlen(x); } // error: strlen() belongs to the host's C library
template <class T> __global__ void k18(T *x) { extern __shared__ T rest[]; x[0] = rest[0]; }
// Of <cmath> nvcc knows what ceil() and std::fabs() give, and no other.
static constexpr int BINS = ceil(26 / float(4));
const int TILES = std::ceil(6.5f);
const float LENGTH = std::fabs(-2.5f);
const int ROUNDED = ceilf(6.5f);
const int WHOLE = floor(6.5);
__global__ void k19(float *x) { for (int i = 0; i < BINS; i++) x[i] = TILES * LENGTH; }
__global__ void k20(float *x) { x[0] = ROUNDED; } // error: ROUNDED is a host variable
__global__ void k21(float *x) { x[0] = WHOLE; } // error: WHOLE is a host variable
