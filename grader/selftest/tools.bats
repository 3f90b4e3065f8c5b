#!/usr/bin/env bats
# What make calls to build a hand-in's program.

load suite

setup() {
    folder=$BATS_TEST_TMPDIR
    echo 'int main;' >"$folder/work.cu"
    touch "$folder/other.h"
}

# Builds work.cu by the commands $1 and $2, as what reads the files $3...
build() {
    local compile=$1 link=$2
    shift 2
    echo "work.o: $*" >"$folder/work.d"
    bash "$ROOT/common/tools/build_program" "$folder/program" "${SOURCE:-$folder/work.cu}" \
        "$folder/work.o" "$compile" "$link"
}

@test "a program is compiled and linked, and its messages are shown and kept" {
    touch "$folder/program.missing"
    run -0 build "echo it\'s compiled" "touch $folder/program && echo linked" other.h
    [ "$output" = $'it\'s compiled\nlinked' ]
    [ "$(cat "$folder/program.log")" = "$output" ]
    [ -e "$folder/program" ]
    [ ! -e "$folder/program.missing" ]
}

@test "a program that does not compile is neither linked nor left in an older state" {
    touch "$folder/program"
    run -1 build "echo error: no; false" "touch $folder/linked" other.h
    [ "$(cat "$folder/program.log")" = "error: no" ]
    [ ! -e "$folder/program" ]
    [ ! -e "$folder/linked" ]
}

@test "a program that does not link is not left in an older state" {
    touch "$folder/program"
    run -1 build true false other.h
    [ ! -e "$folder/program" ]
}

@test "a hand-in that includes a solution of the suite, or is a link to one, is not linked" {
    solution=$(find "$ROOT/solutions" -name '*.cu' -print -quit)
    ln -s "$ROOT/solutions" "$folder/mine"
    for read in "$solution" "$folder/mine/${solution#"$ROOT/solutions/"}"; do
        run -1 build true "touch $folder/program" "other.h $read"
        [ "$output" = "work.cu:1: error: this is a solution of the suite, not work of its own" ]
        [ ! -e "$folder/program" ]
    done
    ln -sf "$solution" "$folder/work.cu"
    run -1 build true "touch $folder/program" other.h
    SOURCE=$solution run -0 build true "touch $folder/program" "$solution"
}

@test "a compiler that is busy without end is stopped" {
    COMPILE_SECONDS=1 run -1 build "while :; do :; done" "touch $folder/program" other.h
    [ ! -e "$folder/program" ]
}
