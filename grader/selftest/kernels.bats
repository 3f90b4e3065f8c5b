#!/usr/bin/env bats
# What kernels of others' programs use: textures, surfaces, bounds of their launches, and what C++ leaves open.
# bats file_tags=apart

load suite

setup() {
    export TMP=$BATS_TEST_TMPDIR BUILD=$BATS_TEST_TMPDIR/build BACKEND=cpu
    unset CC CXX
}

@test "textures, surfaces and copies in three dimensions read what CUDA reads" {
    says_what_it_must textures
    says_what_it_must texture_references
    echo 'int main() { cudaArray_t a; auto f = cudaCreateChannelDesc<int>(); cudaMallocArray(&a, &f, 8); cudaFreeArray(a); cudaFreeArray(a); }' >"$TMP/twice.cu"
    run -1 suite run FILE="$TMP/twice.cu"
    [[ $output = *"this array was already destroyed"*"1 finding"* ]]
}

@test "layers, cubes, gathers and the only level read what CUDA reads" {
    says_what_it_must layers
}

@test "a launch beyond __launch_bounds__ is refused at once with cudaErrorLaunchOutOfResources, and the next ones go on" {
    says_what_it_must bounds
    run -0 --separate-stderr suite run FILE="$BATS_TEST_DIRNAME/others/bounds.cu" CHECK=0
    [ "${lines[-1]}" = "$(sed -n 's/^\/\/ prints: //p' "$BATS_TEST_DIRNAME/others/bounds.cu")" ]
    echo '__global__ void __launch_bounds__(32) k() {} int main() { k<<<1, 64>>>(); return cudaDeviceSynchronize(); }' >"$TMP/unasked.cu"
    run -1 suite run FILE="$TMP/unasked.cu"
    [[ $output = *"unasked.cu:1: a block has 64 threads, and the kernel's __launch_bounds__ allow 32"* ]]
}

@test "an operator of the host that a template calls in a kernel is told, and those of the device and of copies are not" {
    cat >"$TMP/functor.cu" <<'END'
struct plus_one {
    int n = 1;
    plus_one &operator=(const plus_one &other) { n = other.n; return *this; }
    SIDE int operator()(int x) const { return x + n; }
    bool operator<(const plus_one &other) const { return n < other.n; }
};
template <class Function> __global__ void apply(int *x, Function f)
{
    *x = f(2);
}
int main()
{
    int *x;
    cudaMalloc(&x, 4);
    apply<<<1, 1>>>(x, plus_one());
    return cudaFree(x) + !(plus_one()(1) == 2) + (plus_one() < plus_one());
}
END
    sed 's/SIDE/__host__ __device__/' "$TMP/functor.cu" >"$TMP/both.cu"
    run -0 suite run FILE="$TMP/both.cu"
    sed 's/SIDE//' "$TMP/functor.cu" >"$TMP/host.cu"
    run -1 suite run FILE="$TMP/host.cu"
    [[ $output = *"a kernel calls 'operator()' (host.cu:4), a function of the host"*"declare it __device__ or __host__ __device__"* ]]
}

@test "a shift by as many bits as a number has is told in a kernel, and not on the host" {
    cat >"$TMP/shift.cu" <<'END'
__global__ void shift(unsigned long long *a, int n)
{
    a[0] = 1u << n;
    a[0] += a[0] >> (n - 1) | 1ull << n;
    a[0] += a[0] >> 2 * n;
}
int main(int argc, char **)
{
    unsigned long long *a;
    cudaMalloc(&a, 8);
    shift<<<1, 1>>>(a, 32);
    return cudaFree(a) + (1 << (argc + 31)) == 5;
}
END
    run -0 suite run FILE="$TMP/shift.cu"
    [[ $output = *"shift.cu:3: a number of 32 bits is shifted by 32 "*"shift.cu:5: a number of 64 bits is shifted by 64 "* ]]
    [[ $output = *"0 findings: 2 note;"* ]]
}

