#!/usr/bin/env bats
# What others' programs use and no lab does: common/simt/others.
# bats file_tags=apart

load suite

setup() {
    export TMP=$BATS_TEST_TMPDIR BUILD=$BATS_TEST_TMPDIR/build BACKEND=cpu
    unset CC CXX
}

# shellcheck disable=SC2154 # bats sets stderr
# Runs the program $1: nothing is found, and its last line is the one that it says.
says_what_it_must() {
    run -0 --separate-stderr suite run FILE="$BATS_TEST_DIRNAME/others/$1.cu"
    printf '%s\n' "$output" "$stderr"
    [[ $stderr = *"========= 0 findings"* ]]
    [ "${lines[-1]}" = "$(sed -n 's/^\/\/ prints: //p' "$BATS_TEST_DIRNAME/others/$1.cu")" ]
}

@test "cuda::atomic, cuda::atomic_ref and __nv_atomic order and count in their scopes" {
    says_what_it_must atomics
}

@test "a block's lock that another block takes, and a message by relaxed atomics, are races" {
    cat >"$TMP/scopes.cu" <<'END'
#include <cuda/atomic>
__device__ int inside, locked, data;
__device__ cuda::atomic<int, cuda::thread_scope_device> flag;
__global__ void lock()
{
    cuda::atomic_ref<int, cuda::thread_scope_block> lock(locked);
    for (int open = 0; !lock.compare_exchange_weak(open, 1, cuda::memory_order_acquire); open = 0)
        ;
    inside++;
    lock.store(0, cuda::memory_order_release);
}
__global__ void send(int *got)
{
    if (blockIdx.x == 0) {
        data = 42;
        flag.store(1, cuda::memory_order_relaxed);
    } else if (flag.load(cuda::memory_order_relaxed))
        *got = data;
}
int main(int argc, char **)
{
    int *got;
    cudaMalloc(&got, 4);
    if (argc > 1)
        lock<<<2, 1>>>();
    else
        send<<<2, 1>>>(got);
    cudaDeviceSynchronize();
    cudaFree(got);
    return 0;
}
END
    run -1 suite run FILE="$TMP/scopes.cu"
    [[ $output = *"race"*"scopes.cu:15"*"scopes.cu:18"* ]]
    run -1 suite run FILE="$TMP/scopes.cu" ARGS=lock
    [[ $output = *"race"*"scopes.cu:9"* ]]
}

@test "intrinsics on the parts of a word give what a device gives" {
    says_what_it_must simd
}

@test "cuRAND's generators in kernels give the numbers of an H100" {
    says_what_it_must curand
}

@test "textures, surfaces and copies in three dimensions read what CUDA reads" {
    says_what_it_must textures
}

@test "programs of CUDA 11 and 12 build and run, with a launch by a call" {
    says_what_it_must before_13
}

@test "a lab sees none of it: what is unsupported there names itself" {
    printf '%s\n' '#include "matmul_naive.h"' '__global__ void k(int *a) { *a = __vadd4(*a, 1); }' >"$TMP/matmul_naive.cu"
    run in_lab 01-matmul-naive check FROM="$TMP/matmul_naive.cu"
    [ "$status" -ne 0 ]
    [[ $output = *"not supported without a GPU: __vadd4"* ]]
    echo '#include <cuda/atomic>' >"$TMP/matmul_naive.cu"
    run in_lab 01-matmul-naive check FROM="$TMP/matmul_naive.cu"
    [ "$status" -ne 0 ]
    [[ $output = *"not supported without a GPU: <cuda/atomic>"* ]]
}
