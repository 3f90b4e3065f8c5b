#!/usr/bin/env bats
# The commands of the public contract: what they print, what they leave, how they refuse.

load suite

# Most tests share one copy; those that spoil it take one of their own.
setup_file() {
    load suite
    copy_suite "$BATS_FILE_TMPDIR"
}

# One line, exit 2, and it says $1. make adds a line of its own when a recipe fails.
refused() {
    echo "$output"
    [ "$status" -eq 2 ] && [[ $output = *"$1"* ]] && [ "$(grep -vc '^make' <<<"$output")" -le 1 ]
}

# A folder for PATH that lacks the programs named.
path_without() {
    local folder=$BATS_TEST_TMPDIR/bin program
    mkdir -p "$folder"
    IFS=: read -ra parts <<<"$PATH"
    for part in "${parts[@]}"; do
        [ -d "$part" ] && cp -sn "$part"/* "$folder"/ 2>/dev/null || true
    done
    for program in "$@"; do
        rm -f "$folder/$program"
    done
    echo "$folder"
}

# The XML file $1: tags have the form of tags and are closed in turn, and between them, as in their
# attributes, <, > and & are only written in words.
is_well_formed() {
    tr '\n' ' ' <"$1" | sed 's/^<?[^<>]*?>//; s/</\n</g; s/>/>\n/g' | awk '
        /[^ ]/ { seen++ }
        { rest = $0; gsub(/&(#[0-9]+|[a-z]+);/, "", rest); bad = bad || rest ~ /&/ }
        !/[<>]/ { next }
        !/^<([a-z]+( [a-z]+="[^"]*")*\/?|\/[a-z]+)>$/ { bad = 1 }
        /^<\// { bad = bad || stack[depth--] != substr($0, 3, length($0) - 3); next }
        !/\/>$/ { match($0, /[a-z]+/); stack[++depth] = substr($0, RSTART, RLENGTH) }
        END { exit bad || depth != 0 || !seen }'
}

@test "make alone says what there is to do, at the top and in every lab" {
    run -0 suite
    [[ $output = *"make grade"* && $output = *"make setup"* ]]
    for lab in $(ls "$ROOT/labs"); do
        run -0 in_lab "$lab"
        [[ $output = *"make check"* ]]
    done
}

@test "the help at the top names every verb that it has" {
    run -0 suite help
    for verb in $(sed -n 's/^\([a-z][a-z-]*\):.*/\1/p' "$ROOT/Makefile" | grep -v -e tools -e help -e on-device); do
        [[ $output = *"make $verb"* ]]
    done
}

@test "grading the solutions says whose work it grades and gives full marks" {
    run -0 suite grade FROM=solutions BACKEND=cpu
    echo "$output"
    [[ ${lines[0]} = "grading "*"/solutions on the cpu backend" ]]
    labs=$(ls "$ROOT/labs" | wc -l)
    [[ $output = *"total $((100 * labs))/$((100 * labs))"* ]]
    [ "$(grep -c '100/100' <<<"$output")" -ge "$labs" ]
    jq -e '.points == .max and (.labs | all(.gold == .gold_max))' "$BUILD/grade/results.json"
}

@test "grading the untouched tree gives nobody a point, and each task its first step" {
    run -0 suite grade BACKEND=cpu
    echo "$output"
    jq -e '.points == 0 and .max > 0' "$BUILD/grade/results.json"
    jq -e '[.labs[].tasks[] | select(.reason != "not-started" or (.message | contains("to begin:") | not))] == []' \
        "$BUILD/grade/results.json"
    tasks=$(jq '[.labs[].tasks[]] | length' "$BUILD/grade/results.json")
    [ "$(grep -c 'to begin:' <<<"$output")" = "$tasks" ]
}

@test "the results agree with each other in every format" {
    mkdir -p "$BATS_TEST_TMPDIR/half/01-matmul-naive"
    sed '/EXPORT void matmul_2d/,$d' "$ROOT/solutions/01-matmul-naive/matmul_naive.cu" \
        >"$BATS_TEST_TMPDIR/half/01-matmul-naive/matmul_naive.cu"
    run -0 suite grade BACKEND=cpu LAB=01 FROM="$BATS_TEST_TMPDIR/half"
    echo "$output"
    points=$(jq .points "$BUILD/grade/results.json")
    [ "$points" -gt 0 ] && [ "$points" -lt 100 ]
    [[ $output = *"matmul_2d is not defined"* ]]
    [ "$(cat "$BUILD/grade/scores.csv")" = "$(printf '"01-matmul-naive","total"\n%s,%s' "$points" "$points")" ]
    [ "$(awk -F, 'NR > 1 { sum += $3 } END { print sum }' "$BUILD/grade/tasks.csv")" = "$points" ]
    [ "$(grep -c '<failure' "$BUILD/grade/junit.xml")" = 2 ]
    is_well_formed "$BUILD/grade/junit.xml"
}

