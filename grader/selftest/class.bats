#!/usr/bin/env bats
# A class: many hand-ins, side by side, whenever it is killed and started again.

# shellcheck disable=SC2030,SC2031 # each test is a subshell anyway
# bats file_tags=apart

load suite

setup() {
    requires parallel
    handins=$BATS_TEST_TMPDIR/handins out=$BATS_TEST_TMPDIR/out
    local name
    for name in ann bob $'=cmd(), "x"\nlines'; do
        mkdir -p "$handins/$name"
        echo "int main; // by $name" >"$handins/$name/matmul_naive.cu"
    done
    sed '/EXPORT void matrix_add/,$d' "$ROOT/solutions/01-matmul-naive/matmul_naive.cu" >"$handins/bob/matmul_naive.cu"
}

grade_class() {
    suite grade-class HANDINS="$handins" OUT="$out" LABS=01 BACKEND=cpu SEED=7 "$@"
}

# A number and a name a student: other numbers are other results.
graded() {
    find "$out/students" -mindepth 1 -maxdepth 1 -printf '%i %p\n' | sort
}

same_results() {
    local file
    for file in scores.csv tasks.csv junit.xml summary.md summary.html similar.csv; do
        diff "$1/$file" "$2/$file" || return 1
    done
}

@test "a class has the same marks side by side, one after the other, and when it was killed" {
    run -0 grade_class JOBS=1
    echo "$output"
    [ "$(sed 1d "$out/scores.csv" | wc -l)" = 3 ]
    grep -x '"bob",10,10,""' "$out/scores.csv"
    grep -F "\"'=cmd(), \"\"x\"\" lines\",0,0" "$out/scores.csv"
    first=$out

    # What is graded is not graded again, but what is handed in anew is.
    graded >"$BATS_TEST_TMPDIR/before"
    echo "// late" >>"$handins/ann/matmul_naive.cu"
    run -0 grade_class JOBS=1
    [ "$(graded | diff "$BATS_TEST_TMPDIR/before" - | grep -c '^>')" = 1 ]

    out=$BATS_TEST_TMPDIR/killed
    grade_class JOBS=2 >/dev/null 2>&1 3>&- &
    until [ -e "$out/students/ann" ] || [ -e "$out/students/bob" ] || ! kill -0 $!; do sleep 0.1; done
    pids=$(pgrep -f "grade_class class $handins" || true)
    [ -n "$pids" ]
    # shellcheck disable=SC2086 # a number a word
    kill -9 $pids
    wait || true
    [ ! -e "$out/scores.csv" ]
    run -0 grade_class JOBS=2
    same_results "$first" "$out"
}

