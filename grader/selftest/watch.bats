#!/usr/bin/env bats
# make watch: it judges every save, and leaves nothing behind.
# bats file_tags=apart

load suite
load loop

# Watches in the background, without a terminal; what it says goes to $log.
start_watch() {
    requires pgrep
    requires pkill
    log=$BATS_TEST_TMPDIR/log
    suite -C "labs/$LAB" watch BACKEND=cpu >"$log" 2>&1 </dev/null 3>&- &
    watch=$!
}

# That line comes within 60 seconds: said WORDS, after line $from of the log.
said() {
    local tries
    for ((tries = 0; tries < 300; tries++)); do
        if tail -n "+${from:-1}" "$log" | grep -q -e "$1"; then return; fi
        sleep 0.2
    done
    cat "$log"
    return 1
}

# Whoever works for this test's build folder is named by it.
working() {
    pgrep -af "$BUILD/|BUILD=$BUILD" | grep -v pgrep || true
}

nothing_runs() {
    local tries
    for ((tries = 0; tries < 50; tries++)); do
        [ -n "$(working)" ] || return 0
        sleep 0.1
    done
    working
    return 1
}

end_watch() {
    # The program may have another process before it.
    pkill -TERM -f "BUILD=$BUILD .*watch|tools/watch .*BUILD=$BUILD " || true
    wait "$watch" || true
    nothing_runs
}

# Both ways of seeing saves. By night there are 200 of them, and in the end as much memory as in the beginning.
watch_saves() {
    local number saves=40
    [ -z "${NIGHTLY-}" ] || saves=200
    start_watch
    said 'to do  matmul_tiled_square  '
    said '^-- h hint'
    for ((number = 0; number < saves; number++)); do
        solve
        [ $((number % 2)) = 0 ] || echo 'this is no C' >>"$ROOT/labs/$LAB/tiled.cu"
        # Every fourth editor puts a new file in the place of the old one.
        if [ $((number % 4)) = 3 ]; then
            cp "$ROOT/labs/$LAB/tiled.cu" "$ROOT/labs/$LAB/new" && mv "$ROOT/labs/$LAB/new" "$ROOT/labs/$LAB/tiled.cu"
        fi
        sleep 0.05
    done
    said 'this is no C'
    from=$(($(wc -l <"$log") + 1))
    solve
    said 'all core tasks pass; next:'
    said '^-- h hint'
    end_watch
}

@test "watch judges saves in a row, of broken files and by editors that replace the file" {
    requires inotifywait
    watch_saves
}

@test "watch does without inotifywait" {
    export WATCH_POLL=1
    watch_saves
}

@test "watch judges the task that was touched first, then the rest, in the words of check" {
    start_watch
    said '^-- h hint'
    from=$(($(wc -l <"$log") + 1))
    sed -i '/TODO 4 (/i\    int touched = 4; (void)touched;' "$ROOT/labs/$LAB/tiled.cu"
    said '^-- h hint'
    end_watch
    tail -n "+$from" "$log" | sed '/^-- judging the rest/,$d' >"$BATS_TEST_TMPDIR/first"
    tail -n "+$from" "$log" | sed '1,/^-- judging the rest/d; /^-- /,$d' >"$BATS_TEST_TMPDIR/rest"
    check TASK=matmul_tiled >"$BATS_TEST_TMPDIR/alone" 2>&1 || true
    diff "$BATS_TEST_TMPDIR/first" "$BATS_TEST_TMPDIR/alone"
    check >"$BATS_TEST_TMPDIR/alone" 2>&1 || true
    diff "$BATS_TEST_TMPDIR/rest" "$BATS_TEST_TMPDIR/alone"
}

# What a terminal shows after these keys, pressed 1.5 seconds apart as soon as READY succeeds: keys READY KEY...
keys() {
    requires script
    requires pgrep
    local ready=$1
    shift
    : >"$BATS_TEST_TMPDIR/screen"
    { becomes "$ready" && for key in "$@"; do sleep 1.5 && printf '%b' "$key"; done && sleep 1.5; } |
        TERM=xterm script -qec "trap '' INT QUIT; stty cols 80 rows 24; env --default-signal=INT,QUIT make -s -C $ROOT/labs/$LAB watch BACKEND=cpu; echo status \$?; stty -a" \
            "$BATS_TEST_TMPDIR/typescript" >"$BATS_TEST_TMPDIR/screen"
    tr -d '\r' <"$BATS_TEST_TMPDIR/screen" >"$BATS_TEST_TMPDIR/shown"
    cat "$BATS_TEST_TMPDIR/shown"
}

# Waits up to a minute for a command to succeed.
becomes() {
    local tries
    for ((tries = 0; tries < 300; tries++)); do
        ! "$@" >&2 || return 0
        sleep 0.2
    done
    echo "not within a minute: $*"
}

judged() {
    grep -q 'h hint' "$BATS_TEST_TMPDIR/screen"
}

kernel_runs() {
    pgrep -fx "$BUILD/$LAB/student"
}

@test "watch has keys for hint, next, list and quit, and leaves the terminal as it was" {
    keys judged h n l q
    grep -q 'TODO 1, hint 1 of 3' "$BATS_TEST_TMPDIR/shown"
    grep -q 'next: .*TODO 1, tiled.cu:'"$(line_of 'TODO 1 (') (" "$BATS_TEST_TMPDIR/shown"
    grep -q '0 of 2 tasks' "$BATS_TEST_TMPDIR/shown"
    grep -q '^status 0' "$BATS_TEST_TMPDIR/shown"
    grep -qE ' icanon' "$BATS_TEST_TMPDIR/shown"
    grep -qE ' echo ' "$BATS_TEST_TMPDIR/shown"
    nothing_runs
}

@test "Ctrl-C ends watch at once and clean, also while a kernel runs without end" {
    cat >"$ROOT/labs/$LAB/tiled.cu" <<'CU'
#include "tiled.h"
EXPORT void matmul_tiled_square(const float *, const float *, float *, int)
{
    for (volatile int forever = 1; forever;)
        continue;
}
CU
    keys kernel_runs '\003'
    grep -q '^status 0' "$BATS_TEST_TMPDIR/shown"
    run -1 grep -F '***' "$BATS_TEST_TMPDIR/shown"
    nothing_runs
}

# bats test_tags=timed
@test "watch that waits takes less than 1 % of a core" {
    waits_for_night "half a minute"
    for WATCH_POLL in '' 1; do
        export WATCH_POLL
        start_watch
        said '^-- h hint'
        process=$(pgrep -f "tools/watch .*BUILD=$BUILD " | head -n 1)
        before=$(cut -d' ' -f14-17 "/proc/$process/stat" | tr ' ' +)
        sleep 10
        after=$(cut -d' ' -f14-17 "/proc/$process/stat" | tr ' ' +)
        echo "$((after - (before))) ticks of $(getconf CLK_TCK) in 10 s"
        end_watch
        [ "$(((after) - (before)))" -le $(($(getconf CLK_TCK) / 10)) ]
    done
}

@test "watch of other files than one's own, or of a task by its name, is one clear line and exit 2" {
    run -2 in_lab $LAB watch FROM=solutions
    [ "$output" = "make watch judges this folder's own files: leave FROM= out" ]
    run -2 in_lab $LAB watch TASK=matmul_tiled
    [ "$output" = "make watch takes the task that you have edited: leave TASK= and CASE= out" ]
}
