/* Kernels whose requests can be told beforehand. Each function launches one, on arrays of zeros
 * that have room for all it does; cases.c knows what it costs. It is plain CUDA, so that
 * compare_ncu can run the same on a device. */
#include "kernels.h"
#include <cuda_runtime.h>

/* `kernel` on one warp of its own thread index t, unless said otherwise. */
#define WARP(name, ...)                                                                        \
    __global__ void name##_kernel([[maybe_unused]] const float *in, float *out)                \
    {                                                                                          \
        [[maybe_unused]] int t = threadIdx.x;                                                  \
        __VA_ARGS__                                                                            \
    }                                                                                          \
    void name(const float *in, float *out)                                                     \
    {                                                                                          \
        name##_kernel<<<1, 32>>>(in, out);                                                     \
    }

/* --- global memory ------------------------------------------------------------------------ */

WARP(copy, out[t] = in[t];)
WARP(copy_shifted, out[t] = in[t + 1];)
WARP(copy_strided, out[t] = in[32 * t];)
WARP(copy_every_other, out[t] = in[2 * t];)
WARP(copy_backwards, out[t] = in[31 - t];)
WARP(copy_one, out[t] = in[5];)
WARP(copy_permuted, out[t] = in[t * 7 % 32];)
WARP(scatter, out[t * 7919 % 1024] = in[t];)
WARP(half_a_warp, if (t < 16) out[t] = in[t];)
WARP(odd_lanes, if (t % 2) out[t] = in[t];)
WARP(one_lane, if (t == 3) out[t] = in[t];)
WARP(read_only, out[t] = __ldg(&in[t]);)

WARP(copy_float2, ((float2 *)out)[t] = ((const float2 *)in)[t];)
WARP(copy_float4, ((float4 *)out)[t] = ((const float4 *)in)[t];)
WARP(copy_double, ((double *)out)[t] = ((const double *)in)[t];)
WARP(copy_short, ((short *)out)[t] = ((const short *)in)[t];)
WARP(copy_bytes, ((char *)out)[t] = ((const char *)in)[t];)

struct pair {
    float key;
    int index;
};
struct three {
    float x, y, z;
};
struct three_doubles {
    double x, y, z;
};
WARP(copy_pairs, ((pair *)out)[t] = ((const pair *)in)[t];)
WARP(copy_three_doubles, ((three_doubles *)out)[t] = ((const three_doubles *)in)[t];)
WARP(copy_threes, ((three *)out)[t] = ((const three *)in)[t];)

/* --- shared memory ------------------------------------------------------------------------ */

#define TRANSPOSE(name, columns)                                                               \
    __global__ void name##_kernel(const float *in, float *out)                                 \
    {                                                                                          \
        __shared__ float tile[32][columns];                                                    \
        tile[threadIdx.y][threadIdx.x] = in[32 * threadIdx.y + threadIdx.x];                   \
        __syncthreads();                                                                       \
        out[32 * threadIdx.y + threadIdx.x] = tile[threadIdx.x][threadIdx.y];                  \
    }                                                                                          \
    void name(const float *in, float *out)                                                     \
    {                                                                                          \
        name##_kernel<<<1, dim3(32, 32)>>>(in, out);                                           \
    }
TRANSPOSE(transpose, 32)
TRANSPOSE(transpose_padded, 33)

/* Stores to `put`, and loads from `take`, in an array of words that all lanes share. */
#define SHARED(name, type, put, take)                                                          \
    __global__ void name##_kernel(const float *in, float *out)                                 \
    {                                                                                          \
        __shared__ type words[1024];                                                           \
        int t = threadIdx.x;                                                                   \
        words[put] = ((const type *)in)[t];                                                    \
        __syncthreads();                                                                       \
        ((type *)out)[t] = words[take];                                                        \
    }                                                                                          \
    void name(const float *in, float *out)                                                     \
    {                                                                                          \
        name##_kernel<<<1, 32>>>(in, out);                                                     \
    }
SHARED(shared_broadcast, float, t, 7)
SHARED(shared_stride_2, float, 2 * t, 2 * t)
SHARED(shared_stride_3, float, 3 * t, 3 * t)
SHARED(shared_stride_8, float, 8 * t, 8 * t)
SHARED(shared_bytes, unsigned char, t, t)
SHARED(shared_bytes_stride_4, unsigned char, 4 * t, 4 * t)
SHARED(shared_doubles, double, t, t)
SHARED(shared_doubles_stride_2, double, 2 * t, 2 * t)
SHARED(shared_float4, float4, t, t)
SHARED(shared_float4_stride_2, float4, 2 * t, 2 * t)

