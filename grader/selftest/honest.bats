#!/usr/bin/env bats
# Honest hand-ins that look unusual: as a stranger's they get the marks that they are worth.

load suite

LAB=01-matmul-naive
UNUSUAL=$ROOT/grader/selftest/honest/unusual.cu

# graded FILE: as a stranger's only hand-in, in $BUILD/grade/results.json.
graded() {
    mkdir -p "$BATS_TEST_TMPDIR/ann/$LAB"
    cp "$1" "$BATS_TEST_TMPDIR/ann/$LAB/matmul_naive.cu"
    SANDBOX=${SANDBOX-none} run -0 suite grade BACKEND=cpu LAB=01 FROM="$BATS_TEST_TMPDIR/ann"
    echo "$output"
}

# The verdict on the task that the file solves.
verdict() {
    jq -r '.labs[0].tasks[0] | if .passed then "passed" else .message | split("\n")[0] end' "$BUILD/grade/results.json"
}

@test "containers, streams, lambdas, exceptions, virtual functions and a main() are refused to nobody" {
    graded "$UNUSUAL"
    [ "$(verdict)" = passed ]
}

@test "kernels with bounds that macros launch are refused to nobody" {
    graded "$ROOT/grader/right/$LAB/launches_by_macros.cu"
    [ "$(verdict)" = passed ]
}

@test "who asks which blocks fill the device, and who throws an exception of their own, is refused nothing" {
    graded "$ROOT/grader/right/$LAB/asks_and_throws.cu"
    [ "$(verdict)" = passed ]
}

@test "tables of several dimensions, whose last index is small by a mask, are refused to nobody" {
    graded "$ROOT/grader/right/$LAB/tables_by_masks.cu"
    [ "$(verdict)" = passed ]
}

@test "a byte order mark, the line ends of Windows, form feeds and a last line without end change no mark" {
    { printf '\xef\xbb\xbf' && sed 's/$/\r/; s/^#include <map>/\f&/' "$UNUSUAL" | head -c -2; } >"$BATS_TEST_TMPDIR/odd.cu"
    run -0 cmp <(head -c 3 "$BATS_TEST_TMPDIR/odd.cu") <(printf '\xef\xbb\xbf')
    graded "$BATS_TEST_TMPDIR/odd.cu"
    [ "$(verdict)" = passed ]
}

@test "an encoding that no compiler reads is refused with what to do" {
    iconv -f UTF-8 -t UTF-16 "$UNUSUAL" >"$BATS_TEST_TMPDIR/utf16.cu"
    graded "$BATS_TEST_TMPDIR/utf16.cu"
    [[ "$(verdict)" = *"refused: its encoding is UTF-16, which no compiler reads; save it as UTF-8" ]]
    tr '\n' '\r' <"$UNUSUAL" >"$BATS_TEST_TMPDIR/mac.cu"
    graded "$BATS_TEST_TMPDIR/mac.cu"
    [[ "$(verdict)" = *"a line end that only some compilers take for one (CR); save it with those of Unix or Windows" ]]
}
