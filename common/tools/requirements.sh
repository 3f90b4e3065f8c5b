#!/bin/sh
# What the suite needs of a machine, and from which version on. This is the only list of it: setup
# installs by it, doctor and every make judge by it, and a test holds README to it. It is POSIX sh
# and calls little, since it must speak where all else is missing or too old.
#
#   requirements.sh machine MAKE_VERSION         can the suite run on such a system?
#   requirements.sh compilers CC CXX OBJCOPY     can these build the judge and the CPU backend?
#   requirements.sh programs NAME...             are these there and new enough, such as bats?
#   requirements.sh bats-for-tests BATS          do the suite's own tests run on this bats?
#   requirements.sh folder FOLDER BUILD          can programs be built and run in FOLDER, of BUILD?
#   requirements.sh readme | readme.zh           the words of README, or of README.zh, on the least versions
#
# The first five say in one line what is wrong and what to do, and exit 2; or they say nothing.
# setup.sh and doctor.sh read this file for its functions.

LEAST_GLIBC=2.34 # close_range()
LEAST_CLANG=14
LEAST_STACK=256          # KiB; with 128 make itself dies of what these makefiles have it expand
LEAST_BATS_FOR_TESTS=1.8 # --filter-tags, for the suite's own tests
ROOM_FOR_ALL=128         # MiB of a disk: the backend and the programs of all labs
ROOM_FOR_A_LAB=16        # where the backend is built

# program, least version, package, what cannot be done without it. A package may have another name
# in some families of systems: FAMILY:NAME.
NEEDED='
bash     5.1  bash       nothing can be built
make     4.3  make       nothing can be built
gcc      11   gcc        nothing can be built
g++      11   g++,dnf:gcc-c++,zypper:gcc-c++,pacman:gcc  no CPU backend
objcopy  -    binutils   no CPU backend, and no source line of a fault
bats     1.2  bats       no make grade
jq       1.6  jq         no make grade
patch    -    patch      no make test, and make bench and make hunt lack what is kept as a patch
cmp      -    diffutils  nothing can be built
xargs    -    findutils  nothing can be built
awk      -    gawk       no make explain, no make bench
tar      -    tar        no make test'

# $(row PROGRAM): the rest of its line in NEEDED.
row() {
    while read -r program rest; do
        [ "$program" != "$1" ] || echo "$rest"
    done <<END
$NEEDED
END
}

# $(least PROGRAM): the least version of it, or - if any will do.
least() {
    set -- "$(row "$1")"
    echo "${1%% *}"
}

# --- versions ---------------------------------------------------------------------------

# A version as one number, of which what follows the second dot is no part.
number_of() {
    major=${1%%[!0-9]*}
    minor=${1#"$major"}
    minor=${minor#.}
    minor=${minor%%[!0-9]*}
    echo $((${major:-0} * 1000 + ${minor:-0}))
}

# is_older VERSION LEAST. A version that a program does not tell is not held against it.
is_older() {
    [ -n "$1" ] && [ "$2" != - ] && [ "$(number_of "$1")" -lt "$(number_of "$2")" ]
}

# The first of several lines. Every make asks what follows: a process costs as much as a hundred such lines.
first_line() {
    echo "${1%%
*}"
}

# The first thing in a tool's --version that looks like a version.
version_of() {
    first_line "$("$1" --version 2>&1 | grep -oE '[0-9]+\.[0-9]+(\.[0-9]+)*')"
}

# The version of the C library, if that is glibc: no other has getconf say it.
glibc_version() {
    version=$(getconf GNU_LIBC_VERSION 2>/dev/null) || return 0
    case $version in "glibc "[0-9]*.[0-9]*) echo "${version#glibc }" ;; esac
}

# has_other_libc GLIBC_VERSION
has_other_libc() {
    is_there getconf && [ -z "$1" ]
}

