# class: others' work
# how: an archive with a link, a hard link and ways upwards to a neighbour's file
# says: a path that leads elsewhere

# shellcheck shell=bash
mkdir -p "$1.made/01-matmul-naive"
ln -s "$PWD/ann" "$1.made/01-matmul-naive/there"
cp ann/01-matmul-naive/matmul_naive.cu "$1.made/other.cu"
ln "$1.made/other.cu" "$1.made/01-matmul-naive/matmul_naive.cu"
tar -C "$1.made" -cPf "$1.tar" 01-matmul-naive/there other.cu 01-matmul-naive/matmul_naive.cu
tar -rPf "$1.tar" --transform "s,^,01-matmul-naive/there/../../," ann/01-matmul-naive/matmul_naive.cu
rm -r "$1.made"
