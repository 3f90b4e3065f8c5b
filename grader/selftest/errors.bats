#!/usr/bin/env bats
# What is said of a file that does not compile: words for a C programmer before the compiler's own.
# bats file_tags=apart

load suite
load loop

@test "the commonest compile errors are told in words before the compiler's own" {
    said_of '__global__ void k(float *p, int n) { p[threadidx.x] = n; }' '    float *d;
    dim3 grid(1), block(1);
    cudaMalloc(d, 4);
    cudaMalloc((void *)&d, 4);
    k<<<grid block>>>(d_c, n);
    k<<<grid>>>(d_c, n);
    k<<<grid, block>>>(d_c);
    k<<<grid, block>>>(d_c, m);
    nobody<<<grid, block>>>(d_c, n);
    int x = n
    x++; _syncthreads();
    cudaMemcpy(d, d_c, 4);
    float *h = malloc(4);
    k<<grid, block>>(d_c, n);
    d_a[0] = 1;
    int y = 1
    int row = 2;
    d_c[0] = row;
    d_c[0;'
    for words in '2: threadidx is spelled threadIdx: ' '7: cudaMalloc wants the address of a pointer' \
        '8: cudaMalloc wants' '9: a comma is missing: <<<grid, block>>>' '13: there is no kernel nobody above' \
        '15: a ; is missing' '15: _syncthreads is spelled __syncthreads' '16: it is cudaMemcpy(void *to, ' \
        '17: a .cu is C++: ' '12: m is not declared above' '18: a launch has three angle brackets' \
        '19: what is written here is const' '21: a ; is missing' '23: a ] is missing'; do
        echo "wanted: $words"
        [[ $'\n'$output = *$'\n'"tiled.cu:$words"* ]]
    done
    grep -qE '^tiled.cu:10:[0-9]+: error: a launch is kernel<<<grid, block>>>' <<<"$output"
    grep -qE '^tiled.cu:11:[0-9]+: error: the kernel takes 2 arguments, and this launch gives it 1' <<<"$output"
    # The name that a line lost with its ; is no mistake of its own.
    run -1 grep -E '^tiled.cu:22|operator>>' <<<"$output"
    said_of "$(printf '%s\n' '#define TWO 2;' '__global__ void k(int *p) { p[TWO] = 1; p[(TWO)] = 2; }')" ''
    [ "$(grep -c '^tiled.cu:2: this #define ends in a ;' <<<"$output")" = 1 ]
    said_of "$(printf '%s\n' '#define TWO 2; // two of them' '__global__ void k(int *p) { p[TWO] = 1; p[(TWO)] = 2; }')" ''
    [ "$(grep -c '^tiled.cu:2: this #define ends in a ;' <<<"$output")" = 1 ]
    [ "$(grep -c ': error: ' <<<"$output")" = 1 ]
    # What is ours is not the learner's, and make has nothing to add.
    run grep -E 'simt|launch\.h|lambda|\*\*\*|candidate' <<<"$output"
    [ "$status" -eq 1 ]
}

@test "two arguments of a launch that have each other's names are told, and who means it is not" {
    local kernel='__global__ void K(const float *a, const float *b, float *c, int rows, int cols) { }'
    said_of "$(for name in once turned twice pairs other; do echo "${kernel/K/$name}"; done)
template <int size> __global__ void sized(float *c, int rows, int cols) { }" '    int rows = n, cols = n, more = n;
    once<<<1, 1>>>(d_a, d_b, d_c, cols, rows);
    turned<<<1, 1>>>(d_b, d_a, d_c, rows, cols);
    twice<<<1, 1>>>(d_a, d_b, d_c, rows, cols);
    twice<<<1, 1>>>(d_a, d_b, d_c, cols, rows);
    pairs<<<1, 1>>>(d_b, d_a, d_c, cols, rows);
    other<<<1, 1>>>(d_a, d_b, d_c, cols, more);
    other<<<1, 1>>>(d_a, d_b, d_c, cols + 0, rows);
    sized<2><<<1, 1>>>(d_c, cols, rows);'
    [ "$(grep -c 'the other way round: are they exchanged?' <<<"$output")" = 2 ]
    grep -qE '^tiled.cu:11:[0-9]+: warning: arguments 4 and 5 of this launch are cols and rows, and the kernel takes' <<<"$output"
    grep -qE '^tiled.cu:12:[0-9]+: warning: arguments 1 and 2 of this launch are d_b and d_a, and the kernel takes' <<<"$output"
}

@test "compile errors of kernels are told in words, and no name is suggested that the file does not have" {
    said_of '#define TWO 2
__global__ void k(int *own, long long *long_own) {
    int i = blockIdx.x + threadIdx; __synchthreads();
    atomicAdd(own[0], 1); atomicAdd(long_own, 1ll); d_mask[0] = own[0][1];
    shared int lost[4]; lost[0] = 1;
}
struct pair { int a; };
__global__ void l(struct pair p, struct pair *q) { p->a = 1; q.a = 2; struct pear r = p; }
__const__ float mask[4];' '    dim3 block(TWO TWO);
    if (n > 0 && (n < 3)
        n = 4;
    nothing[0] = 1;'
    for words in '4: threadIdx has three parts' '5: atomicAdd() wants the address of what it changes: atomicAdd(&' \
        '5: atomicAdd() takes no long long' '4: __synchthreads is not known here; is it __syncthreads?' \
        '5: d_mask is not declared above' '5: what has one dimension takes one index' '6: shared is spelled __shared__' \
        '9: this is a struct and no pointer to one' '9: this is a pointer to a struct' '9: no struct of this name' \
        '10: what is const needs its value here' '13: a comma, an operator or a ) is missing before TWO' \
        '14: a ) is missing on this line'; do
        echo "wanted: $words"
        [[ $'\n'$output = *$'\n'"tiled.cu:$words"* ]]
    done
    [[ $output != *fd_mask* && $output != *simt::* && $output != *"lost is not"* && $output != *nothing* ]]
    [[ $output = *"more errors follow from this one: mend it first"* ]]
    # A name of one letter is no misspelt name of two, and what has no value yet is told as that.
    said_of '__global__ void k(const int *in, int *out) { int s; out[i] = in[i] + s; }' ''
    [[ $output = *": i is not declared above this line"* && $output != *"did you mean"* && $output != *"is it in"* ]]
    said_of '__global__ void k(int *out) { int s; out[0] = s; }' ''
    [[ $output = *": s has no value when it is first used"* ]]
    # Where it has one on each way that leads to its use, and the compiler fails to see that, nothing false is said.
    said_of '__global__ void k(int *out) {
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        __syncthreads(); int s; if (threadIdx.x >= d) s = out[threadIdx.x] + out[threadIdx.x - d];
        __syncthreads(); if (threadIdx.x >= d) out[threadIdx.x] = s; } }' ''
    [[ $output = *": s has no value here, or one that the compiler does not see: give it one"* ]]
    said_of '__global__ void k(int *out) { out[0] = 1; }' '    int *d_out; k<<<1, 1>>>(d_out);'
    [[ $output = *": d_out points nowhere when it is first used: cudaMalloc(&d_out, bytes)"* ]]
    # A warning about an argument has its place in the file, and none of our lines.
    said_of '__global__ void k(int *p) { p[0] = 1; }' '    int *d_p; k<<<1, 1>>>(d_p);'
    [[ $output != *simt::* && $output != *translated.h* ]]
}

