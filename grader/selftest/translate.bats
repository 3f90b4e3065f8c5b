#!/usr/bin/env bats
# The CPU backend's translator: from CUDA's launches and shared memory to C++17.
# bats file_tags=apart

# shellcheck disable=SC2154,SC2030,SC2031 # `run` sets output, stderr and stderr_lines
load suite

setup_file() {
    root=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
    build=$root/build/selftest/translate
    inputs=$BATS_TEST_DIRNAME/translate
    simt=$root/common/simt
    export root build inputs simt
    mkdir -p "$build"
    cc -std=c11 -Wall -Wextra -Werror -I"$simt" "$simt"/translate/*.c -o "$build/translate"
}

translate() {
    "$build/translate" "$@"
}

# requires PROGRAM: skips the test where it is missing
requires() {
    command -v "$1" >/dev/null || skip "no $1 here"
}

# body: the translation of stdin without its #line
body() {
    cat >"$BATS_TEST_TMPDIR/in.cu"
    translate "$BATS_TEST_TMPDIR/in.cu" | tail -n +2
}

# becomes INPUT OUTPUT: both are texts; shows the two when they differ
becomes() {
    printf %s "$1" | body >"$BATS_TEST_TMPDIR/got"
    printf %s "$2" | diff - "$BATS_TEST_TMPDIR/got"
}

stays() {
    becomes "$1" "$1"
}

# refuses INPUT LINE WORDS: one error, at that line, with these words
refuses() {
    printf %s "$1" >"$BATS_TEST_TMPDIR/in.cu"
    run -1 --separate-stderr translate "$BATS_TEST_TMPDIR/in.cu"
    [ -z "$output" ]
    [[ $stderr == "$BATS_TEST_TMPDIR/in.cu:$2: error: "*"$3"* ]]
    [ "${#stderr_lines[@]}" -eq 1 ]
}

# compile COMPILER INPUT.cu OUTPUT [FLAG...]
compile() {
    local compiler=$1 input=$2 output=$3

    shift 3
    translate "$input" -o "$output.cpp" || return
    "$compiler" -std=c++17 -O1 -Wall -Wextra -Werror -I"$simt" -I"$simt/shim" -I"$inputs" "$@" \
        "$output.cpp" -o "$output"
}

# runs COMPILER NAME: inputs/NAME.cu compiles without a warning, and its own checks hold
runs() {
    requires "$1"
    compile "$1" "$inputs/$2.cu" "$build/$2-$1"
    "$build/$2-$1"
}

# --- launches ---------------------------------------------------------------------------

@test "a launch becomes a call and leaves all that was written in its place" {
    becomes 'k<<<1, 2>>>(x);' 'SIMT_LAUNCH(k)(1, 2)(x);'
    becomes 'k <<< g, b, s, t >>> ();' 'SIMT_LAUNCH(k) ( g, b, s, t ) ();'
    becomes 'a::b::k<float, 64><<<1, 2>>>(x);' 'SIMT_LAUNCH(a::b::k<float, 64>)(1, 2)(x);'
    becomes 'return::k<<<1, 2>>>(x);' 'return SIMT_LAUNCH(::k)(1, 2)(x);'
    becomes 'T<a<b>>::template k<c><<<1, 2>>>(x);' 'SIMT_LAUNCH(T<a<b>>::template k<c>)(1, 2)(x);'
    becomes $'#define ARGS(g, b) <<< g, b >>>\nk ARGS(1, 2)(x);' $'#define ARGS(g, b) % SIMT_CONFIGURED( g, b )\nk ARGS(1, 2)(x);'
    becomes 'k<<<1, 2>>>(x), l<<<3, 4>>>(y);' 'SIMT_LAUNCH(k)(1, 2)(x), SIMT_LAUNCH(l)(3, 4)(y);'
    becomes '(a ? b : c)<<<1, 2>>>(x);' 'SIMT_LAUNCH((a ? b : c))(1, 2)(x);'
    becomes 'if (a) k<<<1, 2>>>(x);' 'if (a) SIMT_LAUNCH(k)(1, 2)(x);'
    becomes 'a.b[i]->k<<<1, 2>>>(x);' 'SIMT_LAUNCH(a.b[i]->k)(1, 2)(x);'
    becomes 'pick(i)<<<1, 2>>>(x);' 'SIMT_LAUNCH(pick(i))(1, 2)(x);'
}

@test "the configuration ends where its brackets say" {
    becomes 'k<float, 64><<<(1 > 0 ? 1 : 2), n>>>(x);' \
        'SIMT_LAUNCH(k<float, 64>)((1 > 0 ? 1 : 2), n)(x);'
    becomes 'k<<<n, f<2>>>>(x);' 'SIMT_LAUNCH(k)(n, f<2>)(x);'
    becomes 'k<<<n, f<g<2>>>>>(x);' 'SIMT_LAUNCH(k)(n, f<g<2>>)(x);'
    becomes 'k<<<f<g<h<1>>>(3), 2>>>(x);' 'SIMT_LAUNCH(k)(f<g<h<1>>>(3), 2)(x);'
    becomes 'k<<<a->b, c >= d>>>(x);' 'SIMT_LAUNCH(k)(a->b, c >= d)(x);'
    becomes 'k<<<n >> 2, (f<g<h<1>>>(3))>>>(x);' 'SIMT_LAUNCH(k)(n >> 2, (f<g<h<1>>>(3)))(x);'
    becomes 'k<<<{32, 1}, [&] { l<<<1, 2>>>(y); return 1; }()>>>(x);' \
        'SIMT_LAUNCH(k)({32, 1}, [&] { SIMT_LAUNCH(l)(1, 2)(y); return 1; }())(x);'
}

@test "a launch whose brackets an editor has parted is one" {
    becomes 'k << < 1, 2 >> > (x);' 'SIMT_LAUNCH(k) ( 1, 2 )  (x);'
    becomes 'k<< <n >> 1, f<2>(1)> > >(x);' 'SIMT_LAUNCH(k)(n >> 1, f<2>(1))  (x);'
    stays 'a << b < c; a << (b > c) > > d;'
}

@test "shifts, templates and operators are left alone" {
    stays 'int a = i << 2 >> 1, b = a >> b; a <<= 2; a >>= 1; c = a < b > c;'
    stays 'vector<vector<int>> a; vector<vector<vector<int>>> b; b = f<g<h<1>>>(2);'
    stays 'out << a << 1; operator<<<int>(out, 1); p->x > 1; a<::b> c;'
}

@test "strings, characters, comments and numbers hide what is in them" {
    stays "a = \"k<<<1, 2>>>(x)\\\"<<<\" 'x' '<<<' u8\"<<<\" L'\"';"
    stays $'a = R"(k<<<1, \\\n"2>>>(x))" LR"x(<<<)"<<<)x";'
    stays $'// k<<<1, 2>>>(x) \\\n k<<<1, 2>>>(x)\n/* k<<<1, \n 2>>>(x) */'
    becomes "a = 1'000'000, k<<<1'0, 0x1p+3>>>('\"');" \
        "a = 1'000'000, SIMT_LAUNCH(k)(1'0, 0x1p+3)('\"');"
    stays $'#error don\'t <<<\n#include <a<<<b>\n#pragma a<<<b\n'
}

