#!/usr/bin/env bats
# The grader as other systems start it: Gradescope, GitHub's workflows, Classroom 50.
# bats file_tags=apart

# shellcheck disable=SC2030,SC2031 # each test is a subshell anyway
load suite

# shellcheck disable=SC2153 # suite.bash sets ROOT
PACKAGES=$ROOT/grader/class/packages

setup() {
    requires bsdtar
    requires python3
}

@test "the zip for Gradescope has what grading needs, and no solution or known answer" {
    run -0 suite gradescope BUILD="$BATS_TEST_TMPDIR" LAB="01 03"
    echo "$output"
    bsdtar -tf "$BATS_TEST_TMPDIR/gradescope.zip" >"$BATS_TEST_TMPDIR/list"
    for file in setup.sh run_autograder suite/Makefile suite/grader/class/box suite/labs/03-tiled/cases.c; do
        grep -x "$file" "$BATS_TEST_TMPDIR/list"
    done
    run -1 grep -E '^suite/(solutions|build|[.]git)|^suite/grader/(wrong|right|more|attacks|selftest)/' "$BATS_TEST_TMPDIR/list"
    run -1 grep -E '^suite/grader/.*[.](cu|patch)$' "$BATS_TEST_TMPDIR/list" # whatever folders there come to be
    [ "$(bsdtar -xOf "$BATS_TEST_TMPDIR/gradescope.zip" labs)" = "01 03" ]
}

# A container of Gradescope's with a submission in it: sets root.
start_gradescope() {
    root=$BATS_TEST_TMPDIR/autograder
    mkdir -p "$root"/{source,submission,results}
    suite gradescope BUILD="$BATS_TEST_TMPDIR" LAB=01
    bsdtar -xf "$BATS_TEST_TMPDIR/gradescope.zip" -C "$root/source"
    sed '/EXPORT void matrix_add/,$d' "$ROOT/solutions/01-matmul-naive/matmul_naive.cu" >"$root/submission/matmul_naive.cu"
}

@test "Gradescope gets its results.json" {
    waits_for_night "half a minute"
    start_gradescope
    AUTOGRADER=$root run -0 by_itself env -u BUILD -u SIMT_BUILD bash "$root/source/run_autograder"
    jq -e '.score == 10 and (.tests | length) == 5 and (.execution_time | type) == "number"
        and (.tests[0] | .status == "passed" and .score == 10 and .max_score == 10)' "$root/results/results.json"
}

@test "Gradescope gets its results.json where the grader fails, and nothing that a hand-in left" {
    start_gradescope
    echo '{"score": 100}' >"$root/results/results.json"
    echo "77" >"$root/source/labs"
    AUTOGRADER=$root run -1 by_itself env -u BUILD -u SIMT_BUILD bash "$root/source/run_autograder"
    jq -e '.score == 0 and .tests == [] and (.output | contains("LAB=77 is unknown"))' "$root/results/results.json"
}

@test "the table of a student's workflow is one in Markdown, whatever the messages are" {
    jq -n '{points: 1, max: 2, seed: 5, backend: "cpu", sandbox: "none", labs: [{lab: "01-a", tasks: [
        {task: "t", gold: false, passed: false, points: 0, max: 1, message: "<b> | `x`\n::error::"}]}]}' >"$BATS_TEST_TMPDIR/results.json"
    run -0 bash "$ROOT/grader/class/results" summary "$BATS_TEST_TMPDIR"
    # shellcheck disable=SC2016 # Markdown's mark
    [[ $output = *'| 01-a | t | 0/1 | \<b\> \| \`x\` |'* && $output != *::error* ]]
}

@test "the workflow of a student's repository is YAML, and grades by make" {
    python3 -c 'import yaml' || skip "Python's yaml is not installed"
    python3 - "$PACKAGES/student.yml" <<'END'
import sys
import yaml
steps = yaml.safe_load(open(sys.argv[1]))["jobs"]["grade"]["steps"]
assert any("make -C suite grade" in step.get("run", "") for step in steps)
END
}

# classroom50 DIR: starts autograder.py in DIR as Classroom 50 does.
classroom50() {
    (cd "$1" && CLASSROOM50_BUNDLE_DIR=$BATS_TEST_TMPDIR/bundle CLASSROOM=cuda ASSIGNMENT=tiles USERNAME=ann \
        SUBMISSION_TAG=submit/1 COMMIT_URL=c RELEASE_URL=r python3 "$PACKAGES/autograder.py")
}

@test "Classroom 50 gets its result.json, and a missing grader does not pass" {
    local here=$BATS_TEST_TMPDIR/checkout
    mkdir -p "$BATS_TEST_TMPDIR/bundle" "$here"
    echo '{"score": 100}' >"$here/result.json"
    run ! classroom50 "$here"
    [[ $output = *"gradescope.zip is missing"* && ! -e $here/result.json ]]
    cd "$BATS_TEST_TMPDIR/bundle"
    echo "exit 1" >run_autograder
    bsdtar --format zip -cf gradescope.zip run_autograder
    run ! classroom50 "$here"
    [[ $output = *"the grader did not end well"* && ! -e $here/result.json ]]
    cat >run_autograder <<'END'
mkdir "$AUTOGRADER/results"
[ -d "$AUTOGRADER/submission/." ] && echo '{"score": 10, "tests": [
    {"name": "01-a t: says <b>", "status": "passed", "score": 10, "max_score": 10, "output": ""},
    {"name": "01-a u: says |", "status": "failed", "score": 0, "max_score": 20, "output": "wrong | `x`\nmore"}]}' >"$AUTOGRADER/results/results.json"
END
    bsdtar --format zip -cf gradescope.zip run_autograder
    run -0 classroom50 "$here"
    jq -e '.schema == "classroom50/result/v1" and .score == 10 and ."max-score" == 30 and .owner == "ann"
        and .assignment_type == "individual" and (.datetime | test("^[0-9-]{10}T[0-9:]{8}Z$"))
        and (.tests[1] | .passed == false and ."test-name" == "01-a u: says |" and ."max-score" == 20)' "$here/result.json"
    grep -F '| 01-a u: says   | 0/20 | wrong    x  |' "$here/release-body.md"
}
