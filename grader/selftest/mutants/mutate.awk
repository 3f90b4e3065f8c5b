# Writes all mutants of a worked .cu: the same file with one small fault each.
#
#   awk -f mutate.awk SOURCE      LINE <tab> KIND <tab> FUNCTION <tab> NAME <tab> the line with its fault
#
# NAME is that line, or what it lacks, with a number where the function has another like it: FUNCTION,
# KIND and NAME together name a mutant while lines move.
#
# A kind for each thing that a student gets wrong: barrier (left out), comparison (< for <=, == for !=, ...),
# sum (+ for -), ceiling (a division rounded down), axis (x for y), atomic (a plain addition), zero (what
# is cleared or padded is not), shared (an array of each thread's own). An empty line means that the
# statement is left out. It relies on the tree's formatting: operators stand between blanks, template
# arguments do not; functions begin in the first column.

BEGIN { OFS = "\t" }

# The line with comments and texts blanked out: what is left has the same columns.
function code_of(line,    out, i, two, quote) {
    out = ""
    for (i = 1; i <= length(line); i++) {
        two = substr(line, i, 2)
        if (in_comment) {
            if (two == "*/") { in_comment = 0; out = out " "; i++ }
            out = out " "
        } else if (quote != "") {
            if (substr(line, i, 1) == "\\") { out = out " "; i++ }
            else if (substr(line, i, 1) == quote) quote = ""
            out = out " "
        } else if (two == "//") break
        else if (two == "/*") { in_comment = 1; out = out "  "; i++ }
        else if (substr(line, i, 1) ~ /["']/) { quote = substr(line, i, 1); out = out " " }
        else out = out substr(line, i, 1)
    }
    return out
}

function mutant(kind, line,    name, like) {
    name = line == "" ? "without " $0 : line
    sub(/^ +/, "", name)
    sub(/without +/, "without ", name)
    like = ++likes[where, kind, name]
    print NR, kind, where, name (like > 1 ? " (" like ")" : ""), line
}

# The line with the LENGTH characters from column AT replaced.
function with(at, len, new) {
    return substr($0, 1, at - 1) new substr($0, at + len)
}

# One mutant for each place where the operator stands between blanks.
function exchange(kind, operator, other,    from, at) {
    for (from = 1; (at = index(substr(code, from), " " operator " ")) > 0; from += at)
        mutant(kind, with(from + at, length(operator), other))
}

function exchange_member(member, other,    from, at) {
    for (from = 1; match(substr(code, from), "(Idx|Dim)\\." member); from = at) {
        at = from + RSTART + RLENGTH - 1
        mutant("axis", with(at - 1, 1, other))
    }
}

# Where the parenthesis that opens at column AT is closed.
function closed(at,    depth, i, c) {
    for (i = at; i <= length(code); i++) {
        c = substr(code, i, 1)
        depth += c == "(" ? 1 : c == ")" ? -1 : 0
        if (depth == 0)
            return i
    }
    return 0
}

# Where the first comma of its own ends the argument that begins at column AT.
function comma(at,    depth, i, c) {
    for (i = at; i <= length(code); i++) {
        c = substr(code, i, 1)
        depth += c == "(" || c == "[" ? 1 : c == ")" || c == "]" ? -1 : 0
        if (depth == 0 && c == ",")
            return i
    }
    return 0
}

function round_down(    at, open, close_, mid) {
    for (at = 1; match(substr(code, at), /blocks_for\(/); at = open) {
        open = at + RSTART + RLENGTH - 1
        if ((close_ = closed(open - 1)) && (mid = comma(open)))
            mutant("ceiling", with(open - 11, close_ - open + 12,
                "((" substr($0, open, mid - open) ") / (" substr($0, mid + 2, close_ - mid - 2) "))"))
    }
    if (match(code, / \+ [A-Za-z_0-9 ]+ - 1\) \//))
        mutant("ceiling", with(RSTART, RLENGTH - 3, ""))
}

# An atomic addition becomes a plain one that has the same value.
function plain_addition(    at, open, close_, mid, place, term) {
    for (at = 1; match(substr(code, at), /atomicAdd\(/); at = open) {
        open = at + RSTART + RLENGTH - 1
        if ((close_ = closed(open - 1)) && (mid = comma(open))) {
            place = substr($0, open, mid - open)
            term = substr($0, mid + 2, close_ - mid - 2)
            mutant("atomic", with(open - 10, close_ - open + 11,
                "((*(" place ") += (" term ")) - (" term "))"))
        }
    }
}

function without_zeros(    line) {
    if (code ~ /^ *(CHECK\()?cudaMemset[A-Za-z0-9]*\(.*; *$/ || code ~ /^ *[A-Za-z_]+(\[.*\])+ = 0; *$/)
        mutant("zero", "")
    if (match(code, / : 0[;)]/))
        mutant("zero", with(RSTART + 3, 1, "1"))
}

{
    code = code_of($0)
}

/^[A-Za-z_].*\(/ && !/^(#|template|EXPORT *$)/ {
    where = $0
    sub(/__launch_bounds__\([^)]*\) /, "", where)
    sub(/\(.*/, "", where)
    sub(/.*[ *]/, "", where)
}

code ~ /^ *#/ { next }

{
    if (code ~ /^ *(__syncthreads|__syncwarp|__threadfence|cudaDeviceSynchronize)\(.*\); *$/)
        mutant("barrier", "")
    exchange("comparison", "<", "<=")
    exchange("comparison", "<=", "<")
    exchange("comparison", ">", ">=")
    exchange("comparison", ">=", ">")
    exchange("comparison", "==", "!=")
    exchange("comparison", "!=", "==")
    exchange("sum", "+", "-")
    exchange("sum", "-", "+")
    round_down()
    exchange_member("x", "y")
    exchange_member("y", "x")
    plain_addition()
    without_zeros()
    if (match(code, /^ *__shared__ /))
        mutant("shared", with(RSTART + RLENGTH - 11, 11, ""))
}
