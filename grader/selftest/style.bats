#!/usr/bin/env bats
# The tree keeps its own rules: names, heads, formats, and what a skeleton may hold.

load suite

tracked() {
    git -C "$ROOT" ls-files "$@" | sed "s,^,$ROOT/,"
}

setup() {
    git -C "$ROOT" rev-parse --git-dir >/dev/null 2>&1 || skip "this is not a git checkout"
}

@test "every lab has its handout, contract, cases, mistakes, call, hints, rubric and solution" {
    for lab in "${LABS[@]}"; do
        core=$(find "$ROOT/labs/$lab" -maxdepth 1 -name '*.cu' ! -name stretch.cu ! -name vendor.cu -printf '%f\n')
        [ "$(wc -l <<<"$core")" = 1 ]
        for file in labs/$lab/{README.md,Makefile,hints.md,cases.c,mistakes.{c,inc},call.c,$core,${core%.cu}.h} \
            solutions/$lab/{README.md,$core} grader/$lab.bats; do
            echo "$file"
            [ -f "$ROOT/$file" ]
        done
        [ "$(cat "$ROOT/labs/$lab/Makefile")" = "include ../../common/lab.mk" ]
        [ ! -f "$ROOT/labs/$lab/stretch.cu" ] || [ -f "$ROOT/solutions/$lab/stretch.cu" ]
    done
}

@test "a skeleton has one to six numbered TODOs, a hint for each, and a solution has none" {
    for lab in "${LABS[@]}"; do
        for skeleton in "$ROOT/labs/$lab"/*.cu; do
            [ "$(basename "$skeleton")" != vendor.cu ] || continue
            numbers=$(grep -o 'TODO [0-9]*' "$skeleton" | sort -u)
            echo "$skeleton: $numbers"
            [ -n "$numbers" ]
            [ "$(wc -l <<<"$numbers")" -le 6 ]
            while read -r todo; do
                grep -q "^## $todo" "$ROOT/labs/$lab/hints.md"
            done <<<"$numbers"
        done
    done
    run -1 grep -rn TODO "$ROOT/solutions" --include='*.cu'
}

@test "a rubric's core tasks share 100 points, and each task of the lab is judged once" {
    for lab in "${LABS[@]}"; do
        in_lab "$lab" "$BUILD/$lab/judge" BACKEND=cpu
        rubric=$ROOT/grader/$lab.bats
        points=$(sed -n 's/^# bats test_tags=.*points:\([0-9]*\).*/\1/p' "$rubric" | awk '{ sum += $1 } END { print sum }')
        echo "$lab: $points"
        [ "$points" = 100 ]
        "$BUILD/$lab/judge" --list | awk '{ print $2 }' | sort | diff - <(sed -n 's/^    judge //p' "$rubric" | sort)
    done
}

@test "a mistake that a judge knows is one of tasks that the lab has" {
    for lab in "${LABS[@]}"; do
        in_lab "$lab" "$BUILD/$lab/judge" BACKEND=cpu
        run comm -13 <("$BUILD/$lab/judge" --list | awk '{ print $2 }' | sort) \
            <("$BUILD/$lab/judge" --list-mistakes | cut -d' ' -f2- | tr ' ' '\n' | sort -u)
        echo "$lab: $output"
        [ -z "$output" ]
    done
}

# That the judge does recognise it there is what answers.bats sees.
@test "every mistake that a judge knows is claimed in the tags of a wrong answer" {
    for lab in "${LABS[@]}"; do
        in_lab "$lab" "$BUILD/$lab/judge" BACKEND=cpu
        "$BUILD/$lab/judge" --list-mistakes | sed "s/^/$lab /"
    done >"$BATS_TEST_TMPDIR/known"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/known")" -gt 200 ]
    bash "$ROOT/grader/tags" "$ROOT"/grader/wrong/*/*/*.cu >"$BATS_TEST_TMPDIR/tags"
    # LAB NAME TASK..., of which one task is enough.
    run -0 awk 'NR == FNR { n = split($1, part, "/")
            if ($2 == "pattern" || $2 == "also") claimed[part[n - 2] " " $3 " " part[n - 1]]; next }
        { for (i = 3; i <= NF; i++) if (($1 " " $2 " " $i) in claimed) next; print }' \
        "$BATS_TEST_TMPDIR/tags" "$BATS_TEST_TMPDIR/known"
    echo "no wrong answer: $output"
    [ -z "$output" ]
}

