#!/usr/bin/env bats
# Running grids on the CPU backend: fibers, barriers, warps, atomics, faults, launches, and what
# may be named in a kernel. The programs are in simt/; each scenario is a process of its own, under
# each compiler and each kind of context switch there is.
# bats file_tags=apart

load suite

setup_file() {
    export HERE="$BATS_TEST_DIRNAME/simt" BUILT="$BATS_FILE_TMPDIR"
    local targets=(all portable)
    ! command -v clang++ >/dev/null || targets+=(clang)
    for target in "${targets[@]}"; do
        make -s -j2 -f "$HERE/simt.mk" BUILD="$BUILT" "$target"
    done
}

# plays PROGRAM SCENARIO...: each succeeds in every build.
plays() {
    local program=$1 build scenario
    shift
    for build in "$BUILT" "$BUILT"/clang "$BUILT"/portable; do
        [ -d "$build" ] || continue
        for scenario; do
            echo "$build/$program $scenario"
            timeout "$(seconds 60)" "$build/$program" "$scenario"
        done
    done
}

# The line of faults.cu that has the mark.
at() {
    echo "faults.cu:$(sed -n "\,// $1\$,=" "$HERE/faults.cu")"
}

# tells SCENARIO REGEX: what faults.cu prints of its fault matches, whole, in every build: in the first with all
# workers, in the others with one, since many a fault keeps all of them busy until the watchdog comes.
tells() {
    local build workers=()
    for build in "$BUILT" "$BUILT"/clang "$BUILT"/portable; do
        [ -d "$build" ] || continue
        [ "$build" = "$BUILT" ] || workers=(SIMT_WORKERS=1)
        run env "${workers[@]}" timeout "$(seconds 20)" "$build/faults" "$1"
        output=${output%%$'\nqemu: '*} # what an emulator says of a program that has died
        echo "$build: $status"
        echo "got:  $output"
        echo "want: $2"
        [[ $output =~ ^$2$ ]]
    done
}

block='\(([0-9]+),([0-9]+),([0-9]+)\)'

# setting NAME COMPILER: what simt.mk makes of a variable with that compiler.
setting() {
    # shellcheck disable=SC2016 # for make
    make -s -f "$HERE/simt.mk" CXX="$2" BUILD="$BUILT" --eval '.PHONY: told
told: ; @echo $('"$1"')' told
}

# --- switching ---------------------------------------------------------------------------------

@test "every register that a call must preserve survives a switch" {
    plays registers ''
}

@test "ticks that come by the thousand take no room on a thread's stack" {
    plays ticks ''
}

@test "who waits for a small launch stays awake for a moment, seldom where that is in vain, and never on one core" {
    run -0 "$BUILT/spin_wait" 1
    [ "$output" = $'in vain: 0\nas wanted: 0, in vain after it: 0' ]
    run -0 "$BUILT/spin_wait" 2
    [ "$output" = $'in vain: 91\nas wanted: 1000, in vain after it: 5' ]
}

# --- barriers ----------------------------------------------------------------------------------

@test "blocks of 1 to 1024 threads in one to three dimensions meet at barriers" {
    plays barriers shapes
}

@test "what a thread holds in registers, and on its stack, lasts through barriers" {
    plays barriers values
}

@test "a loop may have twenty thousand barriers" {
    plays barriers long_loops
}

@test "threads know their indices and the shape of block and grid" {
    plays barriers indices
}

@test "barriers count, and say whether all or any came with a predicate" {
    plays barriers votes
}

@test "a device function with barriers may call itself" {
    plays barriers recursion
}

@test "each block has dynamic shared memory of its own" {
    plays barriers dynamic
}

@test "shared memory that nobody has written holds junk at every launch" {
    plays barriers junk
}

@test "threads that wait and threads that do not may be in one block" {
    plays barriers some_wait
}

@test "results are the same with one worker, with two and with five" {
    run -0 env SIMT_WORKERS=1 "$BUILT/barriers" digest
    local one=$output
    for workers in 2 5; do
        run -0 env SIMT_WORKERS=$workers "$BUILT/barriers" digest
        [ "$output" = "$one" ]
    done
}

@test "a barrier in two branches is told with both lines and who waits there" {
    tells divergent "cudaErrorLaunchFailure: divergent barrier: 16 threads \(first: thread 0\) wait at $(at 'branch one'), 240 threads \(first: thread 16\) wait at $(at 'branch two'); every thread of block $block must reach the same __syncthreads\(\)"
}

