#!/usr/bin/env bats
# make setup: what it brings, in which way, and what it says where it may not, or where something is too old.
# bats file_tags=apart

load suite
load commands

# Most tests share one copy; those that spoil it take one of their own.
setup_file() {
    load suite
    copy_suite "$BATS_FILE_TMPDIR" without-answers
}

# What the user's environment names is not what these tests take away.
setup() {
    unset CC CXX
}

# --- setup -------------------------------------------------------------------------------

# A machine of the family that $1 installs for, which lacks the other arguments. Whoever runs this
# is no root there, and what sudo is asked for goes to $BATS_TEST_TMPDIR/asked.
machine_with() {
    [ "$ROOT" = "$BATS_TEST_TMPDIR/suite" ] || copy_suite "$BATS_TEST_TMPDIR" without-answers
    bin=$(path_without apt-get dnf pacman zypper "${@:2}")
    export OS_RELEASE=/dev/null
    stub id 'echo 1000'
    stub sudo '[ "$1" = -n ] || echo "$@" >>"'"$BATS_TEST_TMPDIR/asked"'"' 'exit 0'
    stub "$1" 'exit 1'
    stub bwrap 'exit 0' # which setup would bring, too
}

@test "setup asks each family's installer for its own packages" {
    while read -r installer command; do
        machine_with "$installer" gcc cc g++ c++ clang clang++ bats patch cmp
        run -2 env PATH="$bin" sh "$ROOT/common/tools/setup.sh"
        [[ $output = *"still missing: gcc g++ bats patch cmp" ]]
        diff <(tail -n 1 "$BATS_TEST_TMPDIR/asked") - <<<"$command"
    done <<'END'
apt-get apt-get install -y --no-install-recommends gcc g++ bats patch diffutils
dnf dnf install -y gcc gcc-c++ bats patch diffutils
pacman pacman -Syu --noconfirm --needed gcc bats patch diffutils
zypper zypper --non-interactive install --no-recommends gcc gcc-c++ bats patch diffutils
END
}

@test "setup brings what the CPU backend is compared with, where it is asked to" {
    machine_with dnf
    PATH=$bin run -0 env PEERS= sh "$ROOT/common/tools/setup.sh"
    [ ! -e "$BATS_TEST_TMPDIR/asked" ]
    PATH=$bin run -0 env PEERS=1 sh "$ROOT/common/tools/setup.sh"
    [ "$(cat "$BATS_TEST_TMPDIR/asked")" = "dnf install -y pocl ocl-icd-devel opencl-headers tbb-devel" ]
    rm "$bin/sudo"
    PATH=$bin run -2 env PEERS=1 sh "$ROOT/common/tools/setup.sh"
    [[ $output = *"ask the administrator for: sudo dnf install -y pocl "* ]]
}

@test "setup takes the installer that the system names, where there are several" {
    machine_with apt-get bats
    stub dnf 'exit 1'
    printf 'ID=nobara\nID_LIKE="rhel fedora"\n' >"$BATS_TEST_TMPDIR/os-release"
    OS_RELEASE=$BATS_TEST_TMPDIR/os-release PATH=$bin run -2 sh "$ROOT/common/tools/setup.sh"
    [ "$(cat "$BATS_TEST_TMPDIR/asked")" = "dnf install -y bats" ]
}

@test "setup whose sudo asks for a password prints the whole command where nobody can answer" {
    machine_with apt-get bats
    stub sudo '[ "$1" != -n ] || exit 1' 'echo asked'
    PATH=$bin run -2 sh "$ROOT/common/tools/setup.sh" </dev/null
    refused "sudo apt-get update; sudo apt-get install -y --no-install-recommends bats"
}

@test "setup lets sudo ask for a password where somebody can answer" {
    requires script
    machine_with apt-get bats
    stub sudo '[ "$1" != -n ] || exit 1' "printf '#!/bin/sh\n' >$bin/bats; chmod +x $bin/bats"
    PATH=$bin run -0 script -qec "sh $ROOT/common/tools/setup.sh" "$BATS_TEST_TMPDIR/typescript"
    [[ $output = *"all that is needed is here"* ]]
}

@test "setup without rights to install prints the exact command and exits 2" {
    machine_with apt-get bats sudo
    rm "$bin/sudo"
    PATH=$bin run sh "$ROOT/common/tools/setup.sh"
    refused "sudo apt-get install -y --no-install-recommends bats"
    rm -f "$bin/g++" "$bin"/clang++* "$bin/patch"
    PATH=$bin run sh "$ROOT/common/tools/setup.sh"
    refused "ask the administrator for: sudo apt-get update; sudo apt-get install -y --no-install-recommends g++ bats patch"
}

# A bats that has no more than a version.
small_bats() {
    mkdir -p "$1/bin"
    printf '#!/bin/sh\necho Bats 9.8.7\n' >"$1/bin/bats"
    chmod +x "$1/bin/bats"
}

