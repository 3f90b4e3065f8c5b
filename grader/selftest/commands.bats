#!/usr/bin/env bats
# The commands of the public contract: what they print, what they leave, how they refuse.
# bats file_tags=apart

load suite
load commands

# Most tests share one copy; those that spoil it take one of their own.
setup_file() {
    load suite
    copy_suite "$BATS_FILE_TMPDIR"
    export GRADED_09=$BATS_FILE_TMPDIR/graded-09
}

# What the user's environment names is not what these tests take away.
setup() {
    unset CC CXX
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
    [[ $output = *"next: "*"make help"* ]]
    run -0 suite help
    [[ $output = *"make grade"* && $output = *"make setup"* ]]
    for lab in "${LABS[@]}"; do
        run -0 in_lab "$lab"
        [[ $output = *"make check"* ]]
    done
}

@test "the help at the top names every verb that it has, in lines of 80 columns, as a lab's does" {
    run -0 make -s --no-print-directory -C "$ROOT/labs/01-matmul-naive" help
    [[ $output = *"make hint"* ]]
    [ "$(wc -L <<<"$output")" -le 80 ]
    run -0 suite help
    [ "$(wc -L <<<"$output")" -le 80 ]
    verbs=$(sed -n 's/^\([a-z][a-z-]*\):.*/\1/p' "$ROOT/Makefile" | grep -v -e tools -e help -e on-device -e where -e check-labs)
    for verb in $verbs; do
        [[ $output = *"make $verb"* ]]
    done
}

# shellcheck disable=SC2154 # bats sets stderr and stderr_lines
# One line on stderr, nothing else, and exit 2.
@test "a verb or a variable that is mistyped gets the one that may be meant, at the top and in a lab" {
    lab=$ROOT/labs/04-histogram
    while IFS=$'\t' read -r folder words says; do
        echo "$folder: make $words"
        read -ra words <<<"$words"
        run --separate-stderr -2 make -s --no-print-directory -C "$folder" "${words[@]}"
        echo "$stderr"
        [ -z "$output" ]
        [ "${#stderr_lines[@]}" -eq 1 ]
        [[ $stderr = *"$says"* ]]
    done <<END
$ROOT	chekc	make chekc is unknown: did you mean make check? make help
$ROOT	grad FROM=solutions	did you mean make grade?
$ROOT	frobnicate	make frobnicate is unknown; make help lists what there is
$ROOT	watch	make watch is of one lab: cd labs/01-matmul-naive first
$lab	hnit	did you mean make hint?
$lab	watch-it	make watch-it is unknown; make help
$lab	check TAKS=bin_of	TAKS= is unknown: did you mean TASK=?
$lab	check task=bin_of	task= is unknown: did you mean TASK=?
$lab	check LAB=03-tiled	LAB=03-tiled is for the top folder, and this is the folder of 
$lab	CHECK	make CHECK is unknown: did you mean make check?
$ROOT	check LAB=3	LAB=3 is unknown: did you mean LAB=03-tiled?
$ROOT	check LAB=tiled	LAB=tiled is unknown: did you mean LAB=03-tiled?
$ROOT	check LAB=17	LAB=17 is unknown; there are: 01-matmul-naive
$lab	check CASES=empty	CASES= is unknown: did you mean CASE=?
$lab	run FILE=x.cu ARG=1	ARG= is unknown: did you mean ARGS=?
END
    run -0 in_lab 04-histogram progress N=1 LDFLAGS=-g MY_OWN=2
    run -0 suite progress LAB=04
    [[ $output = 04-histogram* && $output != *03-tiled* ]]
}

