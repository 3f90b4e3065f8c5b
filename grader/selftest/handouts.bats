#!/usr/bin/env bats
# What the handouts quote is what the suite says today: transcripts, numbers, rates and errors.
#
# - <!-- prints: COMMAND --> stands above a fence. COMMAND runs in the handout's folder, and prints the
#   fence's lines in this order; times and FROM= are left out of the comparison, lines may be.
# - <!-- file: NAME --> stands above a fence that is a file; a COMMAND below may say FILE=NAME.
# - <!-- ours --> ... <!-- end --> holds rates of our answers: all of them are in the bench table of
#   that lab's solutions, which a script writes. <!-- theirs --> holds rates of the texts' kernels,
#   <!-- measured --> those of other runs. So does a table's column whose heading begins with "ours".

load suite

# The fences of $1 below a prints: line, one a file in $2: the command, then the lines.
fences_of() {
    awk -v folder="$2" '/^ *<!-- prints: .* -->$/ { out = folder "/" ++n; indent = index($0, "<") - 1
            sub(/^ *<!-- prints: /, ""); sub(/ -->$/, ""); print >out; wanted = 1; next }
        /^ *```/ { inside = wanted && !inside; if (!inside) wanted = 0; next }
        inside && !/^ *\$ / { print substr($0, indent + 1) >out }
        END { exit !n }' "$1"
}

# The fences of $1 that are files, in the folder $2.
files_of() {
    awk -v folder="$2" '/^ *<!-- file: .* -->$/ { out = folder "/" $3; wanted = 1; next }
        /^ *```/ { inside = wanted && !inside; if (!inside) wanted = 0; next }
        inside { print >out }' "$1"
}

# Without what differs from run to run and from place to place. The counts of all handouts are those
# of today's (04-input.bats compares them).
plain() {
    sed -E 's/ FROM=[^ ]+//; s/[0-9.]+ s([ ;,]|$)/T s\1/g; s/[0-9.]+ G(FLOP|B)\/s/R/g; s/[0-9]+ at least, [0-9]+ on average, [0-9]+ at most/TICKS/
        s/[A-Za-z0-9_]+\.cu/FILE.cu/g; s/FILE\.cu:[0-9]+/FILE.cu:LINE/g; s/^ *[0-9]{4,} bytes:.*/COUNTS/
        s/(picture|blurred|edges)[.]p(ng|gm).*/PICTURE/; s/ +$//; /^$/d'
}

# The lines of file $2 are in $1, in their order. g++ 11, and 14 and later, may give a branch's test the line of another
# part of its statement (README.md here), so there a line may tell of a parting more.
in_order() {
    local moves=''
    g++ -dumpversion | grep -qE '^(11|1[4-9]|[2-9][0-9])' && moves=1
    awk -v moves="$moves" 'NR == FNR { want[++n] = $0; next }
        moves && $0 != want[at + 1] { sub(/; lanes part ways [0-9]+ times?$/, "") }
        $0 == want[at + 1] { at++ }
        END { if (at < n) { print "not printed: " want[at + 1]; exit 1 } }' "$2" "$1"
}

# A check of all worked answers of a lab: by day commands.bats grades these, and 04-input.bats compares the
# counts of all handouts. One handout's is run by day, too.
is_checked_by_night() {
    [[ -z ${NIGHTLY-} && $1 != labs/03-tiled && $(head -n 1 "$2") =~ ^make\ check\ FROM=solutions[^\ ]*$ ]]
}

