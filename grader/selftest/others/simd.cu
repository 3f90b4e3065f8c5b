// Every intrinsic on the parts of a word, on numbers of all kinds: a hash, as an H100 gives it.
// prints: 9293ecb6
#include <stdio.h>

__device__ unsigned mix(unsigned x)
{
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

// Random, with parts that are 0, -1, the least and the most.
__device__ unsigned word(unsigned seed)
{
    const unsigned special[] = {0x00000000, 0xffffffff, 0x80808080,
                                0x7f7f7f7f, 0x80008000, 0x7fff7fff};
    unsigned mask = 0;
    for (int i = 0; i < 4; i++)
        mask |= mix(seed + 77 * i) & 3 ? 0xffu << 8 * i : 0;
    return (mix(seed) & mask) | (special[mix(seed + 5) % 6] & ~mask);
}

// clang-format off
#define ONE(f) hash = mix(hash ^ (unsigned)f(a));
#define TWO(f) hash = mix(hash ^ (unsigned)f(a, b));
#define THREE(f) hash = mix(hash ^ (unsigned)f(a, b, c));
#define BOTH(KIND, f) KIND(f##2) KIND(f##4)
#define COMPARED(end) BOTH(TWO, __vcmp##end) BOTH(TWO, __vset##end)
#define FLAGGED(f, T)                                                                          \
    {                                                                                          \
        bool first;                                                                            \
        hash = mix(hash ^ (unsigned)f((T)a, (T)b, &first)) + first;                            \
    }
#define FLAGGED2(f)                                                                            \
    {                                                                                          \
        bool high, low;                                                                        \
        hash = mix(hash ^ f(a, b, &high, &low)) + 2 * high + low;                              \
    }
#define BEST(best)                                                                             \
    THREE(__vi##best##3_s32) THREE(__vi##best##3_u32) THREE(__vi##best##3_s16x2)               \
    THREE(__vi##best##3_u16x2) THREE(__vi##best##3_s32_relu) THREE(__vi##best##3_s16x2_relu)   \
    THREE(__viadd##best##_s32) THREE(__viadd##best##_u32) THREE(__viadd##best##_s16x2)         \
    THREE(__viadd##best##_u16x2) THREE(__viadd##best##_s32_relu)                               \
    THREE(__viadd##best##_s16x2_relu) TWO(__vi##best##_s32_relu) TWO(__vi##best##_s16x2_relu)  \
    FLAGGED(__vib##best##_s32, int) FLAGGED(__vib##best##_u32, unsigned)                       \
    FLAGGED2(__vib##best##_s16x2) FLAGGED2(__vib##best##_u16x2)

__global__ void hash_all(unsigned *out)
{
    unsigned hash = 0;
    for (unsigned i = 0; i < 200; i++) {
        unsigned n = (blockIdx.x * blockDim.x + threadIdx.x) * 200 + i;
        unsigned a = word(3 * n), b = word(3 * n + 1), c = word(3 * n + 2);
        BOTH(ONE, __vabs) BOTH(ONE, __vabsss) BOTH(ONE, __vneg) BOTH(ONE, __vnegss)
        BOTH(TWO, __vadd) BOTH(TWO, __vaddss) BOTH(TWO, __vaddus) BOTH(TWO, __vsub)
        BOTH(TWO, __vsubss) BOTH(TWO, __vsubus) BOTH(TWO, __vavgs) BOTH(TWO, __vavgu)
        BOTH(TWO, __vhaddu) BOTH(TWO, __vmaxs) BOTH(TWO, __vmaxu) BOTH(TWO, __vmins)
        BOTH(TWO, __vminu) BOTH(TWO, __vabsdiffs) BOTH(TWO, __vabsdiffu) BOTH(TWO, __vsads)
        BOTH(TWO, __vsadu) COMPARED(eq) COMPARED(ne) COMPARED(ges) COMPARED(geu)
        COMPARED(gts) COMPARED(gtu) COMPARED(les) COMPARED(leu) COMPARED(lts) COMPARED(ltu)
        BEST(max) BEST(min) THREE(__dp4a) THREE(__dp2a_lo) THREE(__dp2a_hi)
        hash = mix(hash ^ (unsigned)__dp4a((int)a, (int)b, (int)c));
        hash = mix(hash ^ (unsigned)__dp2a_lo((int)a, (int)b, (int)c));
        hash = mix(hash ^ (unsigned)__dp2a_hi((int)a, (int)b, (int)c));
    }
    atomicXor(out, hash);
}

// clang-format on
int main()
{
    unsigned *d_out, out = 0;
    cudaMalloc(&d_out, sizeof out);
    cudaMemset(d_out, 0, sizeof out);
    hash_all<<<4, 64>>>(d_out);
    cudaMemcpy(&out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    printf("%08x\n", out);
    return 0;
}
