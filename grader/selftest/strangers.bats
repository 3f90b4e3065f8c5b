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
