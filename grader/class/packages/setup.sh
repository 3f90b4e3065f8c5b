#!/usr/bin/env bash
# Gradescope runs this once, as root, when it makes the image of the autograder.
#
#   AUTOGRADER   where the zip was unpacked (/autograder/source)
set -euo pipefail

source=${AUTOGRADER:-/autograder}/source
apt-get update
apt-get install -y --no-install-recommends make git g++ gcc binutils jq bats bubblewrap libarchive-tools
# What all hand-ins share is built here, and not in each of their times.
make -C "$source/suite" tools BACKEND=cpu
for lab in "$source"/suite/labs/*/; do
    make -s -C "$lab" guard tools "$source/suite/build/$(basename "$lab")/judge" BACKEND=cpu
done
