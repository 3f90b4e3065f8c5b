#!/usr/bin/env bats
# What make calls to build a hand-in's program, and what measures the tests.

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
    run -0 build "echo it\'s compiled" "touch $folder/program.new && echo linked" other.h
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
        run -1 build true "touch $folder/program.new" "other.h $read"
        [ "$output" = "work.cu:1: error: this is a solution of the suite, not work of its own" ]
        [ ! -e "$folder/program" ]
    done
    ln -sf "$solution" "$folder/work.cu"
    run -1 build true "touch $folder/program.new" other.h
    SOURCE=$solution run -0 build true "touch $folder/program.new" "$solution"
}

@test "a compiler that is busy without end is stopped" {
    COMPILE_SECONDS=1 run -1 build "while :; do :; done" "touch $folder/program.new" other.h
    [ ! -e "$folder/program" ]
}

@test "of two that build the same program at once, one waits for the other" {
    requires flock
    slow="echo begin >>$folder/steps; sleep 0.3; echo end >>$folder/steps"
    build "$slow" "touch $folder/program.new" other.h &
    build "$slow" "touch $folder/program.new" other.h
    wait
    [ "$(xargs <"$folder/steps")" = "begin end begin end" ]
}

@test "what two makes may build at once is written under a name of its own, and gets its name when it is whole" {
    run -0 in_lab 01-matmul-naive -n tools "$folder/build/01-matmul-naive/judge" BACKEND=cpu BUILD="$folder/build"
    # Make shows the shell's own number as it stands in the recipe.
    awk '{ for (i = 1; i <= NF; i++) {
            to = $i == "-o" || $i == "-MF" || $i == "rcs" ? $(i + 1) : $i ~ /^>/ ? substr($i, 2) : ""
            if (to ~ /build/) { n++; if (to !~ /\$\$(\.d)?$/) { print "written in place: " to; bad = 1 } } } }
        END { print n " files"; exit bad || n < 20 }' <<<"$output"
}

# --- what every make asks of the machine --------------------------------------------------------

# A compiler of the folder $1 that writes down what it was asked.
noting_compiler() {
    mkdir -p "$1"
    printf '#!/bin/sh\necho "$*" >>"%s/asked"\nexec g++ "$@"\n' "$folder" >"$1/g++-noting"
    chmod +x "$1/g++-noting"
}

# What a command with that compiler asks. The rest of what it would build is left out.
asked_by_command() {
    : >"$folder/asked"
    PATH=$1:$PATH in_lab 01-matmul-naive CXX=g++-noting BACKEND=cpu BUILD="$folder/build" \
        SIMT_BUILD="$folder/simt" "$folder/simt/asked" >&2
    sort "$folder/asked"
}

@test "compilers are asked once what they are, and others, or those of another folder, again" {
    noting_compiler "$folder/one"
    noting_compiler "$folder/two"
    once=$(asked_by_command "$folder/one")
    [[ $once = *-dumpfullversion* ]]
    [[ $(uname -m) != x86_64 || $once = *-march=native* ]]
    [ -z "$(asked_by_command "$folder/one")" ]
    [ "$(asked_by_command "$folder/two")" = "$once" ]
    [ -z "$(asked_by_command "$folder/two")" ]
}

@test "the makes that a command starts ask nothing of the machine again" {
    suite tools LAB=01 BACKEND=cpu
    mkdir "$folder/bin"
    for program in uname getconf mktemp; do
        printf '#!/bin/sh\necho %s >>"%s/asked"\nexec %s "$@"\n' "$program" "$folder" "$(command -v $program)" \
            >"$folder/bin/$program"
        chmod +x "$folder/bin/$program"
    done
    # shellcheck disable=SC2016 # make's variable
    local -A goals=([once]='once: ; :' [again]='again: ; +$(MAKE) --eval="once: ; :" once')
    for goal in "${!goals[@]}"; do
        : >"$folder/asked"
        PATH=$folder/bin:$PATH in_lab 01-matmul-naive --eval="${goals[$goal]}" BACKEND=cpu "$goal"
        sort "$folder/asked" >"$folder/asked.$goal"
    done
    diff "$folder/asked.once" "$folder/asked.again"
    [ -s "$folder/asked.once" ]
}

@test "what another checkout that is gone has built last is built anew" {
    name=$folder/simt/grid/lines.c.o
    backend() {
        suite -f "$ROOT/common/simt/simt.mk" ROOT="$ROOT" SIMT_BUILD="$folder/simt" "${@:-$name}"
    }
    backend
    printf '%s: %s\n' "$name" "$folder/gone/common/simt/grid/lines.c" "$name" "$folder/gone/common/simt/grid/lines.h" \
        >"${name%.o}.d"
    touch -d "1 hour ago" "$name"
    backend
    run -1 grep "$folder/gone" "${name%.o}.d"
    mkdir "$folder/simt/fast"
    echo "$folder/simt/fast/first.h.gch: $folder/gone/common/simt/shim/cmath" >"$folder/simt/fast/first.h.gch.d"
    backend -n "$folder/simt/fast/first.h.gch"
}

@test "the CPU backend and the judge compile without a warning" {
    cd "$BATS_TEST_TMPDIR"
    local common=$ROOT/common
    # Not -fsyntax-only, which does not look for functions that nobody calls.
    local warned=(gcc -std=gnu11 -O0 -c -Wall -Wextra -Wno-unknown-pragmas -Werror -I"$common")
    "${warned[@]}" -I"$common/simt" "$common"/simt/{cuda,grid,checker,counters,switch,translate}/*.c
    "${warned[@]}" -I"$common/judge" "$common"/judge/*.c "$common"/*.c
    echo 'static void nobody_calls_it(void) {}' >"$BATS_TEST_TMPDIR/warned.c"
    run -1 "${warned[@]}" "$BATS_TEST_TMPDIR/warned.c"
}

# bats test_tags=apart
@test "everything builds with nvcc, where there is one, without a warning" {
    waits_for_night "a minute"
    requires nvcc
    copy_suite "$BATS_TEST_TMPDIR"
    for lab in "${LABS[@]}"; do
        for from in labs solutions; do
            rm -f "$BUILD/$lab/from/$from"/*.log
            programs=("$BUILD/$lab/from/$from/student")
            [ ! -f "$ROOT/$from/$lab/stretch.cu" ] || programs+=("${programs[0]/%student/stretch}")
            in_lab "$lab" -j2 "${programs[@]}" BACKEND=cuda FROM=$from
            for log in "$BUILD/$lab/from/$from"/*.log; do
                # The oldest devices, for which is built where there is none, hold fewer blocks.
                run -1 grep -v 'minnctapersm will be ignored' "$log"
                [ -x "${log%.log}" ]
            done
        done
    done
}

@test "the cost of a file of tests is what it took of the processor, and none at all is refused" {
    requires jq
    local tests=$folder/grader/selftest
    mkdir -p "$tests"
    printf '#!/usr/bin/env bash\nfor ((i = 0; i < 300000; i++)); do :; done\necho "ok 1 all"\n' >"$tests/run"
    chmod +x "$tests/run"
    SUITE=$folder run -0 "$ROOT/grader/selftest/cost/measure" tests "$folder/rows" now x.bats
    jq -e '.seconds > 0 and .tests == 1 and .file == "x.bats"' "$folder/rows"
    printf '#!/bin/sh\n' >"$tests/run"
    SUITE=$folder run -2 "$ROOT/grader/selftest/cost/measure" tests "$folder/rows" now x.bats
    [[ $output = "measure: x.bats took no time of the processor"* ]]
    [ "$(wc -l <"$folder/rows")" = 1 ]
}
