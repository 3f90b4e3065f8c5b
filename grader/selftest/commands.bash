# What commands.bats and setup.bats share: what a refusal is, and a PATH that lacks programs or has others.
# To be loaded behind suite.bash.
# shellcheck shell=bash

# One line, exit 2, and it says $1, after bats's run. make adds a line of its own when a recipe fails.
# shellcheck disable=SC2154 # run has set them
refused() {
    echo "$output"
    [ "$status" -eq 2 ]
    [[ $output = *"$1"* ]]
    [ "$(grep -vc '^make' <<<"$output")" -le 1 ]
}

# A folder for PATH that lacks the programs named.
path_without() {
    local folder=$BATS_TEST_TMPDIR/bin program
    mkdir -p "$folder"
    IFS=: read -ra parts <<<"$PATH"
    for part in "${parts[@]}"; do
        [ ! -d "$part" ] || cp -sn "$part"/* "$folder"/ 2>/dev/null || true
    done
    for program in "$@"; do
        rm -f "$folder/$program"
    done
    echo "$folder"
}

# A program in the folder of path_without: its name, and its lines.
stub() {
    rm -f "$BATS_TEST_TMPDIR/bin/$1"
    printf '%s\n' '#!/bin/sh' "${@:2}" >"$BATS_TEST_TMPDIR/bin/$1"
    chmod +x "$BATS_TEST_TMPDIR/bin/$1"
}