# tags_are PATTERN FILE...: the names of each file's tags, in their order, match.
tags_are() {
    local pattern=$1
    shift
    bash "$ROOT/grader/tags" "$@" | awk -F '\t' '
        { tags[$1] = tags[$1] " " $2 }
        END { for (file in tags) print file ":" tags[file] }' >"$BATS_TEST_TMPDIR/tags"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/tags")" = $# ]
    run grep -vE ":$pattern\$" "$BATS_TEST_TMPDIR/tags"
    echo "$output"
    [ "$status" -eq 1 ]
}

@test "every known answer says in tags what is known of it, and nothing else" {
    tags_are ' bug( reason)+( pattern)*( also)*( says)+( only)?( night)?' "$ROOT"/grader/wrong/*/*/*.cu "$ROOT"/grader/more/*/wrong/*/*
    tags_are ' tasks how( night)?' "$ROOT"/grader/right/*/*.cu "$ROOT"/grader/more/*/right/*.cu "$ROOT"/solutions/*/more/stretch.cu "$ROOT"/solutions/*/steps/*.cu "$ROOT"/solutions/*/tried/*.patch
    tags_are ' tasks class how( says| reason)+( guard)?' "$ROOT"/grader/attacks/{,*/}*.cu
    tags_are ' class how says' "$ROOT"/grader/attacks/handins/*.sh
}

@test "every wrong answer lies in the folder of a task, and of its lab" {
    for lab in "${LABS[@]}"; do
        in_lab "$lab" "$BUILD/$lab/judge" BACKEND=cpu
        "$BUILD/$lab/judge" --list | awk '{ print $2 }' >"$BATS_TEST_TMPDIR/tasks"
        for folder in "$ROOT/grader/wrong/$lab"/*; do
            echo "$folder"
            [ -d "$folder" ]
            grep -qx "$(basename "$folder")" "$BATS_TEST_TMPDIR/tasks"
        done
    done
}

@test "a wrong answer that one rule alone refuses names a rule that there is" {
    bash "$ROOT/grader/tags" "$ROOT"/grader/wrong/*/*/*.cu | awk -F '\t' '$2 == "only"' >"$BATS_TEST_TMPDIR/only"
    [ -s "$BATS_TEST_TMPDIR/only" ]
    run grep -vE $'\t(race|out-of-bounds|uninitialised|technique|barrier)$' "$BATS_TEST_TMPDIR/only"
    echo "$output"
    [ "$status" -eq 1 ]
}

@test "C and CUDA sources are in the tree's format" {
    local format=clang-format-19 # older ones format otherwise, and later ones alike so far
    command -v $format >/dev/null || format=clang-format
    $format --version 2>/dev/null | grep -E 'version (19|[2-9][0-9])\.' || skip "clang-format of version 19 is not installed"
    tracked '*.c' '*.h' '*.cu' | grep -v -e selftest/translate/ | xargs $format --dry-run --Werror
}

# All files that a shell or bats reads, found by their first line or their name.
scripts() {
    tracked | tr '\n' '\0' | xargs -0 awk '
        FNR == 1 && (FILENAME ~ /[.](sh|bash|bats)$/ || substr($0, 1, 64) ~ /^#!.*(bash|bats|\/sh)/) { print FILENAME }
        { nextfile }'
}

# clang-format leaves these tables alone.
@test "rows of cases and of bench works fit into 96 columns" {
    tracked 'labs/*/cases.c' 'labs/*/vendor.cu' >"$BATS_TEST_TMPDIR/tables"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/tables")" -gt 18 ]
    run -0 xargs awk 'length($0) > 96 { print FILENAME ":" FNR ": " $0 }' <"$BATS_TEST_TMPDIR/tables"
    echo "$output"
    [ -z "$output" ]
}

@test "shell scripts are clean for shellcheck and shfmt" {
    requires shellcheck
    scripts >"$BATS_TEST_TMPDIR/scripts"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/scripts")" -gt 30 ]
    xargs -n 8 -P 2 shellcheck -S warning <"$BATS_TEST_TMPDIR/scripts"
    ! command -v shfmt >/dev/null || xargs shfmt -i 4 -d <"$BATS_TEST_TMPDIR/scripts"
}

# errexit is blind on `! a`, on a in `a && b`, in process substitutions, in an assignment after
# local, and in the lists of loops; and run with ! takes grep's missing file for one without
# a match. A pipe fails with each of its parts only where suite.bash has said so.
@test "no test has a line that cannot fail" {
    run grep -nE '^ +! [^|]*(\|[^|]+)*$|^ +\[.*\]\]? &&|local [a-z_]+=\$\(|< <\(|for [a-z_]+ in \$\(|diff <\(.* <\(|run ! (grep|jq|cmp|diff|test|\[)' \
        "$ROOT"/grader/selftest/*.{bats,bash} "$ROOT"/grader/*.{bats,bash}
    echo "$output"
    [ "$status" -eq 1 ]
    for file in "$ROOT"/grader/selftest/*.bats; do
        echo "$file"
        grep -qx 'load suite' "$file"
    done
}

@test "every source file opens with what it is for" {
    files=$(tracked '*.c' '*.h' '*.cu' '*.bash' '*.mk' | grep -v -e selftest/translate/)
    # shellcheck disable=SC2086 # names without spaces
    awk 'FNR <= 2 && /^(\/\/|\/\*|#|;) ?[A-Za-z#!.\/]/ { opens[FILENAME] = 1 }
        FNR == 1 { file[FILENAME] = 1 }
        END { for (name in file) if (!opens[name]) { print name; missing = 1 } exit missing }' $files
}

@test "the top level holds what the architecture says and nothing else" {
    git -C "$ROOT" ls-files | cut -d/ -f1 | grep -v '^\.' | sort -u >"$BATS_TEST_TMPDIR/top"
    diff "$BATS_TEST_TMPDIR/top" - <<'END'
CONTRIBUTING.md
LICENSE
Makefile
README.md
README.zh.md
common
grader
labs
solutions
END
}

@test "what is kept is text: no object of a compiler, and no archive" {
    git -C "$ROOT" grep -lI '' | sort >"$BATS_TEST_TMPDIR/text"
    git -C "$ROOT" ls-files | sort >"$BATS_TEST_TMPDIR/kept"
    diff "$BATS_TEST_TMPDIR/kept" "$BATS_TEST_TMPDIR/text"
}

@test "the judge decides by enums, never by words that somebody reads" {
    run -1 grep -nE 'str[a-z]*\(.*(reason|kind|pattern|fault|call|error_detail)' "$ROOT"/common/judge/*.c "$ROOT"/common/student/runner.c
}

# The lines of comments in the tracked files that stdin names, and all lines of Markdown: FILE:LINE:TEXT.
comments() {
    (cd "$ROOT" && xargs grep -nE '' /dev/null) |
        grep -E '^[^:]*\.md:|^[^:]*\.(c|h|cu|inc|S):[0-9]+:(.*/[*/]| *[*])|^[^:]*(\.(mk|sh|bats|bash)|Makefile|/[a-z_]+):[0-9]+: *#'
}