@test "without rights, setup unpacks what apt-get downloads, and the makes find it" {
    requires dpkg-deb
    machine_with apt-get bats
    rm "$bin/sudo"
    small_bats "$BATS_TEST_TMPDIR/package/usr"
    mkdir "$BATS_TEST_TMPDIR/package/DEBIAN"
    printf '%s\n' 'Package: bats' 'Version: 9.8.7' 'Architecture: all' 'Maintainer: nobody <n@example.org>' \
        'Description: small' >"$BATS_TEST_TMPDIR/package/DEBIAN/control"
    dpkg-deb -b "$BATS_TEST_TMPDIR/package" "$BATS_TEST_TMPDIR/bats.deb"
    stub apt-get 'case "$*" in *-s*install*) echo "Inst bats (9.8.7 all)" ;;' \
        "*download*) cp $BATS_TEST_TMPDIR/bats.deb . ;; *) exit 1 ;; esac"
    PATH=$bin run -0 suite setup grade-tools
    echo "$output"
    [[ $output = *"unpacked in $BUILD/tools: bats"* ]]
    [ "$("$BUILD/tools/bin/bats" --version)" = "Bats 9.8.7" ]
    PATH=$bin run -0 suite grade-tools
    rm -r "$BUILD/tools"
    PATH=$bin run -0 suite setup grade-tools TOOLS="$BATS_TEST_TMPDIR/bats.deb"
}

@test "setup takes bats from a checkout or an archive that the user has" {
    machine_with apt-get bats
    checkout=$BATS_TEST_TMPDIR/bats-core
    small_bats "$checkout"
    printf 'cp -r "$(dirname "$0")/bin" "$1"\n' >"$checkout/install.sh"
    tar -C "$BATS_TEST_TMPDIR" -czf "$BATS_TEST_TMPDIR/bats.tar.gz" bats-core
    for tools in "$checkout" "$BATS_TEST_TMPDIR/bats.tar.gz"; do
        rm -rf "$BUILD/tools"
        PATH=$bin run -0 suite setup grade-tools TOOLS="$tools"
        [[ $output = *"taken into $BUILD/tools: "* && ! -e $BATS_TEST_TMPDIR/asked ]]
    done
    PATH=$bin run suite setup TOOLS=/dev/null
    refused "TOOLS=/dev/null is no .deb"
}

@test "setup brings a box for others' work where nobody is asked, and does without where it cannot" {
    machine_with dnf
    rm "$bin/bwrap"
    PATH=$bin run -0 sh "$ROOT/common/tools/setup.sh"
    [ "$(cat "$BATS_TEST_TMPDIR/asked")" = "dnf install -y bubblewrap" ]
    [[ $output = *"all that is needed is here"*"left out: bwrap; without it:"* ]]
    rm "$bin/sudo"
    PATH=$bin run -0 sh "$ROOT/common/tools/setup.sh"
    [[ $output = *"left out: bwrap; without it:"* ]]
}

@test "setup says what it left out and what that costs" {
    PATH=$(path_without nvcc parallel clang++) run -0 sh "$ROOT/common/tools/setup.sh"
    [[ $output = *"left out: parallel; without it:"* && $output != *"left out: clang++"* ]]
    run -2 sh "$ROOT/common/tools/setup.sh" tests
    [ "$output" = "setup: the arguments are nothing, or 'test'" ]
}

@test "setup for the suite's own tests brings what single ones need, all at once, and names what it could not" {
    machine_with dnf clang++ shellcheck
    PATH=$bin run -0 suite -n setup test
    [[ $output = *"sh common/tools/setup.sh test"* ]]
    PATH=$bin run -0 sh "$ROOT/common/tools/setup.sh" test
    grep -E '^dnf install -y .*clang .*ShellCheck' "$BATS_TEST_TMPDIR/asked"
    [[ $output = *"left out: clang++; without it:"*"left out: shellcheck; without it:"* ]]
}

# --- what is too old ---------------------------------------------------------------------

@test "a system that cannot run the suite is told so in one line, by setup and by every make" {
    bin=$(path_without getconf uname)
    # The processor is this one: the library in build/ is not to be another.
    system() { echo "case \$1 in -m) echo $(uname -m) ;; *) echo $1 ;; esac"; }
    while IFS='|' read -r program answer words; do
        stub getconf 'echo glibc 2.36'
        stub uname "$(system Linux)"
        stub "$program" "$answer"
        PATH=$bin run suite setup grade FROM=solutions
        refused "$words"
        PATH=$bin run in_lab 01-matmul-naive check BACKEND=cpu
        refused "$words"
        PATH=$bin run -2 sh "$ROOT/common/tools/setup.sh"
        refused "$words"
        PATH=$bin run suite doctor BACKEND=cpu
        [[ ${lines[0]} = "nothing here can run the labs: "*"$words"* ]]
    done <<END
getconf|echo glibc 2.31|glibc 2.31 is too old
getconf|exit 1|needs the GNU C library
uname|$(system Darwin)|needs Linux, and this is Darwin
END
}

