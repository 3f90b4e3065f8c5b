/* Prints of each line of a kernel how often lanes part there. One warp; `// PARTS n` says how
 * often they do on that line, which has the branch. */
#include "counters/counters.h"
#include <stdio.h>

enum { THREADS = 32, WORDS = 128 };

__device__ __noinline__ void add_if_odd(int *out, int n)
{
    if (n % 2) // PARTS 2, for there are two calls
        atomicAdd(out, n);
}

// As on a device, none of it is a branch.
__global__ void without_branches(const int *in, int *out)
{
    int t = threadIdx.x;
    out[t] = min(in[t], t) + max(in[t], 5) + (int)min(in[t], 5u) + (int)max((long)in[t], 7ul);
    atomicMin(&out[t / 2], in[t]);
    atomicMax(&out[t / 4], in[t]);
}

__global__ void kernel(const int *in, int *out)
{
    __shared__ int words[THREADS];
    int t = threadIdx.x;
    out[THREADS + t] = t;
    __syncthreads();
    if (t < 8) // PARTS 1
        atomicAdd(&out[0], t);
    words[t] = t % 4;
    __syncthreads();
    add_if_odd(&out[1], t);
    add_if_odd(&out[2], t + 7);
    for (int i = t; i < 21; i += THREADS) // PARTS 1, before a 1 is loaded
        atomicAdd(&out[words[i]], 1);
    out[THREADS + t] = 2 * t;
    if (t >= 20) // PARTS 1
        return;
    int sum = in[t];
    for (int i = 0; i < t; i++) // PARTS 19, of 20 lanes that leave one by one
        sum += in[i];
    out[t] = sum;
    int left = t;
    do {
        atomicAdd(&out[t], 1);
        left -= 5;
    } while (left > 0); // PARTS 3, as lanes go round one to four times
    if (t % 4 == 0) // PARTS 1
        atomicAdd(&out[t], 1);
    else
        atomicSub(&out[t], 1);
    if (t > 3 && in[t] > 2) // PARTS 2
        out[t] = in[t + 1];
    for (int i = 0; i < 4; i++) {
        if (t == i) // PARTS 4
            continue;
        if (in[t] + i > 12) // PARTS 1, the last time, where in[t] is 10
            break;
        atomicAdd(&out[i], 1);
    }
    int row = t / 5, col = t % 5;
    if (row < 3 && col < 4) // PARTS 2, though nothing is loaded for either
        atomicAdd(&out[2], 1);
    bool inside = row < 2 && col < 3; // PARTS 1, though it only makes a number
    out[t + 1] = inside;
    int low = 0, high = 8;
    while (low < high) { // PARTS 1
        int middle = (low + high) / 2;
        if (in[middle] < t) // PARTS 4, though either side only chooses a number
            low = middle + 1;
        else
            high = middle;
    }
    out[t] = low;
}

static void print_lines()
{
    static struct simt_line_counters lines[100];
    unsigned count = simt_counters_lines(lines, 100);
    for (unsigned i = 0; i < count; i++)
        if (lines[i].counters.divergent_branches)
            printf("%s:%d parts %llu\n", lines[i].file, lines[i].line,
                   (unsigned long long)lines[i].counters.divergent_branches);
}

int main()
{
    int *in, *out, words[WORDS];
    for (int i = 0; i < WORDS; i++)
        words[i] = (7 * i + 3) % 11;
    cudaMalloc(&in, sizeof words);
    cudaMalloc(&out, sizeof words);
    cudaMemcpy(in, words, sizeof words, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof words);
    simt_count(true);
    without_branches<<<1, THREADS>>>(in, out);
    kernel<<<1, THREADS>>>(in, out);
    cudaError_t error = cudaDeviceSynchronize();
    print_lines();
    return error != cudaSuccess;
}