@test "a barrier after an early return is told, with who has returned" {
    tells early_return "cudaErrorLaunchFailure: barrier after an early return, or in an if or loop that not all threads take: 12 threads of block \(3,0,0\) have returned \(first: thread 244\), 244 wait at $(at 'after return'); let every thread .*"
    tells late_return "cudaErrorLaunchFailure: barrier after an early return, or in an if or loop that not all threads take: 1 thread of block \(0,0,0\) has returned \(first: thread 63\), 63 wait at $(at 'last one leaves'); .*"
}

@test "threads that go through a loop of barriers more often than others are told" {
    tells uneven_loop "cudaErrorLaunchFailure: barrier after an early return, or in an if or loop that not all threads take: 32 threads .* wait at $(at 'uneven loop'); .*"
}

@test "early returns pass where they are tolerated, as on a device" {
    plays barriers tolerated
    run -0 env SIMT_TOLERATE_EXITED=1 "$BUILT/faults" early_return
    [ "$output" = 'cudaSuccess: ' ]
    run -0 env SIMT_TOLERATE_EXITED=1 "$BUILT/faults" left_the_warp
    [ "$output" = 'cudaSuccess: ' ]
}

# --- warps -------------------------------------------------------------------------------------

@test "shuffles read the lane that CUDA says, within their width and of all types" {
    plays warps shuffles widths types
}

@test "parts of a warp work apart under masks of their own" {
    plays warps partial_masks
    plays faults masks_in_turn
}

@test "lanes that the last warp of a block lacks are not waited for" {
    plays warps ragged
}

@test "votes, matches and reductions answer for the lanes of their mask" {
    plays warps votes matches reductions
}

@test "what is written before __syncwarp is seen after it" {
    plays warps syncwarp
}

@test "__activemask names the lanes that come there together" {
    plays warps activemask
}

@test "warps go through shuffles on their own while others wait at a barrier" {
    plays warps reduce loops_over_votes
}

@test "a lane must be in the mask that it gives" {
    tells not_in_mask "cudaErrorLaunchFailure: __shfl_sync at $(at 'not in its mask'): thread \(0,0,0\) of block \(0,0,0\) is lane 0 of its warp, and the mask 0xfffffffe that it gives does not name it"
}

@test "lanes that call different operations are told, with both lines" {
    tells operations_disagree "cudaErrorLaunchFailure: lanes of a warp disagree: thread 0 of block $block waits in __any_sync at $(at any) with mask 0xffffffff for thread 16, which waits in __all_sync at $(at 'all of them') with mask 0xffffffff; .*"
}

@test "a lane that has returned and is named in a mask is told" {
    tells left_the_warp "cudaErrorLaunchFailure: __shfl_down_sync at $(at 'one has left') with mask 0xffffffff, called by thread 32 of block \(0,0,0\): the mask names thread 37, which has returned; .*"
}

@test "a width that is no power of two is told" {
    tells width "cudaErrorLaunchFailure: __shfl_sync at $(at 'odd width'): a width of 20, by thread \(0,0,0\) .*"
}

@test "threads that wait for each other in different ways are a deadlock, told by groups" {
    tells deadlock "cudaErrorLaunchFailure: deadlock in block \(0,0,0\): 1 thread \(first: thread 0\) waits at $(at 'one at the barrier') in __syncthreads, 31 threads \(first: thread 1\) wait at $(at 'the others in a shuffle') in __shfl_sync with mask 0xffffffff"
}

# --- faults ------------------------------------------------------------------------------------

@test "a stray access is told by thread, block and line, and a null pointer as such" {
    tells null_pointer "cudaErrorIllegalAddress: illegal memory access at 0x0 by thread \(7,0,0\) of block \(1,0,0\) at $(at 'stray store') \(a null pointer\)"
    tells wild_pointer "cudaErrorIllegalAddress: illegal memory access at 0x100000 by thread \(7,0,0\) of block \(1,0,0\) at $(at 'stray store')"
    tells wild_call "cudaErrorIllegalAddress: illegal memory access at 0x5 by thread \(0,0,0\) of block \(0,0,0\) at $(at 'call of nothing') .*"
}

@test "a misaligned vector access is told" {
    [ "$(uname -m)" = x86_64 ] || skip "the processor allows it"
    tells misaligned "cudaErrorMisalignedAddress: misaligned memory access by thread \(1,0,0\) of block \(0,0,0\) at $(at misaligned), or .*"
}