# grade_and_kill SECONDS: a run that is killed after so long, with all that it has started.
grade_and_kill() {
    local run all=() some
    SANDBOX=none by_itself make -s --no-print-directory -C "$ROOT" grade-class HANDINS="$handins" OUT="$out" LABS=01 \
        BACKEND=cpu SEED=7 JOBS=2 >/dev/null 2>&1 &
    run=$!
    sleep "$1"
    some=("$run")
    while [ ${#some[@]} -gt 0 ]; do # the whole tree, whatever sessions are in it
        all+=("${some[@]}")
        pgrep -P "$(IFS=, && echo "${some[*]}")" >"$BATS_TEST_TMPDIR/children" || true
        mapfile -t some <"$BATS_TEST_TMPDIR/children"
    done
    kill -9 "${all[@]}" 2>/dev/null || true
    wait "$run" || true
}

@test "killed three times at random, a class has the same bytes as if it had not been" {
    waits_for_night "a minute"
    local name
    for name in carl dora emil; do
        mkdir "$handins/$name"
        echo "int main; // by $name" >"$handins/$name/matmul_naive.cu"
    done
    first=$BATS_TEST_TMPDIR/whole
    run -0 grade_class OUT="$first" JOBS=2
    for _ in 1 2 3; do
        grade_and_kill $((1 + RANDOM % 8)).$((RANDOM % 10))
        [ ! -e "$out/scores.csv" ] || same_results "$first" "$out"
    done
    run -0 grade_class JOBS=2
    same_results "$first" "$out"
    # What is left there is of jobs that the last kill has missed, and that are still at work.
    find "$out/unfinished" -mindepth 1 -maxdepth 1 -type d >"$BATS_TEST_TMPDIR/left"
    while read -r name; do
        kill -0 "${name##*.}"
    done <"$BATS_TEST_TMPDIR/left"
}

@test "killed at ten random moments, a class of all kinds of hand-ins has the same bytes" {
    waits_for_night "three minutes"
    SANDBOX=auto run -0 by_itself env LABS=01-matmul-naive SEED=7 BACKEND=cpu bash "$ROOT/grader/selftest/kill_class" 7 10
    echo "$output"
    [ "$(grep -c ' same$' <<<"$output")" = 3 ]
}

# A stranger's programs are built and looked at in other ways than those of this tree.
@test "the solutions that somebody hands in have all points, and all gold" {
    waits_for_night "two minutes"
    rm -rf "$handins" && mkdir "$handins" && cp -r "$ROOT/solutions" "$handins/ann"
    run -0 suite grade-class HANDINS="$handins" OUT="$out" BACKEND=cpu SEED=7
    jq -e '.points == 900 and .max == 900 and all(.labs[]; .gold == .gold_max)' "$out/students/ann/results.json"
}

@test "the seed of a class is drawn anew, kept, and repeated" {
    rm -r "$handins/bob" "$handins"/=*
    run -0 grade_class SEED=
    seed=$(cat "$out/seed")
    [[ $seed =~ ^[0-9]+$ ]]
    jq -e --argjson seed "$seed" '.seed == $seed' "$out/students/ann/results.json"
    graded >"$BATS_TEST_TMPDIR/before"
    run -0 grade_class SEED= # nothing is graded anew
    graded | diff "$BATS_TEST_TMPDIR/before" -
    # A class of nobody has one, too.
    mkdir "$BATS_TEST_TMPDIR/nobody"
    first=$out out=$BATS_TEST_TMPDIR/other
    handins=$BATS_TEST_TMPDIR/nobody run -0 grade_class SEED=
    [ "$(cat "$out/seed")" != "$seed" ]
    out=$BATS_TEST_TMPDIR/again
    run -0 grade_class SEED="$seed"
    same_results "$first" "$out"
    diff "$first/students/ann/results.json" "$out/students/ann/results.json"
}

# all.json of a class with the names that people try, on stdout.
odd_class() {
    jq -n --arg long "$(printf '%0300d' 0)" '
        ["=cmd(), \"x\"", "two\nlines\t\r", "<b>&\u0027|*`[x](y)", "\u001b[2J\u0007\u202e\u2028\ufeffabc", "\uff1dcmd()", "Zoë 日本", "]]>", "-1+1", $long]
        | map({name: ., points: 0, max: 20, backend: "cpu", seed: 5, source: ., error: null, labs: [{
            lab: "01-matmul-naive", points: 0, max: 20, gold: 0, gold_max: 0, tasks: [{
                lab: "01-matmul-naive", task: ., sentence: ., gold: false, passed: false, cases: 2, cases_passed: 0,
                max: 20, points: 0, reason: "wrong", pattern: ., case: ., failed: [., "other"], message: .}]}]})
        + [{name: "bob", error: "no <archive>", points: 0, max: 0, labs: []}]'
}

# odd_tree DIR: what a grading of lab 01 leaves for `score`, each task with the words of one of odd_class.
odd_tree() {
    local dir=$1/01-matmul-naive number=0 task
    mkdir -p "$dir"
    odd_class >"$1/odd.json"
    jq '{backend: "cpu", seed: 5, source: .[1].name}' "$1/odd.json" >"$dir/about.json"
    awk '$1 == "judge" { print $2 }' "$ROOT/grader/01-matmul-naive.bats" >"$1/tasks"
    while read -r task; do
        number=$((number + 1))
        echo "not ok $number $task" >>"$dir/tap"
        echo "core $task 1" >>"$dir/tasks"
        jq -c --argjson i $((number - 1)) '.[$i].name | {passed: false, reason: "wrong", pattern: ., case: ., message: .}' \
            "$1/odd.json" >"$dir/$task.jsonl"
    done <"$1/tasks"
}

@test "a secret seed is drawn from more numbers than anybody can try, and JSON keeps it" {
    for _ in {1..16}; do bash "$ROOT/grader/class/seed"; done >"$BATS_TEST_TMPDIR/seeds"
    jq -es 'length == 16 and (unique | length) == 16 and all(. < 9007199254740992 and . == floor and . >= 4503599627370496)' "$BATS_TEST_TMPDIR/seeds"
    diff "$BATS_TEST_TMPDIR/seeds" <(jq . "$BATS_TEST_TMPDIR/seeds")
}

@test "names and messages do no harm to any form of the results" {
    requires python3
    mkdir -p "$out/unfinished"
    odd_class >"$out/unfinished/all.json"
    run -0 bash "$ROOT/grader/class/results" class "$out"
    for i in 0 1 2 3 4 5 6 7 8 9; do
        mkdir "$out/$i"
        jq ".[$i]" "$out/unfinished/all.json" >"$out/$i/results.json"
        run -0 bash "$ROOT/grader/class/results" student "$out/$i"
    done
    odd_tree "$out/tree"
    run -0 bash "$ROOT/grader/score" "$out/tree"
    cat >"$BATS_TEST_TMPDIR/check.py" <<'END'
import csv, glob, json, sys, xml.dom.minidom
out = sys.argv[1]
tasks = len(json.load(open(f"{out}/tree/results.json", encoding="utf-8"))["labs"][0]["tasks"])
for name, width, count in (("scores.csv", 4, 11), ("tasks.csv", 10, 10), ("tree/scores.csv", 2, 2), ("tree/tasks.csv", 11, 1 + tasks)):
    rows = list(csv.reader(open(f"{out}/{name}", newline="", encoding="utf-8"), strict=True))
    assert len(rows) == count, (name, len(rows))
    for row in rows:
        assert len(row) == width, row
        for cell in row:
            assert cell[:1] not in ("=", "+", "-", "@", "\uff1d"), cell
            assert cell.isprintable() and "\u202e" not in cell, ascii(cell)
cases = 0
for name in [f"{out}/junit.xml", f"{out}/summary.html"] + glob.glob(f"{out}/*/report.html"):
    page = xml.dom.minidom.parse(name)
    assert not page.getElementsByTagName("b"), name
    cases += len(page.getElementsByTagName("testcase"))
assert cases == 10, cases
assert tasks > 4 and len(xml.dom.minidom.parse(f"{out}/tree/junit.xml").getElementsByTagName("failure")) == tasks
text = open(f"{out}/summary.md", encoding="utf-8").read()
assert "\x1b" not in text and "<b>" not in text and "](y)" not in text.replace("\\](y)", "")
tables = [line for line in text.splitlines() if line.startswith("|")]
assert all(line.replace("\\\\", "").replace("\\|", "").endswith("|") for line in tables)
for i in range(10):
    got = json.load(open(f"{out}/{i}/gradescope.json", encoding="utf-8"))
    assert isinstance(got["score"], int) and got["visibility"] == "visible"
    for test in got["tests"]:
        assert test["status"] in ("passed", "failed") and test["score"] <= test["max_score"]
        assert all(isinstance(test[key], str) for key in ("name", "number", "output"))
END
    run -0 python3 "$BATS_TEST_TMPDIR/check.py" "$out"
    for i in 0 1 2 3 4 5 6 7 8 9; do
        jq -e -f "$ROOT/grader/selftest/forms/gradescope.jq" "$out/$i/gradescope.json"
    done
    grep -F "1 of 1 fail" "$out/summary.md"
    grep -F "10 hand-ins, 1 of them not graded" "$out/summary.md"
}

# taken_by_readers FILE...: each is JUnit's form, and counts what is in it.
taken_by_readers() {
    local file number counted
    for file; do
        xmllint --noout --schema "$ROOT/grader/selftest/forms/junit.xsd" "$file" || return 1
        number=$(xmllint --xpath 'count(//testsuite)' "$file")
        counted=$(xmllint --xpath 'count(//testsuite[@tests = count(testcase) and @failures = count(testcase/failure)
            and @errors = count(testcase/error)])' "$file")
        if [ "$number" = 0 ] || [ "$counted" != "$number" ]; then return 1; fi
    done
}

@test "JUnit's form is what its readers take, whatever names and messages are" {
    requires xmllint
    local change
    mkdir -p "$out/unfinished"
    odd_class | jq '.[0].labs[0].tasks[0] |= (.passed = true | .points = 20)' >"$out/unfinished/all.json"
    run -0 bash "$ROOT/grader/class/results" class "$out"
    odd_tree "$out/tree"
    run -0 bash "$ROOT/grader/score" "$out/tree"
    taken_by_readers "$out/junit.xml" "$out/tree/junit.xml"
    [ "$(xmllint --xpath 'sum(//property[starts-with(@name, "points of 01-matmul-naive ")]/@value)' "$out/junit.xml")" = 20 ]
    [ "$(xmllint --xpath 'count(//failure)' "$out/junit.xml")" = 8 ]
    # what they do not take
    for change in 's/ errors="[0-9]*"//' 's/<testcase [^>]*>/&<properties\/>/' 's/<failure message/<failure text/' 's/value="20"/value="all"/' 's/<testsuites>/<results>/; s/<.testsuites>/<\/results>/'; do
        sed "$change" "$out/junit.xml" >"$out/bad.xml"
        run ! taken_by_readers "$out/bad.xml"
    done
}

@test "Gradescope's form is what it takes, and no other" {
    local number change
    for number in 0 9; do
        mkdir -p "$out/$number"
        odd_class | jq ".[$number]" >"$out/$number/results.json"
        GRADING_SECONDS=3 bash "$ROOT/grader/class/results" student "$out/$number"
        jq -e -f "$ROOT/grader/selftest/forms/gradescope.jq" "$out/$number/gradescope.json"
    done
    for change in 'del(.score)' '.tests[0].status = "ok"' '.tests[0].score = "0"' '.extra = 1' '.leaderboard[0].order = "up"' '.visibility = "all"' \
        '.score = 7' '.tests[0].number = 1.5' '.tests[0].points = 1' '.execution_time = "3"' '.tests[0].name = ""'; do
        echo "$change"
        jq "$change" "$out/0/gradescope.json" >"$out/bad.json"
        run -5 jq -e -f "$ROOT/grader/selftest/forms/gradescope.jq" "$out/bad.json"
    done
}

@test "hand-ins that read alike are shown side by side, whatever their names and comments are" {
    gcc -std=gnu11 -O1 -Wall -Wextra -Werror "$ROOT/grader/class/similar.c" -o "$BATS_TEST_TMPDIR/similar"
    local lab=03-tiled other=$ROOT/solutions/06-reduction/reduction.cu file=$BATS_TEST_TMPDIR/renamed.cu
    { echo '// <script>' && sed 's/row/zeile/g; s/\bcol\b/spalte/g; s/16/32/; s,^    //.*,,; s/^/ /' "$ROOT/solutions/$lab/tiled.cu"; } >"$file"
    "$BATS_TEST_TMPDIR/similar" --known "$ROOT/labs/$lab/tiled.cu" ann "$ROOT/solutions/$lab/tiled.cu" \
        bob "$file" carl "$other" >"$BATS_TEST_TMPDIR/page" 2>"$BATS_TEST_TMPDIR/pairs"
    cat "$BATS_TEST_TMPDIR/pairs"
    grep -xE '(9.|100),ann,bob' "$BATS_TEST_TMPDIR/pairs"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/pairs")" = 1 ]
    grep -F '<mark>' "$BATS_TEST_TMPDIR/page"
    run -1 grep -F '<script' "$BATS_TEST_TMPDIR/page"
    # A skeleton is nobody's work.
    "$BATS_TEST_TMPDIR/similar" --known "$ROOT/labs/$lab/tiled.cu" ann "$ROOT/labs/$lab/tiled.cu" \
        bob "$ROOT/labs/$lab/tiled.cu" >"$BATS_TEST_TMPDIR/page" 2>"$BATS_TEST_TMPDIR/pairs"
    [ ! -s "$BATS_TEST_TMPDIR/pairs" ]
}

