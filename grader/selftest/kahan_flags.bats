#!/usr/bin/env bats
# A flag that lets a compiler treat floats as real numbers deletes compensated summation. So no
# build may have one, and where a hand-in gets one in, the judge must see it.

load suite

# The commands that would build the solution of lab 02 on the backend $1.
commands_for() {
    in_lab 02-kahan -nB "$BUILD/02-kahan/from/solutions/student" BACKEND="$1" FROM=solutions
}

@test "the CPU backend's build keeps floats in the order in which they stand" {
    commands=$(commands_for cpu)
    [[ $commands == *-ffp-contract=off* ]]
    [[ ! $commands =~ -ffast-math|-Ofast|-fassociative-math|-funsafe-math-optimizations ]]
}

@test "nvcc's build computes floats as IEEE 754 has them" {
    requires nvcc
    commands=$(commands_for cuda)
    [[ $commands == *nvcc* ]]
    [[ ! $commands =~ -use_fast_math|--use_fast_math|-ffast-math ]]
}

@test "a compensation that -ffast-math has optimised away is refused, and fast-math named" {
    requires g++
    cp -r "$ROOT/solutions/02-kahan" "$BATS_TEST_TMPDIR/handin"
    run -1 in_lab 02-kahan check BACKEND=cpu FROM="$BATS_TEST_TMPDIR/handin" \
        TASK=row_sums_kahan CXX=g++ CXXFLAGS=-ffast-math
    [[ $output == *"FAILED row_sums_kahan"* ]]
    # Compilers differ in whether their sum is the plain one to the last bit.
    [[ $output == *"plain float sum"*"-ffast-math"* ]]
}

@test "the same hand-in is accepted without -ffast-math" {
    cp -r "$ROOT/solutions/02-kahan" "$BATS_TEST_TMPDIR/handin"
    run -0 in_lab 02-kahan check BACKEND=cpu FROM="$BATS_TEST_TMPDIR/handin" \
        TASK=row_sums_kahan
}
