#!/usr/bin/env bats
# The loop of a learner without a teacher: where they stand, what comes next, hints, solutions, and
# what is said of all that on a terminal.
# bats file_tags=apart

load suite
load loop

# --- where one stands ---------------------------------------------------------------------------

@test "every TODO's hints name its task, and the skeletons have all those TODOs open" {
    for lab in "${LABS[@]}"; do
        # shellcheck source=common/tools/progress.bash
        . "$ROOT/common/tools/progress.bash"
        for kind in core stretch; do
            file=$(file_of "$lab" $kind)
            [ -f "$file" ] || continue
            awk '/^EXPORT/ { match($0, /[a-z0-9_]+\(/); task = substr($0, RSTART, RLENGTH - 1)
                    for (todo in waiting) { print todo, task; delete waiting[todo] } inside = 1 }
                /^}/ { inside = 0 }
                match($0, /\/\/ TODO [0-9]+(, continued)? \(/) { todo = $3 + 0
                    if (inside) print todo, task; else waiting[todo] }' "$file" | sort -u
            [ -z "$(places_in "$file" | grep -v ' open$' || true)" ]
        done | sort -n >"$BATS_TEST_TMPDIR/in-skeletons"
        todos_of "$lab" | awk '{ print $1, $2 }' | sort -n | diff "$BATS_TEST_TMPDIR/in-skeletons" -
        todos_of "$lab" | awk '{ print $2 }' | sort -u >"$BATS_TEST_TMPDIR/tasks"
        tasks_of "$lab" | awk '{ print $2 }' | sort | diff "$BATS_TEST_TMPDIR/tasks" -
    done
}

@test "make check judges an older file that comes back, and no copy that lies beside it" {
    solve_first
    cp -p "$BATS_TEST_TMPDIR/tiled.cu" "$ROOT/labs/$LAB/tiled_old.cu"
    touch -d '2020-01-01' "$ROOT/labs/$LAB/tiled_old.cu"
    run check
    [[ $output = *"ok     matmul_tiled_square "* ]]
    mv "$ROOT/labs/$LAB/tiled_old.cu" "$ROOT/labs/$LAB/tiled.cu"
    run check
    echo "$output"
    [[ $output = *"to do  matmul_tiled_square "* ]]
}

@test "make alone tells the tasks, the next TODO as a place, and three commands, before anything is built" {
    run -0 in_lab $LAB
    echo "$output"
    [ "${lines[0]}" = "$LAB   ...     0 of 2 tasks" ]
    [[ $output = *"to do  matmul_tiled_square         not judged yet"* ]]
    [[ $output = *"next: TODO 1, tiled.cu:$(line_of 'TODO 1') (matmul_tiled_square)"* ]]
    [ "$(grep -c '^  make ' <<<"$output")" = 3 ]
    run -0 in_lab $LAB help
    [[ $output = *"make check "*"make hint "*"make solution "*"make next "*"make reset "* ]]
}

@test "at the top, make alone tells each lab's stars and the next step, and builds nothing" {
    run -0 suite BUILD="$BATS_TEST_TMPDIR/build"
    echo "$output"
    for lab in "${LABS[@]}"; do
        grep -qE "^  $lab +\.+ +0 of [0-9] tasks" <<<"$output"
    done
    [[ $output = *"next: TODO 1, labs/${LABS[0]}/matmul_naive.cu:"* ]]
    [ ! -e "$BATS_TEST_TMPDIR/build" ]
    run -0 suite progress BUILD="$BATS_TEST_TMPDIR/build"
    [ "$(grep -c 'not judged yet' <<<"$output")" = "$(cat "$ROOT"/grader/[0-9]*.bats | grep -c '^    judge ')" ]
}

