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

# Paragraphs from stdin, filled anew to $1 columns, 96 at most; what is indented or fenced stays.
fill() {
    awk -v width="$(($1 < 96 ? $1 : 96))" '
        function flush() { if (held != "") print held; held = "" }
        /^```/ { flush(); fenced = !fenced; next }
        fenced || /^    / || /^[|#-]/ { flush(); print fenced ? "    " $0 : $0; next }
        /^$/ { flush(); print; next }
        {
            for (i = 1; i <= NF; i++) {
                if (held != "" && length(held) + 1 + length($i) > width) flush()
                held = held == "" ? $i : held " " $i
            }
        }
        END { flush() }'
}
