#!/usr/bin/env bats
# The Chinese texts say what the English ones say: X.zh.md beside X.md has the same code, comments, pictures,
# TODOs, numbers, headings and links, and each of its links leads to a file that is there.
#
# A Chinese text without an English one beside it is a table of both languages, as labs/TERMS.zh.md is.
# bats file_tags=apart

load suite
load pages

# All Chinese texts of the labs and the root are CHINESE, those with an English one beside them TRANSLATED.
setup() {
    mapfile -t CHINESE <<<"$(cd "$ROOT" && find . -maxdepth 1 -name '*.zh.md' && find ./labs -name '*.zh.md')"
    TRANSLATED=()
    for file in "${CHINESE[@]}"; do
        [ ! -f "$ROOT/${file%.zh.md}.md" ] || TRANSLATED+=("$file")
    done
    cd "$ROOT" || return
}

# What translation leaves as it is, of Markdown files: FILE<tab>SECTION<tab>KIND<tab>WHAT. Sections are counted, for
# words change their order within a sentence. Links to the other language of the same text are no part of it.
shape_of() {
    awk 'function is(kind, what) { print name "\t" section + 0 "\t" kind "\t" what }
        # The numbers of a cell, the smaller one first.
        function numbers(cell, list, n, i, line) {
            for (n = 0; match(cell, /[0-9]+([.][0-9]+)*/); cell = substr(cell, RSTART + RLENGTH)) {
                list[++n] = substr(cell, RSTART, RLENGTH)
                for (i = n; i > 1 && (list[i - 1] "") > (list[i] ""); i--) {
                    line = list[i]; list[i] = list[i - 1]; list[i - 1] = line } }
            line = ""
            for (i = 1; i <= n; i++) line = line " " list[i]
            return line
        }
        FNR == 1 { name = FILENAME; sub(/(\.zh)?\.md$/, "", name); section = lines = fence = 0 }
        /^\[(English|中文)\]\([^)]*\)$/ { next }
        /^ *```/ { fence = !fence; is("fence", ++lines " " $0); next }
        fence { is("fence", ++lines " " $0); next }
        /^#+ / { section++; is("heading", length($1)) }
        /^ *\|/ { row = ++lines; n = split($0, cells, "|")
            for (i = 1; i <= n; i++) is("cell", row " " i numbers(cells[i])) }
        /<!--/ { comment = $0; sub(/^[^<]*/, "", comment); is("comment", ++lines " " comment) }
        /<\/?(details|summary)>/ { tags = $0; sub(/^ */, "", tags); gsub(/>[^<]*</, "><", tags); 
            is("tags", ++lines " " tags) }
        { for (text = $0; match(text, /TODO [0-9]+/); text = substr(text, RSTART + RLENGTH))
              is("todo", substr(text, RSTART, RLENGTH))
          gsub(/`[^`]*`/, "`")
          for (text = $0; match(text, /!\[[^]]*\]\([^)]*\)/); text = substr(text, RSTART + RLENGTH)) {
              image = substr(text, RSTART, RLENGTH); sub(/.*\]/, "", image); sub(/\.zh\.svg/, ".svg", image); is("image", ++lines " " image) }
          gsub(/!\[[^]]*\]/, "")
          for (text = $0; match(text, /\]\([^) ]*/); text = substr(text, RSTART + RLENGTH)) {
              link = substr(text, RSTART + 2, RLENGTH - 2)
              if (link !~ /^[a-z]+:/) { sub(/#.*/, "", link); sub(/\.zh\.md$/, ".md", link) }
              is("link", link) } }' "$@" | sort
}

# The two languages of Chinese texts have the same shape.
same_shape() {
    shape_of "${@/%.zh.md/.md}" >"$BATS_TEST_TMPDIR/en"
    shape_of "$@" >"$BATS_TEST_TMPDIR/zh"
    test -s "$BATS_TEST_TMPDIR/zh" && diff "$BATS_TEST_TMPDIR/en" "$BATS_TEST_TMPDIR/zh"
}

