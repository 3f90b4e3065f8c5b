#!/usr/bin/env bats
# A stranger's work: what it is refused for before it is built or linked. The attacks are those of
# grader/attacks that name their guard. `box.bats` tries the box in which the rest runs.

# shellcheck disable=SC2030,SC2031 # each test is a subshell anyway
load suite

LAB=01-matmul-naive
CLASS=$ROOT/grader/class

setup_file() {
    load suite
    # Where any user can come, which bats's own folders are not.
    PUBLIC=$(mktemp -d) && chmod 755 "$PUBLIC"
    export PUBLIC GUARD=$PUBLIC/guard && mkdir "$GUARD"
    for program in enter inspect_source inspect_object; do
        sources=("$ROOT/grader/class/$program.c")
        [ $program != inspect_source ] || sources+=("$ROOT"/grader/class/inspect_{text,names,paste,pragma}.c)
        gcc -std=gnu11 -O1 -Wall -Wextra -Werror "${sources[@]}" -o "$GUARD/$program"
    done
    cp "$ROOT/grader/class/box" "$GUARD/box"
}

teardown_file() {
    rm -rf "$PUBLIC"
}

# The attacks whose guard is $1: FILE<tab>WORDS.
attacks_by() {
    bash "$ROOT/grader/tags" "$ROOT"/grader/attacks/{,*/}*.cu | awk -F '\t' -v guard="$1" '
        $2 == "says" { says[$1] = $3 }
        $2 == "guard" && $3 == guard { print $1 "\t" says[$1] }'
}

# --- before a hand-in is built ----------------------------------------------------------------

@test "the text of each attack by text is refused in the words that it names" {
    attacks_by text >"$BATS_TEST_TMPDIR/attacks"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/attacks")" -ge 20 ]
    while IFS=$'\t' read -r file says; do
        echo "$file"
        run -1 "$GUARD/inspect_source" "$ROOT" "$file"
        echo "$output"
        [ "${#lines[@]}" = 1 ]
        [[ $output =~ ^"${file##*/}":[0-9]+": refused: " && $output = *"$says"* ]]
    done <"$BATS_TEST_TMPDIR/attacks"
}

@test "no text of a known answer or a skeleton is refused" {
    find "$ROOT"/labs "$ROOT"/solutions "$ROOT"/grader/wrong "$ROOT"/grader/right -name '*.cu' ! -name vendor.cu ! -path '*/more/*' >"$BATS_TEST_TMPDIR/answers"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/answers")" -gt 500 ]
    xargs -n 1 "$GUARD/inspect_source" "$ROOT" <"$BATS_TEST_TMPDIR/answers"
}

# refused_text LINES...: a text of these lines is refused.
refused_text() {
    printf '%b\n' "$@" >"$BATS_TEST_TMPDIR/text.cu"
    run -1 "$GUARD/inspect_source" "$ROOT" "$BATS_TEST_TMPDIR/text.cu"
    echo "$output"
    [[ $output = "text.cu:"*": refused: "* ]]
}

accepted_text() {
    printf '%b\n' "$@" >"$BATS_TEST_TMPDIR/text.cu"
    run -0 "$GUARD/inspect_source" "$ROOT" "$BATS_TEST_TMPDIR/text.cu"
}

