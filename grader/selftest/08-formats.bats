#!/usr/bin/env bats
# Lab 08's judge converts matrices between the sparse formats: every format gives back what it got.
# bats file_tags=apart

load suite

setup_file() {
    export FORMATS=$BATS_FILE_TMPDIR/formats
    root=$BATS_TEST_DIRNAME/../..
    cc -std=c11 -O1 -g -Wall -Wextra -Werror -I"$root/labs/08-spmv" \
        "$BATS_TEST_DIRNAME/formats.c" "$root/labs/08-spmv/formats.c" -lm -o "$FORMATS"
}

@test "the text's matrix has the CSR arrays that one writes by hand" {
    "$FORMATS" text-csr
}

@test "the text's matrix has the ELL arrays that one writes by hand, by columns" {
    "$FORMATS" text-ell
}

@test "the text's matrix has the COO arrays that one writes by hand" {
    "$FORMATS" text-coo
}

@test "the text's matrix has the ELL part and the surplus that one writes by hand" {
    "$FORMATS" text-hybrid
}

@test "the text's matrix has the JDS sections that one writes by hand" {
    "$FORMATS" text-jds
}

@test "matrices of any shape come back from CSR as they were" {
    "$FORMATS" csr
}

@test "matrices of any shape come back from ELL as they were" {
    "$FORMATS" ell
}

@test "matrices of any shape come back from COO as they were" {
    "$FORMATS" coo
}

@test "matrices of any shape come back from ELL and surplus, whatever the width" {
    "$FORMATS" hybrid
}

@test "matrices of any shape come back from JDS as they were" {
    "$FORMATS" jds
}

@test "sorting brings reversed entries into order" {
    "$FORMATS" sort
}

@test "an ELL row has its entries first, then padding whose values nobody wrote" {
    "$FORMATS" padding
}

@test "JDS sections follow each other, longest first, and hold every row and entry once" {
    "$FORMATS" sections
}

@test "a test that does not exist is refused" {
    run -2 "$FORMATS" nonsense
}