# What the words of Markdown files quote, once a section: FILE<tab>SECTION<tab>WHAT, of inline code and numbers of two
# digits and more. Those of one digit are words too: "two", or 300 for 3 hundred.
quotes_of() {
    awk 'function is(what) { print name "\t" section + 0 "\t" what }
        function tell(i, n, part, words) {
            n = split(text, part, "`"); text = ""
            for (i = 2; i <= n; i += 2) if (part[i] != "") is("`" part[i] "`")
            for (i = 1; i <= n; i += 2) {
                words = part[i]
                while (match(words, /[0-9]+([.][0-9]+)+|[0-9][0-9]+/)) {
                    is(substr(words, RSTART, RLENGTH)); words = substr(words, RSTART + RLENGTH) } } }
        FNR == 1 { tell(); name = FILENAME; sub(/(\.zh)?\.md$/, "", name); section = fence = 0 }
        /^ *```/ { fence = !fence; next }
        fence { next }
        /^#+ / { tell(); section++ }
        { sub(/^ +/, ""); gsub(/\]\([^)]*\)/, "]"); text = text " " $0 }
        END { tell() }' "$@" | sort -u
}

# All that the English texts quote, Chinese ones quote as well; they may repeat it elsewhere.
same_quotes() {
    quotes_of "${@/%.zh.md/.md}" >"$BATS_TEST_TMPDIR/en"
    quotes_of "$@" | comm -23 "$BATS_TEST_TMPDIR/en" - | awk '{ print "not in Chinese: " $0 } END { exit NR > 0 }'
}

# Each link of the Chinese text $1 leads to a file, and to a Chinese one where there is one; only the line
# that changes the language leads to the English one.
links_lead() {
    local folder
    folder=$(dirname "$1")
    sed '/^\[English\]([^)]*)$/d' "$1" | links_of - | sed 's/#.*//; /^$/d' | while read -r link; do
        echo "$1: $link"
        [ -e "$folder/$link" ] || return
        [ "${link%.md}" = "$link" ] || [ ! -f "$folder/${link%.md}.zh.md" ] || return
    done
}

@test "code, comments, pictures, TODOs, numbers, headings and links are the same in both languages" {
    [ "${#TRANSLATED[@]}" -gt 0 ]
    same_shape "${TRANSLATED[@]}"
    same_quotes "${TRANSLATED[@]}"
}

@test "a Chinese text that translates none is a table of both languages" {
    for file in "${CHINESE[@]}"; do
        echo "$file"
        [ -f "${file%.zh.md}.md" ] || grep -q '^| English | 中文 |' "$file"
    done
}

@test "each link of a Chinese text leads to a file that is there, in Chinese where it can" {
    for file in "${CHINESE[@]}"; do
        links_lead "$file"
    done
}

@test "under its title a text leads to its other language" {
    for file in "${TRANSLATED[@]}"; do
        echo "$file"
        english=$(basename "${file%.zh.md}.md")
        [ "$(sed -n 3p "$file")" = "[English]($english)" ]
        [ "$english" != README.md ] || [ "$(sed -n 3p "${file%.zh.md}.md")" = "[中文](README.zh.md)" ]
    done
}

@test "every lab has its handout and its hints in both languages" {
    for lab in "${LABS[@]}"; do
        for file in labs/$lab/{README,hints}; do
            echo "$file"
            [ -f "$ROOT/$file.md" ]
            [ -f "$ROOT/$file.zh.md" ]
        done
    done
    [ -f "$ROOT/README.zh.md" ]
    [ -f "$ROOT/labs/README.zh.md" ]
    run -1 grep -n '^### Hint' "$ROOT"/labs/*/hints.zh.md "$ROOT"/labs/*/more/hints.zh.md
}

@test "what a translation changes or loses is found" {
    text=$BATS_TEST_TMPDIR/text
    cat >"$text.md" <<'END'
# Title

Do TODO 1 with [hints](hints.md#x), `a[0](b)`, then [more](https://x.org/a.md).

<!-- prints: make x -->
```
some code
```

| tile | 4.5 of 16, 2^31 |
![the picture](figures/x.svg)
<details><summary>Answer</summary>
END
    cat >"$text.same" <<'END'
# 标题

[English](text.md)

先看[更多](https://x.org/a.md)，再按[提示](hints.zh.md#甲)用 `a[0](b)` 做 TODO 1。

<!-- prints: make x -->
```
some code
```

| 分块 | 16 个中的 4.5，2^31 |
![图](figures/x.svg)
<details><summary>答案</summary>
END
    cp "$text.same" "$text.zh.md"
    same_shape "$text.zh.md"
    for change in s/4.5/4.4/ s/2^31/2^30/ 's/TODO 1/TODO 2/' 's/some code/other code/' 's/make x/make y/' \
        s/x.svg/y.svg/ s/hints.zh/tips/ s/org/com/ 's/^# /## /' /details/d '/^|/d'; do
        sed "$change" "$text.same" >"$text.zh.md"
        echo "$change"
        run -1 cmp -s "$text.same" "$text.zh.md"
        run -1 same_shape "$text.zh.md"
    done
    cp "$text.same" "$text.zh.md"
    same_quotes "$text.zh.md"
    for change in 's/`a.0..b.`/`a[1](b)`/' s/2^31/2^30/; do
        sed "$change" "$text.same" >"$text.zh.md"
        run -1 same_quotes "$text.zh.md"
    done
}

@test "a link of a Chinese text that leads nowhere, or to English without need, is found" {
    mkdir "$BATS_TEST_TMPDIR/figures"
    cd "$BATS_TEST_TMPDIR"
    touch text.md hints.md figures/x.svg
    printf '[English](text.md)\n\n![图](figures/x.svg) [提示](hints.md#甲)\n' >text.zh.md
    links_lead text.zh.md
    touch hints.zh.md
    run -1 links_lead text.zh.md
    printf '[没有](nowhere.md)\n' >text.zh.md
    run -1 links_lead text.zh.md
}

@test "the index of messages has what the judge and the checker say and nothing else, in both languages" {
    bash common/book/messages "$BATS_TEST_TMPDIR/messages"
    diff "$BATS_TEST_TMPDIR/messages" labs/MESSAGES.md
    grep '^| ' labs/MESSAGES.md | grep -vE '^\| (word|message) ' >"$BATS_TEST_TMPDIR/rows"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/rows")" -gt 330 ]
    # A meaning in English, and at the end one in Chinese. (Of techniques: from `objection()` and `return`.)
    grep -q 'its stop clock is read before the work is done | ' "$BATS_TEST_TMPDIR/rows"
    grep -q 'makes \.\.\. atomic additions a row, which wait for each other' "$BATS_TEST_TMPDIR/rows"
    LC_ALL=C run -1 grep -avP '^\| .*[a-z].* \| ([^|]|\\\|)*[\xe4-\xe9]([^|]|\\\|)* \|$' "$BATS_TEST_TMPDIR/rows"
    echo "$output"
    # How a message reads, between what differs, stands in the sources.
    cat common/judge/*.c common/simt/*/*.c | tr '\n' ' ' | sed 's/" *"//g' >"$BATS_TEST_TMPDIR/sources"
    awk -F '\t' '!/^#/ && $3 != "" { n = split($3, part, / *[.][.][.] */); for (i = 1; i <= n; i++) if (part[i] != "") print part[i] }' \
        common/tools/messages.tsv >"$BATS_TEST_TMPDIR/parts"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/parts")" -gt 50 ]
    while read -r part; do
        echo "$part"
        grep -qF -- "$part" "$BATS_TEST_TMPDIR/sources"
    done <"$BATS_TEST_TMPDIR/parts"
}

@test "a message without its meaning, and a meaning without its message, are told" {
    small=$BATS_TEST_TMPDIR/small
    mkdir -p "$small/common/judge" "$small/common/simt/grid" "$small/labs/01-matmul-naive"
    cp -r common/book common/tools "$small/common/"
    cp common/simt/grid/kinds.h "$small/common/simt/grid/"
    cp common/judge/*.inc common/judge/*.c "$small/common/judge/"
    for lab in labs/*/ labs/*/more/; do
        mkdir -p "$small/$lab"
        cp "$lab"*.c "$small/$lab"
    done
    cp labs/01-matmul-naive/mistakes.* "$small/labs/01-matmul-naive/"
    run -0 bash "$small/common/book/messages"
    cp -r "$small" "$small.same"
    # FILE, a line more in it, and what is told.
    while IFS='@' read -r file line told; do
        rm -rf "$small" && cp -r "$small.same" "$small"
        printf '%b\n' "$line" >>"$small/$file"
        run -2 bash "$small/common/book/messages"
        echo "$output"
        [[ $output = *"$told"* ]]
    done <<'END'
common/simt/grid/kinds.h@KIND(OTHER, "other", 1)@finding other has no meaning, or nothing to do
common/judge/reasons.inc@REASON(OTHER, "other")@reason other has no meaning, or nothing to do
common/tools/messages.tsv@guess\tother\t\tx\ty\tz\tz@guess other of messages.tsv is no word
common/tools/messages.tsv@guess\tmultiple\t\tx\ty@guess multiple has no meaning, or nothing to do
labs/02-kahan/cases.c@x = objection("%llu loads are too many " "for %.1f %% of it: share")@technique: no Chinese for: ... loads are too many for ... % of it: share
common/tools/techniques.zh.tsv@other words\tx@technique: none says: other words
labs/01-matmul-naive/mistakes.inc@MISTAKE("t", "other", f(t, 1), "other words", .cause = X)@01-matmul-naive: no Chinese for: other words
labs/01-matmul-naive/mistakes.zh.tsv@other words\tx@01-matmul-naive: none says: other words
END
}
