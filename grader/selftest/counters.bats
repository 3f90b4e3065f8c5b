#!/usr/bin/env bats
# The counters of the CPU checker: what each kernel costs, and `make explain`.
# shellcheck disable=SC2030,SC2031 # each test is a subshell anyway

load suite

setup_file() {
    export HERE="$ROOT/grader/selftest/counters"
    for compiler in g++ clang++; do
        command -v $compiler >/dev/null || continue
        make -s -j2 -f "$HERE/counters.mk" BUILD="$BATS_FILE_TMPDIR/$compiler" CXX=$compiler
    done
}

# Both compilers' programs, in all four schedules: exactly what cases.inc says of these kernels.
cost_what_is_told() {
    local compiler
    for compiler in g++ clang++; do
        requires $compiler
        "$BATS_FILE_TMPDIR/$compiler/cases" "$@"
    done
}

# What `parts` is to print: the lines of parts.cu that say so.
parts_that_are_told() {
    awk -F '// PARTS ' '$2 ~ /^[0-9]/ { print "parts.cu:" NR " parts " $2 + 0 }' "$HERE/parts.cu"
}

# --- the kernels of cases.inc ------------------------------------------------------------------

@test "five kernels cost what an H200 was seen to spend" {
    cost_what_is_told copy copy_shifted copy_strided transpose transpose_padded
}

@test "a request moves each sector once that its lanes touch, in whatever order" {
    cost_what_is_told copy_every_other copy_backwards copy_one copy_permuted scatter read_only
}

@test "lanes that sit out touch nothing" {
    cost_what_is_told half_a_warp odd_lanes one_lane early_return
}

@test "elements of 1 to 16 bytes are one access each, a structure of 12 bytes is three" {
    cost_what_is_told copy_bytes copy_short copy_float2 copy_double copy_float4 copy_threes \
        copy_three_doubles copy_pairs
}

@test "different words of a bank conflict, the same word does not" {
    cost_what_is_told shared_broadcast shared_two_words shared_stride_2 shared_stride_3 \
        shared_stride_8 shared_bytes shared_bytes_stride_4 b_same_word f_two_words dynamic
}

@test "wide accesses to shared memory go in phases, of which some go as one" {
    cost_what_is_told shared_doubles shared_doubles_stride_2 shared_float4 \
        shared_float4_stride_2 shared_quarter d_broadcast d_mirror d_pairs d_half d_quarters \
        d_evens d_stride_2_half d_far d_swapped d_two_columns q_broadcast q_mirror_8 \
        q_mirror_16 q_pairs q_half q_evens q_one
}

@test "lanes that part in a branch or a loop join again behind it" {
    cost_what_is_told branch_in_loop sides_in_loop ragged_loop nested_loops break_and_continue \
        while_loop short_circuit
}

@test "lanes that are in one function by different calls make no request in common" {
    cost_what_is_told calls
}

@test "a loop of any length is counted, without keeping all of it" {
    cost_what_is_told long_loop long_wait
}

@test "atomics pass as often as lanes want the same address" {
    cost_what_is_told atomics_apart atomics_on_one atomics_on_four atomic_minimum shared_atomics
}

@test "warps and blocks add up, ragged and two-dimensional ones too" {
    cost_what_is_told many_blocks ragged_warp flat_blocks tree
}

# Of g++ and clang++ themselves the tests above and below know. The library has no part in it.
@test "every other compiler that is installed counts the same, at the same lines" {
    local compiler name build compared=0
    "$ROOT/grader/selftest/compilers/compare" --list >"$BATS_TEST_TMPDIR/compilers"
    while read -r compiler; do
        for name in g++ clang++; do
            [ "$(realpath "$(command -v $name)")" != "$(realpath "$(command -v "$compiler")")" ] || continue 2
        done
        echo "$compiler"
        compared=$((compared + 1))
        build=$BATS_TEST_TMPDIR/$compiler
        make -s -j2 -f "$HERE/counters.mk" BUILD="$build" CXX="$compiler" "$build/cases" "$build/parts"
        "$build/cases"
        parts_that_are_told >"$build/told"
        "$build/parts" >"$build/counted"
        diff "$build/told" "$build/counted"
    done <"$BATS_TEST_TMPDIR/compilers"
    [ $compared -gt 0 ] || skip "g++ and clang++ themselves are all that is installed"
}

