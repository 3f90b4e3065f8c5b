# What tests of pages share: the links of Markdown, and a browser. To be loaded behind suite.bash.
# shellcheck shell=bash

# The relative links of the Markdown file $1, or of stdin for -, with their anchors.
links_of() {
    awk '/^ *```/ { fence = !fence } fence { next }
        { gsub(/`[^`]*`/, ""); while (match($0, /\]\([^)" ]+/)) {
            link = substr($0, RSTART + 2, RLENGTH - 2); $0 = substr($0, RSTART + RLENGTH)
            if (link !~ /^[a-z]+:/) print link } }' "$1"
}

requires_browser() {
    browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || skip "no Chromium is installed"
}

# Opens the page $1, and leaves in BATS_TEST_TMPDIR/dom what the browser makes of it. Its console must stay empty.
open_in_browser() {
    timeout "$(seconds 60)" "$browser" --headless --no-sandbox --disable-gpu --enable-logging=stderr --window-size=1700,1000 \
        --user-data-dir="$BATS_TEST_TMPDIR/browser" --virtual-time-budget=5000 --dump-dom \
        "file://$1" >"$BATS_TEST_TMPDIR/dom" 2>"$BATS_TEST_TMPDIR/browser.log"
    run -1 grep CONSOLE "$BATS_TEST_TMPDIR/browser.log"
}

# show_in_browser WIDTH [WHERE [HEIGHT]]: opens page.html of BATS_TEST_TMPDIR in a frame of that size, from its
# anchor WHERE on. A text that the page posts to the frame then stands in the <pre> of the dom.
show_in_browser() {
    printf '<iframe src="page.html#%s" width="%s" height="%s" style="border: 0"></iframe><pre></pre>
        <script>onmessage = event => document.querySelector("pre").textContent = event.data</script>' "${2-}" "$1" "${3-900}" >"$BATS_TEST_TMPDIR/frame.html"
    open_in_browser "$BATS_TEST_TMPDIR/frame.html"
}
