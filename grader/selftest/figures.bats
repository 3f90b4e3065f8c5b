#!/usr/bin/env bats
# The figures of the handouts: drawn by the script that is in the tree, described, and shown.
# bats file_tags=apart

load suite

FIGURES=("$ROOT"/labs/*/figures/*.svg)

@test "the figures are what draw_figures draws" {
    "$ROOT/common/tools/draw_figures" "$BATS_TEST_TMPDIR/drawn"
    (cd "$BATS_TEST_TMPDIR/drawn" && find . -name '*.svg' | sort) >"$BATS_TEST_TMPDIR/names"
    (cd "$ROOT/labs" && find . -name '*.svg' | sort) | diff - "$BATS_TEST_TMPDIR/names"
    while read -r name; do
        cmp "$ROOT/labs/$name" "$BATS_TEST_TMPDIR/drawn/$name"
    done <"$BATS_TEST_TMPDIR/names"
}

@test "a figure has a title, a description, colours for light and dark, and nothing from elsewhere" {
    [ "${#FIGURES[@]}" -ge 12 ]
    for figure in "${FIGURES[@]}"; do
        echo "$figure"
        begins='[A-Z0-9]'
        [[ $figure != *.zh.svg ]] || begins='[^A-Z]' # of its English twin only names and numbers are left
        grep -qE "<title id=\"title\">($begins|Kogge|Brent).*</title>" "$figure"
        grep -q "<desc id=\"desc\">$begins.*</desc>" "$figure"
        grep -q 'prefers-color-scheme: dark' "$figure"
        run -1 grep -E 'href|url\([^#]|@import|<script|nan|-?inf"' "$figure"
    done
}

@test "a figure's coordinates lie within it" {
    for figure in "${FIGURES[@]}"; do
        awk -v file="$figure" '
            /^<svg/ { match($0, /viewBox="0 0 [0-9]+ [0-9]+/); split(substr($0, RSTART + 9, RLENGTH - 9), size, " ") }
            /^<(rect|line|circle|text)/ {
                split("", at)
                while (match($0, / (x|x1|x2|cx|y|y1|y2|cy|width|height|r)="[^"]*"/)) {
                    split(substr($0, RSTART + 1, RLENGTH - 2), part, "=\""); $0 = substr($0, RSTART + RLENGTH)
                    at[part[1]] = part[2]
                    if (part[2] !~ /^[0-9.]+$/) { print file ": " part[1] " is " part[2]; bad = 1 } }
                within("x", at["x"] + at["width"], size[3]); within("y", at["y"] + at["height"], size[4])
                within("x", at["x1"], size[3]); within("x", at["x2"], size[3])
                within("y", at["y1"], size[4]); within("y", at["y2"], size[4])
                within("x", at["cx"] + at["r"], size[3]); within("y", at["cy"] + at["r"], size[4])
                if (at["cx"] < at["r"] + 0 || at["cy"] < at["r"] + 0) { print file ": a circle begins before 0"; bad = 1 } }
            function within(what, to, most) { if (to > most + 0) { print file ": " what " goes to " to " of " most; bad = 1 } }
            END { exit bad }' "$figure"
    done
}

@test "each figure has a Chinese twin, which the Chinese text shows; words that a table lacks are named" {
    for figure in "${FIGURES[@]}"; do
        [[ $figure = *.zh.svg ]] || LC_ALL=C grep -q $'[\xe4-\xe9]' "${figure%.svg}.zh.svg"
    done
    run -1 grep -nE 'figures/[a-z_]+\.svg' "$ROOT"/labs/README.zh.md "$ROOT"/labs/*/README.zh.md
    cp -r "$ROOT/labs" "$BATS_TEST_TMPDIR/labs"
    mkdir -p "$BATS_TEST_TMPDIR/common/tools"
    cp "$ROOT"/common/tools/figures.awk "$ROOT"/common/tools/draw_figures "$BATS_TEST_TMPDIR/common/tools"
    sed 's/^host memory\t/host memories\t/' "$ROOT/common/tools/figures.zh.tsv" >"$BATS_TEST_TMPDIR/common/tools/figures.zh.tsv"
    run -2 "$BATS_TEST_TMPDIR/common/tools/draw_figures"
    [ "$output" = $'figures.zh.tsv lacks: host memory\nno figure has: host memories' ]
}

@test "every figure is shown in a handout or chapter 0, and every picture has a text for who cannot see it" {
    grep -ohE '!\[[^]]*\]\([^)]*\)' "$ROOT"/labs/README*.md "$ROOT"/labs/*/*.md >"$BATS_TEST_TMPDIR/shown"
    for figure in "${FIGURES[@]}"; do
        echo "$figure"
        grep -qE "\]\(([^)]*/)?figures/$(basename "$figure")\)" "$BATS_TEST_TMPDIR/shown"
    done
    run grep -vE '^!\[.{30,}\]|^!\[[^]]{15,}\].*\.zh\.svg' "$BATS_TEST_TMPDIR/shown"
    echo "$output"
    [ "$status" -eq 1 ]
}
