#!/usr/bin/env bats
# What others' programs use and no lab does: common/simt/others.
# bats file_tags=apart

load suite

setup() {
    export TMP=$BATS_TEST_TMPDIR BUILD=$BATS_TEST_TMPDIR/build BACKEND=cpu
    unset CC CXX
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

@test "programs of CUDA 11 and 12 build and run, with a launch by a call" {
    says_what_it_must before_13
}

@test "blocks of a cooperative launch wait for each other" {
    says_what_it_must grids
}

@test "kernels launch kernels, which run when their parents have" {
    says_what_it_must nested
}

@test "graphs are captured, built by hand, launched again, and their branches are not ordered" {
    says_what_it_must graphs
    run -1 suite run FILE="$BATS_TEST_DIRNAME/others/graphs.cu" ARGS=both
    [[ $output = *"race"*"graphs.cu:42"*"graphs.cu:43"*"nothing orders their streams"* ]]
}

@test "default arguments of a kernel, marks for a profiler, wide types in a header" {
    echo 'struct wide { float4 of[2]; };' >"$TMP/wide.cuh"
    cat >"$TMP/small.cu" <<'END'
#include "wide.cuh"
#include <nvtx3/nvToolsExt.h>
#include <set>
#include <stdio.h>
#ifndef __CUDA_RUNTIME_H__
#error "nvcc has read it by now"
#endif
struct three { __device__ int size() { return 3; } };
__device__ float4 zero;
__global__ void set(int *a, int n, int more = 5, const wide *w = nullptr)
{
    if (threadIdx.x < n)
        a[threadIdx.x] = three().size() + more + (w != nullptr) + (int)zero.x;
}
template <class T> __global__ void add(T *a, T more = 100) { *a += more; }
int main()
{
    int *a, host[2] = {0, 0};
    std::set<int> names;
    names.insert(2);
    nvtxRangePush("all of it");
    cudaMalloc(&a, sizeof host);
    set<<<1, 32>>>(a, 2);
    set<<<1, 32>>>(a, names.size(), 1);
    add<<<1, 1>>>(a);
    add<int><<<1, 1>>>(a, 1000);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(a);
    nvtxRangePop();
    printf("%d %d\n", host[0], host[1]);
    return cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096);
}
END
    run -0 --separate-stderr suite run FILE="$TMP/small.cu"
    [ "${lines[-1]}" = "1104 8" ]
}

@test "kernels have a heap, and classes with constructors are shared" {
    says_what_it_must heap
}

@test "a stray access, a use after it was freed, a second free and a leak of a kernel's heap are told" {
    cat >"$TMP/stray.cu" <<'END'
__global__ void wrong(int which)
{
    int *a = (int *)malloc(4 * sizeof *a), *b = new int[4];
    a[0] = which == 1 ? b[1] : 0;
    a[which == 2 ? 4 : 1] = 0;
    free(a);
    if (which == 3)
        a[2] = 1;
    if (which == 4)
        free(a);
    if (which != 5)
        delete[] b;
}
int main(int argc, char **)
{
    wrong<<<1, 1>>>(argc - 1);
    cudaDeviceSynchronize();
    return 0;
}
END
    run -0 suite run FILE="$TMP/stray.cu"
    run -1 suite run FILE="$TMP/stray.cu" ARGS=1
    [[ $output = *"uninitialised"*"stray.cu:4"*"1 finding"* ]]
    run -1 suite run FILE="$TMP/stray.cu" ARGS="1 2"
    [[ $output = *"out-of-bounds"*"stray.cu:5"*"1 finding"* ]]
    run -1 suite run FILE="$TMP/stray.cu" ARGS="1 2 3"
    [[ $output = *"use-after-free"*"stray.cu:8"*"1 finding"* ]]
    run -1 suite run FILE="$TMP/stray.cu" ARGS="1 2 3 4"
    [[ $output = *"double-free"*"stray.cu:10"*"1 finding"* ]]
    run -1 suite run FILE="$TMP/stray.cu" ARGS="1 2 3 4 5"
    [[ $output = *"leak"*"16 bytes allocated here are never freed"*"1 finding"* ]]
}

