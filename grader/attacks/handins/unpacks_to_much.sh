# class: harm
# how: an archive that unpacks to 20 GB
# says: is neither a folder nor an archive that can be read

# shellcheck shell=bash
truncate -s 20M "$1.zeros"
mkdir "$1.made" && truncate -s 20G "$1.made/matmul_naive.cu"
{ tar -C "$1.made" -cf - matmul_naive.cu 2>/dev/null || true; } | head -c 512 | gzip >"$1.tar.gz"
gzip -1 <"$1.zeros" >"$1.piece"
for _ in {1..1000}; do cat "$1.piece"; done >>"$1.tar.gz"
rm -r "$1.zeros" "$1.piece" "$1.made"
