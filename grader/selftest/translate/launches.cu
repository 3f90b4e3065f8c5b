/* Every form of a launch, run. EXPECT ends the program with the line that was not so. */
#include "backend.h"
#include <cstddef>
#include <cstring>
#include <vector>

struct point {
    int x;
    double y[9];
};

__global__ void nothing()
{
}

__global__ void add(int *sum, int n)
{
    atomicAdd(sum, n);
    n = 1000; /* its own copy: the next thread must not see this */
    atomicAdd(sum, n - 1000);
}

__global__ void store_float(float *out, float value)
{
    *out = value;
}

__global__ void take_point(int *sum, struct point p)
{
    atomicAdd(sum, p.x);
    p.x = 99;
}

__global__ void read_only(const int *in, const int *const *deep, int *sum)
{
    atomicAdd(sum, in ? *in : deep ? 10 : 1);
}

__global__ void which(int *out, int)
{
    *out = 1;
}

__global__ void which(int *out, float)
{
    *out = 2;
}

__global__ void __launch_bounds__(256, 2) bounded(int *sum)
{
    atomicAdd(sum, 1);
}

template <class T> __global__ void deduced(T *out, T value)
{
    *out = value;
}

template <class T, int N> __global__ void chosen(T *out)
{
    *out = N;
}

namespace outer
{
namespace inner
{
template <typename T, int N> __global__ void filled(T *out, T value)
{
    *out = value + N;
}
} // namespace inner
__global__ void plain(int *out)
{
    *out = 5;
}
} // namespace outer

template <class T> void launch_dependent(T *out)
{
    deduced<T><<<1, 1>>>(out, T(7));
    EXPECT(*out == T(7));
    deduced<<<1, 1>>>(out, T(8));
    EXPECT(*out == T(8));
    outer::inner::filled<T, sizeof(T)><<<1, 1>>>(out, 1);
    EXPECT(*out == T(1 + sizeof(T)));
}

#define LAUNCH(kernel, blocks, ...) kernel<<<(blocks), 32>>>(__VA_ARGS__)
#define LAUNCH_LATER(kernel, blocks) kernel<<<blocks, 1>>>
#define LAUNCH_TWICE(kernel, sum)                                                              \
    do {                                                                                       \
        kernel<<<1, 2>>>(sum, 1);                                                              \
        kernel /* again */                                                                     \
            <<<1, dim3(2)>>>(sum, 2);                                                          \
    } while (0)
#define PASTED(name, sum) bound##name<<<1, 1>>>(sum)
#define CONFIGURATION 2, 3

static int calls;

static int counted(int value)
{
    calls++;
    return value;
}

struct launcher {
    void (*member)(int *, int);
    int sum;

    void go()
    {
        member<<<1, 4>>>(&sum, 1);
        this->member<<<1, 4>>>(&sum, 1);
    }
};

static void configurations()
{
    int sum = 0;
    size_t blocks = 3;
    dim3 block(2, 2);

    add<<<blocks, 2u>>>(&sum, 1);
    EXPECT(sum == 6);
    add<<<{2, 1}, block>>>(&sum, 1);
    EXPECT(sum == 14 && last_launch.block.y == 2);
    add<<<dim3(blocks), {3, 1}, 64>>>(&sum, 1);
    EXPECT(sum == 23 && last_launch.dynamic_shared == 64);
    add<<<1, 1, 4 * sizeof(float), 0>>>(&sum, 1);
    EXPECT(sum == 24 && last_launch.dynamic_shared == 16);
    add<<<1, 1, 0, cudaStream_t()>>>(&sum, 1);
    add<<<CONFIGURATION>>>(&sum, 1);
    EXPECT(sum == 31 && last_launch.dynamic_shared == 0);
    add<<<(1 > 0 ? 1 : 2), blocks >> 1>>>(&sum, 1);
    EXPECT(sum == 32);
    nothing<<<1, 1>>>();
}

