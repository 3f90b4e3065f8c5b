// Intrinsics on numbers, by the values that the programming guide and IEEE 754 ask for.
#include "memory.cuh"
#include <fenv.h>
#include <math.h>

/* Device functions are host functions here, so these need no launch. */

/* Of host and device, which are one here: the translator refuses it where it can tell. */
#define ANYWHERE static

ANYWHERE void integers()
{
    EXPECT(__popc(0xf0f0) == 8 && __popcll(~0ull) == 64);
    EXPECT(__ffs(0) == 0 && __ffs(8) == 4 && __ffsll(1ll << 40) == 41);
    EXPECT(__clz(0) == 32 && __clz(1) == 31 && __clz(-1) == 0);
    EXPECT(__clzll(0) == 64 && __clzll(1) == 63);
    EXPECT(__brev(1) == 0x80000000 && __brev(0x12345678) == 0x1e6a2c48);
    EXPECT(__brevll(1) == 1ull << 63);
    EXPECT(__byte_perm(0x33221100, 0x77665544, 0x7531) == 0x77553311);
    EXPECT(__byte_perm(0x12345678, 0x9abcdef0, 0xfdb9) == 0x9ade1256);
    EXPECT(__funnelshift_l(0x80000000, 1, 4) == 0x18 && __funnelshift_l(5, 6, 32) == 6);
    EXPECT(__funnelshift_lc(5, 6, 32) == 5 && __funnelshift_lc(5, 6, 40) == 5);
    EXPECT(__funnelshift_r(0x10, 3, 4) == 0x30000001 && __funnelshift_r(5, 6, 32) == 5);
    EXPECT(__funnelshift_rc(5, 6, 32) == 6 && __funnelshift_rc(5, 6, 99) == 6);
    EXPECT(__mul24(-3, 5) == -15 && __mul24(0x1000001, 2) == 2 && __umul24(0x1000003, 2) == 6);
    EXPECT(__mulhi(-1, 1) == -1 && __umulhi(~0u, ~0u) == ~0u - 1);
    EXPECT(__mul64hi(-1, 1) == -1 && __umul64hi(~0ull, 2) == 1);
    EXPECT(__sad(-5, 7, 1) == 13 && __usad(9, 4, 2) == 7);
    EXPECT(__hadd(-3, 0) == -2 && __rhadd(-3, 0) == -1);
    EXPECT(__uhadd(~0u, ~0u) == ~0u && __urhadd(1, 2) == 2);
    EXPECT(min(3, -4) == -4 && max(3u, 4u) == 4u && min(-1, 5u) == 5u && max(2ll, 3ll) == 3);
    EXPECT(min(NAN, 1.0f) == 1 && max(1.0, (double)NAN) == 1 && max(1.0f, 2.0) == 2);
}

/* Sums and products whose exact value lies between two floats, and which of them is taken. */
static void rounding()
{
    const float up = 1 + 0x1p-23f, tiny = 0x1p-30f;
    EXPECT(__fadd_rn(1, tiny) == 1 && __fadd_rz(1, tiny) == 1 && __fadd_rd(1, tiny) == 1);
    EXPECT(__fadd_ru(1, tiny) == up);
    EXPECT(__fadd_rd(-1, -tiny) == -up && __fadd_rz(-1, -tiny) == -1 &&
           __fadd_ru(-1, -tiny) == -1);
    EXPECT(__fsub_rz(1, tiny) == 1 - 0x1p-24f && __fsub_ru(1, tiny) == 1);
    EXPECT(__fmul_ru(up, up) == 1 + 0x1p-21f - 0x1p-23f && __fmul_rn(up, up) == 1 + 0x1p-22f);
    EXPECT(__fdiv_ru(1, 3) == nextafterf(__fdiv_rd(1, 3), 1) &&
           __fdiv_rz(-1, 3) == -__fdiv_rd(1, 3));
    EXPECT(__fmaf_rn(up, up, -1) == 0x1p-22f + 0x1p-46f && __fmaf_rd(1, 1, tiny) == 1);
    EXPECT(__frcp_ru(3) > __frcp_rd(3) && __fsqrt_ru(2) > __fsqrt_rd(2) && __fsqrt_rn(9) == 3);
    EXPECT(__dadd_ru(1, 1e-30) == 1 + 0x1p-52 && __dadd_rd(-1, -1e-30) == -1 - 0x1p-52);
    EXPECT(__ddiv_ru(1, 3) > __ddiv_rz(1, 3) && __dsqrt_rd(2) < __dsqrt_ru(2));
    EXPECT(__fma_rn(1 + 0x1p-52, 1 + 0x1p-52, -1) == 0x1p-51 + 0x1p-104);
    EXPECT(__double2float_ru(1 + 1e-12) == up && __double2float_rz(1 + 1e-12) == 1);
    EXPECT(__int2float_ru(16777217) == 16777218 && __int2float_rz(16777217) == 16777216);
    EXPECT(__ull2float_rd(~0ull) < 0x1p64f && __ull2double_rn(~0ull) == 0x1p64);
    EXPECT(fegetround() == FE_TONEAREST);
}

