# class: others' work
# how: links to a neighbour's folder, and to the solution's file
# says: a link

# shellcheck shell=bash
mkdir -p "$1/01-matmul-naive"
ln -s ../ann "$1/labs"
ln -s "$SUITE/solutions/01-matmul-naive/matmul_naive.cu" "$1/01-matmul-naive/matmul_naive.cu"
