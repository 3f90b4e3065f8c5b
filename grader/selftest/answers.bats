#!/usr/bin/env bats
# Every answer whose verdict is known beforehand: solutions, right and wrong answers, attacks.
# They are judged once, side by side; the tests then look at the verdicts.
# bats file_tags=judging

load suite

# The wrong answers that are judged: by day of each task one, and in each lab one of all that are refused for the
# same reason, whatever their task and mistake, but none that says why it waits for the night; every night all of
# them. Those that are the first of both come first: so fewer serve.
wrong_answers() {
    (cd "$ROOT" && find grader/wrong -name '*.cu' | sort | xargs bash grader/tags) | awk -F '\t' -v all="${NIGHTLY-}" '
        { path = $1; sub(/.*grader\/wrong/, "grader/wrong", path) }
        path != files[count] { files[++count] = path; split(path, part, "/")
            task[count] = part[3] " " part[4]; reason[count] = part[3] }
        $2 == "reason" { reason[count] = reason[count] " " $3 }
        $2 == "only" { reason[count] = reason[count] " only " $3 }
        $2 == "night" { waits[count] = 1 }
        END {
            for (most = 2; most > 0 || all && most == 0; most--)
                for (i = 1; i <= count; i++)
                    if (!told[i] && (all || !waits[i]) && !(task[i] in seen) + !(reason[i] in seen) >= most) {
                        told[i] = seen[task[i]] = seen[reason[i]] = 1
                        print files[i]
                    }
        }'
}

