#!/usr/bin/env bats
# make hunt, and the language in which a learner is spoken to.
# bats file_tags=apart

load suite
load loop

# --- the bug hunt ---------------------------------------------------------------------------------

# In this copy of the suite the first task has one bug, which is number 1 then.
keep_one_bug() {
    find "$ROOT/grader/wrong/$LAB/matmul_tiled_square" -name '*.cu' ! -name no_barrier_after_the_sum_square.cu -delete
}

@test "make hunt hands out a wrong answer that no comment tells of, and says whether a prediction is right" {
    keep_one_bug
    run -0 in_lab $LAB hunt
    echo "$output"
    bug=$BUILD/$LAB/hunt/bug_1.cu
    [[ ${lines[0]} = "bug 1 of "*", in matmul_tiled_square" && ${lines[1]} = "  ../../build/$LAB/hunt/bug_1.cu" ]]
    [ "$(grep -c '//' "$bug")" = 1 ]
    run -1 grep -q '/\*' "$bug"
    grep -q '^EXPORT void matmul_tiled_square(' "$bug"
    run -0 in_lab $LAB hunt PREDICT=wrong
    [[ $output = "wrong: no, "* ]]
    run -0 in_lab $LAB hunt PREDICT=race
    [[ $output = "race: yes, "* ]]
    # One that is kept as a patch is handed out as a whole file.
    run -0 in_lab 07-scan/more hunt TASK=compact PREDICT=wrong
    [[ $output = "wrong: yes, "* ]]
    bug=$(find "$BUILD/07-scan/more/hunt" -name 'bug_*.cu')
    [ "$(grep -c '//' "$bug")" = 1 ]
    grep -q '^EXPORT void compact(' "$bug"
    run -0 suite hunt LAB=03
    [ "${lines[1]}" = "  build/$LAB/hunt/bug_1.cu" ]
    for word in PREDICT=nonsense HUNT=0 HUNT=1000 HUNT=x "HUNT='" TASK=matmul_4d FROM=solutions; do
        run -2 in_lab $LAB hunt "$word"
        [ "${#lines[@]}" = 1 ]
    done
}

@test "make hunt judges a file that has changed, names the bug once it is mended, and goes on to the next" {
    keep_one_bug
    run -0 in_lab $LAB hunt HUNT=1
    bug=$BUILD/$LAB/hunt/bug_1.cu
    echo 'this is no C' >>"$bug"
    run -1 in_lab $LAB hunt
    [[ $output = *bug_1.cu[:\(]*error* && $output != *"***"* ]]
    sed -i '$d; s/^ *sum += .*/&\n        __syncthreads();/' "$bug"
    run -0 in_lab $LAB hunt PREDICT=race
    cp "$bug" "$BATS_TEST_TMPDIR/mended.cu"
    run -0 in_lab $LAB hunt
    echo "$output"
    [[ $output = *"mended: bug 1 of $LAB"*"what was wrong: no barrier before the next load"* ]]
    [[ $output = *"you predicted: race"*"the judge had said"*"  race in shared memory"*"found: 1 of "* ]]
    run -0 in_lab $LAB hunt
    [[ ${lines[0]} = "bug 2 of "* ]]
    # The learner's files are as they were.
    cmp "$bug" "$BATS_TEST_TMPDIR/mended.cu"
    cmp "$ROOT/labs/$LAB/tiled.cu" "$BATS_TEST_TMPDIR/tiled.cu"
}

@test "a hunt begins with tasks that are solved, and every lab has bugs, none of them right by another technique" {
    for lab in "${LABS[@]}"; do
        task=$(sed -n 's/^    judge //p' "$ROOT/grader/$lab.bats" | sed -n 2p)
        printf 'task %s %s ok 1 1 1-2\n' "$lab" "$task" >>"$BUILD/progress"
        run -0 in_lab "$lab" hunt
        echo "$lab: $output"
        [[ ${lines[0]} = "bug "*" of "[1-9][0-9]*", in $task" && $output != *"has not passed"* ]]
    done
    # No technique, and nothing that the host has done, is to be predicted.
    [[ $output = *$'\n  race '* && $output = *$'\n  wrong '* && $output != *technique* && $output != *from-host* ]]
}

# --- languages ------------------------------------------------------------------------------------

# A lab's make for a shell with these variables: with_locale VARIABLE=VALUE... GOAL
with_locale() {
    by_itself LC_ALL= LC_MESSAGES= LANG= "${@:1:$#-1}" make -s --no-print-directory -C "$ROOT/labs/$LAB" "${@: -1}"
}

@test "hints are in Chinese where the first of LC_ALL, LC_MESSAGES and LANG that is set begins with zh" {
    chinese=画出你的线程块要计算的那一块
    for locale in LANG=zh_CN.UTF-8 LC_ALL=zh LC_MESSAGES=zh_TW.UTF-8 'LANG=C LC_ALL=zh_CN.GB18030'; do
        rm -f "$BUILD/progress"
        # shellcheck disable=SC2086 # several words
        run -0 with_locale $locale hint
        echo "$locale: $output"
        [[ $output = *"$chinese"* && ${lines[0]} = "TODO 1, hint 1 of 3 (matmul_tiled_square)" ]]
    done
    for locale in LANG=C LANG=en_US.UTF-8 LC_ALL=C.UTF-8 'LANG=zh_CN.UTF-8 LC_ALL=C' 'LANG=zh_CN.UTF-8 LC_MESSAGES=en_GB' LANG=zhx; do
        rm -f "$BUILD/progress"
        # shellcheck disable=SC2086
        run -0 with_locale $locale hint
        echo "$locale: $output"
        [[ $output = *"Draw the tile of c"* && $output != *"$chinese"* ]]
    done
}

@test "Chinese is folded between characters, never before a stop, and joined without a space" {
    # shellcheck source=common/tools/terminal.bash
    . "$ROOT/common/tools/terminal.bash"
    run -0 fill 20 <<<$'一二三四五六七八九，甲乙丙\n丁用 `lda` 和 b，再试'
    echo "$output"
    [ "$output" = $'一二三四五六七八九，\n甲乙丙丁用 `lda` 和\nb，再试' ]
    run -0 fill 20 <<<'一二三四五六七八九十，甲'
    [ "${lines[0]}" = '一二三四五六七八九十，' ]
    run -0 fill 10 <<<$'one two\nthree, four'
    [ "$output" = $'one two\nthree,\nfour' ]
}
