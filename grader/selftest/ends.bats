#!/usr/bin/env bats
# How programs with a main() of their own end: with errors that nothing asks for, and by a crash.
# bats file_tags=apart

load suite

setup() {
    export TMP=$BATS_TEST_TMPDIR BUILD=$BATS_TEST_TMPDIR/build BACKEND=cpu
    unset CC CXX
}

@test "the first error that nothing asks for is told first, with the line of its call" {
    cat >"$TMP/unasked.cu" <<'END'
__global__ void k(int *a, int *b) { b[0] = a[0]; }
int main()
{
    int *a, *b, h[10] = {};
    cudaMalloc(&a, 40);
    cudaMalloc(&b, 4);
    cudaMemcpy(h, a, 40, cudaMemcpyHostToDevice); // the wrong way round
    cudaMemset(a, 0, 44);
    k<<<1, 1>>>(a, b);
    cudaFree(a);
    cudaFree(b);
    return 0;
}
END
    run -1 suite run FILE="$TMP/unasked.cu"
    [[ $output = *"destination is host memory"*"the call at unasked.cu:7, whose error nothing asks for"*"uninitialised"* ]]
    [[ $output = *"2 findings: 1 cuda-error, 1 uninitialised"* ]]
    sed -i 's/way round/&\n    cudaGetLastError();/' "$TMP/unasked.cu"
    run -1 suite run FILE="$TMP/unasked.cu"
    [[ $output = *"runs past its end"*"the call at unasked.cu:9, whose error nothing asks for"* ]]
}

@test "a program whose host code dies tells all that was found before" {
    cat >"$TMP/dies.cu" <<'END'
__global__ void k(int *a) { a[0] += threadIdx.x; }
int main()
{
    int *a, *none = nullptr;
    cudaMalloc(&a, 4);
    cudaMemset(a, 0, 4);
    k<<<1, 64>>>(a);
    cudaDeviceSynchronize();
    none[5] = 1;
    return 0;
}
END
    run suite run FILE="$TMP/dies.cu"
    echo "$output"
    [ "$status" -ne 0 ]
    [[ $output = *"race in global memory"*"dies.cu:9 died of signal 11"*"0x14: the pointer is NULL, or nothing has set it"* ]]
    [[ $output = *"findings: 2 race, 1 fault"* ]]
    echo '__host__ __device__ int which() { return blockIdx.x; } int main() { return which(); }' >"$TMP/device.cu"
    run suite run FILE="$TMP/device.cu"
    echo "$output"
    [[ $output = *"what asks for blockIdx, runs on the device"* ]]
}

@test "a host whose heap is broken dies with its own text at least" {
    cat >"$TMP/heap.cu" <<'END'
#include <stdlib.h>
__global__ void k() {}
int main()
{
    k<<<1, 1>>>();
    cudaDeviceSynchronize();
    char *a = (char *)malloc(24), *b = (char *)malloc(24);
    __builtin_memset(a, 255, 4000);
    free(b);
    free(a);
    return malloc(100000) == a;
}
END
    run timeout 30 make -s -C "$ROOT" run FILE="$TMP/heap.cu"
    echo "$output"
    [ "$status" -ne 0 ]
    [ "$status" -ne 124 ]
}

@test "a launch with very many strays is broken off, and few strays are not" {
    cat >"$TMP/strays.cu" <<'END'
#include <stdio.h>
__global__ void sum(const int *a, int n, int *out)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    out[threadIdx.x] = s;
}
int main(int argc, char **argv)
{
    int *a, *out;
    cudaMalloc(&a, 40);
    cudaMemset(a, 0, 40);
    cudaMalloc(&out, 128);
    sum<<<1, 32>>>(a, argc > 1 ? 100 : 1000000, out);
    puts(cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(a);
    cudaFree(out);
    return 0;
}
END
    run -1 suite run FILE="$TMP/strays.cu"
    [[ $output = *"an illegal memory access was encountered"*"read of allocation 1[10]"*"after 65536 others: the launch is broken off"* ]]
    run -1 suite run FILE="$TMP/strays.cu" ARGS=few
    [[ $output = *"no error"*"read of allocation 1[10]"* ]]
    [[ $output != *"broken off"* ]]
}