@test "a class is built where build/ is, also by those who set BUILD= to nothing" {
    # shellcheck disable=SC2016 # it is make that expands it
    printf 'include common/variables.mk\nall:\n\techo $(BUILD)\n' | BUILD='' make -s -C "$ROOT" ROOT="$ROOT" -f - all >"$BATS_TEST_TMPDIR/build"
    [ "$(cat "$BATS_TEST_TMPDIR/build")" = "$ROOT/build" ]
    rm -r "$handins/bob" "$handins"/=*
    run -0 by_itself env BUILD='' LABS=01 BACKEND=cpu SEED=7 bash "$ROOT/grader/class/grade_class" class "$handins" "$out"
    grep -x '"ann",0,0,""' "$out/scores.csv"
}

@test "what is no hand-in is told with its reason, and costs the others nothing" {
    rm -r "$handins/bob" "$handins"/=*
    ln -s ann "$handins/carl"
    echo x >"$handins/notes.txt"
    mkdir "$handins/dora.zip.d"
    echo "no archive" >"$handins/eve.zip"
    # A name as Windows has it: an archive, whether there is something to read it with or not.
    (cd "$handins" && bsdtar -a -cf zip.zip ann && mv zip.zip fay.ZIP) || echo "no archive" >"$handins/fay.ZIP"
    run -0 grade_class
    echo "$output"
    [[ $output = *"not a hand-in: carl: a link"* && $output = *"not a hand-in: notes.txt: neither a folder"* ]]
    grep -E '^"eve",0,0,"intake: .*(archive|bsdtar)' "$out/scores.csv"
    grep -x '"ann",0,0,""' "$out/scores.csv"
    grep -E '^"fay",0,0,("|"intake: .*bsdtar.*)"$' "$out/scores.csv"
}

