#!/usr/bin/env bats
# What is promised of time, measured while nothing else runs: see `run`.
# bats file_tags=timed

load suite

# Prints how many hundredths of a second the cores have been busy, for whomever.
busy() {
    awk '/^cpu / { print $2 + $3 + $4 + $7 + $8 + $9 }' /proc/stat
}

# Prints the milliseconds from an edit of the answers in the folder $2 to the verdict of lab $1, and
# the percentage of the cores' time that other programs have had meanwhile.
edit_to_verdict() {
    local start busy_before took own
    touch "$2"/*.cu
    busy_before=$(busy)
    start=$(date +%s%N)
    in_lab "$1" check BACKEND=cpu FROM="$2" >/dev/null || return
    took=$((($(date +%s%N) - start) / 1000000))
    times >"$BATS_TEST_TMPDIR/times" # the second line: what this shell's programs have had
    own=$(awk 'NR == 2 { gsub(/[ms]/, " "); printf "%d\n", 100 * (60 * ($1 + $3) + $2 + $4) }' "$BATS_TEST_TMPDIR/times")
    echo "$took $((($(busy) - busy_before - own) * 1000 / (took * $(nproc))))"
}

# How long this machine takes now for what that of the promise did in 100: rounds of bash, and to touch new memory,
# which is slow on some virtual machines. 0.75 s there; where it is 1.2 s, judging takes 1.6 times as long, too (`make
# grade`, 2026-11-22 and 23). The least of three, since whatever else runs here only adds.
slowness() {
    local start took least=''
    for _ in 1 2 3; do
        start=$(date +%s%N)
        bash -c 'for ((i = 0; i < 300000; i++)); do :; done'
        dd if=/dev/zero of=/dev/null bs=512M count=1 2>/dev/null
        took=$((($(date +%s%N) - start) / 7500000))
        if [ -z "$least" ] || [ "$took" -lt "$least" ]; then least=$took; fi
    done
    echo "$least"
}

# Prints what edit_to_verdict prints for the lab $1 and the answers $2 and, between the two figures, how slow the machine
# was: $3 before and, if the verdict took long, what it is after it; the greater of the two.
measure() {
    local before=$3 after=0 verdict took others
    verdict=$(edit_to_verdict "$@") || return
    read -r took others <<<"$verdict"
    [ "$took" -lt 5000 ] || after=$(slowness)
    echo "$took $((before > after ? before : after)) $others"
}

# What slowness() says at least of a machine that is slower than that of the promise.
SLOW=115

# Why a verdict that took $1 ms is no fault of ours, in figures, if so: the machine's slowness was $2, or other programs
# had $3 % of its cores.
excuse() {
    if [ "$2" -ge $SLOW ]; then
        echo "$1 ms, where what takes 100 on the machine of the promise takes $2"
    elif [ "$3" -ge 20 ]; then
        echo "$1 ms, while other programs had $3 % of the cores"
    fi
}

@test "a slow verdict is excused by a slow or a busy machine, and by nothing else" {
    [ "$(excuse 6400 125 0)" = "6400 ms, where what takes 100 on the machine of the promise takes 125" ]
    [ "$(excuse 6400 100 30)" = "6400 ms, while other programs had 30 % of the cores" ]
    [ -z "$(excuse 5100 $((SLOW - 1)) 19)" ]
}

@test "from an edit to the verdict of a lab takes less than 5 seconds" {
    cannot_be_emulated "it takes longer"
    cp -r "$ROOT/solutions" "$BATS_TEST_TMPDIR"
    local slow=("${LABS[@]}") again before lab figures took speed others why excuses undisturbed slow_machine
    # By night all of them.
    [ -n "${NIGHTLY-}" ] || slow=("${LABS[@]:0:3}")
    for pause in 0 15 30; do # a machine that is busy for a while is no fault of ours
        sleep "$pause"
        again=() excuses='' undisturbed=0 slow_machine=1 before=$(slowness)
        for lab in "${slow[@]}"; do
            figures=$(measure "$lab" "$BATS_TEST_TMPDIR/solutions/$lab" "$before")
            read -r took speed others <<<"$figures"
            echo "$lab: $took ms; the machine's slowness was $speed; others had $others % of the cores"
            [ "$took" -ge 5000 ] || continue
            again+=("$lab")
            [ "$speed" -ge $SLOW ] || slow_machine=0
            why=$(excuse "$took" "$speed" "$others")
            [ -n "$why" ] || undisturbed=1
            excuses+="; $lab: $why"
        done
        slow=("${again[@]}")
        [ ${#slow[@]} -gt 0 ] || return 0
        [ $slow_machine = 0 ] || break # and will be so after a pause
    done
    [ "$undisturbed" = 1 ] || skip "${excuses#; }" # of the last time
    false
}

# A limit in seconds of the processor is for each process by itself; the judge needs a tenth of it, and took
# thirty times as long when it computed each mistake to the end.
@test "what a mistake would give is computed no further than to the first element that is none of it" {
    from=grader/wrong/03-tiled/matmul_tiled/loads_guarded_by_c
    in_lab 03-tiled programs BACKEND=cpu FROM=$from.cu
    run -1 bash -c 'ulimit -t 1; exec "$@"' - env OMP_NUM_THREADS=1 "$BUILD/03-tiled/judge" --lab 03-tiled \
        --core "$BUILD/03-tiled/from/$from/student" --task matmul_tiled --json "$BATS_TEST_TMPDIR/verdicts"
    jq -s -e 'any(.pattern == "guarded_by_c")' "$BATS_TEST_TMPDIR/verdicts"
}
