#!/usr/bin/env bats
# The judge: one fault costs one case and is named in words; its options; its verdicts.

# shellcheck disable=SC2030,SC2031 # each test is a subshell anyway
load suite

setup_file() {
    load suite
    export SIMT_WORKERS=1 # endless loops keep one core busy, and not all
    LAB=01-matmul-naive
    in_lab $LAB programs BACKEND=cpu FROM=grader/selftest/faults.cu
    export FAULTS=$BATS_FILE_TMPDIR/faults.jsonl
    in_lab $LAB judge BACKEND=cpu FROM=grader/selftest/faults.cu TASK=square_elements JSON="$FAULTS" >"$FAULTS.said" || true
    in_lab $LAB programs BACKEND=cpu FROM=grader/selftest/causes.cu
    export CAUSES=$BATS_FILE_TMPDIR/causes
    for task in square_elements matrix_add matmul_1d matmul_2d matmul_host; do
        in_lab $LAB judge BACKEND=cpu FROM=grader/selftest/causes.cu TASK=$task JSON="$CAUSES.$task" >/dev/null || true
    done
    in_lab $LAB programs BACKEND=cpu FROM=solutions
}

LAB=01-matmul-naive

# The verdict of case $1 has reason $2 and says $3.
verdict() {
    jq -c --arg case "$1" 'select(.case == $case)' "$FAULTS" | tee /dev/stderr |
        jq -es --arg reason "$2" --arg words "$3" \
            'length == 1 and (.[0] | .reason == $reason and (.message | contains($words)))'
}

# The line of causes.cu that has $1.
line_of() {
    grep -nF "$1" "$ROOT/grader/selftest/causes.cu" | cut -d: -f1
}

# In task $1, whose outputs fail for the reason $2, the first failure begins with $3 and says $4.
cause() {
    jq -nc input "$CAUSES.$1" | tee /dev/stderr |
        jq -es --arg reason "$2" --arg first "$3" --arg words "$4" \
            'length == 1 and (.[0] | .reason == $reason and (.message | startswith($first) and contains($words)))'
}

judge_solution() {
    in_lab $LAB judge BACKEND=cpu FROM=solutions JSON="$BATS_TEST_TMPDIR/out.jsonl" "$@"
}

@test "a kernel that is never launched is named" {
    verdict one wrong "no kernel was launched"
}

@test "the time of a product that takes seconds is told where its task is asked for, of all its blocks" {
    run -0 in_lab 02-kahan check BACKEND=cpu FROM=solutions TASK=matmul_kahan CASE=text
    echo "$output"
    grep -qE '^ +[0-9.]+ s for yours, [0-9.]+ s for the plain sum' <<<"$output"
}

@test "a learner may write a log of their own" {
    file=$BATS_TEST_TMPDIR/logged.cu
    sed "/EXPORT void square_elements/,/^}/ s|^{|{ FILE *log = fopen(\"$BATS_TEST_TMPDIR/log\", \"a\"); fprintf(log, \"%d\\\\n\", width); fclose(log);|" \
        "$ROOT/solutions/$LAB/matmul_naive.cu" >"$file"
    sed -i '1i #include <stdio.h>' "$file"
    run -0 in_lab $LAB check BACKEND=cpu FROM="$file" TASK=square_elements CASE=wider
    grep -x 33 "$BATS_TEST_TMPDIR/log"
    # Nor does it matter that they close none of many.
    sed -i '/fopen/ { s/fclose/fflush/; s/{ FILE/{ for (int i = 0; i < 100; i++) { FILE/; s/$/ }/ }' "$file"
    run -0 in_lab $LAB check BACKEND=cpu FROM="$file" TASK=square_elements CASE=wider
    [ "$(grep -cx 33 "$BATS_TEST_TMPDIR/log")" -gt 100 ]
}

@test "only the checked program holds what watches accesses" {
    local programs=$BUILD/$LAB/from/solutions
    nm "$programs/student.checked" >"$BATS_TEST_TMPDIR/checked"
    grep ' simt_watch_access$' "$BATS_TEST_TMPDIR/checked"
    nm "$programs/student" >"$BATS_TEST_TMPDIR/fast"
    run -1 grep ' simt_watch_access$' "$BATS_TEST_TMPDIR/fast"
}

