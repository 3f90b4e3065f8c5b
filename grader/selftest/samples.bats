#!/usr/bin/env bats
# What programs of the kind of NVIDIA's samples do: threads of the host, objects that are destroyed while
# kernels wait, C++ of the host that has functions of CUDA's names.
# bats file_tags=apart

load suite

setup() {
    export TMP=$BATS_TEST_TMPDIR BUILD=$BATS_TEST_TMPDIR/build BACKEND=cpu
    unset CC CXX
}

@test "a thread of the host is at its own pinned memory while another one's kernel runs" {
    cat >"$TMP/threads.cu" <<'END'
#include <atomic>
#include <stdio.h>
#include <thread>
__global__ void turns(int *at)
{
    for (int i = 0; i < 100; i++)
        at[threadIdx.x] += i;
}
static int sum(const int *from, int n)
{
    int all = 0;
    for (int i = 0; i < n; i++)
        all += from[i];
    return all;
}
int main()
{
    int *at, *pinned, all = 0;
    cudaMalloc(&at, 1024 * sizeof *at);
    cudaMemset(at, 0, 1024 * sizeof *at);
    cudaMallocHost(&pinned, 64 * sizeof *pinned);
    for (int i = 0; i < 64; i++)
        pinned[i] = i;
    std::atomic<bool> over{false};
    std::thread other([&] {
        while (!over)
            all = sum(pinned, 64);
    });
    for (int i = 0; i < 20; i++) {
        turns<<<1, 1024>>>(at);
        cudaDeviceSynchronize();
    }
    over = true;
    other.join();
    all = sum(pinned, 64);
    printf("%d\n", all);
    cudaFreeHost(pinned);
    cudaFree(at);
    return 0;
}
END
    run -0 suite run FILE="$TMP/threads.cu"
    [[ $output = *2016*"0 findings"* ]]
}

@test "threads of the host sort at once, each by a function of its own" {
    cat >"$TMP/sorts.cu" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <thread>
static int up(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}
static int down(const void *a, const void *b)
{
    return up(b, a);
}
static int bad[2];
static void sort(int which)
{
    int own[500];
    for (int turn = 0; turn < 60; turn++) {
        for (int i = 0; i < 500; i++)
            own[i] = i * 37 % 500;
        qsort(own, 500, sizeof *own, which ? down : up);
        for (int i = 0; i < 500; i++)
            bad[which] += own[i] != (which ? 499 - i : i);
    }
}
int main()
{
    std::thread other(sort, 0);
    sort(1);
    other.join();
    cudaDeviceSynchronize();
    printf("%d wrong\n", bad[0] + bad[1]);
    return 0;
}
END
    run -0 suite run FILE="$TMP/sorts.cu"
    [[ $output = *"0 wrong"*"0 findings"* ]]
}

