#!/usr/bin/env bats
# The tasks without points, labs/NN-name/more: judged like those of a lab, and unseen by all that counts.

load suite

MORE=("$ROOT"/labs/*/more/)
MORE=("${MORE[@]#"$ROOT/labs/"}")
MORE=("${MORE[@]%/}")

in_more() {
    local folder=$1
    shift
    suite -C "labs/$folder" "$@" BACKEND=cpu
}

# The verdicts of a file in its task: judged FOLDER TASK FILE
judged() {
    in_more "$1" programs judge FROM="$3" TASK="$2" JSON="$BATS_TEST_TMPDIR/verdicts" >/dev/null || true
    [ -s "$BATS_TEST_TMPDIR/verdicts" ]
}

@test "a worked answer of tasks without points passes, and the skeleton is to do, with hints for each TODO" {
    # A build folder that has seen no learner yet, with what knows nothing of one.
    mkdir -p "$BATS_TEST_TMPDIR/build/common"
    in_more "${MORE[0]}" programs FROM=solutions
    cp -a "$BUILD/common/judge" "$BUILD/common/cpu" "$BATS_TEST_TMPDIR/build/common/"
    for folder in "${MORE[@]}"; do
        run -0 in_more "$folder" check FROM=solutions
        echo "$output"
        [[ $output = *" ok "* && $output != *FAILED* && $output != *"to do"* ]]
        mkdir -p "$BATS_TEST_TMPDIR/build/$folder"
        cp -a "$BUILD/$folder/judge" "$BUILD/$folder/cpu" "$BATS_TEST_TMPDIR/build/$folder/"
        run -1 in_more "$folder" check BUILD="$BATS_TEST_TMPDIR/build"
        [[ $output != *" ok "* && $output = *"nothing written yet"*"stuck? make hint"* ]]
        grep -oh 'TODO [0-9]*' "$ROOT/labs/$folder"/*.cu | sort -u | sed 's/^/## /' >"$BATS_TEST_TMPDIR/todos"
        for hints in hints hints.zh; do
            grep -oh '^## TODO [0-9]*' "$ROOT/labs/$folder/$hints.md" | sort -u | grep -xFf "$BATS_TEST_TMPDIR/todos" >"$BATS_TEST_TMPDIR/hinted"
            [ "$(wc -l <"$BATS_TEST_TMPDIR/hinted")" -ge 3 ]
        done
    done
}

@test "tasks without points are in no rubric, have no star, and cannot be graded" {
    shown=$(suite progress BUILD="$BATS_TEST_TMPDIR/build")
    for folder in "${MORE[@]}"; do
        in_more "$folder" "$BUILD/$folder/judge"
        "$BUILD/$folder/judge" --list | awk '{ print $2 }' >"$BATS_TEST_TMPDIR/tasks"
        [ -s "$BATS_TEST_TMPDIR/tasks" ]
        while read -r task; do
            echo "$task"
            run -1 grep -w "$task" <<<"$shown"
            run -1 grep -w "$task" "$ROOT/grader/${folder%/more}.bats"
        done <"$BATS_TEST_TMPDIR/tasks"
        run -2 in_more "$folder" grade
        [[ $output = *"tasks without points are judged by make check"* ]]
        # Nor timed, unless there is something to compare them with.
        [ -f "$ROOT/labs/$folder/vendor.cu" ] || run -2 in_more "$folder" bench
        [[ $output = *"tasks without points are judged by make check"* ]]
    done
}

@test "a right answer to a task without points is accepted" {
    waits_for_night "ten seconds"
    # The last rung of a climb, which make bench times, is one as well.
    find "$ROOT"/grader/more/*/right "$ROOT"/solutions/*/more/stretch.cu -name '*.cu' >"$BATS_TEST_TMPDIR/files"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/files")" -ge 2 ]
    while read -r file; do
        folder=${file#"$ROOT/grader/more/"}
        folder=${folder#"$ROOT/solutions/"}
        bash "$ROOT/grader/tags" "$file" | awk -F '\t' '$2 == "tasks" { print $3 }' | tr ' ' '\n' >"$BATS_TEST_TMPDIR/tasks"
        while read -r task; do
            judged "${folder%%/*}/more" "$task" "$file"
            echo "$file: $(cat "$BATS_TEST_TMPDIR/verdicts")"
            jq -se 'length > 0 and all(.passed)' "$BATS_TEST_TMPDIR/verdicts"
        done <"$BATS_TEST_TMPDIR/tasks"
    done <"$BATS_TEST_TMPDIR/files"
}

# What the tags of file $1 say by this name, as a list in JSON: tag_list FILE TAG
tag_list() {
    bash "$ROOT/grader/tags" "$1" | awk -F '\t' -v tag="$2" '$2 == tag { print $3 }' | jq -Rnc '[inputs]'
}

@test "a wrong answer to a task without points is refused for its own reason, in words that name it" {
    waits_for_night "half a minute"
    find "$ROOT"/grader/more/*/wrong -name '*.cu' -o -name '*.patch' >"$BATS_TEST_TMPDIR/files"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/files")" -ge 4 ]
    while read -r file; do
        folder=${file#"$ROOT/grader/more/"}
        judged "${folder%%/*}/more" "$(basename "$(dirname "$file")")" "$file"
        echo "$file: $(jq -c '{reason, pattern, message}' "$BATS_TEST_TMPDIR/verdicts")"
        jq -se --argjson reason "$(tag_list "$file" reason)" --argjson pattern "$(tag_list "$file" pattern)" \
            --argjson also "$(tag_list "$file" also)" --argjson says "$(tag_list "$file" says)" \
            --argjson only "$(tag_list "$file" only)" '
            map(select(.passed | not)) as $failed | $failed[0]
            | (.reason | IN($reason[])) and ($pattern == [] or (.pattern | IN($pattern[])))
              and ($only == [] or all($failed[]; .reason | IN($only[], "not-run")))
              and all($also[]; . as $other | any($failed[]; .pattern == $other))
              and any($failed[].message; . as $message | any($says[]; . as $words | $message | contains($words)))' "$BATS_TEST_TMPDIR/verdicts"
    done <"$BATS_TEST_TMPDIR/files"
}
