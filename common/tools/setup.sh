#!/bin/sh
# Installs what the suite needs and this machine lacks, or prints the command that does; says what it
# left out and what that costs. Exit 0 when all that is needed is there, 2 when not. POSIX sh, since
# bash may be among what is missing.
#
#   setup.sh         what students and graders need
#   setup.sh test    what single tests of the suite need as well, and are skipped for where it is not there
#
# Who may not install gets bats and other small programs unpacked under build/tools, where the makes
# find them: out of the system's own packages, which anybody may download, or out of what TOOLS= names:
# a package (.deb), a folder of them, or bats-core as a checkout or an archive (.tar.gz).
#
#   TOOLS   see there; empty: nothing is taken
#   PEERS   1: installs also what make bench BACKEND=cpu compares the CPU backend with
#   BUILD   the folder for all that is generated (default: build/ of the suite)
set -u

suite=$(cd "$(dirname "$0")/../.." && pwd)
tools=${BUILD:-$suite/build}/tools
case $tools in /*) ;; *) tools=$PWD/$tools ;; esac
PATH=$tools/bin:$PATH
# shellcheck source=common/tools/requirements.sh
. "$suite/common/tools/requirements.sh"

# program, package, what is missing without it; not installed unasked
optional='
nvcc               -           speed on a GPU, and make bench: install the CUDA Toolkit from NVIDIA
compute-sanitizer  -           make sanitize, on a GPU: comes with the CUDA Toolkit
parallel           parallel,zypper:gnu_parallel  make grade-class
bsdtar             libarchive-tools,dnf:bsdtar,pacman:libarchive,zypper:bsdtar  hand-ins that are archives
pnmtopng           netpbm,dnf:netpbm-progs  lab 05'\''s pictures as PNG, which any browser shows
pandoc             pandoc,pacman:pandoc-cli  make book
weasyprint         weasyprint,pacman:python-weasyprint  the book as a PDF
gdb                gdb         make debug
inotifywait        inotify-tools  make watch looks at the files twice a second'

# The same; installed where that takes no password, and done without where it fails
wanted='
bwrap              bubblewrap  a box for others'\'' work in make grade FROM=: Landlock serves, if the kernel has it'

# The same, for the suite's own tests alone, which take the optional ones, too
for_tests='
clang++            clang       a second opinion in the tests of the suite itself
clang-format-19    clang-format-19,dnf:clang-tools-extra,pacman:clang,zypper:clang-tools  the test of the sources'\'' format
python3-yaml       python3-yaml,dnf:python3-pyyaml,pacman:python-yaml,zypper:python3-PyYAML  the test of a workflow'\''s YAML
clangd             clangd,dnf:clang-tools-extra,pacman:clang,zypper:clang-tools  the tests of make editor
aarch64-linux-gnu-gcc  gcc-aarch64-linux-gnu,pacman:aarch64-linux-gnu-gcc  the test that all of it compiles on arm64
shellcheck         shellcheck,dnf:ShellCheck,zypper:ShellCheck  the tests of the suite'\''s shell scripts
shfmt              shfmt       the tests of the suite'\''s shell scripts
gnuplot            gnuplot-nox,dnf:gnuplot,pacman:gnuplot,zypper:gnuplot  the test of the plot of make bench
chromium           chromium    the tests of pages in a browser
python3            python3,pacman:python  tests of what other systems are given
sbatch             slurm-wlm,dnf:slurm,pacman:slurm-llnl,zypper:slurm  the tests on a cluster
munged             munge       the tests on a cluster
busybox            busybox     the test of another awk
pgrep              procps,dnf:procps-ng,pacman:procps-ng  tests of what still runs
script             util-linux,apt-get:bsdutils  tests on a terminal'

# What runs from wherever it is unpacked; a compiler does not.
portable='bats jq objcopy patch'

fail() {
    echo "setup: $*" >&2
    exit 2
}

has() {
    case $1 in
    clang-format-19) is_there clang-format-19 ||
        clang-format --version 2>/dev/null | grep -qE 'version (19|[2-9][0-9])\.' ;;
    python3-yaml) python3 -c 'import yaml' 2>/dev/null ;;
    chromium) is_there chromium || is_there chromium-browser || is_there google-chrome ;;
    gcc) is_there gcc || is_there clang ;;
    g++) is_there g++ || is_there clang++ ;;
    nvcc) is_there nvcc || [ -x /usr/local/cuda/bin/nvcc ] ;;
    *) is_there "$1" ;;
    esac
}

missing() {
    while read -r program _; do
        [ -z "$program" ] || has "$program" || echo "$program"
    done <<END
$NEEDED
END
}

say_what_is_left_out() {
    while read -r program _ cost; do
        [ -z "$program" ] || has "$program" || echo "left out: $program; without it: $cost"
    done <<END
$optional$wanted$for_tests
END
}

# The packages of a table of those above whose program is not here: packages_of FAMILY TABLE
packages_of() {
    while read -r program package _; do
        [ "${package:--}" = - ] || has "$program" || package_in "$1" "$package"
    done <<END
$2
END
}

# bring_what_is_wanted TABLE: where nobody is asked for a password. All at once; where that fails one after
# the other, so that one that is not to be had costs none of the others.
bring_what_is_wanted() {
    family=$(installer) as_root=
    [ "$(id -u)" -eq 0 ] || as_root=sudo
    [ -z "$as_root" ] || { is_there sudo && sudo -n true 2>/dev/null; } || return
    [ -n "$family" ] || return
    # shellcheck disable=SC2046 # one package a word
    set -- $(packages_of "$family" "$1")
    [ $# -eq 0 ] || run_unasked "$(command_of "$family" "$as_root" "$@")" || for package in "$@"; do
        line=$(command_of "$family" "$as_root" "$package")
        run_unasked "${line#*update; }" # the lists are as new as they can be
    done
}

run_unasked() {
    DEBIAN_FRONTEND=noninteractive sh -c "$1" >/dev/null 2>&1 </dev/null
}

# --- the system's own packages ----------------------------------------------------------

# The program that installs here: what the system says it is of, if that is there, or the first.
installer() {
    # shellcheck source=/dev/null
    case $(. "${OS_RELEASE:-/etc/os-release}" 2>/dev/null && echo " ${ID-} ${ID_LIKE-} ") in
    *" debian "* | *" ubuntu "*) set -- apt-get ;;
    *" fedora "* | *" rhel "*) set -- dnf ;;
    *" arch "*) set -- pacman ;;
    *suse*) set -- zypper ;;
    *) set -- ;;
    esac
    for one in "$@" apt-get dnf pacman zypper; do
        ! is_there "$one" || { echo "$one" && return; }
    done
}

# $(package_in FAMILY NAME,FAMILY:NAME...): what a package is called there.
package_in() {
    case ,$2, in
    *",$1:"*) set -- "${2#*"$1:"}" && echo "${1%%,*}" ;;
    *) echo "${2%%,*}" ;;
    esac
}

# $(packages FAMILY PROGRAM...): what they are called there.
packages() {
    family=$1 names=
    shift
    for program in "$@"; do
        read -r _ all _ <<END
$(row "$program")
END
        name=$(package_in "$family" "$all")
        case " $names " in *" $name "*) ;; *) names="$names $name" ;; esac
    done
    echo "${names# }"
}

# $(command_of FAMILY SUDO PACKAGE...): the whole command line, as it is printed and run. With
# apt-get, lists that could not all be brought up to date may still do. On Arch nothing is installed
# without all else being brought up to date, which is how it must be there.
command_of() {
    family=$1 as_root=${2:+$2 }
    shift 2
    case $family in
    apt-get) echo "${as_root}apt-get update; ${as_root}apt-get install -y --no-install-recommends $*" ;;
    dnf) echo "${as_root}dnf install -y $*" ;;
    pacman) echo "${as_root}pacman -Syu --noconfirm --needed $*" ;;
    zypper) echo "${as_root}zypper --non-interactive install --no-recommends $*" ;;
    esac
}

# Root, or a sudo that does not ask, or one that can ask somebody.
may_install() {
    [ "$(id -u)" -eq 0 ] || { is_there sudo && { sudo -n true 2>/dev/null || [ -t 0 ]; }; }
}

# install FAMILY PROGRAM...
install() {
    # shellcheck disable=SC2046 # one package a word
    install_packages "$1" $(packages "$@")
}

# install_packages FAMILY PACKAGE...
install_packages() {
    family=$1 as_root=
    shift
    [ "$(id -u)" -eq 0 ] || as_root=sudo
    line=$(command_of "$family" "$as_root" "$@")
    echo "$line"
    DEBIAN_FRONTEND=noninteractive sh -c "$line" >/dev/null || {
        echo "setup: that failed; the network, or a package of another name? The command was: $line" >&2
        return 1
    }
}

# PoCL and what a program is built with that calls it; TBB, which HIP-CPU needs. That one is in no
# system's packages: make bench BACKEND=cpu HIP_CPU=PATH takes a checkout.
bring_peers() {
    case $(installer) in
    apt-get) set -- apt-get pocl-opencl-icd ocl-icd-opencl-dev opencl-headers libtbb-dev ;;
    dnf) set -- dnf pocl ocl-icd-devel opencl-headers tbb-devel ;;
    pacman) set -- pacman pocl ocl-icd opencl-headers onetbb ;;
    zypper) set -- zypper pocl ocl-icd-devel opencl-headers tbb-devel ;;
    *) fail "PEERS=1: install PoCL, an OpenCL loader with its headers, and TBB, by the names they have here" ;;
    esac
    family=$1
    shift
    may_install || fail "no right to install; ask the administrator for: $(command_of "$family" sudo "$@")"
    install_packages "$family" "$@" || exit 2
}

# --- programs of this checkout alone ----------------------------------------------------

# Each program that was unpacked gets a starter in tools/bin, which has it find its own libraries.
# What bats starts must not.
make_starters() {
    mkdir -p "$tools/bin"
    for program in "$tools"/root/usr/bin/*; do
        cat >"$tools/bin/${program##*/}" <<'END'