@test "each row of compile_errors.tsv tells what g++ and clang++ say of such a mistake" {
    local table="$ROOT/common/tools/compile_errors.tsv" messages="$BATS_TEST_TMPDIR/known"
    cat "$BATS_TEST_DIRNAME"/compile_errors*.txt >"$messages"
    grep -v '^#' "$table" | cut -f 5 | sort -u >"$BATS_TEST_TMPDIR/in-table"
    sed -n 's/^= //p' "$messages" | sort -u | diff "$BATS_TEST_TMPDIR/in-table" -
    # What ends all that follows in a file is told by itself, the others together, each of a line of its own.
    awk -F'\t' -v folder="$BATS_TEST_TMPDIR" 'NR == FNR { if (!/^#/) ends[$5] = $2; next }
        /^#/ { next }
        /^= / { file = folder "/" (ends[substr($0, 3)] == "file" ? "alone" ++alone : "together")
            print message > file; print substr($0, 3) > file ".words"; message = ""; next }
        { sub(/LINE/, FNR); message = message $0 "\n" }' "$table" "$messages"
    for messages in "$BATS_TEST_TMPDIR"/together "$BATS_TEST_TMPDIR"/alone*[0-9]; do
        run -0 bash "$ROOT/common/tools/say_errors" /nowhere <"$messages"
        grep -oE '^t\.cu:[0-9]+: .*' <<<"$output" | sed -E 's/^t\.cu:[0-9]+: //' | diff "$messages.words" -
    done
}