/* Two words of one bank. */
__global__ void shared_two_words_kernel(const float *in, float *out)
{
    __shared__ float words[64];
    int t = threadIdx.x;
    words[t] = words[32 + t] = in[t];
    __syncthreads();
    out[t] = words[t < 16 ? 0 : 32];
}

void shared_two_words(const float *in, float *out)
{
    shared_two_words_kernel<<<1, 32>>>(in, out);
}

/* Half of the lanes of a phase, and a phase that nobody is in. */
__global__ void shared_quarter_kernel(const float *in, float *out)
{
    __shared__ double words[32];
    int t = threadIdx.x;
    words[t] = in[t];
    __syncthreads();
    if (t < 8)
        ((double *)out)[t] = words[t];
}

void shared_quarter(const float *in, float *out)
{
    shared_quarter_kernel<<<1, 32>>>(in, out);
}

__global__ void dynamic_kernel(const float *in, float *out)
{
    extern __shared__ float words[];
    int t = threadIdx.x;
    words[t] = words[32 + t] = in[t];
    __syncthreads();
    out[t] = words[32 * (t % 2) + 31 - t];
}

void dynamic(const float *in, float *out)
{
    dynamic_kernel<<<1, 32, 64 * sizeof(float)>>>(in, out);
}

/* --- lanes that part and join ------------------------------------------------------------- */

/* nvcc makes four loads of one where it unrolls. */
#define NOT_UNROLLED _Pragma("unroll 1")

/* The trap: the k-th load of each lane is not one request. */
WARP(
    branch_in_loop, float x = 0; for (int k = 0; k < 4; k++) {
        if (t % 2 == k % 2)
            x += in[32 * k + t];
    } out[t] = x;)

/* Both sides of a branch in a loop, and what follows is common again. */
WARP(
    sides_in_loop, float x = 0; for (int k = 0; k < 4; k++) {
        if ((t + k) % 2)
            x += in[32 * k + t];
        else
            x -= in[1024 + 32 * k + t];
        x *= in[2048 + 32 * k + t];
    } out[t] = x;)

/* A loop that lane t runs t + 1 times. */
WARP(ragged_loop, float x = 0; NOT_UNROLLED for (int k = 0; k <= t; k++) x += in[32 * k + t];
     out[t] = x;)

WARP(
    nested_loops, float x = 0; for (int i = 0; i < 2; i++) {
        NOT_UNROLLED for (int k = 0; k <= t % 4; k++) x += in[32 * k + t];
        out[32 * i + t] = x;
    })

WARP(early_return, if (t >= 20) return; out[t] = in[t];)

WARP(
    break_and_continue, float x = 0; for (int k = 0; k < 8; k++) {
        if (k == t % 4)
            continue;
        x += in[32 * k + t];
        if (k == 4 + t % 4)
            break;
    } out[t] = x;)

WARP(
    while_loop, int k = t; float x = 0; do {
        x += in[k];
        k += 32;
    } while (k < 32 * (1 + t / 16));
    out[t] = x;)

/* A condition that has loads in it. */
WARP(short_circuit, if (t < 8 || in[t] == 0) out[t] = in[32 + t];)

__device__ float sum(const float *in, int n);

/* The same function in two calls at a time: these are no requests in common. */
WARP(calls, float x; if (t % 2) x = sum(in + t, 2); else x = 3 - sum(in + 64 + t, 2);
     out[t] = x;)

__device__ __attribute__((noinline)) float sum(const float *in, int n)
{
    float x = 0;
    NOT_UNROLLED for (int k = 0; k < n; k++) x += in[32 * k];
    return x;
}

/* --- atomics ------------------------------------------------------------------------------ */

WARP(atomics_apart, atomicAdd(&out[t], in[t]);)
WARP(atomics_on_one, atomicAdd((int *)out, 1);)
WARP(atomics_on_four, atomicAdd((unsigned *)out + t % 4, 1u);)
WARP(atomic_minimum, atomicMin((int *)out + t / 8, t);)