# Each transcript of the handout in folder $1 is what its command prints.
prints_what_it_says() {
    local fence out=$BATS_TEST_TMPDIR/out
    mkdir -p "$BATS_TEST_TMPDIR/fences" "$BATS_TEST_TMPDIR/files"
    fences_of "$ROOT/$1/README.md" "$BATS_TEST_TMPDIR/fences"
    files_of "$ROOT/$1/README.md" "$BATS_TEST_TMPDIR/files"
    for fence in "$BATS_TEST_TMPDIR"/fences/*; do
        ! is_checked_by_night "$1" "$fence" || continue
        read -ra words <<<"$(sed -n '1s/^make //p' "$fence")"
        echo "make ${words[*]}"
        suite -C "$1" "${words[@]/#FILE=/FILE=$BATS_TEST_TMPDIR/files/}" BACKEND=cpu 2>&1 |
            sed "s|$BATS_TEST_TMPDIR/files/||" | plain >"$out" || true
        sed 1d "$fence" | plain >"$out.want"
        [ -s "$out.want" ]
        in_order "$out" "$out.want"
    done
}

@test "the transcripts of chapter 0 are what the commands print" {
    prints_what_it_says labs
}

@test "the transcripts of handout 01 are what the commands print" {
    prints_what_it_says labs/01-matmul-naive
}

@test "the program of handout 01 that measures in several ways finds that a launch does not wait, and an event does" {
    files_of "$ROOT/labs/01-matmul-naive/README.md" "$BATS_TEST_TMPDIR"
    run -0 suite run FILE="$BATS_TEST_TMPDIR/three_times.cu" BACKEND=cpu
    echo "$output"
    awk '/^without waiting: / { launch = $3 } /^with waiting: / { both = $3 } /^by events: / { event = $3 }
        END { exit !(launch > 0 && launch < both / 2 && launch < event / 2) }' <<<"$output"
}

# Rates of handout $1 outside of fences: "ours", "theirs" or "nowhere", and the rate.
rates_of() {
    awk '/^ *```/ { fence = !fence } /^<!-- (ours|theirs|measured) -->$/ { of = $2 } /^<!-- end -->$/ { of = "" }
        { line = $0; while (!fence && match(line, /[0-9.]+ (GFLOP|GB)\/s/)) {
              print (of == "" ? "nowhere" : of), substr(line, RSTART, RLENGTH); line = substr(line, RSTART + RLENGTH) } }' "$1"
}

# The cells of handout $1 in the columns whose heading begins with "ours": "ours", and the rate.
cells_of() {
    awk -F ' *[|] *' '
        /^[|]/ && !inside { inside = 1; split("", ours); for (i = 2; i < NF; i++) if ($i ~ /^ours/) ours[i]; next }
        !/^[|]/ { inside = 0 }
        inside { for (i in ours) if ($i ~ /^[0-9.]+$/) print "ours", $i " GB/s" }' "$1"
}

@test "every handout has rates that it calls ours, all in the bench table of our answers" {
    for lab in "${LABS[@]}"; do
        { rates_of "$ROOT/labs/$lab/README.md" && cells_of "$ROOT/labs/$lab/README.md"; } |
            sed -n 's/^ours //p' >"$BATS_TEST_TMPDIR/ours"
        echo "$lab: $(wc -l <"$BATS_TEST_TMPDIR/ours") rates"
        [ "$(wc -l <"$BATS_TEST_TMPDIR/ours")" -ge 3 ]
        sed '/<!-- bench -->/,/<!-- .bench -->/!d' "$ROOT/solutions/$lab/README.md" >"$BATS_TEST_TMPDIR/bench"
        while read -r rate; do
            echo "$lab: $rate"
            grep -qF -e "| $rate |" -e " copy $rate," -e " read $rate." "$BATS_TEST_TMPDIR/bench"
        done <"$BATS_TEST_TMPDIR/ours"
    done
}

@test "each rate that a handout calls ours is of the row of the bench table that it names" {
    local from="$BATS_TEST_TMPDIR/tree" lab=06-reduction
    run -0 "$ROOT/common/bench/quote_rates" --check "$ROOT"
    # Rates of other rows are found, written anew in both languages, and a row that is not there is said.
    mkdir -p "$from"
    cp -r "$ROOT/labs" "$ROOT/solutions" "$from"
    sed -i 's/| 654 | [0-9]* |/| 654 | 940 |/' "$from/labs/$lab/README.md" "$from/labs/$lab/README.zh.md"
    run -1 "$ROOT/common/bench/quote_rates" --check "$from"
    [ "$output" = "labs/$lab/README.md: other rates than those of its rows
labs/$lab/README.zh.md: other rates than those of its rows" ]
    run -0 "$ROOT/common/bench/quote_rates" "$from"
    cmp "$from/labs/$lab/README.md" "$ROOT/labs/$lab/README.md"
    cmp "$from/labs/$lab/README.zh.md" "$ROOT/labs/$lab/README.zh.md"
    sed -i 's/^| row_sums_sequential |/| row_sums_other |/' "$from/solutions/$lab/README.md"
    run -1 "$ROOT/common/bench/quote_rates" --check "$from"
    [[ $output = *"$lab: no row row_sums_sequential at 262144 rows of 1024"* ]]
}

@test "where a handout marks whose its rates are, no rate is nobody's" {
    grep -lx '<!-- ours -->' "$ROOT"/labs/*/README.md >"$BATS_TEST_TMPDIR/marked"
    while read -r handout; do
        rates_of "$handout" >"$BATS_TEST_TMPDIR/rates"
        echo "$handout: $(grep '^nowhere' "$BATS_TEST_TMPDIR/rates")"
        run -1 grep -q '^nowhere' "$BATS_TEST_TMPDIR/rates"
    done <"$BATS_TEST_TMPDIR/marked"
}