@test "comments between tokens, several lines and spliced tokens keep their lines" {
    becomes $'k /* c */ <<< 1, // x\n 2 >>> (a);\n' \
        $'SIMT_LAUNCH(k) /* c */ ( 1, // x\n 2 ) (a);\n'
    becomes $'k<\\\n<<1, 2>\\\n\\\n>>(a);' $'SIMT_LAUNCH(k)(\\\n1, 2)\\\n\\\n(a);'
    becomes $'k\\\n1<int,\n 2>\n<<<1,\n2\n>>>\n(a);' \
        $'SIMT_LAUNCH(k\\\n1<int,\n 2>)\n(1,\n2\n)\n(a);'
    becomes $'st\\\natic __sha\\\nred__ int a;' $'\\\n __sha\\\nred__ int a; SIMT_ELEMENT(a); SIMT_PAD;'
}

@test "launches in macros are translated where they stand" {
    becomes $'#define RUN(k, g, ...) k<<<g, 32>>>(__VA_ARGS__)\nRUN(a, 1, x);\n' \
        $'#define RUN(k, g, ...) SIMT_LAUNCH(k)(g, 32)(__VA_ARGS__)\nRUN(a, 1, x);\n'
    becomes $'#define RUN(k) \\\n k##_kernel \\\n <<<1,2>>>(x)\n' \
        $'#define RUN(k) \\\n SIMT_LAUNCH(k##_kernel) \\\n (1,2)(x)\n'
    becomes $'#define AT(k, g, b) k<<<g, b>>>\nAT(a, 1, 2)(x);' \
        $'#define AT(k, g, b) SIMT_LAUNCH(k)(g, b)\nAT(a, 1, 2)(x);'
    becomes $'%s\n#  define A \\\r\n k<<<1,\\\r\n2>>>(x)\r\nint b;\r\n' \
        $'%s\n#  define A \\\r\n SIMT_LAUNCH(k)(1,\\\r\n2)(x)\r\nint b;\r\n'
    stays $'#ifdef A\n#if 0\n<<< don\'t\n#ifdef B\n__shared__ a = 1;\n#endif\n#endif\n#endif\n'
}

@test "branches of #if are each translated" {
    becomes $'#ifdef A\nif (a) {\nk<<<1, 2>>>(x);\n#else\nif (b) {\nl<<<1, 2>>>(x);\n#endif\n}' \
        $'#ifdef A\nif (a) {\nSIMT_LAUNCH(k)(1, 2)(x);\n#else\nif (b) {\nSIMT_LAUNCH(l)(1, 2)(x);\n#endif\n}'
    becomes $'#if 0\nk<<<1\n#else\nk<<<1, 2>>>(x);\n#endif\n' \
        $'#if 0\nk<<<1\n#else\nSIMT_LAUNCH(k)(1, 2)(x);\n#endif\n'
    becomes $'k<<<1, 2>>>(x\n#if A\n, 1\n#endif\n);' $'SIMT_LAUNCH(k)(1, 2)(x\n#if A\n, 1\n#endif\n);'
}

