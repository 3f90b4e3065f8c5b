#!/usr/bin/env bats
# The rooms of common/simt: who may include and call whom, as its README.md says, and how they look.

load suite

setup_file() {
    export SIMT=$ROOT/common/simt
    # ROOM USED...: a line for each row of the table
    export ROOMS=$BATS_FILE_TMPDIR/rooms
    sed -n 's/^| `\([^`]*\)` |.*|\([^|]*\)|$/\1 \2/p' "$SIMT/README.md" | tr -d '`' >"$ROOMS"
    # FROM USED: each pair that is allowed
    awk '{ print $1, $1; for (i = 2; i <= NF; i++) print $1, $i }' "$ROOMS" >"$ROOMS.pairs"
}

# The page or the room of each file that stdin names, ROOM/FILE a line.
rooms_of() {
    sed 's/\.[a-z.]*$//' | awk 'NR == FNR { page[$1]; next } $1 in page { print; next } { sub("/.*", ""); print }' \
        "$ROOMS" -
}

# Reads FROM USED WHAT, a line for each use; says which are not allowed, and fails if there are some.
# A page stands for itself: its own room may use it without a word.
all_allowed() {
    awk 'NR == FNR { allowed[$1, $2]; next }
        ($1, $2) in allowed { next }
        { split($2, page, "/"); if (page[1] == $1) next }
        { print $1 " may not use " $2 ": " $3; bad = 1 }
        END { exit bad }' "$ROOMS.pairs" -
}

@test "every room has its row, and every row its room" {
    diff <(cut -d' ' -f1 "$ROOMS" | grep -v / | sort) \
        <(cd "$SIMT" && printf '%s\n' */ | tr -d / | grep -v '^bench$' | sort)
}

@test "a room uses only rooms of rows above it, so that there is no circle" {
    awk '{ for (i = 2; i <= NF; i++) if (!($i in seen)) { print $1, $i; bad = 1 } seen[$1] }
        END { exit bad || NR < 9 }' "$ROOMS"
}

@test "an include names its room, and a room that may be used" {
    cd "$SIMT"
    grep -n '^ *# *include "' ./*/*.[ch] ./*/*.inc ./*/*.S | grep -v '^./bench/' |
        sed 's,^\./\([^:]*\):[0-9]*: *# *include "\([^"]*\)".*,\1 \2,' >"$BATS_TEST_TMPDIR/includes"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/includes")" -gt 100 ]
    run -1 grep -v '^[^ ]* [a-z]*/' "$BATS_TEST_TMPDIR/includes"
    paste -d' ' <(cut -d' ' -f1 "$BATS_TEST_TMPDIR/includes" | rooms_of) \
        <(cut -d' ' -f2 "$BATS_TEST_TMPDIR/includes" | rooms_of) \
        <(tr ' ' '>' <"$BATS_TEST_TMPDIR/includes") | all_allowed
}

# WHO WHOM SYMBOL: each use of a symbol by a file of another file's, as objects have them
uses() {
    make -s --no-print-directory -f - "$SIMT_BUILD/libsimt.a" <<END
ROOT := $ROOT
include $SIMT/simt.mk
END
    cd "$SIMT"
    for source in */*.[cS]; do # of switch, one is built
        [ ! -f "$SIMT_BUILD/$source.o" ] ||
            nm "$SIMT_BUILD/$source.o" | awk -v file="$source" '{ print file, $(NF - 1), $NF }'
    done >"$BATS_TEST_TMPDIR/symbols"
    awk 'NR == FNR { if ($2 ~ /^[A-TX-Z]$/) where[$3] = $1; next }
        $2 ~ /^[Uvw]$/ && $3 in where && where[$3] != $1 { print $1, where[$3], $3 }' \
        "$BATS_TEST_TMPDIR/symbols" "$BATS_TEST_TMPDIR/symbols" >"$BATS_TEST_TMPDIR/uses"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/uses")" -gt 100 ]
}

@test "a room calls only rooms that it may use" {
    uses
    paste -d' ' <(cut -d' ' -f1 "$BATS_TEST_TMPDIR/uses" | rooms_of) \
        <(cut -d' ' -f2 "$BATS_TEST_TMPDIR/uses" | rooms_of) \
        <(tr ' ' '>' <"$BATS_TEST_TMPDIR/uses") | all_allowed
}

@test "no files call each other in a circle but fibers, barriers and warps" {
    uses
    sed -E 's,grid/(barrier|fiber|warp)\.c,scheduler,g' "$BATS_TEST_TMPDIR/uses" |
        awk '$1 != $2 { print $1, $2 }' | tsort >/dev/null
}

@test "the door is for others: no room includes simt.h" {
    run -1 grep -rn '# *include "simt.h"' "$SIMT" --include='*.[ch]' --exclude-dir=bench
}

@test "no file has more than 600 lines but tables" {
    run -0 awk 'FNR == 601 { print FILENAME }' "$SIMT"/*/*.[chS] "$SIMT"/*.h "$SIMT"/*.mk
    [ -z "$output" ]
}

@test "a ruler is one line, as wide as a line may be" {
    run -1 grep -nE '^ \* -{10}' "$SIMT"/*/*.[ch]
    run -0 awk '/^\/\* --- / && length($0) != 96 { print FILENAME ":" FNR ": " $0 }' "$SIMT"/*/*.[ch]
    [ -z "$output" ]
}
