/* Prints what the counters say of each line of a kernel: `lines` counts one launch, `lines off`
 * none, `lines twice` two, `lines reset` two and forgets the first; `lines sums` and `lines
 * written` one of another. */
#include "counters/counters.h"
#include <stdio.h>
#include <string.h>

__device__ int helper(const int *in, int i)
{
    return in[i]; // HELPER
}

__constant__ int offset;

__global__ void kernel(const int *in, int *out)
{
    __shared__ int words[64];
    int t = threadIdx.x;
    words[t] = helper(in, 2 * t);         // STORE
    __syncthreads();                      // BARRIER
    if (t < 8)                            // BRANCH
        atomicAdd(&out[0], t);            // ATOMIC
    out[64 + t] = words[63 - t] + offset; // BOTH
}

__global__ void add_up(const int *in, int *out)
{
    int t = threadIdx.x;
    for (int k = 0; k < 8; k++)
        out[t] += in[t + k]; // SUM
}

/* Loads of which compilers like to make others. */
__global__ void as_written(const int *in, int *out)
{
    int t = threadIdx.x;
    int either = t < 8 ? in[t] : in[64 + t]; // EITHER
    int4 four = ((const int4 *)in)[t];       // VECTOR
    out[t] = four.x + four.w;
    out[64 + t] = either;
}

static void print_lines()
{
    static struct simt_line_counters lines[100];
    unsigned count = simt_counters_lines(lines, 100);
    for (unsigned i = 0; i < count; i++) {
        printf("%s:%d", lines[i].file, lines[i].line);
        for (const struct simt_counter *name = simt_counter_names; name->name; name++) {
            unsigned long long value =
                *(const uint64_t *)((const char *)&lines[i].counters + name->offset);
            if (value)
                printf(" %s=%llu", name->name, value);
        }
        putchar('\n');
    }
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    struct simt_counters total;
    int *in, *out;
    cudaMalloc(&in, 128 * sizeof(int));
    cudaMalloc(&out, 128 * sizeof(int));
    cudaMemset(in, 0, 128 * sizeof(int));
    cudaMemset(out, 0, 128 * sizeof(int));
    cudaMemcpyToSymbol(offset, in, sizeof offset, 0, cudaMemcpyDeviceToDevice);
    simt_count(strcmp(how, "off") != 0);
    if (!strcmp(how, "sums"))
        add_up<<<1, 32>>>(in, out);
    else if (!strcmp(how, "written"))
        as_written<<<1, 32>>>(in, out);
    else
        kernel<<<dim3(1, 2), 64>>>(in, out);
    cudaDeviceSynchronize(); // until then it may not have begun
    if (!strcmp(how, "reset"))
        simt_counters_reset();
    if (!strcmp(how, "reset") || !strcmp(how, "twice"))
        kernel<<<dim3(1, 2), 64>>>(in, out);
    cudaDeviceSynchronize();
    print_lines();
    simt_counters_total(&total);
    printf("total launches=%llu blocks=%llu warps=%llu threads=%llu bytes=%llu sectors=%llu\n",
           (unsigned long long)total.launches, (unsigned long long)total.blocks,
           (unsigned long long)total.warps, (unsigned long long)total.threads,
           (unsigned long long)total.global_load.bytes,
           (unsigned long long)total.global_load.sectors);
    return cudaDeviceSynchronize() != cudaSuccess;
}
