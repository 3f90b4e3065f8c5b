#!/usr/bin/env bats
# Machines of all kinds: kernels and containers that refuse things, odd folders, odd names, odd
# environments. The labs work there, or one line says why not.

load suite

LAB=01-matmul-naive

setup_file() {
    load suite
    export TOOLS=$BATS_FILE_TMPDIR HERE=grader/selftest/everywhere
    cc=(gcc -std=gnu11 -O1 -Wall -Wextra -Werror)
    "${cc[@]}" "$ROOT/$HERE/refuse.c" -o "$TOOLS/refuse"
    "${cc[@]}" -shared -fPIC "$ROOT/$HERE/odd_kernel.c" -o "$TOOLS/odd_kernel.so"
    for from in solutions $HERE/descriptors.cu grader/attacks/daemon.cu; do
        in_lab 01-matmul-naive programs BACKEND=cpu FROM=$from
    done
}

# judge_one FROM COMMAND...: the judge, by way of COMMAND, looks at FROM's program; CASE says at which case.
judge_one() {
    local from=$1 student
    shift
    student=$BUILD/$LAB/from/$from/student
    run env "$@" "$BUILD/$LAB/judge" --core "$student" --checked-core "$student.checked" \
        --task square_elements ${CASE:+--case "$CASE"}
    echo "$output"
}

# One line, no trace of a hand-in's marks, and it says $1.
is_told() {
    [ "$status" -eq 3 ] && [ "${#lines[@]}" -eq 1 ] && [[ $output = "judge: cannot "*"$1"* ]]
}

# --- what a kernel refuses ------------------------------------------------------------------

@test "a hand-in has no descriptor of the judge's where close_range is refused" {
    for error in ENOSYS EPERM; do
        CASE=one-block judge_one $HERE/descriptors "$TOOLS/refuse" $error close_range 77</dev/null
        [[ $output = *"descriptors: 0 1 2 3."* ]]
    done
}

@test "where the judge cannot keep a hand-in apart from itself, nothing runs and one line says so" {
    for calls in close_range,getdents64 prctl setsid memfd_create; do
        judge_one $HERE/descriptors "$TOOLS/refuse" EPERM $calls 77</dev/null
        is_told ": Operation not permitted"
    done
}

@test "what a hand-in leaves running is ended, where the kernel lists no children" {
    CASE=one-block judge_one grader/attacks/daemon LD_PRELOAD="$TOOLS/odd_kernel.so"
    [[ $output = *"ended by itself (exit status 0)"* ]]
    run ! pgrep -f "^$BUILD/$LAB/from/grader/attacks/daemon/student"
}

@test "the judge's patience does not hang on the wall clock, which may be set back" {
    CASE=one-block judge_one grader/attacks/daemon timeout 60 env LD_PRELOAD="$TOOLS/odd_kernel.so"
    [ "$status" -eq 1 ] && [[ $output = *"ended by itself (exit status 0)"* ]]
}

# --- limits ---------------------------------------------------------------------------------

@test "a few descriptors and a small stack are enough" {
    (ulimit -n 20 -s 128 && judge_one solutions && [ "$status" -eq 0 ])
    (ulimit -s unlimited && judge_one solutions && [ "$status" -eq 0 ])
}

@test "too little address space costs no hand-in its marks, but is told in one line" {
    (ulimit -v 8000000 && judge_one solutions && is_told "ulimit -v")
    (ulimit -v 400000000 && judge_one solutions && is_told "ulimit -v, vm.overcommit_memory=2")
    (ulimit -f 1 && judge_one solutions && is_told "File too large")
}

@test "a verdict that cannot be written is none" {
    judge=("$BUILD/$LAB/judge" --core "$BUILD/$LAB/from/solutions/student" --task square_elements --case one-block)
    run -3 "${judge[@]}" --json /dev/full
    [[ $output = *"judge: cannot write /dev/full: make room on the disk" ]]
    run -3 bash -c '"$@" >/dev/full' - "${judge[@]}"
    [[ $output = "judge: cannot write "* ]]
    run -0 bash -c '"$@" <&- >&- 2>&-' - "${judge[@]}" --json "$BATS_TEST_TMPDIR/verdict"
    jq -e .passed "$BATS_TEST_TMPDIR/verdict"
}