@test "all words before a compiler's error are there in Chinese, for who reads that" {
    local table="$ROOT/common/tools/compile_errors.tsv" messages="$BATS_TEST_TMPDIR/known"
    local chinese="$ROOT/common/tools/compile_errors.zh.tsv" say="$ROOT/common/tools/say_errors" text
    grep -v '^# ' "$chinese" | cut -f 1 >"$BATS_TEST_TMPDIR/english"
    # Each has its row: those of the table, and what say_errors itself begins a line with.
    grep -v '^#' "$table" | cut -f 5 | sort -u >"$BATS_TEST_TMPDIR/in-table"
    run -1 grep -vxFf "$BATS_TEST_TMPDIR/english" "$BATS_TEST_TMPDIR/in-table"
    [ -z "$output" ]
    sed -n '/^# --- words ---/,/^# --- saying ---/p' "$say" | grep -oE '(return|[?:]) "[^"]*[a-z] [a-z]+ [a-z][^"]*"' |
        sed -E "s/^[^\"]*\"//; s/\"\$//; s/\\\\047/'/g" >"$BATS_TEST_TMPDIR/made"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/made")" -gt 30 ]
    while IFS= read -r text; do
        echo "wanted: $text"
        grep -qF -- "$text" "$BATS_TEST_TMPDIR/english"
    done <"$BATS_TEST_TMPDIR/made"
    # And what is shown is that row's, with the names that stand in the message.
    cat "$BATS_TEST_DIRNAME"/compile_errors*.txt >"$messages"
    awk '/^#/ || /^= / { next } { sub(/LINE/, FNR); print }' "$messages" >"$BATS_TEST_TMPDIR/messages"
    SUITE_LANGUAGE=zh run -0 bash "$say" /nowhere <"$BATS_TEST_TMPDIR/messages"
    [ "$(grep -cE '^t\.cu:[0-9]+: ' <<<"$output")" -gt 10 ]
    run -1 grep -E '^t\.cu:[0-9]+: [ -~]*$' <<<"$output"
    SUITE_LANGUAGE=zh run -0 bash "$say" /nowhere <<<"x.cu:3:5: error: 'nobody' was not declared in this scope"
    [ "${lines[0]}" = 'x.cu:3: nobody 在这一行之前没有声明，或只在别的函数或 { } 里声明过' ]
    SUITE_LANGUAGE=zh run -0 bash "$say" /nowhere <<<"x.cu:3:5: warning: 'sum' is used uninitialized"
    [ "${lines[0]}" = 'x.cu:3: sum 第一次使用时还没有值：请在声明处赋值，例如 = 0' ]
    SUITE_LANGUAGE=zh run -0 bash "$say" /nowhere <<<"x.cu:3:5: warning: 'sum' may be used uninitialized"
    [[ ${lines[0]} = 'x.cu:3: sum 在这里没有值，或者有值而编译器看不出来：'* ]]
}

@test "what a message leaves open is looked up in the file: where a ; belongs, a kernel below, a name's kin" {
    said_of '__global__ void k(float *p, int n) { p[0] = n; }
void two(int *own, width, int n) { }' '    int *h; float **far = 0;
    below<<<1, 1>>>(d_c);
    cudaMemcpy(h, d_a, 4, DeviceToHost);
    CHECK cudaGetLastError();
    k<<<1, 1>>>(far, n);
    checkCudaErrors(0);
    cudaEvent start;
    h = None;
    blocks_for(n);
    int x = n
    x++;
    x = n // more
    ;; x = 4
}
__global__ void below(float *p) { p[0] = 0;'
    for words in '3: width has no type' '7: there is no kernel below above this line, only below' \
        '8: DeviceToHost is spelled cudaMemcpyDeviceToHost' '9: CHECK takes what it is to look at in ( )' \
        '11: checkCudaErrors is called CHECK here' '12: cudaEvent is spelled cudaEvent_t' '13: None is spelled NULL' \
        '14: it is blocks_for(size_t n, unsigned block)' '16: a ; is missing at the end of the line before' \
        '18: a ; is missing at the end of this line'; do
        echo "wanted: $words"
        [[ $'\n'$output = *$'\n'"tiled.cu:$words"* ]]
    done
    grep -qE '^tiled.cu:10:[0-9]+: error: argument 1 of this launch is of type float\*\*, and the kernel takes float\*$' <<<"$output"
}

