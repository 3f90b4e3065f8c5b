#!/usr/bin/env bats
# Intake: what is taken of a stranger's folder or archive, and what is not, with its reason.

# shellcheck disable=SC2030,SC2031 # each test is a subshell anyway
load suite

CLASS=$ROOT/grader/class

# take HANDIN: what intake takes is in $BATS_TEST_TMPDIR/taken.
take() {
    run -0 within 20 bash "$CLASS/intake" "$1" "$BATS_TEST_TMPDIR/taken"
    echo "$output"
    list=$BATS_TEST_TMPDIR/taken/not-taken
    (cd "$BATS_TEST_TMPDIR/taken/handin" && find . -type f | sort) >"$BATS_TEST_TMPDIR/files"
    [ -z "$(find "$BATS_TEST_TMPDIR/taken" ! -type f ! -type d)" ]
}

is_not_taken() {
    grep -F "not taken: $1: $2" "$list"
}

@test "a hand-in is taken in the layouts that people send, and nothing else of it" {
    local handin=$BATS_TEST_TMPDIR/handin
    mkdir -p "$handin"/{03-tiled,copy/labs/06-reduction,copy/solutions/09-merge}
    for file in 03-tiled/tiled.cu 03-tiled/stretch.cu scan.cu copy/labs/06-reduction/reduction.cu \
        copy/solutions/09-merge/merge.cu stretch.cu notes.txt kahan.cu 03-tiled/kahan.cu; do
        echo "// $file" >"$handin/$file"
    done
    take "$handin"
    diff "$BATS_TEST_TMPDIR/files" - <<<"./03-tiled/stretch.cu
./03-tiled/tiled.cu
./06-reduction/reduction.cu
./07-scan/scan.cu"
    is_not_taken copy/solutions/09-merge/merge.cu "of the suite"
    is_not_taken stretch.cu "no file of a lab"
    is_not_taken notes.txt "no file of a lab"
    is_not_taken 02-kahan/kahan.cu "there are several"
    [ "$(cat "$BATS_TEST_TMPDIR/taken/handin/07-scan/scan.cu")" = "// scan.cu" ]
    # An older one is gone before a new one is begun.
    rm -r "$handin" && mkdir "$handin"
    take "$handin"
    [ ! -s "$BATS_TEST_TMPDIR/files" ]
}

@test "of a hand-in no link is followed, and no device, pipe or large file is read" {
    local handin=$BATS_TEST_TMPDIR/handin odd=$'tiled.cu\n\e[2Jnot taken: x'
    mkdir -p "$handin"/{01-matmul-naive,02-kahan,03-tiled,05-convolution,07-scan}
    ln -s "$ROOT/solutions/01-matmul-naive/matmul_naive.cu" "$handin/01-matmul-naive/matmul_naive.cu"
    ln -s "$ROOT/solutions/09-merge" "$handin/09-merge"
    ln -s /dev/zero "$handin/02-kahan/kahan.cu"
    mkfifo "$handin/03-tiled/tiled.cu"
    head -c 1100000 /dev/zero >"$handin/05-convolution/convolution.cu"
    echo >"$handin/07-scan/$odd"
    mkdir "$handin/07-scan/scan.cu"
    take "$handin"
    [ ! -s "$BATS_TEST_TMPDIR/files" ]
    is_not_taken 01-matmul-naive/matmul_naive.cu "a link"
    is_not_taken 09-merge "a link"
    is_not_taken 02-kahan/kahan.cu "a link"
    is_not_taken 03-tiled/tiled.cu "a pipe"
    is_not_taken 05-convolution/convolution.cu "more than 1 MiB"
    is_not_taken "07-scan/tiled.cu???2Jnot taken? x" "a name with odd characters"
    is_not_taken 07-scan/scan.cu "an empty folder"
    [ "$(wc -l <"$list")" = 7 ]
    # Nor is a pipe in an archive's place waited for.
    mkfifo "$BATS_TEST_TMPDIR/ann.zip"
    run -2 within 20 bash "$ROOT/grader/class/intake" "$BATS_TEST_TMPDIR/ann.zip" "$BATS_TEST_TMPDIR/out"
    [ "$output" = "intake: ann.zip is neither a folder nor a file" ]
}

