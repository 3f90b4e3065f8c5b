# How the commands speak to a terminal, and to what is none. To be sourced.
# shellcheck shell=bash

# Whether that descriptor is to have colours: is_colored FD. See no-color.org and bixense.com/clicolors.
is_colored() {
    [ -z "${NO_COLOR-}" ] || return
    [ "${CLICOLOR_FORCE:-0}" = 0 ] || return 0
    [ -t "$1" ] && [ "${TERM-}" != dumb ]
}

# The colours for standard output, or nothing.
take_colors() {
    export BOLD='' GOOD='' BAD='' PLAIN=''
    ! is_colored 1 || BOLD=$'\e[1m' GOOD=$'\e[32m' BAD=$'\e[31m' PLAIN=$'\e[0m'
}

# A path as one would type it: from here, if it does not lead up beyond the suite.
path_from_here() {
    local path
    path=$(realpath --relative-to=. "$1" 2>/dev/null) || path=$1 # busybox cannot
    case $path in
    ../../../../*) realpath "$1" ;;
    *) echo "$path" ;;
    esac
}

# Asked before anybody takes standard output elsewhere.
[ ! -t 1 ] || readonly TO_TERMINAL=yes

# How wide lines may be; what is no terminal has no width, unless make watch says what it has.
columns() {
    local width
    if [ -n "${TO_TERMINAL-}" ]; then
        read -r _ width < <(stty size </dev/tty 2>/dev/null)
        [ "${width:-0}" -ge 20 ] || width=${COLUMNS:-80}
        echo "$width"
    else
        echo "${SUITE_COLUMNS:-100000}"
    fi
}

# Lines from stdin, those that are too wide broken at spaces: what is left stands below the words of a list, or
# two columns further in. Colours take no room. Lines that LEAVE fits stay as they are. The doctor runs where there
# is no awk, too.
fold_lines() {
    local lines
    command -v awk >/dev/null || { mapfile -t lines && printf '%s\n' "${lines[@]}" && return; }
    LC_ALL=C awk -v width="$(columns)" -v leave="${LEAVE-}" '
        # Bytes, in any locale: of a Chinese character three are two columns.
        function columns(text) { gsub(/\033\[[0-9;]*[mK]/, "", text); gsub(/[\343-\357][\200-\277][\200-\277]/, "xx", text); return length(text) }
        leave != "" && $0 ~ leave { print; next }
        {
            indent = match($0, /^ +[^ ]+  +/) && RLENGTH < width / 2 ? RLENGTH : match($0, /[^ ]/) + 1
            for (line = $0; columns(line) > width; line = sprintf("%" indent "s", "") substr(line, i + 1)) {
                for (i = length(line); i > indent && (substr(line, i, 1) != " " || columns(substr(line, 1, i - 1)) > width); i--)
                    ;
                if (i <= indent) break
                print substr(line, 1, i - 1)
            }
            print line
        }'
}

# Paragraphs from stdin, filled anew to $1 columns, 96 at most; what is indented or fenced stays. A line may end
# behind any Chinese character, of two columns, but no line begins with a stop or a closing bracket; and no
# space comes between two of them where lines are joined. Bytes, in any locale.
fill() {
    LC_ALL=C awk -v width="$(($1 < 96 ? $1 : 96))" '
        function flush() { if (held != "") print held; held = ""; columns = 0 }
        # A word, or a Chinese character, behind what is held: GAP is what stood between them.
        function put(token, is_chinese, gap,   wide, sticks) {
            wide = is_chinese ? 2 : length(token)
            if (gap == "line") gap = is_chinese && was_chinese ? "" : " "
            sticks = gap == "" && (!(is_chinese || was_chinese) || index(stops, token) || index(openers, last))
            if (held == "") gap = ""
            else if (columns + length(gap) + wide > width && !sticks) { flush(); gap = "" }
            held = held gap token
            columns += length(gap) + wide
            was_chinese = is_chinese; last = token
        }
        BEGIN { stops = "、。，；：？！）》」”"; openers = "（《「“" }
        /^```/ { flush(); fenced = !fenced; next }
        fenced || /^    / || /^[|#-]/ { flush(); print fenced ? "    " $0 : $0; next }
        /^$/ { flush(); print; next }
        {
            gap = "line"
            for (rest = $0; rest != ""; rest = substr(rest, RLENGTH + 1)) {
                if (match(rest, /^[ \t\r]+/)) { gap = gap == "line" ? gap : " "; continue }
                is_chinese = match(rest, /^[\343-\364][\200-\277]+/)
                if (!is_chinese) match(rest, /^([!-~]|[\302-\342][\200-\277]+)+/)
                if (RLENGTH < 1) RLENGTH = 1
                put(substr(rest, 1, RLENGTH), is_chinese, gap)
                gap = ""
            }
        }
        END { flush() }'
}
