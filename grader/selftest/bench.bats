#!/usr/bin/env bats
# `make bench`: what it says without a GPU, its tables and plot, and on a GPU its answers.
# bench/rows.jsonl are the rows of lab 03 as one H200 gave them, to make tables of.
# bats file_tags=apart

load suite

setup() {
    ROWS=$BATS_TEST_TMPDIR/03-tiled.jsonl
    cp "$ROOT/grader/selftest/bench/rows.jsonl" "$ROWS"
}

report() {
    bash "$ROOT/common/bench/bench_report" "$@"
}

# The answer of one row is wrong.
spoil() {
    jq -c 'if .name == "matmul_fast" then .right = false else . end' "$ROWS" >"$ROWS.new"
    mv "$ROWS.new" "$ROWS"
}

@test "without a GPU make bench says what it would need and shows the CPU backend's table" {
    ! has_gpu || skip "there is a GPU"
    for where in "$ROOT" "$ROOT/labs/03-tiled"; do
        run -0 suite -C "$where" bench ONLY=nothing
        [[ ${lines[0]} == *"needs nvcc and an NVIDIA GPU"* ]]
        [[ $output == *"loops"*"grid"*"ratio"*"allowed"* ]]
    done
    run -0 suite bench BACKEND=cpu ONLY=nothing
    [[ $output != *"needs nvcc"* ]]
}

# The bench with a kernel that does something else; all but its kernels are built already.
spoilt_bench() {
    suite bench BACKEND=cpu ONLY=nothing
    cp -a "$BUILD/bench" "$BATS_TEST_TMPDIR/built"
    cp -a "$ROOT/common/simt/bench" "$BATS_TEST_TMPDIR"
    sed -i "$1" "$BATS_TEST_TMPDIR/bench/kernels.cu"
    BENCH_ONCE=1 suite bench BACKEND=cpu ONLY="$2" BENCH_DIR="$BATS_TEST_TMPDIR/bench" \
        BENCH_BUILD="$BATS_TEST_TMPDIR/built"
}

@test "a wrong result on the CPU backend ends its bench with a failure" {
    run ! spoilt_bench 's/sums\[t\] += sums\[t + stride\]/sums[t] -= sums[t + stride]/' "row sums"
    [[ $output == *"row sums"*"wrong"*"WRONG"* ]]
}

@test "peers of the CPU backend that are not here are left out by name" {
    run -0 suite bench BACKEND=cpu ONLY=nothing BENCH_OPENCL= BENCH_BUILD="$BATS_TEST_TMPDIR/built"
    [[ $output == *"left out: PoCL"*"make setup PEERS=1"*"left out: HIP-CPU"*"HIP_CPU=PATH"* ]]
    run -2 suite bench BACKEND=cpu HIP_CPU="$BATS_TEST_TMPDIR"
    [[ $output == *"HIP_CPU=$BATS_TEST_TMPDIR is no checkout of HIP-CPU"* ]]
}

@test "the CPU backend's README gets a row a work, what the bench says of it, and the machine" {
    printf '%s\n' before '<!-- peers -->' old '<!-- /peers -->' after >"$BATS_TEST_TMPDIR/README.md"
    cat >"$BATS_TEST_TMPDIR/rows.jsonl" <<'END'
{"processor": "a processor", "cores": 2, "date": "2026-11-23", "cc": "GCC 12", "cxx": "GCC 12", "peers": "PoCL 3.1"}
{"work": "sums", "ms": {"loops -O2": 2, "PoCL": 3, "grid": 7, "bound": 6}, "ratio": 3.5, "allowed": 3, "verdict": "ok without its bound", "says": "4 times"}
{"work": "scan", "ms": {"loops -O2": 2, "grid": 2, "bound": 0}, "ratio": 1, "allowed": 3, "verdict": "ok", "says": ""}
END
    "$ROOT/common/simt/bench/readme" --rows "$BATS_TEST_TMPDIR/rows.jsonl" "$BATS_TEST_TMPDIR/README.md"
    diff - "$BATS_TEST_TMPDIR/README.md" <<'END'
before
<!-- peers -->
| milliseconds | loops -O2 | PoCL | grid | grid / faster loops | allowed | |
|---|---|---|---|---|---|---|
| sums | 2 | 3 | 7 | 3.5 | 3 | ok without its bound |
| scan | 2 | wrong | 2 | 1 | 3 | ok |

- **sums**: 4 times

Written by `common/simt/bench/readme`: a processor, 2 cores, 2026-11-23; loops: GCC 12; kernels: GCC 12; peers: PoCL 3.1.
<!-- /peers -->
after
END
    run -2 "$ROOT/common/simt/bench/readme" --rows "$BATS_TEST_TMPDIR/nothing" "$BATS_TEST_TMPDIR/README.md"
    [ "${#lines[@]}" = 1 ]
}