@test "no kernel of cases.inc is left out here" {
    local kernel kernels
    kernels=$(grep -o '^CASE([a-z0-9_]*' "$HERE/cases.inc" | cut -c 6-)
    for kernel in $kernels; do
        grep -qw "$kernel" "$BATS_TEST_FILENAME" || { echo "$kernel is not tested" && false; }
    done
}

@test "a kernel that costs something else is refused with both numbers" {
    requires g++
    sed 's/^CASE(copy_shifted, LOAD(1, 32, 5)/CASE(copy_shifted, LOAD(1, 32, 4)/' \
        "$HERE/cases.inc" >"$BATS_TEST_TMPDIR/cases.inc"
    cp "$HERE"/{cases.c,kernels.h} "$BATS_TEST_TMPDIR"
    gcc -std=c11 -I "$ROOT/common/simt" -I "$ROOT/common/simt/shim" -c "$BATS_TEST_TMPDIR/cases.c" -o "$BATS_TEST_TMPDIR/c.o"
    g++ "$BATS_FILE_TMPDIR/g++/kernels.o" "$BATS_TEST_TMPDIR/c.o" \
        "$SIMT_BUILD/libsimt.a" -pthread -o "$BATS_TEST_TMPDIR/cases"
    run -1 "$BATS_TEST_TMPDIR/cases" copy_shifted
    [[ $output == *"copy_shifted, forward: global_load.sectors is 5, want 4"* ]]
}

# --- lines and totals ----------------------------------------------------------------------------

# What `lines` says of the line of lines.cu that has this word in a comment at its end.
line_with() {
    local number
    number=$(grep -n "// $1\$" "$HERE/lines.cu" | cut -d : -f 1)
    grep "^lines.cu:$number " <<<"$output"
}

@test "numbers belong to the line that the student wrote, also behind calls and atomics" {
    for compiler in g++ clang++; do
        requires $compiler
        run -0 "$BATS_FILE_TMPDIR/$compiler/lines"
        [[ $(line_with HELPER) == *" global_load.requests=4 global_load.lanes=128 global_load.bytes=512 global_load.sectors=32" ]]
        [[ $(line_with STORE) == *" shared_store.requests=4 "* ]]
        [[ $(line_with BARRIER) == *" barriers=2" ]]
        [[ $(line_with BRANCH) == *" divergent_branches=2" ]]
        [[ $(line_with ATOMIC) == *" global_atomic.requests=2 global_atomic.lanes=16 global_atomic.passes=16 global_atomic.same_address_most=8" ]]
        [[ $(line_with BOTH) == *" global_store.requests=4 "*" shared_load.requests=4 "*" shared_load.wavefronts=4" ]]
        [[ $output == *"total launches=1 blocks=2 warps=4 threads=128 bytes=512 sectors=32"* ]]
    done
}

@test "what a thread has written itself is loaded again in each round that says so, by any compiler" {
    local compiler
    for compiler in g++ clang++; do
        requires $compiler
        run -0 "$BATS_FILE_TMPDIR/$compiler/lines" sums
        [[ $(line_with SUM) == *" global_load.requests=16 global_load.lanes=512 "*" global_store.requests=8 "* ]]
    done
}

