#!/usr/bin/env bats
# Lab 05 takes a PGM picture by INPUT=, refuses whatever is none, and leaves pictures to look at.

load suite

LAB=05-convolution
PICTURES=$BUILD/$LAB

setup_file() {
    load suite
    in_lab $LAB programs BACKEND=cpu FROM=solutions
}

setup() {
    picture=$BATS_TEST_TMPDIR/picture.pgm
}

check() {
    in_lab $LAB check BACKEND=cpu FROM=solutions INPUT="$picture" "$@"
}

# check takes the picture.
accepted() {
    run -0 --separate-stderr check "$@"
    [[ $output =~ "2 of 2 cases" ]]
}

# The judge as check starts it, which takes make longer than the judge to read a file that is none.
judge() {
    "$BUILD/$LAB/judge" --lab $LAB --seed 1 --backend cpu --core "$BUILD/$LAB/from/solutions/student" --input "$picture"
}

# The judge, or what is named behind, ends with exit status 2 and the one line "judge: INPUT=...: $1".
refused() {
    run --separate-stderr "${2-judge}"
    # shellcheck disable=SC2154 # run sets it
    echo "$stderr"
    [ "$status" -eq 2 ]
    [ "$(grep -c ^judge: <<<"$stderr")" = 1 ]
    [[ $stderr == *"judge: INPUT=$picture: $1"* ]]
}

@test "a binary picture of one byte a pixel is taken" {
    printf 'P5\n3 2\n255\n\1\2\3\4\5\6' >"$picture"
    accepted
}

@test "a binary picture of two bytes a pixel is taken, the high byte first" {
    printf 'P5 2 1 65535\n\177\377\0\0' >"$picture"
    accepted TASK=convolve_2d
    # 32767 of 65535 is 127.5 of 255, and the other pixel is black.
    run -0 od -An -tu1 -j 11 "$PICTURES/picture.pgm"
    [ "$(xargs <<<"$output")" = "127 0" ]
}

@test "a picture in plain text is taken, with comments and any white space" {
    printf 'P2 # plain\n# width and\n 3\t2 # height\n10\n0 1 2\n\n  3 4\n10' >"$picture"
    accepted
}

@test "a picture of one pixel is taken" {
    printf 'P2 1 1 1 1' >"$picture"
    accepted
}

@test "every task on pictures takes one" {
    printf 'P2 2 2 9 1 2 3 9' >"$picture"
    run -0 check
    [ "$(grep -c '2 of 2 cases' <<<"$output")" = 3 ]
}

@test "a file that is not there is refused" {
    refused "cannot be read: No such file or directory" check
}

@test "a folder is refused" {
    mkdir "$picture"
    refused "cannot be read: Is a directory"
}

@test "an empty file is refused" {
    : >"$picture"
    refused "not a PGM picture"
}

@test "another format is refused" {
    printf 'P6\n1 1\n255\n\1\2\3' >"$picture"
    refused "not a PGM picture"
}

@test "a header that ends early is refused" {
    printf 'P5\n3' >"$picture"
    refused "its height, in the header, is not a whole number"
}

@test "a width that is no number is refused" {
    printf 'P5\nwide 2\n255\n' >"$picture"
    refused "its width, in the header, is not a whole number"
}

@test "a negative height is refused" {
    printf 'P2\n2 -2\n255\n1 2 3 4' >"$picture"
    refused "its height, in the header, is not a whole number from 1"
}

@test "a picture without pixels is refused" {
    printf 'P5\n0 0\n255\n' >"$picture"
    refused "its width, in the header, is not a whole number from 1"
}

@test "a largest value of more than 65535 is refused" {
    printf 'P5\n1 1\n65536\n\1\2\3' >"$picture"
    refused "its largest value, in the header, is not a whole number from 1 to 65535"
}

@test "huge dimensions are refused before room is made for them" {
    printf 'P5\n65000 65000\n255\n\1\2\3' >"$picture"
    refused "its 65000 x 65000 pixels are more than"
}

@test "dimensions that no number holds are refused" {
    printf 'P5\n99999999999999999999 1\n255\n\1' >"$picture"
    refused "its width, in the header, is not a whole number"
}

@test "a truncated binary picture is refused" {
    printf 'P5\n3 2\n255\n\1\2\3\4\5' >"$picture"
    refused "it ends after 5 of 6 pixels"
}

@test "a binary picture that is truncated within a pixel is refused" {
    printf 'P5\n2 1\n256\n\0\1\0' >"$picture"
    refused "it ends after 1 of 2 pixels"
}

@test "a truncated plain picture is refused" {
    printf 'P2\n3 2\n255\n1 2 3 4\n' >"$picture"
    refused "it ends after 4 of 6 pixels"
}

@test "a pixel above the largest value is refused" {
    printf 'P2\n2 1\n9\n9 10\n' >"$picture"
    refused "pixel 1 is not a whole number from 0 to 9"
}

@test "a negative pixel is refused" {
    printf 'P2\n2 1\n9\n-1 1\n' >"$picture"
    refused "pixel 0 is not a whole number from 0 to 9"
}

@test "binary bytes in a plain picture are refused" {
    printf 'P2\n2 2\n255\n\1\2\377\376' >"$picture"
    refused "pixel 0 is not a whole number"
}

@test "more pixels than the header says are refused" {
    printf 'P5\n2 2\n255\n\1\2\3\4\5' >"$picture"
    refused "more follows after its 4 pixels"
}

@test "a task on lists takes no picture" {
    printf 'P2 1 1 1 1' >"$picture"
    run --separate-stderr check TASK=convolve_1d
    [ "$status" -eq 2 ]
    [[ $stderr == *"INPUT= is not taken by convolve_1d"* ]]
}

@test "a blur keeps what is even, and an edge shows where a pixel differs" {
    printf 'P2 9 9 255' >"$picture"
    for i in {1..81}; do printf ' %d' $((i == 41 ? 255 : 100)) >>"$picture"; done
    accepted TASK=convolve_2d
    pixels() { tail -c 81 "$PICTURES/$1" | od -An -v -w9 -tu1; }
    # The middle row: 100 wherever the mask meets neither the bright pixel nor a ghost.
    [ "$(pixels picture.pgm | sed -n 5p | xargs)" = "100 100 100 100 255 100 100 100 100" ]
    [ "$(pixels blurred.pgm | sed -n 5p | awk '{ print ($5 > $4) ($4 > $3) }')" = 11 ]
    [ "$(pixels edges.pgm | sed -n 5p | awk '{ print $2, $3, $7, $8, ($5 > 250) }')" = "0 0 0 0 1" ]
}

@test "the pictures of the default case are there as PNG, too" {
    requires pnmtopng
    rm -f "$PICTURES"/*.png
    run -0 in_lab $LAB check BACKEND=cpu FROM=solutions TASK=convolve_2d
    for name in picture blurred edges; do
        [[ $output == *"wrote ../../build/$LAB/$name.png and .pgm"* ]]
        [ "$(head -c 8 "$PICTURES/$name.png" | od -An -tx1 | xargs)" = "89 50 4e 47 0d 0a 1a 0a" ]
    done
}

@test "without pnmtopng the pictures are PGM, and one line says what is missing" {
    student=$(find "$PICTURES/from" -name student -print -quit)
    run -0 env PATH=/nowhere "$PICTURES/judge" --lab $LAB --task convolve_2d --case blur \
        --core "$student" --out "$BATS_TEST_TMPDIR"
    [[ $output == *"blurred.pgm; PNG takes pnmtopng, of the package netpbm"* ]]
    [ ! -e "$BATS_TEST_TMPDIR/blurred.png" ]
}