@test "what a device's own runtime has, and this one not, is no mistake of the program" {
    echo '__global__ void k(int *a) { cudaMemsetAsync(a, 0, 4); } int main() {}' >"$TMP/inner.cu"
    run -2 suite run FILE="$TMP/inner.cu"
    [[ $output = *"inner.cu:1: error: not supported without a GPU: cudaMemsetAsync() in a kernel" ]]
    echo '__global__ void k() { cudaDeviceSynchronize(); } int main() {}' >"$TMP/inner.cu"
    run -2 suite run FILE="$TMP/inner.cu"
    [[ $output = *"inner.cu:1: error: cudaDeviceSynchronize() is for the host"* ]]
}

@test "a variable of the device begins with what the compiler knows, or is refused as by nvcc" {
    echo '__device__ int n = 4 * 5, *at = &n; __constant__ float t[] = {1, 2}; __device__ int f() { return 1; }
        __device__ int (*call)() = f; __device__ char *bytes = (char *)&n; int main() {}' >"$TMP/known.cu"
    run -0 suite run FILE="$TMP/known.cu"
    echo 'int f() { return 1; } __device__ int n = f(); int main() {}' >"$TMP/known.cu"
    run -2 suite run FILE="$TMP/known.cu"
    [[ $output = *"nothing runs there before the first kernel"* ]]
    for text in 'int n(f())' 'int n{f()}' 'p n(3)'; do
        echo "int f(); struct p { int n; __host__ __device__ p(int n) : n(f()) {} __device__ int f() { return 2; } }; __device__ $text; int main() {}" >"$TMP/known.cu"
        run -2 suite run FILE="$TMP/known.cu"
        [[ $output = *"nothing runs there before the first kernel"* ]]
    done
}

@test "a variable of the device that begins in parentheses is one for the host, too" {
    echo '__device__ int n(5); int main() { int h = 0; cudaMemcpyFromSymbol(&h, n, 4); return h - 5; }' >"$TMP/begun.cu"
    run -0 suite run FILE="$TMP/begun.cu"
}

@test "a template's type decides the size of an array, and a macro may be called error" {
    says_what_it_must sizes
}

@test "a function that calls itself may wish to be in line" {
    says_what_it_must recursion
}

@test "what a grid misses is told: a sync(), a block that comes to it, a cooperative launch" {
    cat >"$TMP/grid.cu" <<'END'
#include <cooperative_groups.h>
__global__ void shift(int *a, int mistake)
{
    auto grid = cooperative_groups::this_grid();
    int i = (int)grid.thread_rank(), n = (int)grid.size();
    a[i] = i;
    if (mistake != 1)
        grid.sync();
    int next = a[(i + 32) % n];
    if (mistake == 2 && blockIdx.x == 1)
        return;
    grid.sync();
    a[i] = next;
}
int main(int argc, char **)
{
    int *a, mistake = argc - 1;
    cudaMalloc(&a, 4 * 32 * 4);
    void *arguments[] = {&a, &mistake};
    if (mistake == 3)
        shift<<<4, 32>>>(a, mistake);
    else
        cudaLaunchCooperativeKernel((void *)shift, 4, 32, arguments);
    cudaDeviceSynchronize();
    cudaFree(a);
    return 0;
}
END
    run -0 suite run FILE="$TMP/grid.cu"
    run -1 suite run FILE="$TMP/grid.cu" ARGS=1
    [[ $output = *"race"*"grid.cu:6"*"grid.cu:9"* ]]
    run -1 suite run FILE="$TMP/grid.cu" ARGS="1 2"
    [[ $output = *"grid barrier that not all blocks reach: 1 block has returned, 3 wait at grid.cu:12"* ]]
    run -1 suite run FILE="$TMP/grid.cu" ARGS="1 2 3"
    [[ $output = *"grid.cu:8: sync() of a grid in a launch that is not cooperative"* ]]
}