@test "a text is read as compilers read it" {
    refused_text 'int as\\\nm;\nas\\\nm("x");' # a word over two lines
    refused_text '/* */ asm /* */ ("x");'
    refused_text '// ends here \\ \n' 'asm("x");' "'" "asm"
    refused_text "#if 0\ndon't\n#endif\nasm(\"x\");" # a literal ends on its line
    refused_text 'int a = 1'"'"'000;asm("x");int b = 1'"'"'0;'
    refused_text '??/\n' 'u8R"(x\n)";'
    refused_text 'int a;\rasm("x");'
    refused_text '# /**/ include "/etc/passwd"'
    refused_text '%:include "/etc/passwd"'
    refused_text '#inc\\\nlude </etc/passwd>'
    refused_text '#line 1 "/usr/include/stdio.h"'
    refused_text '#embed "x"'
    refused_text '#include_next <stdio.h>'
    refused_text '#define noinline constructor'
    refused_text '[ [ gnu::used ] ] int a;'
    refused_text '<:[gnu::used]] int a;'
    refused_text 'int \\u0061sm;'
    refused_text '\xef\xbb\xbfasm("x");' # a byte order mark, which compilers pass over
    refused_text '\xef\xbb\xbf#include "/etc/passwd"'
    refused_text 'R"x()x\\\n"; int a; )x" asm("x");'
    refused_text '\xc3\xa9R"(" asm("x"); ")"' # no raw string, but a word that ends in R
    refused_text 'auto a = R"(\n)";'
    refused_text '#define JOIN(a, b) a##b'
    refused_text '#define SECOND(a) _##a'
    refused_text '#define WORD(a) a##t_count' # of simt
    refused_text '#define REAL(a) a##_real_cudaMemcpy\nREAL(_);'
    refused_text '??=include "/etc/passwd"' # marks of other standards
    refused_text '// here is more ??/' 'asm("x");'
    refused_text "char a = '??''" 'asm("x"); // '"'"
    refused_text '#define WHERE "/etc/passwd"' '#include WHERE'
    refused_text '#if __has_include("/etc/passwd")' '#endif'
    refused_text '#if !defined(A) && __has_include(<../../solutions/x.cu>)' '#endif'
    refused_text '#define WHERE <stdio.h>' '#if __has_include(WHERE)' '#endif'
    refused_text '#define NOTHING' '#if __has_include NOTHING ("/etc/passwd")' '#endif'
    refused_text '#define ASK __has_include' '#if ASK("/etc/passwd")' '#endif'
    refused_text '#if __has_embed("/etc/passwd")' '#endif'
    refused_text '#define CLOSE )' '#define A(x) x'
    refused_text '#define OPEN(a) ((a) [0'
    refused_text '_GLIBCXX_VISIBILITY(default)'
    refused_text '#include <sys/sdt.h>'
    # A comment that is none to one reader, and hides what the other reads.
    refused_text '#include <vector> /*' '" */ " /*' 'asm("x");' '/* */'
    refused_text '#define A "a"R"(x" /* )"' '" */ " /*' 'asm("x");' '/* */'
    refused_text '#define A $R"(x" /* )"' '" */ " /*' 'asm("x");' '/* */'
    refused_text "#define A 1'''a' /*" 'asm("x");' '/* */'
    refused_text "#define A 1'.a' /*" 'asm("x");' '/* */'
    refused_text "#define A 1\xc3\xa9'a' /*" 'asm("x");' '/* */'
    refused_text 'void f() __attribute__((deprecated(R"(" )) x)"), constructor(101)));'
    refused_text "__attribute__((aligned(1'6 * ('0' + 0)), constructor(101)))"
    refused_text '#define CLOSE R"(" ( )" )'
    refused_text "#define OPEN 1'0 ( '0'"
    refused_text '#if 1 || __has_include(<cuda/a//x>) /*' '" */ || '"'"'" /*'"'" 'asm("x");' '/* */' '#endif'
    accepted_text '\xef\xbb\xbf#include <vector>' 'int na\xc3\xafve; std::vector<::uint3> a;'
    accepted_text '#include <vector> // of "numbers"' '#include <map> /* and' 'asm */' "int a = 1'000'000 + 0x1p-3 + 'a';"
    accepted_text '#define KERNEL(name, bits) name##_kernel_##bits' '#define V(x) ((x)[0] + ")"[0]) // ('
    accepted_text 'const char *a = R"x(a "b" asm \\n)x";'
    accepted_text '// asm("x") and #include "/etc/passwd" in a comment'
    accepted_text 'const char *text = "asm, __asm__, ## and \\"more\\"";'
    accepted_text 'int section, used, alias, target, weak, constructor, a[2][2]; int b = a[a[0][1]][0];'
    accepted_text '#include "cuda_runtime.h"' '#include <math.h>' '#pragma unroll 4' '#define TILE 16'
    accepted_text 'float f = __fmul_rn(1, 2) + __int2float_rn(3) + __sinf(1);'
    accepted_text 'half a = __float2half(1); float b = __half2float(a) + __low2float(__half2half2(a));'
    accepted_text '__constant__ float __mask[9]; __device__ float __twice(float __x) { return 2 * __x; }' \
        '__global__ void __launch_bounds__(256) __kernel(float *__out) { __out[0] = __twice(__mask[0]); }'
    accepted_text 'struct v { float x; }; __device__ v operator+(v __a, v b) { return {__a.x + b.x}; }'
    accepted_text '__attribute__((aligned(16))) int a; [[maybe_unused]] int b;'
}

