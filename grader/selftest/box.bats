#!/usr/bin/env bats
# The boxes in which a stranger's work runs: what a program in them cannot do, whose user has no other process.

# shellcheck disable=SC2030,SC2031 # each test is a subshell anyway
load suite

LAB=01-matmul-naive

setup_file() {
    load suite
    # Where any user can come, which bats's own folders are not.
    PUBLIC=$(mktemp -d) && chmod 755 "$PUBLIC"
    export PUBLIC GUARD=$PUBLIC/guard && mkdir "$GUARD"
    gcc -std=gnu11 -O1 -Wall -Wextra -Werror "$ROOT/grader/class/enter.c" -o "$GUARD/enter"
    gcc -std=gnu11 -O1 -Wall -Wextra -Werror "$ROOT/grader/selftest/box/tries.c" -o "$GUARD/tries"
    cp "$ROOT/grader/class/box" "$GUARD/box"
}

teardown_file() {
    rm -rf "$PUBLIC"
}

# Sets `as`: root, or this test's ordinary user, where we are root; else as we are.
become() {
    as=()
    [ "$1" = root ] || [ "$EUID" != 0 ] || as=(setpriv --reuid="$(ordinary_user)" --regid="$(ordinary_user)" --clear-groups)
}

# in_level LEVEL WHO: what tries.c could do there, in $output; its exit status in $status.
in_level() {
    local other as folder=$PUBLIC/lost.$1.$2
    rm -rf "$folder" && mkdir "$folder"
    echo secret >"$folder/secret"
    echo target >"$folder/target"
    chmod 777 "$folder" && chmod 666 "$folder"/*
    [ "$2" = root ] || [ "$EUID" != 0 ] || chown "$(ordinary_user)" "$folder"/*
    become "$2"
    "${as[@]}" "$GUARD/tries" wait 3>&- &
    other=$!
    export SIMT_SECRET=$folder/secret SIMT_TARGET=$folder/target SIMT_PID=$other
    run "${as[@]}" timeout -k 1 60 bash -c 'ulimit -f 16384 -u 2000; exec bash "$@"' box "$GUARD/box" run "$1" "$GUARD" "$GUARD/tries" </dev/null 3>&-
    echo "$1 as $2: $output"
    kill "$other" 2>/dev/null || true
    wait "$other" || true
}

# What ends with a box may take a moment to end: is_gone PATTERN.
is_gone() {
    for _ in {1..100}; do
        pgrep -f "$1" || return 0
        sleep 0.1
    done
    return 1
}

requires_level() {
    local as
    become "$2"
    [ "$("${as[@]}" bash "$GUARD/box" level "$1" "$GUARD" 2>/dev/null)" = "$1" ] || skip "no $1 here for $2"
}

held() {
    [ "$output" = "tried all" ]
    [ "$status" = 134 ] # abort(): an end by a signal keeps its meaning
    [ "$(cat "$SIMT_TARGET")" = target ]
    [ "$(find "${SIMT_TARGET%/*}" -type f | wc -l)" = 2 ]
}

@test "without a box a program can do what the boxes must hold" {
    in_level none ordinary
    for what in "read a secret" "write to a file" "remove a file" "stop another" "make a TCP socket" \
        "end another" "reach all others with a signal" "read /etc/passwd" "limit another" "fork without end" \
        "reach a socket without a file" "change a file's time" "keep another on one core" "watch a file" "make a file without a name"; do
        [[ $output = *"did $what"* ]]
    done
}

@test "bubblewrap holds a program of root's and of an ordinary user's" {
    for who in ordinary root; do
        requires_level bubblewrap $who
        SIMT_FILLS=1 SIMT_STAYS=1 in_level bubblewrap $who
        held
        is_gone "^$GUARD/tries"
    done
}

@test "Landlock holds a program of root's and of an ordinary user's" {
    for who in ordinary root; do
        requires_level landlock $who
        SIMT_FILLS=1 in_level landlock $who
        held
    done
}

# leads_to_yes PROCESS: it, or what it has started, has become the program that runs in the box.
leads_to_yes() {
    local child children
    [[ $(readlink "/proc/$1/exe") != */yes ]] || return 0
    children=$(pgrep -P "$1") || return 1
    for child in $children; do
        ! leads_to_yes "$child" || return 0
    done
    return 1
}