@test "textures, surfaces and arrays that are destroyed behind a launch are there for its kernel" {
    cat >"$TMP/destroyed.cu" <<'END'
#include <stdio.h>
__global__ void get(cudaTextureObject_t from, float *to)
{
    to[threadIdx.x] = tex1Dfetch<float>(from, threadIdx.x);
}
__global__ void put(cudaSurfaceObject_t to)
{
    surf1Dwrite(7.0f, to, threadIdx.x * 4);
}
int main()
{
    float h[32], *from, *to;
    cudaResourceDesc what = {};
    cudaTextureDesc how = {};
    cudaTextureObject_t texture;
    cudaSurfaceObject_t surface;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    for (int i = 0; i < 32; i++)
        h[i] = i;
    cudaMalloc(&from, sizeof h);
    cudaMalloc(&to, sizeof h);
    cudaMemcpy(from, h, sizeof h, cudaMemcpyHostToDevice);
    what.resType = cudaResourceTypeLinear;
    what.res.linear = {from, format, sizeof h};
    cudaCreateTextureObject(&texture, &what, &how, NULL);
    get<<<1, 32>>>(texture, to);
    cudaDestroyTextureObject(texture);
    cudaMemcpy(h, to, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g ", h[31]);
    cudaMallocArray(&array, &format, 32, 0, cudaArraySurfaceLoadStore);
    what.resType = cudaResourceTypeArray;
    what.res.array.array = array;
    cudaCreateSurfaceObject(&surface, &what);
    put<<<1, 32>>>(surface);
    cudaDestroySurfaceObject(surface);
    cudaMemcpy2DFromArray(h, sizeof h, array, 0, 0, sizeof h, 1, cudaMemcpyDeviceToHost);
    printf("%g\n", h[31]);
    cudaFreeArray(array);
    cudaFree(from);
    cudaFree(to);
    return 0;
}
END
    run -0 suite run FILE="$TMP/destroyed.cu"
    [[ $output = *"31 7"*"0 findings"* ]]
    # What is destroyed before the launch is not.
    sed -i '/cudaDestroyTextureObject/d; s/^    get<<</    cudaDestroyTextureObject(texture);\n&/' "$TMP/destroyed.cu"
    run suite run FILE="$TMP/destroyed.cu"
    [ "$status" -ne 0 ]
    [[ $output != *"0 findings"* ]]
}

@test "C++ of the host may have functions of its own that are named as CUDA's" {
    cat >"$TMP/own.h" <<'END'
#include <cuda_runtime.h>
#include <cmath>
using std::sqrt;
#ifndef __CUDACC__
inline int max(int a, int b) { return a > b ? a : b; }
inline float rsqrtf(float x) { return 1.0f / sqrt(x); }
#endif
END
    printf '%s\n' '#include "own.h"' 'int of_host(int a) { return max(a, 3) + (int)rsqrtf(0.25f); }' >"$TMP/host.cpp"
    cat >"$TMP/main.cu" <<'END'
#include <stdio.h>
#include "own.h"
int of_host(int a);
__global__ void k() { printf("%d\n", max(1, 2) + (int)rsqrtf(0.25f)); }
int main()
{
    k<<<1, 1>>>();
    cudaDeviceSynchronize();
    printf("%d\n", of_host(7));
    return 0;
}
END
    run -0 suite run FILE="$TMP/main.cu $TMP/host.cpp"
    [ "${lines[0]} ${lines[1]}" = "4 9" ]
}

@test "what Thrust's device_malloc() gives is memory of kernels, where a toolkit has Thrust" {
    run suite run FILE="$BATS_TEST_DIRNAME/others/device_malloc.cu"
    [[ $output != *"not supported without a GPU: <thrust/"* ]] || skip "no toolkit of CUDA 13 is here"
    says_what_it_must device_malloc
}

@test "operands of inline PTX stand without a comma between them, as nvcc takes them" {
    cat >"$TMP/operands.cu" <<'END'
#include <stdio.h>
__global__ void k(unsigned *to)
{
    unsigned got;
    asm volatile("st.release.gpu.global.u32 [%1], %0;" ::"r"(7) "l"(to) : "memory");
    asm volatile("add.u32 %0, %1, %2;" : "=r"(got) : "r"(to[0]) "r"(2));
    to[0] = got;
}
int main()
{
    unsigned *to;
    cudaMallocManaged(&to, sizeof *to);
    k<<<1, 1>>>(to);
    cudaDeviceSynchronize();
    printf("%u\n", *to);
    cudaFree(to);
    return 0;
}
END
    run -0 suite run FILE="$TMP/operands.cu"
    [ "${lines[0]}" = 9 ]
}

@test "functions of two streams that hold a lock do not race, and without it they do" {
    cat >"$TMP/locks.cu" <<'END'
#include <mutex>
#include <queue>
#include <stdio.h>
static std::mutex lock;
static std::queue<int> over;
static void CUDART_CB tell(void *number)
{
    std::lock_guard<std::mutex> held(lock);
    over.push(*(int *)number);
}
int main()
{
    int numbers[2] = {1, 2};
    cudaStream_t stream[2];
    for (int i = 0; i < 2; i++) {
        cudaStreamCreate(&stream[i]);
        cudaLaunchHostFunc(stream[i], tell, &numbers[i]);
    }
    cudaDeviceSynchronize();
    printf("%d\n", (int)over.size());
    for (int i = 0; i < 2; i++)
        cudaStreamDestroy(stream[i]);
    return 0;
}
END
    run -0 suite run FILE="$TMP/locks.cu"
    [[ $output = 2*"0 findings"* ]]
    sed -i '/lock_guard/d' "$TMP/locks.cu"
    run -1 suite run FILE="$TMP/locks.cu"
    [[ $output = *"race"*"the host function that runs at locks.cu:"* ]]
}
