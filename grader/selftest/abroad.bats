#!/usr/bin/env bats
# Machines of all kinds: kernels and containers that refuse things, odd folders, odd names, odd
# environments. The labs work there, or one line says why not.

load suite

LAB=01-matmul-naive

setup_file() {
    load suite
    export TOOLS=$BATS_FILE_TMPDIR HERE=grader/selftest/abroad
    cc=(gcc -std=gnu11 -O1 -Wall -Wextra -Werror)
    "${cc[@]}" "$ROOT/$HERE/refuse.c" -o "$TOOLS/refuse"
    for library in odd_kernel odd_pages starved no_heap; do
        "${cc[@]}" -shared -fPIC "$ROOT/$HERE/$library.c" -o "$TOOLS/$library.so"
    done
    for from in solutions $HERE/descriptors.cu grader/attacks/daemon.cu; do
        in_lab 01-matmul-naive programs BACKEND=cpu FROM=$from
    done
}

# judge_one FROM COMMAND...: the judge, by way of COMMAND, looks at FROM's program; CASE says at which case.
judge_one() {
    local from=$1 student
    shift
    student=$BUILD/$LAB/from/$from/student
    run env "$@" "$BUILD/$LAB/judge" --core "$student" --checked-core "$student.checked" \
        --task square_elements ${CASE:+--case "$CASE"}
    echo "$output"
}

# One line, no trace of a hand-in's marks, and it says $1.
is_told() {
    [ "$status" -eq 3 ]
    [ "${#lines[@]}" -eq 1 ]
    [[ $output = "judge: cannot "*"$1"* ]]
}

# --- what a kernel refuses ------------------------------------------------------------------

@test "a hand-in has no descriptor of the judge's where close_range is refused" {
    for error in ENOSYS EPERM; do
        CASE=one-block judge_one $HERE/descriptors "$TOOLS/refuse" $error close_range 77</dev/null
        [[ $output = *"descriptors: 0 1 2 3."* ]]
    done
}

@test "what gVisor and the profiles of containers refuse costs a right answer nothing" {
    for error in ENOSYS EPERM; do
        calls=userfaultfd,personality,ptrace,futex_waitv,membarrier,process_vm_readv,mincore,rseq,close_range,statx,openat2
        [ $error = EPERM ] || calls+=,clone3
        CASE=wider judge_one solutions "$TOOLS/refuse" $error $calls
        [ "$status" -eq 0 ]
    done
}