# The labs, and those folders of tasks without points that are timed.
timed_folders() {
    (cd "$ROOT/labs" && printf '%s\n' */ && find . -path './*/more/vendor.cu' -printf '%P\n' | sed 's,vendor.cu$,,')
}

@test "every task of a lab is in some work of its vendor.cu, under a name that call.c knows" {
    suite tools BACKEND=cpu
    timed_folders >"$BATS_TEST_TMPDIR/folders"
    while read -r lab; do
        suite -C "labs/$lab" "$BUILD/${lab%/}/judge"
        tasks=$("$BUILD/${lab%/}/judge" --list | awk '{ print $2 }')
        [ -n "$tasks" ]
        for task in $tasks; do
            grep -q "\"[a-z0-9_ ]*\\b$task\\b[a-z0-9_ ]*\"" "$ROOT/labs/$lab/vendor.cu" ||
                { echo "$lab: $task is in no work" && false; }
        done
    done <"$BATS_TEST_TMPDIR/folders"
}

@test "the handouts list the sizes of make bench" {
    timed_folders >"$BATS_TEST_TMPDIR/folders"
    while read -r lab; do
        lab=$ROOT/labs/$lab
        works=$(sed -n '/bench_works\[\] = {/,/^};/s/^    {\.name = "\([^"]*\)",.*/- \1/p' "$lab/vendor.cu")
        [ "$(wc -l <<<"$works")" -ge 4 ]
        listed=$(sed -n '/`make bench`/,/^## /p' "$lab/README.md" | grep '^- ')
        diff - <(echo "$listed") <<<"$works"
        # and in Chinese, in the words of the table
        listed=$(sed -n '/`make bench`/,/^## /p' "$lab/README.zh.md" | grep '^- ')
        awk -F '\t' 'NR == FNR { words["- " $1] = "- " $2; next } { print $0 in words ? words[$0] : "no words for " $0 }' \
            "$ROOT/common/bench/words.zh.tsv" - <<<"$works" | diff - <(echo "$listed")
    done <"$BATS_TEST_TMPDIR/folders"
}

@test "a table has a row for each rung, the vendor last, and the ratio to it in the same run" {
    run -0 report show "$ROWS"
    [[ $output == *"03-tiled, n = 4096"*"matmul_tiled_square"*"matmul_tiled "*"matmul_fast: the last rung"*"cuBLAS SGEMM"*"reference"* ]]
    [[ $output == *"matmul_fast: the last rung"*"26647 GFLOP/s"*"41% of multiply-add"*"0.52 x"*"right"* ]]
    [[ $output == *"NVIDIA H200, 2026-11-21, multiply-add 65093 GFLOP/s"* ]]
    jq -e 'length > 3 and all(.ms > 0)' "${ROWS%l}"
}

# A shape of a sweep by the first and by the last rung: SHAPE FIRST LAST VENDOR RIGHT, in milliseconds.
shape() {
    jq -nc --arg shape "$1" --argjson first "$2" --argjson last "$3" --argjson vendor "$4" --argjson right "$5" '
        {lab: "03-tiled", work: "many shapes", device: "a device", date: "today", shape: $shape, unit: "GFLOP/s",
         ceiling: "multiply-add", ceiling_rate: 1, rate: 1, of_ceiling: 1, exact: false, right: true, error: 0}
        | . + {program: "core", name: "matmul_tiled", task: 2, vendor: false, ms: $first, to_vendor: ($vendor / $first)},
          . + {program: "stretch", name: "cuBLAS SGEMM", task: -1, vendor: true, ms: $vendor, to_vendor: 1},
          . + {program: "stretch", name: "matmul_fast", task: 3, vendor: false, ms: $last, right: $right,
               to_vendor: ($vendor / $last)}'
}

