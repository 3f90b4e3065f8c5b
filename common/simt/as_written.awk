# LLVM's code, before any pass, so that passes leave each access of memory one: see as_written.
#
# - What was loaded gets a second use, an empty assembly, which reads and writes no memory of the program: what has two
#   uses is loaded where it stands.
# - A copy of 8 or 16 bytes that is aligned so is a load and a store of a vector: passes would make a load
#   of each part that is used. One of 2 to 4 words is word by word: a pass would make one access of two.
# - Where it is asked whether an access stays in its variable (-fsanitize=object-size), the answer is computed while the
#   program runs: clang++ itself wants to know it before, which it does for no index that is a variable.
#
# A thread's own variables are left alone: the checker is told of none that has no address.

BEGIN {
    NUMBERS = "(float|double|i8|i16|i32|i64|<2 x float>|<4 x float>|<2 x double>)"
    EFFECTS = " #99999" # an attribute group of our own
}

/ call i64 @llvm[.]objectsize[.]/ {
    sub(/i1 false[)]/, "i1 true)") # the last argument
}

# What __shared__ has become.
/^@[^ ]+ = .*thread_local/ {
    shared[$1] = 1
}

/^define / {
    split("", own)
    split("", in_variable)
}

$2 == "=" && $3 == "alloca" {
    own[$1] = 1
}

$2 == "=" && ($3 == "getelementptr" || $3 == "bitcast") && match($0, /(ptr|[*]) [%@][^ ,]+/) {
    base = last_word(substr($0, RSTART, RLENGTH))
    if (base in own)
        own[$1] = 1
    if (base in in_variable || base ~ /^@/ && !(base in shared))
        in_variable[$1] = 1
}

function last_word(words) {
    sub(/^.* /, "", words)
    return words
}

# The place in "TYPE PLACE, align 4, ...".
function place_in(words) {
    sub(/, align .*/, "", words)
    return last_word(words)
}

# The source line of the instruction that is read, as words behind another one.
function here() {
    return match($0, /, !dbg ![0-9]+/) ? substr($0, RSTART, RLENGTH) : ""
}

# No register is of two floats.
function use(type, value) {
    if (type == "<2 x float>") {
        print "  %use." ++uses " = bitcast <2 x float> " value " to double" here()
        value = "%use." uses
        type = "double"
    }
    print "  call void asm sideeffect \"\", \"X\"(" type " " value ")" EFFECTS here()
}

function keep_load(words, type) {
    if (match(words, "^" NUMBERS ",")) {
        type = substr(words, 1, RLENGTH - 1)
        if (!(place_in(substr(words, RLENGTH + 2)) in own))
            use(type, $1)
    }
}

# "ptr align 16 %x" as a pointer to such a type.
function as_pointer(words, type) {
    if (words ~ /^ptr /) {
        sub(/ align [0-9]+/, "", words)
        return words
    }
    print "  %copy." ++copies " = bitcast i8* " last_word(words) " to " type "*" here()
    return type "* %copy." copies
}

function alignment_in(words) {
    sub(/^.* align /, "", words)
    return words + 0
}

function copy_one(to, from, type, align, keep, value) {
    value = "%copy." ++copies
    print "  " value " = load " type ", " from ", align " align here()
    if (keep)
        use(type, value)
    print "  store " type " " value ", " to ", align " align here()
}

# The i-th float behind a pointer.
function word_at(pointer, i) {
    print "  %copy." ++copies " = getelementptr inbounds float, " pointer ", i64 " i here()
    sub(/ .*/, "", pointer)
    return pointer " %copy." copies
}

# False where it is a copy of another kind. The words are memcpy's arguments.
function copy_by_parts(words, part, size, align, type, to, from, keep, i) {
    if (words !~ /^(ptr|i8[*]) align [0-9]+ %[^ ,]+, (ptr|i8[*]) align [0-9]+ %[^ ,]+, i64 (8|12|16), i1 false[)]/)
        return 0
    split(words, part, /, /)
    size = last_word(part[3]) + 0
    align = alignment_in(part[1])
    if (alignment_in(part[2]) < align)
        align = alignment_in(part[2])
    if (align < size && align != 4)
        return 0
    if (align == 4 && (last_word(part[1]) in in_variable || last_word(part[2]) in in_variable))
        return 0 # g++ sees, too, that there it is aligned by more
    if (last_word(part[1]) in own && last_word(part[2]) in own)
        return 0
    type = align == 4 ? "float" : size == 16 ? "<4 x float>" : "<2 x float>"
    keep = !(last_word(part[2]) in own)
    to = as_pointer(part[1], type)
    from = as_pointer(part[2], type)
    if (align != 4)
        copy_one(to, from, type, size, keep)
    else
        for (i = 0; i < size / 4; i++)
            copy_one(word_at(to, i), word_at(from, i), type, 4, keep)
    return 1
}

/^  call void @llvm[.]memcpy[.]/ && copy_by_parts(substr($0, index($0, "(") + 1)) {
    next
}

{
    print
}

$2 == "=" && $3 == "load" {
    keep_load(substr($0, index($0, "= load ") + 7))
}

/^attributes .* memory[(]/ {
    newer = 1
}

END {
    print "attributes" EFFECTS " = { nounwind willreturn " (newer ? "memory(inaccessiblemem: readwrite)" : "inaccessiblememonly") " }"
}