@test "what people write for other compilers and for editors is no attack" {
    accepted_text '#ifndef _MATMUL_KERNEL_H_' '#define _MATMUL_KERNEL_H_' '#endif // #ifndef _MATMUL_KERNEL_H_'
    accepted_text '#ifndef __MATMUL_CU__' '#define __MATMUL_CU__ /* once */' '#endif'
    accepted_text '#ifdef _WIN32' '#elif defined(_MSC_VER) || defined(__linux__)' '#endif'
    accepted_text '#define _CRT_SECURE_NO_WARNINGS' '#define _POSIX_C_SOURCE 200809L'
    accepted_text 'typedef struct _Matrix { int w; } Matrix; template <class _Tp> _Tp _N(_Tp x);'
    accepted_text '#ifdef __INTELLISENSE__' '#define __launch_bounds__(x)' 'void __syncthreads();' '#endif'
    accepted_text '#ifndef __CUDACC__' '#define __CUDACC__' '#define __global__' '#else' 'int a;' '#endif'
    accepted_text '#define LOG(format, ...) printf(format, ##__VA_ARGS__)'
    accepted_text '#pragma region tiles' '#pragma warning(disable : 4996)' '#pragma nv_diagnostic push'
    accepted_text '#include <vector_types.h>' '#include <future>'
    accepted_text '#define JOIN(a, b) a##b' 'int JOIN(row, 1), JOIN(is_,own) = 2;'
    accepted_text '#define JOIN(a, b) a##b' '#define LINK(a, b) JOIN(a,b)' '#define MY(n) LINK(n, __LINE__)' 'int MY(row), LINK(is, __COUNTER__);'
    accepted_text '#define KERNEL(T) k_##T' '#define OF(T) __global__ void by_##T(T *a);' 'OF(int)'
    accepted_text '#ifdef __has_include' '#if __has_include(<cuda_fp16.h>) && defined(__has_include)' '#endif' '#endif'
    accepted_text 'const char *a = "really??!"; int b = a ? 1 : 2;'
    accepted_text '#define UNROLL _Pragma("unroll 4")' '#pragma GCC unroll 4' 'float simtime, simTotal;'
    accepted_text '#ifndef _NAIVE_' '#define _NAIVE_' '#endif' '#define _BLOCK_SIZE 16' 'enum { _TILE = _BLOCK_SIZE };'
    accepted_text '#define __STDC_LIMIT_MACROS' '#define _FILE_OFFSET_BITS 64' '#if __cpp_lib_span >= 1' '#endif'
    accepted_text '#include "./matmul_naive.h"' '#ifdef _WIN32' '#include <windows.h>' '#endif' '#include <omp.h>'
    accepted_text '#pragma clang diagnostic push' '#pragma clang diagnostic ignored "-Wunused"' '# pragma clang loop unroll(full)'
    accepted_text '#define QUIET _Pragma("GCC diagnostic ignored \\"-Wsign-compare\\"") _Pragma("clang diagnostic push")'
    accepted_text '#define register // nothing' 'register int a;' '#define likely(x) __builtin_expect(!!(x), 1)' 'int f(int n) { if (likely(n > 0)) [[likely]] return 1; return 2; }' 'constexpr size_t operator""_KB(unsigned long long n), operator "" _MB (unsigned long long n);' 'float tile[4_KB + 1_MB];' '#pragma nv_diag_warning 177' '#pragma comment(lib, "cudart.lib")' '#pragma mark - kernels' '#pragma GCC push_options'
    accepted_text '__attribute__((format(printf, 1, 2))) void tell(const char *format, ...);'
    accepted_text '[[gnu::always_inline]] inline int f(); __attribute__((pure, __hot__)) int g();'
    accepted_text 'void f() { asm volatile("" ::: "memory"); __asm__ ( "" : : : "memory" ); }' '#define FENCE asm("":::"memory")' 'int a = __builtin_parity(3) + (int)__builtin_offsetof(dim3, y);'
    # and what hides behind it is
    refused_text '#define WRITE asm' '("" ::: "memory"); void f() { WRITE("nop"); }'
    refused_text 'int a = __builtin_constant_p(b);' # what is constant hangs on how the program is built
    refused_text '#define JOIN(a, b) a##b' '#define LINK(a, b) JOIN(a, b)' 'LINK(a, sm)("x"); int LINK(b, __LINE__);'
    refused_text '#define JOIN(a, b) a##b' '#define LINK(a, b) JOIN(b, a)' 'int LINK(b, __LINE__);'
    refused_text '#define JOIN(a, b) a##b' '#define LINK(a, b) JOIN(a, b)' '#define MY LINK' 'MY(a, sm)("x"); int LINK(b, __LINE__);'
    refused_text '#define JOIN(a, b) a##b' '#define LINK(a, b) JOIN(a, b)' '#define MY(a, b) LINK(a, b)' 'int LINK(b, __LINE__);'
    refused_text '#define PART(b) a##b' 'PART(sm)("x");'
    refused_text '#define PART(b) R##b' 'PART("(a)");'
    refused_text '#define PART(b, c) b##k_##c' 'PART(, )'
    refused_text '#define TEXT "unroll"' '_Pragma(TEXT)'
    refused_text '#define WORDS(x) _Pragma(#x)' 'WORDS(weak main)'
    refused_text '_Pragma("unroll\\")'
    for text in '#undef register' '#define register static' '#define likely constructor' '#define likely(x) x\n[[likely(gnu::constructor)]] void f();' '__attribute__((unlikely /**/ ())) void f();' '_Pragma("GCC optimize")' 'void *f() { return ""_KB + _KB; }' 'void operator"" _Pragma("weak main");'; do refused_text "$text"; done
    refused_text '_Pragma("clang attribute push")'
    refused_text '_Pragma("weak \\"main\\"")'
    refused_text '#pragma clang attribute push(__attribute__((constructor)), apply_to = function)'
    refused_text '#pragma clang diagnostic push asm("x");'
    refused_text '#pragma clang diagnostic /*' '// */ asm("x");'
    refused_text '#pragma unroll clang'
    refused_text '#pragma GCC target("avx2")'
    refused_text '#include "./../../solutions/01-matmul-naive/matmul_naive.cu"'
    refused_text '[[gnu::constructor]] void f();'
    refused_text '#define _NAIVE_ __attribute__'
    refused_text 'int a = SIMT_lane + 1;'
    refused_text '#define JOIN(a, b) a##b' 'JOIN(a, sm)("x");'
    refused_text '#define JOIN(a, b) a##b' 'JOIN(row, 1);' '#define TWICE(a) JOIN(a, sm)' 'TWICE(a)("x")'
    refused_text '#define JOIN(a, b) a##b' 'int JOIN(row, 1);' '#define MY JOIN' 'MY(a, sm)("x");'
    refused_text '#define JOIN(a, b) a##b' '#define LINK(a, b) a##b' 'int LINK(JO, IN)(a, sm), JOIN(row, 1);'
    refused_text '#define JOIN(a, b) a##b' 'int JOIN(row, 1);' 'JOIN/**/(a, sm)("x");'
    refused_text '#define JOIN(a, b) a##b' 'int JOIN(simt_, lane);'
    refused_text '#define JOIN(a, b) a##b' 'int a JOIN(__attribute, __)((constructor));'
    refused_text '#define PART(a) a##agma' 'PART(_Pr)(weak)'
    refused_text '#define PRAGMA _Pr##agma'
    refused_text '_Pragma("weak main")' 'int a;'
    refused_text '#ifdef __SANITIZE_THREAD__' '#endif' # the checker's program
    refused_text '#ifndef __OPTIMIZE_SIZE__' '#endif'
    refused_text '#define __global__'
    refused_text 'int a = __undeclared(1);' # nobody knows what a library makes of it
    refused_text 'int __seg_fs;'
    refused_text 'static __thread int a[9];'
    refused_text '_Thread_local int a[9];'
    refused_text '#if 0' 'int __attribute(int);' '#endif' 'void f() __attribute((constructor));'
    refused_text '#if 0' 'int __has_feature(int);' '#endif' '#if __has_feature(thread_sanitizer)' '#endif'
    refused_text '#define __MATMUL_CU__ int' # stands for something
    refused_text '#ifdef __INTELLISENSE__' '#define __device__' '#else' 'asm("x");' '#endif'
    refused_text '#ifdef __INTELLISENSE__' 'int a; /*' '#else' '*/' '#endif' 'asm("x");'
    refused_text '#ifdef __INTELLISENSE__' '#if 1' '#endif' '#endif' 'asm("x");'
    refused_text '#ifndef __INTELLISENSE__' 'asm("x");' '#endif'
    refused_text '#define JOIN(a, ...) a, ##__VA_ARGS__##m'
    refused_text '_GLIBCXX_KERNEL'
}

