/* What a variable of the device begins with: mathematics is called, and nothing can call it. */
#include <cmath>
__constant__ float quarter(0.25f), root = sqrtf(2.0f); // error: sqrtf() is called before the first kernel
__constant__ double pi = 4 * std::atan(1.0); // error: atan() is called before the first kernel
__device__ float own = 2 * (3 + 1), negative(-1);