@test "of an archive single files are read, wherever the others would go" {
    requires bsdtar
    local handin=$BATS_TEST_TMPDIR/ann
    mkdir -p "$handin/01-matmul-naive" "$handin/03-tiled"
    echo one >"$handin/01-matmul-naive/matmul_naive.cu"
    echo two >"$handin/03-tiled/tiled.cu"
    ln -s "$ROOT/README.md" "$handin/scan.cu"
    tar -C "$BATS_TEST_TMPDIR" -czf "$BATS_TEST_TMPDIR/ann.tar.gz" ann
    take "$BATS_TEST_TMPDIR/ann.tar.gz"
    [ "$(cat "$BATS_TEST_TMPDIR/files")" = $'./01-matmul-naive/matmul_naive.cu\n./03-tiled/tiled.cu' ]
    [ "$(cat "$BATS_TEST_TMPDIR/taken/handin/03-tiled/tiled.cu")" = two ]
    grep -F "scan.cu" "$list" | grep -F ": a link"
    run -0 suite grade BACKEND=cpu LAB=01 FROM="$BATS_TEST_TMPDIR/ann.tar.gz" GRADE="$BATS_TEST_TMPDIR/grade" \
        GRADE_DIR="$BATS_TEST_TMPDIR/grade" TAKEN="$BATS_TEST_TMPDIR/graded"
    [[ $output = *"it does not compile: matmul_naive.cu:1"* ]]
    # Nor do results say where it was taken to; and a full disk is no fault of it.
    run -1 grep -rF -e "$BATS_TEST_TMPDIR/graded" "$BATS_TEST_TMPDIR/grade"
    mkdir "$BATS_TEST_TMPDIR/bin"
    printf '#!/bin/sh\n[ "$1" = -f ] && echo 16000 4096 || exec %s "$@"\n' "$(command -v stat)" >"$BATS_TEST_TMPDIR/bin/stat"
    chmod +x "$BATS_TEST_TMPDIR/bin/stat"
    PATH=$BATS_TEST_TMPDIR/bin:$PATH run -2 suite grade BACKEND=cpu LAB=01 FROM="$BATS_TEST_TMPDIR/ann.tar.gz" \
        GRADE="$BATS_TEST_TMPDIR/grade" GRADE_DIR="$BATS_TEST_TMPDIR/grade" TAKEN="$BATS_TEST_TMPDIR/graded"
    [[ $output = *"too little room is left on the disk"* ]]
    [ ! -e "$BATS_TEST_TMPDIR/grade/results.json" ]
    # Upwards, from the root, and twice.
    tar -C "$handin" -cPf "$BATS_TEST_TMPDIR/up.tar" --transform 's,^,../../up/,' 03-tiled/tiled.cu
    tar -C "$handin" -rPf "$BATS_TEST_TMPDIR/up.tar" 01-matmul-naive/matmul_naive.cu
    tar -C "$handin" -rPf "$BATS_TEST_TMPDIR/up.tar" 01-matmul-naive/matmul_naive.cu
    take "$BATS_TEST_TMPDIR/up.tar"
    [ ! -s "$BATS_TEST_TMPDIR/files" ]
    is_not_taken ../../up/03-tiled/tiled.cu "a path that leads elsewhere"
    is_not_taken 01-matmul-naive/matmul_naive.cu "there are several"
    # Of a folder that was called ".".
    tar -C "$handin" -czf "$BATS_TEST_TMPDIR/dot.tar.gz" .
    take "$BATS_TEST_TMPDIR/dot.tar.gz"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/files")" = 2 ]
    # Folders' names as people and learning systems give them; and one that bsdtar takes for a pattern.
    local names=$BATS_TEST_TMPDIR/names
    mkdir -p "$names/Müller, Zoë (2) & O'Neil" "$names/[ab]"
    cp -r "$handin/03-tiled" "$names/Müller, Zoë (2) & O'Neil" && cp -r "$handin/01-matmul-naive" "$names/[ab]"
    tar -C "$names" -czf "$names.tar.gz" .
    for names in "$names" "$names.tar.gz"; do
        take "$names"
        [ "$(cat "$BATS_TEST_TMPDIR/files")" = ./03-tiled/tiled.cu ]
        grep -F "?ab?/01-matmul-naive/matmul_naive.cu: a name with odd characters" "$list"
    done
    # As Windows writes them in China, Taiwan, Japan and Germany: the last byte of several is a \.
    local bytes kind
    for bytes in $'\xd5\xc5\xc8\xfd' $'\xb3\x5c\xa5\x5c' $'\x95\x5c\x83\x5c' $'M\x81ller \xff'; do
        rm -rf "$BATS_TEST_TMPDIR/abroad" && mkdir "$BATS_TEST_TMPDIR/abroad"
        cp -r "$handin/03-tiled" "$BATS_TEST_TMPDIR/abroad/$bytes"
        (cd "$BATS_TEST_TMPDIR/abroad" && LC_ALL=C tar -cf ../abroad.tar . && LC_ALL=C bsdtar --format zip -cf ../abroad.zip ./*)
        for kind in zip tar; do
            take "$BATS_TEST_TMPDIR/abroad.$kind"
            [ "$(cat "$BATS_TEST_TMPDIR/files")" = ./03-tiled/tiled.cu ]
            [ "$(cat "$BATS_TEST_TMPDIR/taken/handin/03-tiled/tiled.cu")" = two ]
        done
    done
    # A list of what lies elsewhere, which bsdtar reads as an archive.
    printf '#mtree\n03-tiled/tiled.cu type=file size=9 contents=%s\n' "$ROOT/solutions/03-tiled/tiled.cu" >"$BATS_TEST_TMPDIR/list.tar"
    run -2 bash "$CLASS/intake" "$BATS_TEST_TMPDIR/list.tar" "$BATS_TEST_TMPDIR/taken"
    [[ $output = *"list.tar is no zip or tar" ]]
    # Nothing at all.
    head -c 10240 /dev/zero | gzip | gzip >"$BATS_TEST_TMPDIR/none.tar.gz"
    take "$BATS_TEST_TMPDIR/none.tar.gz"
    [ ! -s "$BATS_TEST_TMPDIR/files" ]
    [ "$(cat "$BATS_TEST_TMPDIR/taken/not-taken")" = "not taken: none.tar.gz: there is nothing in it" ]
    # 40 GB of zeros: a header, and a piece that is there many times.
    truncate -s 40G "$handin/matmul_naive.cu"
    { tar -C "$handin" -cf - matmul_naive.cu 2>/dev/null || true; } | head -c 512 | gzip >"$BATS_TEST_TMPDIR/bomb.tar.gz"
    head -c 20M /dev/zero | gzip -1 >"$BATS_TEST_TMPDIR/piece"
    seq 2000 | sed "s|.*|$BATS_TEST_TMPDIR/piece|" | xargs cat >>"$BATS_TEST_TMPDIR/bomb.tar.gz"
    MOST_SECONDS=1 run -2 within 20 bash "$CLASS/intake" "$BATS_TEST_TMPDIR/bomb.tar.gz" "$BATS_TEST_TMPDIR/taken"
    [[ ${#lines[@]} = 1 && $output = *"bomb.tar.gz is neither a folder nor an archive that can be read" ]]
    echo "no archive" >"$BATS_TEST_TMPDIR/bad.zip"
    run -2 bash "$CLASS/intake" "$BATS_TEST_TMPDIR/bad.zip" "$BATS_TEST_TMPDIR/taken"
    [ "${#lines[@]}" = 1 ]
}

@test "names that browsers, editors and systems have changed are told, and what macOS adds is no second file" {
    requires bsdtar
    local handin=$BATS_TEST_TMPDIR/handin long folder
    long=$(printf 'x%.0s' {1..200})
    for folder in Ann __MACOSX ' a  b ' "$long/$long" $'Mu\xcc\x88ller'; do
        mkdir -p "$handin/$folder"
    done
    for file in Ann/Tiled.cu 'scan (1).cu' 'kahan - Copy.cu' merge.cu.txt __MACOSX/reduction.cu reduction.cu ._reduction.cu \
        ' a  b /histogram.cu' "$long/$long/spmv.cu" $'Mu\xcc\x88ller/convolution.cu' inner.zip ' merge.cu'; do
        echo "// $file" >"$handin/$file"
    done
    tar -C "$handin" -cf "$BATS_TEST_TMPDIR/handin.tar" . && (cd "$handin" && LC_ALL=C.UTF-8 bsdtar --format zip -cf ../handin.zip ./*)
    for handin in "$handin" "$handin.tar" "$handin.zip"; do
        take "$handin"
        diff "$BATS_TEST_TMPDIR/files" - <<<"./04-histogram/histogram.cu
./05-convolution/convolution.cu
./06-reduction/reduction.cu
./08-spmv/spmv.cu"
        [ "$(cat "$BATS_TEST_TMPDIR/taken/handin/04-histogram/histogram.cu")" = "//  a  b /histogram.cu" ]
        grep "Ann/Tiled.cu: the lab's file has the name tiled.cu" "$list"
        grep "scan ?1?.cu: the lab's file has the name scan.cu" "$list"
        grep "kahan - Copy.cu: the lab's file has the name kahan.cu" "$list"
        grep "merge.cu.txt: the lab's file has the name merge.cu" "$list"
        grep "__MACOSX/reduction.cu: what macOS keeps beside a file" "$list"
        grep "inner.zip: an archive in a hand-in" "$list"
    done
}

@test "a file of another user's that a hand-in has by a hard link is not taken" {
    local handin=$BATS_TEST_TMPDIR/ann
    [ "$EUID" = 0 ] || skip "only root can make a file another's"
    mkdir -p "$handin"
    echo "// another's" >"$BATS_TEST_TMPDIR/neighbour.cu" && chown "$(ordinary_user)" "$BATS_TEST_TMPDIR/neighbour.cu"
    echo "// mine" >"$BATS_TEST_TMPDIR/kept.cu"
    ln "$BATS_TEST_TMPDIR/neighbour.cu" "$handin/tiled.cu"
    ln "$BATS_TEST_TMPDIR/kept.cu" "$handin/scan.cu" # as a backup has it
    take "$handin"
    is_not_taken tiled.cu "a hard link to a file of another user"
    [ "$(cat "$BATS_TEST_TMPDIR/files")" = ./07-scan/scan.cu ]
}

@test "a folder and a file that are closed to who grades are told, and not left out" {
    local public as=()
    public=$(mktemp -d) # where any user can come
    [ "$EUID" != 0 ] || as=(setpriv --reuid "$(ordinary_user)" --regid "$(ordinary_user)" --clear-groups)
    "${as[@]}" test -r "$ROOT/grader/class/intake" || skip "nobody else may read this tree"
    mkdir -p "$public"/handin/{03-tiled,04-histogram} "$public/out"
    echo "// mine" | tee "$public/handin/03-tiled/tiled.cu" >"$public/handin/04-histogram/histogram.cu"
    chmod 755 "$public" "$public/handin" && chmod 777 "$public/out"
    chmod 000 "$public/handin/03-tiled" "$public/handin/04-histogram/histogram.cu"
    run -0 "${as[@]}" bash "$ROOT/grader/class/intake" "$public/handin" "$public/out/taken"
    echo "$output"
    chmod -R 755 "$public/handin" && rm -rf "$public"
    [[ $output = *"not taken: 03-tiled: a folder that cannot be read"* ]]
    [[ $output = *"not taken: 04-histogram/histogram.cu: it cannot be read"* ]]
}

@test "an archive that asks, names too much, or a folder that changes meanwhile, is not taken" {
    requires bsdtar
    local handin=$BATS_TEST_TMPDIR/ann long
    mkdir -p "$handin/03-tiled" "$handin/07-scan"
    echo two >"$handin/03-tiled/tiled.cu"
    (cd "$handin" && bsdtar --format zip --options zip:encryption=zipcrypt --passphrase ours -cf ../ann.zip 03-tiled)
    take "$BATS_TEST_TMPDIR/ann.zip"
    [ ! -s "$BATS_TEST_TMPDIR/files" ]
    is_not_taken 03-tiled/tiled.cu "it cannot be read"
    # A name of a user that looks like more columns.
    tar -C "$handin" --owner='x 0 0 0 07-scan/scan.cu' -cf "$BATS_TEST_TMPDIR/ann.tar" 03-tiled
    take "$BATS_TEST_TMPDIR/ann.tar"
    [ "$(cat "$BATS_TEST_TMPDIR/files")" = ./03-tiled/tiled.cu ]
    [ ! -s "$list" ]
    # 20 MB of names in some KB.
    long=$(printf '%0100000d' 0)
    (cd "$handin/07-scan" && touch {1..200})
    tar -C "$handin" --transform "s,^,$long," -czf "$BATS_TEST_TMPDIR/names.tar.gz" 07-scan
    run -2 within 30 bash "$CLASS/intake" "$BATS_TEST_TMPDIR/names.tar.gz" "$BATS_TEST_TMPDIR/taken"
    [ "${#lines[@]}" = 1 ]
    [ "$(du -sk "$BATS_TEST_TMPDIR/taken" | cut -f1)" -lt 1000 ]
    # What was a file when it was listed is a link to one, or lies behind a link, or is a pipe.
    # shellcheck disable=SC1090 # its functions alone
    source <(sed '/^\[ \$# = 2 \]/,$d' "$CLASS/intake")
    set -e
    mkdir "$BATS_TEST_TMPDIR/secret" && echo secret >"$BATS_TEST_TMPDIR/secret/tiled.cu"
    [ "$(read_folder_file 03-tiled/tiled.cu)" = two ]
    ln -sf "$BATS_TEST_TMPDIR/secret/tiled.cu" "$handin/03-tiled/tiled.cu"
    run -1 read_folder_file 03-tiled/tiled.cu
    [ -z "$output" ]
    rm -r "$handin/03-tiled" && ln -s "$BATS_TEST_TMPDIR/secret" "$handin/03-tiled"
    run -1 read_folder_file 03-tiled/tiled.cu
    [ -z "$output" ]
    rm "$handin/03-tiled" && mkdir "$handin/03-tiled" && mkfifo "$handin/03-tiled/tiled.cu"
    [ -z "$(read_folder_file 03-tiled/tiled.cu)" ]
}

@test "a path that no file has is told at once" {
    requires bsdtar
    local handin=$BATS_TEST_TMPDIR/handin long
    long=$(printf 'x%.0s' {1..100000})
    mkdir -p "$handin" && echo "// one" >"$handin/tiled.cu"
    (cd "$handin" && bsdtar --format pax -s "|t.*|$long.cu|" -cf "$BATS_TEST_TMPDIR/long.tar" tiled.cu)
    take "$BATS_TEST_TMPDIR/long.tar"
    [ ! -s "$BATS_TEST_TMPDIR/files" ]
    is_not_taken "${long:0:117}..." "a path of more than 4096 bytes"
}