@test "every form of a launch runs, built by g++" {
    runs g++ launches
}

@test "every form of a launch runs, built by clang++" {
    runs clang++ launches
}

# misfit COMPILER LAUNCH WORDS: a compile error at the launch's line with these words
misfit() {
    printf '%s\n' '#include "backend.h"' 'namespace lab { __global__ void fill(float *, int) {} }' \
        'void go(int *p, float *q) {' '    (void)p, (void)q;' "    $2;" '}' 'int main() {}' \
        >"$BATS_TEST_TMPDIR/misfit.cu"
    run -1 compile "$1" "$BATS_TEST_TMPDIR/misfit.cu" "$BATS_TEST_TMPDIR/misfit"
    [[ $output == *"misfit.cu:5:"*"error: "*"$3"* ]]
}

@test "arguments that do not fit are errors at the student's line, which name the types" {
    local compiler

    for compiler in g++ clang++; do
        requires "$compiler"
        misfit "$compiler" 'lab::fill<<<1, 1>>>(p, 1)' 'kernel<float'
        misfit "$compiler" 'lab::fill<<<1, 1>>>(q)' 'kernel<float'
        misfit "$compiler" 'lab::fill<<<1, 1>>>(q, 1, 2)' 'kernel<float'
        misfit "$compiler" 'lab::fill<<<p, 1>>>(q, 1)' 'dim3'
        misfit "$compiler" 'lab::fil<<<1, 1>>>(q, 1)' 'fil'
    done
}

# --- shared memory ----------------------------------------------------------------------

@test "every form of shared memory works, built by g++" {
    runs g++ shared
}

@test "every form of shared memory works, built by clang++" {
    runs clang++ shared
}

@test "each shared variable gets a declaration and a pad of its own" {
    becomes '__shared__ int a[N], *b, c;' \
        '__shared__ int a[N]; SIMT_ELEMENT(a); SIMT_PAD; __shared__ int  *b; SIMT_ELEMENT(b); SIMT_PAD; __shared__ int  c; SIMT_ELEMENT(c); SIMT_PAD;'
    becomes '__global__ void k() { __shared__ T a; } __device__ void f() { __shared__ T b; }' \
        '__global__ void k() { __shared__ T a; SIMT_KERNEL_ELEMENT(a); SIMT_PAD; } __device__ void f() { __shared__ T b; SIMT_ELEMENT(b); SIMT_PAD; }'
    becomes 'static __shared__ v<f, 4> a;' ' __shared__ v<f, 4> a; SIMT_ELEMENT(a); SIMT_PAD;'
    becomes $'#define S(T, n) __shared__ T n[4]\nS(int, a);' \
        $'#define S(T, n) __shared__ T n[4]\nS(int, a);'
    becomes $'#define S static __shared__\nstatic int a;' $'#define S  __shared__\nstatic int a;'
}

# thread_local_symbols PROGRAM: their names in the order of memory
thread_local_symbols() {
    readelf -sW "$1" | awk '$4 == "TLS" && $3 > 0 { print $2, $8 }' | sort -u | cut -d' ' -f2
}

@test "in memory a pad lies between any two shared variables" {
    local compiler

    requires readelf
    for compiler in g++ clang++; do
        requires "$compiler"
        printf '%s\n' '#include "backend.h"' \
            'template <class T> __global__ void k(T *x) { __shared__ T a[3], b[3], c[5];' \
            'a[int(x[0])] = b[int(x[1])] = c[int(x[2])] = x[3];' \
            'x[4] = a[int(x[3])] + b[int(x[4])] + c[int(x[5])]; }' \
            '__global__ void l(int *x) { __shared__ int d[3]; __shared__ char e[5]; int i = *x;' \
            'd[i] = e[i + 1] = i; x[1] = d[i + 2] + e[i + 3]; }' \
            'int main() { static int x[9]; static float y[9]; k<<<1, 1>>>(x); k<<<1, 1>>>(y);' \
            'l<<<1, 1>>>(x); return x[4]; }' >"$BATS_TEST_TMPDIR/pads.cu"
        compile "$compiler" "$BATS_TEST_TMPDIR/pads.cu" "$BATS_TEST_TMPDIR/pads"
        run -0 thread_local_symbols "$BATS_TEST_TMPDIR/pads"
        [ "$(grep -vc simt_pad <<<"$output")" -ge 8 ]
        awk '/simt_pad/ { seen = 0; next } seen++ { exit 1 }' <<<"$output"
    done
}

# --- what is refused --------------------------------------------------------------------

# marked FILE: `line: words` for each `// error: words` that the file marks
marked() {
    awk -F' // error: ' '{ for (i = 2; i <= NF; i++) print FNR ": " $i }' "$1"
}