@test "of loads that a compiler would make one of, or several, each is told as it is written, by any compiler" {
    local compiler
    for compiler in g++ clang++; do
        requires $compiler
        run -0 "$BATS_FILE_TMPDIR/$compiler/lines" written
        echo "$output"
        [[ $(line_with EITHER) == *" global_load.requests=2 global_load.lanes=32 global_load.bytes=128 "* ]]
        [[ $(line_with VECTOR) == *" global_load.requests=1 global_load.lanes=32 global_load.bytes=512 "* ]]
    done
}

@test "lanes part at the line of their branch, not where they were together last" {
    local compiler parts
    parts=$(parts_that_are_told)
    for compiler in g++ clang++; do
        requires $compiler
        run -0 "$BATS_FILE_TMPDIR/$compiler/parts"
        [ "$output" = "$parts" ]
    done
}

@test "a branch is told from a number in another instruction that looks like one" {
    [ "$(uname -m)" = x86_64 ] || skip "all instructions of $(uname -m) have one length"
    gcc -std=c11 -Wall -Wextra -Werror -O1 -I "$ROOT/common/simt" "$HERE/branches.c" \
        "$ROOT/common/simt/counters"/{branches,instructions}.c -o "$BATS_TEST_TMPDIR/branches"
    run -0 "$BATS_TEST_TMPDIR/branches"
    [ -z "$output" ]
    # As objdump reads a whole program.
    objdump -d --insn-width=16 "$BATS_FILE_TMPDIR/g++/cases" |
        awk -F '\t' 'NF >= 3 && !/\(bad\)/ { gsub(/ /, "", $2); print $2 }' >"$BATS_TEST_TMPDIR/instructions"
    run -0 "$BATS_TEST_TMPDIR/branches" lengths <"$BATS_TEST_TMPDIR/instructions"
    [[ $output == [1-9]*" instructions, 0 differ" ]]
}

@test "loads of constant memory are not counted" {
    requires g++
    run -0 "$BATS_FILE_TMPDIR/g++/lines"
    [[ $(line_with BOTH) != *global_load* ]]
}

@test "wherever the program lies in memory, its variables are not taken for shared ones" {
    local first
    requires g++
    first=$("$BATS_FILE_TMPDIR/g++/lines")
    for _ in {1..12}; do
        [ "$("$BATS_FILE_TMPDIR/g++/lines")" = "$first" ]
    done
}

@test "counting adds up until it is reset, and can be off" {
    requires g++
    run -0 "$BATS_FILE_TMPDIR/g++/lines" twice
    [[ $output == *"global_load.requests=8 "*"total launches=2 "* ]]
    run -0 "$BATS_FILE_TMPDIR/g++/lines" reset
    [[ $output == *"global_load.requests=4 "*"total launches=1 "* ]]
    run -0 "$BATS_FILE_TMPDIR/g++/lines" off
    [ "$output" = "total launches=0 blocks=0 warps=0 threads=0 bytes=0 sectors=0" ]
}

# --- the comparison with a device -----------------------------------------------------------------

@test "Nsight Compute counted the same on an H200, and the comparison tells what differs" {
    requires g++
    local cases=$BATS_FILE_TMPDIR/g++/cases
    run -0 bash "$HERE/compare_ncu" "$cases" "$HERE/h200.csv"
    [[ ${lines[-1]} == *" 0 differ" ]]
    sed '/"copy_kernel".*sectors_pipe_lsu_mem_global_op_ld/s/"4"/"5"/' "$HERE/h200.csv" >"$BATS_TEST_TMPDIR/ncu.csv"
    run -1 bash "$HERE/compare_ncu" "$cases" "$BATS_TEST_TMPDIR/ncu.csv"
    [[ $output == *"| copy | 1 | **4, 5** |"* ]]
    [[ ${lines[-1]} == *" 1 differ" ]]
}

# --- make explain -----------------------------------------------------------------------------------

