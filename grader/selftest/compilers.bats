#!/usr/bin/env bats
# The comparison of compilers: grader/selftest/compilers/compare. What all of them count is tested
# in counters.bats.
# bats file_tags=apart

load suite

compare() {
    BUILD="$BATS_TEST_TMPDIR" "$ROOT/grader/selftest/compilers/compare" "$@"
}

# A compiler in a folder of its own, which is g++ with other words: fake NAME WORD...
fake() {
    local name=$BATS_TEST_TMPDIR/bin/$1
    shift
    mkdir -p "$BATS_TEST_TMPDIR/bin"
    printf '#!/bin/sh\nexec g++ "$@" %s\n' "$*" >"$name"
    chmod +x "$name"
}

@test "compilers are found on the PATH, by their numbers" {
    fake g++-9
    fake g++-21
    fake clang++-30
    fake x86_64-linux-gnu-g++-12
    fake g++-mine
    ln -s "$(command -v bash)" "$(command -v find)" "$(command -v sort)" "$(command -v grep)" \
        "$(command -v dirname)" "$(command -v env)" "$BATS_TEST_TMPDIR/bin"
    PATH=$BATS_TEST_TMPDIR/bin run -0 compare --list
    [ "$output" = "g++-9
g++-21
clang++-30" ]
}

@test "a compiler whose program is watched less differs, and the same one does not" {
    waits_for_night "half a minute"
    requires g++
    fake g++-97
    fake g++-98 -fno-sanitize=thread
    export LAB=09-merge ANSWERS=tile_read_before_its_end KINDS=wrong REFERENCE=g++ JOBS=2
    PATH=$BATS_TEST_TMPDIR/bin:$PATH run -1 compare g++-97 g++-98
    [[ $output == *"| g++-97 | "*" | 1 | 0 | 0 | 0 |"* ]]
    [[ $output == *"| g++-98 | "*" | 1 | 1 | 1 | 1 |"* ]]
    [[ $output == *"g++-98, wrong/09-merge/merge_tiled/tile_read_before_its_end_is_tested: "*" lines on findings differ from g++:"* ]]
}

# shows_the_same COMPILER LAB ANSWER, which this compiler has shown differently.
shows_the_same() {
    waits_for_night "half a minute"
    requires "$1"
    LAB=$2 ANSWERS=$3 KINDS=wrong JOBS=2 run -0 compare "$1"
    [[ $output == *"| $1 | "*" | 1 | 0 | 0 | 0 |" ]]
}

@test "g++ 11, which threads jumps unless it is kept from it, shows the same" {
    shows_the_same g++-11 04-histogram bin_of_others_not_cleared
}

@test "g++ 15, which puts a read off behind a branch unless it is kept from it, shows the same" {
    shows_the_same g++-15 09-merge tile_not_merged
}

@test "a compiler that is not there is named" {
    run -2 compare g++-1000
    [ "$output" = "compare: g++-1000 is not on the PATH" ]
}