static void arguments()
{
    int sum = 0, three = 3;
    int *pointer = &three;
    float real = 0;
    struct point p = {4, {0}};

    add<<<2, 8>>>(&sum, counted(2));
    EXPECT(sum == 32 && calls == 1);
    store_float<<<1, 1>>>(&real, 3);
    EXPECT(real == 3.0f);
    sum = 0;
    take_point<<<1, 4>>>(&sum, p);
    EXPECT(sum == 16 && p.x == 4);
    read_only<<<1, 1>>>(pointer, 0, &sum);
    EXPECT(sum == 19);
    read_only<<<1, 1>>>(0, NULL, &sum);
    read_only<<<1, 1>>>(nullptr, &pointer, &sum);
    EXPECT(sum == 30);
}

static void kernels()
{
    int out = 0, sum = 0;
    float real = 0;
    void (*variable)(int *, int) = add;
    void (*table[])(int *, int) = {add, add};
    launcher holder = {add, 0};

    variable<<<1, 3>>>(&sum, 1);
    table[1]<<<1, 3>>>(&sum, 1);
    (sum ? add : variable)<<<1, 3>>>(&sum, 1);
    holder.member<<<1, 3>>>(&sum, 1);
    (&holder)->member<<<1, 3>>>(&sum, 1);
    EXPECT(sum == 15);
    holder.go();
    EXPECT(holder.sum == 8);
    which<<<1, 1>>>(&out, 1);
    EXPECT(out == 1 && !last_launch.function);
    which<<<1, 1>>>(&out, 1.0f);
    EXPECT(out == 2);
    chosen<float, 64><<<1, 1>>>(&real);
    EXPECT(real == 64 && last_launch.function);
    chosen<int, (3 > 2)><<<1, 1>>>(&out);
    EXPECT(out == 1);
    ::outer::plain<<<1, 1>>>(&out);
    EXPECT(out == 5);
    bounded<<<1, 6>>>(&sum);
    EXPECT(sum == 21);
    launch_dependent(&out);
    launch_dependent(&real);
}

static void macros()
{
    int sum = 0;

    LAUNCH(add, 2, &sum, 1);
    EXPECT(sum == 64);
    LAUNCH_LATER(add, 2)(&sum, 1);
    LAUNCH_TWICE(add, &sum);
    EXPECT(sum == 72);
    PASTED(ed, &sum);
    EXPECT(sum == 73);
}

static void statements(int choice)
{
    int sum = 0;
    auto lambda = [&](int n) { return add<<<1, n>>>(&sum, 1); };

    if (choice)
        add<<<1, 1>>>(&sum, 1);
    else
        add<<<1, 1>>>(&sum, 2);
    EXPECT(sum == 1);
    for (int i = 0; i < 3; add<<<1, 1>>>(&sum, 1), i++)
        ;
    choice ? add<<<1, 1>>>(&sum, 1) : nothing<<<1, 1>>>();
    lambda(5);
    EXPECT(sum == 10);
    switch (choice) {
    default:add<<<1, 1>>>(&sum, 1);
    }
    EXPECT(sum == 11);
    return::add<<<1, 1>>>(&sum, 1);
}

static void untouched()
{
    int i = 5, j = i << 2 >> 1;
    std::vector<std::vector<std::vector<int>>> nested(1);
    const char *text = "k<<<1, 2>>>(x)", *raw = R"x(k<<<1, 2>>>(x)"
)x";

    EXPECT(j == 10 && i >> 1 == 2 && nested.size() == 1);
    EXPECT(text[1] == '<' && raw[15] == '\n');
}

static void record()
{
    int out;
    double real;

    chosen<int,
           3><<<1, 1>>>(&out);
    outer::inner::filled< double ,3>
        <<<1, // a comment with >>>(
          1 /* and another */ >>>
        (&real,
         2);
#ifndef __CUDACC__
    EXPECT(!strcmp(last_launch.kernel, "outer::inner::filled< double ,3>"));
    EXPECT(!strcmp(last_launch.file, __FILE__) && last_launch.line == __LINE__ - 7);
    EXPECT(last_launch.function == (const void *)outer::inner::filled<double, 3>);
#endif
    EXPECT(out == 3 && real == 5);
    const int three = 3;
    auto in_lambda = [&] { chosen<int, three><<<1, 1>>>(&out); };
    out = 0;
    in_lambda();
    EXPECT(out == 3);
}

int main()
{
    configurations();
    arguments();
    kernels();
    macros();
    statements(1);
    untouched();
    record();
    return 0;
}