@test "managed and pinned memory that nobody has written is told, whoever writes it unseen" {
    cat >"$TMP/fresh.cu" <<'END'
#include <stdio.h>
__global__ void add(int *sum, const unsigned char *text, const double *pinned)
{
    atomicAdd(sum, text[threadIdx.x] + (int)pinned[threadIdx.x]);
}
int main(int argc, char **)
{
    int *sum;
    unsigned char *text;
    double *pinned;
    cudaMallocManaged(&sum, sizeof *sum);
    cudaMallocManaged(&text, 64);
    cudaMallocHost(&pinned, 32 * sizeof *pinned);
    FILE *zero = fopen("/dev/zero", "r");
    fread(text, 1, 32, zero);
    fread(pinned, 8, argc == 2 ? 31 : 32, zero);
    if (argc < 3)
        *sum = 0;
    fclose(zero);
    add<<<1, 32>>>(sum, text, pinned);
    cudaDeviceSynchronize();
    cudaFree(sum);
    cudaFree(text);
    cudaFreeHost(pinned);
    return 0;
}
END
    run -0 suite run FILE="$TMP/fresh.cu"
    run -1 suite run FILE="$TMP/fresh.cu" ARGS=1
    [[ $output = *"uninitialised"*"[31]"*"fresh.cu:4 by thread 31"*"1 finding"* ]]
    run -1 suite run FILE="$TMP/fresh.cu" ARGS="1 2"
    [[ $output = *"uninitialised"*"allocation 1 in managed memory"*"fresh.cu:4 by thread"*"1 finding"* ]]
}

@test "what is not freed yet when somebody else ends the program is no leak" {
    cat >"$TMP/ended.cu" <<'END'
#include <csignal>
__global__ void set(int *a) { a[1 + threadIdx.x] = 1; }
int main()
{
    int *a;
    cudaMalloc(&a, 4);
    set<<<1, 1>>>(a);
    cudaDeviceSynchronize();
    raise(SIGTERM);
    cudaFree(a);
}
END
    run -143 suite run FILE="$TMP/ended.cu"
    [[ $output = *"out-of-bounds"*"1 finding: 1 out-of-bounds"* ]]
}

@test "a lab sees none of it: what is unsupported there names itself" {
    # The judge is the tree's own.
    mkdir -p "$BUILD/common"
    [ ! -d "$ROOT/build/common/judge" ] || cp -a "$ROOT/build/common/judge" "$BUILD/common/"
    printf '%s\n' '#include "matmul_naive.h"' '__global__ void k(int *a) { *a = __vadd4(*a, 1); }' >"$TMP/matmul_naive.cu"
    run in_lab 01-matmul-naive check FROM="$TMP/matmul_naive.cu"
    [ "$status" -ne 0 ]
    [[ $output = *"not supported without a GPU: __vadd4"* ]]
    echo '#include <cuda/atomic>' >"$TMP/matmul_naive.cu"
    run in_lab 01-matmul-naive check FROM="$TMP/matmul_naive.cu"
    [ "$status" -ne 0 ]
    [[ $output = *"not supported without a GPU: <cuda/atomic>"* ]]
}

@test "cuBLAS computes what its loops do, in the order of its stream" {
    says_what_it_must cublas
    says_what_it_must cublas_old
}

@test "cuSPARSE gives what loops over the dense matrix do, and names what it lacks" {
    says_what_it_must sparse
    printf '%s\n' '#include <cusparse.h>' 'int main() { csrilu02Info_t it; cusparseCreateCsrilu02Info(&it); }' >"$TMP/lu.cu"
    run suite run FILE="$TMP/lu.cu"
    [ "$status" -ne 0 ]
    [[ $output = *"not supported without a GPU: cusparseCreateCsrilu02Info"* ]]
    [[ $output != *"was not declared"* ]]
}

