# What the commands of self-study share. To be sourced, with ROOT and BUILD set.
#
# BUILD/progress holds what make check has judged and which hints were shown, a line each:
#   task LAB TASK ok|failed|to-do|no-build|unknown PASSED CASES DIGEST
#   hint LAB TODO STAGE
#   asked LAB TASK           for its solution, before the task passed
#   hunting LAB at N, hunt LAB TASK/BUG found, predicted LAB TASK/BUG WORD     see the script `hunt`
# DIGEST is that of the file that was judged: where the file has another one today, what is known of
# its tasks is told as older than the file. Which tasks a lab has is in its rubric; which task a TODO
# belongs to and which hints it has, in its hints.md; where it stands, in the learner's own file.
# shellcheck shell=bash

STATE=$BUILD/progress

# --- a lab's files ---------------------------------------------------------------------------

# A text of the suite in the learner's language, FILE.zh.md where there is one: text_of FILE.md
text_of() {
    if [ "${SUITE_LANGUAGE-}" = zh ] && [ -r "${1%.md}.zh.md" ]; then echo "${1%.md}.zh.md"; else echo "$1"; fi
}

# Beside a core file lies the header of its name. Also of one that is gone: file_of LAB core|stretch
file_of() {
    local file=stretch.cu header
    if [ "$2" = core ]; then
        for header in "$ROOT/labs/$1"/*.h; do
            file=${header##*/}
            file=${file%.h}.cu
            [ ! -f "$ROOT/labs/$1/$file" ] && [ ! -f "$ROOT/solutions/$1/$file" ] || break
        done
    fi
    echo "$ROOT/labs/$1/$file"
}

# The file and the headers beside it, which may be the learner's own: digest_of LAB core|stretch
digest_of() {
    local file digest
    file=$(file_of "$1" "$2")
    [ -r "$file" ] || { echo none && return; }
    digest=$(cat "$file" "$ROOT/labs/$1"/*.h | cksum)
    echo "${digest/ /-}"
}

# A line a task: core|stretch TASK. Tasks without points, of NN-name/more, are in no rubric: their hints name them.
tasks_of() {
    if [ "${KNOWN_LAB-}" = "$1" ]; then
        local kind task
        while read -r kind task _; do echo "$kind $task"; done <<<"$KNOWN_STATES"
        return
    fi
    if [[ $1 = */more ]]; then
        todos_of "$1" | awk '!seen[$2]++ { print "core", $2 }'
        return
    fi
    awk '/^# bats test_tags=/ { kind = /gold/ ? "stretch" : "core" } $1 == "judge" { print kind, $2 }' \
        "$ROOT/grader/$1.bats"
}

# A line a TODO of the lab: TODO TASK STAGES
todos_of() {
    awk '
        function flush() { if (todo) print todo, task, stages; stages = 0 }
        /^## TODO / { flush(); todo = $3 + 0; task = $4 }
        /^### Hint / { stages++ }
        END { flush() }' "$ROOT/labs/$1/hints.md"
}