# Only the checked program does work late: what passes at once is refused there (common/simt).
@test "every task of every lab has a checked case" {
    for lab in "$ROOT"/labs/*/; do
        in_lab "$(basename "$lab")" "$BUILD/$(basename "$lab")/judge" >&2
        "$BUILD/$(basename "$lab")/judge" --list
    done >"$BATS_TEST_TMPDIR/tasks"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/tasks")" -gt 30 ]
    run -0 awk '!($4 > 0)' "$BATS_TEST_TMPDIR/tasks"
    [ -z "$output" ]
}

# The solution, changed by a sed command, as its host function does in one case.
changed() {
    sed "$1" "$ROOT"/solutions/$LAB/*naive.cu >"$BATS_TEST_TMPDIR/$2.cu"
    in_lab $LAB programs BACKEND=cpu FROM="$BATS_TEST_TMPDIR/$2.cu"
    run in_lab $LAB check BACKEND=cpu FROM="$BATS_TEST_TMPDIR/$2.cu" TASK=matmul_host CASE=packed
}

@test "a CUDA call that is refused is told with the reason" {
    changed '/CHECK(cudaFree(d_b))/s/d_b/d_a/' freed_twice
    [[ $output == *"cudaFree(d_a) failed: this memory was already freed: allocation "* ]]
    [[ $output != *"never freed"* ]] # it has not come to the other calls
    changed 's/CHECK(cudaFree(d_b))/cudaFree(d_a)/' freed_twice_unchecked
    [[ $output == *"cudaErrorInvalidValue (invalid argument): this memory was already freed: "* ]]
}

@test "an endless kernel is named with its line" {
    verdict many-blocks cuda-error "kernel never_end still runs"
    verdict many-blocks cuda-error "faults.cu:2"
}

@test "a segmentation fault is named with its line" {
    verdict wider crashed "segmentation fault"
    verdict wider crashed "faults.cu:"
}

@test "an error within CHECK stands in the line that uses it, and not in our header" {
    printf '%s\n' '#include "matmul_naive.h"' \
        'EXPORT void square_elements(const int *, int *, int, int)' '{' \
        '    CHECK(cudaLaunchKernel(nullptr, dim3(1), dim3(1), nullptr, 0, 0));' '}' >"$BATS_TEST_TMPDIR/used.cu"
    run in_lab $LAB check BACKEND=cpu FROM="$BATS_TEST_TMPDIR/used.cu" TASK=square_elements
    run ! in_lab $LAB judge BACKEND=cpu FROM="$BATS_TEST_TMPDIR/used.cu" TASK=square_elements
    echo "$output"
    [[ $output = *"it does not compile: "*"used.cu:4:"*"not supported without a GPU: cudaLaunchKernel"* ]]
    [[ $output != *"kernel.h"* ]]
}

@test "abort is named" {
    verdict lower crashed "abort()"
}

@test "a stack overflow in a kernel is named" {
    verdict higher cuda-error "device stack overflow in thread (0,0,0) of block (0,0,0)"
}

@test "a stack overflow on the host is named, with its line and the usual causes, and no other is guessed" {
    verdict equal crashed "segmentation fault (SIGSEGV)"
    verdict equal crashed "the host's stack is full, at faults.cu:4"
    run -1 grep -F '"case":"equal"' <(grep "device pointer in host code" "$FAULTS")
}

@test "what both programs say of one call or one line of the host is told once" {
    changed 's/(size_t)n \* n \* sizeof(float)/(size_t)n * n/' elements_for_bytes
    [ "$(grep -c 'cudaMemcpy2D(d_a, .* failed: the destination of 16384 bytes' <<<"$output")" = 1 ]
    [[ $output = *"(4096 bytes) and runs past its end: was the memory asked for in elements, and not in bytes?"* ]]
    changed 's/^    matmul_1d(d_a, n, .*/    d_c[0] = 1;/' stored_on_the_host
    [[ $output = *"host code dereferences a device pointer: write to"*"died of a segmentation fault (SIGSEGV)"* ]]
    [ "$(grep -cE 'stored_on_the_host.cu:[0-9]+' <<<"$output")" = 1 ]
}

@test "a grid and a block that are exchanged are told of their order" {
    changed 's/<<<blocks, BLOCK_SIZE>>>/<<<BLOCK_SIZE, 100 * blocks>>>/' exchanged
    [[ $output = *"asks for 1600 threads a block in x, a device takes 1 to 1024: the grid comes before the block"* ]]
    changed 's/<<<blocks, BLOCK_SIZE>>>/<<<blocks, 100 * BLOCK_SIZE>>>/' too_large
    [[ $output = *"asks for 25600 threads a block in x, a device takes 1 to 1024"$'\n'* ]]
}

