/* Each line with an error says so itself; the translator must find these and no others. */
#include "backend.h"

#if 0
#elif defined __sparc__
inline void one_of_two() {
#else
inline void two_of_two() {
#endif
}

struct box {
    int a, b, c;
    box() : a{1}, b(2), c{3}
    {
    }
    __global__ void member(int *x); // error: kernel 'member' cannot be a member function
    static __global__ void one(int *x) // error: kernel 'one' cannot be a member function
    {
        *x = 1;
    }
};

__global__ int returns(int *x) // error: kernel 'returns' must return void
{
    return *x;
}

__global__ void throws_nothing(int *x) noexcept // error: a kernel cannot be noexcept
{
    *x = 1;
}

__global__ __launch_bounds__(32) void *returns_pointer(int *x) // error: kernel 'returns_pointer' must
{
    return x;
}

EXPORT __global__ void reference(int *x, int &y) // error: kernel 'reference' cannot take a reference
{
    *x = y;
}

template <class T>
__global__ void template_reference(T *x,
                                   const T &y) // error: 'template_reference' cannot take a reference
{
    *x = y;
}

namespace inside
{
__global__ void array_reference(int (&x)[4]) // error: 'array_reference' cannot take a reference
{
    x[0] = 1;
}
} // namespace inside

__device__ float on_device(float x)
{
    return x;
}

struct pair {
    int x, y;
};

inline struct pair operator+(struct pair a, struct pair b)
{
    return {a.x + b.x, a.y + b.y};
}

static float on_host(float x)
{
    return on_device(x) + 1; // error: __device__ function 'on_device' is called by 'on_host'
}

__device__ float from_device(float x)
{
    return 2.0f * on_host(x); // error: host function 'on_host' is called by 'from_device'
}

__global__ void kernel(float *x)
{
    __shared__ int a = 0;             // error: 'a' in the kernel, then __syncthreads()
    __shared__ float b[2] = {1, 2};   // error: a __shared__ variable cannot have an initialiser
    __shared__ int c{}, d(3);         // error: assign 'c' // error: assign 'd'
    __shared__ int e, f = 2;          // error: assign 'f'
    extern __shared__ int g[] = {1};  // error: assign 'g'

    if (x)
        x[a + c + d + e] = on_host(b[f]) * on_device(g[0]); // error: host function 'on_host'
    x[0] = (float)on_host(x[on_host(1) > 0]); // error: 'on_host' is called by 'kernel'
    fesetround(0x800);                // error: host function 'fesetround' is called by 'kernel'
}

EXPORT void run(float *x)
{
    kernel(x);                  // error: kernel 'kernel' is called without <<<grid, block>>>
    kernel<<<1, 32>>>(x);
    <<<1, 32>>>(x);             // error: '<<<' without a kernel's name before it
    kernel<<<1, 1>>>([](int i) { return i; }); // error: this lambda runs on the host
    kernel<<<1, 1>>>(x, [=] { return x; });    // error: this lambda runs on the host
    kernel<<<1, 1>>>(x[0], x + ([] { return 0; })());
    kernel<<<1, 32>>>;          // error: '<<<' without '>>>(arguments)' after it
    kernel<<<1, 32>>(x);        // error: '<<<' without '>>>(arguments)' after it
    x = x + <<<1, 32>>>(x);     // error: '<<<' without a kernel's name before it
    x[0] = x[1] * on_device(1); // error: __device__ function 'on_device' is called by 'run'
    on_device<<<1, 32>>>(1);    // error: 'on_device' is launched and is no kernel
    on_host<<<1, 32>>>(1);      // error: 'on_host' is launched and is no kernel; declare it
}

#define LAUNCH , <<<1, 32>>> // error: '<<<' without a kernel's name before it
#define CUT(kernel) kernel<<<1, // error: '<<<' without '>>>(arguments)' after it

struct with_member {
    static __device__ int count;                // error: a member of a class cannot be __device__
    static __constant__ const float factor = 2; // error: a member of a class cannot be __constant__
};

EXPORT __global__ void takes_a_vector(std::vector<int> v, // error: std::vector belongs to the host
                                      const std::vector<int> *pointer,
                                      std::string s) // error: std::string belongs to the host
{
    thread_local int own = 0;             // error: the device has no 'thread_local'
    const char *name = typeid(own).name(); // error: the device has no 'typeid'
    own = dynamic_cast<box *>(name) != 0; // error: the device has no 'dynamic_cast'
}

int index_on_the_host()
{
    return threadIdx.x + gridDim.y; // error: threadIdx is for the device // error: gridDim is for the
}

void with_a_graph(cudaStream_t stream)
{
    cudaGraph_t graph;       // error: not supported without a GPU: cudaGraph_t
    cudaTextureObject_t one; // error: not supported without a GPU: cudaTextureObject_t
    cudaMemPool_t pool;      // error: not supported without a GPU: cudaMemPool_t
    cudaExtent extent;       // error: not supported without a GPU: cudaExtent
    (void)__fns(1, 0, 1);    // error: not supported without a GPU: __fns
}
