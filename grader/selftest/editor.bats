#!/usr/bin/env bats
# What make writes for editors and debuggers: clangd knows the suite's files, and gdb stops in a kernel.
# bats file_tags=apart

load suite

setup_file() {
    load suite
    copy_suite "$BATS_FILE_TMPDIR"
}

# The lines of clangd's check of a file that speak of an error in it; fails if there is one, or no end.
errors_in() {
    local said
    said=$(clangd --check="$1" --check-lines=1-1 2>&1) || true
    [[ $said == *"All checks completed"* ]] || return 1
    [ "$(grep -cE '^E\[[^]]*\] \[' <<<"$said")" = 0 ] || { echo "$said" && return 1; }
}
export -f errors_in

@test "make editor says what it has written, at the top and in a lab, and it is JSON" {
    requires jq
    run -0 suite editor
    [[ $output == "clangd knows the suite now: compile_commands.json, .clangd"* ]]
    rm "$ROOT/compile_commands.json" "$ROOT/.clangd"
    run -0 in_lab 01-matmul-naive editor
    jq -e --arg root "$ROOT" 'all(.directory == $root) and (map(.file) | contains(["labs/03-tiled/tiled.cu",
        "solutions/03-tiled/stretch.cu", "labs/03-tiled/cases.c"] | map($root + "/" + .)))' "$ROOT/compile_commands.json"
    jq -e 'all(.file | endswith("vendor.cu") | not)' "$ROOT/compile_commands.json"
    [ -s "$ROOT/.clangd" ]
}

@test "clangd finds no error in any skeleton or solution" {
    waits_for_night "half a minute"
    requires clangd
    requires jq
    suite editor
    jq -r '.[].file | select(endswith(".cu") and (contains("/steps/") | not))' "$ROOT/compile_commands.json" >"$BATS_TEST_TMPDIR/files"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/files")" -ge $((3 * ${#LABS[@]})) ]
    # shellcheck disable=SC2016 # $1 is the inner shell's
    xargs -P 2 -I {} bash -c 'errors_in "$1" || { echo "in $1"; exit 1; }' _ {} <"$BATS_TEST_TMPDIR/files"
}

@test "clangd knows a .cu that is in no list, and tells an error from CUDA's words" {
    requires clangd
    suite editor
    mkdir "$ROOT/mine"
    cd "$ROOT/mine"
    printf '%s\n' '#include "kernel.h"' '__constant__ int given[2];' \
        '__global__ void add(int *p) { extern __shared__ int tile[]; tile[threadIdx.x] = given[0]; __syncthreads();' \
        'atomicAdd(&p[blockIdx.x], tile[0] + warpSize); }' \
        'EXPORT void run(int *p) { add<<<blocks_for(9, 3), dim3(3), 12>>>(p); CHECK(cudaGetLastError()); }' >good.cu
    errors_in good.cu
    sed 's/__syncthreads()/__syncthread()/' good.cu >bad.cu
    run -1 errors_in bad.cu
    [[ $output == *"undeclared identifier '__syncthread'"* ]]
    sed 's/p); CHECK/p, 1); CHECK/' good.cu >bad.cu
    run -1 errors_in bad.cu
    [[ $output == *"too many arguments to function call"* ]]
}

@test "clangd lets kernels call what cooperative groups, halves and pipelines declare" {
    requires clangd
    suite editor
    mkdir -p "$ROOT/mine"
    cd "$ROOT/mine"
    cat >headers.cu <<'END'
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;
__global__ void k(int *p, __half *h, __nv_bfloat16 *b)
{
    __shared__ int tile[32];
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    p[0] = cg::reduce(warp, p[1], cg::plus<int>());
    h[0] = __hadd(h[1], __float2half(__bfloat162float(b[0])));
    __pipeline_memcpy_async(tile + threadIdx.x, p + threadIdx.x, 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
}
END
    errors_in headers.cu
    sed 's/__hadd(h/__hsum(h/' headers.cu >bad.cu
    run -1 errors_in bad.cu
    [[ $output == *"undeclared identifier '__hsum'"* ]]
}

@test "the container for VS Code begins with a make that there is" {
    requires jq
    local commands
    commands=$(jq -r .onCreateCommand "$ROOT/.devcontainer/devcontainer.json")
    [[ $commands == *"apt-get install "*" make git "*"&& make setup editor" ]]
}

# --- make debug ---------------------------------------------------------------------------------------

# gdb carries out the commands of stdin when it has stopped.
debug() {
    local lab=$1
    shift
    cat >"$BATS_TEST_TMPDIR/commands"
    DEBUG_COMMANDS=$BATS_TEST_TMPDIR/commands in_lab "$lab" debug BACKEND=cpu "$@" 2>&1
}

@test "make debug stops in the kernel, in the thread and block asked for, with their words known" {
    requires gdb
    requires jq
    run -0 debug 03-tiled TASK=matmul_tiled FROM=solutions CASE=ragged-columns THREAD=2,5 BLOCK=1,1 <<'END'
printf "thread %u,%u,%u block %u,%u of %u,%u, %u,%u threads\n", threadIdx.x, threadIdx.y, threadIdx.z, blockIdx.x, blockIdx.y, gridDim.x, gridDim.y, blockDim.x, blockDim.y
next
next
print row
print k
frame
continue
END
    [[ $output == *"tiled_kernel (a="*", m=32, n=47, k=48)"*"thread 2,5,0 block 1,1 of 3,2, 16,16 threads"* ]]
    [[ $output == *"= 21"*"= 48"*"tiled.cu:60"*"matmul_tiled has returned; run begins it again"* ]]
}

@test "make debug takes a stretch task, the smallest case of itself, and a case again after run" {
    requires gdb
    requires jq
    run -0 debug 06-reduction TASK=sum_fast FROM=solutions <<<$'bt 1\nrun\nprint threadIdx.x\ncontinue\ncontinue'
    [[ $output == *"sum_fast, case "*" at "*"/solutions/06-reduction/stretch.cu:"* ]]
    # It returns once, and then it ends: no judge is there to ask for more.
    [[ ${output##*" at "} == *"= 0"*"sum_fast has returned;"*"exited normally"* ]]
    [ "$(grep -c "has returned" <<<"$output")" = 1 ]
}

@test "make debug says what it cannot do in one line" {
    requires gdb
    requires jq
    run -2 in_lab 03-tiled debug BACKEND=cpu FROM=solutions
    [ "$output" = "TASK=: say which task, one of: matmul_tiled_square matmul_tiled matmul_fast" ] # no line of make's
    run -2 in_lab 03-tiled debug BACKEND=cpu FROM=solutions TASK=matmul_tiled THREAD=a,1
    [[ $output == *"THREAD=a,1 is no place"* ]]
    run -0 debug 03-tiled TASK=matmul_tiled FROM=solutions THREAD=16 BLOCK=1 <<<""
    [[ $output == *"thread 16 of block 1 is not there: the launch has ("*") blocks of (16,16,1) threads; name a place"* ]]
    [[ $output != *"(1,1,1) blocks"* ]] # a case that has more than one was taken
    run -0 debug 03-tiled TASK=matmul_tiled <<<""
    [[ $output == *"matmul_tiled launches no kernel"* ]]
}