@test "cuda::std is the C++ library, and large tiles name themselves" {
    says_what_it_must standard
    printf '%s\n' '#include <cooperative_groups.h>' 'namespace cg = cooperative_groups;' \
        '__global__ void k(int *a) { __shared__ cg::block_tile_memory<128> room;' \
        'auto tile = cg::tiled_partition<TILE>(cg::this_thread_block(room)); a[threadIdx.x] = tile.thread_rank(); }' \
        'int main() { int *a; cudaMallocManaged(&a, 512); k<<<1, 128>>>(a); cudaDeviceSynchronize(); cudaFree(a); }' >"$TMP/tile.cu"
    sed s/TILE/32/ "$TMP/tile.cu" >"$TMP/small.cu"
    run -0 suite run FILE="$TMP/small.cu"
    sed s/TILE/64/ "$TMP/tile.cu" >"$TMP/large.cu"
    run suite run FILE="$TMP/large.cu"
    [ "$status" -ne 0 ]
    [[ $output = *"not supported without a GPU: tiles of more than 32 threads"* ]]
    [[ $output != *"does not name a type"* ]]
}

@test "a warp's small matrices, and cuFFT's transforms, are what plain sums give" {
    says_what_it_must libraries
}

@test "cuBLAS beyond an allocation, not waited for, and of what is missing, is told" {
    cat >"$TMP/wrong.cu" <<'END'
#include <cublas_v2.h>
int main(int argc, char **)
{
    float *x, one = 1;
    cublasHandle_t handle;
    cudaMallocManaged(&x, 4 * sizeof *x);
    x[0] = x[1] = x[2] = x[3] = 1;
    cublasCreate(&handle);
    if (argc > 1)
        return cublasSscal(handle, 5, &one, x, 1) == CUBLAS_STATUS_EXECUTION_FAILED ? 0 : 2;
    cublasSscal(handle, 4, &one, x, 1);
    x[3] = 2;
    cudaDeviceSynchronize();
#ifdef MORE
    cublasStrsv(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 2, x, 2, x, 1);
#endif
    cublasDestroy(handle);
    cudaFree(x);
    return 0;
}
END
    run -1 suite run FILE="$TMP/wrong.cu"
    [[ $output = *"race"*"wrong.cu:12"* ]]
    run -1 suite run FILE="$TMP/wrong.cu" ARGS=beyond
    [[ $output = *"20 bytes starts at byte 0 of"*"16 bytes) and runs past its end"* ]]
    sed -i 's/^#ifdef MORE/#if 1/' "$TMP/wrong.cu"
    run suite run FILE="$TMP/wrong.cu"
    [ "$status" -ne 0 ]
    [[ $output = *"not supported without a GPU: cublasStrsv"* ]]
}

@test "Thrust's own headers work on the memory of kernels, where a toolkit has them" {
    run suite run FILE="$BATS_TEST_DIRNAME/others/thrust.cu"
    [[ $output != *"not supported without a GPU: <thrust/"* ]] || skip "no toolkit of CUDA 13 is here"
    says_what_it_must thrust
}

@test "a constexpr function of the host runs on the device by nvcc's option, and not without it" {
    echo 'constexpr int two() { return 2; }' >"$TMP/two.cuh"
    cat >"$TMP/constant.cu" <<'END'
#include "two.cuh"
constexpr int half(int x) { return x / two(); }
__global__ void set(int *a) { a[threadIdx.x] = half(threadIdx.x) + two(); }
int main() { return 0; }
END
    "$ROOT/common/tools/simtcc" --expt-relaxed-constexpr -c "$TMP/constant.cu" -o "$TMP/constant.o"
    run "$ROOT/common/tools/simtcc" -c "$TMP/constant.cu" -o "$TMP/constant.o"
    [ "$status" -ne 0 ]
    [[ $output = *"constant.cu:3: error: host function 'half' is called by 'set'"* ]]
}

@test "barriers that threads arrive at, and copies that run meanwhile, do what they promise" {
    says_what_it_must async
}

