#!/usr/bin/env bats
# The rooms of common and of common/simt, and the files of common/judge: who may include and call
# whom, as the README.md of each says, and how they look.
# bats file_tags=apart

load suite

# Of the table in the folder $1: to $2 a line ROOM USED... for each row, to $2.pairs a line FROM USED
# for each pair that is allowed.
read_table() {
    sed -n 's/^| `\([^`]*\)` |.*|\([^|]*\)|$/\1 \2/p' "$1/README.md" | tr -d '`' >"$2"
    awk '{ print $1, $1; for (i = 2; i <= NF; i++) print $1, $i }' "$2" >"$2.pairs"
}

setup_file() {
    export SIMT=$ROOT/common/simt ROOMS=$BATS_FILE_TMPDIR/rooms
    read_table "$SIMT" "$ROOMS"
}

# The table $1 has $2 rows or more, and each row uses only rows above it.
uses_what_is_above() {
    awk -v least="$2" '{ for (i = 2; i <= NF; i++) if (!($i in seen)) { print $1, $i; bad = 1 } seen[$1] }
        END { exit bad || NR < least }' "$1"
}

# The page or the room of each file that stdin names, ROOM/FILE a line.
rooms_of() {
    sed 's/\.[a-z.]*$//' | awk 'NR == FNR { page[$1]; next } $1 in page { print; next } { sub("/.*", ""); print }' \
        "$ROOMS" -
}

# Reads FROM USED WHAT, a line for each use; says which the table $1 does not allow (that of simt, if
# there is no $1), and fails if there are some. A page stands for itself: its own room may use it
# without a word.
all_allowed() {
    awk 'NR == FNR { allowed[$1, $2]; next }
        ($1, $2) in allowed { next }
        { split($2, page, "/"); if (page[1] == $1) next }
        { print $1 " may not use " $2 ": " $3; bad = 1 }
        END { exit bad }' "${1:-$ROOMS}.pairs" -
}

@test "every room has its row, and every row its room" {
    diff <(cut -d' ' -f1 "$ROOMS" | grep -v / | sort) \
        <(cd "$SIMT" && printf '%s\n' */ | tr -d / | grep -v '^bench$' | sort)
}

@test "a page of a room names each of its files, and no others" {
    for page in "$SIMT"/*/README.md; do
        room=${page%/*}
        sed -n 's/^| \(`[^|]*`\) | .*/\1/p' "$page" | grep -oE '`[^`]+`' | tr -d '`' | sed 's/\..*//' | sort >"$BATS_TEST_TMPDIR/named"
        diff "$BATS_TEST_TMPDIR/named" <(cd "$room" && printf '%s\n' *.[ch] | sed 's/\..*//' | sort -u)
    done
    # A room of several files has a page.
    for room in "$SIMT"/*/; do
        case $room in */bench/ | */switch/) continue ;; esac
        [ -f "$room/README.md" ]
    done
}

@test "a room uses only rooms of rows above it, so that there is no circle" {
    uses_what_is_above "$ROOMS" 9
}

# INCLUDER INCLUDED for each include of simt's own, to the file $1.
includes_of_simt() {
    (cd "$SIMT" && grep -n '^ *# *include "' ./*/*.[ch] ./*/*.inc ./*/*.S) | grep -v '^./bench/' |
        sed 's,^\./\([^:]*\):[0-9]*: *# *include "\([^"]*\)".*,\1 \2,' >"$1"
    [ "$(wc -l <"$1")" -gt 100 ]
}

@test "an include names its room, and a room that may be used" {
    includes_of_simt "$BATS_TEST_TMPDIR/includes"
    run -1 grep -v '^[^ ]* [a-z]*/' "$BATS_TEST_TMPDIR/includes"
    paste -d' ' <(cut -d' ' -f1 "$BATS_TEST_TMPDIR/includes" | rooms_of) \
        <(cut -d' ' -f2 "$BATS_TEST_TMPDIR/includes" | rooms_of) \
        <(tr ' ' '>' <"$BATS_TEST_TMPDIR/includes") | all_allowed
}

# WHO WHOM SYMBOL: each use of a symbol by a file of another file's, as objects have them. nm is asked once: where
# compilers have brought it plugins, it takes longer to begin than to read.
uses() {
    [ ! -s "$BATS_FILE_TMPDIR/uses" ] || return 0
    make -s --no-print-directory -f - "$SIMT_BUILD/libsimt.a" <<END
ROOT := $ROOT
include $SIMT/simt.mk
END
    cd "$SIMT" || return
    for source in */*.[cS]; do # of switch, one is built
        [ ! -f "$SIMT_BUILD/$source.o" ] || echo "$source.o"
    done >"$BATS_TEST_TMPDIR/objects"
    (cd "$SIMT_BUILD" && xargs nm -A <"$BATS_TEST_TMPDIR/objects") |
        awk '{ file = $1; sub(/[.]o:.*/, "", file); print file, $(NF - 1), $NF }' >"$BATS_TEST_TMPDIR/symbols"
    awk 'NR == FNR { if ($2 ~ /^[A-TX-Z]$/) where[$3] = $1; next }
        $2 ~ /^[Uvw]$/ && $3 in where && where[$3] != $1 { print $1, where[$3], $3 }' \
        "$BATS_TEST_TMPDIR/symbols" "$BATS_TEST_TMPDIR/symbols" >"$BATS_FILE_TMPDIR/uses"
    [ "$(wc -l <"$BATS_FILE_TMPDIR/uses")" -gt 100 ]
}