@test "a name that a command takes for an option is a name like others" {
    requires bsdtar
    rm -r "${handins:?}"/*
    local name
    for name in -n -e --known; do
        mkdir -- "$handins/$name"
        echo "int main; // by $name" >"$handins/$name/matmul_naive.cu"
    done
    (cd "$handins" && bsdtar -a -c -f ./-E.zip -- ./-n && echo "no archive" >./-nn.zip)
    run -0 grade_class
    echo "$output"
    for name in -n -e --known -E; do
        grep -x "\"'$name\",0,0,\"\"" "$out/scores.csv"
    done
    grep -E "^\"'-nn\",0,0,\"intake: -nn.zip is " "$out/scores.csv"
    # Each has results of its own, whose folders no command takes for options.
    [ "$(find "$out/students" -mindepth 2 -maxdepth 2 -name results.json -path '*/[-nekE]*+*/*' ! -path '*/students/-*' | wc -l)" = 5 ]
}

@test "a full disk is told as such, is nobody's fault, and loses nothing" {
    rm -r "$handins/bob" "$handins"/=*
    run -0 grade_class
    graded >"$BATS_TEST_TMPDIR/before"
    echo "// late" >>"$handins/ann/matmul_naive.cu"
    mkdir "$BATS_TEST_TMPDIR/bin"
    # Of the file system 16000 blocks of 4096 bytes are left.
    printf '#!/bin/sh\n[ "$1" = -f ] && echo 16000 4096 || exec %s "$@"\n' "$(command -v stat)" >"$BATS_TEST_TMPDIR/bin/stat"
    chmod +x "$BATS_TEST_TMPDIR/bin/stat"
    PATH=$BATS_TEST_TMPDIR/bin:$PATH run -2 grade_class
    echo "$output"
    [[ $output = *"grade-class: ann could not be graded: too little room is left on the disk of $out"* ]]
    graded | diff "$BATS_TEST_TMPDIR/before" -
    grep -x '"ann",0,0,""' "$out/scores.csv"
    run -0 grade_class
    [ "$(graded | diff "$BATS_TEST_TMPDIR/before" - | grep -c '^>')" = 1 ]
    # Nor do results say where they were made.
    grep -F 'matmul_naive.cu:' "$out/students/ann/results.json" "$out/students/ann/report.txt"
    run -1 grep -rF -e "$ROOT/" -e "$BATS_TEST_TMPDIR" "$out/students"
}

