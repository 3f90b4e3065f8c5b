// Planted faults: each by itself, for the CPU checker and for compute-sanitizer.
//
//   faults list    every fault: its name, and what is wrong; at last "right"
//   faults NAME    commits it
//   faults right   does the work of all as it should be done
//
// Built for the CPU backend it prints what the checker has found; for a device, nothing.
#include "../../../../common/student/kernel.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef __NVCC__
#include "simt.h"
#endif

enum { N = 256, WARP = 32, BLOCKS = 8 };

struct planted {
    const char *name, *what;
    void (*commit)(bool right);
};

// --- memory for the kernels ------------------------------------------------------------------

static int *nothing(size_t count)
{
    int *d_array;
    CHECK(cudaMalloc(&d_array, count * sizeof *d_array));
    return d_array;
}

static int *numbers(size_t count)
{
    int *d_array = nothing(count), *array = (int *)malloc(count * sizeof *array);
    for (size_t i = 0; i < count; i++)
        array[i] = (int)(i * 7 % 8);
    CHECK(cudaMemcpy(d_array, array, count * sizeof *array, cudaMemcpyHostToDevice));
    free(array);
    return d_array;
}

static void end(int *d_first, int *d_second)
{
    cudaDeviceSynchronize();
    cudaFree(d_first);
    cudaFree(d_second);
}

// --- races in shared memory ------------------------------------------------------------------

__global__ void reverse(const int *in, int *out, bool right)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    s[t] = in[t];
    if (right)
        __syncthreads();
    out[t] = s[N - 1 - t];
}

static void missing_barrier(bool right)
{
    int *d_in = numbers(N), *d_out = nothing(N);
    reverse<<<1, N>>>(d_in, d_out, right);
    end(d_in, d_out);
}

__global__ void reverse_pieces(const int *in, int *out, bool right)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    for (int piece = 0; piece < 4; piece++) {
        s[t] = in[piece * N + t];
        __syncthreads();
        out[piece * N + t] = s[N - 1 - t];
        if (right)
            __syncthreads();
    }
}

static void missing_second_barrier(bool right)
{
    int *d_in = numbers(4 * N), *d_out = nothing(4 * N);
    reverse_pieces<<<1, N>>>(d_in, d_out, right);
    end(d_in, d_out);
}

__global__ void sum_of_warp(const int *in, int *out, bool right)
{
    __shared__ int s[2 * WARP];
    int t = threadIdx.x;
    s[t] = in[t], s[t + WARP] = 0;
    for (int step = WARP / 2; step > 0; step /= 2) {
        if (right)
            __syncwarp();
        int other = s[t + step];
        if (right)
            __syncwarp();
        s[t] += other;
    }
    out[t] = s[t];
}

static void missing_syncwarp(bool right)
{
    int *d_in = numbers(WARP), *d_out = nothing(WARP);
    sum_of_warp<<<1, WARP>>>(d_in, d_out, right);
    end(d_in, d_out);
}

__global__ void shared_bins(const int *in, int *out, bool right)
{
    __shared__ int bins[8];
    int t = threadIdx.x;
    if (t < 8)
        bins[t] = 0;
    __syncthreads();
    if (right || t % 2)
        atomicAdd(&bins[in[t]], 1);
    else
        bins[in[t]]++;
    __syncthreads();
    if (t < 8)
        out[t] = bins[t];
}

static void shared_atomic_and_plain(bool right)
{
    int *d_in = numbers(N), *d_out = nothing(8);
    shared_bins<<<1, N>>>(d_in, d_out, right);
    end(d_in, d_out);
}

// --- races in global memory ------------------------------------------------------------------

__global__ void global_bins(const int *in, int *bins, bool right)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (right)
        atomicAdd(&bins[in[i]], 1);
    else
        bins[in[i]]++;
}

static void global_update(bool right)
{
    int *d_in = numbers(N), *d_bins = numbers(8);
    global_bins<<<1, N>>>(d_in, d_bins, right);
    end(d_in, d_bins);
}

__global__ void sums_of_blocks(const int *in, int *out, bool right)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        out[right ? blockIdx.x : 0] = in[i] + (int)blockIdx.x;
}

static void blocks_write_one_element(bool right)
{
    int *d_in = numbers(BLOCKS * N), *d_out = nothing(BLOCKS);
    sums_of_blocks<<<BLOCKS, N>>>(d_in, d_out, right);
    end(d_in, d_out);
}

