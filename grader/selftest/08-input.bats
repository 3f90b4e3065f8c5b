#!/usr/bin/env bats
# Lab 08 takes a Matrix Market file by INPUT=, and refuses whatever is none with one clear line.

load suite

LAB=08-spmv

setup_file() {
    load suite
    in_lab $LAB programs BACKEND=cpu FROM=solutions
}

setup() {
    file=$BATS_TEST_TMPDIR/matrix.mtx
}

# Writes the arguments to the file, a line each.
holding() {
    printf '%s\n' "$@" >"$file"
}

check() {
    in_lab $LAB check BACKEND=cpu FROM=solutions INPUT="$file" "$@"
}

# Every task takes the file; what the judge says of the matrix begins with $1.
accepted() {
    run -0 --separate-stderr check
    echo "$output"
    [ "$(grep -c '1 of 1 cases' <<<"$output")" = 6 ]
    [[ $output == *"         $1"* ]]
}

# The judge as check starts it, which takes make longer than the judge to read a file that is none.
judge() {
    "$BUILD/$LAB/judge" --lab $LAB --seed 1 --backend cpu --core "$BUILD/$LAB/from/solutions/student" --input "$file"
}

# The judge, or what is named behind, ends with exit status 2 and the one line "judge: INPUT=...: $1".
refused() {
    run --separate-stderr "${2-judge}"
    # shellcheck disable=SC2154 # run sets it
    echo "$stderr"
    [ "$status" -eq 2 ]
    [ "$(grep -c ^judge: <<<"$stderr")" = 1 ]
    [[ $stderr == *"judge: INPUT=$file: $1"* ]]
}

GENERAL='%%MatrixMarket matrix coordinate real general'

# --- taken ----------------------------------------------------------------------------------------

@test "a general matrix of real values is taken" {
    holding "$GENERAL" '4 5 3' '1 1 0.5' '4 5 -2e-3' '2 3 +7'
    accepted '4 x 5: 3 entries, 1 in the longest row'
}

@test "a symmetric matrix gets its upper triangle, and the diagonal only once" {
    holding '%%MatrixMarket matrix coordinate real symmetric' '3 3 4' '1 1 1' '2 1 2' '3 1 3' '3 3 4'
    accepted '3 x 3: 6 entries, 3 in the longest row'
}

@test "integers and patterns are taken" {
    holding '%%MatrixMarket matrix coordinate integer general' '2 2 2' '1 1 -3' '1 2 4'
    accepted '2 x 2: 2 entries, 2 in the longest row'
    holding '%%MatrixMarket matrix coordinate pattern symmetric' '2 2 2' '1 1' '2 1'
    accepted '2 x 2: 3 entries, 2 in the longest row'
}

@test "comments, empty lines, capital letters, tabs and carriage returns are taken" {
    printf '%%%%matrixmarket MATRIX Coordinate Real GENERAL\r\n%% a comment\n\n 2\t2 1\r\n\n%% so\n 2 2\t1.5 \r\n\n' >"$file"
    accepted '2 x 2: 1 entries'
}

@test "a last line may lack its end" {
    printf '%s\n1 1 1\n1 1 1' "$GENERAL" >"$file"
    accepted '1 x 1: 1 entries'
}

@test "matrices without entries, rows or columns are taken" {
    holding "$GENERAL" '3 2 0'
    accepted '3 x 2: 0 entries'
    holding "$GENERAL" '0 0 0'
    accepted '0 x 0: 0 entries'
}

@test "several entries of one place are taken, and add" {
    holding "$GENERAL" '2 2 3' '1 1 1' '1 1 2' '1 1 1'
    accepted '2 x 2: 3 entries, 3 in the longest row'
}

@test "a wrong answer fails on the file's matrix, and the command that repeats it names the file" {
    holding "$GENERAL" '2 2 2' '1 2 1' '2 1 1'
    run -1 in_lab $LAB check BACKEND=cpu FROM=grader/wrong/$LAB/spmv_csr/x_of_the_row.cu TASK=spmv_csr INPUT="$file"
    [[ $output == *"case input: rows=2 cols=2"* ]]
    [[ $output == *"CASE=input SEED=1 INPUT=$file"* ]]
}

# --- refused --------------------------------------------------------------------------------------

@test "a file that is not there, a folder and an empty file are refused" {
    refused 'cannot be opened: No such file' check
    mkdir "$file"
    refused 'cannot be read: Is a directory'
    rmdir "$file"
    : >"$file"
    refused 'empty: no matrix in it'
}

@test "a file with another first line is refused" {
    holding '4 4 1' '1 1 1'
    refused 'not a Matrix Market file: its first line does not begin with %%MatrixMarket'
    holding '%%MatrixMarket matrix coordinate'
    refused 'line 1 should be %%MatrixMarket matrix coordinate FIELD SYMMETRY'
}

