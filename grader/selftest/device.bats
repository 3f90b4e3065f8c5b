#!/usr/bin/env bats
# A stranger's work on a GPU: boxes that have the device's files, and a device that outlives what it is given.

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

# The hand-in's grading in a box, on the device, by the user that called_by has set.
grade_boxed() {
    SANDBOX=auto by_itself "${as[@]}" env HOME="$PUBLIC" SIMT_BUILD="$suite/build/simt" BUILD="$suite/build" \
        make -s --no-print-directory -C "$suite" grade FROM="$PUBLIC/handin" BACKEND=cuda
}

# The level of the box that the last grading had.
box_of_grading() {
    jq -r .sandbox "$suite/build/grade/results.json"
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

@test "on a device the worked answers have all points in a box, by root and by an ordinary user" {
    local who
    cp -r "$ROOT"/solutions/* "$PUBLIC/handin/"
    for who in root ordinary; do
        called_by $who
        run -0 grade_boxed
        echo "$output"
        [[ $output == *"total 900/900"* ]]
        run ! box_of_grading | grep -x none
        echo "$who: $(box_of_grading)" >&3
    done
}

@test "a device is alive after a kernel without end, and the hand-in has no points for it" {
    called_by root
    hand_in_kernel 'while (out[0] != 0x7fffffff) continue;'
    run -0 grade_boxed
    echo "$output"
    [[ $output == *"01-matmul-naive"*" 0/100"* ]]
    device_is_alive
}

@test "a device is alive after a write far beyond an array" {
    called_by root
    hand_in_kernel 'out[1L << 40] = 1;'
    run -0 grade_boxed
    echo "$output"
    [[ $output == *"01-matmul-naive"*" 0/100"* ]]
    device_is_alive
}

# The hand-in's programs, whoever runs them.
programs_of_handin() {
    pgrep -f "^$suite/build/.*/taken/handin/student\$"
}

@test "a device is alive after a hand-in that is killed in the midst of a launch" {
    local grading
    called_by root
    hand_in_kernel 'while (out[0] != 0x7fffffff) continue;'
    grade_boxed >"$BATS_TEST_TMPDIR/said" 2>&1 3>&- &
    grading=$!
    until programs_of_handin >/dev/null; do
        kill -0 $grading
        sleep 0.1
    done
    sleep 2 # the kernel runs
    pkill -9 -P $grading || true
    kill -9 $grading || true
    wait $grading || true
    device_is_alive
    run ! programs_of_handin
}
