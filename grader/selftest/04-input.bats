#!/usr/bin/env bats
# What lab 04 makes of INPUT=: any text is counted, anything else refused in one line.

load suite

setup_file() {
    load suite
    in_lab 04-histogram programs FROM=solutions BACKEND=cpu
}

setup() {
    cd "$BATS_TEST_TMPDIR" || exit
}

count() {
    run in_lab 04-histogram check FROM=solutions BACKEND=cpu INPUT="$PWD/$1" "${@:2}"
    echo "$output"
}

# The file is refused with exit 2 and a line that says why.
refused() {
    count "$1" "${@:3}"
    [ "$status" -eq 2 ]
    [ "$(grep -c "^judge: INPUT=$PWD/$1: .*$2" <<<"$output")" = 1 ]
    [ "$(grep -c '^judge:' <<<"$output")" = 1 ]
}

@test "the letters of a text are counted in seven bins" {
    echo 'programming massively parallel processors' >sentence.txt
    count sentence.txt
    [ "$status" -eq 0 ]
    [[ $output == *'42 bytes:  a-d 5  e-h 5  i-l 6  m-p 10  q-t 10  u-x 1  y-z 1'* ]]
}

@test "a text is counted whatever else is in it: capitals, umlauts, no newline at its end" {
    printf 'Die W\xc3\xa4hlerin Z\xe9ro {z}' >mixed.txt
    count mixed.txt
    [ "$status" -eq 0 ]
    [[ $output == *'a-d 0  e-h 3  i-l 3  m-p 2  q-t 2  u-x 0  y-z 1'* ]]
}

@test "a wrong answer is found on a file, too, and the way to repeat it names the file" {
    head -c 4000000 /dev/urandom | tr -dc a-z >letters.txt
    wrong=grader/wrong/04-histogram/histogram_global/grid_capped_without_loop.cu
    run in_lab 04-histogram check FROM=$wrong TASK=histogram_global BACKEND=cpu INPUT="$PWD/letters.txt"
    echo "$output"
    [ "$status" -ne 0 ]
    [[ $output == *'only a first part of the bytes is counted'* ]]
    [[ $output == *"INPUT=$PWD/letters.txt"* ]]
}

@test "a binary is no text, but byte_histogram takes it" {
    printf 'text\0more' >binary
    refused binary 'not a text: byte 4'
    count binary TASK=byte_histogram
    [ "$status" -eq 0 ]
}

@test "an empty file is refused" {
    : >empty
    refused empty 'empty'
}

@test "a file that is not there, and a folder, are refused" {
    refused missing 'cannot be read: No such file'
    mkdir folder
    refused folder 'not a file'
}

@test "a huge file is refused before it is read" {
    truncate -s 1T huge
    refused huge 'larger than 268435456 bytes'
}

# Bytes and letters of the file $1 as lab 04's line has them, counted without it: numbers alone.
counted_by_tr() {
    local bin
    wc -c <"$1"
    for bin in a-d e-h i-l m-p q-t u-x y-z; do
        tr -cd "$bin" <"$1" | wc -c
    done
}

# The numbers of the line that counts more than 1000 bytes, one a line.
numbers_of_counts() {
    grep -E '^ *[0-9]{4,} bytes:' "$1" | sed 's/[a-z]-[a-z]//g' | grep -oE '[0-9]+'
}

@test "the letters of all handouts are counted, and each handout of lab 04 shows nearly these numbers" {
    cat "$ROOT"/labs/*/README.md >handouts
    counted_by_tr handouts >counted
    in_lab 04-histogram check FROM=solutions BACKEND=cpu TASK=histogram_global >said
    numbers_of_counts said | diff counted -
    for handout in "$ROOT"/labs/04-histogram/README{,.zh}.md; do
        numbers_of_counts "$handout" | paste counted - >both
        echo "$handout, counted and shown:"
        cat both
        [ "$(wc -l <both)" = 8 ]
        awk '$2 < 0.9 * $1 || $2 > 1.1 * $1 { exit 1 }' both
    done
}
