#!/usr/bin/env bats
# The numbers that a wrong kernel can hide behind: sizes/NN-name states them for each task of a lab,
# and a test says which of them no case has.
# bats file_tags=apart

load suite

setup_file() {
    load suite
    for file in "$BATS_TEST_DIRNAME"/sizes/*; do
        in_lab "${file##*/}" "$BUILD/${file##*/}/judge"
    done
}

# Reads the lines TASK... : CONDITION : WHY of the file $1 and prints those for which no case of one of
# the tasks fits, and tasks that have no line. A condition with $T must fit for each size of a tile.
no_case_has() {
    # shellcheck disable=SC2016 # variables of jq
    local definitions='
        def begins($name; $begins): .checked == 1 and .arrays[$name].begins == $begins;
        def begin($begins): .checked == 1 and all(.arrays[]; .begins == $begins);
        def alone($name): begins($name; 1) and ([.arrays[].begins] | add) == 1;'
    awk -F ' : ' '
        /^#/ { next }
        NF != 3 { print "{says: \"line " NR " is no TASK... : CONDITION : WHY\"},"; next }
        { n = split($1, tasks, " ")
          for (i = 1; i <= n; i++) {
              text = $2
              gsub(/["\\]/, "\\\\&", text)
              tiled = index($2, "$T")
              print "((" (tiled ? "16,32,64,128,256,512,1024" : "0") ") as $T | {task: \"" tasks[i] "\", " \
                  "line: \"" text (tiled ? ", T = \\($T)" : "") "\", " \
                  "holds: any($cases[]; .task == \"" tasks[i] "\" and (" $2 "))}),"
          } }' "$1" >"$BATS_TEST_TMPDIR/rows"
    [ -s "$BATS_TEST_TMPDIR/rows" ]
    "$BUILD/${1##*/}/judge" --list-cases >"$BATS_TEST_TMPDIR/cases"
    jq -rsn "$definitions"' [inputs[]] as $cases | ['"$(cat "$BATS_TEST_TMPDIR/rows")"' empty]
        | (.[] | select(.holds | not) | .says // "no case of \(.task) has \(.line)"),
          (([$cases[].task] | unique) - map(.task) | .[] | "\(.) has no line")' "$BATS_TEST_TMPDIR/cases"
}

@test "each number that a wrong kernel can hide behind is that of a case" {
    for file in "$BATS_TEST_DIRNAME"/sizes/*; do
        run -0 no_case_has "$file"
        echo "${file##*/}: $output"
        [ -z "$output" ]
    done
}

@test "a number that no case has is told, and so are a task without a line and a line without a form" {
    lab=$BATS_TEST_TMPDIR/07-scan
    # shellcheck disable=SC2016
    printf '%s\n' '# scan_fast : .n == 3 : a comment' 'scan_rows_kogge_stone : .width == 1025 : too wide' \
        'scan_fast scan_rows_brent_kung : .rows == 5 or $T != 64 : all but one' 'no form' >"$lab"
    run -0 no_case_has "$lab"
    echo "$output"
    diff - <(echo "$output") <<'END'
no case of scan_rows_kogge_stone has .width == 1025
no case of scan_fast has .rows == 5 or $T != 64, T = 64
line 4 is no TASK... : CONDITION : WHY
prefix_sum_2d has no line
END
}