@test "what runs in a box ends with who has started it, as root and as an ordinary user" {
    local level who as starter program told
    for level in bubblewrap landlock; do
        for who in ordinary root; do
            become $who
            [ "$("${as[@]}" bash "$GUARD/box" level $level "$GUARD" 2>/dev/null)" = $level ] || continue
            told=$BATS_TEST_TMPDIR/$level.$who
            # shellcheck disable=SC2016 # the other shell expands it, which ends the program where this test is ended
            "${as[@]}" bash -c '"$@" >/dev/null & echo $!; sleep 60; kill -9 $!' - bash "$GUARD/box" run $level "$GUARD" /usr/bin/yes >"$told" 3>&- &
            starter=$!
            for _ in {1..100}; do
                [ ! -s "$told" ] || break
                sleep 0.1
            done
            program=$(cat "$told")
            for _ in {1..100}; do
                ! leads_to_yes "$program" || break
                sleep 0.1
            done
            leads_to_yes "$program"
            kill -9 $starter
            wait $starter || true
            for _ in {1..100}; do
                kill -0 "$program" 2>/dev/null || break
                sleep 0.1
            done
            echo "$level as $who"
            run ! kill -0 "$program"
        done
    done
}

# kill_early BWRAP: starts 20 boxes as the user that `as` says, by the bwrap in that folder, and kills each at another
# moment within as long as it takes to make one.
kill_early() {
    local starter starters=() begin=$EPOCHREALTIME taken
    PATH=$1:$PATH "${as[@]}" bash "$GUARD/box" run bubblewrap "$GUARD" /usr/bin/true 3>&-
    taken=$((${EPOCHREALTIME/[.,]/} - ${begin/[.,]/}))
    for _ in {1..20}; do
        PATH=$1:$PATH "${as[@]}" bash "$GUARD/box" run bubblewrap "$GUARD" "$PUBLIC/endless" >/dev/null 2>&1 3>&- &
        starters+=($!)
    done
    for starter in "${starters[@]}"; do
        sleep "$(awk -v of="$taken" -v random=$RANDOM 'BEGIN { print of / 1000000 * random / 32768 / 10 }')"
        kill -9 "$starter"
    done
    for starter in "${starters[@]}"; do
        wait "$starter" || [ $? = 137 ]
    done
}

@test "a box whose starter is killed while it is made leaves no process, as root and as an ordinary user" {
    local who as bin=$PUBLIC/slow
    mkdir "$bin"
    cp /usr/bin/yes "$PUBLIC/endless"
    gcc -std=gnu11 -O1 -Wall -Wextra -Werror -shared -fPIC "$ROOT/grader/selftest/box/slow.c" -ldl -o "$bin/slow.so"
    printf '#!/bin/sh\nLD_PRELOAD=%s exec %s "$@"\n' "$bin/slow.so" "$(command -v bwrap)" >"$bin/bwrap"
    chmod +x "$bin/bwrap"
    for who in ordinary root; do
        requires_level bubblewrap $who
        become $who
        kill_early "$bin"
        kill_early "$PUBLIC"
        is_gone "$PUBLIC/endless"
    done
}

# The kernel forgets, where a program is setuid, that it is to end with its starter.
@test "a box whose starter is killed while a setuid bwrap makes it leaves no process" {
    local as bin=$PUBLIC/setuid
    requires_level bubblewrap ordinary
    become ordinary
    mkdir -m 777 "$bin"
    cp /usr/bin/yes "$PUBLIC/endless"
    printf '#!/bin/sh\n: >%s/begun; sleep 1; exec setpriv --pdeathsig clear %s "$@"\n' "$bin" "$(command -v bwrap)" >"$bin/bwrap"
    chmod +x "$bin/bwrap"
    PATH=$bin:$PATH "${as[@]}" bash -c 'bash "$@" & wait' starter "$GUARD/box" run bubblewrap "$GUARD" "$PUBLIC/endless" >/dev/null 2>&1 3>&- &
    for _ in {1..300}; do
        [ ! -e "$bin/begun" ] || break
        sleep 0.1
    done
    [ -e "$bin/begun" ]
    kill -9 $!
    sleep 2
    is_gone "$PUBLIC/endless"
}