@test "source lines are found where the system names another program than ours, as in an emulator" {
    local loader
    loader=$(readelf -p .interp "$BUILT/faults" | sed -n 's,^[^/]*\(/.*\),\1,p')
    run timeout "$(seconds 20)" "$loader" "$BUILT/faults" null_pointer
    [[ $output == *" at $(at 'stray store') (a null pointer)" ]]
}

@test "after a fault the program goes on and launches do nothing" {
    plays faults sticky
}

@test "endless recursion and large local arrays overflow the device stack" {
    tells stack_overflow "cudaErrorIllegalAddress: device stack overflow in thread \(5,0,0\) of block \(0,[01],0\) at faults.cu:[0-9]+; endless recursion, .*"
}

@test "a local array larger than the stack does not reach another thread's stack" {
    local build
    for build in "$BUILT" "$BUILT"/clang; do
        [ -x "$build/faults" ] || continue
        # clang++ has no probes for large frames on all machines; g++ has.
        [ "$build" = "$BUILT" ] ||
            [[ $(setting SIMT_CXXFLAGS clang++) == *-fstack-clash-protection* ]] || continue
        run timeout "$(seconds 20)" "$build/faults" large_local
        [[ $output == *'device stack overflow in thread (0,0,0) of block (0,0,0) at faults.cu:'* ]]
    done
}

@test "an integer division by zero is named" {
    [ "$(uname -m)" = x86_64 ] || skip "the processor gives 0"
    tells division "cudaErrorLaunchFailure: integer division by zero by thread \(9,0,0\) of block \(0,0,0\) at $(at division); .*"
}

@test "an assertion that fails names its text, its line and the thread" {
    tells assertion "cudaErrorAssert: Assertion \`\(int\)threadIdx.x < limit' failed at $(at assertion), thread \(3,0,0\) of block \([01],0,0\)"
}

@test "__trap ends the launch" {
    tells trapped "cudaErrorLaunchFailure: __trap\(\) by thread \(3,0,0\) of block \(0,0,0\) at $(at trap)"
}

@test "a function of the host that a kernel reaches out of the translator's sight ends the launch" {
    tells host_function "cudaErrorLaunchFailure: a kernel calls 'twice_on_the_host' \($(at 'of the host')\), a function of the host, by thread \(3,0,0\) of block \(0,0,0\): declare it __device__ or __host__ __device__; the device has no code of it"
}

@test "an endless loop is stopped and its line told" {
    tells endless "cudaErrorLaunchTimeout: kernel spin still runs after 0.3 s: thread $block of block \(2,0,0\) is at $(at endless); an endless loop, or far too much work for one thread\?"
    tells endless_lock "cudaErrorLaunchTimeout: kernel spin_in_turns still runs after 0.3 s: thread .* is at $(at 'lock that nobody frees'); an endless loop, or far too much work for one thread\? Does it wait for another block, which may begin only when this one has ended\?"
    tells endless_output "kernel print_forever still runs after 0.3 s: thread .* is at faults.cu:[0-9]+; an endless loop, or far too much work for one thread\?"
}

@test "a launch in which nothing comes to an end is stopped sooner" {
    tells endless_in_a_long_case "cudaErrorLaunchTimeout: kernel spin still runs after 0.3[0-9]* s: thread .* of block \(2,0,0\) is at $(at endless); an endless loop, .*"
}

@test "a launch is stopped where nobody waits for it any longer, however little it had of the processor" {
    tells endless_while_somebody_waits "cudaErrorLaunchTimeout: kernel use_up_time still runs after .* s: thread \(0,0,0\) of block \(0,0,0\) is at $(at 'time is over'); an endless loop, .*"
}

@test "threads that come to their ends too late are told as too much work, and as no endless loop" {
    tells too_much_work "cudaErrorLaunchTimeout: kernel work_of_all still runs after 0.3 s, and is no endless loop: [1-9][0-9]* of its 1048576 threads have returned by then, one after the other; it is far too much work, and thread .* is at faults.cu:[0-9]+; what does one thread do that is another's\?"
}

@test "a launch that gives too little dynamic shared memory is told how much, and a null pointer is one" {
    tells dynamic_forgotten "cudaErrorIllegalAddress: illegal memory access by thread $block of block $block at $(at dynamic): byte [0-9]+ of extern __shared__ memory, of which the launch of use_dynamic gives 0 bytes; how many is the third argument in <<<...>>>"
    tells dynamic_in_elements "cudaErrorIllegalAddress: illegal memory access by thread \(64,0,0\) of block $block at $(at dynamic): byte 256 of extern __shared__ memory, of which the launch of use_dynamic gives 256 bytes; .*"
    tells null_beside_dynamic "cudaErrorIllegalAddress: illegal memory access at 0x4 by thread .* at $(at null) \(a null pointer\)"
}

