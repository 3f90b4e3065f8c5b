#!/usr/bin/env bash
# `make editor`: tells clangd, the language server of VS Code, vim, Emacs and others, how to read the
# suite's files, without a GPU and without CUDA.
#
# editor.sh ROOT
#
# Writes ROOT/compile_commands.json, an entry a file of the labs and solutions, and ROOT/.clangd, which
# holds for all other .cu files under ROOT, and ROOT/build/editor, what clang is to read in place of the headers that
# a .cu includes itself. All name this checkout's folder: move it, and write them anew.
set -eu

root=$(cd "$1" && pwd -P)

# -x cuda, host only    launches, __global__ and __shared__ are clang's own words; nothing is built
# -nocudainc ...        no toolkit is looked for: editor.h brings the CPU backend's headers
cuda=(-xcuda --cuda-host-only -nocudainc -nocudalib -Wno-unknown-cuda-version
    -Xclang -fcuda-allow-variadic-functions -std=c++17 -D__CUDACC__ -Wall -Wextra -Wno-unused-parameter
    -Wno-unknown-pragmas -Wno-sign-compare -isystem "$root/build/editor" -isystem "$root/common/simt/shim" -isystem "$root/common/simt"
    "-I$root/common" "-I$root/common/student" -include "$root/common/tools/editor.h")
judge=(-xc -std=c11 -Wall -Wextra "-I$root/common" "-I$root/common/judge")
call=(-xc -std=gnu11 -Wall -Wextra -isystem "$root/common/simt/shim" -isystem "$root/common/simt"
    "-I$root/common" "-I$root/common/student")

# Words as JSON strings, with commas; none has a quotation mark in it, which make refuses in a path.
quoted() {
    local word comma=''
    for word in "$@"; do
        printf '%s"%s"' "$comma" "$word"
        comma=', '
    done
}

# The folder of the lab that a file is of, or of its tasks without points.
lab_of() {
    local lab=${1#"$root"/*/} more=''
    [[ $lab != */more/* ]] || more=/more
    echo "$root/labs/${lab%%/*}$more"
}

# entry FILE COMMAND...
entry() {
    local file=$1
    shift
    printf '%s{"directory": %s, "file": %s, "arguments": [%s]}' "$comma" "$(quoted "$root")" "$(quoted "$file")" \
        "$(quoted "$@" "-I$(lab_of "$file")" -c "$file")"
    comma=$',\n '
}

entries() {
    local file comma=''
    for file in "$root"/labs/*/*.[ch]* "$root"/labs/*/more/*.[ch]* \
        "$root"/solutions/*/*.cu "$root"/solutions/*/steps/*.cu "$root"/solutions/*/more/*.cu; do
        case $file in
        *'*'* | */vendor.cu | *.h) ;; # vendor.cu needs CUDA's libraries
        */call.c) entry "$file" clang "${call[@]}" ;;
        *.c) entry "$file" clang "${judge[@]}" ;;
        *.cu) entry "$file" clang++ "${cuda[@]}" ;;
        esac
    done
}

# A header's twin lets kernels call its functions, as editor.h does with those of cuda_runtime.h.
write_twins() {
    local header
    rm -rf "$root/build/editor"
    mkdir -p "$root/build/editor/cooperative_groups"
    cd "$root/common/simt/shim"
    for header in cooperative_groups.h cooperative_groups/*.h cuda_[!r]*.h; do
        printf '#pragma clang force_cuda_host_device %s\n' "begin
#include_next <$header>" end >"$root/build/editor/$header"
    done
}

# Each is whole, or it is the one before.
write() {
    cat >"$root/$1.new" && mv "$root/$1.new" "$root/$1"
}

(write_twins)
{ echo "[$(entries)]"; } | write compile_commands.json
write .clangd <<END
# Written by make editor: for files that compile_commands.json has not.
If:
  PathMatch: .*\.cuh?
CompileFlags:
  Add: [$(quoted "${cuda[@]}")]
END
echo "clangd knows the suite now: compile_commands.json, .clangd"
command -v clangd >/dev/null || echo "clangd itself is not installed: on Debian and Ubuntu it is the package clangd; VS Code's extension brings its own"
