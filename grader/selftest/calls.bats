#!/usr/bin/env bats
# Calls in a hand-in: structures that they take or return by value, of which a compiler has no hook, and registers.

# shellcheck disable=SC2030,SC2031 # each test is a subshell anyway
load suite

LAB=01-matmul-naive

setup_file() {
    load suite
    gcc -std=gnu11 -O1 -Wall -Wextra -Werror "$ROOT"/grader/class/inspect_{calls,elements,gimple}.c -o "$BATS_FILE_TMPDIR/inspect_calls"
}

@test "the calls of each attack by its calls are refused in the words that it names" {
    requires g++
    bash "$ROOT/grader/tags" "$ROOT"/grader/attacks/*.cu | awk -F '\t' '
        $2 == "says" { says[$1] = $3 }
        $2 == "guard" && $3 == "calls" { print $1 "\t" says[$1] }' >"$BATS_TEST_TMPDIR/attacks"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/attacks")" -ge 2 ]
    while IFS=$'\t' read -r file says; do
        echo "$file"
        run ! in_lab $LAB programs judge BACKEND=cpu SANDBOX_LEVEL=none FROM="$file" TASK=square_elements JSON="$BATS_TEST_TMPDIR/json"
        jq -es --arg says "$says" 'any(.reason == "refused" and (.message | contains(": refused: " + $says)))' "$BATS_TEST_TMPDIR/json"
    done <"$BATS_TEST_TMPDIR/attacks"
}

# What g++ tells of the calls in a function of these lines is refused in these words, or in none; or "each index" is
# to be asked about.
calls_in() {
    local words=$1 wanted=0
    case $words in
    "each index") words='' wanted=3 ;;
    ?*) wanted=1 ;;
    esac
    {
        cat "$BATS_TEST_TMPDIR/head.cpp"
        printf 'void f(S *p, const L *q, int i) {\n'
        printf '%s\n' "${@:2}" '}'
    } >"$BATS_TEST_TMPDIR/calls.cpp"
    # As simt.mk has it.
    g++ -std=c++17 -O1 -fsanitize=thread,object-size -fno-tree-sra -fno-ipa-sra -fno-elide-constructors -fno-tree-forwprop \
        -fno-tree-dominator-opts -fdump-tree-tsan1="$BATS_TEST_TMPDIR/calls" \
        -c "$BATS_TEST_TMPDIR/calls.cpp" -o "$BATS_TEST_TMPDIR/calls.o"
    readelf -sW "$BATS_TEST_TMPDIR/calls.o" | awk '$4 ~ /^(OBJECT|TLS|COMMON)$/ && $7 != "UND" { print $8 }' >"$BATS_TEST_TMPDIR/names"
    echo "$2"
    run "-$wanted" "$BATS_FILE_TMPDIR/inspect_calls" "$BATS_TEST_TMPDIR/calls" x.cu <"$BATS_TEST_TMPDIR/names"
    [[ $output = *"$words"* && ($wanted = 1 || -z $output) ]]
    [ $wanted != 3 ] || run -0 "$BATS_FILE_TMPDIR/inspect_calls" "$BATS_TEST_TMPDIR/calls" x.cu bounds <"$BATS_TEST_TMPDIR/names"
}

@test "structures that a call takes or returns past the hooks are refused, and no others" {
    requires g++
    cat >"$BATS_TEST_TMPDIR/head.cpp" <<'END'
#include <chrono>
#include <memory>
#include <new>
#include <vector>
struct S { float v; };
struct L { long a[12]; };
struct clocked { std::chrono::steady_clock::time_point since = std::chrono::steady_clock::now(); };
extern int any(const char *, ...);
extern float (*volatile takes)(S, L);
extern S (*volatile gives)(int);
extern L (*volatile gives_large)(int);
S whole, many[9];
long count;
template <int> S each;
namespace n { void k(S) { static S held; any("", held.v); } template <int N> void t(S) { static S held; any("", N, held.v); } }
END
    local by="handed over by '...'" into="becomes an object in place"
    calls_in "$by" 'any("", *p);'
    calls_in "$by" 'any("", 1, q[i]);'
    calls_in "$by" 'any("*p, (%d) -> (", whole);'
    calls_in "$by" 'any("", many[i]);'
    calls_in "$by" 'static S own; own.v = i; any("", own);'
    calls_in "$by" 'any("", each<2>);'
    calls_in "$into" 'new (p) S(gives(1));'
    calls_in "$into" 'new (&many[i]) S(gives(1));'
    calls_in "$into" 'new ((void *)q) L{gives_large(1)};'
    calls_in "$into" 'new (p) clocked;'
    calls_in '' 'takes(*p, *q);' '*p = gives(1);' 'const_cast<L *>(q)[i] = gives_large(i);' 'many[i] = gives(i);' \
        'takes(gives(1), gives_large(2)); takes({1}, {});' 'S one = *p; any("%f *p -> (x", one); any("", p->v, whole.v, &whole, many);' \
        'clocked c, *d = new clocked; static clocked e; auto u = std::make_unique<clocked>();' \
        'std::vector<clocked> v; v.push_back(c); v.emplace_back(c); c = *d; delete d;' \
        'new (p) S(*p); new (p) S{(float)i}; any("", count, i, 1.5, many[i].v);' 'any("", n::k, n::t<3>, each<2>.v);'
}

@test "bit-fields in an array are refused where nobody asks of which element they are, but no other use of elements" {
    requires g++
    cat >"$BATS_TEST_TMPDIR/head.cpp" <<'END'
#include <array>
struct S { unsigned low : 16, high : 16; float v; unsigned b : 3; };
struct L { S a[3]; int kind; };
const S table[3] = {{1, 2, 3}, {4, 5, 6}};
const float square[2][2] = {{1, 2}, {3, 4}}, row[2048] = {1};
const struct { float two[2]; } pairs[2] = {{{1, 2}}};
float cube[2][2];
long told;
long same(const char *text, long i);
S all[3];
extern "C" int printf(const char *, ...);
float of(const S &s) { return s.v; }
END
    local fields="a bit-field in an array"
    calls_in "$fields" 'if (table[i].low == 7) p->v = 1;'
    calls_in "$fields" 'S own[3]; own[0].low = i; own[2].low = 2; if (own[i].low == 7) p->v = 1;'
    calls_in "$fields" 'L own; own.a[0].low = i; own.a[2].low = 2; if (own.a[i].low == own.a[1].low) p->v = 1;'
    calls_in "$fields" 'S own[3]; own[0].low = 1; own[i].low = 2; p->v = own[0].low;'
    calls_in "$fields" 'S own[4]; own[3].v = i; own[0].low = 1; p->v = own[i & 65535].low;'
    # what is asked of a load that is left out, or by another index, or told of another place, says nothing of this one
    calls_in "$fields" 'S own[3]; own[0].low = i; own[2].low = 2; float dead = table[q->kind].v; if (own[i].low == 7) p->v = 1;'
    calls_in "$fields" 'float dead = table[i - q->kind].v; if (table[i].low == 7) p->v = 1;'
    calls_in "$fields" 'float dead = table[(unsigned char)i].v; if (table[i].low == 7) p->v = 1;'
    calls_in "$fields" 'float dead = table[(1L << 60) * i].v; if (table[i].low == 7) p->v = 1;'
    calls_in "$fields" 'told = 1; if (table[i].low == 7) p->v = 1;'
    calls_in "$fields" 'long k = same(" & 3", i); S own[3]; own[0].low = i; own[k].low = 2; p->v = own[0].low;'
    calls_in "each index" 'p->v = square[i][q->kind & 1];'
    calls_in "each index" 'p->v = pairs[i].two[q->kind & 1];'
    calls_in "each index" 'float own[2][2]; own[0][0] = i; own[1][1] = 2; own[1][0] = own[i][q->kind & 1]; p->v = own[1][0];'
    calls_in "each index" 'volatile float own[2][2]; own[i][q->kind & 1] = 1;'
    calls_in '' 'p->v = square[i][q->kind] + square[i & 1][q->kind & 1] + square[i & 1][q->kind] + square[i + 1][1] + row[i & 2047] + pairs[i].two[q->kind];' \
        'std::array<int, 4> own = i > 3 ? std::array<int, 4>{1, 2, 3, 4} : std::array<int, 4>{}; p->b = own[q->kind & 3];' 'told = 1; p->v += cube[i][q->kind & 1] + row[2 * i + 1];'
    calls_in '' 'S own[4]; own[0].v = 1; own[3].v = i; p->v = own[i & 3].v; if (own[i & 1].low == 2) p->b = 1;'
    calls_in '' 'int sums[4] = {3, i, 1, 0}; struct { float x, y; } two[2] = {}; two[i & 1].x = 2; p->v = two[i & 1].y + sums[sums[i & 3] & 3];'
    calls_in '' 'S own[3], *q2 = own; own[i].b = 7; own[i].v = of(own[2 - i]); L two[2]; two[i].a[i] = own[i];' \
        'const float &one = own[i].v; S &other = own[i + 1]; other.v += one; p[i].v = other.v; S copy = two[i].a[i]; own[i] = copy;' \
        'for (S each : own) p->v += each.v; for (int k = 0; k < 3; k++) { own[k] = S(); p->v += own[k].v + table[k].v + all[k].v; }' \
        'S its = table[i]; if (its.low == 7 || p[i].low == 7 || q2[i].high == 3 || all[i].high == 4 || own[1].low == 5) p->v = q->a[i].low;' \
        'if (own[i].v == table[i].v || own[i].b == 2) printf("%g %d", own[i].v, two[i].kind);'
}

# g++ knows which registers a function of the same file changes, and could keep values in the others.
@test "what a stranger's function has in registers is there when others have returned" {
    local file=$BATS_TEST_TMPDIR/registers.cu
    cat >"$file" <<'END'
#include "matmul_naive.h"
static __device__ __attribute__((noinline)) int twice(int x)
{
    return 2 * x;
}
__global__ void square(const int *in, int *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int a = in[i], b = a ^ 1, c = a ^ 2, d = a ^ 3, e = a ^ 4, f = a ^ 5, g = a ^ 6, h = a ^ 7;
    int x = twice(twice(a) + b) - 2 * b;
    out[i] = (x - 3 * a) * a + (b ^ c ^ d ^ e ^ f ^ g ^ h) - a;
}
EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    int count = width * height;
    if (count)
        square<<<blocks_for(count, 256), 256>>>(d_in, d_out, count);
}
END
    in_lab $LAB programs BACKEND=cpu SANDBOX_LEVEL=none FROM="$file"
    run -0 in_lab $LAB judge BACKEND=cpu SANDBOX_LEVEL=none SIMT_STRANGER=yes FROM="$file" TASK=square_elements CASE=one-block
}
