#!/usr/bin/env bash
# Prints yes if a program that nvcc builds finds a device that it can use, or else no, and on stderr
# why BACKEND=auto takes cpu then.
#
#   device.sh NVCC FOLDER     doctor.c is built in FOLDER, where `make doctor` has it too
nvcc=$1 doctor=$2/doctor-cuda
source=$(dirname "$0")/doctor.c

# A file in the making has a name of its own, since other makes may look at the same time.
build() {
    "$nvcc" "$source" -o "$doctor.$$" 2>&1 && mv "$doctor.$$" "$doctor"
}

no() {
    echo "nvcc is here, but BACKEND=auto takes cpu: $*" >&2
    echo no
    exit
}

# Where nothing can be written or run, who builds the labs there says so.
mkdir -p "$2" 2>/dev/null && [ -w "$2" ] || { echo no && exit; }

[ "$doctor" -nt "$source" ] && [ "$doctor" -nt "$nvcc" ] ||
    said=$(build) || no "nvcc cannot build: $(echo "$said" | grep -i -m1 -e error -e fatal -e .)"
[ -x "$doctor" ] || { echo no && exit; }
said=$("$doctor") || no "$(echo "$said" | sed -n 's/^  //p' | head -n 2 | paste -sd ' ')"
echo yes