# finds_the_marked FILE: the errors are those that the file marks, and no others
finds_the_marked() {
    run --separate-stderr translate "$1" -o "$BATS_TEST_TMPDIR/out.cpp"
    [ "$status" -eq 1 ]
    marked "$1" >"$BATS_TEST_TMPDIR/wanted"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/wanted")" -eq "${#stderr_lines[@]}" ]
    while IFS= read -r wanted <&3 && IFS= read -r got <&4; do
        echo "want $wanted, got $got"
        [[ $got == "$1:${wanted%%: *}: error: "*"${wanted#*: }"* ]]
    done 3<"$BATS_TEST_TMPDIR/wanted" 4<<<"$stderr"
}

@test "each error that nvcc would find is found at its line, and no other" {
    finds_the_marked "$inputs/refused.cu"
}

@test "what only nvcc or a device would refuse is refused at its line, and nothing beside it" {
    local file

    for file in "$inputs"/verdicts/*.cu; do
        echo "$file"
        finds_the_marked "$file"
    done
}

@test "a misspelt #pragma unroll is told, and what other compilers know is left alone" {
    local word

    for word in unrol unrool UNROLL Unroll unrol.4 unrlol; do
        run -0 translate <(printf '#  pragma %s\nint i;\n' "${word/./ }")
        [[ $output = *'pragma GCC warning "#pragma '${word%.*}' is unknown and does nothing: is #pragma unroll meant?" //'* ]]
    done
    for word in 'unroll 4' unroll nounroll once 'omp parallel for' 'GCC unroll 4' 'nv_diag_suppress 177' roll unload; do
        stays "#pragma $word
int unrol;
"
    done
}

@test "a line that lacks its ) or ; and an element behind it are no array of a size that is not known" {
    printf '%s\n' '__global__ void k(int *out, int row, int width) {' '    if row < width && row < width' '        out[row] = 1;' \
        '    int t = threadIdx.x' '    out[t] = 2; t = row' '    out[t] = 3;' \
        '    out[t] = out[t] x out[row]; }' \
        >"$BATS_TEST_TMPDIR/k.cu"
    run -0 translate "$BATS_TEST_TMPDIR/k.cu" -o "$BATS_TEST_TMPDIR/out.cpp"
    printf '%s\n' '__global__ void k(int *out) {' '    const int row = warpSize; int own[row];' '}' >"$BATS_TEST_TMPDIR/k.cu"
    run -1 translate "$BATS_TEST_TMPDIR/k.cu" -o "$BATS_TEST_TMPDIR/out.cpp"
    [[ $output = *"array own[]"* ]]
}

@test "nvcc refuses the same lines" {
    waits_for_night "half a minute"
    requires nvcc
    local file name

    for file in "$inputs"/verdicts/*.cu; do
        name=${file##*/}
        [[ $name != unsupported.cu && $name != names.cu && $name != parts.cu ]] || continue
        echo "$name"
        marked "$file" | cut -d: -f1 | sort -nu >"$BATS_TEST_TMPDIR/wanted"
        run nvcc -std=c++17 -c "$file" -o "$BATS_TEST_TMPDIR/out.o"
        [ "$status" -ne 0 ]
        sed -n "s/.*$name(\([0-9]*\)): error.*/\1/p" <<<"$output" | sort -nu |
            diff "$BATS_TEST_TMPDIR/wanted" -
    done
}

@test "a kernel whose wrong form only the compiler can see is refused by the compiler" {
    printf '%s\n' '#include "backend.h"' 'typedef int number; typedef int &alias;' \
        '__global__ number counts(int) { return 1; }' '__global__ void aliases(alias) {}' \
        'void go() { int a; counts<<<1, 1>>>(1), aliases<<<1, 1>>>(a); } int main() {}' \
        >"$BATS_TEST_TMPDIR/form.cu"
    run -1 compile c++ "$BATS_TEST_TMPDIR/form.cu" "$BATS_TEST_TMPDIR/form"
    [[ $output == *"form.cu:5:"*"a kernel returns void"* ]]
    [[ $output == *"a kernel cannot take a reference"* ]]
}

@test "an array larger than a block's static shared memory is refused by the compiler" {
    printf '%s\n' '#include "backend.h"' '__global__ void fits(int *a) { __shared__ char x[49152];' \
        'x[0] = 1; *a = x[0]; }' '__global__ void large(int *a) { __shared__ char y[1],' 'x[49153];' \
        'x[0] = y[0]; *a = x[0]; }' 'int main() {}' >"$BATS_TEST_TMPDIR/large.cu"
    run -1 compile c++ "$BATS_TEST_TMPDIR/large.cu" "$BATS_TEST_TMPDIR/large" -isystem "$simt" -isystem "$simt/shim"
    [[ $output == *"large.cu:5:"*"error: "*"at most 48 KB of static __shared__ memory"* ]]
    [ "$(grep -c 'error: ' <<<"$output")" = 1 ]
}