@test "a room calls only rooms that it may use" {
    uses
    paste -d' ' <(cut -d' ' -f1 "$BATS_FILE_TMPDIR/uses" | rooms_of) \
        <(cut -d' ' -f2 "$BATS_FILE_TMPDIR/uses" | rooms_of) \
        <(tr ' ' '>' <"$BATS_FILE_TMPDIR/uses") | all_allowed
}

# A header belongs to the .c of its name; one without is whatever it is: a page, or what the files of a room
# know of each other.
@test "no files call or include each other in a circle but fibers, barriers and warps" {
    uses
    includes_of_simt "$BATS_TEST_TMPDIR/includes"
    grep -v '[.]inc' "$BATS_TEST_TMPDIR/includes" >"$BATS_TEST_TMPDIR/pairs"
    cut -d' ' -f1,2 "$BATS_FILE_TMPDIR/uses" >>"$BATS_TEST_TMPDIR/pairs"
    sed -E 's,[.][chS]\>,,g; s,grid/(barrier|fiber|warp)\>,scheduler,g' "$BATS_TEST_TMPDIR/pairs" |
        awk '$1 != $2 { print $1, $2 }' | tsort >/dev/null
}

# The translator is a program of its own, and so in no library.
@test "a file of the translator calls only files of its row and of rows above, and none in a circle" {
    mkdir "$BATS_TEST_TMPDIR/translate" && cd "$BATS_TEST_TMPDIR/translate"
    cc -std=c11 -O0 -I"$SIMT" -c "$SIMT"/translate/*.c
    nm -A -- *.o | sed 's/^\([a-z_]*\)\.o:[0-9a-f ]*/\1 /' >symbols
    awk 'NR == FNR { if ($2 ~ /^[A-TX-Z]$/) where[$3] = $1; next }
        $2 == "U" && $3 in where && where[$3] != $1 { print $1, where[$3] }' symbols symbols >uses
    [ "$(wc -l <uses)" -gt 100 ]
    tsort uses >/dev/null
    sed -n 's/^| \(`[^|]*`\) | .*/\1/p' "$SIMT/translate/README.md" | tr -d '`' >rows
    run -0 awk 'NR == FNR { for (i = 1; i <= NF; i++) row[$i] = NR; next }
        row[$2] > row[$1] { print $1 " may not call " $2 }' rows uses
    echo "$output"
    [ -z "$output" ]
}