@test "a hand-in that lacks a lab's file gets no points there, and is told which file" {
    mkdir -p "$BATS_TEST_TMPDIR/empty"
    run -0 suite grade BACKEND=cpu LAB=01 FROM="$BATS_TEST_TMPDIR/empty"
    echo "$output"
    jq -e '.points == 0' "$BUILD/grade/results.json"
    [[ $output = *"matmul_naive.cu is not in the hand-in"* ]]
}

@test "a hand-in that does not compile gets no points, and its first error is quoted" {
    mkdir -p "$BATS_TEST_TMPDIR/broken/01-matmul-naive"
    echo 'EXPORT void square_elements( {' >"$BATS_TEST_TMPDIR/broken/01-matmul-naive/matmul_naive.cu"
    run -0 suite grade BACKEND=cpu LAB=01 FROM="$BATS_TEST_TMPDIR/broken"
    echo "$output"
    jq -e '.points == 0' "$BUILD/grade/results.json"
    [[ $output = *"it does not compile: "*"matmul_naive.cu:1"* ]]
}

@test "a hand-in that never compiles to the end costs itself and no more" {
    cat >"$BATS_TEST_TMPDIR/endless.cu" <<'CU'
#include "matmul_naive.h"
constexpr int twice(int depth) { return depth ? twice(depth - 1) + twice(depth - 1) : 1; }
constexpr int endless = twice(60);
EXPORT void square_elements(const int *, int *, int, int) {}
CU
    run -0 timeout "$(seconds 60)" make -s -C "$ROOT/labs/01-matmul-naive" programs BACKEND=cpu COMPILE_SECONDS=1 \
        FROM="$BATS_TEST_TMPDIR/endless.cu"
    run ! in_lab 01-matmul-naive judge BACKEND=cpu FROM="$BATS_TEST_TMPDIR/endless.cu" TASK=square_elements
    [[ $output = *"it does not compile"*"terminated program"* ]]
}

@test "an index compared with an int is no warning, since nvcc has none; an unused variable is one" {
    cat >"$BATS_TEST_TMPDIR/signs.cu" <<'CU'
#include "matmul_naive.h"
__global__ void kernel(int *out, int n)
{
    for (int stride = n; stride > 0; stride /= 2)
        if (threadIdx.x < stride)
            out[threadIdx.x] = stride;
}
EXPORT void square_elements(const int *, int *d_out, int width, int)
{
    int unused = 0;
    kernel<<<1, 32>>>(d_out, width);
}
CU
    run ! in_lab 01-matmul-naive check BACKEND=cpu FROM="$BATS_TEST_TMPDIR/signs.cu" TASK=square_elements
    [[ $output != *"signedness"* && $output = *"-Wunused-variable"* ]]
}

@test "grading never takes a program that an earlier version of the file had built" {
    mkdir -p "$BATS_TEST_TMPDIR/handin/01-matmul-naive"
    file=$BATS_TEST_TMPDIR/handin/01-matmul-naive/matmul_naive.cu
    cp "$ROOT/solutions/01-matmul-naive/matmul_naive.cu" "$file"
    run -0 suite grade BACKEND=cpu LAB=01 FROM="$BATS_TEST_TMPDIR/handin"
    jq -e '.points == 100' "$BUILD/grade/results.json"
    echo 'this is no C' >"$file"
    run -0 suite grade BACKEND=cpu LAB=01 FROM="$BATS_TEST_TMPDIR/handin"
    jq -e '.points == 0' "$BUILD/grade/results.json"
    rm "$file"
    run -0 suite grade BACKEND=cpu LAB=01 FROM="$BATS_TEST_TMPDIR/handin"
    jq -e '.points == 0' "$BUILD/grade/results.json"
}

@test "check fails on a skeleton, passes on a solution, and names the case to repeat" {
    run ! in_lab 01-matmul-naive check BACKEND=cpu
    [[ $output = *"to begin: TODO"* ]]
    run -0 in_lab 01-matmul-naive check BACKEND=cpu FROM=solutions
    run ! in_lab 01-matmul-naive check BACKEND=cpu FROM=grader/wrong/01-matmul-naive/no_guard.cu TASK=square_elements
    again=$(sed -n 's/^this case again: make check //p' <<<"$output")
    read -ra words <<<"$again"
    run ! in_lab 01-matmul-naive check BACKEND=cpu "${words[@]}"
    [[ $output = *"0 of 1 cases"* ]]
}

