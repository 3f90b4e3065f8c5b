// PTX for tensor cores: copies by addresses of shared memory, ldmatrix, products of 16 x 8 of
// half, bfloat16, tf32 and whole numbers; loads and functions of one instruction.
// prints: 0 wrong
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdio.h>

enum { M = 16, N = 8, K = 16 };
__managed__ int wrong;

__device__ void want(float got, float right, int line)
{
    if (got != right && atomicAdd(&wrong, 1) == 0)
        printf("line %d: %g, want %g\n", line, got, right);
}

// Small whole numbers, so that every sum is exact.
__host__ __device__ int element(int i, int j)
{
    return (5 * i + 3 * j) % 7 - 3;
}

// D = A B + C by a warp: A and B come by asynchronous copies, B turned by ldmatrix.
__global__ void half_product(const half *a, const half *b, float *d)
{
    __shared__ __align__(16) half a_tile[M][K];
    extern __shared__ __align__(16) half b_tile[];
    int lane = threadIdx.x;
    unsigned to_a = __cvta_generic_to_shared(&a_tile[0][0] + 8 * lane);
    asm volatile("cp.async.cg.shared.global [%0], [%1], %2;\n" ::"r"(to_a), "l"(a + 8 * lane),
                 "n"(16));
    if (lane < K) {
        unsigned to_b = (unsigned)__cvta_generic_to_shared(b_tile + N * lane);
        asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;" ::"r"(to_b),
                     "l"(b + N * lane));
    }
    asm volatile("cp.async.commit_group;\n" ::);
    asm volatile("cp.async.wait_group %0;\n" ::"n"(0));
    __syncthreads();

    unsigned ra[4], rb[2];
    float sum[4] = {1, 1, 1, 1};
    unsigned from_a = __cvta_generic_to_shared(&a_tile[lane % 16][lane / 16 * 8]);
    unsigned from_b = __cvta_generic_to_shared(b_tile + N * (lane % 16));
    asm volatile("ldmatrix.sync.aligned.x4.m8n8.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(ra[0]), "=r"(ra[1]), "=r"(ra[2]), "=r"(ra[3])
                 : "r"(from_a));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared::cta.b16 {%0, %1}, [%2];\n"
                 : "=r"(rb[0]), "=r"(rb[1])
                 : "r"(from_b));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\n"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                 : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]));
    for (int i = 0; i < 4; i++)
        d[(lane / 4 + i / 2 * 8) * N + lane % 4 * 2 + i % 2] = sum[i];

    unsigned halves[2];
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 "
                 "{%0,  %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %9};"
                 : "=r"(halves[0]), "=r"(halves[1])
                 : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]),
                   "r"(0), "r"(0));
    for (int i = 0; i < 4; i++)
        want(__half2float(((half *)halves)[i]), sum[i] - 1, __LINE__);
}

// The same of registers alone: of the lane's elements of A and B, as the PTX manual deals them.
__global__ void other_products(const float *right)
{
    int lane = threadIdx.x, group = lane / 4, part = lane % 4;
    __nv_bfloat162 a[4], b[2];
    float tf[4], sum[4] = {1, 1, 1, 1};
    char bytes[6][4];
    int whole[4];
    for (int i = 0; i < 4; i++) {
        int row = group + i % 2 * 8, k = 2 * part + i / 2 * 8;
        a[i] = __floats2bfloat162_rn(element(row, k), element(row, k + 1));
        if (i < 2)
            b[i] = __floats2bfloat162_rn(element(2 * part + i * 8, group),
                                         element(2 * part + i * 8 + 1, group));
    }
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, "
                 "{%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};"
                 : "=f"(tf[0]), "=f"(tf[1]), "=f"(tf[2]), "=f"(tf[3])
                 : "r"(*(unsigned *)&a[0]), "r"(*(unsigned *)&a[1]), "r"(*(unsigned *)&a[2]),
                   "r"(*(unsigned *)&a[3]), "r"(*(unsigned *)&b[0]), "r"(*(unsigned *)&b[1]),
                   "f"(sum[0]), "f"(sum[1]), "f"(sum[2]), "f"(sum[3]));
    for (int i = 0; i < 4; i++)
        want(tf[i], right[(group + i / 2 * 8) * N + 2 * part + i % 2], __LINE__);

    unsigned x[4], y[2]; // of tf32 the first eight columns of A and rows of B
    for (int i = 0; i < 4; i++)
        x[i] = __float_as_uint(element(group + i % 2 * 8, part + i / 2 * 4));
    for (int i = 0; i < 2; i++)
        y[i] = __float_as_uint(element(part + i * 4, group));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, "
                 "{%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
    for (int i = 0; i < 4; i++) {
        float sum_of_8 = 1;
        for (int k = 0; k < 8; k++)
            sum_of_8 += element(group + i / 2 * 8, k) * element(k, 2 * part + i % 2);
        want(sum[i], sum_of_8, __LINE__);
    }

    for (int i = 0; i < 6; i++) // of bytes 32 columns and rows
        for (int j = 0; j < 4; j++)
            bytes[i][j] = i < 4 ? element(group + i % 2 * 8, 4 * part + j + i / 2 * 16)
                                : element(4 * part + j + (i - 4) * 16, group);
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, "
                 "{%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};"
                 : "=r"(whole[0]), "=r"(whole[1]), "=r"(whole[2]), "=r"(whole[3])
                 : "r"(*(int *)bytes[0]), "r"(*(int *)bytes[1]), "r"(*(int *)bytes[2]),
                   "r"(*(int *)bytes[3]), "r"(*(int *)bytes[4]), "r"(*(int *)bytes[5]), "r"(0),
                   "r"(0), "r"(0), "r"(0));
    for (int i = 0; i < 4; i++) {
        int sum_of_32 = 0;
        for (int k = 0; k < 32; k++)
            sum_of_32 += element(group + i / 2 * 8, k) * element(k, 2 * part + i % 2);
        want(whole[i], sum_of_32, __LINE__);
    }

    float loaded, power;
    asm("ld.global.nc.f32 %0, [%1];" : "=f"(loaded) : "l"(right + lane));
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(3.0f));
    want(loaded, right[lane], __LINE__);
    want(power, 8, __LINE__);
}

int main()
{
    half *a, *b;
    float *d;
    cudaMallocManaged(&a, M * K * sizeof *a);
    cudaMallocManaged(&b, K * N * sizeof *b);
    cudaMallocManaged(&d, M * N * sizeof *d);
    for (int i = 0; i < M; i++)
        for (int k = 0; k < K; k++)
            a[i * K + k] = __float2half(element(i, k));
    for (int k = 0; k < K; k++)
        for (int j = 0; j < N; j++)
            b[k * N + j] = __float2half(element(k, j));
    half_product<<<1, 32, K * N * sizeof(half)>>>(a, b, d);
    cudaDeviceSynchronize();
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            float right = 1;
            for (int k = 0; k < K; k++)
                right += element(i, k) * element(k, j);
            wrong += d[i * N + j] != right;
        }
    other_products<<<1, 32>>>(d);
    cudaDeviceSynchronize();
    printf("%d wrong\n", wrong);
    cudaFree(a);
    cudaFree(b);
    cudaFree(d);
    return 0;
}