__global__ void shift_in_place(int *a, const int *in, bool right)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = (right ? in : a)[i + 1] + 1;
}

static void neighbour_in_place(bool right)
{
    int *d_a = numbers(BLOCKS * N + 1), *d_in = numbers(BLOCKS * N + 1);
    shift_in_place<<<BLOCKS, N>>>(d_a, d_in, right);
    end(d_a, d_in);
}

__global__ void count_and_look(const int *in, int *count, bool right)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&count[in[i]], 1);
    if (!right && i == 0)
        count[8] = count[0];
}

static void global_atomic_and_plain(bool right)
{
    int *d_in = numbers(BLOCKS * N), *d_count = numbers(9);
    count_and_look<<<BLOCKS, N>>>(d_in, d_count, right);
    end(d_in, d_count);
}

__global__ void last_block_sums(int *parts, unsigned *arrived, bool right)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = (int)blockIdx.x;
        if (right)
            __threadfence();
        last = atomicAdd(arrived, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last || threadIdx.x > 0)
        return;
    if (right)
        __threadfence();
    for (unsigned i = 1; i < gridDim.x; i++)
        parts[0] += parts[i];
}

static void missing_fence(bool right)
{
    int *d_parts = nothing(BLOCKS), *d_arrived = nothing(1);
    CHECK(cudaMemset(d_arrived, 0, sizeof *d_arrived));
    last_block_sums<<<BLOCKS, WARP>>>(d_parts, (unsigned *)d_arrived, right);
    end(d_parts, d_arrived);
}

// --- addresses -------------------------------------------------------------------------------

__global__ void copy(const int *in, int *out, int n, int shift)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i + shift];
}

static void write_beyond_the_end(bool right)
{
    int n = BLOCKS * N - 30, *d_in = numbers(BLOCKS * N), *d_out = nothing(n);
    copy<<<BLOCKS, N>>>(d_in, d_out, right ? n : BLOCKS * N, 0);
    end(d_in, d_out);
}

static void read_before_the_start(bool right)
{
    int *d_in = numbers(N), *d_out = nothing(N);
    copy<<<1, N>>>(d_in, d_out, N - 1, right ? 1 : -1);
    end(d_in, d_out);
}

static void read_of_another_array(bool right)
{
    int *d_in = numbers(N), *d_out = nothing(N), *d_other = numbers(N);
    copy<<<1, N>>>(d_in, d_out, N, right ? 0 : (int)(d_other - d_in));
    CHECK(cudaFree(d_other));
    end(d_in, d_out);
}

static void null_pointer(bool right)
{
    int *d_in = numbers(N), *d_out = nothing(N);
    copy<<<1, N>>>(right ? d_in : NULL, d_out, N, 0);
    end(d_in, d_out);
}

static void host_pointer(bool right)
{
    int *d_in = numbers(N), *d_out = nothing(N), *in = (int *)calloc(N, sizeof *in);
    copy<<<1, N>>>(right ? d_in : in, d_out, N, 0);
    end(d_in, d_out);
    free(in);
}

__global__ void two_arrays(int *out, int last)
{
    __shared__ int first[WARP];
    __shared__ int second[WARP];
    int t = threadIdx.x;
    first[t] = t, second[t] = -t;
    __syncthreads();
    out[t] = first[(t + last) % (last + 1)] + second[t];
}

static void shared_into_the_next(bool right)
{
    int *d_out = nothing(WARP);
    two_arrays<<<1, WARP>>>(d_out, right ? WARP - 1 : WARP);
    end(d_out, NULL);
}

__global__ void dynamic_array(int *out, int shift)
{
    extern __shared__ int dynamic[];
    int t = threadIdx.x;
    dynamic[t] = t;
    __syncthreads();
    if (t == 0)
        dynamic[shift] = 5;
    __syncthreads();
    out[t] = dynamic[t];
}

static void shared_beyond_the_end(bool right)
{
    int *d_out = nothing(WARP);
    dynamic_array<<<1, WARP, WARP * sizeof(int)>>>(d_out, right ? WARP - 1 : 16 * 1024);
    end(d_out, NULL);
}

__global__ void words_of_bytes(const char *bytes, int *out, int shift)
{
    out[threadIdx.x] = *(const int *)(bytes + 4 * threadIdx.x + shift);
}