# In the tree itself, whose programs are there.
@test "grading the solutions says whose work it grades and gives full marks" {
    ROOT=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
    results=$BATS_TEST_TMPDIR/grade
    run -0 suite grade FROM=solutions BACKEND=cpu BUILD="$ROOT/build" GRADE="$results" GRADE_DIR="$results"
    echo "$output"
    [[ ${lines[0]} = "grading "*"/solutions on the cpu backend" ]]
    labs=${#LABS[@]}
    [[ $output = *"total $((100 * labs))/$((100 * labs))"* ]]
    [ "$(grep -c '100/100' <<<"$output")" -ge "$labs" ]
    jq -e '.points == .max and (.labs | all(.gold == .gold_max))' "$results/results.json"
    # Every task of every lab is accepted, in each of its cases, the stretch tasks included.
    for lab in "${LABS[@]}"; do
        sed -n "s/^    judge \([^ ]*\).*/$lab \1/p" "$ROOT/grader/$lab.bats"
    done | sort >"$BATS_TEST_TMPDIR/tasks"
    jq -r '.labs[] | .lab as $lab | .tasks[] | select(.passed and .cases > 0 and .cases_passed == .cases) | "\($lab) \(.task)"' \
        "$results/results.json" | sort | diff "$BATS_TEST_TMPDIR/tasks" -
    # Nothing is remarked, either, but what a busy machine leaves unjudged.
    run -0 jq -r 'select(.message != "" and (.message | startswith("not judged") | not)) | "\(.task) \(.case): \(.message)"' \
        "$results"/*/*.jsonl
    [ -z "$output" ]
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
    [ "$points" -gt 0 ]
    [ "$points" -lt 100 ]
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
    [[ $output != *"make["* ]]
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
    # A stranger's says so in a line of its own, and its builds have a limit together.
    local handin=$BATS_TEST_TMPDIR/taken/handin/01-matmul-naive log
    mkdir -p "$handin" && touch "$BATS_TEST_TMPDIR/taken/not-taken"
    cp "$BATS_TEST_TMPDIR/endless.cu" "$handin/matmul_naive.cu"
    log=$BUILD/01-matmul-naive/from$BATS_TEST_TMPDIR/taken/handin/student.log
    in_lab 01-matmul-naive programs BACKEND=cpu COMPILE_SECONDS=2 SANDBOX_LEVEL=none FROM="$BATS_TEST_TMPDIR/taken/handin"
    [[ $(head -n 1 "$log") = "matmul_naive.cu:1: error: the compiler was stopped after "*" s of processor time"* ]]
    echo 101 >"$BATS_TEST_TMPDIR/taken/long-builds"
    cp "$ROOT/solutions/01-matmul-naive/matmul_naive.cu" "$handin/"
    in_lab 01-matmul-naive programs BACKEND=cpu SANDBOX_LEVEL=none FROM="$BATS_TEST_TMPDIR/taken/handin"
    [[ $(cat "$log") = "matmul_naive.cu:1: error: not built: the compiler has been busy for minutes"* ]]
}

@test "a stranger's file that is too much for the compiler or the linker is told so, with what to do" {
    local handin=$BATS_TEST_TMPDIR/taken/handin/01-matmul-naive log=$BUILD/01-matmul-naive/from$BATS_TEST_TMPDIR/taken/handin/student.log
    mkdir -p "$handin" && touch "$BATS_TEST_TMPDIR/taken/not-taken"
    printf '#include "matmul_naive.h"\n%s\nEXPORT void square_elements(const int *, int *, int w, int) { big[w] = 1; }\n' \
        'char big[1ull << 44];' >"$handin/matmul_naive.cu"
    in_lab 01-matmul-naive programs BACKEND=cpu SANDBOX_LEVEL=none FROM="$BATS_TEST_TMPDIR/taken/handin"
    [[ $(head -n 1 "$log") = *": error: the variables of this program are larger than 2 GiB together: take large arrays from malloc()"* ]]
    { echo '#include "matmul_naive.h"' && printf 'int f() { return ' && yes '(' | head -n 60000 | tr -d '\n' &&
        echo 1 && yes ')' | head -n 60000 | tr -d '\n' && echo '; }'; } >"$handin/matmul_naive.cu"
    in_lab 01-matmul-naive programs BACKEND=cpu SANDBOX_LEVEL=none FROM="$BATS_TEST_TMPDIR/taken/handin"
    [[ $(head -n 1 "$log") = *": error: the compiler itself has crashed, or its memory is full: are brackets"* ]]
}

@test "a hand-in that never is ready is waited for once, and not in each task" {
    local taken=$BATS_TEST_TMPDIR/taken program
    mkdir -p "$taken/handin/01-matmul-naive" && touch "$taken/not-taken"
    echo '#include "matmul_naive.h"' >"$taken/handin/01-matmul-naive/matmul_naive.cu"
    ask() {
        in_lab 01-matmul-naive programs judge BACKEND=cpu SANDBOX_LEVEL=none FROM="$taken/handin" TASK="$1"
    }
    program=$BUILD/01-matmul-naive/from/$taken/handin/student
    echo "$program" >"$taken/slow-starts" # as the judge of a task before has it
    run ! ask square_elements
    echo "$output"
    [[ $output = *"was not ready when a task before this one was judged"* ]]
    waits_for_night "seconds of an endless constructor"
    printf '%s\n' 'struct endless { endless() { for (volatile int i = 1; i;) continue; } };' 'static endless object;' \
        'EXPORT void square_elements(const int *, int *, int, int) {}' >>"$taken/handin/01-matmul-naive/matmul_naive.cu"
    echo another >"$taken/slow-starts"
    run ! ask square_elements
    [[ $output = *"was not ready within 5 s"* ]]
    [ "$(tail -n 1 "$taken/slow-starts")" = "$program" ]
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
    sed '/EXPORT void matrix_add/,$d' "$ROOT/solutions/01-matmul-naive/matmul_naive.cu" >"$file"
    run -0 suite grade BACKEND=cpu LAB=01 FROM="$BATS_TEST_TMPDIR/handin"
    jq -e '.points == 10' "$BUILD/grade/results.json"
    echo 'this is no C' >"$file"
    run -0 suite grade BACKEND=cpu LAB=01 FROM="$BATS_TEST_TMPDIR/handin"
    jq -e '.points == 0' "$BUILD/grade/results.json"
    rm "$file"
    run -0 suite grade BACKEND=cpu LAB=01 FROM="$BATS_TEST_TMPDIR/handin"
    jq -e '.points == 0' "$BUILD/grade/results.json"
    # Nor are marks left from the hand-in before, where this one's name is none for make.
    run -0 suite -n grade FROM="$BATS_TEST_TMPDIR/handin"
    [ -e "$BUILD/grade/results.json" ]
    for from in "$BATS_TEST_TMPDIR/o'brien" /nonexistent; do
        mkdir -p "$BUILD/grade" && touch "$BUILD/grade/results.json"
        run -2 suite grade BACKEND=cpu LAB=01 FROM="$from"
        [ ! -e "$BUILD/grade/results.json" ]
    done
}

@test "check fails on a skeleton, passes on a solution, and names the case to repeat" {
    run ! in_lab 01-matmul-naive check BACKEND=cpu
    [[ $output = *"to begin: TODO"* ]]
    run -0 in_lab 01-matmul-naive check BACKEND=cpu FROM=solutions TASK=square_elements
    run ! in_lab 01-matmul-naive check BACKEND=cpu FROM=grader/wrong/01-matmul-naive/square_elements/no_guard.cu TASK=square_elements
    again=$(sed -n 's/^this case again: make check //p' <<<"$output")
    read -ra words <<<"$again"
    run ! in_lab 01-matmul-naive check BACKEND=cpu "${words[@]}"
    [[ $output = *"FAILED square_elements "*" 1 of 1 cases fails"* ]]
}

@test "an unknown LAB, BACKEND, FROM, JOBS, ARCH, TASK, CASE or SEED is one clear line and exit 2" {
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
    run suite check ARCH=volta
    refused "ARCH=volta is unknown"
    run in_lab 01-matmul-naive check ARCH='sm_80 sm_90'
    refused "ARCH=sm_80 sm_90 is unknown"
    run in_lab 01-matmul-naive check BACKEND=cpu FROM=solutions TASK=matmul_4d
    refused "TASK=matmul_4d is not a task of 01-matmul-naive; it has: square_elements"
    run in_lab 01-matmul-naive check BACKEND=cpu FROM=solutions TASK=matmul_2d CASE=enormous
    refused "CASE=enormous is not a case of matmul_2d; it has:"
    mkdir -p "$BATS_TEST_TMPDIR/no-gold" && cp "$ROOT/solutions/03-tiled/tiled.cu" "$BATS_TEST_TMPDIR/no-gold"
    run in_lab 03-tiled check BACKEND=cpu FROM="$BATS_TEST_TMPDIR/no-gold" TASK=matmul_fast
    refused "TASK=matmul_fast is for gold: its file is stretch.cu, and there is none in what is handed in"
    run in_lab 01-matmul-naive check BACKEND=cpu FROM=solutions SEED=x
    refused "SEED=x is not a whole number"
}

@test "a folder and then its stretch.cu alone are judged one after the other" {
    local work="$BATS_TEST_TMPDIR/own"
    mkdir "$work" && cp "$ROOT"/solutions/03-tiled/{tiled,stretch}.cu "$work"
    for from in "$work" "$work/stretch.cu" "$work"; do
        run -0 in_lab 03-tiled check BACKEND=cpu FROM="$from" TASK=matmul_fast CASE=one
        [[ $output = *"ok     matmul_fast"* ]]
    done
}

@test "BACKEND=cuda without nvcc is one clear line and exit 2" {
    run in_lab 01-matmul-naive check BACKEND=cuda NVCC=
    refused "BACKEND=cuda needs nvcc"
}

@test "a folder that cannot be written to is one clear line and exit 2" {
    run in_lab 01-matmul-naive check BUILD=/proc/nothing
    refused "cannot write to /proc/nothing/01-matmul-naive"
    run in_lab 01-matmul-naive hint BUILD=/proc/nothing
    refused "cannot write to /proc/nothing/01-matmul-naive"
}

@test "a full disk is one clear line and exit 2, of doctor as well, and a full temporary folder does no harm" {
    local disk=$BATS_TEST_TMPDIR/disk verb said=() no="no room is left on the disk of" takes="building takes 128 MiB; make room, or say BUILD="
    mkdir "$disk"
    mount -t tmpfs -o size=8m none "$disk" 2>/dev/null || skip "mounting needs root"
    for verb in "check LAB=01" doctor "-C labs/01-matmul-naive check"; do
        # shellcheck disable=SC2086 # several words
        run suite $verb BACKEND=cpu BUILD="$disk"
        said+=("$status ${lines[0]} ${#lines[@]}")
    done
    head -c 9M /dev/zero 2>/dev/null >"$disk/all" || true
    run suite check LAB=01 BACKEND=cpu BUILD="$disk/new"
    said+=("$status ${lines[0]} ${#lines[@]}")
    # shellcheck disable=SC2016 # for make
    TMPDIR=$disk run -0 suite --eval='told: ; echo "$(TMPDIR)" && find '"$disk"' -name "tmp*"' told
    umount "$disk"
    printf '%s\n' "${said[@]}"
    [ "$output" = "$BUILD/tmp" ]
    [[ ${said[0]} = "2 "*"$no $disk: $takes"*" 1" ]]
    [[ ${said[1]} = "2 nothing here can run the labs: $no $disk: "* ]]
    [[ ${said[2]} = "2 "*"$no $disk/01-matmul-naive: $takes"*" 1" ]]
    [[ ${said[3]} = "2 "*"$no $disk/new: $takes"*" 1" ]]
}

@test "where a disk has no locks, as of a network, nothing is said of them" {
    waits_for_night "the time of a build"
    mkdir "$BATS_TEST_TMPDIR/bin"
    printf '%s\n' '#!/bin/sh' 'echo "flock: 9: No locks available" >&2' 'exit 71' >"$BATS_TEST_TMPDIR/bin/flock"
    chmod +x "$BATS_TEST_TMPDIR/bin/flock"
    cp "$ROOT/solutions/01-matmul-naive/matmul_naive.cu" "$BATS_TEST_TMPDIR/own.cu"
    PATH=$BATS_TEST_TMPDIR/bin:$PATH run -0 in_lab 01-matmul-naive check BACKEND=cpu FROM="$BATS_TEST_TMPDIR/own.cu" \
        TASK=square_elements CASE=wider
    echo "$output"
    [ "${#lines[@]}" -eq 2 ]
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
    [ "$status" -eq 2 ]
    [[ $output = *"make setup"* ]]
}

# --- doctor, and what there is -----------------------------------------------------------

@test "doctor on a fresh copy says first that the labs can run here" {
    copy_suite "$BATS_TEST_TMPDIR" without-answers
    rm -rf "$BUILD"
    run -0 suite doctor BACKEND=cpu
    echo "$output"
    [ "${lines[0]}" = "the labs can run here, backend: cpu (BACKEND=cpu)" ]
}

# Nobody reads what comes after the first line, and the line is late enough for that to be seen.
@test "doctor and grade say nothing of a reader who has seen enough" {
    for command in "doctor" "grade LAB=09 FROM=solutions"; do
        # shellcheck disable=SC2086 # words
        {
            suite $command BACKEND=cpu 2>"$BATS_TEST_TMPDIR/errors"
            echo $? >"$BATS_TEST_TMPDIR/status"
        } | head -n 1
        cat "$BATS_TEST_TMPDIR/errors" "$BATS_TEST_TMPDIR/status"
        [ ! -s "$BATS_TEST_TMPDIR/errors" ]
        [ "$(cat "$BATS_TEST_TMPDIR/status")" = 0 ]
    done
    [ -d "$GRADED_09" ] || cp -a "$BUILD/grade" "$GRADED_09"
}

@test "doctor says first that the labs cannot run, and shows why nothing was built" {
    copy_suite "$BATS_TEST_TMPDIR" without-answers
    rm -rf "$BUILD"
    bin=$(path_without gcc)
    stub gcc 'case $1 in -dump*) echo 12.2.0 ;; *) echo "sand.h:1: error: in the gears" >&2; exit 1 ;; esac'
    PATH=$bin SIMT_BUILD=$BATS_TEST_TMPDIR/simt run suite doctor BACKEND=cpu
    echo "$output"
    [ "$status" -ne 0 ]
    [[ ${lines[0]} = "nothing here can run the labs: "*"see below" ]]
    [[ $output = *"sand.h:1: error: in the gears"* ]]
}

@test "doctor says first what grading lacks" {
    bin=$(path_without bats)
    PATH=$bin run -0 suite doctor BACKEND=cpu
    [[ ${lines[0]} = "the labs can run here, "*"; no make grade, since bats is not installed"* ]]
}

# An nvcc whose programs end with the status $1 and print what doctor.c does.
nvcc_that_builds() {
    printf '#!/bin/sh\necho "CUDA: driver 12.0"\necho "  no device: cudaErrorNoDevice (none)"\nexit %s\n' "$1" \
        >"$BATS_TEST_TMPDIR/built"
    stub nvcc 'while [ "$1" != -o ]; do shift; done' "cp '$BATS_TEST_TMPDIR/built' \"\$2\"; chmod +x \"\$2\""
    rm -rf "$BATS_TEST_TMPDIR/build"
}

@test "BACKEND=auto takes cuda only where nvcc's programs find a device, and else says why not" {
    mkdir "$BATS_TEST_TMPDIR/bin"
    local here=(NVCC="$BATS_TEST_TMPDIR/bin/nvcc" DEVICE_FILES=/dev/dxg BUILD="$BATS_TEST_TMPDIR/build")
    nvcc_that_builds 1
    run -0 in_lab 01-matmul-naive announce "${here[@]}"
    [[ $output = *"BACKEND=auto takes cpu: no device: cudaErrorNoDevice"*"on the cpu backend" ]]
    run -0 in_lab 01-matmul-naive announce "${here[@]}" DEVICE_FILES=
    [[ $output = "grading "*"on the cpu backend" ]]
    nvcc_that_builds 0
    run -0 in_lab 01-matmul-naive announce "${here[@]}"
    [[ $output = "grading "*"on the cuda backend" ]]
    rm -r "$BATS_TEST_TMPDIR/build"
    stub nvcc 'echo "fatal: unsupported host compiler" >&2; exit 1'
    run -0 in_lab 01-matmul-naive announce "${here[@]}"
    [[ $output = *"nvcc cannot build: fatal: unsupported host compiler"*"on the cpu backend" ]]
}

@test "clang serves alone, without g++ and the library that it leaves atomics to" {
    requires clang
    show='show:;echo $(CC) $(CXX)'
    PATH=$(path_without gcc g++) run -0 in_lab 01-matmul-naive show --eval "$show"
    [ "$output" = "clang clang++" ]
    run -0 in_lab 01-matmul-naive CC=clang SIMT_BUILD="$BATS_TEST_TMPDIR" "$BATS_TEST_TMPDIR"/checker/{hooks,strays}.c.o
    [ -z "$output" ]
    run -0 nm -u "$BATS_TEST_TMPDIR/checker/hooks.c.o"
    [[ $output = *simt_* && $output != *__atomic_* ]]
}

# --- the suite as a whole ----------------------------------------------------------------

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
    copy_suite "$BATS_TEST_TMPDIR" without-answers
    sed -i 's/judge matmul_2d/judge matmul_9d/' "$ROOT/grader/01-matmul-naive.bats"
    run suite grade FROM=solutions BACKEND=cpu LAB=01
    echo "$output"
    [ "$status" -eq 2 ]
    [[ $output = *"matmul_9d"* ]]
    [ ! -e "$BUILD/grade/results.json" ]
}

# What a grading of lab 09 leaves in build/grade, done once.
graded_09() {
    if [ ! -d "$GRADED_09" ]; then
        suite grade FROM=solutions BACKEND=cpu LAB=09
        cp -a "$BUILD/grade" "$GRADED_09"
    fi
    rm -rf "$BUILD/grade" && cp -a "$GRADED_09" "$BUILD/grade"
}

@test "results without a verdict file count as failed" {
    graded_09
    rm "$BUILD/grade/09-merge/merge_tiled.jsonl"
    run -0 bash "$ROOT/grader/score" "$BUILD/grade"
    [[ $output = *"merge_tiled"*"no verdict"* ]]
    sed -i '$d' "$BUILD/grade/09-merge/merge_basic.jsonl"
    run -0 bash "$ROOT/grader/score" "$BUILD/grade"
    jq -e '[.labs[0].tasks[] | select(.task == "merge_basic") | .points] == [0]' "$BUILD/grade/results.json"
}

@test "the suite's own tests refuse what is none of their files, and say how they are run" {
    tests=$ROOT/grader/selftest/run
    run -0 bash "$tests" --help
    [[ $output = "usage: grader/selftest/run [FILE.bats...]"* ]]
    run bash "$tests" rooms.bats --filter circle
    refused "unknown option '--filter'"
    run bash "$tests" rooms.bats no_such.bats
    refused "there is no file no_such.bats"
    run bash "$tests" rooms
    refused "'rooms' is no .bats file"
}

@test "score without results is one clear line and exit 2" {
    run bash "$ROOT/grader/score" /nonexistent
    refused "not a folder of results"
    mkdir "$BATS_TEST_TMPDIR/none"
    run bash "$ROOT/grader/score" "$BATS_TEST_TMPDIR/none"
    refused "no lab was graded"
}

@test "cells that a spreadsheet would run are made text" {
    graded_09
    file=$BUILD/grade/09-merge/merge_tiled.jsonl
    jq -c '.passed = false | .message = "=cmd|calc"' "$file" >"$file.new"
    mv "$file.new" "$file"
    run -0 bash "$ROOT/grader/score" "$BUILD/grade"
    grep -q "\"'=cmd|calc\"" "$BUILD/grade/tasks.csv"
}

@test "no message is a command to a workflow that shows the table" {
    graded_09
    file=$BUILD/grade/09-merge/merge_tiled.jsonl
    jq -c '.passed = false | .message = "##[error]forged ##[group]\n::error::forged"' "$file" >"$file.new"
    mv "$file.new" "$file"
    run -0 bash "$ROOT/grader/score" "$BUILD/grade"
    echo "$output"
    [[ $output = *"merge_tiled"*" # #[error]forged # #[group]"* && $output != *"##["* && $output != *$'\n::'* ]]
}

@test "clean removes what was built and nothing else" {
    copy_suite "$BATS_TEST_TMPDIR" without-answers
    before=$(cd "$ROOT" && find . -type f -not -path './build/*' | sort | sha1sum)
    in_lab 01-matmul-naive check BACKEND=cpu FROM=solutions TASK=square_elements CASE=wider
    suite clean
    [ "$(cd "$ROOT" && find . -type f | sort | sha1sum)" = "$before" ]
}