@test "who reads what is still being copied, or does not wait at a barrier, is told" {
    cat >"$TMP/early.cu" <<'END'
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <stdlib.h>
namespace cg = cooperative_groups;
__global__ void own(const int *in, int *out)
{
    __shared__ int tile[64];
    auto pipe = cuda::make_pipeline();
    pipe.producer_acquire();
    cuda::memcpy_async(tile + threadIdx.x, in + threadIdx.x, 4, pipe);
    pipe.producer_commit();
    out[threadIdx.x] = tile[threadIdx.x];
    pipe.consumer_wait();
    pipe.consumer_release();
}
__global__ void others(const int *in, int *out)
{
    __shared__ int tile[64];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, tile, in, sizeof tile);
    out[threadIdx.x] = tile[63 - threadIdx.x];
    cg::wait(block);
}
__global__ void arrive(const int *in, int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> all;
    __shared__ int tile[64];
    if (threadIdx.x == 0)
        init(&all, 64);
    __syncthreads();
    tile[threadIdx.x] = in[threadIdx.x];
    auto token = all.arrive();
    out[threadIdx.x] = tile[63 - threadIdx.x];
    all.wait(std::move(token));
}
__global__ void refill(const int *in, int *out)
{
    __shared__ int tile[64];
    auto pipe = cuda::make_pipeline();
    for (int i = 0; i < 2; i++) {
        pipe.producer_acquire();
        cuda::memcpy_async(tile + threadIdx.x, in + threadIdx.x, 4, pipe);
        pipe.producer_commit();
        pipe.consumer_wait();
        __syncthreads();
        out[threadIdx.x] = tile[63 - threadIdx.x];
        pipe.consumer_release();
    }
}
int main(int argc, char **argv)
{
    int *a;
    cudaMalloc(&a, 512);
    cudaMemset(a, 0, 512);
    switch (atoi(argv[argc - 1])) {
    case 1: own<<<1, 64>>>(a, a + 64); break;
    case 2: others<<<1, 64>>>(a, a + 64); break;
    case 3: arrive<<<1, 64>>>(a, a + 64); break;
    case 4: refill<<<1, 64>>>(a, a + 64); break;
    }
    cudaFree(a);
    return 0;
}
END
    local program=$TMP/early
    "$ROOT/common/tools/simtcc" --checked "$TMP/early.cu" -o "$program"
    run "$program" 1
    [[ $output = *"uninitialised"*"tile"*"early.cu:14"* ]]
    run "$program" 2
    [[ $output = *"race"*"early.cu:22"*"early.cu:23"* ]]
    run "$program" 3
    [[ $output = *"race"*"early.cu:33"*"early.cu:35"* ]]
    run "$program" 4
    [[ $output = *"race"*"early.cu:44"*"early.cu:48"* ]]
    run -0 "$program" 0
    [[ $output != *"race"* ]]
}

@test "parameters of a kernel may be as large as a device takes them" {
    cat >"$TMP/large.cu" <<'END'
struct large { int of[8000]; };
__global__ void last(const __grid_constant__ large all, int *result) { *result = all.of[threadIdx.x + 7936]; }
int main()
{
    static large all;
    int *result;
    all.of[7999] = 1;
    cudaMalloc(&result, sizeof *result);
    last<<<1, 1>>>(all, result);
    cudaDeviceSynchronize();
    cudaFree(result);
    return 0;
}
END
    run -0 suite run FILE="$TMP/large.cu"
    [[ $output = *"========= 0 findings"* ]]
}

@test "CUB's own headers run in kernels, and bring kernels of their own, where a toolkit has them" {
    waits_for_night "half a minute"
    run suite run FILE="$BATS_TEST_DIRNAME/others/cub.cu"
    [[ $output != *"not supported without a GPU: <cub/"* ]] || skip "no toolkit of CUDA 13 is here"
    says_what_it_must cub
}

