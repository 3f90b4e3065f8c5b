/* Right programs that look a little like wrong ones. The translator must accept every line,
 * and so must nvcc. */
#include "backend.h"

struct point {
    int x, y;
    __host__ __device__ int both() const
    {
        return x + y;
    }
};

/* functions of one name for both sides, and of both sides */
__device__ float twice(float x)
{
    return 2 * x;
}
static double twice(double x)
{
    return 2 * x;
}
/* an attribute, and no lambda */
[[nodiscard]] __device__ int fifth(int x)
{
    return x / 5;
}
__host__ __device__ inline float half(float x)
{
    return x / 2;
}
__host__ __device__ constexpr int third(int x)
{
    return x / 3;
}
template <class T> T any(T x)
{
    return x;
}
template <> __device__ float any<float>(float x)
{
    return x;
}

/* a space behind a macro */
#define BOTH __host__ __device__
#define ON_DEVICE __device__
#define DEVICE_INT __device__ int
BOTH int by_macro(int x)
{
    return x;
}
ON_DEVICE int by_another(int x)
{
    return x;
}
DEVICE_INT by_third(int x)
{
    return x;
}
#ifdef __CUDACC__
__device__
#endif
    int
    by_condition(int x)
{
    return x;
}

/* names of host functions which mean something else in kernels */
static int scale(int x)
{
    return x;
}
static int offset(int x)
{
    return x + 1;
}
static int size(int x)
{
    return x + 1;
}
static int start(int x)
{
    return x + 1;
}
static int only_host(int x)
{
    return x;
}
struct callable {
    int n;
    __host__ __device__ callable(int n_) : n(n_)
    {
    }
    __host__ __device__ int operator()(int x) const
    {
        return x + n;
    }
    __host__ __device__ int start(int x) const
    {
        return x;
    }
};
namespace helper
{
__device__ int size(int x)
{
    return x;
}
} // namespace helper

__global__ void shadows(int *out, callable scale)
{
    auto offset = [](int x) { return x + 2; };
    callable a(1), start(2);

    out[0] = scale(1) + offset(2) + helper::size(3) + a.start(4) + start(5);
    out[1] = sizeof(size(1)) + point{1, 2}.both() + third(6) + by_macro(1) + by_another(2) +
             by_third(3);
#ifndef __CUDA_ARCH__
    out[2] = only_host(1);
#endif
}

/* kernels that look like wrong ones */
__global__ void values(int x = 3 & 1, int (*callback)(int) = nullptr)
{
    (void)x, (void)callback;
}
template <class T, class... Rest> __global__ auto trailing(T x, Rest... rest) -> void
{
    (void)x, (void)sizeof...(rest);
}
struct friendly {
    friend __global__ void shadows(int *, callable);
};
namespace
{
typedef void nothing;
__global__ nothing by_alias(const int *)
{
}
} // namespace

/* what a kernel takes where a launch leaves it out */
__global__ void scaled(int *x, int times = 2, float by = 1.5f)
{
    *x = times * by;
}

#define SKETCH(kernel, n) kernel<<<(n) / 2, 32>>>(nullptr)
#if 0
kernel<<<
__shared__ int a = 0;
#else
#define HELP "kernel<<<grid, block>>>(x)" /* <<< */ // <<<
#endif

int main()
{
    void (*taken)(int *, callable) = shadows;
    float x = half(1) + any(1.0) + twice(2.0) + scale(1) + offset(1) + size(1) + start(1) +
              only_host(1);
    int n = 8 >> 1 << 2, large = 1'000'000 >> 3;
    const char *text = HELP "\"<<<"
                            R"(<<<)";

    SKETCH(by_alias, n);
    trailing<<<1, 1>>>(x, 1, 2);
    scaled<<<1, 1>>>(nullptr);
    scaled<<<n, 32>>>(nullptr, n);
    values<<<1, 1>>>(1, nullptr);
    return !taken + !text + (large != 125000) + (n != 16) + (x < 1);
}