static void misaligned(bool right)
{
    int *d_in = numbers(N + 1), *d_out = nothing(N);
    words_of_bytes<<<1, N>>>((const char *)d_in, d_out, right ? 4 : 2);
    end(d_in, d_out);
}

static void use_after_free(bool right)
{
    int *d_in = numbers(N), *d_out = nothing(N);
    if (!right)
        CHECK(cudaFree(d_in));
    copy<<<1, N>>>(d_in, d_out, N, 0);
    end(right ? d_in : NULL, d_out);
}

static __constant__ int weights[WARP];

__global__ void write_constants(int *out, bool right)
{
    int t = threadIdx.x, *target = right ? out : (int *)weights;
    target[t] = t;
    out[t] += weights[t];
}

static void constant_write(bool right)
{
    int *d_out = numbers(WARP);
    write_constants<<<1, WARP>>>(d_out, right);
    end(d_out, NULL);
}

// --- what nothing has written ----------------------------------------------------------------

static void uninitialised_global(bool right)
{
    int *d_in = right ? numbers(N) : nothing(N), *d_out = nothing(N);
    copy<<<1, N>>>(d_in, d_out, N, 0);
    end(d_in, d_out);
}

__global__ void partly_filled(const int *in, int *out, int n)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    if (t < n)
        s[t] = in[t];
    __syncthreads();
    out[t] = s[t];
}

static void uninitialised_shared(bool right)
{
    int *d_in = numbers(N), *d_out = nothing(N);
    partly_filled<<<1, N>>>(d_in, d_out, right ? N : N - 56);
    end(d_in, d_out);
}

// --- barriers and warps ----------------------------------------------------------------------

__global__ void barrier_for_some(int *out, bool right)
{
    int t = threadIdx.x;
    if (right || out[t] < 4)
        __syncthreads();
    else
        out[t] = 4;
    out[t] += 1;
}

static void divergent_barrier(bool right)
{
    int *d_out = numbers(WARP);
    barrier_for_some<<<1, WARP>>>(d_out, right);
    end(d_out, NULL);
}

__global__ void barrier_after_return(int *out, int n, bool right)
{
    int t = threadIdx.x;
    if (!right && t >= n)
        return;
    __syncthreads();
    if (t < n)
        out[t] += 1;
}

static void exited_threads(bool right)
{
    int *d_out = numbers(N);
    barrier_after_return<<<1, N>>>(d_out, 100, right);
    end(d_out, NULL);
}

__global__ void shuffle_of_some(int *out, bool right)
{
    int t = threadIdx.x, value = out[t];
    if (right || t < WARP / 2)
        value += __shfl_down_sync(right ? 0xffffffff : 0x0000ffff, value, WARP / 2);
    out[t] = value;
}

static void shuffle_from_an_inactive_lane(bool right)
{
    int *d_out = numbers(WARP);
    shuffle_of_some<<<1, WARP>>>(d_out, right);
    end(d_out, NULL);
}

__global__ void vote_of_some(int *out, bool right)
{
    int t = threadIdx.x;
    if (right || t < WARP / 2)
        out[t] = (int)__ballot_sync(0xffffffff, out[t] > 3);
}

static void mask_of_absent_lanes(bool right)
{
    int *d_out = numbers(WARP);
    vote_of_some<<<1, WARP>>>(d_out, right);
    end(d_out, NULL);
}

__global__ void syncwarp_of_others(int *out, bool right)
{
    int t = threadIdx.x;
    out[t] += 1;
    __syncwarp(right ? 0xffffffff : 0x0000ffff);
    out[t] += 1;
}

static void lane_outside_its_mask(bool right)
{
    int *d_out = numbers(WARP);
    syncwarp_of_others<<<1, WARP>>>(d_out, right);
    end(d_out, NULL);
}

// --- allocations -----------------------------------------------------------------------------

static void leak(bool right)
{
    int *d_in = numbers(N), *d_out = nothing(N);
    copy<<<1, N>>>(d_in, d_out, N, 0);
    end(d_in, right ? d_out : NULL);
}

static void double_free(bool right)
{
    int *d_in = numbers(N), *d_out = nothing(N);
    copy<<<1, N>>>(d_in, d_out, N, 0);
    end(d_in, d_out);
    if (!right)
        (void)cudaFree(d_out);
}

