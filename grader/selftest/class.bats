#!/usr/bin/env bats
# A class: many hand-ins, side by side, whenever it is killed and started again.

# shellcheck disable=SC2030,SC2031 # each test is a subshell anyway
load suite

setup() {
    requires parallel
    handins=$BATS_TEST_TMPDIR/handins out=$BATS_TEST_TMPDIR/out
    local name
    for name in ann bob '=cmd(), "x"' $'two\nlines'; do
        mkdir -p "$handins/$name"
        echo "int main; // by $name" >"$handins/$name/matmul_naive.cu"
    done
    sed '/EXPORT void matrix_add/,$d' "$ROOT/solutions/01-matmul-naive/matmul_naive.cu" >"$handins/bob/matmul_naive.cu"
}

grade_class() {
    suite grade-class HANDINS="$handins" OUT="$out" LABS=01 BACKEND=cpu "$@"
}

# A number and a name a student: other numbers are other results.
graded() {
    find "$out/students" -mindepth 1 -maxdepth 1 -printf '%i %p\n' | sort
}

same_results() {
    diff "$1/scores.csv" "$2/scores.csv" && diff "$1/tasks.csv" "$2/tasks.csv"
}

@test "a class has the same marks side by side, one after the other, and when it was killed" {
    run -0 grade_class JOBS=1
    echo "$output"
    [ "$(sed 1d "$out/scores.csv" | wc -l)" = 4 ]
    grep -x '"bob",10,10,""' "$out/scores.csv"
    grep -F "\"'=cmd(), \"\"x\"\"\",0,0" "$out/scores.csv"
    grep -x '"two lines",0,0,""' "$out/scores.csv"
    first=$out

    # What is graded is not graded again, but what is handed in anew is.
    graded >"$BATS_TEST_TMPDIR/before"
    run -0 grade_class JOBS=1
    graded | diff "$BATS_TEST_TMPDIR/before" -
    echo "// late" >>"$handins/ann/matmul_naive.cu"
    run -0 grade_class JOBS=1
    [ "$(graded | diff "$BATS_TEST_TMPDIR/before" - | grep -c '^>')" = 1 ]

    out=$BATS_TEST_TMPDIR/killed
    grade_class JOBS=2 >/dev/null 2>&1 3>&- &
    until [ -e "$out/students/ann" ] || [ -e "$out/students/bob" ]; do sleep 0.1; done
    pids=$(pgrep -f "grade_class class $handins" || true)
    [ -n "$pids" ]
    # shellcheck disable=SC2086 # a number a word
    kill -9 $pids
    wait || true
    [ ! -e "$out/scores.csv" ]
    run -0 grade_class JOBS=2
    same_results "$first" "$out"
}

@test "what is no hand-in is told with its reason, and costs the others nothing" {
    rm -r "$handins/bob" "$handins"/=* "$handins"/two*
    ln -s ann "$handins/carl"
    echo x >"$handins/notes.txt"
    mkdir "$handins/dora.zip.d"
    echo "no archive" >"$handins/eve.zip"
    run -0 grade_class
    echo "$output"
    [[ $output = *"not a hand-in: carl: a link"* && $output = *"not a hand-in: notes.txt: neither a folder"* ]]
    grep -E '^"eve",0,0,"intake: .*(archive|bsdtar)' "$out/scores.csv"
    grep -x '"ann",0,0,""' "$out/scores.csv"
}

@test "a class that cannot be graded is one line, and exit 2" {
    run grade_class HANDINS=/nonexistent
    [[ $status = 2 && $output = *"HANDINS=/nonexistent is no folder that can be read"* ]]
    run suite grade-class HANDINS="$handins"
    [[ $status = 2 && $output = *"make grade-class wants HANDINS="* ]]
    run grade_class LABS=77
    [[ $status = 2 && $output = *"LAB=77 is unknown"* ]]
    run grade_class OUT=/proc/none
    [[ $status = 2 && $output = *"cannot write to OUT=/proc/none"* ]]
}