@test "an unknown LAB, BACKEND, FROM, JOBS, TASK, CASE or SEED is one clear line and exit 2" {
    run suite check LAB=10-teapot
    refused "LAB=10-teapot is unknown; there are: 01-matmul-naive"
    run suite check BACKEND=opencl
    refused "BACKEND=opencl is unknown"
    run in_lab 01-matmul-naive check BACKEND=opencl
    refused "BACKEND=opencl is unknown"
    run suite grade FROM=/nonexistent
    refused "FROM=/nonexistent does not exist"
    mkdir -p "$BATS_TEST_TMPDIR/handins/ada/01-matmul-naive"
    run suite grade FROM="$BATS_TEST_TMPDIR/handins"
    refused "holds folders that are hand-ins themselves: name one of them"
    run suite grade FROM="two words"
    refused "has spaces in it"
    run suite grade FROM="a\$(shell touch $BATS_TEST_TMPDIR/made)"
    refused 'FROM= has $ in it'
    [ ! -e "$BATS_TEST_TMPDIR/made" ]
    run in_lab 01-matmul-naive check FROM='a;b'
    refused "FROM= has ; in it"
    run suite grade JOBS=many
    refused "JOBS=many is not a number"
    run in_lab 01-matmul-naive check BACKEND=cpu FROM=solutions TASK=matmul_4d
    refused "TASK=matmul_4d is not a task of 01-matmul-naive; it has: square_elements"
    run in_lab 01-matmul-naive check BACKEND=cpu FROM=solutions TASK=matmul_2d CASE=enormous
    refused "CASE=enormous is not a case of matmul_2d; it has:"
    run in_lab 01-matmul-naive check BACKEND=cpu FROM=solutions SEED=x
    refused "SEED=x is not a whole number"
}

@test "BACKEND=cuda without nvcc is one clear line and exit 2" {
    run in_lab 01-matmul-naive check BACKEND=cuda NVCC=
    refused "BACKEND=cuda needs nvcc"
}

@test "a folder that cannot be written to is one clear line and exit 2" {
    run in_lab 01-matmul-naive check BUILD=/proc/nothing
    refused "cannot write to /proc/nothing/01-matmul-naive"
}

@test "without a C compiler, check says what to type" {
    PATH=$(path_without gcc cc clang) run in_lab 01-matmul-naive check BACKEND=cpu
    refused "is missing, which the judge needs: type 'make setup'"
}

@test "a hand-in that includes a solution, or links to one, is no work of its own" {
    echo "// square_elements() is in here" >"$ROOT/solutions/01-matmul-naive/part.h"
    mkdir "$BATS_TEST_TMPDIR"/{includes,links}
    echo "#include \"$ROOT/solutions/01-matmul-naive/part.h\"" >"$BATS_TEST_TMPDIR/includes/matmul_naive.cu"
    ln -s "$ROOT/solutions/01-matmul-naive/matmul_naive.cu" "$BATS_TEST_TMPDIR/links"
    for handin in includes links; do
        run ! in_lab 01-matmul-naive check BACKEND=cpu FROM="$BATS_TEST_TMPDIR/$handin"
        echo "$output"
        [[ $output = *"a solution of the suite, not work of its own"* ]]
    done
    rm "$ROOT/solutions/01-matmul-naive/part.h"
}

@test "without bats or jq, grading says what to type" {
    PATH=$(path_without bats jq) run suite grade BACKEND=cpu LAB=01
    echo "$output"
    [ "$status" -eq 2 ] && [[ $output = *"make setup"* ]]
}

@test "setup without rights to install prints the exact command and exits 2" {
    requires setpriv
    [ "$(id -u)" -eq 0 ] || skip "this user has no rights anyway"
    copy_suite "$BATS_TEST_TMPDIR"
    chmod -R a+rX "$BATS_TEST_TMPDIR" "$BATS_RUN_TMPDIR" 2>/dev/null || true
    bin=$(path_without bats sudo)
    chmod -R a+rX "$BATS_RUN_TMPDIR"
    run setpriv --reuid 65534 --regid 65534 --clear-groups env PATH="$bin" bash "$ROOT/common/setup.sh"
    echo "$output"
    [ "$status" -eq 2 ] && [[ $output = *"sudo apt-get install -y --no-install-recommends bats"* ]]
}

