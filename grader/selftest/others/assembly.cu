// Inline PTX of the commonest kinds: registers of a lane, bits, a barrier.
// prints: 5 1 31 4294967232 10 4294967292 44031 7 4294967295 26 6
#include <stdio.h>

__global__ void ask(unsigned *out)
{
    unsigned lane, warp, less, more, field, extended, filled, high, none, sum;
    long long before, after;
    unsigned long long time;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    asm volatile("mov.u32 %0, %%warpid;" : "=r"(warp));
    asm volatile("mov.u32 %0, %lanemask_lt;\n\t" : "=r"(less));
    asm("mov.u32 %0, %%lanemask_gt;" : "=r"(more));
    asm("bfe.u32 %0, %1, %2, %3;" : "=r"(field) : "r"(0xabu), "r"(4), "r"(8));
    asm("bfe.s32 %0, %1, %2, %3;" : "=r"(extended) : "r"(0xc0u), "r"(4), "r"(4));
    asm("bfi.b32 %0, %1, %2, "
        "%3, %4;"
        : "=r"(filled)
        : "r"(0xabu), "r"(0xffu), "r"(8), "r"(8));
    asm("bfind.u32 %0, %1;" : "=r"(high) : "r"(255u));
    asm("bfind.u32 %0, %1;" : "=r"(none) : "r"(0u));
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(before)::"memory");
    __shared__ unsigned last;
    if (threadIdx.x == 37)
        last = lane;
    asm volatile("bar.sync 0;" ::: "memory");
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(after));
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
    asm("mad.lo.s32 %0, %1, %2, %3;" : "=r"(sum) : "r"(lane), "r"(4u), "r"(6u));
    if (threadIdx.x != 37)
        return;
    unsigned found[] = {last, warp, less, more, field, extended, filled, high, none, sum};
    for (unsigned number : found)
        *out++ = number;
    *out = after >= before && time > 0 ? 6 : 0;
}

int main()
{
    unsigned *out;
    cudaMallocManaged(&out, 11 * sizeof *out);
    ask<<<1, 64>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 11; i++)
        printf("%u%c", out[i], i < 10 ? ' ' : '\n');
    cudaFree(out);
    return 0;
}