@test "a sweep is told by how many of its shapes are slow, and by the slowest" {
    {
        shape "1 x 1 by 1 x 1" 4 5 8 true
        shape "2 x 3 by 3 x 2" 9 5 4 true
        shape "7 x 3 by 3 x 2" 9 5 4.6 false
        for i in {1..9}; do shape "$i x 9 by 9 x 9" 9 5 6 true; done
    } >>"$ROWS"
    printf '<!-- bench -->\n<!-- /bench -->\n' >"$BATS_TEST_TMPDIR/README.md"
    run -0 report show "$ROWS"
    says="matmul_fast is below 0.9 of cuBLAS SGEMM in 1 of 12 shapes, and below 0.9 of matmul_tiled in 1; WRONG in 1. The ten slowest:"
    [[ $output == *"03-tiled, many shapes"$'\n'"  $says"* ]]
    [[ $output == *" 2 x 3 by 3 x 2 "*"5 ms"*"0.8 x"*"1.8 x"*" 7 x 3 by "*"0.92 x"* ]]
    [[ $output != *"1 x 1 by 1 x 1"* ]] # the fastest of twelve
    mkdir "$BATS_TEST_TMPDIR/03-tiled"
    mv "$BATS_TEST_TMPDIR/README.md" "$BATS_TEST_TMPDIR/03-tiled"
    report readme "$ROWS" "$BATS_TEST_TMPDIR/03-tiled/README.md"
    grep -F "$says" "$BATS_TEST_TMPDIR/03-tiled/README.md"
    grep -F "| 2 x 3 by 3 x 2 | 5 ms | 0.8 x | 1.8 x |" "$BATS_TEST_TMPDIR/03-tiled/README.md"
}

@test "a wrong answer is called so, and is not plotted" {
    spoil
    run -0 report show "$ROWS"
    [[ $output == *"matmul_fast: the last rung"*"WRONG"* ]]
    [ ! -e "${ROWS%.jsonl}.tsv" ] || ! grep -q "matmul fast" "${ROWS%.jsonl}.tsv"
}

@test "a vendor whose errors are the point is shown with its error, however large" {
    jq -c 'if .vendor then .exact = true | .right = false | .error = 4.6e-6 else . end' "$ROWS" >"$ROWS.new"
    mv "$ROWS.new" "$ROWS"
    run -0 report show "$ROWS"
    [[ $output == *"cuBLAS SGEMM"*"4.6e-6"* ]]
    [[ $output != *"reference"* && $output != *"WRONG"* ]]
}

@test "where a step is the last rung of a core task, the core file has the first" {
    core='select(.name == "matmul_tiled" and .program == "core") | .name = "matmul_x" | .task = 9'
    jq -c "., ($core), ($core | .program = \"1_two_words\"), ($core | .program = \"2_the_last_rung\")" "$ROWS" >"$ROWS.new"
    mv "$ROWS.new" "$ROWS"
    run -0 report show "$ROWS"
    [[ $output == *$'\n  matmul_x  '*"step 1: two words"*"matmul_x: the last rung"*"cuBLAS SGEMM"* ]]
    [ "$(grep -c 'matmul_x: the last rung' <<<"$output")" = 3 ] # once for each size
}

@test "what was tried comes behind the last rung, is not plotted, and is no rung itself" {
    tried='select(.name == "matmul_fast" and .program == "stretch")
        | .program = "tried/two_words" | .ms *= 2 | .rate /= 2 | .to_vendor /= 2'
    jq -c "., ($tried)" "$ROWS" >"$ROWS.new"
    mv "$ROWS.new" "$ROWS"
    run -0 report show "$ROWS"
    [[ $output == *"matmul_fast: the last rung"*"tried: two words"*"cuBLAS SGEMM"* ]]
    [[ $output != *"step two"* ]]
    [ ! -e "${ROWS%.jsonl}.tsv" ] || ! grep -q "two words" "${ROWS%.jsonl}.tsv"
    echo '<!-- bench --><!-- /bench -->' | sed 's/></>\n</' >"$BATS_TEST_TMPDIR/README.md"
    report readme "$ROWS" "$BATS_TEST_TMPDIR/README.md"
    grep -q '| 03-tiled | n = 4096 | .* | 0.52 |' "$BATS_TEST_TMPDIR/README.md"
}

@test "the plot is an SVG with a bar for each rung" {
    requires gnuplot
    run -0 report show "$ROWS"
    grep -q '<svg' "${ROWS%.jsonl}.svg"
    grep -q 'n = 4096: cuBLAS SGEMM' "${ROWS%.jsonl}.svg"
}