@test "more than 64 KB of constants is refused by the compiler" {
    printf '%s\n' '__constant__ char a[65535], b;' >"$BATS_TEST_TMPDIR/fits.cu"
    printf '%s\n' '__constant__ char a[65535], b;' '__constant__ char c;' >"$BATS_TEST_TMPDIR/large.cu"
    sed -i '1s/^/#include "backend.h"\n/' "$BATS_TEST_TMPDIR"/{fits,large}.cu
    compile c++ "$BATS_TEST_TMPDIR/fits.cu" "$BATS_TEST_TMPDIR/fits.o" -c
    run -1 compile c++ "$BATS_TEST_TMPDIR/large.cu" "$BATS_TEST_TMPDIR/large.o" -c \
        -isystem "$simt" -isystem "$simt/shim"
    [[ $output == *"large.cu:3:"*"error: "*"at most 64 KB of __constant__ memory"* ]]
}

# What calls one of several kernels, a lambda of `auto &...`, is watched, too: the kernel may come in line there.
@test "the checker's hooks see a kernel's accesses and not the launch's" {
    requires objdump
    printf '%s\n' '#include "backend.h"' '__global__ void some(int *a, int b) { *a = b; }' \
        '__global__ void some(int *a, float b) { *a = b; }' \
        '__global__ void one(int *a, int b) { *a = b; }' \
        'int go(int *a) { return some<<<1, 1>>>(a, 1), one<<<1, 1>>>(a, 1), *a; }' \
        >"$BATS_TEST_TMPDIR/hooks.cu"
    compile g++ "$BATS_TEST_TMPDIR/hooks.cu" "$BATS_TEST_TMPDIR/hooks.o" -fsanitize=thread -c \
        --param tsan-instrument-func-entry-exit=0
    objdump -drC "$BATS_TEST_TMPDIR/hooks.o" |
        awk '/^[0-9a-f]+ </ { name = $0 } /__tsan_(read|write)/ { print name }' |
        sort -u >"$BATS_TEST_TMPDIR/watched"
    grep -q '<some(int\*, int)>' "$BATS_TEST_TMPDIR/watched"
    grep -q '<one(int\*, int)>' "$BATS_TEST_TMPDIR/watched"
    run -1 grep 'lambda(auto:\|lambda(void\|lambda()\|kernels\?<\|_with_own<' "$BATS_TEST_TMPDIR/watched"
}

@test "programs that only look wrong are accepted, built by g++" {
    runs g++ accepted
}

@test "programs that only look wrong are accepted, built by clang++" {
    runs clang++ accepted
}

@test "a call is not refused where the name may mean something else" {
    local host='int h(int); __global__ void k(int *x) ' body

    refuses "$host{ *x = h(1); }" 1 "host function 'h'"
    refuses "$host{ int h(int); *x = h(1); }" 1 "host function 'h'"
    for body in '{ auto h = [](int) { return 1; }; *x = h(1); }' '{ T a, h(2); *x = h(1); }' \
        '{ *x = sizeof(h(1)); }' '{ decltype(*x) h(2); *x = h(1); }' '{ T *h(x); *x = h(1); }' \
        '{ *x = a.h(1) + b->h(1) + c::h(1); }' \
        $'{\n#if A\n*x = h(1);\n#endif\n}' '{ assert(h(1)); }'; do
        stays "$host$body"
    done
    stays "using far::h; $host{ *x = h(1); }"
    becomes 'void h(int *); void go(void (*h)(int *)) { h<<<1, 1>>>(0); }' \
        'void h(int *); void go(void (*h)(int *)) { SIMT_LAUNCH(h)(1, 1)(0); }'
    becomes '__global__ void h(int *); __device__ void h(float *); void go() { h<<<1, 1>>>(0); }' \
        '__global__ void h(int *); __device__ void h(float *); void go() { SIMT_LAUNCH(h)(1, 1)(0); }'
    stays "__device__ int h(float); $host{ *x = h(1); }"
    stays $'#define h(x) 1\n'"$host{ *x = h(1); }"
    stays $'#define DROP(x)\n'"$host{ DROP(h(1)); }"
    refuses '__device__ int d(int); void h() { f([] __device__(int i) { return d(i); }); }' 1 'lambda with __device__'
    refuses 'void h() { int a[2] = {}; f([x = a[a[0]]] __device__(int i) { return i; }); }' 1 'lambda with __device__'
}