# A compiler's, and the least one of its kind. CC may be several words, such as ccache gcc.
compiler_version() {
    # shellcheck disable=SC2086
    $1 -dumpfullversion 2>/dev/null || $1 -dumpversion 2>/dev/null
}

is_clang() {
    # shellcheck disable=SC2086
    case $($1 --version 2>/dev/null) in *clang*) ;; *) return 1 ;; esac
}

least_compiler() {
    if is_clang "$1"; then echo "$LEAST_CLANG"; else least g++; fi
}

is_there() {
    command -v "${1%% *}" >/dev/null
}

# --- verdicts ---------------------------------------------------------------------------

# Each prints one line on what is wrong, or nothing.

what_is_wrong_with_machine() {
    system=$(uname -s 2>/dev/null) glibc=$(glibc_version)
    # shellcheck disable=SC3045 # a shell that does not know it says nothing
    stack=$(ulimit -s 2>/dev/null)
    if [ "${system:-Linux}" != Linux ]; then
        echo "the suite needs Linux, and this is $system: use a container or a virtual machine with Linux"
    elif has_other_libc "$glibc"; then
        echo "the suite needs the GNU C library, and this system has another one, such as musl: use a" \
            "container with Debian, Ubuntu or Fedora"
    elif is_older "$glibc" "$LEAST_GLIBC"; then
        echo "glibc $glibc is too old: the suite needs $LEAST_GLIBC or newer, as Debian 12, Ubuntu 22.04 or" \
            "Fedora 35 have; use a newer system, or a container with one"
    elif is_older "$1" "$(least make)"; then
        echo "make $1 is too old: the suite needs GNU make $(least make) or newer"
    elif [ "${stack#unlimited}" ] && [ "$stack" -lt "$LEAST_STACK" ]; then
        echo "the stack is limited to $stack KiB: the suite needs $LEAST_STACK; type 'ulimit -s 8192', or have that limit" \
            "raised where it is set"
    elif is_there bash && bash=$(version_of bash) && is_older "$bash" "$(least bash)"; then
        echo "bash $bash is too old: the suite needs bash $(least bash) or newer"
    fi
}

# The number of a g++ that is new enough and not the default one, or the least that is.
newer_compiler() {
    number=30
    until is_there "g++-$number" || [ "$number" -le "$(least g++)" ]; do
        number=$((number - 1))
    done
    echo "$number"
}

# What make setup brings has one of these names; another one stands in the user's shell, as conda has it, or
# behind make.
how_to_have_it() {
    case $1 in
    gcc | g++ | clang | clang++ | objcopy) echo "$1 is missing, which $2: type 'make setup' at the top" ;;
    *) echo "$1 is missing, which $2, because CC=, CXX= or OBJCOPY= names it: unset that, or name one that is here" ;;
    esac
}

# COMPILER, and what it is needed for.
what_is_wrong_with_compiler() {
    if ! is_there "$1"; then
        how_to_have_it "$1" "$2"
    elif is_older "$(compiler_version "$1")" "$(least_compiler "$1")"; then
        newer=$(newer_compiler)
        echo "$1 $(compiler_version "$1") is too old: the suite needs g++ $(least g++) or clang $LEAST_CLANG;" \
            "name a newer one that is here, such as CC=gcc-$newer CXX=g++-$newer"
    fi
}

# PROGRAM LEAST, of those that setup can bring.
what_is_wrong_with_program() {
    if ! is_there "$1"; then
        echo "$1 is not installed: type 'make setup' at the top"
    elif is_older "$(version_of "$1")" "$2"; then
        echo "$1 $(version_of "$1") is too old: $2 or newer is needed; $(how_to_get_newer "$1")"
    fi
}

how_to_get_newer() {
    case $1 in
    *bats) echo "'make setup TOOLS=FOLDER' takes it from a checkout of bats-core" ;;
    *) echo "'make setup TOOLS=FILE.deb' takes it from a newer package" ;;
    esac
}

