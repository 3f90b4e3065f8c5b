/* Operators and methods, of the host and of the device, and what stands where a template's value does. */
struct host_pair { int n; host_pair operator+(host_pair o) const { return {n + o.n}; } int get() const { return n; } };
struct device_pair { int n; __device__ device_pair operator+(device_pair o) const { return {n + o.n}; } __device__ int get() const { return n; } };
struct pair { int n; __host__ __device__ pair operator+(pair o) const { return {n + o.n}; } bool operator<(const pair &o) const { return n < o.n; } };
struct host_sum { int operator()(int a) const { return a; } };
struct device_sum { __device__ int operator()(int a) const { return a; } };
inline float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ inline float2 operator*(float2 a, float b) { return make_float2(a.x * b, a.y * b); }
__host__ __device__ inline bool operator==(const float2 &a, const float2 &b) { return a.x == b.x && a.y == b.y; }
constexpr int three(int x) { return x; }
constexpr int FOUR = 4;
template <int N> __device__ int number() { return N; }
template <class F> __device__ int apply(F f, int x) { return f(x); }
__global__ void k1(float2 *x) { float2 a = x[0], b = x[1]; x[2] = a + b; } // error: operator+ of 'float2' is a host function
__global__ void k2(float2 *x) { x[2] = x[0] + x[1]; } // error: operator+ of 'float2' is a host function
__global__ void k3(float2 *x) { float2 a = x[0]; x[1] = a * 2; if (a == x[2]) x[3].x = a.x + a.y; }
__global__ void k4(int *x) { host_pair a = {1}, b = {2}; x[0] = (a + b).n; } // error: operator+ of 'host_pair' is a host function
__global__ void k5(int *x) { device_pair a = {1}, b = {2}; x[0] = (a + b).n; }
__global__ void k6(pair *x) { x[0] = x[1] + x[2]; }
__global__ void k7(pair *x) { pair a = x[0]; if (a < x[1]) x[1] = a; } // error: operator< of 'pair' is a host function
__global__ void k8(int *x) { host_sum sum; x[0] = sum(1); } // error: operator() of 'host_sum' is a host function
__global__ void k9(int *x) { device_sum sum; x[0] = sum(1) + apply(sum, 2); }
__global__ void k10(int *x) { host_pair a = {1}; x[0] = a.get(); } // error: host function 'get' is called by 'k10'
__global__ void k11(int *x) { device_pair a = {1}; x[0] = a.get(); }
__global__ void k12(int *x) { int a = 1, b = 2; x[0] = a + b; for (int i = a; i < b; i++) x[i] = x[i] + x[a] * b; }
__global__ void k13(int *x) { x[0] = number<FOUR>() + number<3>(); }
__host__ __device__ int both(int x) { return x; }
#define BODY { x[0] = both(1); }
__global__ void k14(int *x) BODY
__device__ int behind_a_macro(int x) { return x; }
__global__ void k15(host_pair *x) { x[0].n = x[1].get(); } // error: host function 'get' is called by 'k15'
__global__ void k16(host_pair *x) { x[0].n = x->get(); } // error: host function 'get' is called by 'k16'
__global__ void k17(device_pair *x) { x[0].n = x[1].get() + x->get(); }