@test "functions that headers declare are known, whatever guards the header" {
    local at=$BATS_TEST_TMPDIR

    mkdir -p "$at/far"
    printf '%s\n' '#ifndef NEAR_H' '#define NEAR_H' '#include "far.h"' 'int near(int);' \
        '#if A' 'int maybe(int);' '#endif' '__host__ __device__ int both(int);' '#endif' >"$at/near.h"
    printf '%s\n' '#pragma once' 'static inline unsigned far(size_t n) { return n; }' \
        '__device__ int on_device(int);' '#define made(x) 1' 'int made(int);' >"$at/far/far.h"
    echo 'int main() { return 0; }' >"$at/own.h"
    kernel() { printf '%s\n' '#include "near.h"' '#include "missing.h"' "$1" >"$at/k.cu"; }

    for name in near far; do
        kernel "__global__ void k(int *x) { *x = $name(1); }"
        run -1 translate "-I$at/far" "$at/k.cu"
        [[ $output == *"k.cu:3: error: host function '$name' is called by 'k'"* ]]
    done
    kernel 'int h() { return on_device(1); }'
    run -1 translate "-I$at/far" "$at/k.cu"
    [[ $output == *"__device__ function 'on_device' is called by 'h'"* ]]
    for body in 'both(1)' 'maybe(1)' 'made(1)' 'on_device(1)' 'a.near(1)'; do
        kernel "__global__ void k(int *x) { *x = $body; }"
        run -0 translate "-I$at/far" "$at/k.cu"
    done
    kernel '__device__ int near(float); __global__ void k(int *x) { *x = near(1) + far(2); }'
    run -0 translate "$at/k.cu" # far.h is found nowhere
}

@test "nvcc accepts the same programs" {
    waits_for_night "a quarter of a minute"
    requires nvcc
    local name

    for name in launches shared accepted; do
        nvcc -std=c++17 -I"$inputs" -c "$inputs/$name.cu" -o "$build/$name.o"
    done
}

@test "a kernel with launch bounds keeps them" {
    becomes '__global__ void __launch_bounds__(N / 2, 1) k(int a) { a = 1; }' \
        '__global__ void __launch_bounds__(N / 2, 1) k(int a) { SIMT_LAUNCH_BOUNDS(N / 2, 1); a = 1; }'
    stays '__global__ void __launch_bounds__(256) k(int a); __global__ void l() { k<1>(2); }'
}

@test "what cannot be understood is an error that names its line" {
    refuses $'int a;\n<<<<<<< HEAD\n' 2 "without a kernel's name"
    refuses $'void f()\n{\n    k<<<1, 2>>(x);\n}\n' 3 "without '>>>(arguments)'"
    refuses $'k\n<\\\n<<1, 2>>>;' 2 "without '>>>(arguments)'"
    refuses $'#define CONFIGURATION = <<<1, 2>>>\n' 1 "without a kernel's name"
    refuses $'#define CONFIGURATION <<<1, 2>>\n' 1 "without '>>>(arguments)'"
    refuses $'extern __shared__ int (*a)[];' 1 'extern __shared__ type name[]'
    refuses $'/*\n*/ R"(\n)"; __shared__ int a = 1;' 3 'initialiser'
}

@test "variables that may lack __shared__ tell the checker, and no others do" {
    local begin='__global__ void k(int *x) { int t = threadIdx.x, u = t + 1; ' end

    becomes "$begin int a[8]; a[t] = x[t]; }" "$begin int a[8]; SIMT_OWN(a); a[t] = x[t]; }"
    becomes "$begin int a[8], b[8][8]; b[1][u / 2] = 1; }" "$begin int a[8], b[8][8]; SIMT_OWN(b); b[1][u / 2] = 1; }"
    becomes "$begin { float a[8]; for (int i = u; i < 8; i++) a[i] = 0; } }" \
        "$begin { float a[8]; SIMT_OWN(a); for (int i = u; i < 8; i++) a[i] = 0; } }"
    end=' if (t == 0) { f(); a = *x; } __syncthreads(); x[t] = a; }'
    becomes "$begin int a;$end" "$begin int a; SIMT_OWN(a);$end"
    becomes "$begin __shared__ union { int a[8]; } s; s.a[t] = 1; }" \
        "$begin __shared__ union { int a[8]; } s; SIMT_KERNEL_ELEMENT(s); SIMT_PAD; s.a[t] = 1; }"
    becomes "$begin struct two { int a[2]; }; two b[8]; b[t].a[u] = 1; }" \
        "$begin struct two { int a[2]; }; two b[8]; SIMT_OWN(b); b[t].a[u] = 1; }"
    becomes "$begin T a[2]; __syncthreads(); f(a, t); }" "$begin T a[2]; SIMT_OWN(a); __syncthreads(); f(a, t); }"
    stays "$begin int a[8]; for (int i = 0; i < 8; i++) a[i] = x[t]; x[a[0]] = a[x[t]]; }"
    stays "$begin int a[8] = {1}; a[t] = 2; }"
    stays "$begin int a;${end/t == 0/t < 8}"
    stays "$begin int a; a = x[t]; __syncthreads(); x[t] = a; }"
    stays "$begin static int a[8]; a[t] = 2; }"
    stays "$begin int a[8]; switch (t) { case 1: a[t] = 2; } }"
}

@test "a source with types that begin at multiples of 16 bytes says so" {
    becomes 'int a; float4 b;' 'SIMT_WIDE_TYPES; int a; float4 b;'
    becomes $'#include <a>\n// b\nauto c = make_int4(d);' $'#include <a>\n// b\nSIMT_WIDE_TYPES; auto c = make_int4(d);'
    becomes 'struct __align__(16) a {};' 'SIMT_WIDE_TYPES; struct __align__(16) a {};'
    becomes 'struct alignas(2 * N) a {};' 'SIMT_WIDE_TYPES; struct alignas(2 * N) a {};'
    stays 'struct alignas(8) a { float2 b; float3 c; make_float2 d; };'
}