__global__ void shared_atomics_kernel(const float *in, float *out)
{
    __shared__ int bins[8];
    int t = threadIdx.x;
    if (t < 8)
        bins[t] = 0;
    __syncthreads();
    atomicAdd(&bins[t % 8], 1 + (int)in[t]);
    __syncthreads();
    if (t < 8)
        atomicAdd((int *)out + t, bins[t]);
}

void shared_atomics(const float *in, float *out)
{
    shared_atomics_kernel<<<1, 32>>>(in, out);
}

/* --- several warps and blocks ---------------------------------------------------------- */

#define COPY(name, blocks, threads)                                                            \
    __global__ void name##_kernel(const float *in, float *out, int n)                          \
    {                                                                                          \
        int i = blockIdx.x * blockDim.x + threadIdx.x;                                         \
        if (i < n)                                                                             \
            out[i] = in[i];                                                                    \
    }                                                                                          \
    void name(const float *in, float *out)                                                     \
    {                                                                                          \
        name##_kernel<<<blocks, threads>>>(in, out, 1000);                                     \
    }
COPY(many_blocks, 4, 256) /* of the last warp 8 lanes are at work */
COPY(ragged_warp, 1, 40)

/* A warp is two rows of the block. */
__global__ void flat_blocks_kernel(const float *in, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    out[64 * y + x] = in[64 * x + y];
}

void flat_blocks(const float *in, float *out)
{
    flat_blocks_kernel<<<dim3(4, 4), dim3(16, 16)>>>(in, out);
}

__global__ void tree_kernel(const float *in, float *out)
{
    __shared__ float words[128];
    int t = threadIdx.x;
    words[t] = in[t];
    for (int stride = 64; stride > 0; stride /= 2) {
        __syncthreads();
        if (t < stride)
            words[t] += words[t + stride];
    }
    if (t == 0)
        out[blockIdx.x] = words[0];
}

void tree(const float *in, float *out)
{
    tree_kernel<<<3, 128>>>(in, out);
}

/* More records than a warp may keep: it is replayed piece by piece. */
WARP(
    long_loop, float x = 0; for (int k = 0; k < 30000; k++) {
        if ((t + k) % 4 == 0)
            x += in[k % 64 * 32 + t];
        x += in[k % 64 * 32 + 4096 + t];
    } out[t] = x;)

/* Half of the lanes wait at the barrier meanwhile. */
WARP(long_wait, float x = 0;
     if (t < 16) for (int k = 0; k < 20000; k++) x += in[k % 64 * 32 + t]; __syncthreads();
     out[t] = x;)

/* --- wide accesses to shared memory ------------------------------------------------------- */

/* The lanes for which `condition` holds load words[index]. */
#define WIDE(name, type, condition, index)                                                     \
    __global__ void name##_kernel(const type *in, type *out)                                   \
    {                                                                                          \
        __shared__ type words[1024];                                                           \
        int t = threadIdx.x;                                                                   \
        for (int i = 0; i < 1024; i += 32)                                                     \
            words[i + t] = in[i + t];                                                          \
        __syncthreads();                                                                       \
        if (condition)                                                                         \
            out[t] = words[index];                                                             \
    }                                                                                          \
    void name(const float *in, float *out)                                                     \
    {                                                                                          \
        name##_kernel<<<1, 32>>>((const type *)in, (type *)out);                               \
    }
WIDE(d_broadcast, double, true, 3)
WIDE(d_mirror, double, true, t % 16)
WIDE(d_pairs, double, true, t / 2)
WIDE(d_half, double, t < 16, t)
WIDE(d_quarters, double, t % 16 < 8, t)
WIDE(d_evens, double, t % 2 == 0, t)
WIDE(d_stride_2_half, double, t < 16, 2 * t)
WIDE(d_far, double, true, t + t / 16 * 512)
WIDE(d_swapped, double, true, t ^ 16)
WIDE(d_two_columns, double, true, t % 16 * 16 + t / 16)
WIDE(q_broadcast, float4, true, 3)
WIDE(q_mirror_8, float4, true, t % 8)
WIDE(q_mirror_16, float4, true, t % 16)
WIDE(q_pairs, float4, true, t / 2)
WIDE(q_half, float4, t < 16, t)
WIDE(q_evens, float4, t % 2 == 0, t)
WIDE(q_one, float4, t == 0, t)
WIDE(b_same_word, unsigned char, true, t % 4)
WIDE(f_two_words, float, true, t / 16 * 16 + 5)