@test "a kernel that overwrites its thread from a shared array is told of an index too large" {
    for scenario in shared_overrun shared_cleared_beyond; do
        tells $scenario "kernel overrun_shared died of signal 11 \(Segmentation fault\): it has written far beyond an array, most likely a __shared__ one; is each index in its range\?"
        [ "$status" -eq 139 ]
    done
}

@test "who waits for a thread in an endless loop is told, too" {
    tells endless_before_barrier "cudaErrorLaunchTimeout: kernel spin_before_barrier still runs after 0.3 s: thread \(5,0,0\) of block $block is at $(at 'waits for what comes later'), and 63 threads of its block wait at $(at 'the others wait'); an endless loop, .*\? Does it wait for what they do only behind that line\?"
    tells endless_before_shuffle "cudaErrorLaunchTimeout: kernel spin_before_shuffle .*, and 31 threads of its block wait at $(at 'a warp waits'); an endless loop, .*"
}

@test "who waits in vain is stopped in time where giving way costs the processor for long" {
    # Like a machine on which many others want the processor.
    echo '#include <unistd.h>
        int sched_yield(void) { return usleep(10000); }' |
        gcc -x c -shared -fPIC -o "$BATS_TEST_TMPDIR/busy.so" -
    for scenario in endless_before_barrier endless_before_shuffle; do
        run -0 env LD_PRELOAD="$BATS_TEST_TMPDIR/busy.so" timeout 60 "$BUILT/faults" $scenario
        [[ $output == *'still runs after 0.3 s: thread (5,0,0)'* ]]
    done
}

@test "the watchdog's time is also set from outside" {
    run -0 env SIMT_WATCHDOG_SECONDS=0.2 "$BUILT/faults" endless_from_outside
    [[ $output == *'still runs after 0.2 s'* ]]
}

@test "host code that touches device memory dies with a sentence on what it was" {
    tells host_reads_device "host code read address 0x[0-9a-f]+ at $(at 'host read'), which is device memory from cudaMalloc \(allocation 2, 400 bytes\): copy it with cudaMemcpy first"
    [ "$status" -eq 139 ]
    tells host_writes_device "host code wrote address 0x[0-9a-f]+ at $(at 'host write'), which is device memory .*"
    [ "$status" -eq 139 ]
}

@test "any other crash of host code is told with its line" {
    tells host_crash "host code at $(at 'host crash') died of signal 11 \(Segmentation fault\), address 0x0: the pointer is NULL, or nothing has set it"
    [ "$status" -eq 139 ]
    tells host_crash_in_a_library "host code at $(at 'host call') \(in a function of a library\) died of signal 11 .*, address 0x0: the pointer is NULL, or nothing has set it"
}

@test "kernels print, long lines too, and a fault in printf leaves the output usable" {
    run -0 "$BUILT/faults" prints
    [ "${lines[0]}" = 'thread 0 of block says 0.00' ]
    [ "${lines[1]}" = 'plain line' ]
    [ "${lines[2]}" = 'x' ]
    [ "${#lines[3]}" = 601 ]
    [ "${lines[4]}" = 'thread 1 of block says 0.00' ]
    tells bad_print "cudaErrorIllegalAddress: illegal memory access at 0x40 by thread \(0,0,0\) of block \(0,0,0\) at $(at 'bad string') \(a null pointer\)"
}

# --- atomics and waiting -----------------------------------------------------------------------

@test "atomics of all types lose nothing, whatever block they come from" {
    plays atomics adding comparing masking wrapping exchanging shared_bins last_one_adds
}

@test "a block may wait for the one before it" {
    plays atomics waits_for_blocks
    run -0 env SIMT_WORKERS=1 "$BUILT/atomics" waits_for_blocks
    run -0 env SIMT_WORKERS=3 "$BUILT/atomics" waits_for_blocks
}

@test "a thread that spins lets the other threads of its block run" {
    plays atomics waits_in_block
}

@test "a lock goes round among all threads of all blocks" {
    plays atomics locks
}

# --- numbers -----------------------------------------------------------------------------------

@test "integer intrinsics have the values of the programming guide" {
    plays numbers integers
}

@test "operations that name a rounding mode round that way, and conversions saturate" {
    plays numbers rounding conversions
}