@test "a launch of 2048 threads is named by CUDA's error and its cure" {
    verdict wide cuda-error "cudaErrorInvalidConfiguration"
    verdict wide cuda-error "1024 threads"
}

@test "an output written past its end by one element is named with its index" {
    verdict high out-of-bounds "wrote past the end of out, which has 37925 elements: element 37925"
}

@test "a write far outside of every array is named with its line" {
    verdict row cuda-error "illegal memory access"
}

@test "device memory read by the host is named as such" {
    verdict column crashed "is device memory from cudaMalloc"
}

@test "each of these faults costs its own case and no other" {
    for case in one-block no-columns no-rows; do
        verdict $case ok ""
    done
    [ "$(jq -s length "$FAULTS")" = "$("$BUILD/$LAB/judge" --list | awk '$2 == "square_elements" { print $3 }')" ]
}

@test "a tile that is smaller than its block is told with its line, where the outputs are only wrong" {
    at=causes.cu:$(line_of "tile[threadIdx.y][threadIdx.x] = ")
    cause square_elements wrong "write to tile[256], which has 256 elements: $at" "elements of out are wrong"
    cause square_elements wrong "write to" "also: race in shared memory, tile[16]: write $at"
}

@test "a stray read is told with its line, although the loop after it never ends" {
    cause matrix_add cuda-error "read of a[-1], which has 1024 elements: causes.cu:$(line_of 'a[-1]')" "still runs"
}

@test "a stray read is told with its line, although the kernel breaks off after it" {
    cause matmul_1d cuda-error "read of b[256], which has 256 elements: causes.cu:$(line_of 'b[count]')" \
        "illegal memory access"
}

@test "a race in shared memory is told before one in global memory that may follow from it" {
    [ "$(line_of 'c[i] = value')" -lt "$(line_of 'place = threadIdx.x')" ]
    cause matmul_host race "race in shared memory, place: write causes.cu:" ""
}

@test "where the checker finds nothing, the outputs have the word" {
    cause matmul_2d wrong "" "elements of c are wrong"
    run -1 jq -es 'first.message | contains("causes.cu:")' "$CAUSES.matmul_2d"
}

@test "what the checker finds in a later case is told beside a first that it cannot explain" {
    run in_lab $LAB judge BACKEND=cpu FROM=grader/selftest/causes.cu TASK=matmul_2d JSON="$CAUSES.again"
    [[ $output = *"elements of c are wrong"*"the checker says of case more, which fails too:"*"causes.cu:"*"this case again"* ]]
}

@test "a stray access of a later case takes back no guess about a first that has none" {
    run in_lab 03-tiled check BACKEND=cpu FROM=grader/wrong/03-tiled/matmul_tiled/a_guarded_by_n.cu TASK=matmul_tiled
    echo "$output"
    [[ $output = *"or is a load guarded by m or n where k is meant?"*"the checker says of case ragged-blocks, which fails too:"*"read of a[1105]"* ]]
}

@test "a program that dies takes no other program of the judge with it" {
    sed '/^EXPORT void matmul_tiled(/{n;s/$/ if (k == 95) __builtin_abort();/}' \
        "$ROOT/solutions/03-tiled/tiled.cu" >"$BATS_TEST_TMPDIR/aborts_once.cu"
    in_lab 03-tiled programs BACKEND=cpu FROM="$BATS_TEST_TMPDIR/aborts_once.cu"
    run in_lab 03-tiled judge BACKEND=cpu FROM="$BATS_TEST_TMPDIR/aborts_once.cu" TASK=matmul_tiled \
        JSON="$BATS_TEST_TMPDIR/out.jsonl"
    [ "$(jq -r 'select(.passed or .reason == "not-run" | not) | .case' "$BATS_TEST_TMPDIR/out.jsonl")" = ragged-sum ]
}

@test "a program's end is seen, whatever the judge's parent thinks of SIGCHLD" {
    attack=grader/attacks/puts_pass_and_exit.cu
    in_lab $LAB programs BACKEND=cpu FROM=$attack
    run env --ignore-signal=CHLD "$BUILD/$LAB/judge" --lab $LAB --task square_elements --case one \
        --core "$BUILD/$LAB/from/${attack%.cu}/student"
    [[ $output = *"ended by itself"* ]]
}

@test "every case gives one JSON object with what the score needs" {
    jq -se 'length > 0 and all(.[]; all(.lab, .task, .case, .backend, .reason, .message; type == "string")
        and (.passed | type) == "boolean" and (.seed | type) == "number")' "$FAULTS"
}