#!/bin/sh
root=$(dirname "$0")/../root program=${0##*/}
if [ "$program" != bats ]; then
    for folder in "$root"/lib/*-linux-gnu "$root"/usr/lib/*-linux-gnu; do
        LD_LIBRARY_PATH=$folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
    done
    export LD_LIBRARY_PATH
fi
exec "$root/usr/bin/$program" "$@"
END
        chmod +x "$tools/bin/${program##*/}"
    done
}

unpack() {
    is_there dpkg || fail "a .deb is unpacked by dpkg, which is missing here: give bats-core as a checkout"
    for package in "$@"; do
        dpkg -x "$package" "$tools/root" || return
    done
    make_starters
}

# apt-get as anybody may use it, with lists of its own where the system has none.
apt_of_mine() {
    apt-get -o Dir::State::Lists="$tools/apt/lists" -o Dir::Cache="$tools/apt/cache" "$@"
}

# download APT PACKAGE...: these, and what they need and this machine lacks.
download() {
    apt=$1
    shift
    names=$($apt -s -qq --no-install-recommends install "$@" 2>/dev/null | sed -n 's/^Inst \([^ ]*\).*/\1/p')
    # shellcheck disable=SC2086 # one package a word
    [ -n "$names" ] && (cd "$tools/packages" && $apt -qq download $names >/dev/null 2>&1)
}

