/* constexpr functions are the host's: nvcc needs --expt-relaxed-constexpr, which the labs do not give. */
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
__global__ void k2(int *x) { x[0] = cx(1); } // error: host function 'cx' is called by 'k2'
__global__ void k3(int *x) { constexpr int v = cx(1); x[0] = v; } // error: host function 'cx' is called by 'k3'
__global__ void k13(int *x) { x[0] = global_lambda(1); } // error: global_lambda is a host variable
__global__ void k17(int *x) { x[0] = std::min(1, 2); } // error: std::min belongs to the host
__global__ void k22(float *x) { x[0] = std::numeric_limits<float>::max(); } // error: std::numeric_limits...::max() belongs to the host
__global__ void k34(float *x) { std::array<int, 3> a; a[0] = 1; x[0] = a[0]; } // error: std::array belongs to the host
__global__ void k35(float *x) { std::pair<int, int> p(1, 2); x[0] = p.first; } // error: std::pair belongs to the host
__global__ void k36(float *x) { std::pair<int, int> p; x[0] = 1; } // error: std::pair belongs to the host
__global__ void k37(float *x) { x[0] = std::max<int>(1, 2); } // error: std::max belongs to the host
__global__ void k40(float *x) { x[0] = std::plus<float>()(x[0], x[1]); } // error: std::plus belongs to the host
__global__ void k49(float *x) { constexpr float m = std::numeric_limits<float>::max(); x[0] = m; } // error: std::numeric_limits...::max() belongs to the host
__global__ void k55(int *x) { std::complex<float> c(1, 2); x[0] = c.real(); } // error: std::complex belongs to the host
__global__ void k56(int *x) { int n = 5; while (n --> 0) x[n] = std::clamp(n, 0, 3); } // error: std::clamp belongs to the host
__global__ void k65(int *x) { using std::min; x[0] = min(1, 2); } // error: std::min belongs to the host
__global__ void k69(int *x) { int a[cx(3)]; a[0] = 1; x[0] = a[0]; static_assert(cx(3) == 3, ""); if constexpr (cx(2)) x[1] = 3; } // error: host function 'cx' is called by 'k69'
__global__ void k70(int *x) { x[0] = nt<cx(3)>(); } // error: host function 'cx' is called by 'k70'
