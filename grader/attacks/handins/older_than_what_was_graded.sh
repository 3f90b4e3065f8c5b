# class: stale
# how: an older file, with programs, objects and lists of headers of other builds beside it
# says: stretch.cu: no file of a lab

# shellcheck shell=bash
mkdir -p "$1/01-matmul-naive/cpu" "$1/build/01-matmul-naive/from/solutions"
cp "$SUITE"/labs/01-matmul-naive/matmul_naive.cu "$1/01-matmul-naive/"
cp /bin/true "$1/01-matmul-naive/student" && cp /bin/true "$1/build/01-matmul-naive/from/solutions/student"
# shellcheck disable=SC2016 # make would expand it
echo 'student: $(shell touch '"$HARM"')' | tee "$1/01-matmul-naive/cpu/student.d" >"$1/01-matmul-naive/Makefile"
echo "// none" >"$1/01-matmul-naive/stretch.cu"
find "$1" -type f -exec touch -d 1970-01-02 {} +
