# class: harm
# how: folders in folders without end, many files, long names, and a file of many GB that takes no room
# says: more than 1 MiB

# shellcheck shell=bash
mkdir -p "$1/01-matmul-naive" "$1/many"
truncate -s 40G "$1/01-matmul-naive/matmul_naive.cu"
(cd "$1/many" && seq 3000 | xargs touch && touch "$(printf '%0255d' 0)")
(cd "$1" && for _ in {1..300}; do mkdir -p "$(printf '%099d' 0)" && cd "$(printf '%099d' 0)" || exit; done && echo x >deep.cu)