@test "what prose says of rates is in a table of that handout, or follows from the last run" {
    local file rate copy read flops
    sed -n 's/^Written by .* copy \([0-9]*\) .* multiply-add \([0-9]*\) .* read \([0-9]*\) .*/\1 \2 \3/p' "$ROOT/README.md" >"$BATS_TEST_TMPDIR/ceilings"
    read -r copy flops read <"$BATS_TEST_TMPDIR/ceilings"
    for file in "$ROOT"/labs/0[6-9]*/README{,.zh}.md; do
        grep -v '^[|]' "$file" >"$BATS_TEST_TMPDIR/prose"
        rates_of "$BATS_TEST_TMPDIR/prose" | sed 's/^[a-z]* //; s/ .*//' | sort -u >"$BATS_TEST_TMPDIR/rates"
        while read -r rate; do
            echo "$file: $rate"
            grep -qE "^[|].*[|] ${rate//./\\.} [|]" "$file"
        done <"$BATS_TEST_TMPDIR/rates"
    done
    for file in "$ROOT"/labs/README{,.zh}.md; do
        for rate in "$read GB/s" "$copy GB/s" "$flops / $copy = $(((flops + copy / 2) / copy)) " "$copy / 12 = $((copy / 12)) GFLOP/s" \
            "$((copy / 4)) GFLOP/s" "$((copy * 4)) GFLOP/s" "$((copy * 25 / 4)) GFLOP/s"; do
            echo "$file: $rate"
            grep -qF "$rate" "$file"
        done
    done
    sed -n 's/.*`matmul_1d` reached \([0-9]*\) and \([0-9]*\) in .*/\1\n\2/p' "$ROOT/labs/02-kahan/README.md" >"$BATS_TEST_TMPDIR/rates"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/rates")" = 2 ]
    while read -r rate; do grep -qF "| $rate GFLOP/s" "$ROOT/labs/01-matmul-naive/README.md"; done <"$BATS_TEST_TMPDIR/rates"
}

# The two rates of file $2's table row that begins with $1.
row_of() {
    grep -F "| $1" "$2" | tr -d ',' | sed -nE 's/.*[|] ([0-9]+) GFLOP\/s [|] ([0-9]+) GFLOP\/s [|]/\1 \2/p'
}

# Of the pairs of rates "$1" and "$2", by how many percent the second takes longer: "10 18".
percent_longer() {
    awk '{ printf "%.0f %.0f\n", 100 * ($1 / $3 - 1), 100 * ($2 / $4 - 1) }' <<<"$1 $2"
}