@test "a launch by a call is given the kernel without its cast, and other casts stay" {
    becomes 'void f() { cudaLaunchKernel((void *)k, 1, 1, p); }' 'void f() { cudaLaunchKernel( k, 1, 1, p); }'
    becomes 'void f() { cudaLaunchKernel(reinterpret_cast<const void *>(k<2>), 1, 1, p); }' \
        'void f() { cudaLaunchKernel(  (k<2>), 1, 1, p); }'
    stays 'void f() { cudaLaunchKernel(k, 1, 1, (void **)p); g((void *)k); cudaLaunchKernel((int *)k); }'
}

@test "products with blockIdx declare nothing, and static_assert constructs nothing" {
    stays '__global__ void k(int *a) { f(N * blockIdx.x, (N - 2) * blockIdx.y); a[0] = (N * blockIdx.x + threadIdx.x); }'
    stays 'struct a { static_assert(1 << 2 == 4, ""); static_assert(true); };
__global__ void k() { static_assert(1 << 2 == 4, ""); static_assert(2, ""); }'
}

@test "a function of the host that a kernel may reach out of sight tells of itself" {
    becomes $'#define F(x) f(x)\nint f(int x) { return x; }' \
        $'#define F(x) f(x)\nint f(int x) { SIMT_HOST_ONLY(f); return x; }'
    becomes 'int f(int x) { return x; } int (*p)(int) = f;' \
        'int f(int x) { SIMT_HOST_ONLY(f); return x; } int (*p)(int) = f;'
    stays 'int f(int x) { return x; } int g() { return f(1); }'
    stays $'#define F(x) f(x)\n__host__ __device__ int f(int x) { return x; }'
    stays $'#define F(x) f(x)\nconstexpr int f(int x) { return x; }'
    stays $'#define F(x) f(x)\nstruct a { int f(int x) { return x; } };'
}

