// Inline PTX: registers of its own, predicates, branches, carries, memory.
// prints: 40 right, and 528 by atomics
#include <float.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

__device__ int wrong_at[64], rights;

/* Counts what is right, and notes the first line that is not. */
__device__ void expect(bool right, int line)
{
    if (right)
        rights++;
    else if (!wrong_at[0])
        wrong_at[0] = line;
}
#define EXPECT(right) expect(right, __LINE__)

__device__ void whole_numbers()
{
    unsigned x = 0, y;
    uint64_t w;
    int s;
    asm("{\n\t"
        ".reg .u32 t<3>; // three at once\n\t"
        ".reg .pred %%p, q;\n\t"
        "mov.u32 t0, 7;\n\t"
        "mad.lo.u32 t1, t0, %2, 0x10;\n\t"
        "setp.gt.u32 %%p|q, t1, 40;\n\t"
        "@%%p add.u32 %0, t1, 1;\n\t"
        "@q mov.u32 %0, 0;\n\t"
        "selp.b32 %1, 5, 6, q;\n\t"
        "}"
        : "+r"(x), "=r"(y)
        : "r"(5));
    EXPECT(x == 52 && y == 6);
    asm("mul.hi.u32 %0, %1, %2;" : "=r"(x) : "r"(0x80000000u), "r"(6));
    EXPECT(x == 3);
    asm("mul.wide.s32 %0, %1, %2;" : "=l"(w) : "r"(-3), "r"(0x7fffffff));
    EXPECT((int64_t)w == -3ll * 0x7fffffff);
    asm("mad.wide.u32 %0, %1, %2, %3;" : "=l"(w) : "r"(0xffffffffu), "r"(2u), "l"(5ull));
    EXPECT(w == 0x200000003ull);
    asm("sub.s32 %0, %1, 1; abs.s32 %0, %0; neg.s32 %0, %0;" : "=r"(s) : "r"(-8));
    EXPECT(s == -9);
    asm("min.s32 %0, %1, %2; max.u32 %1, %1, %2;" : "=r"(s), "+r"(x) : "r"(-1));
    EXPECT(s == -1 && x == 0xffffffffu);
    asm("div.s32 %0, %1, %2; rem.s32 %3, %1, %2;" : "=r"(s) : "r"(-17), "r"(5), "r"(0));
    EXPECT(s == -3);
}

__device__ void roundings()
{
    float x, y, third = 1.0f / 3;
    double w;
    asm("add.rz.f32 %0, %2, %3; add.rp.ftz.f32 %1, %2, %3;"
        : "=f"(x), "=f"(y)
        : "f"(1.0f), "f"(1e-9f));
    EXPECT(x == 1 && y == 1 + FLT_EPSILON);
    asm("sub.rm.f32 %0, %2, %3; mul.rm.f32 %1, %2, %3;"
        : "=f"(x), "=f"(y)
        : "f"(1.0f), "f"(1e-9f));
    EXPECT(x == 1 - FLT_EPSILON / 2 && y == 1e-9f);
    asm("div.rm.f32 %0, %2, %3; div.rp.f32 %1, %2, %3;"
        : "=f"(x), "=f"(y)
        : "f"(1.0f), "f"(3.0f));
    EXPECT(x < third && y == third);
    asm("fma.rp.f64 %0, %1, %1, %2; rcp.rm.f64 %0, %0;" : "=d"(w) : "d"(1.0), "d"(1e-30));
    EXPECT(w == 1 - DBL_EPSILON);
    asm("add.sat.f32 %0, %2, %2; fma.rn.sat.f32 %1, %2, %3, %2;"
        : "=f"(x), "=f"(y)
        : "f"(0.75f), "f"(-2.0f));
    EXPECT(x == 1 && y == 0);
    asm("cvt.rp.f32.f64 %0, %2; sqrt.rz.f32 %1, %3;"
        : "=f"(x), "=f"(y)
        : "d"(1 + 1e-12), "f"(2.0f));
    EXPECT(x == 1 + FLT_EPSILON && y == 1.41421354f);
}

