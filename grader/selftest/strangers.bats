#!/usr/bin/env bats
# The survey of others' programs, and the pages that are written from tables.
# bats file_tags=apart

load suite

setup() {
    export SURVEY=$BATS_TEST_DIRNAME/strangers/survey TMP=$BATS_TEST_TMPDIR
    unset CC CXX LEVEL MEMORY
}

# What stands between the markers <!-- $2 --> of README $1.
text_between() {
    sed -n "/^<!-- $2 -->\$/,/^<!-- \\/$2 -->\$/p" "$ROOT/$1" | sed '1d;$d'
}

@test "the page of what is exact, near and missing says what the tables say" {
    "$ROOT/common/simt/fidelity" >"$TMP/page"
    [ "$(grep -c '^| ' "$TMP/page")" -gt 20 ]
    grep -q 'cudaGraph\*' "$TMP/page"
    run -1 grep -w '__vadd4\|cudaMemcpy3D' "$TMP/page"
    diff <(text_between common/simt/README.md fidelity) "$TMP/page"
}

@test "the tables of others' programs say what the results say" {
    "$BATS_TEST_DIRNAME/strangers/report" >"$TMP/long"
    "$BATS_TEST_DIRNAME/strangers/report" short >"$TMP/short"
    [ "$(grep -c ' of ' "$TMP/long")" -ge 5 ]
    diff <(text_between common/simt/README.md strangers) "$TMP/long"
    diff <(text_between README.md strangers) "$TMP/short"
    "$BATS_TEST_DIRNAME/strangers/report" chinese >"$TMP/chinese"
    diff <(text_between README.zh.md strangers) "$TMP/chinese"
}