@test "a function that ends without its result says so in a kernel, on the host, and where only some ways lead there" {
    cat >"$TMP/result.cu" <<'END'
#include <cstdio>
__host__ __device__ int half(int n)
{
    if (n % 2 == 0)
        return n / 2;
}
__global__ void halves(int *a, int n)
{
    a[threadIdx.x] = half(n);
}
int main(int argc, char **argv)
{
    int *a, n = argc > 1 ? 7 : 8;
    cudaMalloc(&a, 4);
    if (argc > 2)
        return half(n);
    halves<<<1, 1>>>(a, n);
    printf("%d\n", cudaDeviceSynchronize());
    return cudaFree(a) * 0;
}
END
    run -0 suite run FILE="$TMP/result.cu"
    [[ $output = *"result.cu:6: this function promises a result, and one way through it returns none"* ]]
    [[ $output != *"ends without"* ]]
    for check in 0 1; do
        run suite run FILE="$TMP/result.cu" ARGS=odd CHECK=$check
        [[ $output = *719* ]]
        [[ $check = 0 || $output = *"the function at result.cu:2 ends without the result that it promises, by thread (0,0,0)"* ]]
    done
    run suite run FILE="$TMP/result.cu" ARGS="odd host"
    [[ $output = *"the function at result.cu:2 ends without the result that it promises: which way"* ]]
}

@test "a program's macros may have the names that members of the backend have" {
    cat >"$TMP/macros.cu" <<'END'
#include <cstdio>
#define dim 3
#define grid 4.
#define index(row, col) ((row) * dim + (col))
#define block something else
#define lane
__global__ void where(int *a)
{
    __shared__ int own[dim];
    own[threadIdx.x] = index(blockIdx.x, threadIdx.x) + 100 * blockDim.x + 1000 * gridDim.x;
    __syncthreads();
    a[index(blockIdx.x, threadIdx.x)] = own[threadIdx.x];
}
int main()
{
    int *a, last;
    cudaMalloc(&a, 2 * dim * sizeof *a);
    where<<<2, dim>>>(a);
    cudaMemcpy(&last, a + index(1, 2), sizeof last, cudaMemcpyDeviceToHost);
    printf("last %d\n", last);
    return cudaFree(a);
}
END
    for check in 0 1; do
        run -0 suite run FILE="$TMP/macros.cu" CHECK=$check
        [[ $output = *"last 2305"* ]]
    done
}

@test "a float that no whole number comes near is told where a kernel makes one of it, and one that fits is not" {
    cat >"$TMP/whole.cu" <<'END'
__global__ void whole(long long *a, float big, double small)
{
    a[0] = (int)big;
    a[1] = (unsigned)small;
    a[2] = (long long)big + (int)small + (unsigned char)(200 + small);
}
int main(int argc, char **)
{
    long long *a;
    cudaMalloc(&a, 24);
    whole<<<1, 1>>>(a, 3e9f, -1.5);
    return cudaFree(a) + (int)(argc * 1e20) == 5;
}
END
    run -0 suite run FILE="$TMP/whole.cu"
    [[ $output = *"the float 3e+09 becomes a whole number at whole.cu:3, "*"the float -1.5 becomes a whole number at whole.cu:4, "* ]]
    [[ $output = *"0 findings: 2 note;"* ]]
}