@test "a file that a comment or a README names is there" {
    # Placeholders, and files of others. A handout may give a file to save: <!-- file: NAME -->.
    other='(^|/)(file|work|name|IN|INPUT|NAME|X)[.]|NN-|[*$]|^/path/|^bits/|^(assert|float|immintrin|stddef|stdio|stdlib|time|unistd|cuda_runtime_api|device_double_functions|helper_cuda|mma)[.]h$'
    gone=$(git -C "$ROOT" ls-files | grep -vE '^grader/(wrong|right)/|selftest/translate/|[.](csv|patch)$' | comments |
        awk -v other="$other" 'NR == FNR { for (at = $0; at != ""; at = rest) {
                there[at]; rest = at; if (!sub("^[^/]*/", "", rest)) rest = "" } next }
            { place = $0; sub(/:.*/, "", place); text = $0; sub(/^[^:]*:[0-9]+:/, "", text)
              while (match(text, /[A-Za-z0-9_\/.*$-]*[A-Za-z0-9_][.](c|h|cu|mk|sh|bats|inc|S|bash)([^A-Za-z0-9_(=.]|[.][^A-Za-z0-9]|[.]?$)/)) {
                  name = substr(text, RSTART, RLENGTH); text = substr(text, RSTART + RLENGTH)
                  sub(/[^A-Za-z]+$/, "", name); sub(/^([.][.]?\/)+/, "", name)
                  if (!(name in there) && name !~ other) print place ": " name } }' \
            <(
                git -C "$ROOT" ls-files | sed 's,^\(grader/more/.*\)[.]patch$,\1.cu,'
                git -C "$ROOT" grep -hoE '^<!-- file: [a-z0-9_]+[.]cu -->$' -- 'labs/*.md' | cut -d' ' -f3
            ) -)
    [ -z "$gone" ] || { echo "$gone" && false; }
}