ANYWHERE void conversions()
{
    EXPECT(__float2int_rn(2.5f) == 2 && __float2int_rz(-2.9f) == -2);
    EXPECT(__float2int_ru(2.1f) == 3 && __float2int_rd(-2.1f) == -3);
    EXPECT(__float2int_rz(3e9f) == 0x7fffffff && __float2int_rz(-3e9f) == -0x7fffffff - 1);
    EXPECT(__float2int_rn(NAN) == 0 && __float2uint_rz(-5) == 0 &&
           __float2uint_rz(5e9f) == ~0u);
    EXPECT(__double2ll_rd(-1e10 - 0.5) == -10000000001ll && __double2ull_rz(1e30) == ~0ull);
    EXPECT(__double2int_rn(NAN) == -0x7fffffff - 1 && __float2ll_rn(NAN) == 1ll << 63);
    EXPECT(__double2ll_rz(9.3e18) == 0x7fffffffffffffff);
    EXPECT(__float_as_int(1) == 0x3f800000 && __int_as_float(0x40000000) == 2);
    EXPECT(__double_as_longlong(1) == 0x3ff0000000000000 && __longlong_as_double(0) == 0);
    EXPECT(__double2hiint(1) == 0x3ff00000 && __hiloint2double(0x40000000, 0) == 2);
}

ANYWHERE void mathematics()
{
    EXPECT(rsqrtf(4) == 0.5f && rsqrt(16.0) == 0.25 && fabs(rcbrt(27.0) - 1 / 3.0) < 1e-15);
    EXPECT(sinpi(0.5) == 1 && fabs(cospi(0.5)) < 1e-16 && sinpif(1e6f + 0.5f) == 1);
    EXPECT(__expf(1) == expf(1) && __logf(2) == logf(2) && __powf(2, 3) == 8);
    EXPECT(__fdividef(1, 4) == 0.25f && __saturatef(2) == 1 && __saturatef(NAN) == 0);
    EXPECT(norm3df(2, 3, 6) == 7 && rhypot(3, 4) == 0.2 && fabs(normcdf(0.0) - 0.5) < 1e-16);
    EXPECT(sqrt(2.0f) == sqrtf(2) && abs(-2.5f) == 2.5f && fmaf(2, 3, 4) == 10);
}

__global__ void read_clocks(long long *ticks)
{
    long long start = clock64();
    clock_t slow = clock();
    __syncthreads();
    ticks[2 * threadIdx.x] = clock64() - start;
    ticks[2 * threadIdx.x + 1] = clock() - slow;
}

static void clocks()
{
    long long *ticks = results<long long>(64);
    read_clocks<<<1, 32>>>(ticks);
    expect_success();
    for (int i = 0; i < 64; i++)
        EXPECT(ticks[i] >= 0 && ticks[i] < 10000000000ll);
    EXPECT(ticks[0] > 0);
}

static const struct scenario scenarios[] = {
    {"integers", integers},       {"rounding", rounding}, {"conversions", conversions},
    {"mathematics", mathematics}, {"clocks", clocks},
};
PLAY(scenarios)