@test "a disk without a byte left, and one that nobody may write to, are a line each" {
    local disk=$BATS_TEST_TMPDIR/disk own=(unshare -m) how
    [ "$EUID" = 0 ] || own=(unshare -rm)
    mkdir "$disk"
    "${own[@]}" mount -t tmpfs none "$disk" || skip "nobody can have a disk of their own here"
    for how in size=64k ro; do
        # shellcheck disable=SC2016 # for that shell
        run -2 by_itself env LABS=01-matmul-naive BACKEND=cpu SEED=7 "${own[@]}" bash -c '
            mount -t tmpfs -o "$1" none "$2"
            { mkdir "$2/students" "$2/unfinished" && head -c 1M /dev/zero >"$2/fill"; } 2>/dev/null
            exec bash "$3/grader/class/grade_class" class "$4" "$2"' disk "$how" "$disk" "$ROOT" "$handins"
        echo "$output"
        [ "$output" = "grade-class: cannot write to OUT=$disk" ]
    done
}

@test "whose grading was killed is told, and not left out" {
    rm -r "$handins/bob" "$handins"/=*
    cp -r "$handins/ann" "$handins/bob"
    mkdir "$BATS_TEST_TMPDIR/bin"
    # The first job is the only one that comes to its end.
    printf '#!/bin/sh\nhead -z -n 2 | %s "$@"\n' "$(command -v parallel)" >"$BATS_TEST_TMPDIR/bin/parallel"
    chmod +x "$BATS_TEST_TMPDIR/bin/parallel"
    # A box that an earlier one has left.
    mkdir -p "$BATS_TEST_TMPDIR/left" "$out/unfinished/bob.4194305"
    cp "$(command -v bash)" "$BATS_TEST_TMPDIR/left/bwrap"
    "$BATS_TEST_TMPDIR/left/bwrap" -c 'for ((i = 0; i < 300; i++)); do sleep 0.1; done' "$out/unfinished/bob.4194305/taken" 3>&- 4>&- &
    local box=$! ended=0
    PATH=$BATS_TEST_TMPDIR/bin:$PATH run -2 grade_class
    echo "$output"
    wait $box || ended=$?
    [ "$ended" = 137 ]
    [[ $output = *"the grading of 1 hand-ins did not come to an end: start it again"* ]]
    grep -x '"ann",0,0,""' "$out/scores.csv"
    grep -E '^"bob",0,0,".*start it again"' "$out/scores.csv"
}

@test "a class that cannot be graded is one line, and exit 2" {
    run grade_class HANDINS=/nonexistent
    [[ $status = 2 && $output = *"HANDINS=/nonexistent is no folder that can be read"* ]]
    run suite grade-class HANDINS="$handins"
    [[ $status = 2 && ${#lines[@]} = 1 && $output = *"make grade-class wants HANDINS="* ]]
    run grade_class LABS=77
    [[ $status = 2 && $output = *"LAB=77 is unknown"* ]]
    run grade_class OUT=/proc/none
    [[ $status = 2 && $output = *"cannot write to OUT=/proc/none"* ]]
}

@test "what a hand-in costs is told for each number of them, and how much memory the grader takes" {
    waits_for_night "a minute"
    LABS=01-matmul-naive run -0 by_itself bash "$ROOT/grader/class/bench" 2 3
    echo "$output"
    [ "${#lines[@]}" = 3 ]
    # Seconds of processors, and MiB, of the grader and of a judge.
    awk 'NR > 1 && $1 == NR && $2 > 0 && $3 > 0.2 && $4 > 0 && $5 > 5 && $5 < 100 && $6 > 1 { good++ } END { exit good != 2 }' <<<"$output"
}