# FROM USED WHAT of each include in common, outside simt; what lies beside the folders is the exchange.
includes_of_common() {
    cd "$ROOT/common" || return
    find . -path ./simt -prune -o -name '*.[chi]*' -print | cut -c3- >"$1.files"
    xargs grep -HE '^ *# *include *["<]' <"$1.files" | tr -d '"<>' | sed -E 's,: *# *include *, ,' |
        awk 'function room(path) { return sub("/.*", "", path) ? path : "exchange" }
            NR == FNR { name = $0; sub(".*/", "", name); where[name] = room($0); next }
            { name = $2; sub(/^(\.\.\/)+/, "", name); in_simt = name ~ /^simt/; sub(/.*\//, "", name) }
            in_simt { print room($1), "simt", $1 ">" $2; next }
            name in where { print room($1), where[name], $1 ">" $2 }' "$1.files" -
}

@test "common's folders include only rooms of rows above theirs" {
    table=$BATS_TEST_TMPDIR/common
    read_table "$ROOT/common" "$table"
    uses_what_is_above "$table" 7
    diff <(cut -d' ' -f1 "$table" | grep -v '^exchange$' | sort) \
        <(cd "$ROOT/common" && printf '%s\n' */ | tr -d / | sort)
    includes_of_common "$table" >"$table.includes"
    [ "$(wc -l <"$table.includes")" -gt 40 ]
    all_allowed "$table" <"$table.includes"
}

@test "each folder of common says who lives there" {
    for folder in "$ROOT"/common/*/; do
        [ "$(wc -l <"$folder/README.md")" -ge 9 ]
    done
}

# Judge, student and simt have tables of who may use whom, which are held above.
@test "a page of tools, bench, page or book names each of its files" {
    for folder in "$ROOT"/common/{tools,bench,page,book}; do
        (cd "$folder" && printf '%s\n' *) | grep -v '^README' | sort >"$BATS_TEST_TMPDIR/files"
        [ -s "$BATS_TEST_TMPDIR/files" ]
        grep -oE '`[^`]+`' "$folder/README.md" | tr -d '`' | sort -u >"$BATS_TEST_TMPDIR/named"
        run -0 comm -23 "$BATS_TEST_TMPDIR/files" "$BATS_TEST_TMPDIR/named"
        echo "$folder does not name: $output"
        [ -z "$output" ]
    done
}

# FROM USED WHAT of each include by a file of this folder of a header that has its .c here.
includes_of_files() {
    grep -HE '^ *# *include *["<]' ./*.[ch] | tr -d '"<>' | sed -E 's,^\./([a-z_]*)\.([ch]):.*include *(.*/)?([a-z_]*)\.h$,\1 \4 \1.\2>\4.h,' |
        while read -r from used what; do
            [ ! -f "$from.c" ] || [ ! -f "$used.c" ] || echo "$from $used $what"
        done
}

# The C files of the folder $1 call and include only those that the table there allows, which has $2 rows or
# more; more arguments are for the compiler. Where two files have a function of one name, both count.
calls_files_above() {
    local folder=$ROOT/$1 least=$2 table=$BATS_TEST_TMPDIR/table
    shift 2
    read_table "$folder" "$table"
    uses_what_is_above "$table" "$least"
    mkdir "$table.o"
    cd "$table.o" || return
    printf '%s\n' "$folder"/*.c | xargs -P 2 -n 8 cc -std=gnu11 -O0 -w -I"$ROOT/common" "$@" -c
    [ "$(cut -d' ' -f1 "$table" | sort)" = "$(printf '%s\n' ./*.o | sed 's,^./\(.*\)\.o$,\1,' | sort)" ]
    nm -A -- *.o | sed 's/^\([a-z_]*\)\.o:[0-9a-f ]*/\1 /' >"$table.symbols"
    awk 'NR == FNR { if ($2 ~ /^[A-TX-Z]$/) where[$3] = where[$3] " " $1; next }
        $2 == "U" { count = split(where[$3], file, " ")
            for (i = 1; i <= count; i++) if (file[i] != $1) print $1, file[i], $3 }' \
        "$table.symbols" "$table.symbols" >"$table.uses"
    [ "$(wc -l <"$table.uses")" -gt 20 ]
    (cd "$folder" && includes_of_files) >>"$table.uses"
    all_allowed "$table" <"$table.uses"
}

@test "a file of the judge calls and includes only files of rows above it" {
    calls_files_above common/judge 12
}

@test "a file of the student program calls and includes only files of rows above it" {
    calls_files_above common/student 8 -I"$SIMT" -I"$SIMT/shim"
}

@test "a file that inspects a hand-in calls and includes only files of rows above it" {
    calls_files_above grader/class 11
}

# Where the backend and the labs have C++, templates stand in headers.
@test "code of C stands in C files: headers have only inline functions" {
    grep -rnE '^static [^=;(]*\(' "$ROOT"/common/{judge,student,bench} "$ROOT/grader/class" \
        "$SIMT"/{grid,checker,counters,cuda,switch,translate} --include='*.h' >"$BATS_TEST_TMPDIR/functions"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/functions")" -gt 50 ]
    run -1 grep -v ':static inline ' "$BATS_TEST_TMPDIR/functions"
}

