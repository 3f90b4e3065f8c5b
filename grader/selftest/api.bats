#!/usr/bin/env bats
# The runtime API of the CPU backend, and what `make doctor` says of it.
# bats file_tags=apart

load suite

setup_file() {
    export HERE="$BATS_TEST_DIRNAME/api"
    export SIMT="$ROOT/common/simt" BUILT="$BATS_FILE_TMPDIR"
    export CUDA="${CUDA_HOME:-/usr/local/cuda}"
    make -s -j2 -f "$HERE/api.mk" BUILD="$BUILT"
}

behaves() {
    "$BUILT/behaviour" "$1"
}

inside() {
    "$BUILT/inside" "$1" 2>"$BATS_TEST_TMPDIR/faults" || { cat "$BATS_TEST_TMPDIR/faults" && false; }
}

requires() {
    command -v "$1" >/dev/null || [ -e "$1" ] || skip "$1 is missing"
}

# --- what each function answers: the same expectations hold on a device ----------------------

@test "allocations are aligned, may be empty, and fail when they are too large" {
    behaves allocating
}

@test "a device has as much memory as it says, and not a byte more" {
    behaves the_whole_device
}

@test "only what was allocated can be freed, once, by the call for its kind" {
    behaves freeing
    behaves freeing_in_streams
}

@test "the pitch of an allocation is a multiple of 512" {
    behaves pitches
}

@test "pinned, registered and managed memory serve both sides" {
    behaves pinned_and_managed
    behaves pointers
    behaves hints
}

@test "a copy that says device refuses pageable host memory, in every combination" {
    behaves kinds_of_copy
}

@test "a copy must stay inside the allocations of both sides" {
    behaves ranges_of_copies
}

@test "what is copied arrives, and nothing else changes" {
    behaves bytes_arrive
    behaves setting_bytes
}

@test "two-dimensional copies and memsets keep to their rows at every pitch" {
    behaves pitches_of_copies
    behaves all_pitches
}

@test "streams and events work in order and refuse wrong handles" {
    behaves streams
    behaves priorities
    behaves events
}

@test "the device has the limits of an H200" {
    behaves properties
    behaves limits_of_launches
    behaves versions_and_limits
}

@test "a call without an address for its result is refused" {
    behaves nowhere_to_put_a_result
}

@test "the last error stays until it is taken, and has CUDA's name and words" {
    behaves the_last_error
    behaves error_texts
}

@test "C++ needs no casts, and knows symbols, kernels and their occupancy" {
    "$BUILT/templates"
}

# --- what the backend relies on ----------------------------------------------------------------

@test "host code that touches device memory dies" {
    inside closed_to_the_host
    inside allocated_while_open
}

@test "device memory can be used between open and close, also nested and from many threads" {
    inside open_in_between
    inside from_several_threads
    inside others_stay_open
}

@test "fresh device memory is junk, also where an array was before" {
    inside fresh_memory_is_junk
}

@test "allocations lie 256 bytes apart or more" {
    inside zones_between
}

@test "freed memory rests, is known as freed, and is used again later" {
    inside freed_memory_rests
    inside freed_memory_returns
    inside freed_memory_is_forgotten
    inside holes_are_used
}

@test "a gigabyte costs the pages that are touched" {
    inside a_large_one_is_cheap
    inside zeros_of_a_sparse_one_are_cheap
}

@test "what is allocated sparsely and freed leaves no small pages" {
    inside freed_sparse_ones_go_back
}

@test "what is in use and what was not freed is counted" {
    inside free_memory_is_exact
    inside leaks_are_counted
}

@test "an address is told by the array that is nearest" {
    inside arrays_are_named
    inside the_nearest_is_found
}

@test "a copy stays in the named array that it begins in, and the runner may copy all" {
    inside copies_stay_in_named_arrays
}

@test "a refused call says why" {
    inside refusals_have_reasons
}

@test "after a fault every call fails until the device is reset" {
    inside faults_stay
}

@test "a copy from or to memory that the host does not have is a fault in words" {
    inside unmapped_host_memory
    inside constant_host_memory
}

# --- the header ----------------------------------------------------------------------------------

@test "the header is clean in C11 and C++17 under gcc and clang" {
    for compiler in gcc clang; do
        command -v $compiler >/dev/null || continue
        for language in "c -std=c11" "c++ -std=c++17"; do
            # shellcheck disable=SC2086 # a language and its standard
            echo '#include "cuda/api.h"' | $compiler -x $language -Wall -Wextra -pedantic -Werror \
                -I "$SIMT" -fsyntax-only -
        done
    done
}

@test "what needs a GPU is a build error that names it" {
    for compiler in gcc g++ clang clang++ 'gcc -std=c2x' 'clang -std=c2x'; do
        command -v "${compiler%% *}" >/dev/null || continue
        for name in cudaGraphCreate cudaLaunchCooperativeKernel cudaMallocArray; do
            local language=c
            [[ $compiler != *++ ]] || language=c++
            echo "#include \"cuda/api.h\"
                  int main(void) { return $name((void *)0, 0); }" >"$BATS_TEST_TMPDIR/t.c"
            run ! $compiler -x $language -I "$SIMT" -c "$BATS_TEST_TMPDIR/t.c" -o /dev/null
            [[ $output == *"not supported without a GPU: $name"* ]]
        done
    done
}

@test "every function of the toolkit's runtime API is offered or refused by name" {
    requires "$CUDA/include/cuda_runtime_api.h"
    {
        echo '#include "cuda/api.h"'
        echo 'void *all[] = {'
        grep -oE 'CUDARTAPI +cuda[A-Za-z0-9]+' "$CUDA/include/cuda_runtime_api.h" |
            awk '{print "(void *)" $2 ","}' | grep -v SharedMemConfig | sort -u
        echo '};'
    } >"$BATS_TEST_TMPDIR/all.c"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/all.c")" -gt 250 ]
    gcc -std=gnu11 -I "$SIMT" -fsyntax-only "$BATS_TEST_TMPDIR/all.c"
}