@test "a header that is not there is told by what it belongs to, and a main() beside the judge's" {
    run -0 bash "$ROOT/common/tools/say_errors" /nowhere <<'END'
tiled.cu:1:10: fatal error: tilde.h: No such file or directory
t.cu:2:10: fatal error: 'helper_cuda.h' file not found
/usr/bin/ld: runner.o: in function `main':
/nowhere/common/student/runner.c:466: multiple definition of `main'; student.o:tiled.cu:24: first defined here
t.cu:4:20: error: 'n' was not declared in this scope
    4 | void three(int own[n][n], int n) { }
END
    [ "${lines[0]}" = "tiled.cu:1: there is no file tilde.h beside this one, nor among the headers that the compiler knows: is it spelled right?" ]
    [[ ${lines[2]} = "t.cu:2: helper_cuda.h belongs to other people's programs"*"CHECK does here what they use it for" ]]
    [[ $output = *"t.cu:4: an array is passed as a pointer, and its width by itself: "* ]]
    [[ ${lines[4]} = "tiled.cu:24: the judge has a main() of its own: leave this one out"* ]]
}

@test "where a parameter is not understood, the others are not told as unknown" {
    said_of '__global__ void k(int *restrict own, int n) { own[0] = n; }' ''
    [[ $output = *"tiled.cu:2: restrict is spelled __restrict__"* && $output != *"n is not"* ]]
    said_of '__global__ void k(int n, __shared__ int *own) { own[0] = n; }' ''
    [[ $output = *"tiled.cu:2: a __shared__ array is declared inside of the kernel"* && $output != *"own is not"* ]]
}

@test "what newer compilers list below an error is read as the notes of older ones" {
    run -0 bash "$ROOT/common/tools/say_errors" /nowhere <<'END'
tiled.cu:11:32: error: no match for call to '(const simt::kernel<float*, int>) (float*&)'
   11 |     k<<<grid, block>>>(d_c);
      |                                ^
  • there is 1 candidate
    • candidate 1: 'void simt::kernel<Parameters>::operator()(Parameters ...) const [with Parameters = {float*, int}]'
      • candidate expects 2 arguments, 1 provided
END
    [ "${lines[0]}" = "tiled.cu:11:32: error: the kernel takes 2 arguments, and this launch gives it 1" ]
    [ "${#lines[@]}" = 3 ]
    run -0 bash "$ROOT/common/tools/say_errors" /nowhere <<'END'
tiled.cu:4:25: error: no match for call to '(simt::kernel<float*, int>) (float**&, int&)'
    4 |     k<<<1, 1>>>(far, n);
      |                         ^
  • there is 1 candidate
    • candidate 1: 'void simt::kernel<Parameters>::operator()(Parameters ...) const [with Parameters = {float*, int}]'
      • no known conversion for argument 1 from 'float**' to 'float*'
END
    [ "${lines[0]}" = "tiled.cu:4:25: error: argument 1 of this launch is of type float**, and the kernel takes float*" ]
    [ "${#lines[@]}" = 3 ]
    run -0 bash "$ROOT/common/tools/say_errors" /nowhere <<'END'
/usr/bin/ld: student.o: in function `matmul_tiled_square':
/nowhere/common/simt/shim/translated.h:136: undefined reference to `k(int*)'
collect2: error: ld returned 1 exit status
END
    [ "$output" = "k is declared, and no function of this name and these parameters has a body { }" ]
}