@test "nothing in a text keeps its pointers from being asked where they lead" {
    refused_text '__attribute__((indirect_branch("keep"))) void f(void (*g)()) { g(); }'
    refused_text 'void f(void (*g)() __attribute__((nocf_check))) { g(); }'
    refused_text '#pragma GCC push_options' '#pragma GCC optimize("-mindirect-branch=keep")'
    refused_text '#pragma GCC target("no-indirect-branch-register")'
    refused_text '#pragma GCC reset_options'
    refused_text '__attribute__((naked)) void f() {}'
    refused_text 'extern "C" void __x86_indirect_thunk_rax() {}'
    refused_text 'extern "C" void __x86_return_thunk() {}'
    refused_text 'extern "C" void *const simt_callees[] = {nullptr};'
    refused_text 'extern "C" char simt_is_inspected;'
    refused_text 'void *b[5]; void f() { __builtin_longjmp(b, 1); }'
    refused_text 'void f(long a, void *b) { __builtin_eh_return(a, b); }'
    refused_text 'void f() { __builtin_return(__builtin_apply((void (*)())printf, __builtin_apply_args(), 64)); }'
    refused_text 'void **f() { return (void **)__builtin_frame_address(0); }'
}

@test "what is no text, or too long, is refused in one line" {
    head -c 100 /dev/zero >"$BATS_TEST_TMPDIR/zeros.cu"
    head -c 1100000 /dev/zero | tr '\0' ' ' >"$BATS_TEST_TMPDIR/long.cu"
    for file in "$BATS_TEST_TMPDIR/zeros.cu" "$BATS_TEST_TMPDIR/long.cu" /dev/zero "$BATS_TEST_TMPDIR"; do
        run -1 within 5 "$GUARD/inspect_source" "$ROOT" "$file"
        [[ ${#lines[@]} = 1 && $output = *": refused: "* ]]
    done
}

@test "a text that takes long to be read is refused before others wait for it" {
    { head -n 95000 <(yes 'x __twice;') && echo 'int __twice;'; } >"$BATS_TEST_TMPDIR/twice.cu"
    run -1 within 60 "$GUARD/inspect_source" "$ROOT" "$BATS_TEST_TMPDIR/twice.cu"
    [[ ${#lines[@]} = 1 && $output = "twice.cu:1: refused: it is too long, or has too much of the same, to be read" ]]
}

@test "the object of each attack by its object is refused in the words that it names" {
    in_lab $LAB guard BACKEND=cpu
    attacks_by object >"$BATS_TEST_TMPDIR/attacks"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/attacks")" -ge 8 ]
    while IFS=$'\t' read -r file says; do
        echo "$file"
        lab=$(basename "$(dirname "$file")")
        [ "$lab" != attacks ] || lab=$LAB
        cp "$file" "${copy:=$BATS_TEST_TMPDIR/attack.cu}" # itself it may be judged at the same time
        program=$BUILD/$lab/from/${copy%.cu}/student
        run ! in_lab "$lab" "$program" BACKEND=cpu SANDBOX_LEVEL=none FROM="$copy"
        cat "$program.log"
        [ ! -e "$program" ]
        grep -F ": refused: $says" "$program.log"
    done <"$BATS_TEST_TMPDIR/attacks"
}

@test "C++ is taken as textbooks write it, and global objects are made when the runner has begun" {
    local file=$BATS_TEST_TMPDIR/objects.cu
    cat >"$file" <<'END'
#include "matmul_naive.h"
#include <algorithm>
#include <chrono>
#include <functional>
#include <iomanip>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

struct stopwatch {
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
    ~stopwatch() { std::cout << std::flush; }
};
static stopwatch since_start;
static const std::string NAME = "square";
static std::vector<int> sizes;
const dim3 BLOCK(256, 1);

static void add_one(void *number)
{
    ++*(int *)number;
}

__global__ void square(const int *in, int *out, size_t count)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = in[i] * in[i];
    if (i == 0)
        free(malloc(sizeof *out));
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    size_t count = (size_t)width * height;
    static int launches; // the call comes when the stream is done
    CHECK(cudaLaunchHostFunc(0, add_one, &launches));
    if (count)
        square<<<blocks_for(count, BLOCK.x), BLOCK>>>(d_in, d_out, count);
    if (cudaGetLastError() != cudaSuccess)
        throw std::runtime_error(std::string("launch of ") + NAME);
    sizes.push_back(count);
    std::sort(sizes.begin(), sizes.end());
    std::unordered_map<int, std::shared_ptr<int>> calls;
    calls[count] = std::make_shared<int>(1);
    std::function<int(int)> twice = [](int x) { return 2 * x; };
    std::map<std::string, std::list<int>> rows; // the library's own code puts these together
    std::istringstream words("wide narrow wide\n1025 37");
    std::string line, word;
    std::getline(words, line);
    for (std::istringstream each(line); each >> word;)
        rows[word + std::string(40, '-')].push_back(width);
    rows.erase(rows.begin());
    rows.begin()->second.sort();
    words >> line >> width;
    std::ostringstream text;
    text << std::setw(8) << twice(*calls[count]) << 1.5;
    std::cout << NAME << ' ' << text.str() << std::endl;
}
END
    for level in none bubblewrap; do
        [ "$(bash "$GUARD/box" level $level "$GUARD" 2>/dev/null)" = $level ] || continue
        run -0 in_lab $LAB programs BACKEND=cpu SANDBOX_LEVEL=$level FROM="$file"
        run -0 in_lab $LAB judge BACKEND=cpu SANDBOX_LEVEL=$level FROM="$file" TASK=square_elements JSON="$BATS_TEST_TMPDIR/json"
        jq -es 'length > 10 and all(.passed)' "$BATS_TEST_TMPDIR/json"
        # No clock tells the host how long a kernel took, in the fast program either.
        nm -u "$BUILD/$LAB/from${file%.cu}/cpu/student.o" | grep chrono >"$BATS_TEST_TMPDIR/clocks"
        run -1 grep -v __tsan_ "$BATS_TEST_TMPDIR/clocks"
    done
    # An end before the first request is no answer.
    printf '#include "matmul_naive.h"\nstruct first { first() { puts("ok 1"); exit(0); } };\nstatic first object;\nEXPORT void square_elements(const int *, int *, int, int) {}\n' >"$file"
    in_lab $LAB programs BACKEND=cpu SANDBOX_LEVEL=none FROM="$file"
    run ! in_lab $LAB judge BACKEND=cpu SANDBOX_LEVEL=none FROM="$file" TASK=square_elements JSON="$BATS_TEST_TMPDIR/json"
    jq -es 'all(.passed | not)' "$BATS_TEST_TMPDIR/json"
    # Other code before main is refused.
    echo '__attribute__((constructor(200))) static void first(void) {} void square_elements(void) {}' >"$BATS_TEST_TMPDIR/first.c"
    gcc -c "$BATS_TEST_TMPDIR/first.c" -o "$BATS_TEST_TMPDIR/first.o"
    run -1 "$GUARD/inspect_object" "$CLASS/allowed" "$BATS_TEST_TMPDIR/first.o" x.cu
    [[ $output = *"it has code that runs before main()" ]]
}

@test "a pointer leads to functions that the text names, to virtual ones, and to no others" {
    [ "$(uname -m)" = x86_64 ] || skip "compilers tell of such calls on x86-64 alone"
    local file=$BATS_TEST_TMPDIR/pointers.cu
    cat >"$file" <<'END'
#include "matmul_naive.h"
#include <algorithm>
#include <functional>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <stdlib.h>
#include <string>

static float (*const table[])(float) = {sinf, cosf};
static int (*volatile write_line)(const char *) = puts;
static volatile int nothing;
struct one {
    virtual int number() { return 1; }
    virtual ~one() {}
};
struct two : one {
    int number() { return 2; }
};
__device__ int square_of(int x) { return x * x; }
__device__ int same(int x) { return x; }

__global__ void square(const int *in, int *out, int count, int which)
{
    int (*function)(int) = which ? same : square_of;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = function(in[i]);
}

static int by_number(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void tell_end(void) { puts("end"); }

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    int count = width * height, numbers[3] = {3, 1, 2};
    std::unique_ptr<int, decltype(&cudaFree)> none(nullptr, cudaFree);
    std::function<int(int)> twice = [](int x) { return 2 * x + nothing; };
    one *object = nothing ? new one : new two;
    std::exception *error = new std::out_of_range("far");
    std::string word = "a";
    qsort(numbers, 3, sizeof *numbers, by_number);
    std::transform(word.begin(), word.end(), word.begin(), ::toupper);
    if (numbers[0] == 1 && table[nothing](0) == 0 && word == "A")
        write_line(error->what());
    std::cout << object->number() << twice(2) << std::endl;
    delete object;
    delete error;
    static int once = atexit(tell_end);
    if (count && once == 0)
        square<<<blocks_for(count, 256), 256>>>(d_in, d_out, count, nothing);
}
END
    in_lab $LAB programs BACKEND=cpu SANDBOX_LEVEL=none FROM="$file"
    run -0 in_lab $LAB judge BACKEND=cpu SANDBOX_LEVEL=none SIMT_STRANGER=yes FROM="$file" TASK=square_elements JSON="$BATS_TEST_TMPDIR/json"
    jq -es 'length > 10 and all(.passed)' "$BATS_TEST_TMPDIR/json"
    # None that begins in the midst of another, and none of the runner's, in either program.
    sed -i '/^EXPORT/,$d' "$file"
    cat >>"$file" <<'END'
EXPORT void square_elements(const int *, int *, int width, int height)
{
    size_t to = width == 33 ? (size_t)check_cuda + 16 : height == 33 ? (size_t)puts + 1 : width == 31 ? -10485760 : (size_t)tell_end + 4;
    ((void (*)())(to + nothing))();
}
END
    in_lab $LAB programs BACKEND=cpu SANDBOX_LEVEL=none FROM="$file"
    run ! in_lab $LAB judge BACKEND=cpu SANDBOX_LEVEL=none SIMT_STRANGER=yes FROM="$file" TASK=square_elements JSON="$BATS_TEST_TMPDIR/json"
    jq -es 'map(select(.message | contains("was to call a function by an address")).case) as $held
        | ["one-block", "wider", "higher", "narrower"] | all(IN($held[]))' "$BATS_TEST_TMPDIR/json"
}

@test "of CUDA's functions those are refused that move memory past the judge's counts" {
    local name object=$BATS_TEST_TMPDIR/cuda.o
    for name in cudaMemcpy3D cudaMemcpy3DAsync cudaMemcpyFromArray cudaMemcpy2DFromArrayAsync cudaMemcpyBatchAsync cudaGraphLaunch \
        cudaGraphAddMemcpyNode1D cudaStreamBeginCapture cudaIpcGetMemHandle cudaGetDriverEntryPoint cudaImportExternalMemory \
        cudaMemcpy_ptds cudaMemcpyAsync_ptsz cudaGetExportTable cudaMemset3D; do
        echo ".data; .quad $name; .section .note.GNU-stack" | as -o "$object"
        run -1 "$GUARD/inspect_object" "$CLASS/allowed" "$object" x.cu
        [[ $output = "x.cu:1: refused: it uses $name, which moves memory where no judge counts it"* ]]
    done
    # What copies.c counts, and what moves nothing, is allowed.
    grep -oh '__wrap_cuda[A-Za-z0-9]*' "$ROOT/common/student/"*.c | sort -u | sed 's/__wrap_/.quad /' >"$BATS_TEST_TMPDIR/counted"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/counted")" -gt 20 ]
    { echo .data && cat "$BATS_TEST_TMPDIR/counted" && echo '.section .note.GNU-stack'; } | as -o "$object"
    run -0 "$GUARD/inspect_object" "$CLASS/allowed" "$object" x.cu
}

@test "what honest code calls of the C++ library is allowed, whichever compiler is here" {
    requires g++
    for compiler in g++ clang++; do
        command -v $compiler || continue
        $compiler -std=c++17 -O1 -U_FORTIFY_SOURCE -c "$ROOT/grader/selftest/box/library.cpp" -o "$BATS_TEST_TMPDIR/library.o"
        "$GUARD/inspect_object" "$CLASS/allowed" "$BATS_TEST_TMPDIR/library.o" library.cpp
        printf '#pragma comment(lib, "cudart.lib")\nint a;\n' | $compiler -w -c -x c++ - -o "$BATS_TEST_TMPDIR/comment.o"
        "$GUARD/inspect_object" "$CLASS/allowed" "$BATS_TEST_TMPDIR/comment.o" comment.cpp
    done
    g++ -c -x c++ - -o "$BATS_TEST_TMPDIR/thread.o" <<<'#include <thread>
void others() { std::thread([] {}).detach(); }'
    run -1 "$GUARD/inspect_object" "$CLASS/allowed" "$BATS_TEST_TMPDIR/thread.o" thread.cpp
    [[ $output = *"which a hand-in does not need"* ]]
}

# writes_beyond DISTANCE [HOW]: a hand-in that writes so far from a variable of its own.
writes_beyond() {
    cat >"$BATS_TEST_TMPDIR/beyond.cu" <<END
#include "matmul_naive.h"
#include <cstring>
char mine[16];

__global__ void square(const int *in, int *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = in[i] * in[i];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    volatile long distance = $1L;
    ${2:-mine[distance] = 0};
    if (width * height)
        square<<<blocks_for(width * height, 256), 256>>>(d_in, d_out, width * height);
}
END
    in_lab $LAB programs BACKEND=cpu SANDBOX_LEVEL=none FROM="$BATS_TEST_TMPDIR/beyond.cu"
}

# distance_to NAME: from there to a variable in the checked program.
distance_to() {
    nm "$BUILD/$LAB/from$BATS_TEST_TMPDIR/beyond/student.checked" |
        awk -v name="$1" '$3 == name { to = $1 } $3 == "mine" { from = $1 } END { print to, from }' |
        (read -r to from && echo $((0x$to - 0x$from)))
}

@test "who writes to what the checker, the counters or the runner know is stopped before it is done" {
    local name
    local -A how=([found_count]='memset(mine, 0, distance + 100)') # all until there and beyond
    writes_beyond 8
    for name in simt_counting found_count request; do
        writes_beyond "$(distance_to $name)" "${how[$name]-}"
        run ! in_lab $LAB judge BACKEND=cpu SANDBOX_LEVEL=none FROM="$BATS_TEST_TMPDIR/beyond.cu" TASK=square_elements JSON="$BATS_TEST_TMPDIR/json"
        jq -es 'any(.reason == "crashed" and (.message | contains("it was to write to memory in which the CPU backend keeps what it has found and counted")))' "$BATS_TEST_TMPDIR/json"
    done
}

# Nor in pages that the system has put anywhere, but what a kernel's threads have for themselves. What the fast program
# keeps of the host's variables, what make replay shows and what the C library needs is no evidence; what pointers may
# lead to is closed for good once it is known; the shadow's bits keep their place in the checker's window.
@test "what the CPU backend keeps of launches, graphs, accesses and counts lies in its own room" {
    cd "$ROOT/common/simt"
    grep -lE '\b(malloc|calloc|realloc|reallocarray)\([^)]' cuda/*.c grid/*.c checker/*.c counters/*.c >"$BATS_TEST_TMPDIR/files"
    printf '%s\n' cuda/host_memory.c cuda/records.c checker/replay.c | diff "$BATS_TEST_TMPDIR/files" -
    grep -lE '\bmmap\(' cuda/*.c grid/*.c checker/*.c counters/*.c >"$BATS_TEST_TMPDIR/files"
    printf '%s\n' cuda/arena.c cuda/records.c cuda/variables.c grid/async_copies.c grid/computed_calls.c \
        grid/fiber.c grid/signals.c grid/workers.c checker/cxx_calls.c checker/shadow.c | diff "$BATS_TEST_TMPDIR/files" -
}

# A hand-in that has functions write so far from a variable of its own, in the program where check_cuda() lies
# so far from it.
has_written() {
    cat >"$BATS_TEST_TMPDIR/beyond.cu" <<END
#include "matmul_naive.h"
#include <cmath>
#include <stdio.h>
#include <cstring>
char mine[16];
volatile long there = $1L, function = $2L;
volatile double zero = 0;

__global__ void square(const int *in, int *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = in[i] * in[i];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    if ((char *)&check_cuda - mine == function && width == 32)
        frexp(zero, (int *)(mine + there));
    if ((char *)&check_cuda - mine == function && width == 33)
        cudaGetDeviceCount((int *)(mine + there));
    if ((char *)&check_cuda - mine == function && width == 64 && height == 33) {
        static long stream[64];
        memcpy(stream, stdout, 224);
        for (int i = 4; i < 8; i++)
            stream[i] = (long)(mine + there) + (i == 6 ? 8 : 0);
        fputs("x", (FILE *)stream);
    }
    if ((char *)&check_cuda - mine == function && width == 64 && height == 32)
        printf("%d%n", width, (int *)(mine + there));
    if ((char *)&check_cuda - mine == function && width > 64)
        sprintf(mine + there, "%s", "");
    if (width * height)
        square<<<blocks_for(width * height, 256), 256>>>(d_in, d_out, width * height);
}
END
    in_lab $LAB programs BACKEND=cpu SANDBOX_LEVEL=none FROM="$BATS_TEST_TMPDIR/beyond.cu"
}

@test "functions of libraries do not write for a hand-in to what the checker, the counters or the runner know" {
    has_written 1 1
    has_written "$(distance_to simt_counting)" "$(distance_to check_cuda)"
    run ! in_lab $LAB judge BACKEND=cpu SANDBOX_LEVEL=none FROM="$BATS_TEST_TMPDIR/beyond.cu" TASK=square_elements JSON="$BATS_TEST_TMPDIR/json"
    jq -r '"\(.case) \(.reason): \(.message | split("\n")[0])"' "$BATS_TEST_TMPDIR/json"
    # In each of these ways, in what is checked, and nowhere else. A format's %n prints nothing.
    jq -es 'map(select(.message | contains("keeps what it has found and counted")).case) as $held
        | ["higher", "wider", "wide"] | all(IN($held[]))' "$BATS_TEST_TMPDIR/json"
    jq -es 'map(select(.case == "anywhere"))[0].message | contains("a stream that nobody has opened")' "$BATS_TEST_TMPDIR/json"
    jq -es 'map(select(.case == "in-anywhere"))[0].passed' "$BATS_TEST_TMPDIR/json"
    jq -es 'any(.passed)' "$BATS_TEST_TMPDIR/json"
}

@test "a function of a hand-in takes the place of none of the runner's or the C library's" {
    file=grader/attacks/own_sem_post.cu
    in_lab $LAB programs BACKEND=cpu SANDBOX_LEVEL=none FROM=$file
    run ! in_lab $LAB judge BACKEND=cpu SANDBOX_LEVEL=none FROM=$file TASK=square_elements JSON="$BATS_TEST_TMPDIR/json"
    jq -es '.[0].message | contains("of out are wrong")' "$BATS_TEST_TMPDIR/json"
    nm -D --defined-only "$BUILD/$LAB/from/${file%.cu}/student" | tee "$BATS_TEST_TMPDIR/names"
    run -1 grep -E ' (sem_post|realloc)$' "$BATS_TEST_TMPDIR/names"
}

@test "a damaged object file is refused, and read no further than it goes" {
    suite -C labs/$LAB programs BACKEND=cpu FROM=solutions
    object=$BUILD/$LAB/from/solutions/cpu/student.o
    "$GUARD/inspect_object" "$CLASS/allowed" "$object" x.cu
    gcc -std=gnu11 -g -fsanitize=address,undefined -fno-sanitize-recover=all "$CLASS/inspect_object.c" -o "$BATS_TEST_TMPDIR/inspect"
    size=$(stat -c %s "$object")
    for at in 0 1 63 64 200 $((size / 2)) $((size - 1)); do
        head -c "$at" "$object" >"$BATS_TEST_TMPDIR/cut.o"
        run -1 "$BATS_TEST_TMPDIR/inspect" "$CLASS/allowed" "$BATS_TEST_TMPDIR/cut.o" x.cu
        [[ $output = "x.cu:1: refused: its object file"* ]]
    done
    # Each number of the header and of the last section headers, made huge.
    for at in 40 48 58 60 62 $((size - 40)) $((size - 32)) $((size - 24)) $((size - 64 - 40)) $((size - 64 - 24)); do
        cp "$object" "$BATS_TEST_TMPDIR/odd.o"
        printf '\377\377' | dd of="$BATS_TEST_TMPDIR/odd.o" bs=1 seek="$at" conv=notrunc status=none
        run "$BATS_TEST_TMPDIR/inspect" "$CLASS/allowed" "$BATS_TEST_TMPDIR/odd.o" x.cu
        [ "$status" -le 1 ]
        [[ $output != *"Sanitizer"* && $output != *"runtime error"* ]]
    done
}
