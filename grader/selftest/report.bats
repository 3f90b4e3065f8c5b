#!/usr/bin/env bats
# make report: one page of how somebody's labs stand.
# bats file_tags=apart

load suite
load pages

setup_file() {
    load suite
    requires jq
    copy_suite "$BATS_FILE_TMPDIR"
}

setup() {
    requires jq
    page=$BUILD/report.html
}

# A hand-in whose first task is right, whose second one is not, and whose words are markup.
mixed_handin() {
    mkdir -p "$BATS_TEST_TMPDIR/ada/03-tiled"
    sed -e '/^__global__ void tiled_kernel/,$s,sum += ,if (l) sum += ,' \
        -e '/^EXPORT void matmul_tiled(/,$s,^{$,{ puts("<img src=x onerror=alert(1)>");,' \
        -e 's,^__global__ void tiled_kernel,// </script><script>document.title=1</script>\n&,' \
        -e 's,^EXPORT void matmul_tiled(.*,#include <stdio.h>\n&,' \
        "$ROOT/solutions/03-tiled/tiled.cu" >"$BATS_TEST_TMPDIR/ada/03-tiled/tiled.cu"
}

@test "make report shows tasks, cases, messages and costs of a hand-in, and its words are no markup" {
    mixed_handin
    run -0 suite report LAB=03 FROM="$BATS_TEST_TMPDIR/ada" BACKEND=cpu
    [[ $output == *"to be opened in a browser: build/report.html"* ]]
    grep -q '<p>1 of 2 core tasks are right, and 0 of 1 for gold.</p>' "$page"
    grep -qE 'matmul_tiled_square</td><td class="words ok">ok</td><td>([0-9]+) of \1</td>' "$page"
    grep -q 'matmul_tiled</td><td class="words bad">FAILED</td>' "$page"
    grep -q 'elements of c are wrong' "$page"
    grep -qE '<p>This case again: <code>make check TASK=matmul_tiled CASE=[a-z-]+ SEED=1</code></p>' "$page"
    grep -q 'what each line costs, in case' "$page"
    grep -q 'class="text">            if (l) sum += a_tile\[y\]\[l\]' "$page"
    grep -q '&lt;img src=x onerror=alert(1)&gt;' "$page"
    run -1 grep -qE '<img|<script>document|(src|href)="?http' "$page"
}

@test "make report of work that is not begun, and of what does not compile, says just that" {
    mkdir -p "$BATS_TEST_TMPDIR/bob/01-matmul-naive"
    echo 'EXPORT void nothing( {' >"$BATS_TEST_TMPDIR/bob/01-matmul-naive/matmul_naive.cu"
    run -0 suite report LAB=01 BACKEND=cpu
    grep -q '<p>0 of 5 core tasks are right.</p>' "$page"
    [ "$(grep -o 'class="words faint">to do<' "$page" | wc -l)" = 5 ]
    [ "$(grep -c 'what each line costs' "$page")" = 0 ]
    # Nothing of it is called wrong, and each task has its first step.
    [ "$(grep -c 'class="[^"]*bad' "$page")" = 0 ]
    [ "$(grep -o '<p class="faint">to do: nothing written yet; to begin: ' "$page" | wc -l)" = 5 ]
    run -0 in_lab 01-matmul-naive report FROM="$BATS_TEST_TMPDIR/bob" BACKEND=cpu
    grep -q 'it does not compile: ' "$BUILD/01-matmul-naive/report.html"
}

# The page of the hand-in, with what make bench has left.
report_with_ladder() {
    mixed_handin
    mkdir -p "$BUILD/bench"
    cp "$ROOT/grader/selftest/bench/rows.jsonl" "$BUILD/bench/03-tiled.jsonl"
    suite report LAB=03 FROM="$BATS_TEST_TMPDIR/ada" BACKEND=cpu
}

@test "a task that was not judged is shown as neither right nor wrong" {
    local work=$BATS_TEST_TMPDIR/work
    mkdir -p "$work" && : >"$work/cases.jsonl"
    echo '{"lab": "03-tiled"}' >"$work/about"
    echo 'core matmul_tiled' >"$work/tasks"
    run -0 bash "$ROOT/common/tools/report_page" "$BATS_TEST_TMPDIR/report.html" ada "$BATS_TEST_TMPDIR/none" "$work"
    grep -q '<p class="faint">not judged</p>' "$BATS_TEST_TMPDIR/report.html"
    run -1 grep -E 'class="(words )?(ok|bad)"' "$BATS_TEST_TMPDIR/report.html"
}

@test "make report has the ladder of speed where make bench has left one" {
    report_with_ladder
    grep -q 'How fast it is' "$page"
    grep -q '<td class="words">cuBLAS SGEMM</td><td>51382 GFLOP/s</td><td>0.79</td>' "$page"
}

@test "make report's page fits a phone and a wide screen" {
    local width
    requires_browser
    report_with_ladder
    sed 's#</body>#<script>parent.postMessage(innerWidth + " " + (document.documentElement.scrollWidth > innerWidth) + " " + document.title, "*")</script>&#' \
        "$page" >"$BATS_TEST_TMPDIR/page.html"
    for width in 360 1600; do
        show_in_browser $width
        grep "<pre>$width false How the labs stand</pre>" "$BATS_TEST_TMPDIR/dom"
    done
}
