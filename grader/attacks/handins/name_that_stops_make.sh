# class: stale
# how: names with a colon, a dollar and a bracket, at which make would stop before old results are gone
# says: a name with odd characters

# shellcheck shell=bash
mkdir -p "$1/01-matmul-naive"
cp "$SUITE"/solutions/01-matmul-naive/matmul_naive.cu "$1/01-matmul-naive/matmul:naive.cu"
# shellcheck disable=SC2016 # make would expand it
cp "$SUITE"/solutions/01-matmul-naive/matmul_naive.cu "$1/01-matmul-naive/"'$(shell exit)matmul_naive.cu'