# Says "serves" if a program that is written there runs, and else how far it came. A disk that does not know how
# large it is has none to be full; and a quota is no size of a disk.
try_folder() (
    LC_ALL=C
    export LC_ALL
    mkdir -p "$1" && cd "$1" || exit
    trap 'rm -f ".try$$"' EXIT
    head -c 262144 /dev/zero >".try$$" || exit
    stat -f -c '%a %S %b' . 2>/dev/null | {
        read -r free size all || exit 0
        [ "$all" = 0 ] || ! [ "$free" -lt $(($2 * 1048576 / size)) ]
    } || { echo "no space left" && exit; }
    printf '%s\n' '#!/bin/sh' 'echo serves' >".try$$" && echo writable && chmod +x ".try$$" && "./.try$$"
)

# FOLDER, which is BUILD or is in it. After a command by sudo parts of BUILD may be root's.
what_is_wrong_with_folder() {
    room=$ROOM_FOR_ALL
    for part in "$2/common" "$2/simt"; do
        if [ -e "$part" ] && [ ! -w "$part" ]; then
            echo "cannot write to $part: make it writable, or say BUILD=a folder that is"
        fi
    done
    [ ! -e "$2/simt/libsimt.a" ] || room=$ROOM_FOR_A_LAB
    case $(try_folder "$1" "$room" 2>&1) in
    *serves*) ;;
    *"space left"* | *"uota exceeded"*)
        echo "no room is left on the disk of $1: building takes $room MiB; make room, or say BUILD=a folder on another disk"
        ;;
    *writable*) echo "programs in $1 cannot be run (is it mounted noexec?): say BUILD=a folder where they can" ;;
    *) echo "cannot write to $1: make it writable, or say BUILD=a folder that is" ;;
    esac
}

what_is_wrong() {
    kind=$1
    shift
    case $kind in
    machine) what_is_wrong_with_machine "$1" ;;
    compilers)
        what_is_wrong_with_compiler "$1" "the judge needs"
        what_is_wrong_with_compiler "$2" "the CPU backend and the checker need"
        is_there "$3" || how_to_have_it "$3" "the checker needs"
        ;;
    programs)
        for program in "$@"; do
            what_is_wrong_with_program "$program" "$(least "$program")"
        done
        ;;
    bats-for-tests) what_is_wrong_with_program "$1" "$LEAST_BATS_FOR_TESTS" ;;
    folder) what_is_wrong_with_folder "$1" "$2" ;;
    *) echo "requirements.sh: $kind is none of machine, compilers, programs, bats-for-tests, folder, readme, readme.zh" ;;
    esac
}

say_in_readme() {
    echo "Linux with glibc $LEAST_GLIBC, g++ $(least g++) or clang $LEAST_CLANG, make $(least make)," \
        "bash $(least bash), jq $(least jq) and bats $(least bats), and bats $LEAST_BATS_FOR_TESTS for \`make test\`;" \
        "a limit on the stack (\`ulimit -s\`) of $LEAST_STACK KiB or more"
}

say_in_chinese_readme() {
    echo "带 glibc $LEAST_GLIBC 的 Linux，g++ $(least g++) 或 clang $LEAST_CLANG，make $(least make)，bash $(least bash)，jq" \
        "$(least jq) 和 bats $(least bats)；\`make test\` 要 bats $LEAST_BATS_FOR_TESTS。栈的上限（\`ulimit -s\`）不小于 $LEAST_STACK KiB"
}

# Only the first thing that is wrong: the next run tells the next.
requirements_main() {
    case $1 in
    readme) say_in_readme && exit ;;
    readme.zh) say_in_chinese_readme && exit ;;
    esac
    wrong=$(what_is_wrong "$@")
    [ -z "$wrong" ] || { first_line "$wrong" && exit 2; }
}

case ${0##*/} in requirements.sh) requirements_main "$@" ;; esac