@test "make explain shows the source with what each line costs, and makes a page of it" {
    requires jq
    run -0 in_lab 03-tiled explain TASK=matmul_tiled FROM=solutions BACKEND=cpu
    [[ $output == *"tiled.cu, task matmul_tiled, "* ]]
    [[ $output == *"        sum += a_tile[y][l] * b_tile[l][x];
     | "*" shared requests, 0 bank conflicts; 32 lanes a request"* ]]
    # Where there is room the numbers stand beside the code, and take no more columns than there are.
    SUITE_COLUMNS=100 run -0 bash "$ROOT/common/tools/explain_task" show "$BUILD/03-tiled/explain"
    [[ $output != *"     | "* && $output == *" requests conflicts "* ]]
    grep -qE '^ +[0-9]+ +sum \+= a_tile\[y\]\[l\] \* b_tile\[l\]\[x\]; +[0-9]+ +0$' <<<"$output"
    awk 'length($0) > 100 { print "too wide: " $0; bad = 1 } END { exit bad }' <<<"$output"
    SUITE_COLUMNS=99 run -0 bash "$ROOT/common/tools/explain_task" show "$BUILD/03-tiled/explain"
    [[ $output == *"     | "*" shared requests, 0 bank conflicts"* ]]
    local page=$BUILD/03-tiled/explain.html
    grep -q '<td class="text">    if (row &lt; m &amp;&amp; col &lt; n)' "$page"
    grep -q 'rgba(var(--heat), 1)' "$page"
    run -1 grep -qE 'src=|href=|@import|url\(' "$page"
}

@test "make explain and make replay show all launches of a task, though nobody waits between them" {
    requires jq
    run -0 in_lab 07-scan explain TASK=prefix_sum_2d CASE=small FROM=solutions BACKEND=cpu
    # A store of each of the two kernels.
    [[ $output = *"out["*"] = "*"
     | "*"sums[(row + k) * width + col] = sum += x[k];
     | 3 global requests"* ]]
    in_lab 07-scan replay TASK=prefix_sum_2d CASE=small FROM=solutions BACKEND=cpu
    jq -e '.launches | length == 2' "$BUILD/07-scan/replay.replay"
}

@test "make explain shows what the checker has found below its line" {
    requires jq
    sed 's/__syncthreads(); \/\/ the tiles are complete$//' \
        "$ROOT/solutions/03-tiled/tiled.cu" >"$BATS_TEST_TMPDIR/tiled.cu"
    run -0 in_lab 03-tiled explain TASK=matmul_tiled FROM="$BATS_TEST_TMPDIR/tiled.cu" BACKEND=cpu
    [[ $output == *"
     ^ race: "*tiled.cu:* ]]
    grep -q '<tr class="found">' "$BUILD/03-tiled/explain.html"
}

@test "make explain counts the case that is named, also one that is not checked otherwise" {
    run -0 in_lab 05-convolution explain TASK=convolve_2d CASE=blur FROM=solutions BACKEND=cpu
    # The handout's 1174336 loads.
    [[ $output == *'37840 global requests of 5.6 sectors, 70 % of their bytes used; 31 lanes a request'* ]]
}

# Line $1 of the output, from 0, is the first that has $2.
opens_with() {
    [[ ${lines[$1]} == "$2"* ]]
}

@test "make explain counts any case that is small enough, names it with its numbers, and opens at the kernel" {
    requires jq
    run -0 in_lab 03-tiled explain TASK=matmul_tiled CASE=wide FROM=solutions BACKEND=cpu
    opens_with 0 "tiled.cu, task matmul_tiled, case wide: m=5 n=300 k=20"
    [[ ${lines[1]} == *" // The element of a rows x cols matrix"* ]]
    [[ $output == *"     | 57 global requests of 4 sectors, 83 % of their bytes used; 26.3 lanes a request"* ]]
    [[ $output != *"matmul_tiled_square"* ]]
    local page=$BUILD/03-tiled/explain.html
    grep -A1 'id="kernel"' "$page" | grep -q '// The element of a rows x cols matrix'
    grep -q 'matmul_tiled_square' "$page"
}

@test "make explain says which case is too large or has nothing to count, and does not show an older one" {
    requires jq
    sed 's/for (int l = 0/for (int again = 0; again < 1 << 28; again++) &/' "$ROOT/solutions/03-tiled/tiled.cu" >"$BATS_TEST_TMPDIR/tiled.cu"
    run -2 in_lab 03-tiled explain TASK=matmul_tiled CASE=less FROM="$BATS_TEST_TMPDIR/tiled.cu" BACKEND=cpu COUNT_SECONDS=1
    [[ $output == *"case less takes too long to be counted: "*"Smaller cases: one"* ]]
    run -2 in_lab 03-tiled explain TASK=matmul_tiled CASE=wide BACKEND=cpu
    [[ $output == *"nothing was counted in case wide of matmul_tiled: nothing written yet"* ]]
}

# One line on stderr too, and it says $1.
refuses_in_one_line() {
    [ "${#lines[@]}" -eq 1 ]
    [[ $output = *"$1"* ]]
}

@test "what a task is not explained for, or needs a GPU, is one line, at the top and in a lab" {
    for arguments in "suite explain LAB=03" "in_lab 03-tiled explain"; do
        # shellcheck disable=SC2086 # several words
        run -2 $arguments TASK=none BACKEND=cpu
        refuses_in_one_line "TASK=none: say which task, one of: matmul_tiled_square "
    done
    for verb in sanitize profile; do
        run -2 suite $verb BACKEND=cpu
        refuses_in_one_line "make $verb needs nvcc and a GPU"
        run -2 in_lab 03-tiled $verb BACKEND=cpu
        refuses_in_one_line "make $verb needs nvcc and a GPU"
    done
}

@test "make explain WITH= compares two files line by line, whatever their comments" {
    requires jq
    sed -e 's/ __syncthreads();.*/ __syncthreads(); \/\/ other words/' -e 's/b_tile\[l\]\[x\];/b_tile[x][l];/' \
        "$ROOT/solutions/03-tiled/tiled.cu" >"$BATS_TEST_TMPDIR/columns.cu"
    run -0 in_lab 03-tiled explain TASK=matmul_tiled CASE=whole-tiles FROM="$BATS_TEST_TMPDIR/columns.cu" WITH=solutions BACKEND=cpu
    [[ $output == *"| in all: "*"; 8 blocks of 256 threads
~ in all: "*"; 8 blocks of 256 threads"* ]]
    [[ $output == *"__syncthreads(); // other words
     | 48 barriers passed
     ~ the same"* ]]
    [[ $output == *"sum += a_tile[y][l] * b_tile[x][l];
     | 12288 shared requests, 43008 bank conflicts; 32 lanes a request
   +         "*"sum += a_tile[y][l] * b_tile[l][x];
     ~ 12288 shared requests, 0 bank conflicts; 32 lanes a request"* ]]
    grep -q '<tr class="only"><td class="line">+</td>' "$BUILD/03-tiled/explain.html"
    run -2 in_lab 03-tiled explain TASK=matmul_tiled WITH=nobody BACKEND=cpu
    [[ $output == *"WITH=nobody does not exist"* ]]
}

# A line a task that has them: TASK SECTORS WAVEFRONTS, of the worked answer.
worked_in() {
    sed -nE 's/^ *\.name = "(.*)",/task \1/p; s/^ *\.worked = \{(.*)\},/\1/p' "$ROOT/labs/$1/cases.c" | tr -d , |
        awk '$1 == "task" { task = $2; next } { print task, $1, $2 + 0 }'
}

# What these lines should be, by running it.
moved_in() {
    local task case
    in_lab "$1" programs BACKEND=cpu FROM=solutions
    worked_in "$1" >"$BATS_TEST_TMPDIR/worked"
    while read -r task _ wavefronts; do
        case=$("$BUILD/$1/judge" --list-cases --task "$task" | jq -rs 'map(select(.counted == 1))[0].case')
        in_lab "$1" judge BACKEND=cpu FROM=solutions TASK="$task" CASE="$case" JSON="$BATS_TEST_TMPDIR/moved" >&2
        jq -r --arg task "$task" --argjson looked "$wavefronts" \
            '"\($task) \(.sectors) \(if $looked > 0 then .wavefronts else 0 end)"' "$BATS_TEST_TMPDIR/moved"
    done <"$BATS_TEST_TMPDIR/worked"
}

@test "what a task says that its worked answer moves is what that moves" {
    requires jq
    for lab in ${NIGHTLY:+"${LABS[@]}"} 03-tiled; do
        moved_in "$lab" >"$BATS_TEST_TMPDIR/all-moved"
        worked_in "$lab" | diff - "$BATS_TEST_TMPDIR/all-moved"
    done
}

@test "a right answer that moves far more than the worked one is sent to make explain, by make check" {
    requires jq
    local kernel='s/blockIdx.x \* blockDim.x + threadIdx.x/blockIdx.x * blockDim.x + threadIdx.y/; s/blockIdx.y \* blockDim.y + threadIdx.y/blockIdx.y * blockDim.y + threadIdx.x/'
    sed "$kernel" "$ROOT/solutions/01-matmul-naive/matmul_naive.cu" >"$BATS_TEST_TMPDIR/turned.cu"
    run -0 in_lab 01-matmul-naive check TASK=matrix_add FROM="$BATS_TEST_TMPDIR/turned.cu" BACKEND=cpu
    [[ $output == *"ok     matrix_add "*"
         right, with "[4-9].[0-9]" times the sectors needed: make explain FROM="*" TASK=matrix_add"* ]]
    run -0 in_lab 01-matmul-naive check TASK=matrix_add FROM=solutions BACKEND=cpu
    [[ $output != *"make explain"* ]]
}

@test "a right answer whose grid counts threads where blocks are wanted is told so, by make check" {
    sed 's/blocks_for((size_t)n \* n, BLOCK_SIZE)/n * n/' "$ROOT/solutions/01-matmul-naive/matmul_naive.cu" >"$BATS_TEST_TMPDIR/blocks.cu"
    run -0 in_lab 01-matmul-naive check TASK=matmul_1d CASE=padded-all FROM="$BATS_TEST_TMPDIR/blocks.cu" BACKEND=cpu
    [[ $output == *"right, but it launches 256 threads for each element, most of which find nothing to do"*"a grid counts blocks"* ]]
    run -0 in_lab 01-matmul-naive check TASK=matmul_1d CASE=padded-all FROM=solutions BACKEND=cpu
    [[ $output != *"for each element"* ]]
    # A block for each row has idle threads, too, and is what later labs teach.
    run -0 in_lab 01-matmul-naive check TASK=matrix_add FROM=grader/right/01-matmul-naive/row_per_block.cu BACKEND=cpu
    [[ $output != *"for each element"* ]]
}

@test "make explain asks for a task that there is" {
    run -2 in_lab 03-tiled explain FROM=solutions BACKEND=cpu
    [ "${lines[0]}" = "TASK=: say which task, one of: matmul_tiled_square matmul_tiled matmul_fast" ]
    [ "${#lines[@]}" = 1 ] # make adds no line of its own
    # What does not compile is told as make check tells it, from the lab's folder.
    sed 's/sum += a_tile/summ += a_tile/' "$ROOT/solutions/03-tiled/tiled.cu" >"$BATS_TEST_TMPDIR/tiled.cu"
    run -2 in_lab 03-tiled explain FROM="$BATS_TEST_TMPDIR/tiled.cu" TASK=matmul_tiled BACKEND=cpu
    [[ ${#lines[@]} = 1 && $output == "nothing was counted in case "*": it does not compile: tiled.cu:"*"error: "* ]]
}