# A suite of files: one that races, one that goes astray, a clean one, one that does not build.
make_suite() {
    mkdir -p "$TMP/suite/include"
    echo '#define N 64' >"$TMP/suite/include/size.h"
    for kind in race:a[0] bounds:a[threadIdx.x+1] clean:a[threadIdx.x]; do
        printf '#include <stdio.h>\n#include "size.h"\n%s\n' \
            "__global__ void k(int *a) { ${kind#*:} = threadIdx.x; } int main(int n, char **w) { int *a;
            cudaMalloc(&a, 4 * N); k<<<1, N>>>(a); puts(n > 1 ? w[1] : \"\"); cudaFree(a); }" >"$TMP/suite/${kind%%:*}_one.cu"
    done
    echo '#include <nccl.h>' >"$TMP/suite/none.cu"
}

@test "a survey of files counts what was built, right, found and accused, and goes on where it was" {
    make_suite
    sha256sum "$TMP"/suite/* >"$TMP/before" 2>/dev/null || true
    for _ in 1 2; do
        "$SURVEY" "$TMP/suite" "$TMP/log" EACH='*.cu' INCLUDE=include ARGS='all PASS' CHECKED=1 RACY=^race BOUNDS=^bounds RIGHT=all
    done
    cat "$TMP/log"
    [ "$(wc -l <"$TMP/log")" -eq 4 ]
    grep -qP '^race_one.cu\tracy\tyes\tright\trace\t' "$TMP/log"
    grep -qP '^bounds_one.cu\tbounds\tyes\tright\tout-of-bounds\t' "$TMP/log"
    grep -qP '^clean_one.cu\tclean\tyes\tright\tnone\t' "$TMP/log"
    grep -qP '^none.cu\tclean\tno:not supported without a GPU: <nccl.h>\t-\t-\t' "$TMP/log"
    run -0 "$SURVEY" count ours "$TMP/log"
    [ "$output" = $'ours\t4\t3\t3\t3\t0\t1\t1\t1\t1\t0\t1' ]
    sha256sum -c "$TMP/before"
}

@test "a survey of folders runs make with simtcc under nvcc's name, on a copy" {
    mkdir -p "$TMP/suite/good" "$TMP/suite/bad"
    echo 'int main() { __builtin_puts("PASS"); }' >"$TMP/suite/good/p.cu"
    printf 'p: p.cu\n\tnvcc -o $@ $<\nrun: p\n\t./p\n' | tee "$TMP/suite/good/Makefile" >"$TMP/suite/bad/Makefile"
    "$SURVEY" "$TMP/suite" "$TMP/log" RIGHT=pass
    grep -qP '^good\tclean\tyes\tright\t-\t' "$TMP/log"
    grep -qP '^bad\tclean\tno:' "$TMP/log"
    [ "$(find "$TMP/suite/good" -type f | wc -l)" = 2 ]
}

@test "a survey of folders makes a program's numbers smaller until it ends in time, several at a time" {
    for name in one two; do
        mkdir -p "$TMP/suite/$name"
        printf '#include <unistd.h>\n#include <stdlib.h>\n#include <stdio.h>\n%s\n' \
            'int main(int n, char **w) { if (atoi(w[1]) > 100) sleep(9); printf("%s %s: PASS\n", w[1], w[2]); }' >"$TMP/suite/$name/p.cu"
        printf 'p: p.cu\n\tnvcc -o $@ $<\nrun: p\n\t$(LAUNCHER) ./p 1600 30\n' >"$TMP/suite/$name/Makefile"
    done
    "$SURVEY" "$TMP/suite" "$TMP/log" SMALLER='1 2' LIMIT=2 JOBS=2 RIGHT='100 1: pass'
    [ "$(cut -f1,4 "$TMP/log" | sort)" = $'one\tright\ntwo\tright' ]
}

@test "a survey of what is not there is refused in one line with exit 2" {
    run -2 "$SURVEY" "$TMP/none" "$TMP/log"
    [[ ${#lines[@]} -eq 1 && $output = *"no folder"* ]]
    run -2 "$SURVEY" "$TMP" "$TMP/log" ECH=1
    [[ ${#lines[@]} -eq 1 && $output = *"unknown"* ]]
}

# A suite of GPUVerify's form: what it proves, what it refuses, and what is left out.
make_kernels() {
    local name
    for name in clean racy warps; do
        mkdir -p "$TMP/checkout/testsuite/CUDA/of/$name"
    done
    cat >"$TMP/checkout/testsuite/CUDA/of/clean/kernel.cu" <<'END'
//pass
//--blockDim=[8,4] --gridDim=2 -DROWS=4

/* A comment with __global__ void none(int n) { in it. */
__global__ void k(int *out, int width) {
    __requires(width == 2 * blockDim.x);
    int row = blockIdx.x * ROWS + threadIdx.y;
    for (int i = threadIdx.x; __invariant(i >= 0), i < width; i += blockDim.x)
        out[row * width + i] = i;
    __assert(width == 16);
}
END
    cat >"$TMP/checkout/testsuite/CUDA/of/racy/kernel.cu" <<'END'
//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

__global__ void k(int *out) { out[0] = threadIdx.x; }
END
    sed 's/^\/\/--/\/\/--warp-sync=32 --/' "$TMP/checkout/testsuite/CUDA/of/racy/kernel.cu" >"$TMP/checkout/testsuite/CUDA/of/warps/kernel.cu"
}

@test "GPUVerify's kernels become programs, with the numbers that they require" {
    make_kernels
    run -0 "$BATS_TEST_DIRNAME/strangers/gpuverify" "$TMP/checkout" "$TMP/made"
    [ "$output" = "of-warps: supposes that a warp's threads run in step" ]
    "$SURVEY" "$TMP/made" "$TMP/log" EACH=kernel.cu INCLUDE=headers CHECKED=1 FAULTY=^fail/ ARGS=small
    cat "$TMP/log"
    [ "$(wc -l <"$TMP/log")" -eq 2 ]
    grep -qP '^pass/of-clean/kernel.cu\tclean\tyes\tended\tnone\t' "$TMP/log"
    grep -qP '^fail/of-racy/kernel.cu\tfaulty\tyes\t[a-z]+\trace\t' "$TMP/log"
    run -2 "$BATS_TEST_DIRNAME/strangers/gpuverify" "$TMP/checkout" "$TMP/made"
    [ "$output" = "gpuverify: $TMP/made is there already" ]
}

@test "CuSan's tests become two programs each, with and without their synchronisation" {
    mkdir -p "$TMP/checkout/test/pass"
    printf '%s\n' '#include <cuda_runtime.h>' '#ifdef CUSAN_SYNC' 'int synced;' '#endif' >"$TMP/checkout/test/pass/1_both.c"
    echo '#include <mpi.h>' >"$TMP/checkout/test/pass/2_mpi.c"
    echo '#include <cuda_runtime.h>' >"$TMP/checkout/test/pass/3_one.c"
    run -0 "$BATS_TEST_DIRNAME/strangers/cusan" "$TMP/checkout" "$TMP/made"
    [ "$(cd "$TMP/made" && echo *)" = "1_both-clean.cu 1_both-racy.cu 3_one-clean.cu" ]
    [ "$(head -n 1 "$TMP/made/1_both-clean.cu")" = '#define CUSAN_SYNC' ]
    run -2 "$BATS_TEST_DIRNAME/strangers/cusan" "$TMP" "$TMP/other"
    [ "$output" = "cusan: $TMP is no checkout of ahueck/cusan: it has no test/pass" ]
}