@test "another seed gives other inputs, and the solution is right on them" {
    judge_solution TASK=matmul_2d SEED=12345
    jq -se 'length > 5 and all(.passed) and all(.seed == 12345)' "$BATS_TEST_TMPDIR/out.jsonl"
}

@test "who sees inputs of a secret seed knows neither the others nor the seed" {
    cc -std=gnu11 -O1 -Wall -Wextra -Werror -I"$ROOT/common" -I"$ROOT/common/judge" "$BATS_TEST_DIRNAME/random.c" \
        "$ROOT"/common/judge/random.c -o "$BATS_TEST_TMPDIR/random"
    "$BATS_TEST_TMPDIR/random" sip
    "$BATS_TEST_TMPDIR/random" secret
    "$BATS_TEST_TMPDIR/random" public # those of the handouts, which lead back: so the test can tell
    judge_solution TASK=matmul_2d SEED=9007199254740991
    jq -se 'length > 5 and all(.passed) and all(.seed == 9007199254740991)' "$BATS_TEST_TMPDIR/out.jsonl"
}

@test "the same seed gives the same failure, in the same words" {
    for round in 1 2; do
        run in_lab $LAB judge BACKEND=cpu FROM=grader/wrong/$LAB/square_elements/no_guard.cu TASK=square_elements SEED=7 \
            JSON="$BATS_TEST_TMPDIR/$round.jsonl"
        in_lab $LAB programs BACKEND=cpu FROM=grader/wrong/$LAB/square_elements/no_guard.cu
    done
    jq -s 'map(.message)' "$BATS_TEST_TMPDIR/2.jsonl" >"$BATS_TEST_TMPDIR/2"
    run in_lab $LAB judge BACKEND=cpu FROM=grader/wrong/$LAB/square_elements/no_guard.cu TASK=square_elements SEED=7 \
        JSON="$BATS_TEST_TMPDIR/3.jsonl"
    jq -s 'map(.message)' "$BATS_TEST_TMPDIR/3.jsonl" | diff - "$BATS_TEST_TMPDIR/2"
}

@test "a task stops being run after a case that timed out" {
    waits_for_night "twenty seconds; by day the same is seen in what make check says"
    cat >"$BATS_TEST_TMPDIR/endless.cu" <<'CU'
#include "matmul_naive.h"
EXPORT void square_elements(const int *, int *, int, int)
{
    for (volatile int forever = 1; forever;)
        continue;
}
CU
    in_lab $LAB programs BACKEND=cpu FROM="$BATS_TEST_TMPDIR/endless.cu"
    run in_lab $LAB judge BACKEND=cpu FROM="$BATS_TEST_TMPDIR/endless.cu" TASK=square_elements \
        JSON="$BATS_TEST_TMPDIR/out.jsonl"
    jq -se '(map(select(.reason == "timeout")) | length) == 1 and all(.passed | not)
        and (map(select(.reason == "not-run")) | length) == length - 1' "$BATS_TEST_TMPDIR/out.jsonl"
    jq -se '.[0].message | contains("timed out")' "$BATS_TEST_TMPDIR/out.jsonl"
}

@test "of a loop that does not end is asked whether it counts in 16 bits, where the first number is more than these hold" {
    waits_for_night "ten seconds"
    sed 's/if (/for (volatile short i = 0; i < width; i++)\n            ;\n    &/' \
        "$ROOT/grader/right/01-matmul-naive/int_index.cu" >"$BATS_TEST_TMPDIR/short.cu"
    run in_lab $LAB check BACKEND=cpu FROM="$BATS_TEST_TMPDIR/short.cu" TASK=square_elements
    [[ $output = *"case many-columns"*"larger than 1025, and a short counts no further than 32767: does a loop count in one"* ]]
}