@test "setup installs what is missing, by the package's name" {
    # apt-get itself is stood in for: what matters is that it is asked for the right thing.
    copy_suite "$BATS_TEST_TMPDIR"
    [ "$(id -u)" -eq 0 ] || skip "needs to be root"
    bin=$(path_without bats apt-get)
    printf '#!/bin/sh\necho "$@" >>%q\ncase $1 in install) touch %q/bats; chmod +x %q/bats;; esac\n' \
        "$BATS_TEST_TMPDIR/asked" "$bin" "$bin" >"$bin/apt-get"
    chmod +x "$bin/apt-get"
    PATH=$bin run -0 bash "$ROOT/common/setup.sh"
    grep -q 'install -y.* bats$' "$BATS_TEST_TMPDIR/asked"
    [[ $output = *"all that is needed is here"* ]]
}

@test "setup says what it left out and what that costs" {
    PATH=$(path_without nvcc clang++) run -0 bash "$ROOT/common/setup.sh"
    [[ $output = *"left out: clang++; without it:"* ]]
}

@test "a lab is added by copying its folders" {
    copy_suite "$BATS_TEST_TMPDIR"
    for folder in labs solutions grader/wrong grader/right; do
        cp -r "$ROOT/$folder/01-matmul-naive" "$ROOT/$folder/10-scratch"
    done
    cp "$ROOT/grader/01-matmul-naive.bats" "$ROOT/grader/10-scratch.bats"
    run -0 suite grade FROM=solutions BACKEND=cpu LAB=10-scratch
    echo "$output"
    [[ $output = *"10-scratch"*"100/100"* ]]
    run -0 suite help
    run suite check LAB=nonsense
    [[ $output = *"10-scratch"* ]]
}

@test "a rubric that judges no such task, or lost a test, is an error and never a mark" {
    copy_suite "$BATS_TEST_TMPDIR"
    sed -i 's/judge matmul_2d/judge matmul_9d/' "$ROOT/grader/01-matmul-naive.bats"
    run suite grade FROM=solutions BACKEND=cpu LAB=01
    echo "$output"
    [ "$status" -eq 2 ] && [[ $output = *"matmul_9d"* ]]
    run ! test -e "$BUILD/grade/results.json"
}

@test "results without a verdict file count as failed" {
    suite grade FROM=solutions BACKEND=cpu LAB=01
    rm "$BUILD/grade/01-matmul-naive/matmul_2d.jsonl"
    run -0 bash "$ROOT/grader/score" "$BUILD/grade"
    [[ $output = *"matmul_2d"*"no verdict"* ]]
    sed -i '$d' "$BUILD/grade/01-matmul-naive/matmul_1d.jsonl"
    run -0 bash "$ROOT/grader/score" "$BUILD/grade"
    jq -e '[.labs[0].tasks[] | select(.task == "matmul_1d") | .points] == [0]' "$BUILD/grade/results.json"
}

@test "score without results is one clear line and exit 2" {
    run bash "$ROOT/grader/score" /nonexistent
    refused "not a folder of results"
    mkdir "$BATS_TEST_TMPDIR/none"
    run bash "$ROOT/grader/score" "$BATS_TEST_TMPDIR/none"
    refused "no lab was graded"
}

@test "cells that a spreadsheet would run are made text" {
    suite grade FROM=solutions BACKEND=cpu LAB=01
    file=$BUILD/grade/01-matmul-naive/matmul_2d.jsonl
    jq -c '.passed = false | .message = "=cmd|calc"' "$file" >"$file.new" && mv "$file.new" "$file"
    run -0 bash "$ROOT/grader/score" "$BUILD/grade"
    grep -q "\"'=cmd|calc\"" "$BUILD/grade/tasks.csv"
}

@test "clean removes what was built and nothing else" {
    copy_suite "$BATS_TEST_TMPDIR"
    rm -rf "$BUILD"
    before=$(cd "$ROOT" && find . -type f | sort | sha1sum)
    in_lab 01-matmul-naive check BACKEND=cpu FROM=solutions
    suite clean
    [ "$(cd "$ROOT" && find . -type f | sort | sha1sum)" = "$before" ]
}

@test "everything builds with nvcc, where there is one, without a warning" {
    requires nvcc
    for lab in $(ls "$ROOT/labs"); do
        for from in labs solutions; do
            rm -f "$BUILD/$lab/from/$from"/*.log
            in_lab "$lab" -j2 programs BACKEND=cuda FROM=$from
            for log in "$BUILD/$lab/from/$from"/*.log; do
                # The oldest devices, for which is built where there is none, hold fewer blocks.
                run ! grep -v 'minnctapersm will be ignored' "$log"
                echo "$log: $output"
                [ -x "${log%.log}" ] && [ -z "$output" ]
            done
        done
    done
}
