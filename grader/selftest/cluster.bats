#!/usr/bin/env bats
# A class on several machines: a Slurm cluster of this machine alone, and hosts by ssh, which a script
# stands for, or a server here that the test starts.
# bats file_tags=apart

load suite

setup() {
    requires parallel
    handins=$BATS_TEST_TMPDIR/handins
    for name in ann bob "carl's"; do
        mkdir -p "$handins/$name"
        echo "int main; // by $name" >"$handins/$name/matmul_naive.cu"
    done
}

teardown() {
    [ ! -s "$BATS_TEST_TMPDIR/sshd/pid" ] || kill "$(cat "$BATS_TEST_TMPDIR/sshd/pid")"
    [ ! -d "$BATS_TEST_TMPDIR/node" ] || bash "$ROOT/grader/selftest/slurm_node" stop "$BATS_TEST_TMPDIR/node"
}

# The marks of grade_class by parallel here, for comparison.
grade_here() {
    suite grade-class HANDINS="$handins" OUT="$BATS_TEST_TMPDIR/here" LABS=01 BACKEND=cpu SEED=7 JOBS=2
}

same_results() {
    local file
    for file in scores.csv tasks.csv junit.xml summary.html; do
        diff "$BATS_TEST_TMPDIR/here/$file" "$1/$file" || return 1
    done
}

@test "a class graded by Slurm has the same marks, and is resumed" {
    waits_for_night "a minute"
    requires sbatch
    requires munged
    [ "$EUID" = 0 ] || skip "only root can start Slurm"
    local out=$BATS_TEST_TMPDIR/slurm
    bash "$ROOT/grader/selftest/slurm_node" start "$BATS_TEST_TMPDIR/node" 3>&- >"$BATS_TEST_TMPDIR/conf"
    export SLURM_CONF
    SLURM_CONF=$(cat "$BATS_TEST_TMPDIR/conf")
    by_slurm() {
        JOBS=2 LABS=01-matmul-naive BACKEND=cpu SEED=7 by_itself timeout 200 bash "$ROOT/grader/class/slurm" "$handins" "$out" --time=5
    }
    run -0 by_slurm
    echo "$output"
    grade_here
    same_results "$out"
    rm -r "$out/students/ann"
    inode=$(stat -c %i "$out/students/bob")
    run -0 by_slurm
    [ "$(stat -c %i "$out/students/bob")" = "$inode" ]
    same_results "$out"
}

@test "a class graded on other hosts has the same marks" {
    waits_for_night "half a minute"
    local out=$BATS_TEST_TMPDIR/hosts
    # shellcheck disable=SC2016 # it is the script that expands them
    printf '#!/bin/sh\nwhile [ "$1" != other ]; do shift; done\nshift\n[ "$1" != -- ] || shift\necho asked >>"%s"\nexec sh -c "$*"\n' \
        "$BATS_TEST_TMPDIR/asked" >"$BATS_TEST_TMPDIR/ssh"
    chmod +x "$BATS_TEST_TMPDIR/ssh"
    PARALLEL_SSH=$BATS_TEST_TMPDIR/ssh run -0 suite grade-class HANDINS="$handins" OUT="$out" LABS=01 BACKEND=cpu SEED=7 JOBS=1 SSH=other
    echo "$output"
    [ -s "$BATS_TEST_TMPDIR/asked" ]
    grade_here
    same_results "$out"
}

# A server of this machine alone, on a port of its own; sets PARALLEL_SSH, by which `other` is that one.
start_ssh() {
    local dir=$BATS_TEST_TMPDIR/sshd port=$((20000 + $$ % 20000))
    mkdir -p "$dir" /run/sshd
    ssh-keygen -q -t ed25519 -N '' -f "$dir/key"
    ssh-keygen -q -t ed25519 -N '' -f "$dir/host"
    printf '%s\n' "Port $port" "ListenAddress 127.0.0.1" "HostKey $dir/host" "PidFile $dir/pid" \
        "AuthorizedKeysFile $dir/key.pub" "StrictModes no" "UsePAM no" >"$dir/server"
    printf '%s\n' "Host other" "HostName 127.0.0.1" "Port $port" "IdentityFile $dir/key" "IdentitiesOnly yes" \
        "StrictHostKeyChecking no" "UserKnownHostsFile $dir/known" "LogLevel ERROR" >"$dir/client"
    "$(command -v sshd)" -f "$dir/server" -E "$dir/log" 3>&-
    export PARALLEL_SSH="ssh -F $dir/client"
}

@test "a class graded over a server of ssh has the same marks" {
    waits_for_night "half a minute"
    requires sshd
    [ "$EUID" = 0 ] || skip "only root can start a server for itself"
    local out=$BATS_TEST_TMPDIR/hosts
    start_ssh
    run -0 suite grade-class HANDINS="$handins" OUT="$out" LABS=01 BACKEND=cpu SEED=7 JOBS=1 SSH=other
    echo "$output"
    awk 'NR > 1 && $2 != "other" { exit 1 } END { exit NR != 4 }' "$out/joblog"
    grade_here
    same_results "$out"
}

@test "without Slurm one line says so" {
    mkdir "$BATS_TEST_TMPDIR/bin"
    ln -s "$(command -v bash)" "$(command -v dirname)" "$BATS_TEST_TMPDIR/bin/"
    PATH=$BATS_TEST_TMPDIR/bin run -2 bash "$ROOT/grader/class/slurm" "$handins" "$BATS_TEST_TMPDIR/out"
    [[ ${#lines[@]} = 1 && $output = "slurm: sbatch is not here"* ]]
}
