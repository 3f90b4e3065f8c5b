#!/usr/bin/env bats
# make replay: what is recorded of a launch, and the page that steps through it, in a real browser where
# there is one.
# shellcheck disable=SC2030,SC2031 # each test is a subshell anyway
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
}

# replay LAB TASK ANSWER [CASE]: of a wrong answer by its name, or of another file or tree.
replay() {
    local from=grader/wrong/$1/$2/$3.cu
    [ -e "$ROOT/$from" ] || from=$3
    in_lab "$1" replay TASK="$2" FROM="$from" CASE="${4-}" BACKEND=cpu
    page=$BUILD/$1/replay.html
    json=$BUILD/$1/replay.replay
}

# The sides of the finding of that array, as line:kind:lane:block.
sides() {
    jq -r --arg name "$1" '[.findings[] | select(.name == $name)][0].sides[] | "\(.line):\(.kind):\(.lane):\(.block)"' "$json" | xargs
}

# --- what is recorded -------------------------------------------------------------------------------------

@test "each request of a small case is recorded, with its lanes and where they went" {
    replay 03-tiled matmul_tiled solutions/03-tiled/tiled.cu less
    jq -e '.full == false and .findings == [] and .launches[0].kernel == "tiled_kernel" and .launches[0].block == [16, 16, 1]' "$json"
    # Eight warps, a tile: a guarded load and a store of each tile, 16 terms of two loads, a store of c.
    jq -e '[.events[] | select(.[0] > 2)] | length == 8 * (4 + 32 + 1)' "$json"
    jq -e '[.events[] | select(.[0] == 2)] | length == 2' "$json"
    jq -e '.sites as $sites | .arrays as $arrays | [.events[] | select(.[0] == 3 and .[1] == 0 and $sites[.[2]].kind == "shared store")][0]
        | .[3] == 4294967295 and $arrays[.[4]].name == "a_tile" and .[5:] == [0, 4]' "$json"
}

@test "recording changes no count, and nothing is recorded unless it is asked for" {
    replay 03-tiled matmul_tiled solutions/03-tiled/tiled.cu less
    cp "$BUILD/03-tiled/replay.json" "$BATS_TEST_TMPDIR/recorded.json"
    rm "$json"
    in_lab 03-tiled explain TASK=matmul_tiled FROM=solutions/03-tiled/tiled.cu CASE=less BACKEND=cpu
    cmp "$BUILD/03-tiled/explain.json" "$BATS_TEST_TMPDIR/recorded.json"
    [ ! -e "$json" ]
}

@test "a race has both its lines and lanes, a stray access its one, and a broken launch what it had done" {
    replay 03-tiled matmul_tiled no_barrier_after_the_sum term-more
    [ "$(sides b_tile)" = "16:store:0:0 19:load:16:0" ]
    replay 03-tiled matmul_tiled loads_not_guarded more-than-32
    [ "$(sides a)" = "16:load:1:6" ]
    replay 03-tiled matmul_tiled barrier_in_the_guard more-than-32
    jq -e '.findings[0].kind == "barrier" and (.events | length) > 100' "$json"
}

@test "without CASE= the case is one in which the checker finds something" {
    replay 04-histogram byte_histogram bytes_incremented
    jq -e '.findings | any(.kind == "race")' "$json"
}

@test "a case of huge indices is not shown, and where nothing is shown, no older page lies there" {
    # Of such cases only few elements are there: the checker would accuse an answer that is right.
    replay 09-merge merge_basic solutions/09-merge/merge.cu
    jq -e '.findings == []' "$json"
    run jq -r .case "${page%.html}.about"
    [ "$output" != beyond-24-bits ]
    run -2 in_lab 09-merge replay TASK=merge_basic FROM=solutions/09-merge/merge.cu CASE=beyond-24-bits BACKEND=cpu
    [[ $output = *"case beyond-24-bits has huge indices"*"take another case"* && $output != *uninitialised* ]]
    [ ! -e "$BUILD/09-merge/replay.html" ]
    replay 03-tiled matmul_tiled solutions/03-tiled/tiled.cu less
    [ -e "$page" ]
    printf 'no C;\n' >"$BATS_TEST_TMPDIR/tiled.cu"
    run -2 in_lab 03-tiled replay TASK=matmul_tiled FROM="$BATS_TEST_TMPDIR/tiled.cu" CASE=less BACKEND=cpu
    [ ! -e "$page" ]
}

