#!/usr/bin/env bats
# The judge's patterns: each claims the mistake that it is for, and none claims another one.
# bats file_tags=apart

load suite

setup_file() {
    load suite
    export EXPLAIN=$BATS_FILE_TMPDIR/explain
    cc -std=c11 -O1 -g -Wall -Wextra -Wno-missing-field-initializers -Werror -I"$ROOT/common" -I"$ROOT/common/judge" \
        "$BATS_TEST_DIRNAME/explain.c" "$ROOT"/common/judge/{case_run,machine,memory,random,words,elements,wrong_copies,wrong_factors,wrong_integers,wrong_places,verdict,explain}.c \
        "$ROOT/common/exchange.c" -lm -o "$EXPLAIN"
}

@test "each pattern claims the mistake that it is for" {
    "$EXPLAIN" mistakes
}

@test "what only looks like a mistake is not claimed: false words are worse than none" {
    "$EXPLAIN" near-misses
}

@test "a case that timed out is told with the limit that its program was given" {
    "$EXPLAIN" limits
}

@test "each pattern that the judge has is tried" {
    in_judge=$(sed -n '/^} patterns\[\]/,/^};/s/^ *{"\([a-z-]*\)".*/\1/p' "$ROOT/common/judge/explain.c")
    [ "$(wc -l <<<"$in_judge")" -ge 20 ]
    tried=$("$EXPLAIN" patterns | sed 's/^five-fold$/known-mistake/; s/^two-and-threefold$/last-mistake/')
    sort -u <<<"$in_judge" | diff - <(sort -u <<<"$tried")
}