@test "a compiler that finds no fused multiply-add here is not told to use it" {
    local compiler=$BATS_TEST_TMPDIR/g++
    requires g++
    # shellcheck disable=SC2016 # for the shell in there
    printf '#!/bin/sh\nexec g++ $(echo "$*" | sed s/=native/=x86-64/)\n' >"$compiler"
    chmod +x "$compiler"
    [[ $(setting SIMT_CXXFLAGS "$compiler") == *-ffp-contract=off* ]]
    [[ $(setting SIMT_CXXFLAGS "$compiler") != *-mfma* ]]
}

@test "CUDA's own mathematical functions are there" {
    plays numbers mathematics
}

# They take a fifth of the time in which a small program is compiled.
@test "the special functions of C++17 are there for who asks for <cmath>, and no other program compiles them" {
    local compiler use='double both() { return std::beta(2., 3.) + std::riemann_zeta(2.); }'
    for compiler in g++ clang++; do
        command -v $compiler >/dev/null || continue
        local check=("$compiler" -std=c++17 -fsyntax-only -D__CUDACC__ -isystem "$ROOT/common/simt/shim" -isystem "$ROOT/common/simt"
            -include cuda_runtime.h -x c++ -)
        "${check[@]}" <<<"#include <cmath>
$use"
        run "${check[@]}" <<<"$use"
        [ "$status" != 0 ]
    done
}

# The shim, preprocessed by compiler $1, a declaration or a line of a body a line.
shim_of() {
    "$1" -std=c++17 -E -P -D__CUDACC__ -isystem "$ROOT/common/simt" -x c++ "$ROOT/common/simt/shim/cuda_runtime.h" |
        tr -s ' \n' ' ' | sed 's/[;{}]/\n/g; s/extern "C" inline/\n&/g; s/static inline/\n&/g'
}

# The functions of the shim that a C library may have too, as C headers declare them.
like_a_c_library() {
    sed -nE -e 's/^extern "C" inline __attribute__\(\(always_inline, unused\)\) (.* noexcept) $/extern "C" \1;/p' \
        -e 's/^ ?int ([a-z][a-z0-9_]*f)\(\.\.\.\) __attribute__.*(without a GPU).*/extern "C" float \1(float) noexcept;/p; t' \
        -e 's/^ ?int ([a-z][a-z0-9_]*)\(\.\.\.\) __attribute__.*(without a GPU).*/extern "C" double \1(double) noexcept;/p'
}

@test "a C library may have any of the shim's functions" {
    local compiler library=$BATS_TEST_TMPDIR/library.h
    for compiler in g++ clang++; do
        command -v $compiler >/dev/null || continue
        shim_of $compiler | like_a_c_library >"$library"
        grep -F 'float rsqrtf(float x) noexcept;' "$library"
        grep -F 'double erfinv(double) noexcept;' "$library"
        $compiler -std=c++17 -fsyntax-only -Wall -Wextra -Werror -D__CUDACC__ -isystem "$ROOT/common/simt" -isystem "$ROOT/common/simt/shim" \
            -include "$library" -include cuda_runtime.h -x c++ - \
            <<<'float on_both(float x) { return rsqrt(x) + sinpif(x) + (float)cospi((double)x); }'
    done
}

@test "what C may have a function of is declared as C declares it" {
    local compiler shim others
    # Of the rest, names that begin with __ are not C's to give, nor are CUDA's own words; and
    # overloads for float lie beside a function for double, which C calls so.
    for compiler in g++ clang++; do
        command -v $compiler >/dev/null || continue
        shim=$(shim_of $compiler)
        others=$(sed -nE 's/^static inline __attribute__\(\(always_inline, unused\)\) ([a-z]+ )*([a-zA-Z0-9_]+\().*/\2/p' <<<"$shim")
        [ "$(wc -l <<<"$others")" -gt 300 ]
        diff /dev/null <(comm -23 <(grep -vE '^(__|simt_|atomic[A-Z]|(min|max|clock64)\()' <<<"$others" | sort -u) \
            <(like_a_c_library <<<"$shim" | grep -oE '[a-z0-9_]+\(' | sort -u))
    done
}

@test "clocks go forward" {
    plays numbers clocks
}

# --- launches ----------------------------------------------------------------------------------

@test "configurations that a device refuses are refused with its error, and nothing runs" {
    plays launches configurations shared_memory counted
}

@test "the heap of kernels is full where blocks that run at once ask for more than its limit" {
    plays launches heap_of_kernels
}

