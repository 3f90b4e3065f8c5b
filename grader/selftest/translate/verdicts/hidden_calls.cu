/* Forms that nvcc refuses and a C++ compiler would take; and beside them what it takes, too. */
#include <cstring>
#include <vector>

struct host_end { int n; ~host_end() { n = 0; } };
struct own_end { int n; __host__ __device__ ~own_end() { n = 0; } };
struct no_end { int n; ~no_end() = default; };
struct outside { int n; __device__ ~outside(); };
__device__ outside::~outside() { n = 0; }
struct holds_pointer { host_end *one; int n; };
template <class T> struct of_type { T n; virtual ~of_type() { n = 0; } };

__global__ void e1(int *x) { host_end a; a.n = 1; x[0] = a.n; } // error: the destructor of 'host_end'
__global__ void e2(int *x) { own_end a; a.n = 1; x[0] = a.n; }
__global__ void e3(int *x) { no_end a; a.n = 1; x[0] = a.n; }
__global__ void e4(int *x) { outside a; a.n = 1; x[0] = a.n; }
__global__ void e6(int *x) { holds_pointer a; a.n = 1; x[0] = a.n; }
__global__ void e8(int *x) { of_type<int> a; a.n = 1; x[0] = a.n; } // error: the destructor of 'of_type'
__global__ void e9(host_end *a, int *x) { host_end *b = a; host_end &c = *b; x[0] = c.n; }
__device__ int e10() { host_end a[2]; return a[0].n; } // error: the destructor of 'host_end'
void e11() { host_end a; a.n = 1; }

__global__ void d1(int *x) { int behind(int); x[0] = behind(3); } // error: host function 'behind' is called by 'd1'
__global__ void d2(int *x) { extern float nowhere(const int *); x[0] = nowhere(x); } // error: host function 'nowhere'
__global__ void d3(int *x) { int behind(int); x[0] = 3; }
__device__ int known(int);
__global__ void d4(int *x) { int known(int); x[0] = known(3); }
__global__ void d5(int *x) { int a(3), b((int)x[1]); x[0] = a + b; }
int behind(int a) { return a + 1; }


__global__ void m1(char *x) { x[0] = memcmp(x, x + 4, 4); } // error: memcmp() belongs to the host's C library
__global__ void m2(char *x) { std::memmove(x, x + 4, 4); } // error: std::memmove belongs to the host
__global__ void m3(char *x) { memcpy(x, x + 4, 4); memset(x, 0, 4); }
