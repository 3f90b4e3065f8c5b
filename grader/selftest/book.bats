#!/usr/bin/env bats
# The book: `make book` makes a site and a PDF from the tree's Markdown, and no link of either is dead.
# bats file_tags=apart

load suite
load pages

needs_pandoc() {
    requires pandoc
    requires weasyprint
}

setup_file() {
    load suite
    if command -v pandoc >/dev/null && command -v weasyprint >/dev/null; then
        keep_what_is_printed
        suite book BUILD="$BATS_FILE_TMPDIR" >"$BATS_FILE_TMPDIR/said" 2>&1 || true
        export SITE=$BATS_FILE_TMPDIR/book
    fi
}

# A weasyprint that keeps what it is given, beside the PDF, and what it says, and is the real one else: by day of
# small books, since the whole one takes a minute in each language. And a Chinese font, which makes no
# difference to what is tested.
keep_what_is_printed() {
    mkdir "$BATS_FILE_TMPDIR/bin"
    cat >"$BATS_FILE_TMPDIR/bin/weasyprint" <<END
#!/bin/sh
for pdf; do html=\$last last=\$pdf; done
cp "\$html" "\$pdf.source"
if [ -z "\$NIGHTLY" ] && [ "\$(wc -c <"\$html")" -gt 100000 ]; then
    echo '%PDF-, by night' >"\$pdf"
    exit
fi
$(command -v weasyprint) "\$@" 2>"\$pdf.said"
status=\$?
cat "\$pdf.said" >&2
exit \$status
END
    printf '#!/bin/sh\necho a font\n' >"$BATS_FILE_TMPDIR/bin/fc-list"
    chmod +x "$BATS_FILE_TMPDIR/bin/weasyprint" "$BATS_FILE_TMPDIR/bin/fc-list"
    export PATH=$BATS_FILE_TMPDIR/bin:$PATH
}

# The anchors that GitHub makes of a Markdown file's headings.
anchors_of() {
    awk '/^ *```/ { fence = !fence } !fence && /^#+ / { sub(/^#+ /, ""); print tolower($0) }' "$1" |
        LC_ALL=C.UTF-8 sed 's/[^[:alnum:] _-]//g; s/ /-/g'
}

@test "a link of a Markdown file leads to a file and a heading that are there" {
    (cd "$ROOT" && find . -name '*.md' -not -path './build/*' -not -path './.git/*' | cut -c3-) >"$BATS_TEST_TMPDIR/files"
    while read -r file; do
        links_of "$ROOT/$file" | sed "s|^|$file\t|"
    done <"$BATS_TEST_TMPDIR/files" | sort -u >"$BATS_TEST_TMPDIR/links"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/links")" -ge 15 ]
    while IFS=$'\t' read -r file link; do
        echo "$file: $link"
        to=$ROOT/$(dirname "$file")/${link%%#*}
        [ -n "${link%%#*}" ] || to=$ROOT/$file
        [ -e "$to" ]
        [ "$link" = "${link#*#}" ] || anchors_of "$to" | grep -qx -- "${link#*#}"
    done <"$BATS_TEST_TMPDIR/links"
}

@test "the book is made, and says where it is" {
    needs_pandoc
    cat "$BATS_FILE_TMPDIR/said"
    [ "$(cat "$BATS_FILE_TMPDIR/said")" = "the book: $SITE/index.html, $SITE/book.pdf" ]
    [ "$(head -c 5 "$SITE/book.pdf")" = %PDF- ]
}

