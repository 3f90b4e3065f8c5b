# What the tests of the suite share: where it is, how to call its makes, and copies of the tree
# for tests that write results or spoil files.

bats_require_minimum_version 1.5.0
# A pipe fails with any of its parts, in tests as well.
set -o pipefail

# Tests name the backend and the answers that they mean: the environment of who runs them counts for nothing.
unset BACKEND FROM TASK CASE SEED INPUT

ROOT=${SUITE_COPY:-$(cd "$BATS_TEST_DIRNAME/../.." && pwd)}
BUILD=$ROOT/build
# All programs of the tests share one library of the CPU backend, those of copies included.
SIMT_BUILD=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)/build/simt
export ROOT BUILD SIMT_BUILD
# The names of all labs. A list from a glob is never empty, as that of a failed command would be.
LABS=("$ROOT"/labs/*/)
LABS=("${LABS[@]%/}")
LABS=("${LABS[@]##*/}")

# A command, free of what the make and the bats that run the tests have set. No box, unless a test sets
# SANDBOX: not every system that runs the tests has one.
by_itself() {
    local others=(MAKEFLAGS MFLAGS MAKELEVEL CUDA_DEVICE_HERE "${!BATS_@}")
    env "${others[@]/#/-u}" SANDBOX="${SANDBOX-none}" PATH="${PATH//"$BATS_LIBEXEC":/}" "$@" 3>&- 4>&-
}

# make in the suite's root.
suite() {
    by_itself make -s --no-print-directory -C "$ROOT" "$@"
}

# make in a lab: in_lab 01-matmul-naive check ...
in_lab() {
    local lab=$1
    shift
    suite -C "labs/$lab" "$@"
}

# From here on the suite is a copy of the tree under the folder $1; of what was built it has only
# what knows nothing of hand-ins. $2 without-answers: nor has it the known answers, half of all files.
copy_suite() {
    local grader=()
    # The shared library is not to remember the folder of a copy, which goes.
    suite tools LAB=01 BACKEND=cpu
    mkdir -p "$1/suite"
    [ "${2-}" != without-answers ] || grader=(! -name grader)
    find "$ROOT" -mindepth 1 -maxdepth 1 ! -name build ! -name .git "${grader[@]}" -exec cp -a -t "$1/suite" {} +
    [ "${2-}" != without-answers ] || {
        mkdir "$1/suite/grader"
        find "$ROOT/grader" -mindepth 1 -maxdepth 1 ! -name wrong ! -name right ! -name attacks -exec cp -a -t "$1/suite/grader" {} +
    }
    # Other makes write there meanwhile: files that are not complete have a number or "new" behind their name.
    (cd "$ROOT" && find build -type f ! -name '*.[0-9]*' ! -name '*.new' \
        \( -path '*/common/*' -o -path 'build/[0-9]*/judge' \) -exec cp -a --parents -t "$1/suite" {} +)
    export SUITE_COPY=$1/suite
    ROOT=$SUITE_COPY BUILD=$SUITE_COPY/build
}

# An ordinary user for this test alone, where root asks: what another test has started may not be dead yet, and
# would count among the processes of their common user. Where there are few users, nobody.
ordinary_user() {
    local inside count
    read -r inside _ count <<<"$(tail -n 1 /proc/self/uid_map)"
    if [ $((inside + count)) -ge 65534 ]; then echo $((10000 + $$ % 50000)); else echo 65534; fi
}

# The suite as WHO calls it, root or an ordinary user: sets `as`, which stands before a command, and `suite`. An
# ordinary user has a copy of it in $PUBLIC, and $PUBLIC is theirs.
# shellcheck disable=SC2034 # tests use them
called_by() {
    as=() suite=$ROOT
    [ "$1" = ordinary ] || return 0
    [ "$EUID" = 0 ] || skip "only root can become another"
    (copy_suite "$PUBLIC" && cp -rp "$BATS_TEST_DIRNAME/../../build/simt" "$PUBLIC/suite/build/")
    local user
    user=$(ordinary_user)
    suite=$PUBLIC/suite as=(setpriv --reuid "$user" --regid "$user" --clear-groups)
    chown -R "$user:$user" "$PUBLIC"
}

# Whether programs by nvcc can run.
has_gpu() {
    compgen -G '/dev/nvidia[0-9]*' >/dev/null || return 1
    command -v nvcc >/dev/null || [ -x /usr/local/cuda/bin/nvcc ]
}

needs_gpu() {
    has_gpu || skip "needs nvcc and an NVIDIA GPU"
}

# What takes long and seldom finds anything waits for the night: .github/workflows/nightly.yml.
waits_for_night() {
    [ -n "${NIGHTLY-}" ] || skip "runs every night, with NIGHTLY=1: it takes $1"
}

requires() {
    command -v "$1" >/dev/null || skip "$1 is not installed"
}

# The machine that a program is for, as its ELF header says.
machine_of() {
    od -An -j18 -N2 -tx1 "$1"
}

# Whether an emulator runs all this: asked for a shell by another process, the kernel names the
# emulator, which only hides itself from the one that it runs.
emulated() {
    [ "$(machine_of "/proc/$$/exe")" != "$(machine_of "$BASH")" ]
}

# A limit of time, for `timeout`: an emulator takes longer.
seconds() {
    emulated && echo $((10 * $1)) || echo "$1"
}

# within SECONDS COMMAND...: ended when it has had so much of the processor, however long a busy machine took to
# give it that; one that waits in vain is ended in the end, too.
within() {
    local most
    most=$(seconds "$1")
    shift
    # shellcheck disable=SC2016 # for that shell
    timeout 600 bash -c 'ulimit -t "$0" && exec "$@"' "$most" "$@"
}

# What an emulator cannot do is skipped, and says so: cannot_be_emulated WHY.
cannot_be_emulated() {
    ! emulated || skip "in an emulator: $1"
}

# shellcheck disable=SC2154 # bats sets stderr
# Runs the program $1 of others/: nothing is found, and its last line is the one that it says.
says_what_it_must() {
    run -0 --separate-stderr suite run FILE="$BATS_TEST_DIRNAME/others/$1.cu"
    printf '%s\n' "$output" "$stderr"
    [[ $stderr = *"========= 0 findings"* ]]
    [ "${lines[-1]}" = "$(sed -n 's/^\/\/ prints: //p' "$BATS_TEST_DIRNAME/others/$1.cu")" ]
}