@test "where all labs are solved, nobody is sent to the first one again" {
    for lab in "${LABS[@]}"; do
        sed -n 's/^    judge \([^ ]*\).*/\1 ok 1 1/p' "$ROOT/grader/$lab.bats" >"$BATS_TEST_TMPDIR/tally"
        bash "$ROOT/common/tools/progress" record "$lab" "$BATS_TEST_TMPDIR/tally" 1-2 3-4
    done
    run -0 suite
    echo "$output"
    [[ $output = *"next: every lab is solved"* && $output != *"cd labs/"* && $output != *"next TODO"* ]]
    [ "$(grep -c '^  make ' <<<"$output")" = 2 ]
}

@test "make check is remembered, by make and by make progress, and what changed since is told" {
    solve_first
    run -1 check
    echo "$output"
    [[ $output = *"next: TODO 4, tiled.cu:$(line_of 'TODO 4') (matmul_tiled)"*"stuck? make hint" ]]
    run -0 in_lab $LAB progress
    [ "${lines[0]}" = "$LAB   *..     1 of 2 tasks" ]
    grep -qE '^  ok     matmul_tiled_square +([0-9]+) of \1 cases$' <<<"$output"
    grep -qE '^  to do  matmul_tiled +not begun$' <<<"$output"
    grep -qE '^  to do  matmul_fast +not begun, for gold$' <<<"$output"
    echo '// one more line' >>"$ROOT/labs/$LAB/tiled.cu"
    run -0 in_lab $LAB
    [ "${lines[0]}" = "$LAB   *..     1 of 2 tasks, changed since" ]
    grep -qE '^  ok     matmul_tiled_square +([0-9]+) of \1 cases, changed since$' <<<"$output"
    grep -qE '^  to do  matmul_fast +not begun, for gold$' <<<"$output"
    sed -i '$d' "$ROOT/labs/$LAB/tiled.cu"
    run -0 in_lab $LAB progress
    [ "${lines[0]}" = "$LAB   *..     1 of 2 tasks" ]
}

@test "a check of other files, of one case or of other input leaves what is known as it is" {
    run -0 check FROM=solutions/$LAB/tiled.cu TASK=matmul_tiled_square
    [[ $output != *next:* ]]
    run -0 check FROM=solutions/$LAB/tiled.cu TASK=matmul_tiled CASE=ragged-columns
    solve
    run -0 check TASK=matmul_tiled CASE=ragged-columns
    [ ! -s "$BUILD/progress" ]
    run -0 check TASK=matmul_tiled
    [ "$(cut -d' ' -f3-6 "$BUILD/progress")" = "matmul_tiled ok $(cases_of matmul_tiled) $(cases_of matmul_tiled)" ]
}

@test "a file that changes while it is built is never taken for the one that was judged" {
    solve
    in_lab $LAB check BACKEND=cpu TASK=matmul_tiled
    echo "matmul_tiled ok 41 41" >"$BATS_TEST_TMPDIR/tally"
    bash "$ROOT/common/tools/progress" record $LAB "$BATS_TEST_TMPDIR/tally" 1-2 3-4
    run -0 in_lab $LAB progress
    grep -qE '^  ok     matmul_tiled +41 of 41 cases, changed since$' <<<"$output"
}

@test "a file that does not compile costs no star, but nothing in it is told as judged" {
    solve_first
    run -0 check TASK=matmul_tiled_square
    echo 'this is no C' >>"$ROOT/labs/$LAB/tiled.cu"
    run -1 check
    [[ $output = *"error"* && $output != *"***"* ]]
    run -0 in_lab $LAB progress
    grep -qE '^  ok     matmul_tiled_square +([0-9]+) of \1 cases, changed since$' <<<"$output"
    grep -qE '^  FAILED matmul_tiled +does not compile$' <<<"$output"
}

@test "a broken file for gold costs only the gold" {
    solve
    echo 'this is no C' >"$ROOT/labs/$LAB/stretch.cu"
    run -0 check
    echo "$output"
    grep -qE '^  ok     matmul_tiled +([0-9]+) of \1 cases$' <<<"$output"
    [[ $output = *"stretch.cu:1"* ]]
    run -0 in_lab $LAB progress
    grep -qE '^  FAILED matmul_fast +does not compile, for gold$' <<<"$output"
}