# INCLUDER INCLUDED for each include, by whatever brackets, that leads from outside of simt into a room of it.
includes_into_simt() {
    (cd "$ROOT" && find common -path common/simt -prune -o -name '*.[ch]' -print0 |
        xargs -0 grep -HE '^ *# *include *["<](\.\./)*(simt/)?(simt\.h|[a-z]+/[a-z_/]+\.(h|inc))[">]') |
        sed -E 's,^([^:]*):.*["<](\.\./)*(simt/)?([^">]*)[">].*,\1 \4,' |
        while read -r from to; do
            [ ! -f "$SIMT/$to" ] || echo "$from $to"
        done
}

# The judge cannot include the door: it sees no header of CUDA's.
@test "others come to simt by its door, or by a header that includes no other" {
    includes_into_simt >"$BATS_TEST_TMPDIR/into"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/into")" -gt 5 ]
    while read -r from to; do
        [ "$to" != simt.h ] || continue
        echo "$from includes $to"
        [[ $from != common/student/* ]]
        run -1 grep -n '^ *# *include "' "$SIMT/$to"
    done <"$BATS_TEST_TMPDIR/into"
}

# NAME FILE for each `name()` in the pages that say where to look; FILE is empty, unless the words are
# `name()` in `file`, or of it. What the strangers' programs call is theirs.
functions_that_pages_name() {
    sed '/^<!-- strangers -->/,/^<!-- .strangers -->/d' "$ROOT/CONTRIBUTING.md" "$ROOT"/common/README.md \
        "$ROOT"/common/*/README.md "$SIMT"/*/README.md | tr '\n' ' ' | grep -oE '`[a-z_0-9]+\(\)`( (in|of) `[^`]*`)?' |
        tr -d '`()' | sed -E 's/ (in|of) / /'
}

@test "a function that a README names is there, in the file that it is said to be in" {
    functions_that_pages_name >"$BATS_TEST_TMPDIR/named"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/named")" -gt 20 ]
    # A function of C, awk or a shell, or a field that holds one.
    (cd "$ROOT" && grep -rIE --exclude='*.md' '^[A-Za-z][^;]*[a-z0-9]\(|\(\*[a-z_]+\)\(' \
        common grader/*.bash grader/class) >"$BATS_TEST_TMPDIR/heads"
    run -0 awk 'NR == FNR { split($0, at, ":"); gsub(/[^A-Za-z_0-9]+/, " "); there[at[1]] = there[at[1]] " " $0; next }
        { found = 0
          for (file in there) found = found || index(file, $2) && index(there[file] " ", " " $1 " ")
          if (!found) print $1 "() is not in " ($2 ? $2 : "common, nor in grader") }' "$BATS_TEST_TMPDIR/heads" "$BATS_TEST_TMPDIR/named"
    echo "$output"
    [ -z "$output" ]
}

@test "no two C files of common have one name" {
    find "$ROOT/common" -name '*.c' -printf '%f\n' | sort >"$BATS_TEST_TMPDIR/names"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/names")" -gt 100 ]
    run -0 uniq -d "$BATS_TEST_TMPDIR/names"
    echo "$output"
    [ -z "$output" ]
}

@test "the door is for others: no room includes simt.h" {
    run -1 grep -rn '# *include "simt.h"' "$SIMT" --include='*.[ch]' --exclude-dir=bench
}

@test "no file has more than 600 lines but tables" {
    find "$ROOT"/{common,grader,labs,solutions} -type f >"$BATS_TEST_TMPDIR/all"
    grep -vE '[.](md|tsv|csv|svg|patch|inc)$' "$BATS_TEST_TMPDIR/all" >"$BATS_TEST_TMPDIR/files"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/files")" -gt 1000 ]
    run -0 xargs awk 'FNR == 601 { print FILENAME }' <"$BATS_TEST_TMPDIR/files"
    echo "$output"
    [ -z "$output" ]
}

@test "a ruler is one line, as wide as a line may be" {
    find "$ROOT"/{common,grader,labs} -name '*.[ch]' -o -name '*.cu' >"$BATS_TEST_TMPDIR/files"
    run -123 xargs grep -nE '^( \*|//) -{10}' <"$BATS_TEST_TMPDIR/files"
    run -0 awk '/^\/\* --- / && length($0) != 96 { print FILENAME ":" FNR ": " $0 }' "$SIMT"/*/*.[ch]
    [ -z "$output" ]
}
