// What g++ alone tells of, but for vectors: clang++ calls no hook for a thread's own arrays,
// and one without a line where both sides of a branch write to one place. This program has
// types that begin at multiples of 16 bytes.
#include "case.h"

enum { N = 256 };

// --- vectors ---------------------------------------------------------------------------------

__global__ void vectors_kernel(const float4 *from, float4 *to)
{
    to[threadIdx.x] = from[threadIdx.x]; // @vector
}

CASE(misaligned_vectors, "misaligned read of 16 bytes at byte 8 of from, an address that is no "
                         "multiple of 16: @vector by thread 0 of block 0")
{
    vectors_kernel<<<1, 1>>>((const float4 *)(numbers("from", 16) + 2),
                             (float4 *)nothing("to", 16));
}

// --- one place, from both sides of a branch --------------------------------------------------

/* Both write, in two lines: of one block and of another. */
__global__ void two_writers_kernel(int *out)
{
    if (blockIdx.x == 0)
        out[threadIdx.x] = 1; // @first_writer
    else
        out[threadIdx.x] = 2; // @second_writer
}

CASE(writers_of_two_blocks,
     "race global memory, out[0]: write @first_writer by thread 0 of block 0, write "
     "@second_writer by thread 0 "
     "of block 1 (and 31 more pairs of these lines); blocks write the same element, and run in "
     "no order: is its index right?")
{
    two_writers_kernel<<<2, 32>>>(numbers("out", 32));
}

// --- __shared__ forgotten --------------------------------------------------------------------

__global__ void own_tile_kernel(const int *in, int *out)
{
    int tile[N];
    int t = threadIdx.x;
    tile[t] = in[t];
    __syncthreads();
    out[t] = tile[N - 1 - t]; // @others_place
}

CASE(own_tile, "not-shared @others_place: tile is declared without __shared__, so each thread")
{
    own_tile_kernel<<<1, N>>>(numbers("in", N), nothing("out", N));
}

__device__ void halve(int *sums, int t)
{
    for (int half = N / 2; half > 0; half /= 2) {
        if (t < half)
            sums[t] += sums[t + half]; // @in_helper
        __syncthreads();
    }
}

__global__ void own_sums_kernel(const int *in, int *out)
{
    int sums[N], first, t = threadIdx.x;
    sums[t] = in[t];
    if (t == 0)
        first = in[0];
    __syncthreads();
    halve(sums, t);
    out[t] = sums[0] + first; // @first_of_all
}

CASE(own_sums,
     "not-shared @in_helper: sums is declared | not-shared @first_of_all: first is declared")
{
    own_sums_kernel<<<1, N>>>(numbers("in", N), nothing("out", N));
}

__global__ void own_bins_kernel(const int *in, int *out)
{
    unsigned bins[4];
    int count = 0;
    if (threadIdx.x < 4)
        bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[in[threadIdx.x] % 4], 1u); // @own_bin
    atomicAdd(&count, 1);                      // @own_count
    __syncthreads();
    out[threadIdx.x] = bins[threadIdx.x % 4] + count; // @own_merge
}

CASE(own_bins, "not-shared @own_bin: bins is declared without | "
               "not-shared @own_count: an atomic operation on a variable of | not-shared "
               "@own_merge: bins is declared")
{
    own_bins_kernel<<<1, N>>>(numbers("in", N), nothing("out", N));
}

/* Meant to be the thread's own, though its places are taken in another order by each. */
__global__ void own_counters_kernel(const int *in, int *out)
{
    int counts[8], left, t = threadIdx.x;
    for (int i = 0; i < 8; i++)
        counts[(t + i) % 8] = 0;
    for (int i = 0; i < 8; i++)
        counts[(in[t] + i) % 8]++;
    if (t == 0)
        left = in[1];
    __syncthreads();
    if (t == 0)
        out[N] = left;
    out[t] = counts[t % 8];
}

CASE(own_counters, "")
{
    own_counters_kernel<<<1, N>>>(numbers("in", N), nothing("out", N + 1));
}
