// tasks: co_ranks
// how: a warp a question: each lane tries a candidate, and the range shrinks to a 32nd in a
// step
#include "merge.h"

#define BLOCK_SIZE 256

__global__ void questions_kernel(const int *a, int m, const int *b, int n, const int *ks,
                                 int *is, int count)
{
    size_t question = ((size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (question >= count)
        return;
    int k = ks[question], low = k > n ? k - n : 0, high = k < m ? k : m;
    while (low < high) {
        long long width = high - low;
        int i = low + (int)(width * lane / 32);
        int taken = __popc(__ballot_sync(0xffffffff, a[i] <= b[k - 1 - i])), before = low;
        if (taken > 0)
            low = before + (int)(width * (taken - 1) / 32) + 1;
        if (taken < 32)
            high = before + (int)(width * taken / 32);
    }
    if (lane == 0)
        is[question] = low;
}

EXPORT void co_ranks(const int *d_a, int m, const int *d_b, int n, const int *d_k, int *d_i,
                     int count)
{
    unsigned blocks = blocks_for(32 * (size_t)count, BLOCK_SIZE);
    if (count == 0)
        return;
    questions_kernel<<<blocks, BLOCK_SIZE>>>(d_a, m, d_b, n, d_k, d_i, count);
    CHECK(cudaGetLastError());
}