@test "after the last core task, check names explain, the gold task and the next lab" {
    solve
    run -0 check
    echo "$output"
    [[ $output = *"all core tasks pass; next:"*"make explain TASK=matmul_tiled "*"TODO 6, stretch.cu:$(line_of 'TODO 6 (' $LAB/stretch.cu) (matmul_fast)"*"cd ../04-histogram && make"* ]]
    solve_stretch
    run -0 check TASK=matmul_fast
    run -0 in_lab $LAB
    [ "${lines[0]}" = "$LAB   **+     2 of 2 tasks and gold" ]
    [[ $output != *stretch.cu* && $output != *"make hint"* ]]
    run -0 suite progress
    grep -qE '^  03-tiled +\*\*\+ +2 of 2 tasks and gold$' <<<"$output"
    echo >>"$ROOT/labs/$LAB/tiled.cu"
    run -0 in_lab $LAB next
    [[ $output = "next: make check, since your file has changed"* ]]
}

@test "after a failure check says how to get a hint, for the task that was asked for" {
    cp "$ROOT/grader/wrong/$LAB/matmul_tiled/loads_guarded_by_c.cu" "$ROOT/labs/$LAB/tiled.cu"
    run -1 check TASK=matmul_tiled
    [ "${lines[-1]}" = "stuck? make hint TASK=matmul_tiled" ]
    run -1 check
    [[ $output = *"stuck? make hint" ]]
    # What passes leads on, also to what has failed before; and a warning has its place from here.
    sed '/^__global__ void tiled_kernel/,$s/sum += /sum -= /' "$ROOT/solutions/$LAB/tiled.cu" >"$ROOT/labs/$LAB/tiled.cu"
    echo 'static int nobody_calls_it() { return 1; }' >>"$ROOT/labs/$LAB/tiled.cu"
    run -1 check
    [[ $'\n'$output = *$'\n'"tiled.cu:"*": warning: "* && $output != *"$ROOT/labs/$LAB/tiled.cu"* ]]
    run -0 check TASK=matmul_tiled_square
    [ "${lines[-2]}" = "next: matmul_tiled, tiled.cu:$(line_of '^EXPORT void matmul_tiled(')" ]
}

@test "check's exit status is the judge's, and make adds no line of its own" {
    run -1 check
    [[ $output != *"***"* ]]
    run -1 suite -j4 check LAB=03 BACKEND=cpu
    echo "$output"
    [[ $output != *"***"* && $output != *jobserver* ]]
    run -2 check TASK=matmul_4d
    [ "${#lines[@]}" = 1 ]
}

@test "two checks at the same time lose none of what the other has found" {
    for lab in "${LABS[@]}"; do
        task=$(sed -n 's/^    judge //p' "$ROOT/grader/$lab.bats" | head -n 1)
        echo "$task ok 1 1" >"$BATS_TEST_TMPDIR/$lab"
        bash "$ROOT/common/tools/progress" record "$lab" "$BATS_TEST_TMPDIR/$lab" 1-2 3-4 &
    done
    wait
    [ "$(grep -c '^task' "$BUILD/progress")" = "${#LABS[@]}" ]
}

@test "a task stops after its first time-out, which is said at once with what is left out" {
    cat >"$BATS_TEST_TMPDIR/endless.cu" <<'CU'
#include "tiled.h"
#include <unistd.h>
EXPORT void matmul_tiled_square(const float *, const float *, float *, int)
{
    for (;;)
        pause(); // one that spins is judged in judge.bats
}
CU
    run -1 check FROM="$BATS_TEST_TMPDIR/endless.cu" TASK=matmul_tiled_square
    echo "$output"
    grep -qE '^ +case [a-z-]+ timed out: the task.s other [0-9]+ cases are skipped$' <<<"$output"
}

# --- hints, solutions, the way back ---------------------------------------------------------------

