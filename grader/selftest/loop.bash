# What loop.bats, errors.bats, hunt.bats and watch.bats share: lab 03 in a copy of the suite, with its
# skeletons, for each test anew.
# To be loaded behind suite.bash.
# shellcheck shell=bash

LAB=03-tiled

setup_file() {
    load suite
    copy_suite "$BATS_FILE_TMPDIR"
    in_lab 03-tiled programs BACKEND=cpu
}

# As git has it, for who tests may have solved the lab; without git, as it is there.
skeleton() {
    git -C "$BATS_TEST_DIRNAME/../.." show "HEAD:./labs/$LAB/$1" 2>/dev/null || cat "$BATS_TEST_DIRNAME/../../labs/$LAB/$1"
}

# Each test begins with the skeletons, and with nothing known.
setup() {
    unset NO_COLOR CLICOLOR_FORCE
    for name in tiled.cu stretch.cu; do
        skeleton $name >"$BATS_TEST_TMPDIR/$name"
        cp "$BATS_TEST_TMPDIR/$name" "$ROOT/labs/$LAB/"
    done
    rm -f "$BUILD/progress" "$ROOT/labs/$LAB"/*.kept-*
}

check() {
    in_lab $LAB check BACKEND=cpu "$@"
}

solve() {
    cp "$ROOT/solutions/$LAB/${1-tiled}.cu" "$ROOT/labs/$LAB/"
}

# The stretch task, by the first rung to its worked answer, which is built in a fifth of the time.
solve_stretch() {
    cp "$ROOT/solutions/$LAB/steps/1_four_by_four.cu" "$ROOT/labs/$LAB/stretch.cu"
}

# The first task alone: what comes behind it is the skeleton's.
solve_first() {
    sed '/^\/\/ ---- matmul_tiled:*  *-*[^_]*$/,$d; /^\/\/ ---- matmul_tiled -/,$d' "$ROOT/solutions/$LAB/tiled.cu" \
        >"$BATS_TEST_TMPDIR/first.cu"
    sed -n '/^\/\/ ---- matmul_tiled:/,$p' "$BATS_TEST_TMPDIR/tiled.cu" >>"$BATS_TEST_TMPDIR/first.cu"
    cp "$BATS_TEST_TMPDIR/first.cu" "$ROOT/labs/$LAB/tiled.cu"
}

# How many cases a task has, as the judge says: cases_of TASK
cases_of() {
    "$BUILD/$LAB/judge" --list | awk -v task="$1" '$2 == task { print $3 }'
}

# The line of the learner's file that holds these words: line_of WORDS [FILE below labs/]
line_of() {
    grep -n "$1" "$ROOT/labs/${2-$LAB/tiled.cu}" | head -n 1 | cut -d: -f1
}

# What check says of a file with these functions' bodies: said_of HEAD BODY
said_of() {
    printf '#include "tiled.h"\n%s\nEXPORT void matmul_tiled_square(const float *d_a, const float *d_b, float *d_c, int n)\n{\n%s\n}\n' \
        "$1" "$2" >"$ROOT/labs/$LAB/tiled.cu"
    run -1 check
    echo "${output-}"
}

# A learner's session of labs 01 and 03, from the clone to the last star, as a script for a terminal. fill_to LAB FILE
# NEXT-TASK fills in the functions of the worked answer up to that task; the others stay the skeleton's.
session() {
    cat <<'END'
fill_to() {
    awk -v ruler="^// ---- $3" "\$0 ~ ruler { exit } { print }" "$ROOT/solutions/$1/$2" >new
    sed -n "/^\/\/ ---- $3/,\$p" "$2" >>new
    mv new "$2"
}
try() { printf "\$ %s\n" "$*"; "$@"; echo "status $?"; }
cd "$ROOT/labs/01-matmul-naive"
try make -s
try make -s check BACKEND=cpu
try make -s hint
try make -s hint
cp matmul_naive.cu skeleton.kept
printf "__global__ void oops(int *out, float first, float second)\n{\n    out[threadidx.x] = 1;\n}\n" >>matmul_naive.cu
try make -s check BACKEND=cpu
mv skeleton.kept matmul_naive.cu
fill_to 01-matmul-naive matmul_naive.cu matmul_1d
try make -s check BACKEND=cpu
try make -s next
cp "$ROOT/grader/wrong/01-matmul-naive/matmul_1d/lda_for_b.cu" matmul_naive.cu
try make -s check BACKEND=cpu TASK=matmul_1d
cp "$ROOT/solutions/01-matmul-naive/matmul_naive.cu" .
try make -s check BACKEND=cpu
cd ../03-tiled
try make -s
fill_to 03-tiled tiled.cu "matmul_tiled[ :]"
try make -s check BACKEND=cpu
cp "$ROOT/solutions/03-tiled/tiled.cu" .
try make -s check BACKEND=cpu
cp "$ROOT/solutions/03-tiled/steps/1_four_by_four.cu" stretch.cu
try make -s check BACKEND=cpu
cd ../..
try make -s
END
}