@test "a README gets its tables between its markers, and nothing else is touched" {
    mkdir "$BATS_TEST_TMPDIR/03-tiled"
    printf '%s\n' before '<!-- bench -->' old '<!-- /bench -->' after |
        tee "$BATS_TEST_TMPDIR/README.md" >"$BATS_TEST_TMPDIR/03-tiled/README.md"
    report readme "$ROWS" "$BATS_TEST_TMPDIR/README.md" "$BATS_TEST_TMPDIR/03-tiled/README.md"
    for file in README.md 03-tiled/README.md; do
        [ "$(head -1 "$BATS_TEST_TMPDIR/$file")" = before ]
        [ "$(tail -1 "$BATS_TEST_TMPDIR/$file")" = after ]
        run -1 grep -q old "$BATS_TEST_TMPDIR/$file"
    done
    grep -q '| 03-tiled | n = 4096 |' "$BATS_TEST_TMPDIR/README.md"
    grep -q '^| matmul_tiled_square | 16.8 ms |' "$BATS_TEST_TMPDIR/03-tiled/README.md"
}

@test "the Chinese README has the table of the English one, and a word that has no Chinese is told" {
    table_of() {
        sed -n '/<!-- bench -->/,/<!-- .bench -->/p' "$1" | sed '1d;$d'
    }
    [ "$(table_of "$ROOT/README.md" | grep -c '^| [0-9]')" -ge 20 ]
    table_of "$ROOT/README.md" | report chinese >"$BATS_TEST_TMPDIR/chinese"
    table_of "$ROOT/README.zh.md" | diff "$BATS_TEST_TMPDIR/chinese" -
    printf '%s\n' before '<!-- bench -->' old '<!-- /bench -->' after | tee "$BATS_TEST_TMPDIR/README.md" >"$BATS_TEST_TMPDIR/README.zh.md"
    report readme "$ROWS" "$BATS_TEST_TMPDIR/README.md"
    grep -q '^| 03-tiled | n = 4096 | .* | cuBLAS SGEMM：' "$BATS_TEST_TMPDIR/README.zh.md"
    run -1 report chinese <<<'| 03-tiled | n of nobody | 1 GB/s | 2 GB/s | cuBLAS SGEMM: 3 | 0.67 |'
    [[ $output = *"no Chinese for: n of nobody"* ]]
}

@test "rows that are missing, and a README without markers, are refused in one line" {
    run -2 report show "$BATS_TEST_TMPDIR/nothing.jsonl"
    [ "${#lines[@]}" = 1 ]
    echo nothing >"$BATS_TEST_TMPDIR/README.md"
    run -2 report readme "$ROWS" "$BATS_TEST_TMPDIR/README.md"
    [ "${#lines[@]}" = 1 ]
    [ "$(cat "$BATS_TEST_TMPDIR/README.md")" = nothing ]
}

@test "tasks without points that have a vendor.cu are timed with their lab, and their rows are the lab's" {
    timed_folders | grep more/ >"$BATS_TEST_TMPDIR/folders"
    while read -r folder; do
        lab=${folder%/more/}
        # What would be done, by a compiler that need not be there.
        run -0 suite -C "labs/$lab" -n bench-on-device BACKEND=cuda NVCC=true FROM=solutions
        [[ $output = *">$BUILD/bench/$lab.jsonl"*" -C more FROM='$ROOT/solutions' bench-on-device"* ]]
        run -0 suite -C "labs/$lab/more" -n bench-on-device BACKEND=cuda NVCC=true FROM=solutions
        [[ $output = *"/$lab/more/from/solutions/bench/core"*"program $lab "*">$BUILD/bench/$lab.more.jsonl"* ]]
        # One file is no hand-in of both.
        run -0 suite -C "labs/$lab" -n bench-on-device BACKEND=cuda NVCC=true FROM="$ROOT/solutions/$lab/stretch.cu"
        [[ $output != *" -C more "* ]]
    done <"$BATS_TEST_TMPDIR/folders"
}

@test "on a GPU every answer of the solutions is right at every size of make bench" {
    needs_gpu
    run -0 suite bench FROM=solutions
    run -0 jq -r 'select((.vendor | not) and .right == false)' "$BUILD"/bench/*.jsonl
    [ -z "$output" ]
}