# bring FAMILY PROGRAM...: unpacks packages that apt-get downloads. No word if that cannot be.
bring() {
    [ "$1" = apt-get ] && is_there dpkg || return
    # shellcheck disable=SC2046 # one package a word
    set -- $(packages "$@")
    rm -rf "$tools/packages" && mkdir -p "$tools/packages" "$tools/apt/lists/partial" \
        "$tools/apt/cache/archives/partial" 2>/dev/null || return
    download apt-get "$@" ||
        { apt_of_mine -qq update >/dev/null 2>&1 && download apt_of_mine "$@"; } || return
    unpack "$tools"/packages/*.deb || return
    echo "setup: no right to install here, so this is unpacked in $tools: $*" \
        "(for everybody: $(command_of apt-get sudo "$@"))"
}

# What the user has: see the head of this file.
take() {
    mkdir -p "$tools/bin" "$tools/root/usr/bin" || exit 2
    case $1 in
    *.deb) unpack "$1" ;;
    *.tar.gz | *.tgz)
        rm -rf "$tools/source" && mkdir "$tools/source" &&
            tar -C "$tools/source" --strip-components=1 -xzf "$1" && take "$tools/source"
        ;;
    *)
        if [ -f "$1/bin/bats" ] && [ -f "$1/install.sh" ]; then
            bash "$1/install.sh" "$tools/root/usr" >/dev/null && make_starters
        elif [ -n "$(find "$1" -maxdepth 1 -name '*.deb' 2>/dev/null)" ]; then
            unpack "$1"/*.deb
        else
            fail "TOOLS=$1 is no .deb, no folder of them, and no checkout or .tar.gz of bats-core"
        fi
        ;;
    esac || fail "TOOLS=$1 could not be unpacked"
    echo "setup: taken into $tools: $1"
}

# --- what happens -----------------------------------------------------------------------

# All of these can be had without being root.
are_portable() {
    for program in "$@"; do
        case " $portable " in *" $program "*) ;; *) return 1 ;; esac
    done
}

# do_without_root FAMILY PROGRAM...: nobody here may install. Where a compiler is missing, somebody
# else must help, and had better bring the rest as well.
do_without_root() {
    family=$1
    shift
    ! are_portable "$@" || ! bring "$family" "$@" || return 0
    # shellcheck disable=SC2046 # one package a word
    fail "no right to install; ask the administrator for: $(command_of "$family" sudo $(packages "$family" "$@"))"
}

# provide PROGRAM...: by whatever way there is.
provide() {
    family=$(installer)
    [ -n "$family" ] || fail "install these first, by the names they have here: $(packages any "$@")"
    if may_install; then
        ! install "$family" "$@" || return
        [ "$(id -u)" -ne 0 ] || exit 2
    fi
    do_without_root "$family" "$@"
}

# check KIND ...: says the first thing that is wrong.
check() {
    wrong=$(what_is_wrong "$@" | head -n 1)
    [ -z "$wrong" ] || fail "$wrong"
}

default_compiler() {
    if is_there "$1"; then echo "$1"; else echo "$2"; fi
}

case $#:${1-} in
0:) what_for='labs' ;;
1:test) what_for='test' ;;
*) fail "the arguments are nothing, or 'test'" ;;
esac
check machine ''
[ -z "${TOOLS-}" ] || take "$TOOLS"
# shellcheck disable=SC2046 # one program a word
set -- $(missing)
[ $# -eq 0 ] || provide "$@"
# shellcheck disable=SC2046
set -- $(missing)
[ $# -eq 0 ] || fail "still missing: $*"
check compilers "${CC:-$(default_compiler gcc clang)}" "${CXX:-$(default_compiler g++ clang++)}" objcopy
check programs bash bats jq
echo "setup: all that is needed is here"
bring_what_is_wanted "$wanted"
if [ "$what_for" = test ]; then bring_what_is_wanted "$optional$for_tests"; else for_tests=; fi
[ -z "${PEERS-}" ] || bring_peers
say_what_is_left_out