@test "an index that is kept in an int is remarked where the numbers are ints, and fails where one is a size_t" {
    run -0 in_lab 01-matmul-naive check BACKEND=cpu FROM=grader/right/01-matmul-naive/int_index.cu TASK=square_elements CASE=beyond-31-bits
    [[ $output = *"ok     square_elements"*"a case without points goes wrong (more elements than an int counts)"*"int_index.cu:10"* ]]
    sed 's/if (/for (volatile unsigned i = 1; i \&\& width > 40000; i++)\n            ;\n    &/' \
        "$ROOT/grader/right/01-matmul-naive/int_index.cu" >"$BATS_TEST_TMPDIR/slow.cu"
    run -0 in_lab 01-matmul-naive check BACKEND=cpu FROM="$BATS_TEST_TMPDIR/slow.cu" TASK=square_elements CASE=beyond-31-bits
    [[ $output = *"ok     square_elements"*"not judged: it took longer than 1 s"* ]]
    run -0 in_lab 09-merge check BACKEND=cpu FROM=grader/right/09-merge/questions_by_added_bounds.cu TASK=co_ranks CASE=near-31-bits
    [[ $output = *"ok     co_ranks"*"a case without points goes wrong (the sum of two places exceeds an int)"* ]]
    run -1 in_lab 04-histogram check BACKEND=cpu FROM=grader/wrong/04-histogram/histogram_global/counts_in_an_int.cu \
        TASK=histogram_global CASE=beyond-31-bits
    [[ $output = *"FAILED histogram_global"*"nothing of its arrays beyond element 2147483647 was used"* ]]
}

@test "where few blocks are wrong with small numbers as well, they need the others, and nobody speaks of an int" {
    run -0 in_lab 01-matmul-naive check BACKEND=cpu FROM=grader/right/01-matmul-naive/sum_in_parts.cu TASK=matmul_2d CASE=long-rows
    [[ $output = *"ok     matmul_2d"* ]]
    [[ $output != *"goes wrong"* ]]
}

@test "who depends on whose turn it is, and waits for nobody, is told of no look-back" {
    local from=grader/more/08-spmv/wrong/csr_to_grouped/entries_as_they_come.patch
    in_lab 08-spmv/more programs BACKEND=cpu FROM=$from TASK=csr_to_grouped
    run ! in_lab 08-spmv/more judge BACKEND=cpu FROM=$from TASK=csr_to_grouped CASE=text
    echo "$output"
    [[ $output = *"the result may not depend on whose turn it is"* ]]
    [[ $output != *"looks back"* ]]
}

@test "where other values are wrong in each order, nobody speaks of whose turn it is" {
    run -1 in_lab 02-kahan check BACKEND=cpu TASK=row_sums_kahan CASE=anywhere \
        FROM=grader/wrong/02-kahan/row_sums_kahan/excess_subtracted_in_the_end.cu
    [[ $output = *"no better than a plain float sum"* ]]
    [[ $output != *"whose turn"* ]]
}

@test "what is kept from call to call is told as that, and no guess is made about the order of threads" {
    run -1 in_lab 05-convolution check BACKEND=cpu TASK=convolve_2d CASE=five \
        FROM=grader/wrong/05-convolution/convolve_2d/mask_copied_for_a_new_pointer.cu
    [[ $output = *"what is kept from call to call, and used because a pointer is the same?"* ]]
    [[ $output != *"come first"* ]]
    # The third call is right, in whichever order it is made.
    run -1 in_lab 06-reduction check BACKEND=cpu TASK=sum_fast CASE=large \
        FROM=grader/wrong/06-reduction/sum_fast/cleared_at_every_other_call.cu
    [[ $output = *"right in the first run, wrong in the second: something is kept from call to call"* ]]
    [[ $output != *"come first"* ]]
}

