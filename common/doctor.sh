#!/usr/bin/env bash
# What `make doctor` prints: the tools, what a missing one costs, the backend that will be used,
# and its devices. Exits 0 if something here can run the labs, else 1.
#
#   DOCTOR_CPU   doctor.c built on common/simt, or empty
#   DOCTOR_CUDA  doctor.c built on the CUDA toolkit, or empty
#   BACKEND      auto (the default), cpu or cuda
set -u

# --- tools ------------------------------------------------------------------------------

# The first thing in a tool's --version that looks like a version.
version_of() {
    "$1" --version 2>&1 | grep -oE '[0-9]+\.[0-9]+(\.[0-9]+)*' | head -n 1
}

# tool NAME COST: its version, or that it is missing and what that costs.
tool() {
    if command -v "$1" >/dev/null; then
        printf '  %-20s %s\n' "$1" "$(version_of "$1")"
    else
        printf '  %-20s missing: %s\n' "$1" "$2"
    fi
}

print_tools() {
    echo "tools"
    tool make "nothing can be built"
    tool gcc "nothing can be built; make setup"
    tool g++ "no CPU backend; make setup"
    tool clang++ "no second compiler to try the CPU backend with"
    tool bats "no make grade; make setup"
    tool jq "no make grade; make setup"
    tool patch "no make test, and make bench lacks what was tried; make setup"
    tool nvcc "no CUDA backend, the CPU backend serves"
    tool nvidia-smi "no NVIDIA driver, the CPU backend serves"
    tool ncu "no make profile, make explain counts the same"
    tool compute-sanitizer "no make sanitize, the CPU checker serves"
}

# --- backends ---------------------------------------------------------------------------

# usable PROGRAM: it was built and finds a device. Its report is left in $report.
usable() {
    report=
    [ -n "$1" ] && [ -x "$1" ] && report=$("$1")
}

can_build_cpu() {
    command -v make >/dev/null && command -v gcc >/dev/null && command -v g++ >/dev/null
}

# use BACKEND REASON REPORT
use() {
    echo "backend: $1 ($2)"
    echo "$3"
}

choose_cuda() {
    usable "${DOCTOR_CUDA:-}" || return 1
    use cuda "nvcc and a device were found" "$report"
}

choose_cpu() {
    local reason=$1
    can_build_cpu && usable "${DOCTOR_CPU:-}" && use cpu "$reason" "$report"
}

# The report on a device that was asked for or expected, and is not usable.
explain_cuda() {
    if [ -n "${DOCTOR_CUDA:-}" ]; then
        usable "$DOCTOR_CUDA"
        echo "no device for the CUDA backend"
        grep -E '^  ' <<<"$report"
    else
        echo "no CUDA backend: nvcc is missing"
    fi
}

choose() {
    case "$backend" in
    cpu) choose_cpu "BACKEND=cpu" ;;
    cuda) choose_cuda || { explain_cuda && false; } ;;
    auto)
        choose_cuda && return
        command -v nvcc >/dev/null && explain_cuda
        choose_cpu "it needs no device"
        ;;
    esac
}

backend=${BACKEND:-auto}
case "$backend" in
auto | cpu | cuda) ;;
*)
    echo "BACKEND=$backend: want auto, cpu or cuda" >&2
    exit 2
    ;;
esac

print_tools
if ! choose; then
    if [ "$backend" = cuda ]; then
        echo "BACKEND=cuda cannot run here: BACKEND=cpu needs no device"
    else
        echo "nothing here can run the labs: make setup installs what the CPU backend needs"
    fi
    exit 1
fi