@test "clang++ tells the types of an atomic function in notes, and shows the line as it was translated" {
    run -0 bash "$ROOT/common/tools/say_errors" /nowhere <<'END'
h.cu:35:13: error: no matching function for call to 'atomicAdd'
            atomicAdd(bins[bin], 1);
/nowhere/common/simt/shim/atomics.h:40:1: note: candidate function not viable: no known conversion from 'unsigned int' to 'int *' for 1st argument
h.cu:55:5: error: unknown type name 'shared'
    shared unsigned own[7]; SIMT_OWN(own);
END
    [[ ${lines[0]} = "h.cu:35: atomicAdd() wants the address"* ]]
    [[ $output = *"h.cu:55: shared is spelled __shared__"* && $output != *SIMT_OWN* && $output != *candidate* ]]
}

@test "a brace that is missing is told once, at the function behind it" {
    said_of '__global__ void k(int *p) { if (p) { p[0] = 1; }' ''
    [ "$(grep -c 'a } is missing above this line' <<<"$output")" = 1 ]
    grep -q '^tiled.cu:3: a } is missing' <<<"$output"
    run grep -E 'kernel\.h|a \{ above' <<<"$output"
    [ "$status" -eq 1 ]
}

@test "qualifiers in another spelling are told as what they are" {
    said_of '_global_ void k(int *p) { }
__kernel__ void l(int *p) { }
__global__ void m(int *p) { __shared int t[4]; for (int i = 0, i < 4; i++) t[i] = 0; }' ''
    grep -q '^tiled.cu:2: _global_ is spelled __global__' <<<"$output"
    grep -q '^tiled.cu:3: __kernel__ is spelled __global__' <<<"$output"
    grep -q '^tiled.cu:4: __shared is spelled __shared__' <<<"$output"
    grep -q '^tiled.cu:4: the three parts of for ( ; ; ) have a ; between them' <<<"$output"
}

@test "a function that the file lacks is named, and so is the header that is not included" {
    printf '%s\n' 'int other(int n) { return blocks_for(n, 2); }' 'EXPORT int nothing() { return 1; }' >"$ROOT/labs/$LAB/tiled.cu"
    run -1 check
    [[ $output = *"tiled.cu:1: blocks_for comes with the lab's header"* && $output != *EXPORT* ]] # it is the same mistake
    [ "${lines[-1]}" = "more errors follow from this one: mend it first" ]
    sed -i 's/blocks_for(n, 2)/n/' "$ROOT/labs/$LAB/tiled.cu"
    run -1 check
    [[ $output = *"tiled.cu:2: EXPORT comes with the lab's header"* ]]
    run -0 in_lab $LAB
    [[ $output = *"next: matmul_tiled_square, which tiled.cu does not have"* ]]
}

@test "what a name is for is seen from what stands round it" {
    said_of '__global__ void k(float *p, int n) {
    for (j = 0; j < n; j++) p[0] = 1;
    for (int l = 0; l < n; l++);
        p[l] = 1;
    p[0] = blockSize.x * gridIdx.x + Math.sqrt(2);
    vector<int> v;
    atomicMax(p, 1.0f);
    atomicAdd(p);
    atomicAdd((short *)p, 1);
    p[0] = max(n, 2, 3);
}' '    float *own[1]; own[0] = 0;
    int blocks = n
    k<<<n, 1>>>(own[0], n);
    k<<<n>>>(own[0], n);
    cudaMemcpy(own[0], d_a, 4, cudaHostToDevice);'
    for words in '3: j has no type: for (int j = 0; ...)' \
        '5: the ; behind the for ( ) above is all of that loop, and l ends with it' \
        '6: blockSize is called blockDim in CUDA' '6: gridIdx is called blockIdx in CUDA' \
        '6: functions of mathematics have no name before them' '7: vector is std::vector and needs #include <vector>' \
        '8: of floats there are atomicAdd() and atomicExch() alone' \
        '9: atomicAdd() takes an address and a value: atomicAdd(&bins[i], value)' \
        '10: atomicAdd() changes 4 or 8 bytes' '11: max() does not take these arguments' \
        '16: a ; is missing at the end of this line' '18:19: error: a launch is kernel<<<grid, block>>>' \
        '19: cudaHostToDevice is spelled cudaMemcpyHostToDevice'; do
        echo "wanted: $words"
        [[ $'\n'$output = *$'\n'"tiled.cu:$words"* ]]
    done
    # What the shim says of a launch without a block follows from that launch.
    [[ $output != *usual_block* && $output != *translated.h* ]]
}
