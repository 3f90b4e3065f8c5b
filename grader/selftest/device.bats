#!/usr/bin/env bats
# Work on a GPU: boxes that have the device's files, a device that outlives what it is given, and what a device alone
# would accept.

# shellcheck disable=SC2030,SC2031 # each test is a subshell anyway
# bats file_tags=apart

load suite

# A hand-in lies where any user can come.
setup() {
    needs_gpu
    PUBLIC=$(mktemp -d) && chmod 755 "$PUBLIC"
    mkdir "$PUBLIC/handin"
    as=() suite=$ROOT
}

teardown() {
    [ -z "${PUBLIC-}" ] || rm -rf "$PUBLIC"
}

# The hand-in's grading in a box of this level, on the device, by the user that called_by has set.
grade_boxed() {
    SANDBOX=$1 by_itself "${as[@]}" env HOME="$PUBLIC" SIMT_BUILD="$suite/build/simt" BUILD="$suite/build" \
        make -s --no-print-directory -C "$suite" grade FROM="$PUBLIC/handin" BACKEND=cuda
}

# Why matrix_add got no points: the judge's reason of the first case that failed.
reason() {
    jq -rs 'map(select(.reason != "ok"))[0].reason' "$suite/build/grade/01-matmul-naive/matrix_add.jsonl"
}

# A hand-in of lab 01 whose matrix_add launches one kernel, with this body.
hand_in_kernel() {
    cat >"$PUBLIC/handin/matmul_naive.cu" <<END
#include "matmul_naive.h"

__global__ void kernel(volatile int *out)
{
    $1
}

EXPORT void matrix_add(const int *d_a, const int *d_b, int *d_c, int width, int height)
{
    kernel<<<1, 1>>>(d_c);
    CHECK(cudaDeviceSynchronize());
}
END
}

device_is_alive() {
    run -0 in_lab 01-matmul-naive check FROM=solutions BACKEND=cuda TASK=matmul_2d
}

@test "on a device the worked answers have all points in either box, by root and by an ordinary user" {
    local who level all
    # What all rubrics have to give.
    all=$(sed -n 's/^# bats test_tags=points:\([0-9]*\)$/\1/p' "$ROOT"/grader/[0-9]*.bats | awk '{ sum += $1 } END { print sum }')
    [ "$all" -gt 0 ]
    cp -r "$ROOT"/solutions/* "$PUBLIC/handin/"
    for who in root ordinary; do
        called_by $who
        for level in bubblewrap landlock; do
            run grade_boxed $level
            echo "$who, $level: $output"
            [ "$status" = 0 ]
            [[ $output == *"in a box ($level)"*"total $all/$all"* ]]
        done
    done
}

@test "a device is alive after a kernel without end, and the hand-in has no points for it" {
    hand_in_kernel 'while (out[0] != 0x7fffffff) continue;'
    run -0 grade_boxed auto
    echo "$output"
    [ "$(reason)" = timeout ]
    device_is_alive
}

@test "a device is alive after a write far beyond an array" {
    hand_in_kernel 'out[1L << 40] = 1;'
    run -0 grade_boxed auto
    echo "$output"
    [ "$(reason)" = cuda-error ]
    device_is_alive
}

# The hand-in's programs, whoever runs them.
programs_of_handin() {
    pgrep -f "^$suite/build/.*/taken/handin/student\$"
}

@test "a device is alive after a hand-in that is killed in the midst of a launch" {
    local grading
    hand_in_kernel 'while (out[0] != 0x7fffffff) continue;'
    grade_boxed auto >"$BATS_TEST_TMPDIR/said" 2>&1 3>&- &
    grading=$!
    until programs_of_handin >/dev/null; do
        kill -0 $grading
        sleep 0.1
    done
    sleep 2 # the kernel runs
    pkill -9 -f "^$suite/build/01-matmul-naive/judge "
    kill -9 $grading
    wait $grading || true
    for _ in {1..100}; do # a driver takes its time with a launch that is cut off
        programs_of_handin >/dev/null || break
        sleep 0.1
    done
    run ! programs_of_handin
    device_is_alive
}

# A sum that a block keeps from row to row shows where a single block has all rows; 32 bits, where no device's memory
# holds the elements.
@test "what a device cannot tell is judged on a CPU beside it" {
    check_wrong() {
        in_lab "$1" check FROM="$ROOT/grader/wrong/$1/$2/$3.cu" TASK="$2" BACKEND=cuda
    }
    run -1 check_wrong 08-spmv spmv_csr sum_kept_from_row_to_row
    [[ $output == *"so it is where a single block has all elements"* ]]
    run -1 check_wrong 06-reduction sum_fast count_of_32_bits
    [[ $output == *"more than 32 bits hold"* ]]
}