@test "a lambda of the host goes to no kernel that is a template, by a name either" {
    local begin='template <class F> __global__ void k(F f, int *x); __global__ void a(int (*f)(int), int *x);
void h(int *x) { int n = 0; auto f = [](int i) { return i; }; auto g = [&] { return n; }; '
    refuses "$begin k<<<1, 1>>>(f, x); }" 2 'this lambda runs on the host'
    refuses "$begin k<int><<<1, 1>>>(g, x); }" 2 'this lambda runs on the host'
    for text in 'a<<<1, 1>>>(f, x);' 'int f = 1; k<<<1, 1>>>(f, x);'; do
        printf %s "$begin { $text } }" >"$BATS_TEST_TMPDIR/in.cu"
        translate "$BATS_TEST_TMPDIR/in.cu" >"$BATS_TEST_TMPDIR/out"
    done
}

@test "what a launch is given leads somewhere on the device" {
    local device='__constant__ int c[4]; __device__ int v; __device__ int f(int x) { return x; }
__host__ __device__ int both(int x) { return x; } typedef int fp(int); template <fp *> __global__ void t(int);
__global__ void k(const int *p, fp *q); '
    refuses "$device void h() { k<<<1, 2>>>(c, 0); }" 3 'c is in the device'"'"'s memory, and its name'
    refuses "$device void h() { k<<<1, 2>>>(c + 1, 0); }" 3 'c is in the device'"'"'s memory, and its name'
    refuses "$device void h() { k<<<1, 2>>>(&v, 0); }" 3 'v is in the device'"'"'s memory, and its name'
    refuses "$device void h() { k<<<1, 2>>>(0, f); }" 3 'the host takes the address of '"'f'"
    refuses "$device void h() { k<<<1, 2>>>(0, &both); }" 3 'the host takes the address of '"'both'"
    refuses "$device void h() { fp *p; p = f; k<<<1, 2>>>(0, p); }" 3 'the host takes the address of '"'f'"
    local stays=('int *p; cudaGetSymbolAddress((void **)&p, v); k<<<1, 2>>>(p, 0);' 't<f><<<1, 2>>>(1);'
        'cudaMemcpyToSymbol(c, &v, 4);' 'int v = 1; k<<<1, 2>>>(&v, 0);' 'fp *p = both; p(1);'
        'k<<<1, 2>>>(0, 0); g(c, &v);')
    for text in "${stays[@]}"; do
        printf %s "$device void h() { $text }" >"$BATS_TEST_TMPDIR/in.cu"
        translate "$BATS_TEST_TMPDIR/in.cu" >"$BATS_TEST_TMPDIR/out"
    done
}

# --- files and arguments ----------------------------------------------------------------

@test "line N of the translation is line N of the input" {
    local name

    for name in launches shared accepted; do
        [ "$(translate "$inputs/$name.cu" | wc -l)" -eq $(($(wc -l <"$inputs/$name.cu") + 1)) ]
    done
    translate "$inputs/accepted.cu" | tail -n +2 |
        diff "$inputs/accepted.cu" - >"$BATS_TEST_TMPDIR/changes" || [ $? -eq 1 ]
    grep '^<' "$BATS_TEST_TMPDIR/changes"
    run -1 grep -v '^[^<]\|<<<.*>>>\|^< {$\|^< #ifndef __CUDA_ARCH__$' "$BATS_TEST_TMPDIR/changes"
}

@test "the output names the input as it was given" {
    local dir="$BATS_TEST_TMPDIR/a \"b\\c"

    mkdir "$dir"
    echo 'int a;' >"$dir/in.cu"
    cd "$dir"
    run -0 translate in.cu
    [ "${lines[0]}" = '#line 1 "in.cu"' ]
    run -0 translate "$dir/in.cu"
    [ "${lines[0]}" = "#line 1 \"$BATS_TEST_TMPDIR/a \\\"b\\\\c/in.cu\"" ]
}

@test "odd files pass through byte by byte" {
    stays ''
    stays 'int no_newline_at_the_end;'
    stays $'int crlf;\r\n#define A 1\r\n'
    stays $'const char *s = "\xc3\xa4\xe2\x82\xac"; int \xc3\xa4;'
    stays $'"unterminated\n\'x\n/* open'
    stays $'R"('
    stays $'\\'
    becomes $'\xef\xbb\xbfint byte_order_mark;' 'int byte_order_mark;'
    translate "$build/translate" >"$BATS_TEST_TMPDIR/binary" || [ $? -eq 1 ]
}

@test "a line of a megabyte takes no time" {
    head -c 1000000 /dev/zero | tr '\0' '(' >"$BATS_TEST_TMPDIR/open.cu"
    printf 'k<<<1, 2>>>(f(x), a < b); %.0s' {1..40000} >"$BATS_TEST_TMPDIR/long.cu"
    within 10 "$build/translate" "$BATS_TEST_TMPDIR/open.cu" >/dev/null
    within 10 "$build/translate" "$BATS_TEST_TMPDIR/long.cu" >"$BATS_TEST_TMPDIR/long.cpp"
    [ "$(grep -o 'SIMT_LAUNCH(k)(1, 2)(f' "$BATS_TEST_TMPDIR/long.cpp" | wc -l)" -eq 40000 ]
}

@test "after an error, no output file is written" {
    echo '<<<' >"$BATS_TEST_TMPDIR/in.cu"
    run -1 translate "$BATS_TEST_TMPDIR/in.cu" -o "$BATS_TEST_TMPDIR/out.cpp"
    [ ! -e "$BATS_TEST_TMPDIR/out.cpp" ]
}

@test "wrong usage and unreadable files are one line and status 2" {
    local arguments

    for arguments in '' '-o x' 'a b' 'a -o' '-h' '/nowhere/in.cu' "$BATS_TEST_TMPDIR" \
        "$inputs/shared.cu -o /nowhere/out.cpp"; do
        # shellcheck disable=SC2086 # several arguments, on purpose
        run -2 --separate-stderr translate $arguments
        [ -z "$output" ]
        [ "${#stderr_lines[@]}" -eq 1 ]
    done
}

@test "in programs a texture reference has our type, and a copy is one that is watched" {
    printf '%s\n' 'texture<float> line;' 'struct paint { int texture; };' \
        '__global__ void k(int *a, int *b, paint p) { a[p.texture < 3] = tex1Dfetch(line, 0); __builtin_memcpy(a, b, 12); }' \
        >"$BATS_TEST_TMPDIR/program.cu"
    run -0 translate --program "$BATS_TEST_TMPDIR/program.cu"
    [[ $output = *"simt_texture_reference<float> line;"*"int texture;"*"p.texture < 3"*" memcpy(a, b, 12)"* ]]
    run -1 translate "$BATS_TEST_TMPDIR/program.cu"
    [[ $output = *"program.cu:3: error: line is a host variable"* ]]
    sed -i '1i template <class T> struct texture {};' "$BATS_TEST_TMPDIR/program.cu"
    run -1 translate --program "$BATS_TEST_TMPDIR/program.cu"
    [[ $output = *"program.cu:4: error: line is a host variable"* ]]
}

@test "damaged programs never break the translator" {
    local flags='-std=c11 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all'

    # shellcheck disable=SC2086 # several flags, on purpose
    cc $flags -I"$simt" -Dmain=translate_main -c "$simt/translate/translate.c" -o "$build/translate-main.o"
    # shellcheck disable=SC2086 # as above
    cc $flags -I"$simt" "$build/translate-main.o" "$simt"/translate/[!t]*.c "$simt/translate/tokens.c" "$inputs/fuzz.c" -o "$build/fuzz"
    "$build/fuzz" "$BATS_TEST_TMPDIR/damaged.cu" "$([ -n "${NIGHTLY-}" ] && echo 1000 || echo 300)" "$inputs"/*.cu 2>"$BATS_TEST_TMPDIR/errors" ||
        { tail -n 50 "$BATS_TEST_TMPDIR/errors" && false; }
    grep -q ': error: ' "$BATS_TEST_TMPDIR/errors"
}