@test "what only another order of the threads shows is replayed in that order, and lanes that meet in a warp are a step" {
    sed -e 's/^__global__ void tiled_kernel/static __device__ unsigned turns;\n&/' \
        -e 's/c\[(size_t)row \* n + col\] = sum;$/{ __syncwarp(__activemask()); c[(size_t)row * n + col] = atomicAdd(\&turns, 1) == 0 \&\& x > 0 ? -1 : sum; }/' \
        "$ROOT/solutions/03-tiled/tiled.cu" >"$BATS_TEST_TMPDIR/tiled.cu"
    replay 03-tiled matmul_tiled "$BATS_TEST_TMPDIR/tiled.cu" less
    grep -qE "<h1>tiled.cu, task matmul_tiled, case less [^<]*, in the checker[^ ]*s [a-z]+ order</h1>" "$page"
    grep -q 'This case fails: 1 of ' "$page"
    jq -e '.findings == [] and ([.events[] | select(.[0] == 5)] | length) > 0 and all(.events[] | select(.[0] == 5); .[1] < 8 and .[2] > 0)' "$json"
}

@test "a case that is too large is shown as far as the page may grow, and says so" {
    replay 03-tiled matmul_tiled solutions/03-tiled/tiled.cu whole-tiles
    jq -e .full "$json"
    grep -q 'too large to be shown in full' "$page"
    [ "$(stat -c %s "$page")" -lt 2000000 ]
}

@test "what goes to more arrays than the page may name is left out, and the page says so" {
    cat >"$BATS_TEST_TMPDIR/many.cu" <<'END'
#include "matmul_naive.h"

__global__ void touch(int **at)
{
    for (int i = 0; i < 250; i++)
        *at[i] = 1;
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    int **at;
    CHECK(cudaMallocManaged((void **)&at, 250 * sizeof *at));
    for (int i = 0; i < 250; i++)
        CHECK(cudaMalloc((void **)&at[i], sizeof *at[i]));
    touch<<<1, 1>>>(at);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 250; i++)
        CHECK(cudaFree(at[i]));
    CHECK(cudaFree(at));
}
END
    replay 01-matmul-naive square_elements "$BATS_TEST_TMPDIR/many.cu" one-block
    # One holds the addresses of the others, each of which is written at its begin.
    jq -e '.full and (.arrays | length) == 200' "$json"
    jq -e '.sites as $sites | [.events[] | select(.[0] == 3 and $sites[.[2]].kind == "global store")] | length == 199 and all(.[5] == 0)' "$json"
}

@test "the page needs nothing else, and a student's words are no markup in it" {
    sed 's,^__global__ void tiled_kernel,// </script><img src=x onerror="document.title=1"><!-- <script>\n&,' \
        "$ROOT/solutions/03-tiled/tiled.cu" >"$BATS_TEST_TMPDIR/tiled.cu"
    replay 03-tiled matmul_tiled "$BATS_TEST_TMPDIR/tiled.cu" less
    grep -q 'onerror' "$page"
    run -1 grep -qE '<img|</script><|<!--' "$page"
    run -1 grep -qE '(src|href)="?http|@import|url\(' "$page"
    grep -q "default-src 'none'" "$page"
}

@test "make replay asks for a task that there is" {
    run -2 in_lab 03-tiled replay FROM=solutions BACKEND=cpu
    [ "${lines[0]}" = "TASK=: say which task, one of: matmul_tiled_square matmul_tiled matmul_fast" ]
}

# --- in a browser -----------------------------------------------------------------------------------------

# browse WIDTH WHERE [HEIGHT]: what a browser of that size makes of the page, as JSON. The page measures itself
# there, and tells the one that frames it. below: what a reader has to scroll for.
browse() {
    sed 's,</body>,,; s,</html>,,' "$page" >"$BATS_TEST_TMPDIR/page.html"
    cat >>"$BATS_TEST_TMPDIR/page.html" <<'END'
<script>
const stage = document.getElementById("stage").getBoundingClientRect();
const arrows = [...document.querySelectorAll("path.arrow")].map(arrow => {
    const lane = document.querySelector(`.warp i[data-lane="${arrow.dataset.lane}"][data-block="${arrow.dataset.block}"]`).getBoundingClientRect();
    const x = Number(arrow.dataset.x) + stage.left, y = Number(arrow.dataset.y) + stage.top;
    return `${arrow.dataset.line}:${arrow.dataset.lane}:${arrow.dataset.block}` + (x > lane.left && x < lane.right && y > lane.top && y < lane.bottom ? "" : " misses");
});
const isSeen = element => (box => box.height > 0 && box.top >= 0 && box.bottom <= innerHeight)(element.getBoundingClientRect());
const below = ["#status", "#blocks", ".blocks .guilty", ".warp .guilty", ".warp i:not(.none)", "path.arrow"]
    .filter(what => { const all = [...document.querySelectorAll(what)]; return !all.length || !all.every(isSeen); });
const status = () => document.getElementById("status").textContent.split(":")[0];
const seen = {arrows, below, width: innerWidth, wide: document.documentElement.scrollWidth > innerWidth, title: document.title, at: [status()]};
for (const key of ["Home", "ArrowRight", "ArrowRight", "ArrowLeft", "PageDown", "End", "f"]) {
    dispatchEvent(new KeyboardEvent("keydown", {key}));
    seen.at.push(status());
}
document.getElementById("first").click();
document.getElementById("forward").click();
seen.at.push(status());
parent.postMessage(JSON.stringify(seen), "*");
</script></body></html>
END
    show_in_browser "$1" "$2" "${3-900}"
    sed -n 's,.*<pre>\({.*}\)</pre>.*,\1,p' "$BATS_TEST_TMPDIR/dom" | sed 's/&gt;/>/g; s/&lt;/</g; s/&amp;/\&/g'
}