__device__ void bits()
{
    unsigned x, y;
    uint64_t w;
    int s;
    asm("and.b32 %0, %2, 0xff; or.b32 %1, %0, 0x100; xor.b32 %1, %1, %0; not.b32 %0, %0;"
        : "=r"(x), "=r"(y)
        : "r"(0x1234u));
    EXPECT(x == ~0x34u && y == 0x100);
    asm("shl.b32 %0, %2, 40; shr.s32 %1, %3, 35;" : "=r"(x), "=r"(s) : "r"(7), "r"(-5));
    EXPECT(x == 0 && s == -1);
    asm("bfe.s32 %0, %1, 4, 4;" : "=r"(s) : "r"(0xc0));
    EXPECT(s == -4);
    asm("bfi.b64 %0, %1, %2, 60, 8;" : "=l"(w) : "l"(0x1ffull), "l"(1ull));
    EXPECT(w == 0xf000000000000001ull);
    asm("prmt.b32 %0, %1, %2, 0x9174;" : "=r"(x) : "r"(0x0080c0d0u), "r"(0x44332211u));
    EXPECT(x == 0xffc04411u);
    asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(x) : "r"(12), "r"(10), "r"(7));
    EXPECT(x == (12u ^ 10u ^ 7u));
    asm("popc.b64 %0, %1; clz.b64 %2, %1;" : "=r"(x), "+l"(w), "=r"(y));
    EXPECT(x == 5 && y == 0);
    asm("brev.b32 %0, %1; shf.l.wrap.b32 %0, %0, %1, 1;" : "=r"(x) : "r"(1));
    EXPECT(x == 3);
    asm("{ .reg .b32 low, high; mov.b64 {low, high}, %1; add.u32 high, high, low; mov.b64 %0, "
        "{high, low}; }"
        : "=l"(w)
        : "l"(0x500000003ull));
    EXPECT(w == 0x300000008ull);
}

__device__ void floats()
{
    float x, y;
    double d;
    int s;
    unsigned short h;
    asm("{ .reg .f32 t; mul.f32 t, %2, 0f40000000; fma.rn.f32 %0, t, t, 1.0; neg.f32 %1, t; }"
        : "=f"(x), "=f"(y)
        : "f"(1.5f));
    EXPECT(x == 10 && y == -3);
    asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(s) : "f"(-2.75f));
    EXPECT(s == -2);
    asm("cvt.rni.s32.f32 %0, %1;" : "=r"(s) : "f"(2.5f));
    EXPECT(s == 2);
    asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(s) : "f"(1e30f));
    EXPECT(s == 0x7fffffff);
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(1.5f));
    EXPECT(h == 0x3e00);
    asm("cvt.f64.f32 %0, %1; add.f64 %0, %0, 0d3FF0000000000000;" : "=d"(d) : "f"(0.25f));
    EXPECT(d == 1.25);
    asm("cvt.s32.s8 %0, %1;" : "=r"(s) : "r"(0x1ff));
    EXPECT(s == -1);
    asm("{ .reg .pred p; setp.ltu.f32 p, %1, 1.0; selp.s32 %0, 1, 0, p; }"
        : "=r"(s)
        : "f"(nanf("")));
    EXPECT(s == 1);
}

/* 128 bits by halves, in one statement and in two. */
__device__ void carries()
{
    uint64_t low, high;
    unsigned a, b;
    asm("add.cc.u64 %0, %2, %3; addc.u64 %1, %4, %5;"
        : "=l"(low), "=l"(high)
        : "l"(~0ull), "l"(2ull), "l"(10ull), "l"(20ull));
    EXPECT(low == 1 && high == 31);
    asm volatile("sub.cc.u32 %0, %1, %2;" : "=r"(a) : "r"(1), "r"(2));
    asm volatile("subc.u32 %0, %1, %2;" : "=r"(b) : "r"(9), "r"(3));
    EXPECT(a == 0xffffffffu && b == 5);
    asm("mad.lo.cc.u32 %0, %2, %2, %2; madc.hi.u32 %1, %2, %2, 0;"
        : "=&r"(a), "=r"(b)
        : "r"(0xffffffffu));
    EXPECT(a == 0 && b == 0xffffffffu);
}

/* Labels of two statements do not meet. */
__device__ void branches()
{
    int sum = 0, n = 5;
    for (int turn = 0; turn < 2; turn++)
        asm("{\n"
            ".reg .pred p;\n"
            "again:\n"
            "add.s32 %0, %0, %1;\n"
            "sub.s32 %1, %1, 1;\n"
            "setp.gt.and.s32 p, %1, 0, 1;\n"
            "@!p bra done;\n"
            "bra.uni again;\n"
            "done:\n"
            "}"
            : "+r"(sum), "+r"(n));
    EXPECT(sum == 15);
    asm("{ .reg .pred p; setp.eq.s32 p, %0, 0; @p bra again; add.s32 %0, %0, 1; again: }"
        : "+r"(sum));
    EXPECT(sum == 16);
}

