/* What a kernel may call of the host and of the library, and what not. */
#include <cerrno>
#include <cstdint>
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
#include <cctype>
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
__global__ void k1(int *x) { x[0] = plain(1); } // error: host function 'plain' is called by 'k1'
__global__ void k4(int *x) { x[0] = tmpl(1); } // error: host function 'tmpl' is called by 'k4'
__global__ void k5(int *x) { x[0] = tmpl<int>(1); } // error: host function 'tmpl' is called by 'k5'
__global__ void k6(int *x) { host_box b; x[0] = 1; } // error: the constructor of 'host_box' is a host function // error: the destructor of 'host_box'
__global__ void k7(int *x) { host_box b(1); x[0] = 1; } // error: the constructor of 'host_box' is a host function // error: the destructor of 'host_box'
__global__ void k9(int *x) { trivial t; x[0] = t.n; }
__global__ void k10(int *x) { x[0] = host_box::st(1); } // error: host function 'st' is called by 'k10'
__global__ void k12(int *x) { x[0] = lab::helper(1); } // error: host function 'helper' is called by 'k12'
__global__ void k14(int *x) { auto l = [](int x) { return x; }; x[0] = l(1); }
__global__ void k15(int *x) { auto l = [&](int y) { return plain(y); }; x[0] = l(1); } // error: host function 'plain' is called by 'k15'
__global__ void k16(int *x) { fp f = plain; x[0] = f(1); } // error: host function 'plain' is called by 'k16'
__global__ void k18(int *x) { std::swap(x[0], x[1]); } // error: std::swap belongs to the host
__global__ void k19(int *x) { std::cout << 1; } // error: std::cout belongs to the host
__global__ void k20(int *x) { std::vector<int> v; } // error: std::vector belongs to the host
__global__ void k21(float *x) { x[0] = std::sqrt(x[0]) + std::abs(x[1]) + std::fabs(x[2]) + std::pow(x[0], 2) + std::exp(x[1]) + std::fmax(x[0], x[1]) + std::fma(x[0], x[1], x[2]) + std::floor(x[0]) + std::log(x[0]); }
__global__ void k23(float *x) { x[0] = std::move(x[1]); }
__global__ void k24(float *x) { x[0] = rand(); } // error: rand() belongs to the host's C library
__global__ void k25(float *x) { x[0] = atoi("1"); } // error: atoi() belongs to the host's C library
__global__ void k26(float *x) { memcpy(x, x + 1, 4); memset(x, 0, 4); assert(x[0] == 0); printf("x"); }
__global__ void k27(float *x) { puts("x"); } // error: puts() belongs to the host's C library
__global__ void k28(float *x) { x[0] = strlen("x"); }
__global__ void k29(float *x) { exit(1); } // error: exit() belongs to the host's C library
__global__ void k30(float *x) { abort(); } // error: abort() belongs to the host's C library
__global__ void k31(float *x) { float *p = (float *)malloc(4); free(p); float *q = new float[2]; delete[] q; }
__global__ void k32(float *x) { x[0] = std::is_same<int, float>::value + std::is_same_v<int, int>; }
__global__ void k33(float *x) { std::size_t i = 0; std::uint32_t j = 0; x[i] = j; }
__global__ void k38(float *x) { x[0] = std::accumulate(x, x + 3, 0.f); } // error: std::accumulate belongs to the host
__global__ void k39(float *x) { x[0] = std::fill_n(x, 3, 0.f) - x; } // error: std::fill_n belongs to the host
__global__ void k41(float *x) { x[0] = std::isnan(x[0]) + std::isinf(x[0]) + isnan(x[1]) + std::isfinite(x[1]) + std::signbit(x[2]); }
__global__ void k42(float *x) { std::printf("x"); std::memcpy(x, x + 1, 4); }
__global__ void k43(float *x) { x[0] = clock() + clock64(); }
__global__ void k44(float *x) { x[0] = time(0); } // error: time() belongs to the host's C library
__global__ void k46(float *x) { x[0] = abs(-1) + labs(-1l) + std::abs(-1) + fabs(-1.f) + hypot(3., 4.) + cbrt(2.) + erf(1.) + tgamma(1.) + lgamma(1.); }
__global__ void k48(float *x) { x[0] = std::numeric_limits<int>::digits; }
__global__ void k50(int *x) { dev_box b(1); x[0] = b.get() + lab::dhelper(1) + dtmpl(2); }
__global__ void k51(int *x) { x[0] = div(7, 2).quot; } // error: div() belongs to the host's C library
__global__ void k52(int *x) { qsort(x, 3, 4, 0); } // error: qsort() belongs to the host's C library
__global__ void k53(int *x) { std::sort(x, x + 3); } // error: std::sort belongs to the host
__global__ void k54(int *x) { std::string s = "x"; } // error: std::string belongs to the host
__global__ void k57(int *x) { strcpy((char *)x, "a"); } // error: strcpy() belongs to the host's C library
__global__ void k58(int *x) { x[0] = strcmp("a", "b"); memmove(x, x + 1, 4); x[1] = memcmp(x, x + 1, 4); } // error: strcmp() belongs to the host's C library // error: memmove() belongs // error: memcmp() belongs
__global__ void k59(int *x) { fflush(stdout); } // error: fflush() belongs to the host's C library
__global__ void k60(int *x) { x[0] = lround(1.5) + llrint(2.5) + rint(1.5) + round(2.5) + nearbyint(1.) + trunc(1.) + ldexp(1., 2) + scalbn(1., 2) + remainder(3., 2.); }
__global__ void k61(int *x) { int e; double i; x[0] = frexp(1., &e) + modf(1.5, &i) + logb(2.) + ilogb(2.) + nextafter(1., 2.) + fdim(1., 2.) + copysign(1., -1.) + fmod(1., 2.); }
__global__ void k63(int *x) { x[0] = snprintf(0, 0, "x"); } // error: snprintf() belongs to the host's C library
__global__ void k64(int *x) { x[0] = RED; color c = RED; x[1] = color(0) + c; }
__global__ void k67(int *x) { x[0] = hd1(1); }
__global__ void k68(int *x) { x[0] = sizeof(plain(1)) + sizeof(decltype(cx(2))); }
__global__ void k69(int *x) { x[0] = islower(x[1]); } // error: islower() belongs to the host's C library
__global__ void k70(int *x) { x[0] = toupper(x[1]); } // error: toupper() belongs to the host's C library
__global__ void k71(int *x) { x[0] = std::isalpha(x[1]); } // error: std::isalpha belongs to the host
__global__ void k72(char *x) { x[0] = *strrchr(x, 1); } // error: strrchr() belongs to the host's C library
__global__ void k73(int *x) { bool isalpha = x[1]; x[0] = isalpha; }
__global__ void k74(int *x) { errno = x[0]; } // error: errno belongs to the host's C library
__global__ void k75(int *x) { int errno_of_mine = x[0]; x[1] = errno_of_mine; }
