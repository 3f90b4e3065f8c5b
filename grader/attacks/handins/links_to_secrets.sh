# class: secrets
# how: links to files of the system and of who grades, in the places of files and of headers
# says: a link

# shellcheck shell=bash
mkdir -p "$1/01-matmul-naive"
ln -s /etc/passwd "$1/01-matmul-naive/matmul_naive.h"
ln -s "$HOME" "$1/home"
ln -s "$SUITE/labs/01-matmul-naive/cases.c" "$1/01-matmul-naive/matmul_naive.cu"