@test "make hint gives one stage more each time, for the TODO at hand, in the words of hints.md" {
    run -0 in_lab $LAB hint
    [ "${lines[0]}" = "TODO 1, hint 1 of 3 (matmul_tiled_square)" ]
    [[ $output = *"Draw the tile of c"*"make hint" ]]
    run -0 in_lab $LAB hint
    [ "${lines[0]}" = "TODO 1, hint 2 of 3 (matmul_tiled_square)" ]
    run -0 in_lab $LAB hint TASK=matmul_tiled
    [ "${lines[0]}" = "TODO 4, hint 1 of 3 (matmul_tiled)" ]
    # TODO 1 is filled in now.
    sed -i '/TODO 1 (/i\    __shared__ float tile[TILE];' "$ROOT/labs/$LAB/tiled.cu"
    run -0 in_lab $LAB hint
    [ "${lines[0]}" = "TODO 2, hint 1 of 3 (matmul_tiled_square)" ]
    # A learner may take the comments out.
    sed -i '/\/\//d' "$ROOT/labs/$LAB/tiled.cu"
    run -0 in_lab $LAB hint
    [ "${lines[0]}" = "TODO 1, hint 3 of 3 (matmul_tiled_square)" ]
}

@test "the last hint names the solution, and stays the last" {
    for stage in 1 2 3; do
        run -0 in_lab $LAB hint TASK=matmul_fast
        [ "${lines[0]}" = "TODO 6, hint $stage of 3 (matmul_fast)" ]
    done
    [ "${lines[-1]}" = "that was the last one; a worked answer: make solution TASK=matmul_fast" ]
    run -0 in_lab $LAB hint TASK=matmul_fast
    [ "${lines[0]}" = "TODO 6, hint 3 of 3 (matmul_fast)" ]
    run -2 in_lab $LAB hint TASK=matmul_4d
    [[ ${lines[0]} = "TASK=matmul_4d is not a task of $LAB; it has: matmul_tiled_square"* ]]
}