# A tool that the shell calls takes long, meanwhile its starter ends.
@test "a box whose starter is killed while it is still a shell is not made, as root and as an ordinary user" {
    local level who as bin=$PUBLIC/slow_shell command tried=0
    mkdir -m 777 "$bin"
    cp /usr/bin/yes "$PUBLIC/endless"
    # shellcheck disable=SC2016
    printf '#!/bin/sh\n: >%s/begun; sleep 1; exec %s "$@"\n' "$bin" "$(command -v tr)" >"$bin/tr"
    chmod +x "$bin/tr"
    for level in bubblewrap landlock; do
        for who in ordinary root; do
            become $who
            [ "$("${as[@]}" bash "$GUARD/box" level $level "$GUARD" 2>/dev/null)" = $level ] || continue
            for command in run build; do
                [ "$level $command" != "landlock build" ] || continue # which needs no such tool
                set -- "$GUARD/box" $command $level "$GUARD"
                [ $command = run ] || set -- "$@" --read "$PUBLIC/endless" --write "$bin" --
                rm -f "$bin/begun"
                PATH=$bin:$PATH "${as[@]}" bash -c 'bash "$@" & wait' starter "$@" "$PUBLIC/endless" >/dev/null 2>"$BATS_TEST_TMPDIR/told" 3>&- &
                for _ in {1..300}; do
                    [ ! -e "$bin/begun" ] || break
                    sleep 0.1
                done
                echo "$level as $who: $command"
                [ -e "$bin/begun" ]
                kill -9 $!
                wait $! || true
                sleep 2
                is_gone "$PUBLIC/endless"
                tried=$((tried + 1))
            done
        done
    done
    [ $tried -gt 0 ] || skip "there is no box here"
}

@test "in a box a program finds the caller's folders of libraries, wherever they lie" {
    local level who as folder=$PUBLIC/libraries
    mkdir "$folder"
    printf 'int own(void) { return 0; }\n' | gcc -shared -fPIC -x c - -o "$folder/libown.so"
    printf 'int own(void);\nint main(void) { return own(); }\n' | gcc -x c - -L"$folder" -lown -o "$folder/program"
    for level in bubblewrap landlock; do
        for who in ordinary root; do
            become $who
            [ "$("${as[@]}" bash "$GUARD/box" level $level "$GUARD" 2>/dev/null)" = $level ] || continue
            echo "$level as $who"
            LD_LIBRARY_PATH=/lib:$folder "${as[@]}" bash "$GUARD/box" run $level "$GUARD" "$folder/program"
        done
    done
}

@test "where there is no box, a stranger's work is not run, and one line says what to do" {
    local tool
    mkdir "$BATS_TEST_TMPDIR/bin"
    printf '#!/bin/sh\necho "bwrap: no namespaces here" >&2\nexit 1\n' >"$BATS_TEST_TMPDIR/bin/bwrap"
    printf '#!/bin/sh\n[ "$1" != --tied ] || { shift 2 && exec "$@"; }\nexit 126\n' >"$BATS_TEST_TMPDIR/enter"
    chmod +x "$BATS_TEST_TMPDIR/bin/bwrap" "$BATS_TEST_TMPDIR/enter"
    export PATH=$BATS_TEST_TMPDIR/bin:$PATH
    run -2 bash "$ROOT/grader/class/box" level auto "$BATS_TEST_TMPDIR"
    [ "${#lines[@]}" = 1 ]
    [[ $output = *"neither bubblewrap"*"nor Landlock"*"SANDBOX=none"* ]]
    run -2 bash "$ROOT/grader/class/box" level bubblewrap "$BATS_TEST_TMPDIR"
    [ "$output" = "SANDBOX=bubblewrap does not work here: bwrap: no namespaces here" ]
    rm "$BATS_TEST_TMPDIR/bin/bwrap"
    for tool in bash dirname env grep head readlink realpath tail tr; do
        ln -s "$(command -v $tool)" "$BATS_TEST_TMPDIR/bin/"
    done
    PATH=$BATS_TEST_TMPDIR/bin run -2 bash "$ROOT/grader/class/box" level bubblewrap "$BATS_TEST_TMPDIR"
    echo "$output"
    [ "$output" = "SANDBOX=bubblewrap does not work here: bwrap is not installed: 'make setup' does that" ]
    run -0 bash "$ROOT/grader/class/box" level none "$BATS_TEST_TMPDIR"
    [ "$output" = none ]
}

# --- from the hand-in to its marks --------------------------------------------------------------

# What a hand-in must not change: files and their times, but in build/.
snapshot() {
    find "$ROOT" -path "$ROOT/build" -prune -o -path "$ROOT/.git" -prune -o -type f -printf '%p %s %T@ %m\n' | sort
    find "$PUBLIC" -type f -printf '%p %s %T@ %m\n' | sort
}

# The reason of task $1.
reason() {
    jq -r --arg task "$1" '.labs[].tasks[] | select(.task == $task) | .reason' "$BUILD/grade/results.json"
}

# An option by which pointers lead where they like, as on machines whose compilers cannot tell of calls.
unasked_calls() {
    case $(uname -m) in x86_64) echo -mindirect-branch=keep ;; esac
}

