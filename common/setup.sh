#!/usr/bin/env bash
# Installs what the suite needs and this machine lacks (Debian and Ubuntu packages), or prints
# the command that does; says what it left out and what that costs. Exit 0 when all that is
# needed is there, 2 when not.
set -u

# program, package, what it is needed for
needed='
gcc    gcc        the judge
g++    g++        the CPU backend
bats   bats       the rubrics and the tests
jq     jq         the score table
objcopy binutils  the CPU checker, and the source line of a fault
patch  patch      what was tried on the solutions, for the tests and make bench'

# program, package, what is missing without it; not installed unasked
optional='
nvcc               -           speed on a GPU, and make bench: install the CUDA Toolkit from NVIDIA
compute-sanitizer  -           make sanitize, on a GPU: comes with the CUDA Toolkit
clang++            clang       a second opinion in the tests of the suite itself
pnmtopng           netpbm      lab 05'\''s pictures as PNG, which any browser shows
shellcheck         shellcheck  the tests of the suite'\''s shell scripts'

has() {
    # clang++ serves as well as g++.
    command -v "$1" >/dev/null || { [ "$1" = g++ ] && command -v clang++ >/dev/null; } ||
        { [ "$1" = nvcc ] && [ -x /usr/local/cuda/bin/nvcc ]; }
}

missing() {
    while read -r program package _; do
        [ -z "$program" ] || has "$program" || echo "$package"
    done <<<"$needed"
}

say_what_is_left_out() {
    while read -r program _ cost; do
        [ -z "$program" ] || has "$program" || echo "left out: $program; without it: $cost"
    done <<<"$optional"
}

install() {
    local as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo)
    local line="${as_root[*]} apt-get install -y --no-install-recommends $*"
    if ! command -v apt-get >/dev/null; then
        echo "setup: install these first, by the names they have here: $*" >&2
        exit 2
    fi
    if [ "$(id -u)" -ne 0 ] && ! sudo -n true 2>/dev/null; then
        echo "setup: no right to install; ask for: sudo apt-get install -y --no-install-recommends $*" >&2
        exit 2
    fi
    echo "${line# }"
    "${as_root[@]}" apt-get update -qq >/dev/null 2>&1
    DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "$@" >/dev/null || {
        echo "setup: that failed; the network, or a package of another name? The command was: ${line# }" >&2
        exit 2
    }
}

mapfile -t packages < <(missing)
[ ${#packages[@]} -eq 0 ] || install "${packages[@]}"
mapfile -t packages < <(missing)
[ ${#packages[@]} -eq 0 ] || {
    echo "setup: still missing: ${packages[*]}" >&2
    exit 2
}
echo "setup: all that is needed is here"
say_what_is_left_out