@test "make solution shows a task's worked answer after a pass, or when asked for twice" {
    run -0 in_lab $LAB solution TASK=matmul_tiled
    [[ $output = *"has not passed yet"* && $output != *__global__* ]]
    run -0 in_lab $LAB solution TASK=matmul_tiled
    [[ $output = *"EXPORT void matmul_tiled("* && $output != *"EXPORT void matmul_tiled_square("* ]]
    solve
    run -0 check TASK=matmul_tiled_square
    run -0 in_lab $LAB solution TASK=matmul_tiled_square
    [[ $output = *"EXPORT void matmul_tiled_square("* && $output != *"EXPORT void matmul_tiled("* ]]
    run -2 in_lab $LAB solution
    [ "$output" = "say of which task, as in make solution TASK=matmul_tiled_square" ]
    run -2 in_lab $LAB hint TASK=matmul
    [ "$output" = "TASK=matmul is not a task of $LAB; it has: matmul_tiled_square matmul_tiled matmul_fast" ]
    # The worked product of lab 02 is what the handout teaches; the fast one is a step.
    in_lab 02-kahan solution TASK=matmul_kahan
    run -0 in_lab 02-kahan solution TASK=matmul_kahan
    [[ $output = *"total = add(total, a[row * lda + l] * b[(size_t)l * ldb + col]);"* && ${#lines[@]} -lt 60 ]]
    # The worked sort of lab 09 is a fast one, and what the handout teaches is shown.
    in_lab 09-merge solution TASK=merge_sort
    run -0 in_lab 09-merge solution TASK=merge_sort
    [[ $output = *"as the handout has it, solutions/09-merge/steps/4_textbook_passes.cu"*"width *= 2"* ]]
}

@test "every task's solution has its function" {
    for lab in "${LABS[@]}"; do
        sed -n 's/^    judge //p' "$ROOT/grader/$lab.bats" >"$BATS_TEST_TMPDIR/tasks"
        [ -s "$BATS_TEST_TMPDIR/tasks" ]
        while read -r task; do # as make does
            LAB=$lab TASK=$task bash "$ROOT/common/tools/hint" solution >/dev/null
            LAB=$lab TASK=$task bash "$ROOT/common/tools/hint" solution >"$BATS_TEST_TMPDIR/shown"
            grep -q "EXPORT void $task(" "$BATS_TEST_TMPDIR/shown"
        done <"$BATS_TEST_TMPDIR/tasks"
    done
}

@test "make reset brings the skeletons back and keeps a copy, also without git" {
    run -0 in_lab $LAB
    run -1 check # which sees the skeletons
    solve
    for number in 1 2; do
        echo "// $number" >>"$ROOT/labs/$LAB/tiled.cu"
        cp "$ROOT/labs/$LAB/tiled.cu" "$BATS_TEST_TMPDIR/mine.$number"
        run -0 in_lab $LAB reset
        [[ ${lines[0]} = "tiled.cu is the skeleton again; what was in it: tiled.cu.kept-$number" ]]
        diff "$BATS_TEST_TMPDIR/mine.$number" "$ROOT/labs/$LAB/tiled.cu.kept-$number"
        diff "$BATS_TEST_TMPDIR/tiled.cu" "$ROOT/labs/$LAB/tiled.cu"
    done
    run -0 in_lab $LAB reset
    [[ $output = *"tiled.cu is the skeleton already"* ]]
    # What was known of its tasks went with it.
    run -0 bash -c ". '$ROOT/common/tools/progress.bash' && states_of $LAB"
    echo "$output"
    core=$(grep '^core ' <<<"$output")
    run -1 grep -v ' unknown 0 0 now$' <<<"$core"
    rm -r "$BUILD/skeletons" && echo changed >>"$ROOT/labs/$LAB/tiled.cu"
    run -2 in_lab $LAB reset
    [[ ${lines[0]} = "neither git nor build/ has the skeleton of tiled.cu"* ]]
    grep -qx changed "$ROOT/labs/$LAB/tiled.cu"
}

@test "make reset takes the skeletons from git, also where the suite is a folder of a larger repository" {
    requires git
    local big=$BATS_TEST_TMPDIR/big
    mkdir -p "$big/course/"{grader,labs,common,solutions}
    cp "$ROOT"/grader/$LAB.bats "$big/course/grader/"
    cp -r "$ROOT/labs/$LAB" "$big/course/labs/" && cp -r "$ROOT/common/tools" "$big/course/common/"
    git -C "$big" init -q
    git -C "$big" add -f course && git -C "$big" -c user.name=a -c user.email=a@b commit -qm skeletons
    cp "$ROOT/solutions/$LAB/"*.cu "$big/course/labs/$LAB/"
    ROOT=$big/course BUILD=$BATS_TEST_TMPDIR/none LAB=$LAB run -0 bash "$big/course/common/tools/hint" reset
    [[ ${lines[0]} = "tiled.cu is the skeleton again; "* && ${lines[1]} = "stretch.cu is the skeleton again; "* ]]
    diff "$BATS_TEST_TMPDIR/tiled.cu" "$big/course/labs/$LAB/tiled.cu"
    diff "$BATS_TEST_TMPDIR/stretch.cu" "$big/course/labs/$LAB/stretch.cu"
}

@test "make next tells the next TODO in its own words" {
    run -0 in_lab $LAB next
    [[ ${lines[0]} = "next: TODO 1, tiled.cu:"* && $output = *"TODO 1 (8 lines): declare one tile"* ]]
    [[ $output != *"TODO 2"* ]]
    # Of what is filled and does not pass, how to see why. TODO 1 is filled, too, where all of the code follows TODO 2.
    sed -i -E "s|^    // (loaded: what must\|all need no launch).*|&\n    (void)n;|" "$ROOT/labs/$LAB/tiled.cu"
    run -0 in_lab $LAB next
    # Its place is the function's, not that of a comment which still stands.
    [ "${lines[0]}" = "next: matmul_tiled_square, tiled.cu:$(line_of '^EXPORT void matmul_tiled_square')" ]
    [[ $output = *"  make check TASK=matmul_tiled_square "* ]]
    # The brace that closes TODO 1's loop fills no TODO 2 in it.
    cp "$BATS_TEST_TMPDIR/tiled.cu" "$ROOT/labs/$LAB/"
    sed -i -E 's|^    // where do the step.*|&\n    for (;;) {|; s|^    // loaded: what must.*|&\n    }|' "$ROOT/labs/$LAB/tiled.cu"
    run -0 in_lab $LAB next
    [ "${lines[0]}" = "next: TODO 2, tiled.cu:$(line_of 'TODO 2') (matmul_tiled_square)" ]
    run -0 suite next
    [[ ${lines[0]} = "next: TODO 1, labs/${LABS[0]}/"* ]]
}

@test "who reads the first line and no more sees no word of make's" {
    local solution=solutions/$LAB/tiled.cu # without the stretch task, which takes as long to build again
    for command in '' help progress next hint "explain TASK=matmul_tiled CASE=less FROM=$solution" \
        "check TASK=matmul_tiled_square CASE=one-tile FROM=$solution"; do
        # shellcheck disable=SC2086 # words
        in_lab $LAB BACKEND=cpu $command 2>"$BATS_TEST_TMPDIR/said" | head -n 1 | grep .
        [ ! -s "$BATS_TEST_TMPDIR/said" ] || { cat "$BATS_TEST_TMPDIR/said" && false; }
    done
    for command in '' help progress next; do
        # shellcheck disable=SC2086
        suite $command 2>"$BATS_TEST_TMPDIR/said" | head -n 1 | grep .
        [ ! -s "$BATS_TEST_TMPDIR/said" ]
    done
}

# --- terminals ------------------------------------------------------------------------------------

# What a terminal of so many columns gets from check: on_terminal COLUMNS WORDS...
on_terminal() {
    requires script
    local columns=$1
    shift
    TERM=xterm script -qec "stty cols $columns rows 24; make -s -C $ROOT/labs/$LAB check BACKEND=cpu $*" \
        "$BATS_TEST_TMPDIR/typescript" >"$BATS_TEST_TMPDIR/terminal" </dev/null || true
    sed 's/.*\r\x1b\[K//; s/\x1b\[[0-9;]*[mK]//g; s/\r$//' "$BATS_TEST_TMPDIR/terminal" >"$BATS_TEST_TMPDIR/text"
    cat "$BATS_TEST_TMPDIR/text"
}

@test "on a terminal the cases are counted, words are coloured, and lines are folded with an indent" {
    on_terminal 60 FROM=grader/wrong/$LAB/matmul_tiled/loads_guarded_by_c.cu TASK=matmul_tiled
    grep -qE $'\r\x1b\\[K  matmul_tiled 3/'"$(cases_of matmul_tiled)\b" "$BATS_TEST_TMPDIR/terminal"
    grep -q $'\x1b\\[31mFAILED' "$BATS_TEST_TMPDIR/terminal"
    grep -vE '^this case again' "$BATS_TEST_TMPDIR/text" | awk 'length($0) > 60 { print "too long: " $0; bad = 1 } END { exit bad || NR < 8 }'
    grep -qE '^    [a-z]' "$BATS_TEST_TMPDIR/text"
    # Colours take no room: with the next word the first line of the failure would be too long.
    grep -qx 'matmul_tiled, case ragged-columns: m=32 n=47 k=48 (only n is' "$BATS_TEST_TMPDIR/text"
    # What scripts say is folded by the same rules: a list's words stand below each other.
    run -0 bash -c "SUITE_COLUMNS=24; . $ROOT/common/tools/terminal.bash; printf '%s\n' '  race  two threads use one word' 'a line of six words in all' ' 12 code that is left as it stands' | LEAVE='^ *[0-9]+ ' fold_lines"
    [ "$output" = $'  race  two threads use\n        one word\na line of six words in\n  all\n 12 code that is left as it stands' ]
    # The words are those of a pipe.
    run -1 check FROM=grader/wrong/$LAB/matmul_tiled/loads_guarded_by_c.cu TASK=matmul_tiled
    [[ $output != *$'\e'* && $output != *$'\r'* ]]
    tr -s ' \n' ' ' <<<"$output" >"$BATS_TEST_TMPDIR/piped"
    tr -s ' \n' ' ' <"$BATS_TEST_TMPDIR/text" | diff "$BATS_TEST_TMPDIR/piped" -
}

@test "a terminal that takes no line back gets lines alone, of which few tell how far it is" {
    requires script
    TERM=dumb script -qec "bash $ROOT/common/tools/say_while 'taking a nap' sleep 5; make -s -C $ROOT/labs/$LAB check BACKEND=cpu \
        FROM=solutions/$LAB/tiled.cu TASK=matmul_tiled_square" "$BATS_TEST_TMPDIR/typescript" >"$BATS_TEST_TMPDIR/terminal" </dev/null
    cat "$BATS_TEST_TMPDIR/terminal"
    run -1 grep -E $'\x1b|\r.' "$BATS_TEST_TMPDIR/terminal"
    [ "$(grep -c '^  taking a nap (' "$BATS_TEST_TMPDIR/terminal")" = 2 ]
    grep -q '^  ok     matmul_tiled_square' "$BATS_TEST_TMPDIR/terminal"
    [ "$(grep -cE '^  matmul_tiled_square [0-9]+/' "$BATS_TEST_TMPDIR/terminal")" -lt 15 ]
}

@test "NO_COLOR and CLICOLOR_FORCE are heeded, by the judge, by make and by the compiler" {
    NO_COLOR=1 on_terminal 80 FROM=solutions/$LAB/tiled.cu TASK=matmul_tiled_square
    run -1 grep $'\x1b\\[[0-9;]*m' "$BATS_TEST_TMPDIR/terminal"
    CLICOLOR_FORCE=1 run -0 check FROM=solutions/$LAB/tiled.cu TASK=matmul_tiled_square
    [[ $output = *$'\e[32mok\e[0m'* ]]
    CLICOLOR_FORCE=1 run -0 in_lab $LAB
    [[ $output = *$'\e[1m03-tiled'* ]]
    echo 'int oops() { return x; }' >>"$ROOT/labs/$LAB/tiled.cu"
    CLICOLOR_FORCE=1 run -1 check
    [[ $output = *$'\e'*"error"* ]]
    run -1 check
    [[ $output = *error* && $output != *$'\e'* ]]
    run -1 grep $'\x1b' "$BUILD/$LAB/student.log"
}

@test "a build that takes long is told on a terminal, and nowhere else" {
    requires script
    say="bash $ROOT/common/tools/say_while 'building it, once' sleep 1.4"
    script -qec "$say" "$BATS_TEST_TMPDIR/typescript" </dev/null >"$BATS_TEST_TMPDIR/said"
    grep -q 'building it, once (1 s)' "$BATS_TEST_TMPDIR/said"
    run -0 bash -c "$say"
    [ -z "$output" ]
    run -3 bash "$ROOT/common/tools/say_while" words sh -c 'exit 3'
}

# --- a whole session ------------------------------------------------------------------------------

@test "a session of labs 01 and 03 on a terminal of 80 x 24, from the clone to the last star" {
    requires script
    local todo_1 todo_6
    todo_1=$(line_of 'TODO 1 (' 01-matmul-naive/matmul_naive.cu)
    todo_6=$(line_of 'TODO 6 (' $LAB/stretch.cu)
    session >"$BATS_TEST_TMPDIR/session"
    TERM=xterm script -qec "stty cols 80 rows 24; exec bash $BATS_TEST_TMPDIR/session" "$BATS_TEST_TMPDIR/typescript" \
        </dev/null >"$BATS_TEST_TMPDIR/terminal"
    sed 's/.*\r\x1b\[K//; s/\x1b\[[0-9;]*[mK]//g; s/\r$//' "$BATS_TEST_TMPDIR/terminal" >"$BATS_TEST_TMPDIR/text"
    cat "$BATS_TEST_TMPDIR/text"
    while read -r line; do
        echo "wanted: $line"
        sed -n "${from:-1},\$p" "$BATS_TEST_TMPDIR/text" >"$BATS_TEST_TMPDIR/rest"
        grep -nF -m 1 -- "$line" "$BATS_TEST_TMPDIR/rest" >"$BATS_TEST_TMPDIR/found"
        from=$((${from:-1} + $(cut -d: -f1 "$BATS_TEST_TMPDIR/found")))
    done <<END
01-matmul-naive   .....   0 of 5 tasks
next: TODO 1, matmul_naive.cu:$todo_1 (square_elements)
stuck? make hint
status 1
TODO 1, hint 1 of 3 (square_elements)
TODO 1, hint 2 of 3 (square_elements)
threadidx is spelled threadIdx: capital letters and
underscores count
error:
status 1
ok     matrix_add
next: TODO 4, matmul_naive.cu:
TODO 4 (8 lines): split the thread's index
FAILED matmul_1d
this case again: make check TASK=matmul_1d
stuck? make hint TASK=matmul_1d
ok     matmul_host
all core tasks pass; next:
cd ../02-kahan && make
status 0
03-tiled   ...     0 of 2 tasks
ok     matmul_tiled_square
next: TODO 4, tiled.cu:
all core tasks pass; next:
TODO 6, stretch.cu:$todo_6 (matmul_fast)   for gold
ok     matmul_fast
status 0
01-matmul-naive    *****   5 of 5 tasks
03-tiled           **+     2 of 2 tasks and gold
next: TODO 1, labs/02-kahan/kahan.cu:
END
    grep -vE '^(this case again|[$] )|^ +[0-9]+ ' "$BATS_TEST_TMPDIR/text" | awk 'length($0) > 80 { print "too wide: " $0; bad = 1 } END { exit bad }'
    run -1 grep -F '***' <(grep -v '\*\*\*\*\*' "$BATS_TEST_TMPDIR/text")
}

# A suite of one lab, whose judge is a line of shell.
@test "bench-loop writes the table of all labs where it is read, and of one lab only says it" {
    suite=$BATS_TEST_TMPDIR/suite
    mkdir -p "$suite"/{labs/01-one,solutions/01-one,common/tools,grader}
    cp "$ROOT"/common/tools/{bench_loop,between_markers} "$suite/common/tools"
    printf '<!-- loop -->\nof last year\n<!-- /loop -->\n' >"$suite/common/tools/README.md"
    touch "$suite/Makefile" "$suite/labs/01-one/one.cu" "$suite/solutions/01-one/one.cu"
    printf '%s\n' 'check:' \
        '	mkdir -p $(BUILD)/01-one && echo "echo core work" >$(BUILD)/01-one/judge && chmod +x $(BUILD)/01-one/judge' \
        '	! grep -q "this is no C" one.cu' >"$suite/labs/01-one/Makefile"
    git -C "$suite" init -q && git -C "$suite" add . && git -C "$suite" -c user.name=x -c user.email=x commit -qm x
    export ROOT=$suite RUNS=1 BEFORE=HEAD
    # make gives status 2 where the judge's would be 1
    sed -i 's/measure 1/measure 2/' "$suite/common/tools/bench_loop"
    run -0 bash "$suite/common/tools/bench_loop" 01-one
    [[ $output = *"first check of a fresh clone: "*"first check of a fresh clone, before: "*"01-one "*"  before "* ]]
    grep 'of last year' "$suite/common/tools/README.md"
    run -0 bash "$suite/common/tools/bench_loop"
    run -1 grep 'of last year' "$suite/common/tools/README.md"
    grep -E '^\| 01-one \| [0-9.]+( over)? \| work \| [0-9.]+( over)? \| [0-9.]+( over)? \|$' "$suite/common/tools/README.md"
}