@test "a make that is too old says so in one line" {
    for version in 3.81 4.2.1; do
        run suite check MAKE_VERSION=$version
        refused "make $version is too old: the suite needs GNU make 4.3 or newer"
        run in_lab 01-matmul-naive check MAKE_VERSION=$version
        refused "make $version is too old"
    done
    for verb in doctor hint next help; do
        run suite $verb MAKE_VERSION=3.81
        refused "make 3.81 is too old"
    done
}

@test "compilers, bats and jq that are too old are told in one line" {
    bin=$(path_without gcc g++ bats jq)
    stub g++ 'echo 10.2.1'
    stub gcc 'echo 10.2.1'
    PATH=$bin run in_lab 01-matmul-naive check BACKEND=cpu
    refused "gcc 10.2.1 is too old: the suite needs g++ 11 or clang 14"
    stub clang 'case $1 in -dumpversion) echo 13.0.1 ;; --version) echo clang version 13.0.1 ;; *) exit 1 ;; esac'
    PATH=$bin run in_lab 01-matmul-naive check BACKEND=cpu CC=clang
    refused "clang 13.0.1 is too old"
    stub gcc 'echo 11.1.0'
    stub bats 'echo Bats 1.1.0'
    stub jq 'echo jq-1.6'
    PATH=$bin run suite grade BACKEND=cpu
    refused "bats 1.1.0 is too old: 1.2 or newer is needed"
    stub bats 'echo Bats 1.2.1'
    stub jq 'echo jq-1.5'
    PATH=$bin run suite grade BACKEND=cpu
    refused "jq 1.5 is too old"
    BATS='' PATH=$bin run "$ROOT/grader/selftest/run"
    refused "bats 1.2.1 is too old: 1.8 or newer is needed"
}

@test "what is new enough is not refused, and an unknown version neither" {
    bin=$(path_without bats jq)
    while read -r bats jq; do
        stub bats "echo Bats $bats"
        stub jq "echo jq-$jq"
        PATH=$bin run -0 sh "$ROOT/common/tools/requirements.sh" programs bats jq
    done <<'END'
1.2.0 1.6
1.10.0 1.7.1
2 2.0
unknown master-f1b2c3
END
}

@test "README states the least versions as the checks have them, in both languages" {
    run -0 sh "$ROOT/common/tools/requirements.sh" readme
    [[ $(tr '\n' ' ' <"$ROOT/README.md") = *"$output"* ]]
    run -0 sh "$ROOT/common/tools/requirements.sh" readme.zh
    [[ $(<"$ROOT/README.zh.md") = *"$output"* ]]
}

# --- other systems ------------------------------------------------------------------------------

@test "the table of systems takes new rows, and keeps what was run before" {
    copy_suite "$BATS_TEST_TMPDIR" without-answers
    local table=$ROOT/grader/selftest/README.md
    cp "$table" "$BATS_TEST_TMPDIR/before"
    echo '{' >"$BATS_TEST_TMPDIR/rows"
    run -2 bash "$ROOT/grader/selftest/everywhere" table "$BATS_TEST_TMPDIR/rows"
    [[ $output = *"no rows of everywhere run"* ]]
    cmp "$table" "$BATS_TEST_TMPDIR/before"
    cat >"$BATS_TEST_TMPDIR/rows" <<'ROWS'
{"system": "debian:sid", "date": "2030-01-02", "gcc": "99.1", "make": "5", "bats": "2", "jq": "3", "libc": "4", "bash": "", "command": "make setup test", "status": 2, "seconds": 7, "said": "1 failed"}
ROWS
    bash "$ROOT/grader/selftest/everywhere" table "$BATS_TEST_TMPDIR/rows"
    run -1 diff "$BATS_TEST_TMPDIR/before" "$table"
    [ "$(grep '^>' <<<"$output")" = '> | debian:sid | -, 99.1, 4, 5, 2, 3 | `make setup test` | exit 2 | 1 failed | 7 | 2030-01-02 |' ]
    [[ $(grep '^<' <<<"$output") = "< | debian:sid |"*"make setup test"* ]]
}

@test "what setup has built belongs to whoever typed sudo before it, in a tree of their own" {
    [ "$(id -u)" = 0 ] || skip "only root can give files away"
    copy_suite "$BATS_TEST_TMPDIR" without-answers
    # shellcheck disable=SC2016 # for that shell
    printf '%s\n' '#!/bin/sh' 'mkdir -p "$SIMT_BUILD" && ln -sf /etc/passwd "$SIMT_BUILD/link"' >"$ROOT/common/tools/simtcc"
    : >"$ROOT/common/tools/setup.sh"
    chown 1234 "$ROOT"
    SUDO_UID=4321 SUDO_GID=4321 run -0 suite setup
    [ -z "$(find "$BUILD" -user 4321)" ]
    SUDO_UID=1234 SUDO_GID=1234 run -0 suite setup
    [ -z "$(find "$BUILD" ! -user 1234)" ]
    [ "$(stat -c %u /etc/passwd)" = 0 ]
}