__device__ void memory(float *a, int *count)
{
    __shared__ __align__(16) int tile[4];
    float x, y;
    int old, seen;
    unsigned at = (unsigned)__cvta_generic_to_shared(tile);
    asm volatile("ld.global.v2.f32 {%0, %1}, [%2+8];" : "=f"(x), "=f"(y) : "l"(a));
    EXPECT(x == 3 && y == 4);
    asm volatile("st.global.f32 [%0], %1; ld.global.nc.f32 %2, [%0];" ::"l"(a), "f"(9.f), "f"(x)
                 : "memory");
    EXPECT(a[0] == 9);
    asm volatile("st.shared.v4.s32 [%0], {%1, %1, 3, -4};" ::"r"(at), "r"(8) : "memory");
    asm volatile("ld.volatile.shared.s32 %0, [%1 + 12];" : "=r"(seen) : "r"(at));
    EXPECT(tile[1] == 8 && seen == -4);
    asm volatile("atom.shared.cas.b32 %0, [%1], 8, 80; red.shared.add.s32 [%1], 1;"
                 : "=r"(old)
                 : "r"(at)
                 : "memory");
    EXPECT(old == 8 && tile[0] == 81);
    asm volatile("atom.add.acq_rel.gpu.global.u32 %0, [%1], %2;"
                 : "=r"(old)
                 : "l"(count), "r"(528)
                 : "memory");
    asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(seen) : "l"(count) : "memory");
    EXPECT(old == 0 && seen == 528);
    asm volatile("red.global.add.s32 [%0], -528;" ::"l"(count) : "memory");
    asm volatile("" ::: "memory");
}

__global__ void alone(float *a, int *count)
{
    whole_numbers();
    roundings();
    bits();
    floats();
    carries();
    branches();
    memory(a, count);
}

__global__ void warp(int *count)
{
    unsigned lane, mask, other, within, all, sum;
    asm("mov.u32 %0, %laneid;" : "=r"(lane));
    asm volatile(
        "{ .reg .pred p; shfl.sync.down.b32 %0|p, %2, 8, 0x1f, -1; selp.u32 %1, 1, 0, p; }"
        : "=r"(other), "=r"(within)
        : "r"(lane));
    bool right = other == (lane < 24 ? lane + 8 : lane) && within == (lane < 24);
    asm volatile("shfl.sync.bfly.b32 %0, %1, 1, %2, 0xffffffff;"
                 : "=r"(other)
                 : "r"(lane), "r"(0x1c03));
    right = right && other == (lane ^ 1);
    asm volatile("shfl.sync.up.b32 %0, %1, %2, 0, 0xffffffff;"
                 : "=r"(other)
                 : "r"(lane), "r"(2));
    right = right && other == (lane < 2 ? lane : lane - 2);
    asm volatile("{ .reg .pred p, q; setp.lt.u32 p, %2, 3; vote.sync.ballot.b32 %0, p, -1;\n"
                 "vote.sync.all.pred q, !p, -1; selp.u32 %1, 1, 0, q; }"
                 : "=r"(mask), "=r"(all)
                 : "r"(lane));
    right = right && mask == 7 && !all;
    asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(sum) : "r"(lane + 1));
    asm volatile("bar.warp.sync 0xffffffff; activemask.b32 %0;" : "=r"(mask));
    asm volatile("{ .reg .pred p; .reg .u32 me; mov.u32 me, %tid.x; setp.ne.u32 p, me, 0;\n"
                 "@p bra others; red.global.add.u32 [%0], %1; others: }" ::"l"(count),
                 "r"(sum)
                 : "memory");
    if (!__all_sync(~0u, right && sum == 528 && mask == ~0u))
        *count = -1;
}

int main()
{
    float *a;
    int *count, wrong, right;
    cudaMallocManaged(&a, 16);
    cudaMallocManaged(&count, 4);
    for (int i = 0; i < 4; i++)
        a[i] = i + 1;
    *count = 0;
    alone<<<1, 1>>>(a, count);
    warp<<<1, 32>>>(count);
    cudaDeviceSynchronize();
    cudaMemcpyFromSymbol(&wrong, wrong_at, sizeof wrong);
    cudaMemcpyFromSymbol(&right, rights, sizeof right);
    if (wrong)
        printf("line %d is wrong\n", wrong);
    printf("%d right, and %d by atomics\n", right, *count);
    cudaFree(a);
    cudaFree(count);
    return 0;
}