# A line a TODO that still stands in the file: TODO LINE open|filled. It is filled where code follows
# it in its function, or a later one there, or comes before the first one; `return 0;` may be the skeleton's own,
# and a brace alone may close what an earlier TODO has begun.
places_in() {
    awk '
        function settle() {
            if (todo) place[++n] = todo " " line
            if (todo && (after || (before && first))) filled = n
            todo = 0
        }
        function tell(   i) {
            settle()
            for (i = 1; i <= n; i++) print place[i], (i <= filled ? "filled" : "open")
            n = filled = 0
        }
        /^\{/ { tell(); before = after = 0; first = 1; next }
        /^\}/ { tell(); next }
        /^[ \t]*\/\/ TODO [0-9]+(, continued)? \(/ {
            if (todo) { settle(); first = 0; before = 0 }
            match($0, /TODO [0-9]+/)
            todo = substr($0, RSTART + 5, RLENGTH - 5) + 0; line = FNR; before = before || after; after = 0
            next
        }
        /^[ \t{};]*(\/\/.*)?\r?$/ { next }
        /^[ \t]*return -?[0-9]+;/ { next }
        { if (todo) after = 1; else before = 1 }
        END { tell() }' "$1"
}

# --- what is known ---------------------------------------------------------------------------

# A line a task: KIND TASK WORD PASSED CASES now|older. WORD is `unknown` where it was never judged.
states_of() {
    local core='' stretch=''
    if [ "${KNOWN_LAB-}" = "$1" ]; then
        echo "$KNOWN_STATES"
        return
    fi
    if [ -r "$STATE" ] && grep -q "^task $1 " "$STATE"; then
        core=$(digest_of "$1" core) stretch=$(digest_of "$1" stretch)
    fi
    tasks_of "$1" | awk -v lab="$1" -v core="$core" -v stretch="$stretch" -v state="$STATE" '
        BEGIN {
            while ((getline line < state) > 0) {
                split(line, f, " ")
                if (f[1] == "task" && f[2] == lab) { known[f[3]] = f[4] " " f[5] " " f[6]; digest[f[3]] = f[7] }
            }
        }
        {
            if (!($2 in known)) { print $1, $2, "unknown 0 0 now"; next }
            print $1, $2, known[$2], (digest[$2] == ($1 == "core" ? core : stretch) ? "now" : "older")
        }'
}

# From here on, and in scripts that are called, the lab's states are those of now: for who only tells them,
# which takes many looks.
know() {
    local states
    states=$(states_of "$1")
    export KNOWN_LAB=$1 KNOWN_STATES=$states
}

# field_of KEY LAB NAME: what stands behind these three words, or nothing.
field_of() {
    awk -v key="$1" -v lab="$2" -v name="$3" '$1 == key && $2 == lab && $3 == name { print $4; exit }' \
        "$STATE" 2>/dev/null
}

# Puts lines into the state; a line takes the place of the one with the same first three words. Nobody
# reads half a file, and of two who write at once neither loses a line.
remember() {
    mkdir -p "$BUILD" 2>/dev/null && [ -w "$BUILD" ] || return 0 # who may not write here is told by what builds
    (
        if command -v flock >/dev/null; then flock 9 2>/dev/null || true; fi # not every network disk can
        local new
        new=$(mktemp "$STATE.XXXXXX") || exit
        { cat && cat "$STATE" 2>/dev/null; } | awk '!seen[$1, $2, $3]++' >"$new" && mv -f "$new" "$STATE"
    ) 9>>"$STATE.lock"
}

# --- where a learner stands --------------------------------------------------------------------

# The task at hand: the first core task that has not passed, else the first for gold. Nothing where
# all have. What passed before the file changed counts as passed. at_hand LAB
at_hand() {
    states_of "$1" | awk '
        $3 != "ok" && $1 == "core" { print $2; found = 1; exit }
        $3 != "ok" && !gold { gold = $2 }
        END { if (!found && gold) print gold }'
}

kind_of() {
    tasks_of "$1" | awk -v task="$2" '$2 == task { print $1 }'
}

# Of a task the first TODO that is open, else its first one: TODO LINE open|filled|gone, where LINE is that of the
# function unless the TODO is open; `missing` where there is no file. todo_of LAB TASK
todo_of() {
    local file
    file=$(file_of "$1" "$(kind_of "$1" "$2")")
    [ -r "$file" ] || { echo "$(todos_of "$1" | awk -v task="$2" '$2 == task { print $1; exit }') 0 missing" && return; }
    { todos_of "$1" && echo file && places_in "$file"; } | awk -v task="$2" -v function_at="$(
        grep -n "^EXPORT .*\b$2(" "$file" | head -n 1 | cut -d: -f1
    )" '
        /^file$/ { placed = 1; next }
        !placed { if ($2 == task) { mine[$1]; if (!least) least = $1 } next }
        !($1 in mine) { next }
        $3 == "open" && !open { open = $0 }
        !any { any = $1 " " (function_at ? function_at : $2) " " $3 }
        END { if (open) print open; else if (any) print any; else print least, function_at + 0, "gone" }'
}

# "TODO 2, matmul_naive.cu:19", with the place as an editor takes it: place_of LAB TASK FOLDER
place_of() {
    local todo line how file
    read -r todo line how < <(todo_of "$1" "$2")
    file=$(file_of "$1" "$(kind_of "$1" "$2")")
    file=${file#"$3/"}
    if [ "$how" = missing ]; then
        echo "$file is gone: make reset brings it back"
    elif [ "$how" = open ]; then
        echo "TODO $todo, $file:$line ($2)"
    elif [ "$line" = 0 ]; then
        echo "$2, which $file does not have"
    else
        echo "$2, $file:$line"
    fi
}