# Grades box/handin.cu, which calls what it has found in memory, in the box $1.
grade_in() {
    local handin=$PUBLIC/eve/$LAB
    copy_suite "$BATS_TEST_TMPDIR" without-answers
    mkdir -p "$handin" && echo "a secret" >"$PUBLIC/secret" && echo "a target" >"$PUBLIC/target"
    chmod 666 "$PUBLIC"/{secret,target}
    sed "s,SECRET,$PUBLIC/secret $ROOT/solutions/$LAB/README.md," "$ROOT/grader/selftest/box/handin.cu" |
        sed "s,TARGET,$PUBLIC/target,; s,PARENT,$$," >"$handin/matmul_naive.cu"
    snapshot >"$BATS_TEST_TMPDIR/before"
    # A machine that has to find 4 GiB of memory first may take longer than the case has time, the first time.
    for _ in 1 2 3; do
        SANDBOX=$1 SOME_TOKEN=of-ours run -0 suite grade CXXFLAGS="$(unasked_calls)" BACKEND=cpu LAB=01 FROM="$PUBLIC/eve"
        echo "$output"
        [ "$(reason matmul_1d)" = timeout ] || break
    done
    snapshot | diff "$BATS_TEST_TMPDIR/before" -
    [ "${lines[0]}" = "grading $PUBLIC/eve on the cpu backend, in a box ($1)" ]
    jq -e --arg level "$1" '.sandbox == $level and .points == 10' "$BUILD/grade/results.json"
    [ "$(reason square_elements) $(reason matrix_add) $(reason matmul_2d)" = "ok ended crashed" ]
    [ "$(reason matmul_1d) $(reason matmul_host)" = "memory crashed" ]
    jq -r '.labs[].tasks[].message' "$BUILD/grade/results.json" | tee "$BATS_TEST_TMPDIR/messages"
    grep -F '| begun' "$BATS_TEST_TMPDIR/messages"
    run -1 grep -E 'a secret|of-ours|first kernel' "$BATS_TEST_TMPDIR/messages"
    run -1 grep "$(jq .seed "$BUILD/grade/results.json")" "$BATS_TEST_TMPDIR/messages"
    run -1 grep -P '\033|\007' "$BUILD/grade/results.json" "$BUILD/grade/tasks.csv" "$BUILD/grade/junit.xml"
    is_gone "^sleep 4000"
}

@test "a hand-in that calls what it likes reaches nothing, and others' marks stay, in bubblewrap" {
    requires_level bubblewrap root
    grade_in bubblewrap
}

@test "a hand-in that calls what it likes reaches nothing, and others' marks stay, by Landlock" {
    requires_level landlock root
    grade_in landlock
}

# processor COMMAND...: what it takes of the processor, in hundredths of a second.
processor() {
    local TIMEFORMAT='%U %S'
    { time "$@" >/dev/null 2>&1; } 2>&1 | awk '{ printf "%d\n", 100 * ($1 + $2) }'
}

# The least of some runs in turn: whatever else the machine does only adds.
@test "the box takes at most a tenth of what a grading takes, and one's own files pay for none" {
    waits_for_night "two minutes"
    requires_level bubblewrap root
    local boxed none least_boxed=1000000 least_none=1000000
    mkdir -p "$PUBLIC/zoe" "$BATS_TEST_TMPDIR/bin"
    cp -r "$ROOT/solutions/$LAB" "$PUBLIC/zoe/"
    for _ in 1 2 3 4; do
        boxed=$(SANDBOX=bubblewrap processor suite grade BACKEND=cpu LAB=01 SEED=7 FROM="$PUBLIC/zoe")
        jq -e '.points == 100 and .sandbox == "bubblewrap"' "$BUILD/grade/results.json"
        none=$(SANDBOX=none processor suite grade BACKEND=cpu LAB=01 SEED=7 FROM="$PUBLIC/zoe")
        jq -e '.points == 100 and .sandbox == "none"' "$BUILD/grade/results.json"
        echo "in a box $boxed, in none $none hundredths of a second"
        [ "$boxed" -ge "$least_boxed" ] || least_boxed=$boxed
        [ "$none" -ge "$least_none" ] || least_none=$none
    done
    [ $((10 * (least_boxed - least_none))) -le "$least_none" ]
    printf '#!/bin/sh\necho asked >>"%s"\nexit 1\n' "$BATS_TEST_TMPDIR/asked" >"$BATS_TEST_TMPDIR/bin/bwrap"
    chmod +x "$BATS_TEST_TMPDIR/bin/bwrap"
    PATH=$BATS_TEST_TMPDIR/bin:$PATH run -0 suite grade BACKEND=cpu LAB=01 FROM=solutions
    PATH=$BATS_TEST_TMPDIR/bin:$PATH run -1 suite check BACKEND=cpu LAB=01
    [ ! -e "$BATS_TEST_TMPDIR/asked" ]
}
