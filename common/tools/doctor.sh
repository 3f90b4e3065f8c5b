#!/usr/bin/env bash
# What `make doctor` prints: whether the labs can run here and on which backend, or else why not; the
# tools, and what a missing one costs; the devices. Exits 0 if something here can run the labs, else 1.
#
#   DOCTOR_CPU   doctor.c built on common/simt, or empty; where that failed, there is DOCTOR_CPU.log
#   DOCTOR_CUDA  doctor.c built on the CUDA toolkit, or empty; likewise
#   BACKEND      auto (the default), cpu or cuda
#   CC, CXX      the compilers that make takes
set -u

# shellcheck source=common/tools/requirements.sh
. "${BASH_SOURCE[0]%/*}/requirements.sh"
# shellcheck source=common/tools/terminal.bash
. "${BASH_SOURCE[0]%/*}/terminal.bash"

# --- tools ------------------------------------------------------------------------------

# The makes take clang where gcc is missing.
stands_in() {
    case $1 in
    gcc) ! is_there gcc && is_there clang ;;
    g++) ! is_there g++ && is_there clang++ ;;
    *) return 1 ;;
    esac
}

# tool NAME COST: its version, or that it is missing and what that costs.
tool() {
    local version
    if is_there "$1"; then
        version=$(version_of "$1")
        ! is_older "$version" "$(least "$1")" || version+=", too old: $(least "$1") or newer is needed"
        printf '  %-20s %s\n' "$1" "$version"
    elif ! stands_in "$1"; then
        printf '  %-20s missing: %s\n' "$1" "$2"
    fi
}

# Of what every system has, and in any version, only what is missing.
needed_tools() {
    local name least cost
    while read -r name least _ cost; do
        [ -z "$name" ] || { [ "$least" = - ] && is_there "$name"; } || tool "$name" "$cost; make setup"
    done <<<"$NEEDED"
}

print_tools() {
    echo "tools"
    needed_tools
    tool clang++ "no second compiler to try the CPU backend with"
    tool nvcc "no CUDA backend, the CPU backend serves"
    tool nvidia-smi "no NVIDIA driver, the CPU backend serves"
    tool ncu "no make profile, make explain counts the same"
    tool compute-sanitizer "no make sanitize, the CPU checker serves"
}

# --- backends ---------------------------------------------------------------------------

# usable PROGRAM: it was built and finds a device. Its report is left in $report; or what keeps the checker
# from running here, on either backend, in $unchecked.
usable() {
    report='' unchecked=''
    [ -n "$1" ] && [ -x "$1" ] || return 1
    report=$("$1")
    case $? in
    0) ;;
    3) unchecked=$report && return 1 ;;
    *) return 1 ;;
    esac
}

# What keeps the CPU backend from being built, or nothing.
obstacle_of_cpu() {
    local build=${DOCTOR_CPU%/*}
    build=${build%/common}
    {
        what_is_wrong machine "$(version_of make)"
        is_there make || echo "make is missing: install it"
        what_is_wrong_with_compiler "${CC:-gcc}" "the judge needs"
        what_is_wrong_with_compiler "${CXX:-g++}" "the CPU backend and the checker need"
        [ -z "$build" ] || what_is_wrong_with_folder "$build" "$build"
    } 2>/dev/null | head -n 1
}

# The messages of a build that failed: the errors, of which the first tells most, or the last lines.
errors_of_build() {
    [ -f "$1.log" ] || return 0
    grep -E -m 5 'error|\*\*\*' "$1.log" || tail -n 5 "$1.log"
    echo "(all of it: $1.log)"
}

# Each sets verdict, the first line; devices, what follows the tools; or fails with both set.

choose_cuda() {
    if usable "${DOCTOR_CUDA:-}"; then
        verdict="backend: cuda (nvcc and a device were found)" devices=$report
        return
    fi
    verdict="BACKEND=cuda cannot run here: BACKEND=cpu needs no device"
    if [ -n "$unchecked" ]; then
        verdict="nothing here can run the labs: $unchecked" devices=
    elif [ -z "${DOCTOR_CUDA:-}" ]; then
        devices="no CUDA backend: nvcc is missing"
    elif [ -x "$DOCTOR_CUDA" ]; then
        devices="no device for the CUDA backend"$'\n'$(grep -E '^  ' <<<"$report")
    else
        devices="no CUDA backend: nvcc cannot build for it"$'\n'$(errors_of_build "$DOCTOR_CUDA")
    fi
    return 1
}

# choose_cpu REASON
choose_cpu() {
    local obstacle
    obstacle=$(obstacle_of_cpu)
    if [ -z "$obstacle" ] && usable "${DOCTOR_CPU:-}"; then
        verdict="backend: cpu ($1)" devices=$report
        return
    fi
    devices=
    obstacle=${obstacle:-$unchecked}
    if [ -z "$obstacle" ] && [ -n "${DOCTOR_CPU:-}" ]; then
        obstacle="the CPU backend cannot be built, see below" devices=$(errors_of_build "$DOCTOR_CPU")
    fi
    verdict="nothing here can run the labs: ${obstacle:-make setup installs what the CPU backend needs}"
    return 1
}

choose_any() {
    local of_cuda=
    choose_cuda && return
    ! is_there nvcc || of_cuda=$devices$'\n'
    choose_cpu "it needs no device"
    local status=$?
    devices=$of_cuda$devices
    return $status
}

choose() {
    case "$backend" in
    cpu) choose_cpu "BACKEND=cpu" ;;
    cuda) choose_cuda ;;
    auto) choose_any ;;
    esac
}

# A lab runs without bats; grading does not.
add_what_grading_lacks() {
    local wrong
    wrong=$(what_is_wrong programs bats jq | head -n 1)
    [ -z "$wrong" ] || verdict+="; no make grade, since $wrong"
}

backend=${BACKEND:-auto}
case "$backend" in
auto | cpu | cuda) ;;
*)
    echo "BACKEND=$backend: want auto, cpu or cuda" >&2
    exit 2
    ;;
esac

status=0
if choose; then
    verdict="the labs can run here, $verdict"
    add_what_grading_lacks
else
    status=1
fi
# Who reads the first line alone, as head does, is told no error.
trap '' PIPE
{
    echo "$verdict"
    print_tools
    [ -z "$devices" ] || echo "$devices"
} 2>/dev/null | fold_lines
exit $status