@test "where prose divides rates, or says by how much one is slower, it follows from the tables" {
    local file text=$ROOT/labs/02-kahan/README
    ours=$(percent_longer "$(row_of '`matmul_1d`' "$ROOT/labs/01-matmul-naive/README.md")" "$(row_of 'the textbook form' "$text.md")")
    theirs=$(percent_longer "$(row_of "the text's plain" "$text.md")" "$(row_of "the text's compensated" "$text.md")")
    echo "ours $ours, theirs $theirs"
    for file in "$text".md "$text".zh.md; do
        tr '\n' ' ' <"$file" >"$BATS_TEST_TMPDIR/words"
        # In "What real hardware showed", and ours also where the first item to measure asks.
        grep -qE "${ours% *} % [^ ]+ ${ours#* } %|${ours% *} % 和 ${ours#* } %" "$BATS_TEST_TMPDIR/words"
        grep -qE "${theirs% *} % at n = 1000 and ${theirs#* } % at n = 4096|n = 1000 时[^。]* ${theirs% *} %[^。]* ${theirs#* } %" "$BATS_TEST_TMPDIR/words"
        grep -qE "textbook form takes ${ours% *} % longer at n = 1000|教科书[^。]*多用 ${ours% *} %" "$BATS_TEST_TMPDIR/words"
    done
    for file in "$ROOT"/labs/06-reduction/README{,.zh}.md; do
        grep -oE '[0-9]+ / [0-9]+ = [0-9]+[.][0-9]+' "$file" >"$BATS_TEST_TMPDIR/quotients"
        [ "$(wc -l <"$BATS_TEST_TMPDIR/quotients")" -ge 2 ]
        while read -r more _ less _ quotient; do
            [[ ${#more} -ge 3 && ${#less} -ge 3 ]] || continue # not of rates
            echo "$file: $more / $less = $quotient"
            grep -qE "^[|].* $more( |$)" "$file" && grep -qE "^[|].* $less( |$)" "$file"
            awk '{ digits = length($3) - index($3, "."); exit sprintf("%.*f", digits, $1 / $2) != $3 }' <<<"$more $less $quotient"
        done <"$BATS_TEST_TMPDIR/quotients"
    done
}

@test "the transcripts of handout 02 are what the commands print" {
    prints_what_it_says labs/02-kahan
}

@test "the transcripts of handout 03 are what the commands print" {
    prints_what_it_says labs/03-tiled
}

@test "the transcripts of handout 04 are what the commands print" {
    prints_what_it_says labs/04-histogram
}

@test "the transcripts of handout 05 are what the commands print" {
    prints_what_it_says labs/05-convolution
}

@test "the transcripts of handout 06 are what the commands print" {
    prints_what_it_says labs/06-reduction
}

@test "the transcripts of handout 07 are what the commands print" {
    prints_what_it_says labs/07-scan
}

@test "the transcripts of the handouts of tasks without points are what the commands print" {
    # By day those of one.
    for handout in ${NIGHTLY:+"$ROOT"/labs/*/more/README.md} "$ROOT/labs/01-matmul-naive/more/README.md"; do
        handout=${handout%/README.md}
        rm -rf "$BATS_TEST_TMPDIR/fences"
        prints_what_it_says "${handout#"$ROOT/"}"
    done
}

@test "the transcripts of handout 08 are what the commands print" {
    prints_what_it_says labs/08-spmv
}

@test "the transcripts of handout 09 are what the commands print" {
    prints_what_it_says labs/09-merge
}

@test "where a handout shows a task that is ok, all its cases have passed, as many as there are today" {
    for lab in "${LABS[@]}"; do
        suite -C "labs/$lab" programs BACKEND=cpu
        "$BUILD/$lab/judge" --list | awk '{ print $2, $3 }' >"$BATS_TEST_TMPDIR/cases"
        for text in README.md README.zh.md; do
            awk 'NR == FNR { all[$1] = $2; next }
                /^ *ok +[a-z_0-9]+ +[0-9]+ of [0-9]+ cases/ && ($3 != $5 || $5 != all[$2]) {
                    print FILENAME ": " $0 ", and has " all[$2]; bad = 1 }
                END { exit bad }' "$BATS_TEST_TMPDIR/cases" "$ROOT/labs/$lab/$text"
        done
    done
}

@test "the numbers of rounding that handout 02 quotes are those that a float gives" {
    cat >"$BATS_TEST_TMPDIR/sums.c" <<'END'
#include <stdio.h>
int main(void)
{
    float term = 2.338f, kahan[] = {1, 1e10f, 1, -1e10f}, first = 100998;
    volatile float sum = first + term, total = 0, excess = 0, next, wanted, grown;
    printf("%.7f\n%.7f\n%.4f\n", sum, 100998 + 2.338 - sum, sum - first);
    for (int i = (sum = first, 0); i < 1000; i++)
        sum += term;
    printf("%.4f\n%.2f\n", sum, first + 1000 * (double)term - sum);
    for (int i = 0; i < 4; i++) {
        wanted = kahan[i] - excess, next = total + wanted, grown = next - total;
        excess = grown - wanted, total = next;
    }
    printf("It gives %g\n", total);
    return 0;
}
END
    cc -std=c11 -O1 "$BATS_TEST_TMPDIR/sums.c" -o "$BATS_TEST_TMPDIR/sums"
    run -0 "$BATS_TEST_TMPDIR/sums"
    [ "${#lines[@]}" -eq 6 ]
    for number in "${lines[@]}"; do
        echo "$number"
        grep -qF -- "$number" "$ROOT/labs/02-kahan/README.md"
    done
}

# Fences of the Markdown files $@ with what a program printed, and no comment above them that says which: FILE:LINE.
outputs_of_nobody() {
    awk 'FNR == 1 { fence = 0; above = "" }
        /^ *```/ { if (!fence) { start = FNR; marked = above ~ /<!-- (prints|file): /; output = 0 }
            else if (output && !marked) print FILENAME ":" start
            fence = !fence; above = ""; next }
        fence && /^ *(ok|FAILED|to do) +[a-z_]+ .*cases|=========|, seed [0-9]|race in (shared|global)|, want [-0-9]|requests of [0-9]/ { output = 1 }
        !fence && NF { above = $0 }' "$@"
}

# What the file $1 tells its reader to type: TASK=... CASE=... of each make explain, without those of comments.
explains_of() {
    sed 's/<!--.*-->//' "$1" | tr '\n' ' ' | tr -s ' ' | grep -oE 'make explain( [A-Z]+=[^ `]*)+' |
        grep -v FILE= | sed -E 's/ (FROM|WITH)=[^ ]*//; s/^make explain //' | sort -u
}

@test "each output that a text shows names its command, and each make explain that a handout proposes is run here" {
    mapfile -t texts <<<"$(find "$ROOT/labs" -name '*.md')"
    run -0 outputs_of_nobody "${texts[@]}"
    echo "$output"
    [ -z "$output" ]
    for handout in "$ROOT"/labs/README.md "$ROOT"/labs/*/README.md "$ROOT"/labs/*/more/README.md; do
        grep -oE '<!-- prints: make [^>]*explain [^>]*' "$handout" >"$BATS_TEST_TMPDIR/run" || true
        explains_of "$handout" >"$BATS_TEST_TMPDIR/proposed" || true
        while read -r words; do
            echo "$handout: make explain $words"
            for word in $words; do grep -qF -- "$word" "$BATS_TEST_TMPDIR/run"; done
        done <"$BATS_TEST_TMPDIR/proposed"
    done
    printf '%s\n' '<!-- prints: make x -->' '```' '  ok     a 1' '```' 'Then' '```' '  FAILED b 2 of 3 cases fail' '```' >"$BATS_TEST_TMPDIR/text.md"
    [ "$(outputs_of_nobody "$BATS_TEST_TMPDIR/text.md")" = "$BATS_TEST_TMPDIR/text.md:6" ]
    printf 'Type `make explain\nTASK=a CASE=b`.\n' >"$BATS_TEST_TMPDIR/text.md"
    [ "$(explains_of "$BATS_TEST_TMPDIR/text.md")" = 'TASK=a CASE=b' ]
}

# The words in code of the last column of the text's mistakes in $1: of those that are sentences, all but their numbers.
quoted_messages() {
    awk -F '|' '/^## / { on = /^## The text.s mistakes/ } on && /^[|]/ { print $(NF - 1) }' "$1" |
        grep -oE '`[^`]*`' | sed -E 's/`//g; s/ ?\.\.\.$//; s/[0-9.]+[0-9]|[0-9]/N/g' | awk 'NF > 3'
}

# What the judge, the checker and the headers may say: their strings, joined, and the transcripts of $1, on one line.
all_that_is_said() {
    {
        cat "$ROOT"/labs/*/*.inc "$ROOT"/labs/*/*.c "$ROOT"/common/judge/*.c "$ROOT"/common/simt/*/*.[ch] |
            tr '\n' ' ' | sed -E 's/" *"//g'
        awk '/^ *```/ { fence = !fence } fence' "$1"
    } | sed -E 's/[0-9.]+[0-9]|[0-9]/N/g'
}

@test "what a handout says that the judge says of a text's mistake is a message of today" {
    messages=0
    for handout in "$ROOT"/labs/*/README.md; do
        quoted_messages "$handout" >"$BATS_TEST_TMPDIR/quoted" || true
        [ -s "$BATS_TEST_TMPDIR/quoted" ] || continue
        all_that_is_said "$handout" >"$BATS_TEST_TMPDIR/said"
        while read -r message; do
            echo "$handout: $message"
            grep -qF -- "$message" "$BATS_TEST_TMPDIR/said"
            messages=$((messages + 1))
        done <"$BATS_TEST_TMPDIR/quoted"
    done
    [ "$messages" -ge 13 ]
}

@test "a transcript that is stale is found" {
    mkdir -p "$BATS_TEST_TMPDIR/fences"
    printf '<!-- prints: make x -->\n```\n$ make x\na 1\nb 2\n```\n```\nother\n```\n' >"$BATS_TEST_TMPDIR/README.md"
    fences_of "$BATS_TEST_TMPDIR/README.md" "$BATS_TEST_TMPDIR/fences"
    [ "$(cat "$BATS_TEST_TMPDIR/fences/1")" = $'make x\na 1\nb 2' ]
    printf 'A rate of 7 GB/s.\n<!-- ours -->\n| x | 8.5 GFLOP/s |\n<!-- end -->\n' >"$BATS_TEST_TMPDIR/rates"
    [ "$(rates_of "$BATS_TEST_TMPDIR/rates")" = $'nowhere 7 GB/s\nours 8.5 GFLOP/s' ]
    printf 'a 1\nb 2\n' >"$BATS_TEST_TMPDIR/want"
    printf 'a 1\nc\nb 2\n' >"$BATS_TEST_TMPDIR/same"
    printf 'b 2\na 1\n' >"$BATS_TEST_TMPDIR/stale"
    in_order "$BATS_TEST_TMPDIR/same" "$BATS_TEST_TMPDIR/want"
    run -1 in_order "$BATS_TEST_TMPDIR/stale" "$BATS_TEST_TMPDIR/want"
}

@test "where a handout answers its questions, each question and item to measure has its answer below it" {
    answered=$(grep -lF '<summary>Answer</summary>' "$ROOT"/labs/*/README.md)
    while read -r handout; do
        for section in Measure Questions; do
            sed -n "/^## $section\$/,/^## /p" "$handout" >"$BATS_TEST_TMPDIR/section"
            items=$(grep -cE '^[0-9]+\. ' "$BATS_TEST_TMPDIR/section" || true)
            [ "$items" -gt 0 ] || continue # told in paragraphs
            echo "$handout, $section: $items items"
            answers=$(grep -c '<summary>Answer</summary>' "$BATS_TEST_TMPDIR/section")
            [ "$answers" -ge "$items" ]
            [ "$answers" = "$(grep -c '^ *</details>' "$BATS_TEST_TMPDIR/section")" ]
        done
    done <<<"$answered"
}
