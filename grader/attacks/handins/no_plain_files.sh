# class: harm
# how: a pipe, a socket and devices in the places of files, which nobody would ever come to the end of
# says: a pipe

# shellcheck shell=bash
mkdir -p "$1/01-matmul-naive" "$1/02-kahan" "$1/03-tiled" "$1/04-histogram"
mkfifo "$1/01-matmul-naive/matmul_naive.cu"
ln -s /dev/zero "$1/02-kahan/kahan.cu"
mknod "$1/03-tiled/tiled.cu" c 1 5 2>/dev/null || ln -s /dev/tty "$1/03-tiled/tiled.cu"
python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])' "$1/04-histogram/histogram.cu" 2>/dev/null || true
