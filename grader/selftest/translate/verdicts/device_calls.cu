/* What the host may call of the device, and where a lambda says where it runs. */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cmath>
#include <cassert>
#include <algorithm>
#include <utility>
#include <iostream>
#include <vector>
#include <string>
#include <limits>
#include <numeric>
#include <functional>
#include <array>
#include <complex>
#include <type_traits>
#include <tuple>
static int plain(int x) { return x; }
constexpr int cx(int x) { return x; }
template <class T> T tmpl(T x) { return x; }
template <class T> __device__ T dtmpl(T x) { return x; }
struct host_box { int n; host_box() {} host_box(int n) : n(n) {} int get() const { return n; } static int st(int x) { return x; } int operator()(int x) const { return x; } ~host_box() {} };
struct plain_box { int n; int get() const { return n; } host_box operator+(int) const; };
struct trivial { int n = 3; int m; };
struct dev_box { int n; __device__ dev_box(int n) : n(n) {} __device__ int get() const { return n; } };
inline float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
namespace lab { int helper(int x) { return x; } __device__ int dhelper(int x) { return x; } }
auto global_lambda = [](int x) { return x; };
__device__ int dev(int x) { return x; }
typedef int (*fp)(int);
enum color { RED };
__host__ __device__ int hd1(int x) { return plain(x); }
template <int N> __device__ int nt() { return N; }
struct box_of_device { int n; __device__ int reads() const { return n; } };
__global__ void k66(int *x) { auto l = [] __host__ (int x) { return x; }; } // error: a lambda with __host__ needs nvcc's --extended-lambda
int h1() { return dev(1); } // error: __device__ function 'dev' is called by 'h1'
int h2() { return dtmpl(1); } // error: __device__ function 'dtmpl' is called by 'h2'
int h4() { return lab::dhelper(1); } // error: __device__ function 'dhelper' is called by 'h4'
void h6() { __syncthreads(); } // error: __syncthreads() is for the device
void h7(int *x) { atomicAdd(x, 1); } // error: atomicAdd() is for the device
float h8() { return __expf(1) + __fdividef(1, 2) + rsqrtf(1.f) + max(1, 2) + min(2.f, 1.f) + __int_as_float(1); } // error: __expf() is for the device // error: __fdividef() is for the device // error: __int_as_float() is for the device
int h9() { return __popc(1) + __ldg((int *)0) + __shfl_sync(1, 1, 1) + __ballot_sync(1, 1) + warpSize; } // error: __popc() is for the device // error: __ldg() is for the device // error: __shfl_sync() is for the device // error: __ballot_sync() is for the device
void h12() { __threadfence(); __nanosleep(1); } // error: __threadfence() is for the device // error: __nanosleep() is for the device
int h5(box_of_device *p) { return p->reads(); } // error: __device__ function 'reads' is called by 'h5'
int h13() { dev_box b(1); return 1; } // error: the constructor of 'dev_box' is a __device__ function
