#!/usr/bin/env bats
# All attacks as the hand-ins of one class, beside honest ones: nobody's marks but their own are touched.

# shellcheck disable=SC2030,SC2031 # each test is a subshell anyway
# bats file_tags=apart

load suite

ATTACKS=$ROOT/grader/attacks

# What follows is a stranger's to spoil: it lies where any user can come.
setup() {
    PUBLIC=$(mktemp -d) && chmod 755 "$PUBLIC"
}

teardown() {
    rm -rf "$PUBLIC"
}

tags_of() {
    bash "$ROOT/grader/tags" "$ATTACKS"/{,*/}*.cu "$ATTACKS"/handins/*.sh
}

@test "of each class of attacks there are several, with the reason that each is refused for" {
    sed -n '/^<!-- classes of attacks/,/^<!-- \/classes/p' "$ROOT/grader/README.md" |
        awk -F ' *[|] *' 'NF > 3 && $2 != "class" && $2 !~ /^---/ { print $2 }' | sort >"$BATS_TEST_TMPDIR/classes"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/classes")" = 8 ]
    tags_of >"$BATS_TEST_TMPDIR/tags"
    awk -F '\t' '$2 == "class" { print $3 }' "$BATS_TEST_TMPDIR/tags" | sort | uniq -c | awk '$1 >= 2 { $1 = ""; print substr($0, 2) }' |
        diff "$BATS_TEST_TMPDIR/classes" -
    awk -F '\t' '$2 == "class" { class[$1] = 1 } $2 == "says" || $2 == "reason" { why[$1] = 1 }
        END { for (file in class) if (!(file in why)) { print file; bad = 1 } exit bad }' "$BATS_TEST_TMPDIR/tags"
}

# A .cu with what it includes of the folder in its place: a hand-in has no other files.
alone() {
    awk -v folder="$ATTACKS/" '
        /^#include "(by_the_host|find_exchange)[.]h"/ { file = $2; gsub(/"/, "", file); while ((getline line <(folder file)) > 0) print line; next }
        { print }' "$1"
}

# lay_class LAB: the honest ann and zoe, and all attacks on this lab, in $PUBLIC/handins.
lay_class() {
    local lab=$1 name=${1#*-} file folder
    name=${name//-/_}.cu
    for folder in ann zoe; do mkdir -p "$PUBLIC/handins/$folder/$lab"; done
    sed '/EXPORT void matrix_add/,$d' "$ROOT/solutions/$lab/$name" >"$PUBLIC/handins/ann/$lab/$name"
    cp "$ROOT/labs/$lab/$name" "$PUBLIC/handins/zoe/$lab/$name"
    for file in "$ATTACKS"/*.cu "$ATTACKS/$lab"/*.cu; do
        if [[ $file = "$ATTACKS"/*.cu && $file != "$ATTACKS/"*/* && $lab != 01-* ]] || [ ! -e "$file" ]; then continue; fi
        folder=$PUBLIC/handins/m_$(basename "$file" .cu)/$lab
        mkdir -p "$folder"
        alone "$file" >"$folder/$name"
    done
    [[ $lab = 01-* ]] || return 0
    for file in "$ATTACKS"/handins/*.sh; do
        (cd "$PUBLIC/handins" && SUITE=$ROOT HARM=$PUBLIC/harm bash "$file" "m_$(basename "$file" .sh)")
    done
}

# What a class must not change: files and their times, but in build/.
snapshot() {
    find "$ROOT" "$PUBLIC" \( -path "$ROOT/build" -o -path "$ROOT/.git" -o -path "$PUBLIC/out" -o -path "$PUBLIC/alone" -o -path "$PUBLIC/suite" \) -prune \
        -o -type f -printf '%p %s %T@ %m\n' | sort
}

# points NAME OUT: NAME's row of scores.csv.
points() {
    grep -E "^\"$1\"," "$2/scores.csv"
}

# grade_attacked HANDINS OUT: as the user that `as` says.
grade_attacked() {
    SANDBOX=auto by_itself "${as[@]}" env HOME="$PUBLIC/out" SIMT_BUILD="$suite/build/simt" BUILD="$suite/build" LABS="$lab" \
        BACKEND=cpu SEED=7 JOBS=2 bash "$suite/grader/class/grade_class" class "$1" "$2"
}

# The words that an attack's head names, wherever a grading of it may say them.
is_refused() {
    local name=$1 file=$2 says
    bash "$ROOT/grader/tags" "$file" | awk -F '\t' '$2 == "says" { print $3 }' >"$BATS_TEST_TMPDIR/says"
    bash "$ROOT/grader/tags" "$file" | awk -F '\t' '$2 == "reason" { print "\"" $3 "\"" }' >>"$BATS_TEST_TMPDIR/says"
    while read -r says; do
        ! grep -rqF -- "$says" "$PUBLIC/out/students/$name" "$PUBLIC/out/not-graded" 2>/dev/null || return 0
    done <"$BATS_TEST_TMPDIR/says"
    echo "$name: refused in other words: $(jq -rc '[.error, .labs[].tasks[].message][:3]' "$PUBLIC/out/students/$name/results.json")"
    return 1
}

# all_attacks LAB WHO
all_attacks() {
    local lab=$1 as suite file name failed=0
    lay_class "$lab"
    called_by "$2"
    mkdir "$PUBLIC/honest" && cp -rp "$PUBLIC/handins"/{ann,zoe} "$PUBLIC/honest/"
    snapshot >"$BATS_TEST_TMPDIR/before"
    grade_attacked "$PUBLIC/honest" "$PUBLIC/alone" 3>&- 4>&-
    grade_attacked "$PUBLIC/handins" "$PUBLIC/out" 3>&- 4>&-
    snapshot | diff "$BATS_TEST_TMPDIR/before" -
    for name in ann zoe; do
        [ "$(points $name "$PUBLIC/alone")" = "$(points $name "$PUBLIC/out")" ]
        diff "$PUBLIC"/{alone,out}/students/$name/results.json
    done
    [[ $lab != 01-* ]] || points ann "$PUBLIC/out" | grep -E ',10,10,""$'
    awk '/^"m_/ { count++ } /^"m_/ && !/^"[^"]*",0,/ { print; failed = 1 } END { exit failed || !count }' "$PUBLIC/out/scores.csv"
    for file in "$ATTACKS/$lab"/*.cu $([[ $lab != 01-* ]] || ls "$ATTACKS"/*.cu "$ATTACKS"/handins/*.sh); do
        [ -e "$file" ] || continue
        name=$(basename "$file")
        is_refused "m_${name%.*}" "$file" || failed=1
    done
    run ! pgrep -f "^$suite/build/.*/(student|stretch)(\.checked)?$"
    [ $failed = 0 ]
}

@test "all attacks in one class of lab 01 touch nobody's marks, as root" {
    waits_for_night "ten minutes"
    all_attacks 01-matmul-naive root
}

@test "all attacks in one class of lab 01 touch nobody's marks, as an ordinary user" {
    waits_for_night "ten minutes"
    all_attacks 01-matmul-naive ordinary
}

@test "the attacks on the other labs touch nobody's marks, as an ordinary user and as root" {
    waits_for_night "ten minutes"
    local lab who
    for lab in "${LABS[@]:1}"; do
        for who in ordinary root; do
            rm -rf "$PUBLIC" && setup
            all_attacks "$lab" $who
        done
    done
}