@test "in a browser two arrows point at the right lanes for three races whose lanes are known, on a phone and a wide screen" {
    local width
    requires_browser
    replay 03-tiled matmul_tiled no_barrier_after_the_sum term-more
    for width in 360 1600; do
        browse $width finding=1 | tee /dev/stderr | jq -e --argjson width $width '.width == $width and .wide == false and .arrows == ["16:0:0", "19:16:0"]'
    done
    replay 07-scan scan_rows_kogge_stone no_barrier_after_reading narrow
    for width in 360 1600; do
        browse $width finding=0 | tee /dev/stderr | jq -e '.wide == false and .arrows == ["17:0:0", "16:1:0"]'
    done
    replay 06-reduction sum_fast blocks_add_without_atomics several-blocks
    browse 1600 finding=0 | tee /dev/stderr | jq -e --arg sides "$(sides sum)" '.arrows | length == 2 and (map(split(":") | .[2]) == ["0", "1"])'
}

@test "in a browser the first screen shows the grid, the lanes and both arrows of a race, and a finding is opened first" {
    requires_browser
    # Two findings of two lines each; a block of 32 warps; lines far from each other, and two blocks.
    replay 03-tiled matmul_tiled no_barrier_after_the_sum term-more
    browse 1280 "" 720 | tee /dev/stderr | jq -e '.below == [] and .arrows == ["15:0:0", "19:1:0"]'
    browse 360 "" 740 | tee /dev/stderr | jq -e '.below == [] and .wide == false'
    replay 07-scan scan_rows_kogge_stone no_barrier_after_reading narrow
    browse 1280 "" 720 | tee /dev/stderr | jq -e '.below == [] and (.arrows | length) == 2'
    awk '/^__global__ void sum_kernel/ { for (i = 1; i <= 300; i++) print "// line " i } { print }' \
        "$ROOT/grader/wrong/06-reduction/sum_fast/blocks_add_without_atomics.cu" >"$BATS_TEST_TMPDIR/reduction.cu"
    replay 06-reduction sum_fast "$BATS_TEST_TMPDIR/reduction.cu" several-blocks
    browse 1280 finding=0 720 | tee /dev/stderr | jq -e '.below == [] and (.arrows | map(split(":") | .[2]) | sort) == ["0", "1"]'
}

@test "in a browser keys and buttons go forward and back, to barriers and to findings" {
    requires_browser
    replay 03-tiled matmul_tiled no_barrier_after_the_sum term-more
    browse 800 step=7 | tee /dev/stderr | jq -e '.at | map(ltrimstr("step ") | split(" ")[0] | tonumber)
        | .[0] == 7 and .[1:5] == [1, 2, 3, 2] and .[5] > 8 and .[6] == 579 and .[7] < 579 and .[8] == 2'
}

@test "in a browser a finding is told also where no access was recorded" {
    requires_browser
    sed 's,^__global__ void tiled_kernel,__global__ void parted() { if (threadIdx.x < 5) __syncthreads(); }\n&,; /^EXPORT void matmul_tiled(/,/^}/s,^{$,{ parted<<<1\, 32>>>(); return;,' \
        "$ROOT/solutions/03-tiled/tiled.cu" >"$BATS_TEST_TMPDIR/tiled.cu"
    replay 03-tiled matmul_tiled "$BATS_TEST_TMPDIR/tiled.cu" less
    jq -e '(.findings | length) > 0 and ([.events[] | select(.[0] > 1)] == [])' "$json"
    open_in_browser "$page"
    grep -q '<li>barrier: ' "$BATS_TEST_TMPDIR/dom"
    grep -q 'no kernel accessed memory in this case' "$BATS_TEST_TMPDIR/dom"
}

@test "at the top, make replay, debug and hunt take the lab that is named, and ask for one else" {
    local verbs=(replay hunt)
    ! command -v gdb >/dev/null || verbs+=(debug)
    for verb in "${verbs[@]}"; do
        run -2 suite $verb
        [ "${#lines[@]}" -eq 1 ]
        [[ $output == *"make $verb is of one lab: name it, as in LAB=${LABS[0]}"* ]]
        run -2 suite $verb LAB=03 TASK=matmul_4d
        echo "$output"
        [[ ${lines[0]} = *matmul_4d* && $output != *"of one lab"* ]]
    done
}
