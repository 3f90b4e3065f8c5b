/* What a kernel may read of the variables at file scope. */
#include <cstdio>
#include <cfloat>
float scale = 2.0f;
static float offset = 1.0f;
int table[4] = {1, 2, 3, 4};
static const int N = 32;
static const float RATE = 0.5f;
const double PI = 3.14;
const int later_size = 3, *const pointer = nullptr;
constexpr int WIDTH = 8;
constexpr float HALF = 0.5f;
constexpr int weights[3] = {1, 2, 1};
static const int ctable[3] = {1, 2, 1};
const char *name = "x";
struct config { int n; static int count; static const int LIMIT = 4; static constexpr int CL = 5; };
int config::count = 0;
config options;
const config fixed = {1};
constexpr config cfixed = {1};
namespace lab { int inner = 3; const int cinner = 4; }
enum { EIGHT = 8 };
extern int elsewhere;
const int from_call = (int)sizeof(int) * 2;
int runtime();
const int from_runtime = runtime();
__constant__ int c_table[4];
__device__ int d_value;
__managed__ int m_value;
const float FROM_FLOAT = HALF * 2;
static int (*callback)(int);
thread_local int mine;
volatile int flag;
const volatile int cvflag = 1;
__device__ void take(const int *p) {}
__device__ void take_ref(const int &p) {}
__device__ int by_value(int p) { return p; }
__host__ __device__ float hd(float x) { return x * scale; } // error: scale is a host variable
__host__ __device__ float hd2(float x) { return x * RATE; }
__device__ float d1(float x) { return x * scale; } // error: scale is a host variable
__device__ float *d2() { return &scale; } // error: scale is a host variable
__global__ void k1(float *x) { x[0] = scale; } // error: scale is a host variable
__global__ void k2(float *x) { x[0] += offset; } // error: offset is a host variable
__global__ void k3(float *x) { x[0] = table[1]; } // error: table is a host variable
__global__ void k4(float *x) { x[0] = N; }
__global__ void k5(float *x) { x[0] = RATE; }
__global__ void k6(float *x) { x[0] = PI; }
__global__ void k7(float *x) { x[0] = WIDTH; }
__global__ void k8(float *x) { x[0] = HALF; }
__global__ void k9(float *x) { x[0] = weights[threadIdx.x]; } // error: weights is an array of the host
__global__ void k10(float *x) { x[0] = weights[1]; } // error: weights is an array of the host
__global__ void k11(float *x) { x[0] = ctable[threadIdx.x]; } // error: ctable is an array of the host
__global__ void k12(float *x) { x[0] = ctable[1]; } // error: ctable is an array of the host
__global__ void k13(float *x) { printf("%s", name); } // error: name is a host variable
__global__ void k15(float *x) { x[0] = config::LIMIT + config::CL; }
__global__ void k16(float *x) { x[0] = options.n; } // error: options is a host variable
__global__ void k17(float *x) { x[0] = fixed.n; }
__global__ void k18(float *x) { x[0] = cfixed.n; }
__global__ void k19(float *x) { x[0] = lab::inner; } // error: inner is a host variable
__global__ void k20(float *x) { x[0] = lab::cinner; }
__global__ void k21(float *x) { x[0] = EIGHT; }
__global__ void k22(float *x) { x[0] = elsewhere; } // error: elsewhere is a host variable
__global__ void k23(float *x) { x[0] = from_call; }
__global__ void k25(float *x) { x[0] = c_table[0] + d_value + m_value; }
__global__ void k26(float *x) { x[0] = FROM_FLOAT; }
__global__ void k28(float *x) { x[0] = mine; } // error: mine is a host variable
__global__ void k29(float *x) { x[0] = flag; } // error: flag is a host variable
__global__ void k30(float *x) { take(&N); } // error: N is a constant of the host
__global__ void k32(float *x) { take(&WIDTH); } // error: WIDTH is a constant of the host
__global__ void k34(float *x) { x[0] = by_value(N) + min(N, 3); }
__global__ void k35(float *x) { x[0] = sizeof(scale) + sizeof(table) / sizeof(table[0]); }
__global__ void k36(float *x) { scale = 3; } // error: scale is a host variable
__global__ void k37(float *x) { float scale = 3; x[0] = scale; }
__global__ void k38(float *x) { static int count = 0; x[0] = count++; }
__global__ void k39(float *x) { static const int lk[2] = {1,2}; x[0] = lk[threadIdx.x]; }
__global__ void k40(float *x) { const int lk[2] = {1,2}; x[0] = lk[threadIdx.x]; }
__global__ void k41(float *x) { decltype(scale) y = 1; x[0] = y; }
__global__ void k42(float *x) { x[0] = (&c_table[0])[1]; }
__global__ void k43(float *x) { const float *p = &RATE; x[0] = *p; } // error: RATE is a constant of the host
__global__ void k47(float *x) { x[0] = cvflag; } // error: cvflag is a host variable
__global__ void k48(float *x) { const int *p = weights; x[0] = p[0]; } // error: weights is an array of the host
__global__ void k49(float *x) { const int lim = N; x[0] = lim; for (int i = 0; i < N; i++) x[i] = fmaxf(x[i], RATE); }
__global__ void k50(float *x) { x[0] = true ? N : 3; }
__global__ void k54(float *x) { x[0] = fmaxf(x[0], *pointer); }
__global__ void k55(float *x) { constexpr int l[2] = {1, 2}; x[0] = l[threadIdx.x]; }
__global__ void k56(float *x) { x[0] = ::scale; } // error: scale is a host variable
__device__ float d3(float x) { return scale * scale; } // error: scale is a host variable
__device__ int d4(int scale) { return scale * scale; }