static void device_pointer_on_the_host(bool right)
{
    int *d_in = numbers(N), value = 0;
    if (right)
        CHECK(cudaMemcpy(&value, d_in, sizeof value, cudaMemcpyDeviceToHost));
    else
        value = *(volatile int *)d_in;
    end(d_in, NULL);
}

// --- the list --------------------------------------------------------------------------------

// clang-format off
static const struct planted faults[] = {
    {"missing_barrier", "no __syncthreads() between a write of shared memory and another warp's read", missing_barrier},
    {"missing_second_barrier", "no __syncthreads() before shared memory is filled again", missing_second_barrier},
    {"missing_syncwarp", "no __syncwarp() in the sum of one warp in shared memory", missing_syncwarp},
    {"shared_atomic_and_plain", "atomicAdd() by some threads, ++ by others, in shared memory", shared_atomic_and_plain},
    {"global_update", "h[x[i]]++ in global memory", global_update},
    {"blocks_write_one_element", "each block writes out[0]", blocks_write_one_element},
    {"neighbour_in_place", "a[i] = a[i + 1] + 1, each thread its own i", neighbour_in_place},
    {"global_atomic_and_plain", "a plain read of what other blocks change by atomicAdd()", global_atomic_and_plain},
    {"missing_fence", "the last block adds up parts that were not fenced", missing_fence},
    {"write_beyond_the_end", "no guard in the last block", write_beyond_the_end},
    {"read_before_the_start", "in[i - 1] where i is 0", read_before_the_start},
    {"read_of_another_array", "an index so far off that it is in another array", read_of_another_array},
    {"null_pointer", "a pointer that is NULL", null_pointer},
    {"host_pointer", "a kernel dereferences what malloc() gave", host_pointer},
    {"device_pointer_on_the_host", "host code dereferences what cudaMalloc() gave", device_pointer_on_the_host},
    {"shared_into_the_next", "one too far in a shared array, which is in the next one", shared_into_the_next},
    {"shared_beyond_the_end", "an index beyond all shared memory of the block", shared_beyond_the_end},
    {"misaligned", "an int read at an address that is no multiple of 4", misaligned},
    {"use_after_free", "a kernel reads an array that has been freed", use_after_free},
    {"constant_write", "a kernel writes to __constant__ memory", constant_write},
    {"uninitialised_global", "a kernel reads what cudaMalloc() gave and nobody filled", uninitialised_global},
    {"uninitialised_shared", "shared memory is read where no thread wrote", uninitialised_shared},
    {"divergent_barrier", "__syncthreads() under an if that some threads do not take", divergent_barrier},
    {"exited_threads", "__syncthreads() after an early return of some threads", exited_threads},
    {"shuffle_from_an_inactive_lane", "__shfl_down_sync() from lanes that do not take part", shuffle_from_an_inactive_lane},
    {"mask_of_absent_lanes", "a full mask in a branch that half of the warp takes", mask_of_absent_lanes},
    {"lane_outside_its_mask", "__syncwarp() with a mask that does not name the caller", lane_outside_its_mask},
    {"leak", "an array that is never freed", leak},
    {"double_free", "an array that is freed twice", double_free},
};
// clang-format on

/* What CHECK() calls. */
void check_cuda(cudaError_t error, const char *call, const char *file, int line)
{
    if (error == cudaSuccess)
        return;
    printf("%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(error));
    exit(1);
}

/* "kind: text", a line each. */
static void print_findings(void)
{
#ifndef __NVCC__
    static struct finding found[32];
    unsigned count = simt_findings(found, 32);
    for (unsigned i = 0; i < count; i++)
        printf("%s: %s\n", finding_word((enum finding_kind)found[i].kind), found[i].text);
#endif
}

int main(int argc, char **argv)
{
    const char *wanted = argc > 1 ? argv[1] : "list";
    bool list = strcmp(wanted, "list") == 0, right = strcmp(wanted, "right") == 0;
    for (const struct planted &fault : faults) {
        if (list)
            printf("%s\t%s\n", fault.name, fault.what);
        else if (right || strcmp(wanted, fault.name) == 0)
            fault.commit(right);
    }
    if (list)
        printf("right\tnothing: all of these, done right\n");
    else
        print_findings();
    return 0;
}