@test "a stranger's hand-in is taken where a container refuses what ls and stat need, or nothing is graded" {
    local handin=$BATS_TEST_TMPDIR/handin intake=$ROOT/grader/class/intake
    mkdir -p "$handin/$LAB" "$BATS_TEST_TMPDIR/bin"
    cp "$ROOT/solutions/$LAB"/*.cu "$handin/$LAB"
    run -0 "$TOOLS/refuse" EPERM statx,openat2 bash "$intake" "$handin" "$BATS_TEST_TMPDIR/taken"
    cmp "$handin/$LAB/matmul_naive.cu" "$BATS_TEST_TMPDIR/taken/handin/$LAB/matmul_naive.cu"
    printf '#!/bin/sh\nexit 1\n' >"$BATS_TEST_TMPDIR/bin/find"
    chmod +x "$BATS_TEST_TMPDIR/bin/find"
    PATH=$BATS_TEST_TMPDIR/bin:$PATH run -2 bash "$intake" "$handin" "$BATS_TEST_TMPDIR/taken"
    [ "$output" = "intake: handin cannot be listed" ]
}

@test "where a container refuses what make itself needs, its last line says which call that is" {
    for call in faccessat2 clone3; do
        for place in . "labs/$LAB"; do
            for verb in help doctor "check FROM=solutions"; do
                # shellcheck disable=SC2086 # several words
                run -2 env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL "$TOOLS/refuse" EPERM $call \
                    make -s --no-print-directory -C "$ROOT/$place" $verb BACKEND=cpu
                echo "$output"
                [[ ${lines[-1]} = *"this system refuses "*"($call, in the profile of an old container?): "* ]]
                run -1 grep -v '^make: [a-z/]*: Operation not permitted$\|this system refuses' <<<"$output"
            done
        done
    done
}

@test "where no /proc is mounted, findings have their lines all the same" {
    local wrong=grader/wrong/$LAB/matmul_2d/rows_of_a_n_apart.cu
    unshare -m true 2>/dev/null || skip "mounting needs root"
    in_lab $LAB programs checked-programs BACKEND=cpu FROM=$wrong
    student=$BUILD/$LAB/from/${wrong%.cu}/student
    run -1 unshare -m bash -c 'mount -t tmpfs none /proc && exec "$@"' - "$BUILD/$LAB/judge" --core "$student" \
        --checked-core "$student.checked" --task matmul_2d --case wide
    echo "$output"
    [[ $output = *"read of a["*"rows_of_a_n_apart.cu:16 by thread"* ]]
}

@test "where the judge cannot keep a hand-in apart from itself, or give it a thread, nothing runs and one line says so" {
    for calls in close_range,getdents64 prctl setsid memfd_create clone3 kill access; do
        judge_one $HERE/descriptors timeout 60 "$TOOLS/refuse" EPERM $calls 77</dev/null
        is_told ": Operation not permitted"
    done
}

@test "what a hand-in leaves running is ended, where the kernel lists no children" {
    CASE=one-block judge_one grader/attacks/daemon LD_PRELOAD="$TOOLS/odd_kernel.so"
    [[ $output = *"ended by itself (exit status 0)"* ]]
    run ! pgrep -f "^$BUILD/$LAB/from/grader/attacks/daemon/student"
}

@test "the judge's patience does not hang on the wall clock, which may be set back" {
    CASE=one-block judge_one grader/attacks/daemon timeout 60 env LD_PRELOAD="$TOOLS/odd_kernel.so"
    [ "$status" -eq 1 ]
    [[ $output = *"ended by itself (exit status 0)"* ]]
}

@test "a kernel without an end is told by its line, however little of the processor it had" {
    waits_for_night "six seconds of the processor"
    local wrong=grader/wrong/$LAB/matmul_2d/counter_of_eight_bits.cu
    in_lab $LAB programs BACKEND=cpu FROM=$wrong
    printf '#!/bin/sh\nLD_PRELOAD=%q exec %q\n' "$TOOLS/starved.so" \
        "$BUILD/$LAB/from/${wrong%.cu}/student" >"$BATS_TEST_TMPDIR/starved"
    chmod +x "$BATS_TEST_TMPDIR/starved"
    SIMT_WORKERS=1 run -1 "$BUILD/$LAB/judge" --core "$BATS_TEST_TMPDIR/starved" --task matmul_2d
    echo "$output"
    [[ $output = *"still runs after 0.000"*" s: thread "*" at counter_of_eight_bits.cu:"*"; an endless loop"* ]]
}

# --- pages ----------------------------------------------------------------------------------

@test "pages of 16 and of 64 KB, as kernels for arm64 have, cost a right answer nothing" {
    for pages in 16384 65536; do
        judge_one solutions LD_PRELOAD="$TOOLS/odd_pages.so" PAGES=$pages
        [ "$status" -eq 0 ]
    done
    # The checker's places are no multiples of this.
    judge_one solutions LD_PRELOAD="$TOOLS/odd_pages.so" PAGES=$((3 << 22))
    is_told "address space"
}

@test "the checker finds the same on pages of 16 and of 64 KB, and CUDA's API says the same" {
    waits_for_night "a minute"
    local build=$BATS_TEST_TMPDIR
    make -s -j2 -f "$ROOT/grader/selftest/checker/checker.mk" BUILD="$build" VARIANT=g++-O1 all
    make -s -j2 -f "$ROOT/grader/selftest/api/api.mk" BUILD="$build" "$build/behaviour"
    for pages in 16384 65536; do
        LD_PRELOAD="$TOOLS/odd_pages.so" PAGES=$pages "$build/g++-O1/cases"
        LD_PRELOAD="$TOOLS/odd_pages.so" PAGES=$pages "$build/behaviour"
    done
}

@test "where no heap can grow behind the program, as in some emulators, a right answer passes, and soon" {
    local program
    for program in student student.checked; do # to which the judge hands no LD_PRELOAD
        printf '#!/bin/sh\nLD_PRELOAD=%q exec %q\n' "$TOOLS/no_heap.so" "$BUILD/$LAB/from/solutions/$program" >"$BATS_TEST_TMPDIR/$program"
        chmod +x "$BATS_TEST_TMPDIR/$program"
    done
    run -0 within 5 "$BUILD/$LAB/judge" --core "$BATS_TEST_TMPDIR/student" --checked-core "$BATS_TEST_TMPDIR/student.checked" \
        --task matrix_add --case one-block
}

# --- limits ---------------------------------------------------------------------------------

@test "a few descriptors and a small stack are enough" {
    (ulimit -n 20 -s 128 && judge_one solutions && [ "$status" -eq 0 ])
    (ulimit -s unlimited && judge_one solutions && [ "$status" -eq 0 ])
}

@test "too small a stack for make is one line, of doctor as well, and 256 KB are enough" {
    for verb in check doctor; do
        (ulimit -s 128 && make_in "$ROOT/labs/$LAB" $verb BACKEND=cpu && is_refused "the stack is limited to 128 KiB: ")
    done
    ulimit -s 256
    make_in "$ROOT" check LAB=01 FROM=solutions TASK=square_elements CASE=wider BACKEND=cpu
    [ "$status" -eq 0 ]
}

@test "a kernel for 39 bits of addresses is named, by doctor first of all, and costs no hand-in its marks" {
    small=("$TOOLS/refuse" ENOMEM far_mmap)
    judge_one solutions "${small[@]}"
    is_told "a kernel for less than 46 bits"
    suite doctor BACKEND=cpu >"$BATS_TEST_TMPDIR/here"
    for verb in doctor "explain TASK=square_elements FROM=solutions"; do
        # shellcheck disable=SC2086 # several words
        run -2 env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL "${small[@]}" \
            make -s --no-print-directory -C "$ROOT" $verb LAB=01 BACKEND=cpu
        echo "$output"
        [[ ${lines[0]} = *"address space (ulimit -v, vm.overcommit_memory=2, or a kernel for less than 46 bits?)"* ]]
    done
    grep -q '^the labs can run here' "$BATS_TEST_TMPDIR/here"
}

@test "doctor says where address space costs memory, as in an old emulator, and nowhere else" {
    suite doctor BACKEND=cpu >/dev/null
    # The fifth number of a struct rusage is the most memory, in KiB.
    echo 'int getrusage(int who, long *used) { return used[4] = 8 << 20, who; }' |
        gcc -x c -shared -fPIC -o "$BATS_TEST_TMPDIR/eight.so" -
    run -0 env LD_PRELOAD="$BATS_TEST_TMPDIR/eight.so" "$BUILD/common/doctor-cpu"
    [[ ${lines[0]} = "each checked program takes 8 GiB of memory here, "* ]]
    run -0 "$BUILD/common/doctor-cpu"
    [[ $output != *"each checked program"* ]]
}

@test "too little address space costs no hand-in its marks, but is told in one line" {
    (ulimit -v 8000000 && judge_one solutions && is_told "ulimit -v")
    (ulimit -v 400000000 && judge_one solutions && is_told "ulimit -v, vm.overcommit_memory=2")
    (ulimit -f 1 && judge_one solutions && is_told "File too large")
}

# limited_to KILOBYTES COMMAND...: in so much address space.
limited_to() (
    ulimit -v "$1"
    shift
    "$@"
)

@test "where the judge cannot work, grading is an error and never a mark" {
    mkdir -p "$BUILD/grade" && echo "{}" >"$BUILD/grade/results.json" # of an earlier grading
    run -2 limited_to 400000000 suite grade LAB=01 FROM=solutions BACKEND=cpu
    echo "$output"
    [[ $output = *"score: $LAB could not be judged: judge: cannot give the CPU checker"* ]]
    [ ! -e "$BUILD/grade/results.json" ]
}

@test "a verdict that cannot be written is none" {
    judge=("$BUILD/$LAB/judge" --core "$BUILD/$LAB/from/solutions/student" --task square_elements --case one-block)
    run -3 "${judge[@]}" --json /dev/full
    [[ $output = *"judge: cannot write /dev/full: make room on the disk" ]]
    run -3 bash -c '"$@" >/dev/full' - "${judge[@]}"
    [[ $output = "judge: cannot write "* ]]
    run -0 bash -c '"$@" <&- >&- 2>&-' - "${judge[@]}" --json "$BATS_TEST_TMPDIR/verdict"
    jq -e .passed "$BATS_TEST_TMPDIR/verdict"
}

# --- names and folders ----------------------------------------------------------------------

# Just enough of the suite to type make in, in the folder $1.
small_copy() {
    mkdir -p "$1/labs/$LAB"
    cp "$ROOT/Makefile" "$1"
    (cd "$ROOT" && find common \( -name '*.mk' -o -name requirements.sh \) -exec cp --parents -t "$1" {} +)
    find "$ROOT/labs/$LAB" -maxdepth 1 -type f -exec cp -t "$1/labs/$LAB" {} +
}

# make, as a user's shell would start it in the folder $1.
make_in() {
    local folder=$1
    shift
    run env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -C "$folder" make -s --no-print-directory "$@"
    echo "$output"
}

# One line of make's own, and it says $1.
is_refused() {
    [ "$status" -eq 2 ]
    [ "${#lines[@]}" -eq 1 ]
    [[ $output = *"$1"* ]]
}

@test "a folder's name that make cannot follow is one line, at the top and in a lab, and nothing is built" {
    for name in 'two words' "a'b" 'a&b' 'a(b' 'a)b' 'a#b' 'a:b' 'a$b' 'a%b' 'a;b' 'a\b' 'a"b' 'a<b' 'a|b' 'a`b' \
        'a*b' 'a?b' 'a[b]' '{a,b}' 'a=b' 'a!b' 'a~b' $'a\tb' $'a\nb'; do
        folder=$BATS_TEST_TMPDIR/$name
        small_copy "$folder"
        for place in . "labs/$LAB"; do
            for verb in help check grade; do
                make_in "$folder/$place" "$verb"
                [ "$status" -eq 2 ]
                [[ $output = *"make cannot follow: move or rename the folder"* ]]
                [[ $name = *$'\n'* ]] || [ "${#lines[@]}" -eq 1 ]
            done
        done
        [ ! -e "$folder/build" ]
    done
}

@test "a value that make cannot follow is one line, whichever it is and wherever it is given" {
    for variable in FROM BUILD; do
        for value in 'two words' "a'b" 'a&b' 'a(b' 'a#b' 'a:b' 'a$b' 'a$(shell touch made)' 'a%b' 'a;b' 'a\b' 'a`b'; do
            make_in "$ROOT/labs/$LAB" check "$variable=$BATS_TEST_TMPDIR/$value"
            is_refused "$variable= has "
        done
        make_in "$ROOT" check LAB=01 "$variable=two words"
        is_refused "$variable= has spaces in it"
    done
    for variable in INPUT TASK CASE SEED BACKEND; do
        for value in "a'; touch made; '" '$(shell touch made)'; do
            make_in "$ROOT/labs/$LAB" check "$variable=$value"
            is_refused "$variable= has a quotation mark or a \$ in it"
        done
    done
    make_in "$ROOT/labs/$LAB" check INPUT="two words"
    is_refused "INPUT=two words has spaces in it"
    [ ! -e "$ROOT/labs/$LAB/made" ]
}

@test "letters of any script, and marks that mean nothing, are fine in a folder's name" {
    copy_suite "$BATS_TEST_TMPDIR/-größe,日本+@^" without-answers
    run -0 in_lab $LAB check BACKEND=cpu FROM=solutions TASK=matmul_2d
    echo "$output"
    [[ $output = *"ok     matmul_2d"* ]]
}

@test "a BUILD that is relative is one folder, for the top and for the labs" {
    small_copy "$BATS_TEST_TMPDIR/suite"
    make_in "$BATS_TEST_TMPDIR/suite" -n tools LAB=01 BUILD=elsewhere
    [ -d "$BATS_TEST_TMPDIR/suite/elsewhere/$LAB" ]
    [ ! -e "$BATS_TEST_TMPDIR/suite/labs/$LAB/elsewhere" ]
}

@test "files that are dated in the future, as an archive from another time zone has them, are one line" {
    small_copy "$BATS_TEST_TMPDIR/suite"
    touch -d '+5 hours' "$BATS_TEST_TMPDIR/suite/common/variables.mk"
    for place in . "labs/$LAB"; do
        make_in "$BATS_TEST_TMPDIR/suite/$place" check 2>&1
        [ "$status" -eq 2 ]
        [[ ${lines[-1]} = *"the files of the suite are dated in the future: "* ]]
    done
    touch "$BATS_TEST_TMPDIR/suite/common/variables.mk"
    make_in "$BATS_TEST_TMPDIR/suite" help
    [ "$status" -eq 0 ]
}

@test "a folder where nothing can be run is one line that names BUILD=" {
    mkdir "$BATS_TEST_TMPDIR/noexec"
    mount -t tmpfs -o noexec none "$BATS_TEST_TMPDIR/noexec" 2>/dev/null || skip "mounting needs root"
    make_in "$ROOT/labs/$LAB" check BUILD="$BATS_TEST_TMPDIR/noexec"
    umount "$BATS_TEST_TMPDIR/noexec"
    is_refused "programs in $BATS_TEST_TMPDIR/noexec/$LAB cannot be run (is it mounted noexec?): say BUILD=a folder where they can"
}

# What make_in has said, kept for later under a name.
keep_told() {
    echo "$status" >"$BATS_TEST_TMPDIR/$1.status"
    echo "$output" >"$BATS_TEST_TMPDIR/$1"
}

was_told() {
    status=$(cat "$BATS_TEST_TMPDIR/$1.status")
    output=$(cat "$BATS_TEST_TMPDIR/$1")
    mapfile -t lines <"$BATS_TEST_TMPDIR/$1"
}

@test "a checkout that nobody may write to, without run bits, is graded into BUILD, or one line names it" {
    [ "$(id -u)" -ne 0 ] || mount=1
    copy_suite "$BATS_TEST_TMPDIR"
    # Of what all labs' judges and programs share one object each is compiled there.
    mkdir -p "$BATS_TEST_TMPDIR/build/common"
    cp -a "$BUILD/common/judge" "$BUILD/common/cpu" "$BATS_TEST_TMPDIR/build/common/"
    rm "$BATS_TEST_TMPDIR"/build/common/{judge,cpu}/exchange.o
    rm -rf "$BUILD"
    mkdir -p "$BUILD/$LAB"
    find "$ROOT" -type f -exec chmod a-x {} +
    chmod -R a-w "$ROOT"
    if [ -n "${mount-}" ]; then
        mount --bind "$ROOT" "$ROOT" && mount -o remount,ro,bind "$ROOT" || skip "mounting needs more than root"
    fi
    run suite grade FROM=solutions LAB=01 BACKEND=cpu BUILD="$BATS_TEST_TMPDIR/build"
    graded=$output
    for verb in grade check test book "setup grade" doctor; do
        # shellcheck disable=SC2086 # two goals are two words
        make_in "$ROOT" $verb FROM=solutions
        keep_told "$verb"
    done
    make_in "$ROOT/labs/$LAB" hint
    hinted=$output
    for verb in clean editor; do
        make_in "$ROOT" $verb
        keep_told $verb
        make_in "$ROOT/labs/$LAB" $verb
        keep_told "$verb in a lab"
    done
    [ -z "${mount-}" ] || umount "$ROOT"
    chmod -R u+w "$ROOT"
    echo "$graded"
    [[ $graded = *"total 100/100"* ]]
    for verb in grade check test book "setup grade"; do
        was_told "$verb"
        is_refused "cannot write to $BUILD: make it writable, or say BUILD=a folder that is"
    done
    for verb in "" " in a lab"; do
        was_told "clean$verb"
        is_refused "make it and the folder that it is in writable"
        was_told "editor$verb"
        is_refused "cannot write to $ROOT, where make editor puts compile_commands.json"
    done
    [[ $(head -n 1 "$BATS_TEST_TMPDIR/doctor") = "nothing here can run the labs: cannot write to $BUILD: "* ]]
    [[ $hinted != *denied* && $hinted != *"cannot"* && $hinted != *"Read-only"* ]]
    [[ $hinted = *"hint 1 of "*"labs/$LAB/hints.md"* ]]
}

# --- a user's own environment -----------------------------------------------------------------

@test "grading does not depend on the user's shell, locale, flags or temporary folder" {
    echo 'echo noise; exit 3' >"$BATS_TEST_TMPDIR/noise"
    mkdir "$BATS_TEST_TMPDIR/two words"
    for odd in CDPATH=/tmp:/ BASH_ENV="$BATS_TEST_TMPDIR/noise" ENV="$BATS_TEST_TMPDIR/noise" IFS=/ \
        GREP_OPTIONS=--color=always POSIXLY_CORRECT=1 LC_ALL=de_DE.UTF-8 CXXFLAGS=-fno-such-option \
        CPPFLAGS=-DCHECK ARCH=x86_64 TMPDIR=/nonexistent TMPDIR=/proc TMPDIR="$BATS_TEST_TMPDIR/two words" \
        HOME="/a'b" NAME=host MAKEFLAGS=-R MAKEFLAGS=--warn-undefined-variables MAKEFLAGS=-Oline; do
        run env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u TERM "$odd" make -s --no-print-directory -C "$ROOT" \
            check LAB=01 FROM=solutions TASK=square_elements CASE=wider BACKEND=cpu
        echo "$odd: $output"
        [ "$status" -eq 0 ]
        [ "$(grep -vc '^make: .*TMPDIR\|^make: using' <<<"$output")" -eq 2 ] # make 4.4 tells of TMPDIR
        [[ $output = *"ok     square_elements"* ]]
    done
}

@test "what a user's shell exports to have bash, grep or tar do otherwise reaches no recipe" {
    local odd=(SHELLOPTS=noclobber:errexit BASHOPTS=failglob BASH_COMPAT=3.2 BASH_XTRACEFD=9 BASH_ENV=/ ENV=/ CDPATH=/
        GREP_OPTIONS=-v TAR_OPTIONS=-v POSIXLY_CORRECT=1)
    for place in . "labs/$LAB"; do
        run -0 env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL "${odd[@]}" make -s --no-print-directory -C "$ROOT/$place" \
            --eval='told: ; env' told
        [[ $output = *"LC_ALL=C"* ]]
        printf '^%s=\n' "${odd[@]%%=*}" >"$BATS_TEST_TMPDIR/names"
        run -1 grep -f "$BATS_TEST_TMPDIR/names" <<<"$output"
        echo "$output"
    done
    # Nor what takes make's own place.
    gcc -shared -fPIC "$ROOT/common/tools/become.c" -o "$BATS_TEST_TMPDIR/become.so"
    printf '%s\n' "NOT_HANDED_ON := CDPATH SHELLOPTS" "-load $BATS_TEST_TMPDIR/become.so" 'told: ; $(become env)' \
        >"$BATS_TEST_TMPDIR/become.mk"
    [[ $(make -f <(echo 'told: ; @echo $(.FEATURES)')) = *load* ]] || return 0
    run -0 env CDPATH=/ SHELLOPTS=noclobber MANY=1 make -f "$BATS_TEST_TMPDIR/become.mk"
    [[ $output = *"MANY=1"* ]]
    run -1 grep -f "$BATS_TEST_TMPDIR/names" <<<"$output"
}

@test "CUDA's own headers on CPATH, as modules of clusters have it, come behind the shim's" {
    mkdir "$BATS_TEST_TMPDIR/include"
    echo '#error "the ones of the toolkit"' >"$BATS_TEST_TMPDIR/include/cuda_runtime.h"
    echo '#define FROM_CPATH 7' >"$BATS_TEST_TMPDIR/include/of_mine.h"
    cp "$ROOT/solutions/$LAB/matmul_naive.cu" "$BATS_TEST_TMPDIR"
    export CPATH=$BATS_TEST_TMPDIR/include
    run -0 in_lab $LAB check BACKEND=cpu FROM="$BATS_TEST_TMPDIR/matmul_naive.cu" TASK=square_elements CASE=wider
    echo "$output"
    [[ $output = *"ok     square_elements"* ]]
    printf '#include <cuda_runtime.h>\n#include <of_mine.h>\nint main() { return FROM_CPATH; }\n' >"$BATS_TEST_TMPDIR/p.cu"
    run -7 env SIMT_BUILD="$BUILD/simt" "$ROOT/common/tools/simtcc" -run "$BATS_TEST_TMPDIR/p.cu" -o "$BATS_TEST_TMPDIR/p"
}

@test "tools that only a shell's variables name, as conda's, are told as such, and its archiver is no loss" {
    for pair in CC=x86_64-conda-linux-gnu-cc OBJCOPY=x86_64-conda-linux-gnu-objcopy "CXX=no-such-cache g++"; do
        run env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL "$pair" make -s --no-print-directory -C "$ROOT/labs/$LAB" check BACKEND=cpu
        is_refused "${pair#*=} is missing, which "
        is_refused "names it: unset that, or name one that is here"
    done
    run -0 env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL AR=x86_64-conda-linux-gnu-ar make -s --no-print-directory \
        -C "$ROOT/labs/$LAB" --eval='told: ; echo "$(AR)"' told
    [ "$output" = ar ]
}

@test "a rubric runs where the temporary folder is not there, and where the shell is told odd things" {
    local build=$BATS_TEST_TMPDIR/build
    mkdir -p "$build"
    # Other makes write there meanwhile: known answers and classes, and files that are not complete, which have a dot
    # before their name, or a number or "new" behind it.
    (cd "$BUILD" && find "$LAB" common -path "$LAB/from/*" ! -path "$LAB/from/solutions*" -prune -o \
        -type f ! -name '.*' ! -name '*.[0-9]*' ! -name '*.new' -print0) |
        tar -C "$BUILD" --null -T - -cf - | tar -C "$build" -xf -
    unset HOME TERM
    TMPDIR=/nonexistent CDPATH=/ run in_lab $LAB grade FROM=solutions BACKEND=cpu BUILD="$build"
    echo "$output"
    [ "$status" -eq 0 ]
    [[ $output = *"total 100/100"* ]]
}

@test "make -j, -k and -n say nothing of their own, and make -e is refused" {
    for flags in -j3 -j -k "-j2 -k"; do
        # shellcheck disable=SC2086 # two flags are two words
        make_in "$ROOT" $flags check LAB=01 FROM=solutions TASK=square_elements CASE=wider BACKEND=cpu
        [ "$status" -eq 0 ]
        [ "${#lines[@]}" -eq 2 ]
    done
    make_in "$ROOT/labs/$LAB" -n check BACKEND=cpu BUILD="$BATS_TEST_TMPDIR/build"
    [ "$status" -eq 0 ]
    [ -z "$(find "$BATS_TEST_TMPDIR/build" -type f)" ]
    make_in "$ROOT" -e help
    is_refused "make -e"
}

@test "numbers have a point in every recipe, whatever the user's locale" {
    for makefile in Makefile "labs/$LAB/Makefile" common/simt/bench.mk; do
        # Where there is no such locale, bash complains of it to stderr.
        run --separate-stderr env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL LC_ALL=de_DE.UTF-8 LC_NUMERIC=de_DE.UTF-8 make -s \
            --no-print-directory -C "$(dirname "$ROOT/$makefile")" -f "$(basename "$makefile")" \
            --eval='point: ; echo "$$LC_ALL"' point
        echo "$makefile: $output"
        [ "$output" = C ]
    done
}

@test "ARCH of the environment is nvcc's, or another's and of no account" {
    for pair in x86_64:sm_75 arm64:sm_75 sm_90:sm_90; do
        arch=${pair%:*}
        run env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL ARCH=$arch make -s --no-print-directory -C "$ROOT/labs/$LAB" \
            BACKEND=cuda NVCC=/bin/true DEVICE_FILES= --eval='arch: ; echo "[$(ARCH)]"' arch
        echo "$arch: $output"
        [ "$output" = "[${pair#*:}]" ]
    done
}

# --- other systems' small programs ---------------------------------------------------------------

# What the scripts say by the awk that comes first on the PATH.
said_by_awk() {
    suite progress
    printf '%s\n' "x.cu:3:5: error: 'n' was not declared in this scope" | bash common/tools/say_errors /nowhere
}

@test "busybox's tools in the place of GNU's say nothing of their own" {
    requires busybox
    local tool bin=$BATS_TEST_TMPDIR/busybox
    mkdir "$bin"
    busybox --list | grep -xE 'awk|basename|cat|cksum|cmp|cp|cut|date|dirname|env|expr|find|grep|head|id|ln|ls|mkdir|mktemp|mv|nproc|od|printf|readlink|realpath|rm|sed|seq|sh|sleep|sort|stat|tail|tee|timeout|touch|tr|uname|uniq|wc|xargs' >"$bin/list"
    [ "$(wc -l <"$bin/list")" -gt 20 ]
    while read -r tool; do
        ln -s "$(command -v busybox)" "$bin/$tool"
    done <"$bin/list"
    sed 's/^/\n/' "$ROOT/solutions/06-reduction/reduction.cu" >"$BATS_TEST_TMPDIR/reduction.cu"
    PATH=$bin:$PATH run -0 in_lab 06-reduction check FROM="$BATS_TEST_TMPDIR/reduction.cu" TASK=row_sums CASE=single BACKEND=cpu BUILD="$BUILD"
    [ "${#lines[@]}" = 2 ]
    [[ ${lines[1]} = "  ok     row_sums "*" 1 of 1 cases" ]]
}

@test "every awk tells a learner the same" {
    local other found=()
    cd "$ROOT"
    export BUILD=$BATS_TEST_TMPDIR/build
    mkdir -p "$BUILD" "$BATS_TEST_TMPDIR/bin"
    echo "task $LAB square_elements ok 25 25 1" >"$BUILD/progress"
    said_by_awk >"$BATS_TEST_TMPDIR/said"
    for other in mawk gawk original-awk "busybox awk"; do
        command -v "${other%% *}" >/dev/null || continue
        echo "$other"
        printf '#!/bin/sh\nexec %s "$@"\n' "$other" >"$BATS_TEST_TMPDIR/bin/awk"
        chmod +x "$BATS_TEST_TMPDIR/bin/awk"
        PATH=$BATS_TEST_TMPDIR/bin:$PATH said_by_awk 2>&1 | diff "$BATS_TEST_TMPDIR/said" -
        found+=("$other")
    done
    [ ${#found[@]} -gt 1 ] || skip "the only awk here is ${found[*]}"
}

# --- another default language -----------------------------------------------------------------

@test "every C and CUDA file is compiled in the language that it was written in" {
    run env -u MAKEFLAGS make -n -B -f "$ROOT/common/simt/bench.mk" BUILD="$BATS_TEST_TMPDIR"
    compiled=$(grep -E '(gcc|clang|g\+\+) .*\.(c|cu)( |$)' <<<"$output")
    make_in "$ROOT/labs/$LAB" -n -B check "$BATS_TEST_TMPDIR/common/doctor-cpu" BACKEND=cpu BUILD="$BATS_TEST_TMPDIR"
    compiled+=$'\n'$(grep -E '(gcc|clang|g\+\+) .*\.(c|cu)( |$)' <<<"$output")
    [ "$(wc -l <<<"$compiled")" -gt 40 ]
    run -1 grep -v -e '-std=' <<<"$compiled"
    echo "$output"
}

# --- files from Windows -----------------------------------------------------------------------

@test "a clone of Git for Windows has no CR in it" {
    git -C "$ROOT" rev-parse --git-dir >/dev/null 2>&1 || skip "this is not a git checkout"
    mkdir "$BATS_TEST_TMPDIR/tree"
    git -C "$ROOT" -c core.autocrlf=true -c core.eol=crlf --work-tree="$BATS_TEST_TMPDIR/tree" \
        checkout-index --all --prefix="$BATS_TEST_TMPDIR/tree/"
    [ -f "$BATS_TEST_TMPDIR/tree/Makefile" ]
    run -1 grep -rlI $'\r' "$BATS_TEST_TMPDIR/tree"
}

@test "a hand-in with CR LF, a byte order mark and splices is judged, and told its own lines" {
    wrong=grader/wrong/01-matmul-naive/square_elements/no_guard.cu
    {
        printf '\xef\xbb\xbf__device__ int first;\r\n#define TWO \\\r\n    2\r\n'
        sed 's/$/\r/' "$ROOT/$wrong"
    } >"$BATS_TEST_TMPDIR/from_windows.cu"
    run ! in_lab $LAB check BACKEND=cpu FROM=$wrong TASK=square_elements
    line=$(grep -o 'no_guard.cu:[0-9]*' <<<"$output" | head -n 1 | cut -d: -f2)
    run ! in_lab $LAB check BACKEND=cpu FROM="$BATS_TEST_TMPDIR/from_windows.cu" TASK=square_elements
    echo "$output"
    [ -n "$line" ]
    [[ $output = *"from_windows.cu:$((line + 3))"* ]]
}

@test "two commands at the same time build the backend without harm" {
    waits_for_night "half a minute"
    local half halves=()
    for half in 1 2; do
        suite -C "labs/$LAB" tools BACKEND=cpu SIMT_BUILD="$BATS_TEST_TMPDIR/simt" >"$BATS_TEST_TMPDIR/$half" 2>&1 &
        halves+=($!)
    done
    for half in "${halves[@]}"; do
        wait "$half" || { cat "$BATS_TEST_TMPDIR"/[12] && false; }
    done
    [ -f "$BATS_TEST_TMPDIR/simt/libsimt.a" ]
}