@test "dense, complex and skew-symmetric matrices are refused by name" {
    holding '%%MatrixMarket matrix array real general' '1 1' '1'
    refused "line 1: only 'matrix coordinate' is sparse, and this is 'matrix array'"
    holding '%%MatrixMarket matrix coordinate complex general' '1 1 1' '1 1 1 1'
    refused "line 1: values may be real, integer or pattern, not 'complex'"
    holding '%%MatrixMarket matrix coordinate real skew-symmetric' '2 2 1' '2 1 1'
    refused "line 1: a matrix may be general or symmetric, not 'skew-symmetric'"
}

@test "a file that ends too early is refused" {
    holding "$GENERAL" '% and nothing else'
    refused 'ends after line 2, before the line ROWS COLUMNS ENTRIES'
    holding "$GENERAL" '9 9 3' '1 1 1.0000000' '2 2 1.0000000'
    refused 'truncated: it ends after 2 of 3 entries'
    holding "$GENERAL" '9 9 30000000' '1 1 1'
    refused 'truncated: line 2 promises 30000000 entries, and'
    printf '%s\n2 2 2\n1 1 1.0000\n2 2' "$GENERAL" >"$file"
    refused 'line 4: no number where the value should be'
}

@test "huge, negative and nonsensical sizes are refused before anything is allocated" {
    ulimit -v 4000000
    holding "$GENERAL" '2000000000 1 1' '1 1 1'
    refused 'line 2: the number of rows is 2000000000, and should be from 0 to 33554432'
    holding "$GENERAL" '1 99999999999999999999 1' '1 1 1'
    refused 'line 2: the number of columns is 99999999999999999999, and should be'
    holding "$GENERAL" '1 1 -1'
    refused 'line 2: the number of entries is -1, and should be'
    holding "$GENERAL" 'many rows'
    refused 'line 2: no whole number where the number of rows should be'
    holding "$GENERAL" '1 1 1 1' '1 1 1'
    refused 'line 2: something follows ROWS COLUMNS ENTRIES'
}

@test "indices outside of the matrix are refused with their line" {
    holding "$GENERAL" '4 5 2' '1 1 1' '-2 1 1'
    refused 'line 4: the row is -2, and should be from 1 to 4'
    holding "$GENERAL" '4 5 2' '1 1 1' '4 0 1'
    refused 'line 4: the column is 0, and should be from 1 to 5'
    holding "$GENERAL" '4 5 2' '1 6 1' '4 1 1'
    refused 'line 3: the column is 6, and should be from 1 to 5'
    holding "$GENERAL" '4 5 1' '1.5 1 1'
    refused 'line 3: no whole number where the row should be'
    holding "$GENERAL" '0 5 1' '1 1 1'
    refused 'line 2: entries in a matrix of 0 x 5'
}

@test "values that are no numbers, or too large, are refused with their line" {
    holding "$GENERAL" '4 5 1' '1 1 x'
    refused 'line 3: no number where the value should be'
    holding "$GENERAL" '4 5 1' '1 1 nan'
    refused 'line 3: the value is beyond 1e+30'
    holding "$GENERAL" '4 5 1' '1 1 1e400'
    refused 'line 3: the value is beyond 1e+30'
    holding "$GENERAL" '4 5 1' '1 1 1 0'
    refused 'line 3: something follows ROW COLUMN VALUE'
    holding '%%MatrixMarket matrix coordinate pattern general' '4 5 1' '1 1 1'
    refused 'line 3: something follows ROW COLUMN'
}

@test "a symmetric matrix must be square, and have nothing above the diagonal" {
    holding '%%MatrixMarket matrix coordinate real symmetric' '2 3 1' '1 1 1'
    refused 'line 2: a symmetric matrix is square, not 2 x 3'
    holding '%%MatrixMarket matrix coordinate real symmetric' '3 3 1' '1 2 1'
    refused 'line 3: row 1, column 2 is above the diagonal of a symmetric matrix'
}

@test "more entries than promised are refused" {
    holding "$GENERAL" '2 2 1' '1 1 1' '2 2 1'
    refused 'line 4: there are more than the 1 entries promised'
}

@test "binary files, and binary data in a text, are refused" {
    printf '\037\213\010\0\0\0' >"$file"
    refused 'line 1 has a byte 0: is it binary, or compressed?'
    head -c 5000 /dev/zero | tr '\0' '\377' >"$file"
    refused 'line 1 is longer than 1024 characters'
    printf '%s\n2 2 1\n1 1 \0001\n' "$GENERAL" >"$file"
    refused 'line 3 has a byte 0'
    printf '%s\n2 2 1\n\001\002\003\n' "$GENERAL" >"$file"
    refused 'line 3: no whole number where the row should be'
}

@test "a matrix whose longest row would blow up ELL is refused there, and taken by the others" {
    {
        printf '%s\n20000 20000 20000\n' "$GENERAL"
        seq -f '7 %.0f 1' 20000
    } >"$file"
    run -0 check TASK=spmv_csr
    run -0 check TASK=spmv_hybrid
    run -2 check TASK=spmv_ell
    [[ $output == *"its longest row has 20000 entries, and so ELL takes 400000000 places for 20000 entries: name another TASK="* ]]
}