@test "types have the sizes, alignments, offsets and values of the toolkit's" {
    requires "$CUDA/include/cuda_runtime_api.h"
    gcc -std=c11 -Wall -Wextra -I "$SIMT" "$HERE/layout.c" -o "$BATS_TEST_TMPDIR/ours"
    gcc -std=c11 -DTOOLKIT -I "$CUDA/include" "$HERE/layout.c" -o "$BATS_TEST_TMPDIR/theirs"
    "$BATS_TEST_TMPDIR/ours" >"$BATS_TEST_TMPDIR/ours.txt"
    "$BATS_TEST_TMPDIR/theirs" >"$BATS_TEST_TMPDIR/theirs.txt"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/ours.txt")" -gt 150 ]
    diff "$BATS_TEST_TMPDIR/ours.txt" "$BATS_TEST_TMPDIR/theirs.txt"
}

@test "errors and attributes have the toolkit's numbers, names and words, and none is missing" {
    requires "$CUDA/lib64/libcudart_static.a"
    gcc -std=gnu11 -Wall -Wextra -idirafter "$SIMT" -I "$CUDA/include" "$HERE/lists.c" \
        "$CUDA/lib64/libcudart_static.a" -ldl -lrt -pthread -o "$BATS_TEST_TMPDIR/lists"
    "$BATS_TEST_TMPDIR/lists"
}

@test "the expectations of these tests build on the toolkit too" {
    requires "$CUDA/lib64/libcudart_static.a"
    gcc -std=gnu11 -Wall -Wextra -Werror -I "$CUDA/include" "$HERE"/{behaviour,memory,device}.c \
        "$CUDA/lib64/libcudart_static.a" -ldl -lrt -pthread -o "$BATS_TEST_TMPDIR/behaviour"
    requires nvidia-smi
    "$BATS_TEST_TMPDIR/behaviour"
}

# --- doctor --------------------------------------------------------------------------------------

@test "doctor shows the limits of the CPU backend's device" {
    run -0 "$BUILT/doctor"
    [[ $output == *"device 0: CPU backend (simt)"* ]]
    [[ $output == *"CUDA: driver 13.0, runtime 13.0"* ]]
    [[ $output == *"shared memory        48 KiB a block (227 on request), 228 a multiprocessor"* ]]
    [[ $output == *"grid at most         2147483647 x 65535 x 65535"* ]]
}

@test "doctor builds on the toolkit and, without a device, names the error and the cure" {
    requires "$CUDA/lib64/libcudart_static.a"
    gcc -std=gnu11 -Wall -Wextra -Werror -I "$CUDA/include" "$ROOT/common/tools/doctor.c" \
        "$CUDA/lib64/libcudart_static.a" -ldl -lrt -pthread -o "$BATS_TEST_TMPDIR/doctor"
    CUDA_VISIBLE_DEVICES='' run -1 "$BATS_TEST_TMPDIR/doctor"
    [[ $output == *"no device: cudaError"* ]]
    [[ $output == *"cure: "* ]]
}

@test "doctor chooses the CPU backend where there is no device, on one screen" {
    DOCTOR_CPU="$BUILT/doctor" DOCTOR_CUDA=/bin/false run -0 bash "$ROOT/common/tools/doctor.sh"
    [[ $output == *"backend: cpu (it needs no device)"* ]]
    [ "${#lines[@]}" -le 40 ]
}

@test "doctor chooses CUDA where its program finds a device" {
    DOCTOR_CPU="$BUILT/doctor" DOCTOR_CUDA="$BUILT/doctor" run -0 bash "$ROOT/common/tools/doctor.sh"
    [[ $output == *"backend: cuda"* ]]
    BACKEND=cpu DOCTOR_CPU="$BUILT/doctor" DOCTOR_CUDA="$BUILT/doctor" \
        run -0 bash "$ROOT/common/tools/doctor.sh"
    [[ $output == *"backend: cpu (BACKEND=cpu)"* ]]
}

@test "doctor fails where no lab can run, and where a backend was asked for in vain" {
    DOCTOR_CPU='' DOCTOR_CUDA='' run -1 bash "$ROOT/common/tools/doctor.sh"
    [[ $output == *"nothing here can run the labs"* ]]
    BACKEND=cuda DOCTOR_CPU="$BUILT/doctor" DOCTOR_CUDA=/bin/false \
        run -1 bash "$ROOT/common/tools/doctor.sh"
    [[ $output == *"BACKEND=cuda cannot run here"* ]]
    BACKEND=gpu run -2 bash "$ROOT/common/tools/doctor.sh"
    [[ $output == "BACKEND=gpu: want auto, cpu or cuda" ]]
}

@test "doctor says what a missing tool costs" {
    mkdir "$BATS_TEST_TMPDIR/bin"
    for tool in bash dirname env grep head make gcc g++ mkdir rm chmod stat; do
        ln -s "$(command -v $tool)" "$BATS_TEST_TMPDIR/bin/$tool"
    done
    PATH="$BATS_TEST_TMPDIR/bin" DOCTOR_CPU="$BUILT/doctor" run -0 bash "$ROOT/common/tools/doctor.sh"
    [[ $output == *"bats                 missing: no make grade; make setup"* ]]
    [[ $output == *"nvcc                 missing: no CUDA backend"* ]]
    [[ $output == *"backend: cpu"* ]]
}
