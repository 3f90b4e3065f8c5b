# class: results
# how: an archive of a neighbour's name, that its marks become the neighbour's
# says: is of the same name

# shellcheck shell=bash
mkdir -p "$1"
cp "$SUITE"/labs/01-matmul-naive/matmul_naive.cu "$1/"
tar -C "$1" -cf ann.tar matmul_naive.cu
mv ann.tar ann.TAR