@test "kernels of extern \"C\" have their bounds at the launch, and their own shared memory in their attributes" {
    cat >"$TMP/of_c.cu" <<'END'
#include <stdio.h>
extern "C" __global__ void __launch_bounds__(64) bounded(int *p) { p[threadIdx.x] = 1; }
extern "C" {
__global__ void shared(int *p)
{
    __shared__ int s[100];
    s[threadIdx.x] = 1;
    __syncthreads();
    p[threadIdx.x] = s[99 - threadIdx.x];
}
}
__global__ void other(int *p)
{
    __shared__ int s[50];
    s[threadIdx.x] = 2;
    __syncthreads();
    p[threadIdx.x] = s[49 - threadIdx.x];
}
int main()
{
    int *p;
    cudaFuncAttributes of_shared, of_other;
    cudaMalloc(&p, 512);
    bounded<<<1, 65>>>(p);
    printf("%s ", cudaGetErrorName(cudaGetLastError()));
    bounded<<<1, 64>>>(p);
    shared<<<1, 100>>>(p);
    other<<<1, 50>>>(p);
    printf("%s ", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaFuncGetAttributes(&of_shared, shared);
    cudaFuncGetAttributes(&of_other, other);
    printf("%zu %zu\n", of_shared.sharedSizeBytes, of_other.sharedSizeBytes);
    cudaFree(p);
    return 0;
}
END
    run -0 suite run FILE="$TMP/of_c.cu"
    [ "${lines[0]}" = "cudaErrorLaunchOutOfResources cudaSuccess 400 200" ]
}

@test "printf tells a kernel how many values it has printed, and limits begin as a device's do" {
    cat >"$TMP/told.cu" <<'END'
#include <stdio.h>
__global__ void k(int *told)
{
    told[0] = printf("%d of %5.2f%% in %*d\n", 1, 2.0, 4, 5);
    told[1] = printf("nothing\n");
    told[2] = printf("%s%c%lld%%\n", "a", 'b', 3ll);
}
int main()
{
    int *told, failed;
    size_t stack, prints;
    cudaMallocManaged(&told, 3 * sizeof *told);
    k<<<1, 1>>>(told);
    cudaDeviceSynchronize();
    failed = told[0] != 4 || told[1] != 0 || told[2] != 3 || printf("%d\n", 12) != 3;
    cudaDeviceGetLimit(&stack, cudaLimitStackSize);
    cudaDeviceGetLimit(&prints, cudaLimitPrintfFifoSize);
    cudaFree(told);
    return failed || stack != 1024 || prints != 8650752;
}
END
    run -0 suite run FILE="$TMP/told.cu"
    [[ $output = *"1 of  2.00% in    5"*"nothing"*"ab3%"* ]]
}

@test "two barriers in one line are two, also in a macro, and all threads that take both are right" {
    cat >"$TMP/line.cu" <<'END'
#define EITHER(c) if (c) { __syncthreads(); } else { __syncthreads(); }
#define STEP(i) { s[i] = 1; __syncthreads(); s[i + 64] = s[(i + 1) % 64]; __syncthreads(); }
__global__ void right(int *p)
{
    __shared__ int s[128];
    int i = threadIdx.x;
    s[i] = i; __syncthreads(); int v = s[63 - i]; __syncthreads(); s[i] = v; __syncthreads();
    for (int k = 0; k < 3; k++) STEP(i)
    p[i] = s[i + 64];
}
__global__ void wrong() { if (threadIdx.x < 16) __syncthreads(); else __syncthreads(); }
__global__ void macro() { EITHER(threadIdx.x < 16) }
int main(int argc, char **)
{
    int *p;
    cudaMalloc(&p, 256);
    if (argc == 1) right<<<1, 64>>>(p);
    if (argc == 2) wrong<<<1, 32>>>();
    if (argc == 3) macro<<<1, 32>>>();
    cudaDeviceSynchronize();
    cudaFree(p);
}
END
    run -0 suite run FILE="$TMP/line.cu"
    [[ $output = *" 0 findings"* ]]
    run -1 suite run FILE="$TMP/line.cu" ARGS=1
    [[ $output = *"16 threads (first: thread 0) wait at line.cu:11, 16 threads (first: thread 16) wait at line.cu:11 (barrier 2 of that line)"*"1 finding"* ]]
    run -1 suite run FILE="$TMP/line.cu" ARGS='1 2'
    [[ $output = *"wait at line.cu:12, 16 threads (first: thread 16) wait at line.cu:12 (barrier 2 of that line)"* ]]
}
