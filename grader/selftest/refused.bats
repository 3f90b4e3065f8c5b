#!/usr/bin/env bats
# What nvcc refuses of whole programs, and g++ would build: the backend's headers refuse it, or its translator does.
# bats file_tags=apart

load suite

setup() {
    export TMP=$BATS_TEST_TMPDIR BUILD=$BATS_TEST_TMPDIR/build BACKEND=cpu
    unset CC CXX
}

# refuses LINE WORDS [HEADER]: a program with the line is refused, and the words are said
refuses() {
    printf '%s\n' "${3:-#include <stdio.h>}" "$1" 'int main() { return 0; }' >"$TMP/program.cu"
    run ! "$ROOT/common/tools/simtcc" -c "$TMP/program.cu" -o "$TMP/program.o"
    echo "$output" | head -5
    [[ $output = *"$2"* ]]
}

# builds LINE... : a program with the lines is built
builds() {
    printf '%s\n' "$@" 'int main() { return 0; }' >"$TMP/program.cu"
    run -0 "$ROOT/common/tools/simtcc" -c "$TMP/program.cu" -o "$TMP/program.o"
}

@test "mathematics of whole numbers, and of two types, is the host's in a kernel" {
    local call

    for call in 'sqrt(n)' 'ceil(n / 2)' 'log2(blockDim.x)' 'std::exp(n)' '::floor(7u)' 'fabs((long)n)'; do
        refuses "__global__ void k(float *x, int n) { *x = $call; }" "() of a whole number belongs to the host"
    done
    for call in 'fmax(*x, 2)' 'atan2(n, 2.0f)' 'fmod(*x, 2.0)'; do
        refuses "__global__ void k(float *x, int n) { *x = $call; }" "() of two types belongs to the host"
    done
    refuses 'template <class T> __device__ T root(T x) { return sqrt(x); } __global__ void k(int *x) { *x = root(*x); }' \
        "sqrt() of a whole number belongs to the host"
    builds 'struct own { float x; }; __device__ own exp(own o) { return o; } __device__ double log2(int x) { return x; }' \
        '__global__ void k(float *x, double *y, int n, own o) { *x = sqrt(*x) + sqrtf(n) + pow(n, 2) + pow(*x, 2) + sqrt((double)n)' \
        ' + fmaxf(*x, 2) + fmax(*x, 2.0f) + std::floor(*y) + max(*x, 2.0) + abs(n) + log2(n) + exp(o).x; }' \
        'int host(int n) { return sqrt(n) + fmax(n, 2.0) + ceil(n / 2); } __host__ __device__ float both(int n) { return sqrt(n); }'
}

@test "printf, assert and uint32_t want a header that declares them, as for nvcc" {
    refuses '__global__ void k() { printf("a"); }' 'printf is declared by no header that is included: #include <stdio.h>' '#include <stdlib.h>'
    refuses 'void f() { fprintf(stderr, "a"); }' '#include <stdio.h>' '#include <vector>'
    refuses '__global__ void k(int *x) { assert(*x); }' '#include <assert.h>' '#include <iostream>'
    refuses '__global__ void k(uint32_t *x) { *x = 1; }' '#include <stdint.h>'
    builds '#include <iostream>' '#include <cassert>' '__global__ void k(uint32_t *x) { assert(*x); printf("a"); }'
    builds 'struct p { int printf; };' 'void f(p a) { a.printf = 1; }'
    echo '__global__ void k() { printf("a"); }' >"$TMP/part.cu"
    builds '#include <stdio.h>' '#include "part.cu"' 'void f() { k<<<1, 1>>>(); }'
    echo 'inline int shout() { return 1; }' >"$TMP/own.h"
    builds '#include "own.h"' '__global__ void k() { printf("a"); }'
}

@test "loads through the cache are of numbers and of vectors of two and four" {
    local type

    for type in bool own float3 'int *' double4 float1; do
        refuses "struct own { int a; }; typedef $type type; __global__ void k(type *x) { x[0] = __ldg(x + 1); }" "__ldg() is for numbers and for vectors"
        refuses "struct own { int a; }; typedef $type type; __global__ void k(type *x) { __stcg(x, __ldcg(x + 1)); }" "is for numbers and for vectors"
    done
    builds '#include <cuda_fp16.h>' '#include <cuda_bf16.h>' 'template <class T> __device__ void copy(T *x) { x[0] = __ldg(x + 1); __stcg(x, __ldcg(x + 1)); }' \
        '__global__ void k(half *h, half2 *g, __nv_bfloat16 *b, float4 *f, uchar4 *u, long *l, double2 *d) { copy(h); copy(g); copy(b); copy(f); copy(u); copy(l); copy(d); }'
}

@test "what a kernel is given has at most 32764 bytes" {
    refuses 'struct big { char a[32768]; }; __global__ void k(big b, char *x) { *x = b.a[1]; } void f(big b) { k<<<1, 1>>>(b, 0); }' "at most 32764 bytes"
    builds 'struct big { char a[32752]; }; __global__ void k(big b, char *x) { *x = b.a[1]; } void f(big b) { k<<<1, 1>>>(b, 0); }'
}

@test "words that a variable of the device cannot have are refused, and a template that nobody uses is not looked at" {
    refuses 'inline __device__ int n;' 'an inline variable of the device must be static'
    refuses '__managed__ const int n = 3;' 'a __managed__ variable cannot be const'
    refuses '__global__ void k(double *x) { __float128 y = *x; *x = y; }' 'the device has no __float128'
    refuses '__global__ void k(int *x) { void *to[] = {&&a, &&a}; goto *to[*x]; a: *x = 1; }' 'the device has no address of a label'
    builds 'inline static __device__ int n; __managed__ const int *at;' 'int host(int x) { return x; }' \
        'template <class T> __global__ void k(T *x) { *x = host(*x); }'
    refuses 'int host(int x); template <class T> __global__ void k(T *x) { *x = host(*x); } void f(int *x) { k<<<1, 1>>>(x); }' "host function 'host' is called by 'k'"
}

@test "names of the driver's API that are missing say that they are" {
    local name

    for name in 'CUarray a;' 'CUtexref a;' 'CUDA_MEMCPY2D a;' 'void *a = CU_LAUNCH_PARAM_END;' 'auto a = cuArrayCreate(0, 0);' 'auto a = cuMemcpy2D(0);'; do
        refuses "void f() { $name }" "not supported without a GPU: " '#include <cuda.h>'
    done
}
