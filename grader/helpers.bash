# What the rubrics (NN-name.bats) are written with. lab.mk has built the programs before bats
# starts, and passes FROM, BACKEND, SEED, SANDBOX_LEVEL, GRADE_DIR and JUDGE_COMMAND on in the environment.
# SEED stays there: others can read command lines.
#
# judge TASK   passes if every case of the task does; otherwise shows what the judge says.
#              The verdicts go to GRADE_DIR/NN-name/TASK.jsonl, from which the score is made.
#
# Nothing here needs more than bats 1.2, which Ubuntu 22.04 has.

setup_file() {
    LAB=$(basename "$BATS_TEST_FILENAME" .bats)
    ROOT=$(cd "$(dirname "$BATS_TEST_FILENAME")/.." && pwd)
    export LAB ROOT
}

# The outermost limit; the judge's own are far below it. In seconds.
JUDGE_LIMIT=900

judge() {
    local variables=(TASK="$1" JSON="${GRADE_DIR:?}/$LAB/$1.jsonl")
    [ -z "${FROM-}" ] || variables+=(FROM="$FROM")
    [ -z "${BACKEND-}" ] || variables+=(BACKEND="$BACKEND")
    [ -z "${SANDBOX_LEVEL-}" ] || variables+=(SANDBOX_LEVEL="$SANDBOX_LEVEL")
    # It stays a make of the one that started us, which has asked what the machine has.
    local command=(make -s -C "$ROOT/labs/$LAB" judge "${variables[@]}")
    # lab.mk has the judge's command: another make would take as long as many a task.
    [ -z "${JUDGE_COMMAND-}" ] || command=(sh -c "cd '$ROOT/labs/$LAB' && exec $JUDGE_COMMAND --task '$1' --json '$GRADE_DIR/$LAB/$1.jsonl'")
    run env -u MAKEFLAGS -u MFLAGS timeout -k 5 "$JUDGE_LIMIT" "${command[@]}"
    # shellcheck disable=SC2154 # run sets both
    echo "$output"
    # What kept the judge from its work says nothing of the hand-in: the score is to stop there.
    grep '^judge: cannot ' <<<"$output" >>"$GRADE_DIR/$LAB/fault" || true
    # shellcheck disable=SC2154
    [ "$status" -eq 0 ]
}