# LAB REASON of those answers on stdin that have one reason alone.
reasons_of() {
    sed "s,^,$ROOT/," | xargs bash "$ROOT/grader/tags" | awk -F '\t' '
        { path = $1; sub(/.*grader\/wrong\//, "", path) }
        $2 == "reason" { reasons[path]++; reason[path] = $3 }
        $2 == "only" { reason[path] = reason[path] " only" }
        END { for (path in reason) if (reasons[path] == 1) print substr(path, 1, 2), reason[path] }' | sort -u
}

# The right answers that are judged: by day those that are the first or second for one of their tasks, and do not
# say why they wait for the night; every night all of them.
right_answers() {
    (cd "$ROOT" && find grader/right -name '*.cu' | sort | xargs bash grader/tags) | awk -F '\t' -v all="${NIGHTLY-}" '
        function tell(  i, count, one, wanted) {
            count = split(tasks, one, " ")
            for (i = 1; i <= count && !waits; i++) if (seen[lab " " one[i]]++ < 2) wanted = 1
            if (file != "" && (wanted || all)) print file
        }
        { path = $1; sub(/.*grader\/right/, "grader/right", path) }
        path != file { tell(); file = path; split(path, part, "/"); lab = part[3]; tasks = ""; waits = 0 }
        $2 == "tasks" { tasks = $3 }
        $2 == "night" { waits = 1 }
        END { tell() }'
}

setup_file() {
    load suite
    suite tools BACKEND=cpu
    export VERDICTS=$BATS_FILE_TMPDIR/verdicts.jsonl
    export BACKEND=cpu
    # Limits of time are generous, yet a machine that runs twice its cores still meets them.
    ANSWERS="^(solutions|attacks|steps|tried) |$(right_answers | paste -sd '|')" \
        bash "$ROOT/grader/verdicts" run "$VERDICTS" right attacks ${NIGHTLY:+solutions steps tried}
    # With one worker blocks take turns: what wrong answers compute does not hang on luck.
    export SIMT_WORKERS=1
    ANSWERS=$(wrong_answers | paste -sd '|') bash "$ROOT/grader/verdicts" run "$BATS_FILE_TMPDIR/wrong.jsonl" wrong
    cat "$BATS_FILE_TMPDIR/wrong.jsonl" >>"$VERDICTS"
    # What a barrier has broken off once more, as if barriers did not wait for threads that have ended.
    export TOLERANT=$BATS_FILE_TMPDIR/tolerant.jsonl
    SIMT_TOLERATE_EXITED=1 ANSWERS=$(jq -r 'select(any(.messages[]; test("barrier after an early return"))) | .file' \
        "$BATS_FILE_TMPDIR/wrong.jsonl" | paste -sd '|') bash "$ROOT/grader/verdicts" run "$TOLERANT" wrong
}

# Prints the answers for which the jq expression $1 holds; fails if there are any.
none() {
    [ -s "$VERDICTS" ]
    run -0 jq -r ". as \$all | .known as \$known | select($1) | \"\(.file) \(.task): \(.reason) \(.pattern): \(.messages)\"" "$VERDICTS"
    echo "$output"
    [ -z "$output" ]
}

@test "every answer in the tree was judged" {
    judged=$(jq -r 'select(.kind != "solutions") | .file' "$VERDICTS" | sort -u)
    there=$(cd "$ROOT" && find grader/attacks ${NIGHTLY:+solutions/*/steps solutions/*/tried} -name '*.cu' -o -name '*.patch')
    diff - <({ echo "$there" && right_answers && wrong_answers; } | sort) <<<"$judged"
    [ "$(right_answers | wc -l)" -gt 60 ]
    [ "$(NIGHTLY=1 && right_answers | wc -l)" = "$(find "$ROOT/grader/right" -name '*.cu' | wc -l)" ]
    [ "$(wrong_answers | wc -l)" -gt 100 ]
    NIGHTLY=1 wrong_answers | cut -d/ -f3,4 | sort -u >"$BATS_TEST_TMPDIR/tasks"
    wrong_answers | cut -d/ -f3,4 | sort -u | diff - "$BATS_TEST_TMPDIR/tasks"
    [ "$(NIGHTLY=1 && wrong_answers | wc -l)" = "$(find "$ROOT/grader/wrong" -name '*.cu' | wc -l)" ]
    # Nor does a reason that is the only one of an answer wait for the night, in any lab.
    NIGHTLY=1 wrong_answers | reasons_of >"$BATS_TEST_TMPDIR/reasons"
    wrong_answers | reasons_of | diff - "$BATS_TEST_TMPDIR/reasons"
}

@test "every solution is accepted in every task, the stretch tasks included" {
    waits_for_night "what commands.bats sees by day, which grades them"
    none '.kind == "solutions" and (.passed | not)'
    [ "$(jq -r 'select(.kind == "solutions") | .lab' "$VERDICTS" | sort -u)" = "$(printf '%s\n' "${LABS[@]}")" ]
}

@test "every right answer is accepted, however different it looks" {
    none '.kind == "right" and (.passed | not)'
}

@test "every step on the way to a last rung is a right answer of its own" {
    waits_for_night "two minutes"
    none '.kind == "steps" and (.passed | not)'
}

@test "what was tried on a last rung is a patch of it" {
    for patch in "$ROOT"/solutions/*/tried/*.patch; do
        patch --silent --fuzz=0 --output="$BATS_TEST_TMPDIR/patched.cu" "$(dirname "$patch")/../stretch.cu" "$patch"
        run -1 cmp -s "$BATS_TEST_TMPDIR/patched.cu" "$(dirname "$patch")/../stretch.cu"
    done
}

@test "what was tried on a last rung is a right answer, too" {
    waits_for_night "two minutes"
    none '.kind == "tried" and (.passed | not)'
}

@test "every wrong answer is refused" {
    none '.kind == "wrong" and .passed'
}

# $known is what the tags of the answer say.
@test "every wrong answer is refused for its own reason, by the pattern that is its mistake" {
    none '.kind == "wrong" and (.reason | IN($known.reason[]) | not)'
    none '.kind == "wrong" and (.pattern | IN($known.pattern[]?, if $known.pattern then empty else "" end) | not)'
    none '.kind == "wrong" and ($known.also // [] | . - $all.patterns | length > 0)'
}

@test "every wrong answer is refused in words that name its mistake" {
    none '.kind == "wrong" and (.said | not)'
}

@test "every mistake that a judge knows is claimed in a wrong answer, by its pattern" {
    waits_for_night "ten minutes"
    known=$BATS_TEST_TMPDIR/known claimed=$BATS_TEST_TMPDIR/claimed
    for lab in "${LABS[@]}"; do
        "$BUILD/$lab/judge" --list-mistakes | sed "s/^/$lab /"
    done >"$known"
    [ "$(cut -d' ' -f1 "$known" | uniq)" = "$(printf '%s\n' "${LABS[@]}")" ]
    jq -r 'select(.kind == "wrong") | "\(.lab) \(.patterns[]) \(.task)"' "$VERDICTS" >"$claimed"
    # LAB NAME TASK..., of which one task is enough.
    run awk 'NR == FNR { claimed[$0]; next }
        { for (i = 3; i <= NF; i++) if (($1 " " $2 " " $i) in claimed) next; print }' "$claimed" "$known"
    echo "no wrong answer: $output"
    [ -z "$output" ]
}

# In jq: the rule that alone refuses an answer, or nothing; a verdict's messages, less that of a case
# which was not run since others had failed; and whether one of them speaks of outputs.
only='(.known.only // [""])[0]'
said='[.messages[] | select(startswith("not run") | not)]'
of_outputs="any(${said}[]; test(\"elements of [a-z_]+ are wrong|never written|(wrote|copied [0-9]+ bytes from) (past|before)\"))"

@test "what says that one rule alone refuses it is refused by that rule, and its outputs are right" {
    none "$only != \"\" and (.reasons != [$only | if . == \"barrier\" then \"cuda-error\" else . end]
        or $of_outputs)"
    none "$only == \"barrier\" and any(${said}[]; test(\"barrier\") | not)"
}

@test "what one rule alone refuses is refused at a line, unless by its technique" {
    none "($only | IN(\"\", \"technique\") | not) and
        ((.file | split(\"/\") | last) as \$name | any(${said}[]; contains(\$name + \":\") | not))"
}

@test "what the barrier rule alone refuses says so, and is accepted where that rule is not applied" {
    jq -r "select($only == \"barrier\") | .file" "$VERDICTS" | sort |
        diff - <(jq -r 'select(.passed) | .file' "$TOLERANT" | sort)
}

@test "what another rule alone refuses says so" {
    none ".kind == \"wrong\" and $only == \"\" and ($of_outputs | not)
        and (.reasons | length == 1 and (first | IN(\"race\", \"out-of-bounds\", \"uninitialised\", \"technique\")))"
}

@test "in every lab the checker alone refuses some answers, and by each rule" {
    [ "$(jq -r "select($only != \"\") | .lab" "$VERDICTS" | sort -u)" = "$(printf '%s\n' "${LABS[@]}")" ]
    for rule in race out-of-bounds uninitialised technique barrier; do
        jq -es "map(select($only == \"$rule\")) | length >= 3" "$VERDICTS"
    done
}

@test "no wrong answer is refused because it does not compile" {
    none '.kind == "wrong" and (.reason == "no-build" or .reason == "missing" or .reason == "unusable")'
}

@test "no object of a known answer would be refused as a stranger's" {
    in_lab 01-matmul-naive guard BACKEND=cpu
    for lab in "${LABS[@]}"; do
        in_lab "$lab" programs BACKEND=cpu FROM=solutions
    done
    find "$BUILD"/*/from/solutions "$BUILD"/*/from/grader/wrong "$BUILD"/*/from/grader/right -name '*.o' \
        >"$BATS_TEST_TMPDIR/objects"
    # Those of the fast program and of the checked one.
    judged=$(jq -r 'select(.kind == "right" or .kind == "wrong") | .file' "$VERDICTS" | sort -u | wc -l)
    [ "$(wc -l <"$BATS_TEST_TMPDIR/objects")" -ge $((2 * judged)) ]
    xargs -I {} "$BUILD/common/guard/inspect_object" "$ROOT/grader/class/allowed" {} {} <"$BATS_TEST_TMPDIR/objects"
}

@test "every attack scores nothing, and says why" {
    none '.kind == "attacks" and .passed'
    none '.kind == "attacks" and (.said or (.reason | IN($known.reason[]?)) | not)'
}

@test "an attack that kills the judge leaves no verdict, which counts as failed" {
    [ "$(jq -r 'select(.file | endswith("kill_the_judge.cu")) | .reason' "$VERDICTS")" = no-verdict ]
}

# Other tests may have programs running just now, which end.
@test "nothing that a hand-in started is left running" {
    for _ in {1..100}; do
        pgrep -af "^$BUILD/.*/(student|stretch)(\.checked)?$" || return 0
        sleep 0.2
    done
    false
}

@test "every lab has at least eight wrong answers and three right ones" {
    for lab in "${LABS[@]}"; do
        wrong=("$ROOT/grader/wrong/$lab"/*/*.cu)
        right=("$ROOT/grader/right/$lab"/*.cu)
        echo "$lab: ${#wrong[@]} wrong, ${#right[@]} right"
        [ ${#wrong[@]} -ge 8 ]
        [ ${#right[@]} -ge 3 ]
    done
}
