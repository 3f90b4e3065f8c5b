#!/usr/bin/env bats
# Indices that lead far beyond the variable which the text names: g++ and clang++ have no hook there, and ask first.

load suite

LAB=03-tiled

# asks COMPILER: the functions of a text that ask whether an access stays in its variable, as the checked build compiles it.
asks() {
    local started_by=() options=(-fsanitize=object-size)
    case $1 in
    clang++) started_by=(sh "$ROOT/common/simt/as_written") ;;
    *) options+=(-fno-tree-dominator-opts) ;;
    esac
    cat >"$BATS_TEST_TMPDIR/text.cpp" <<'END'
static const float known[64] = {1, 2};
float beyond_a_constant(const float *at)
{
    typedef const float all[1L << 40];
    return ((all &)known)[((long)at - (long)known) / (long)sizeof *known];
}
float beyond_a_local(const float *at)
{
    float local[2];
    local[0] = 1;
    local[1] = at[0];
    return local[((long)at - (long)local) / (long)sizeof *local];
}
float within(const float *at)
{
    return at[0] + at[1];
}
END
    "${started_by[@]}" "$1" -std=c++17 -O1 -fsanitize=thread "${options[@]}" -x c++ -c "$BATS_TEST_TMPDIR/text.cpp" -o "$BATS_TEST_TMPDIR/text.o"
    objdump -dr "$BATS_TEST_TMPDIR/text.o" | awk '/^[0-9a-f]+ <.*>:$/ { name = $2 } /__ubsan_handle_type_mismatch_v1/ { print name }' |
        sed -E 's/^<_Z[0-9]+([a-z_]+)P.*/\1/' | sort -u
}

@test "an index beyond a constant or a local array is asked about, by g++ and by clang++" {
    local compiler tried=0
    for compiler in g++ clang++; do
        command -v $compiler || continue
        run -0 asks $compiler
        echo "$compiler: $output"
        [ "$output" = $'beyond_a_constant\nbeyond_a_local' ]
        tried=$((tried + 1))
    done
    [ $tried -gt 0 ] || skip "neither g++ nor clang++ is installed"
}

# A single element is assigned by newer libraries, and so seen.
@test "what the C++ library copies, clears or compares is called, however few bytes it is, by g++" {
    requires g++
    local flags
    cat >"$BATS_TEST_TMPDIR/text.cpp" <<'END'
#include <algorithm>
#include <string>
void copies(int *to, const int *from) { std::copy(from, from + 2, to); }
void moves(int *to, const int *from) { std::copy_backward(from, from + 6, to + 6); }
void clears(char *at) { std::fill(at, at + 8, '\0'); }
bool compares(const char *a, const char *b) { return std::char_traits<char>::compare(a, b, 4) == 0; }
const char *finds(const char *a) { return std::char_traits<char>::find(a, 1, 'a'); }
END
    for flags in -O1 -O2 "-O1 -fsanitize=thread -fno-tree-forwprop"; do
        # shellcheck disable=SC2086 # several options
        g++ -std=c++17 $flags -include "$ROOT/common/simt/shim/stranger.h" -x c++ -c "$BATS_TEST_TMPDIR/text.cpp" -o "$BATS_TEST_TMPDIR/text.o"
        run -0 objdump -dr "$BATS_TEST_TMPDIR/text.o"
        [ "$(grep -cE 'R_[A-Z0-9_]+[[:space:]]+mem(cpy|move|set|cmp|chr)' <<<"$output")" = 5 ]
    done
}

@test "what goes beyond a variable is told where clang++ has built the checker and the hand-in" {
    requires clang++
    waits_for_night "two minutes"
    local name
    export BUILD=$BATS_TEST_TMPDIR/build SIMT_BUILD=$BATS_TEST_TMPDIR/build/simt
    for name in loads_beyond_a_constant loads_beyond_a_local_array; do
        mkdir -p "$BATS_TEST_TMPDIR/$name/$LAB"
        cp "$ROOT/grader/attacks/$LAB/$name.cu" "$BATS_TEST_TMPDIR/$name/$LAB/tiled.cu"
        SANDBOX=none run -0 suite grade CXX=clang++ BACKEND=cpu LAB=03 FROM="$BATS_TEST_TMPDIR/$name"
        jq -e '.points == 0 and (.labs[0].tasks[0].message | contains("tiles of 16 x 16 in shared memory need"))' "$BUILD/grade/results.json"
    done
    mkdir -p "$BATS_TEST_TMPDIR/ann/$LAB"
    cp "$ROOT/solutions/$LAB/tiled.cu" "$BATS_TEST_TMPDIR/ann/$LAB/"
    SANDBOX=none run -0 suite grade CXX=clang++ BACKEND=cpu LAB=03 FROM="$BATS_TEST_TMPDIR/ann"
    jq -e '.points == 100' "$BUILD/grade/results.json"
}