@test "five thousand small launches take less than five seconds" {
    timeout "$(seconds 5)" "$BUILT/launches" many
}

@test "a launch from a kernel is refused by name" {
    run -0 "$BUILT/launches" nested
    [[ $output == 'cudaErrorNotSupported: launches.cu:'*': not supported without a GPU: a kernel that launches a kernel' ]]
}

# --- what does not build -----------------------------------------------------------------------

# refuses BEFORE BODY WORDS...: a kernel of these lines, behind the lines BEFORE, does not compile, and the compiler says
# all these words.
refuses() {
    local build=$BATS_TEST_TMPDIR compiler words
    printf '%s\n__global__ void kernel(int *p)\n{\n%s\n}\n' "$1" "$2" >"$build/one.cu"
    shift 2
    for compiler in g++ clang++; do
        command -v $compiler >/dev/null || continue
        run ! make -s -f "$HERE/simt.mk" BUILD="$BUILT" HERE="$build" CXX=$compiler \
            ROOT="$ROOT" "$BUILT/one.o"
        echo "$output"
        for words; do
            echo "want: $words"
            [[ $output == *"$words"* ]]
        done
    done
}

@test "what the backend lacks is a build error that names it" {
    refuses '' $'__shfl(1, 2);\n__dp4a(1, 2, 3);\n__vmaxu4(1, 2);\ntex2D(1, 2);' \
        'gone from CUDA since version 9; give a mask to its _sync form: __shfl' 'not supported without a GPU: __dp4a' \
        'not supported without a GPU: __vmaxu4' 'not supported without a GPU: tex2D'
    refuses $'#include <cublas_v2.h>\n#include <curand_kernel.h>' '' \
        'not supported without a GPU: <cublas_v2.h>' 'not supported without a GPU: <curand_kernel.h>'
}

@test "headers that a program includes out of habit are there" {
    local header

    for header in cuda.h cuda_runtime_api.h device_launch_parameters.h math_constants.h; do
        echo "#include <$header>"
    done >"$BATS_TEST_TMPDIR/one.cu"
    echo '__global__ void k(float *p) { *p = CUDART_INF_F + CUDART_PI_F * (CUDA_VERSION > 0); }' \
        >>"$BATS_TEST_TMPDIR/one.cu"
    make -s -f "$HERE/simt.mk" BUILD="$BUILT" HERE="$BATS_TEST_TMPDIR" ROOT="$ROOT" "$BUILT/one.o"
}

@test "an error in a .cu is shown at its own line" {
    refuses '' $'p[0] = undeclared;\nthreadIdx.x = 1;\natomicAdd((long long *)p, 1ll);' 'one.cu:4:' 'one.cu:5:' 'one.cu:6:'
}

@test "the library has the switch that is asked for, whichever was built before" {
    local library=$BUILT/portable/simt/libsimt.a
    nm "$library" | grep -w makecontext
    [ -f "$ROOT/common/simt/switch/$(uname -m).S" ] || skip "this processor has no other switch"
    cp -a "$BUILT/portable/simt" "$BATS_TEST_TMPDIR"
    library=$BATS_TEST_TMPDIR/simt/libsimt.a
    make -s -f "$HERE/simt.mk" BUILD="$BATS_TEST_TMPDIR" SIMT_BUILD="${library%/*}" "$library"
    nm "$library" >"$BATS_TEST_TMPDIR/names"
    run -1 grep -w makecontext "$BATS_TEST_TMPDIR/names"
}

@test "what only AArch64 compiles of the library and the judge is right, where a compiler for it is" {
    requires aarch64-linux-gnu-gcc
    echo '#include <stdio.h>' | aarch64-linux-gnu-gcc -fsyntax-only -x c - || skip "it has no C library"
    aarch64-linux-gnu-gcc -std=gnu11 -fsyntax-only -fopenmp -Wall -Werror -I"$ROOT/common" -I"$ROOT/common/judge" "$ROOT"/common/judge/*.c "$ROOT"/common/*.c
    make -s -f "$HERE/simt.mk" BUILD="$BATS_TEST_TMPDIR" SIMT_BUILD="$BATS_TEST_TMPDIR/simt" SIMT_MACHINE=aarch64 \
        CC='aarch64-linux-gnu-gcc -Werror' OBJCOPY=aarch64-linux-gnu-objcopy "$BATS_TEST_TMPDIR/simt/libsimt.a"
    [ "$(machine_of "$BATS_TEST_TMPDIR/simt/grid/signals.c.o")" = " b7 00" ]
}
