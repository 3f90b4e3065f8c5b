#!/usr/bin/env bats
# The mutants of the worked answers: what is made of a source, and that each is refused, at night.
# bats file_tags=apart

load suite

mutants() {
    BACKEND=cpu "$ROOT/grader/selftest/mutants/judge" "$@"
}

# The mutants of the source on stdin: LINE:KIND: the line with its fault.
mutate() {
    awk -f "$ROOT/grader/selftest/mutants/mutate.awk" | awk -F '\t' '{ sub(/^ +/, "", $5); print $1 ":" $2 ": " $5 }'
}

@test "each kind of fault is made where it can be, and none in comments, texts and types" {
    run mutate <<'CU'
// a < b; __syncthreads();
#define NEXT(i) ((i) + 1)
static __device__ void f(std::array<int, 2> &a, int *total, int n)
{
    __shared__ int sums[4]; /* x + y
    a == b */
    puts("1 < 2");
    sums[threadIdx.x] = 0;
    __syncthreads(); // both
    for (int i = blockDim.y - 1; i >= 0; i--)
        atomicAdd(&total[i], i == n ? f(1, 2) : 0);
    k<<<blocks_for(n, B(2, 3)), (n + 31 - 1) / 31, 1 << 3>>>(a->b);
    CHECK(cudaMemset(total, 0, n));
}
CU
    diff - <(echo "$output") <<'END'
5:shared: int sums[4]; /* x + y
8:axis: sums[threadIdx.y] = 0;
8:zero: 
9:barrier: 
10:comparison: for (int i = blockDim.y - 1; i > 0; i--)
10:sum: for (int i = blockDim.y + 1; i >= 0; i--)
10:axis: for (int i = blockDim.x - 1; i >= 0; i--)
11:comparison: atomicAdd(&total[i], i != n ? f(1, 2) : 0);
11:atomic: ((*(&total[i]) += (i == n ? f(1, 2) : 0)) - (i == n ? f(1, 2) : 0));
11:zero: atomicAdd(&total[i], i == n ? f(1, 2) : 1);
12:sum: k<<<blocks_for(n, B(2, 3)), (n - 31 - 1) / 31, 1 << 3>>>(a->b);
12:sum: k<<<blocks_for(n, B(2, 3)), (n + 31 + 1) / 31, 1 << 3>>>(a->b);
12:ceiling: k<<<((n) / (B(2, 3))), (n + 31 - 1) / 31, 1 << 3>>>(a->b);
12:ceiling: k<<<blocks_for(n, B(2, 3)), (n) / 31, 1 << 3>>>(a->b);
13:zero: 
END
}

@test "every solution has mutants, and a name is of one mutant only" {
    mutants --list >"$BATS_TEST_TMPDIR/list"
    (cd "$ROOT/solutions" && printf '%s\n' */*.cu | sort) >"$BATS_TEST_TMPDIR/solutions"
    cut -f1 "$BATS_TEST_TMPDIR/list" | sort -u | diff - "$BATS_TEST_TMPDIR/solutions"
    [ -z "$(sort "$BATS_TEST_TMPDIR/list" | uniq -d)" ]
}

@test "what is known to be equivalent is a mutant that there is, and the reason is given" {
    grep -v '^#' "$ROOT/grader/selftest/mutants/equivalent" >"$BATS_TEST_TMPDIR/known"
    run -1 grep -vP '^[^\t]+\t[^\t]*\t[^\t]+\t[^\t]+\t[^\t]{20,}$' "$BATS_TEST_TMPDIR/known"
    [ -z "$output" ]
    mutants --list | sort >"$BATS_TEST_TMPDIR/list"
    cut -f1-4 "$BATS_TEST_TMPDIR/known" | sort | comm -23 - "$BATS_TEST_TMPDIR/list" >"$BATS_TEST_TMPDIR/gone"
    diff "$BATS_TEST_TMPDIR/gone" /dev/null
}

@test "a mutant that is refused, and was said to be equivalent, is told" {
    KIND=ceiling mutants --list "$ROOT/solutions/01-matmul-naive/matmul_naive.cu" | sort >"$BATS_TEST_TMPDIR/list"
    local count
    count=$(wc -l <"$BATS_TEST_TMPDIR/list")
    [ "$count" -gt 0 ]
    sed 's/$/\tit is not, and this tells whether it is noticed/' "$BATS_TEST_TMPDIR/list" >"$BATS_TEST_TMPDIR/equivalent"
    EQUIVALENT=$BATS_TEST_TMPDIR/equivalent KIND=ceiling \
        run -1 mutants "$ROOT/solutions/01-matmul-naive/matmul_naive.cu"
    [[ $output = *"refused, and said to be equivalent: $(head -n 1 "$BATS_TEST_TMPDIR/list")"$'\n'* ]]
    [[ $output = *"$count mutants: $count refused, 0 survived, of which 0 are known to be equivalent" ]]
}

@test "every mutant is refused, but for those that are known to be equivalent" {
    [ -n "${NIGHTLY-}" ] || skip "runs every night, with NIGHTLY=1: it takes an hour"
    run -0 mutants
}