@test "an unknown task, case or seed is one clear line and exit 2" {
    judge=("$BUILD/$LAB/judge" --lab "$LAB" --core /nonexistent)
    run -2 "${judge[@]}" --task matmul_3d
    [[ $output = *"TASK=matmul_3d is not a task of $LAB; it has: square_elements"* ]]
    [ ${#lines[@]} = 1 ]
    run -2 "${judge[@]}" --task matmul_2d --case enormous
    [[ $output = *"CASE=enormous is not a case of matmul_2d; it has:"* ]]
    [ ${#lines[@]} = 1 ]
    for seed in -1 1x 99999999999999999999999 " "; do
        run -2 "${judge[@]}" --seed "$seed"
        [[ $output = *"is not a whole number"* ]]
        [ ${#lines[@]} = 1 ]
    done
}

@test "a verdict file that cannot be written is one clear line and exit 2" {
    run -2 "$BUILD/$LAB/judge" --lab $LAB --core /nonexistent --json /nonexistent/out.jsonl
    [[ $output = *"cannot write /nonexistent/out.jsonl"* ]]
}

@test "the judge links neither CUDA nor the CPU backend nor student code" {
    symbols=$(nm -C "$BUILD/$LAB/judge")
    run -1 grep -E ' [TtUWw] (cuda|simt|square_elements|matmul_2d)' <<<"$symbols" # code, or wanted
    libraries=$(ldd "$BUILD/$LAB/judge")
    run -1 grep -i cuda <<<"$libraries"
}

@test "the student program holds no reference and no seed" {
    symbols=$(nm "$BUILD/$LAB/from/solutions/student")
    run -1 grep -E 'expect|reference|multiply|seed' <<<"$symbols"
}

@test "a student program that is started by hand says what to do instead" {
    run -2 "$BUILD/$LAB/from/solutions/student"
    [[ $output = *"make check"* ]]
}

@test "what the program says of itself spoils neither the verdicts nor the lines" {
    attack=grader/attacks/forge_the_report.cu
    in_lab $LAB programs BACKEND=cpu FROM=$attack
    run in_lab $LAB judge BACKEND=cpu FROM=$attack TASK=square_elements JSON="$BATS_TEST_TMPDIR/out.jsonl"
    run -1 grep -E '^(::|  ok )' <<<"$output"
    # jq forgives what JSON forbids: control characters, and bytes that are no UTF-8.
    jq -seR 'split("\n") | .[-1] == "" and (.[:-1] | length > 0 and all(fromjson | type == "object"))' \
        "$BATS_TEST_TMPDIR/out.jsonl"
    run -1 grep -aP '[\x00-\x09\x0b-\x1f]' "$BATS_TEST_TMPDIR/out.jsonl"
    iconv -f UTF-8 -t UTF-8 "$BATS_TEST_TMPDIR/out.jsonl" >/dev/null
}

@test "a finding of a kind that there is not is a fault, whatever the program calls it" {
    cat >"$BATS_TEST_TMPDIR/kind.cu" <<CU
#include "matmul_naive.h"
#include "$ROOT/grader/attacks/find_exchange.h"
#include <unistd.h>
EXPORT void square_elements(const int *, int *, int, int)
{
    struct exchange *exchange = find_exchange();
    struct answer *answer = &exchange->answer;
    answer->runs[0].launches = answer->finding_count = 1;
    answer->findings[0].kind = 4000000000u;
    strcpy(answer->findings[0].text, "forged");
    answer->outcome = ANSWER_COMPLETE;
    answer->sequence = exchange->request.sequence;
    sem_post(&exchange->answered);
    pause();
}
CU
    in_lab $LAB programs BACKEND=cpu FROM="$BATS_TEST_TMPDIR/kind.cu"
    run -2 in_lab $LAB judge BACKEND=cpu FROM="$BATS_TEST_TMPDIR/kind.cu" TASK=square_elements CASE=wider \
        JSON="$BATS_TEST_TMPDIR/kind.jsonl"
    jq -es 'length == 1 and .[0].reason == "fault" and (.[0].message | startswith("forged"))' "$BATS_TEST_TMPDIR/kind.jsonl"
}

@test "what the program prints is quoted without its control characters, and is not believed" {
    cat >"$BATS_TEST_TMPDIR/loud.cu" <<'CU'
#include "matmul_naive.h"
#include <stdio.h>
EXPORT void square_elements(const int *, int *, int, int)
{
    puts("\033[31mok 1 PASS {\"passed\":true}");
}
CU
    run ! in_lab $LAB check BACKEND=cpu FROM="$BATS_TEST_TMPDIR/loud.cu" TASK=square_elements
    [[ $output = *'| \x1b[31mok 1 PASS {"passed":true}'* && $output = *"nothing written yet"* ]]
    [[ $output != *$'\033'* ]]
}

# The lines that check shows of what prints.cu prints, with these variables.
shown_of_prints() {
    run in_lab $LAB check BACKEND=cpu FROM=grader/selftest/prints.cu TASK=square_elements "$@"
    head -n 20 <<<"$output"
    shown=$(sed -n 's/^    | //p' <<<"$output")
}

@test "with TASK= and CASE= all that a program prints is shown, once and in order, passing or not" {
    shown_of_prints CASE=one
    [ "$status" = 0 ]
    [ "$shown" = "$(printf '%s\n' 'without an end, and with one' {0..8}' of 1' $'größe\t0' $'größe\t1')" ]
    shown_of_prints CASE=lower
    [ "$status" != 0 ]
    [ "$shown" = "$(printf '%s\n' 'without an end, and with one' {0..8}' of 32')" ]
}

@test "without CASE= six lines of what a program prints are shown, and the file that has all" {
    shown_of_prints
    [ "$shown" = "$(printf '%s\n' 'without an end, and with one' {0..4}' of 32')" ]
    log=$(sed -n 's/^    all of it: //p' <<<"$output")
    sed -n '/^square_elements, case lower:$/,/case/p' "$log" | grep -x '8 of 32'
    grep -x 'square_elements, case one:' "$log"
}

# All tasks of $1, where the judge has the processors $2: what is said of them, and what is logged.
said_on() {
    local out=$BATS_TEST_TMPDIR/said.$2 log
    run -1 taskset -c "$2" make --no-print-directory -C "$ROOT/labs/$LAB" check BACKEND=cpu FROM="$1"
    log=$(sed -n 's/^    all of it: //p' <<<"$output")
    cat - ${log:+"$log"} <<<"$output" >"$out"
}

@test "tasks judged side by side are told as if one judge had taken them one after the other" {
    [ "$(nproc)" -gt 1 ] || skip "there is one processor"
    local causes=$BATS_TEST_TMPDIR/causes.cu
    # By day the kernel that never ends is judged once, by setup_file: the thread that waits is done instead.
    sed "${NIGHTLY:+#}/while (before != 0)/{ s/while/if/; n; s/continue/return/; }" "$ROOT/grader/selftest/causes.cu" >"$causes"
    [ -n "${NIGHTLY-}" ] || [ "$(diff "$causes" "$ROOT/grader/selftest/causes.cu" | grep -c '^<')" = 2 ]
    for file in "$causes" grader/selftest/prints.cu; do
        in_lab $LAB programs BACKEND=cpu FROM="$file" # which says its warnings
        said_on "$file" 0
        said_on "$file" 0,1
        diff "$BATS_TEST_TMPDIR"/said.0 "$BATS_TEST_TMPDIR"/said.0,1
        [ "$(grep -cE '^  (FAILED|to do) ' "$BATS_TEST_TMPDIR/said.0")" = 5 ]
    done
    grep -x 'square_elements, case one:' "$BATS_TEST_TMPDIR/said.0,1"
}

@test "what is no text in UTF-8 is shown by its bytes, and no more of it than a limit" {
    shown_of_prints CASE=narrower
    [ "$(sed -n 2p <<<"$shown")" = 'ä \xc3 \x0d \x1b[31m \xc2\x9b \xe2\x80\xae' ]
    [ "$(tail -n 1 <<<"$shown")" = '(and more)' ]
    [ "${#shown}" -lt 1100000 ]
}

@test "prints of every thread take no check beyond its limit" {
    shown_of_prints CASE=many-blocks
    [ "$status" = 0 ]
    [[ $shown == *$'größe\t0\ngröße\t0\n'* ]]
}

@test "an error that CHECK meets is told once" {
    changed '/CHECK(cudaFree(d_b))/s/d_b/d_a/' freed_twice
    [ "$(grep -c 'cudaFree(d_a)' <<<"$output")" = 1 ]
}

@test "a task that fails tells how many cases fail, and one that is not begun how many there are" {
    cases=$("$BUILD/$LAB/judge" --list | awk '$2 == "square_elements" { print $3 }')
    run in_lab $LAB check BACKEND=cpu FROM=grader/selftest/prints.cu TASK=square_elements
    # One is wrong, and the longest and the wide ones are not run for it.
    grep -x "  FAILED square_elements             8 of $cases cases fail" <<<"$output"
    grep -xE "  FAILED square_elements +[0-9]+ of $cases cases fail" "$FAULTS.said"
    run in_lab $LAB check BACKEND=cpu TASK=square_elements
    grep -x "  to do  square_elements             $cases cases" <<<"$output"
}

# What the judge says of the file $1, in lab $2 and its task $3: a message a line, as a JSON string.
messages_of() {
    in_lab "$2" programs BACKEND=cpu FROM="$1"
    in_lab "$2" judge BACKEND=cpu FROM="$1" TASK="$3" JSON="$BATS_TEST_TMPDIR/said.jsonl" >/dev/null || true
    jq -c 'select(.passed | not) | .message' "$BATS_TEST_TMPDIR/said.jsonl" | tee "$BATS_TEST_TMPDIR/said"
}

@test "what no kernel may write, or what nothing has written, is told before a race" {
    messages_of grader/selftest/firsts.cu $LAB square_elements
    grep -E '^"write to scale\[0\], which is __constant__.*\\n  also: race in ' "$BATS_TEST_TMPDIR/said"
    messages_of grader/selftest/firsts.cu $LAB matrix_add
    grep -E '^"read of tile\[63\] in shared memory, which nothing has written.*\\n  also: race in ' "$BATS_TEST_TMPDIR/said"
}

@test "beside what the checker finds no other cause is guessed" {
    messages_of grader/wrong/04-histogram/histogram_shared/no_barrier_before_merging.cu 04-histogram histogram_shared
    grep '^"race in shared memory.*elements of bins are wrong' "$BATS_TEST_TMPDIR/said"
    run -1 grep -E '^"race .*(rounded down|each thread must go on)' "$BATS_TEST_TMPDIR/said"
    sed 's/own\[data\[i\]\]/own[(signed char)data[i]]/' "$ROOT/solutions/04-histogram/histogram.cu" \
        >"$BATS_TEST_TMPDIR/signed.cu"
    messages_of "$BATS_TEST_TMPDIR/signed.cu" 04-histogram byte_histogram
    grep -E '^"[a-z ]+(on|of|to) own\[-[0-9]+\]' "$BATS_TEST_TMPDIR/said"
    run -1 grep -E 'own\[-.*more than one bin' "$BATS_TEST_TMPDIR/said"
}

@test "a guess that a later case's finding contradicts is left out" {
    run in_lab 02-kahan check BACKEND=cpu FROM=grader/wrong/02-kahan/sum_compensated/no_barrier_in_the_tree.cu \
        TASK=sum_compensated
    [[ $output = *"race in shared memory"* && $output != *"rounded down"* ]]
}

@test "a guess that a later case's finding fits stays: bounds exchanged leave out columns, and read too far" {
    run ! in_lab $LAB check BACKEND=cpu TASK=square_elements \
        FROM=grader/wrong/$LAB/square_elements/guard_with_width_and_height_exchanged.cu
    [[ $output = *"columns from 32 on were never written"*"width and height exchanged"*"read of in["* ]]
}

@test "where every element is NaN, no mistake is named that strays as far" {
    run ! in_lab 03-tiled check BACKEND=cpu FROM=grader/wrong/03-tiled/matmul_tiled/row_of_b_one_too_far.cu \
        TASK=matmul_tiled CASE=ragged-sum
    [[ $output = *"is NaN, want"* && $output != *"elements apart"* ]]
}

@test "advice about an index is given once" {
    messages_of grader/wrong/$LAB/square_elements/no_guard.cu $LAB square_elements
    grep -E '^"(read|write) .*the line need a guard.*wrote past the end of out, which has [0-9]+ elements: element [0-9]+, counted from 0"$' \
        "$BATS_TEST_TMPDIR/said"
    grep -E '^"wrote past the end of out, .*is there a guard, and does it use the right bound\?"$' "$BATS_TEST_TMPDIR/said"
}

# check shows the first failure only: what it says must fit, whatever later cases would say.
@test "the first failure of a compensation with the wrong sign names the sign" {
    wrong=grader/wrong/02-kahan/row_sums_kahan
    run ! in_lab 02-kahan check BACKEND=cpu FROM=$wrong/wrong_sign.cu TASK=row_sums_kahan
    [[ $output = *"the compensation has the wrong sign"* ]]
    run ! in_lab 02-kahan check BACKEND=cpu FROM=$wrong/plain_sum.cu TASK=row_sums_kahan
    [[ $output = *"this is, to the last bit, the plain float sum"* ]]
    run ! in_lab 02-kahan check BACKEND=cpu FROM=$wrong/plain_sums_of_parts.cu TASK=row_sums_kahan
    [[ $output = *"no better than a plain float sum"* ]]
}

@test "a barrier after an early return is told once, without an error that a GPU would not name" {
    run -1 in_lab 03-tiled check FROM=grader/wrong/03-tiled/matmul_tiled/early_return.cu \
        TASK=matmul_tiled CASE=ragged-columns BACKEND=cpu
    [ "$(grep -c 'barrier after an early return' <<<"$output")" = 1 ]
    [[ $output != *cudaError* ]]
}

@test "a task without a technique of its own asks all the same that its inputs are shared out" {
    copy_suite "$BATS_TEST_TMPDIR"
    sed -i 's/\.technique = \(.*\),$/.technique = 0 ? \1 : NULL,/' "$ROOT/labs/04-histogram/cases.c"
    [ "$(grep -c 'technique = 0 ? ' "$ROOT/labs/04-histogram/cases.c")" -gt 1 ]
    run -0 in_lab 04-histogram check BACKEND=cpu FROM=solutions TASK=byte_histogram CASE=many-blocks
    run -1 in_lab 04-histogram check BACKEND=cpu TASK=byte_histogram CASE=many-blocks \
        FROM=grader/wrong/04-histogram/byte_histogram/one_thread_beside_a_show.cu
    [[ $output = *"one thread reads "*"share them out over many threads"* ]]
}