@test "no makefile and no grader file lists labs" {
    run -1 grep -nE '0[1-9]-[a-z]|(matmul|kahan|tiled|histogram|convolution|reduction|scan|spmv|merge)[.]cu' \
        "$ROOT/Makefile" "$ROOT/common/lab.mk" "$ROOT/grader/score" "$ROOT/grader/helpers.bash" "$ROOT/.ci/run"
}

@test "the files of a hand-in include nothing that a GPU's compiler lacks" {
    # vendor.cu is no part of a hand-in.
    run -1 grep -nE '#(ifdef|if|ifndef)' --exclude=vendor.cu "$ROOT"/labs/*/*.cu \
        "$ROOT"/solutions/*/*.cu "$ROOT"/solutions/*/steps/*.cu
}

@test "the failure that README.md shows is what the judge says today" {
    command=$(sed -n 's/^<!-- failure: make \(.*\) -->$/\1/p' "$ROOT/README.md")
    read -ra words <<<"$command"
    run in_lab "$(cut -d/ -f3 <<<"$command")" "${words[@]}" BACKEND=cpu
    sed '/^<!-- failure/,/^<!-- end of failure/!d' "$ROOT/README.md" | sed '1,2d' | sed '/^```$/,$d' |
        diff - <(grep -v '^make' <<<"$output")
}

@test "every count of cases in a handout is the judge's own" {
    for lab in "${LABS[@]}"; do
        in_lab "$lab" "$BUILD/$lab/judge" BACKEND=cpu
        "$BUILD/$lab/judge" --list
    done | awk '{ print $2, $3 }' | sort >"$BATS_TEST_TMPDIR/cases"
    # ok|FAILED|to do TASK [N of] M cases
    grep -ohE '^  (ok    |FAILED|to do ) [a-z0-9_]+ +([0-9]+ of )?[0-9]+ cases' \
        "$ROOT"/README.md "$ROOT"/labs/*/*.md "$ROOT"/solutions/*/*.md |
        sed -E 's/^ +(ok|FAILED|to do) +//; s/[0-9]+ of //' | awk '{ print $1, $2 }' | sort -u >"$BATS_TEST_TMPDIR/told"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/told")" -ge "${#LABS[@]}" ]
    run comm -13 "$BATS_TEST_TMPDIR/cases" "$BATS_TEST_TMPDIR/told"
    echo "$output"
    [ -z "$output" ]
}