@test "the alignment of a shared array may stand behind __shared__" {
    cat >"$TMP/aligned.cu" <<'END'
#include <stdio.h>
__global__ void fill(int *result)
{
    __shared__ char odd;
    __shared__ alignas(16) int tile[4];
    __shared__ alignas(double) char bytes[3], more[3];
    odd = bytes[0] = more[0] = 1;
    tile[threadIdx.x] = (size_t)tile % 16 + (size_t)bytes % 8;
    *result = tile[threadIdx.x] + odd;
}
int main()
{
    int *result, is;
    cudaMalloc(&result, sizeof *result);
    fill<<<1, 1>>>(result);
    cudaMemcpy(&is, result, sizeof is, cudaMemcpyDeviceToHost);
    cudaFree(result);
    return is != 1;
}
END
    run -0 suite run FILE="$TMP/aligned.cu"
    [[ $output = *"========= 0 findings"* ]]
}

@test "code asks by __CUDA_ARCH__ on which side it is, and a lambda may be of both" {
    says_what_it_must both_sides
}

@test "launches have attributes, and a device, pools and managed memory tell of themselves" {
    says_what_it_must attributes
}

@test "numbers of eight bits are what CUDA's own functions give" {
    says_what_it_must fp8
}

@test "cuBLASLt's product is what plain sums give, with what comes behind it" {
    says_what_it_must cublaslt
}

@test "CUDA's functions of mathematics beyond the C library's lead back where they came from" {
    says_what_it_must functions
}

@test "the driver's API asks for the device and copies, and types without support name themselves" {
    says_what_it_must driver
    printf 'int main()\n{\ncudaMemAllocNodeParams node;\ncudaIpcMemHandle_t handle;\n}\n' >"$TMP/types.cu"
    run -1 "$ROOT/common/tools/simtcc" -c "$TMP/types.cu" -o "$TMP/types.o"
    [[ $output = *"types.cu:3:"*"without a GPU: cudaMemAllocNodeParams"*"types.cu:4:"*"without a GPU: cudaIpcMemHandle_t"* ]]
    printf '#include <cuda.h>\nint main()\n{\nreturn cuModuleUnload(0);\n}\n' >"$TMP/module.cu"
    run -1 "$ROOT/common/tools/simtcc" -c "$TMP/module.cu" -o "$TMP/module.o"
    [[ $output = *"module.cu:4:"*"not supported without a GPU: cuModuleUnload"* ]]
}

@test "threads get the bytes of an argument, and neither copy nor destroy it in its class's own way" {
    says_what_it_must arguments
}

@test "templates of variables are the device's, where they say so" {
    says_what_it_must template_variables
}

@test "a host that waits for a flag, a condition, a future or a thread is told what a stream tells" {
    says_what_it_must host_waits
}

# is_not_there LINES NAME...: a program of these lines is refused, and told each of these names.
is_not_there() {
    local name
    printf '%s\n' "$1" >"$TMP/missing.cu"
    shift
    run "$ROOT/common/tools/simtcc" "$TMP/missing.cu" -o "$TMP/missing"
    echo "$output"
    [ "$status" -ne 0 ]
    for name; do [[ $output = *"not supported without a GPU: $name"* ]]; done
    [[ $output != *"does not name a type"* && $output != *"not declared"* && $output != *"expected primary"* ]]
}

@test "mipmaps of textures, types of callbacks and missing headers name themselves, and a hint runs" {
    local kernel='__global__ void k(cudaTextureObject_t t, float *a)'
    is_not_there 'int main() { cudaMipmappedArray_t all; }' cudaMipmappedArray_t
    printf '%s\n' "$kernel { *a = tex2D<float>(t, 0.5f, 0.5f); } int main() {}" >"$TMP/plain.cu"
    "$ROOT/common/tools/simtcc" "$TMP/plain.cu" -o "$TMP/plain"
    is_not_there '#include <cufftXt.h>
int main() { cufftCallbackLoadR *load; cudaLibXtDesc *data; cudaGraphMemAttributeType which; }' \
        cufftCallbackLoadR cudaLibXtDesc cudaGraphMemAttributeType
    is_not_there $'#include <cudaTypedefs.h>\n#include <cupti.h>\nint main() {}' '<cudaTypedefs.h>' '<cupti.h>'
    echo 'int main() { return cudaCtxResetPersistingL2Cache(); }' >"$TMP/hint.cu"
    run -0 suite run FILE="$TMP/hint.cu"
}
