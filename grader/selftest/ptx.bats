#!/usr/bin/env bats
# Inline PTX: what translate/ptx.c makes of it, by common/simt/others/ptx.h.
# bats file_tags=apart

load suite

setup() {
    export TMP=$BATS_TEST_TMPDIR BUILD=$BATS_TEST_TMPDIR/build BACKEND=cpu
    unset CC CXX
}

# The line, and what is named of a statement in a kernel.
refuses_at() {
    printf '__global__ void k(float *a) { %s }\nint main() {}\n' "$3" >"$TMP/refused.cu"
    run -2 suite run FILE="$TMP/refused.cu"
    [[ $output = *"refused.cu:$1: error: not supported without a GPU: inline PTX (asm) of $2" ]]
}

@test "inline PTX of one instruction and of several runs, and what is not known names itself" {
    says_what_it_must assembly
    says_what_it_must ptx
    says_what_it_must ptx_barriers
    refuses_at 1 wgmma.fence.sync.aligned \
        'asm volatile("{ .reg .pred p;\n setp.ne.b32 p, 1, 0;\n @p wgmma.fence.sync.aligned;\n}" ::: "memory");'
    refuses_at 1 cvt.rna.tf32.f32 'asm("cvt.rna.tf32.f32 %0, %1;" : "=f"(*a) : "f"(*a));'
    refuses_at 3 add.s32 \
        $'asm("mov.b32 %0, 1;"\n"sub.s32 %0, %0, 1;"\n"add.s32 %0, %0, nowhere;" : "=f"(*a));'
    refuses_at 2 createpolicy.fractional.L2::evict_last.b64 \
        $'asm("{ .reg .b64 p;"\n"createpolicy.fractional.L2::evict_last.b64 p; }" ::);'
}

@test "a race between instructions of PTX is told with their lines" {
    cat >"$TMP/race.cu" <<'END'
__device__ int first;
__global__ void k(int *a)
{
    __shared__ __align__(16) int tile[4];
    asm volatile("{ .reg .u32 t;\n"
                 ".reg .pred p;\n"
                 "mov.u32 t, %tid.x;\n"
                 "setp.eq.u32 p, t, 0;\n"
                 "@p st.global.u32 [%0], t; }" ::"l"(a)
                 : "memory");
    asm volatile("ld.global.u32 %0, [%1];" : "=r"(tile[threadIdx.x]) : "l"(a) : "memory");
}
int main()
{
    int *a;
    cudaMalloc(&a, 12);
    k<<<1, 2>>>(a);
    cudaDeviceSynchronize();
    cudaFree(a);
}
END
    run -1 suite run FILE="$TMP/race.cu"
    [[ $output = *"race"*"race.cu:9"* ]]
    [[ $output = *"race.cu:11"* ]]
    [[ $output != *"ptx"* ]]
}

@test "PTX for tensor cores copies, loads and multiplies as plain sums do" {
    says_what_it_must matrices
}

# Warp 1 writes and does $1; warp 0 waits at barrier 1 for $2 threads, and reads.
says_of_pair() {
    cat >"$TMP/pair.cu" <<END
__global__ void k(int *sum)
{
    __shared__ int a[32];
    if (threadIdx.x >= 32) {
        a[threadIdx.x - 32] = threadIdx.x;
        $1
    } else {
        asm volatile("bar.sync 1, $2;" ::: "memory");
        atomicAdd(sum, a[31 - threadIdx.x]);
    }
}
int main()
{
    int *sum;
    cudaMalloc(&sum, 4);
    cudaMemset(sum, 0, 4);
    k<<<1, 64>>>(sum);
    cudaDeviceSynchronize();
    cudaFree(sum);
}
END
    run suite run FILE="$TMP/pair.cu"
}

@test "a barrier with a number orders those who come there, and no others" {
    says_of_pair 'asm volatile("bar.arrive 1, 64;" ::: "memory");' 64
    [ "$status" -eq 0 ]
    says_of_pair '' 32
    [ "$status" -eq 1 ]
    [[ $output = *"race"*"pair.cu:5"* ]]
    [[ $output = *"pair.cu:9"* ]]
    SIMT_WATCHDOG_SECONDS=1 says_of_pair '' 64
    [ "$status" -eq 1 ]
    [[ $output = *"pair.cu:8"* ]]
}