@test "every handout, its hints and its worked answer is a page, with a way to all others" {
    needs_pandoc
    for lab in "$ROOT"/labs/*/Makefile; do
        lab=$(basename "$(dirname "$lab")")
        for page in "$lab" "$lab-hints" "$lab-answer"; do
            echo "$page"
            grep -q 'aria-current="page"' "$SITE/$page.html"
            run grep -LF "href=\"$page.html\"" "$SITE"/*.html
            [ -z "$output" ]
        done
    done
}

# What the pages of the folder $1 refer to: PAGE<tab>href or src<tab>TARGET.
references() {
    for page in "$1"/*.html; do
        grep -oE '(href|src)="[^"]*"' "$page" | sed -E "s,^(href|src)=\"(.*)\"\$,$page\t\1\t\2,"
    done
}

@test "no link of the site is dead in either language, and nothing is loaded from elsewhere" {
    needs_pandoc
    # Every id of every page, and every file.
    { grep -roE 'id="[^"]*"' "$SITE" --include='*.html' | sed -E 's/:id="(.*)"/#\1/' && find "$SITE" -type f; } >"$BATS_TEST_TMPDIR/there"
    for folder in "$SITE" "$SITE/zh"; do
        references "$folder" >"$BATS_TEST_TMPDIR/references"
        [ "$(wc -l <"$BATS_TEST_TMPDIR/references")" -ge 500 ]
        run awk -F '\t' -v folder="$folder/" 'NR == FNR { there[$0]; next }
            $2 == "href" && $3 ~ /^https?:/ { next } # for a reader who has a network
            { target = $3 ~ /^#/ ? $1 $3 : folder $3; sub("/zh/[.][.]/", "/", target); if (!(target in there)) print $1 ": " $3 }' \
            "$BATS_TEST_TMPDIR/there" "$BATS_TEST_TMPDIR/references"
        echo "$output"
        [ "$status" -eq 0 ]
        [ -z "$output" ]
    done
    run -1 grep -rlE '@import|url\(|fetch\(|XMLHttpRequest' "$SITE" --include='*.css' --include='*.js' --include='*.html'
}

@test "the PDF of each language is printed, and nothing that it is made of fails to load" {
    needs_pandoc
    waits_for_night "two minutes"
    for page in "$SITE"/*.pdf "$SITE"/zh/*.pdf; do
        [ "$(wc -c <"$page")" -gt 500000 ]
        run -1 grep 'Failed to load' "$page.said"
    done
}

@test "what is printed in each language has all its pictures, and no link of it is dead" {
    needs_pandoc
    printed=("$SITE"/*.pdf.source "$SITE"/zh/*.pdf.source)
    [ "${#printed[@]}" = "$(find "$ROOT" -maxdepth 1 -name 'README*.md' | wc -l)" ]
    for page in "${printed[@]}"; do
        grep -oE '<img src="[^"]*"' "$page" | cut -d'"' -f2 | sort -u >"$BATS_TEST_TMPDIR/pictures"
        [ "$(wc -l <"$BATS_TEST_TMPDIR/pictures")" -ge 12 ]
        while read -r picture; do
            [ -s "$SITE/$picture" ]
        done <"$BATS_TEST_TMPDIR/pictures"
        grep -oE 'href="#[^"]*"' "$page" | sed -E 's/href="#(.*)"/\1/' | sort -u >"$BATS_TEST_TMPDIR/wanted"
        grep -oE 'id="[^"]*"' "$page" | sed -E 's/id="(.*)"/\1/' | sort -u >"$BATS_TEST_TMPDIR/there"
        [ "$(wc -l <"$BATS_TEST_TMPDIR/wanted")" -ge 30 ]
        run -0 comm -23 "$BATS_TEST_TMPDIR/wanted" "$BATS_TEST_TMPDIR/there"
        echo "$page: $output"
        [ -z "$output" ]
    done
}

# A page of FOLDER in a frame of that width posts whether it fits.
fits_in_frames() {
    local width=$1 pages=("$2"/*.html) page
    {
        echo '<pre></pre><script>onmessage = event => document.querySelector("pre").append(event.data + "\n")</script>'
        for page in "${pages[@]}"; do
            printf '<iframe src="%s" width="%s" height="300" style="border: 0"></iframe>\n' "$page" "$width"
        done
    } >"$BATS_TEST_TMPDIR/all.html"
    open_in_browser "$BATS_TEST_TMPDIR/all.html"
    run -1 grep -F 'wider than' "$BATS_TEST_TMPDIR/dom"
    [ "$(grep -cE '^(.*<pre>)?fits$' "$BATS_TEST_TMPDIR/dom")" = "${#pages[@]}" ]
}

@test "every page of the site fits a phone and a wide screen, and no browser complains of one" {
    local width
    needs_pandoc
    requires_browser
    waits_for_night "a minute"
    cp -r "$SITE" "$BATS_TEST_TMPDIR/site"
    sed -i 's#</body>#<script>onload = () => parent.postMessage(document.documentElement.scrollWidth > innerWidth ? location.pathname + " is wider than " + innerWidth : "fits", "*")</script>&#' \
        "$BATS_TEST_TMPDIR"/site/*.html "$BATS_TEST_TMPDIR"/site/zh/*.html
    for width in 360 1600; do
        fits_in_frames "$width" "$BATS_TEST_TMPDIR/site"
        fits_in_frames "$width" "$BATS_TEST_TMPDIR/site/zh"
    done
}

# Transcripts are wrapped at their indent, and are elements of their own; these are as they stand.
@test "a figure of text fits the width of the PDF" {
    needs_pandoc
    for page in "$SITE"/*.pdf.source "$SITE"/zh/*.pdf.source; do
        run -0 awk '/<pre>/ { figure = 1; figures++; sub(/.*<pre><code>/, "") }
            figure { gsub(/&#?[a-z0-9]+;/, "x"); sub(/<.code><.pre>/, "</pre>") }
            figure && length - (/<.pre>/ ? 6 : 0) > 110 { print FILENAME ": " $0 }
            /<\/pre>/ { figure = 0 }
            END { if (figures < 20) print figures " figures" }' "$page"
        echo "$output"
        [ -z "$output" ]
    done
}

@test "the search knows every page by its words" {
    needs_pandoc
    sed '1s/^const INDEX = //; $s/;$//' "$SITE/search-index.js" | sed 'N;$!P;$!D;s/,\n\]/\n]/' >"$BATS_TEST_TMPDIR/index.json"
    jq -e 'length > 100 and all(length == 4)' "$BATS_TEST_TMPDIR/index.json"
    jq -r '.[][0]' "$BATS_TEST_TMPDIR/index.json" | cut -d'#' -f1 | sort -u |
        diff - <(cd "$SITE" && printf '%s\n' *.html | sort)
    [ "$(jq -r '.[] | select(.[3] | contains("co-rank")) | .[0]' "$BATS_TEST_TMPDIR/index.json" | grep -c '^09-merge')" -ge 1 ]
}

# A tree with one lab and a second language.
@test "what has a translation is there in both languages, and each page leads to its other one" {
    needs_pandoc
    small=$BATS_TEST_TMPDIR/small
    mkdir -p "$small/common" "$small/labs" "$small/solutions"
    cp -r "$ROOT/common/book" "$small/common/"
    cp -r "$ROOT/labs/09-merge" "$small/labs/" && cp -r "$ROOT/solutions/09-merge" "$small/solutions/"
    # The first sections are enough.
    for text in labs/09-merge/README labs/09-merge/hints solutions/09-merge/README; do
        awk '/^## / && ++n == 2 { exit } { print }' "$ROOT/$text.md" >"$small/$text.md"
    done
    rm -f "$small"/labs/09-merge/*.zh.md
    cp "$ROOT/CONTRIBUTING.md" "$small/"
    printf '# Labs\n\n[09](labs/09-merge/README.md) [zh](README.zh.md)\n' >"$small/README.md"
    printf '# 实验\n\n[09](labs/09-merge/README.zh.md) [en](README.md)\n\n## 归并\n\n一行。\n两行\n' >"$small/README.zh.md"
    printf '# 归并\n\n![a path](figures/co_rank.svg)\n\n[hints](hints.md)\n' >"$small/labs/09-merge/README.zh.md"
    # Where there is a Chinese font, the book takes the characters that it needs: all take ten seconds of a core.
    local path=${PATH#"$BATS_FILE_TMPDIR/bin:"}
    [ -z "$(PATH=$path fc-list :lang=zh 2>/dev/null)" ] || PATH=$path
    SUITE_LANGUAGE=zh run -0 bash "$small/common/book/build" "$small/out"
    [ "$output" = "the book: $small/out/zh/index.html, $small/out/zh/book.pdf" ]
    grep -q '<html lang="zh">' "$small/out/zh/index.html"
    grep -q 'placeholder="搜索"' "$small/out/zh/index.html"
    grep -q 'placeholder="search"' "$small/out/index.html"
    grep -q '<div class="picture">' "$small/out/zh/09-merge.html" # which may be wider than the window
    grep -q '>Messages of the judge</a>' "$SITE/index.html"       # its heading is in both languages
    grep -q '>评判程序的消息</a>' "$SITE/zh/index.html"
    grep -q '<pre class="said"><code><span style="padding-left: 4ch; text-indent: -4ch">  FAILED' "$SITE/zh/chapter-0.html"
    grep -q '一行。两行' "$small/out/zh/index.html" # without the space that a new line is in English
    grep -q '<a href="zh/index.html" lang="zh">' "$small/out/index.html"
    grep -q 'href="../index.html"' "$small/out/zh/index.html"
    grep -q '<a href="09-merge.html">09</a>' "$small/out/zh/index.html"
    grep -q 'src="../figures/09-merge/co_rank.svg"' "$small/out/zh/09-merge.html"
    grep -q 'Hints for lab 09' "$small/out/zh/09-merge-hints.html"
    [ -s "$small/out/zh/book.pdf" ]
    for page in "$small/out/zh"/*.html; do
        grep -oE '(href|src)="[^"#]+' "$page" | cut -d'"' -f2 | grep -v '^http' | while read -r target; do
            echo "$page: $target"
            [ -f "$small/out/zh/$target" ]
        done
    done
}

@test "a heading's markup is text in titles, and a picture or a font that the PDF lacks is told" {
    needs_pandoc
    small=$BATS_TEST_TMPDIR/small
    mkdir -p "$small/common" "$small/labs/01-x"
    cp -r "$ROOT/common/book" "$small/common/"
    : >"$small/labs/01-x/Makefile"
    mkdir -p "$small/solutions/01-x"
    printf '# `a` <b> & c\n\n[more](CONTRIBUTING.md)\n' >"$small/README.md"
    printf '\nRows.\n\n| a |\n|---|\n| b |\n\nWhy?\n\n<details><summary>Answer</summary>\n\nSo.\n\n</details>\n' >>"$small/README.md"
    for file in CONTRIBUTING.md labs/01-x/README.md labs/01-x/hints.md solutions/01-x/README.md; do
        printf '# x\n' >"$small/$file"
    done
    run -0 bash "$small/common/book/build" "$small/out"
    [ "${#lines[@]}" = 1 ]
    grep -qF '<title>a &lt;b> &amp; c</title>' "$small/out/index.html"
    grep -qF '<title>a &lt;b> &amp; c</title>' "$small/out/book.pdf.source"
    grep -qF '<h1 class="cover">a &lt;b> &amp; c</h1>' "$small/out/book.pdf.source"
    grep -qF '<p>more</p>' "$small/out/book.pdf.source"
    # A page ends neither above a table nor between a question and its answer.
    [ "$(grep -c '<div class="before">' "$small/out/book.pdf.source")" = 2 ]
    printf '# x\n\n![a path](figures/none.svg)\n' >"$small/labs/01-x/README.md"
    # Nor has this machine a font for Chinese.
    printf '#!/bin/sh\n' >"$BATS_FILE_TMPDIR/bin/fc-list"
    run -2 bash "$small/common/book/build" "$small/out"
    [[ $output = "no font here has Chinese characters"* ]]
    [[ $output = *"Failed to load"*none.svg* ]]
}

@test "the Chinese font that is printed has the characters of the texts alone, and is the one of figures, too" {
    needs_pandoc
    PATH=${PATH#"$BATS_FILE_TMPDIR/bin:"}
    fc-list --format '%{index}\n' ':family=Noto Sans CJK SC:style=Bold' | grep -qx '[0-9]' || skip "no file of this font's faces is installed"
    small=$BATS_TEST_TMPDIR/small
    mkdir -p "$small/common" "$small/labs/01-x" "$small/solutions/01-x" "$BATS_TEST_TMPDIR/bin"
    cp -r "$ROOT/common/book" "$small/common/"
    : >"$small/labs/01-x/Makefile"
    for file in CONTRIBUTING.md labs/01-x/README.md labs/01-x/hints.md solutions/01-x/README.md README.md README.zh.md; do
        printf '# x\n' >"$small/$file"
    done
    printf '# 实验\n' >"$small/README.zh.md"
    # Keeps the faces, which lie beside the page that is printed.
    cat >"$BATS_TEST_TMPDIR/bin/weasyprint" <<END
#!/bin/sh
for pdf; do html=\$last last=\$pdf; done
cp "\$html" "\$(dirname "\$html")"/chinese.*.otf "$BATS_TEST_TMPDIR/"
echo >"\$pdf"
END
    chmod +x "$BATS_TEST_TMPDIR/bin/weasyprint"
    python3 -c 'import fontTools' 2>/dev/null || /usr/bin/python3 -c 'import fontTools' 2>/dev/null || skip "no fontTools is installed"
    PATH=$BATS_TEST_TMPDIR/bin:$PATH run -0 bash "$small/common/book/build" "$small/out"
    for weight in 400 700; do
        bytes=$(wc -c <"$BATS_TEST_TMPDIR/chinese.$weight.otf")
        [ "$bytes" -gt 500 ]
        [ "$bytes" -lt 50000 ]
        grep -q "font-weight: $weight; src: url(\"file://.*/chinese.$weight.otf\")" "$BATS_TEST_TMPDIR/book.zh.html"
    done
    for file in common/book/print.css labs/01-matmul-naive/figures/memories.zh.svg; do
        grep -q 'Chinese of the book"*, "*Noto Sans CJK SC' "$ROOT/$file"
    done
}

@test "without pandoc, make book says in one line what to install, and exits 2" {
    mkdir -p "$BATS_TEST_TMPDIR/bin"
    ln -s "$(command -v dirname)" "$(command -v bash)" "$BATS_TEST_TMPDIR/bin/"
    PATH=$BATS_TEST_TMPDIR/bin run -2 bash "$ROOT/common/book/build" "$BATS_TEST_TMPDIR/out"
    [ "${#lines[@]}" = 1 ]
    [[ $output = *"pandoc is missing: apt-get install pandoc weasyprint"* ]]
    [ ! -e "$BATS_TEST_TMPDIR/out" ]
}
