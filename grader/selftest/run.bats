#!/usr/bin/env bats
# Whole programs with their own main(): `make run`, `make explain FILE=`, and simtcc behind them.
# bats file_tags=apart

load suite

setup() {
    export PATH=$ROOT/common/tools:$PATH TMP=$BATS_TEST_TMPDIR BUILD=$BATS_TEST_TMPDIR/build BACKEND=cpu
    unset CC CXX
    cd "$TMP" || exit
    {
        echo '#include <stdio.h>'
        echo '__global__ void add_one(int *a, int n)'
        echo '{'
        echo '    int i = blockIdx.x * blockDim.x + threadIdx.x;'
        echo '    if (i < n)'
        echo '        a[i] += 1;'
        echo '}'
        echo 'int main(int argc, char **argv)'
        echo '{'
        echo '    int *d_a, a = 0, n = argc > 1 ? 1000 : 1;'
        echo '    cudaMalloc(&d_a, 4);'
        echo '    cudaMemcpy(d_a, &a, 4, cudaMemcpyHostToDevice);'
        echo '    add_one<<<2, 256>>>(d_a, n);'
        echo '    cudaMemcpy(&a, d_a, 4, cudaMemcpyDeviceToHost);'
        echo '    printf("%d from %s\n", a, argc > 1 ? argv[argc - 1] : "nobody");'
        echo '    cudaFree(d_a);'
        echo '    return 3;'
        echo '}'
    } >one.cu
}

# shellcheck disable=SC2154 # bats sets stderr_lines
# One line on stderr, nothing on stdout, exit 2; it says $1.
refuses() {
    local says=$1
    shift
    run --separate-stderr -2 "$@"
    echo "$stderr"
    [ -z "$output" ]
    [ "${#stderr_lines[@]}" -eq 1 ]
    [[ $stderr = *"$says"* ]]
}

@test "a program has the terminal, its arguments and its own exit status" {
    run --separate-stderr -3 suite run FILE="$TMP/one.cu"
    [ "$output" = "1 from nobody" ]
    [[ ${#stderr_lines[@]} -eq 1 && $stderr = *"0 findings"*"make explain FILE=$TMP/one.cu"* ]]
    printf '%s\n' '#include <stdio.h>' \
        'int main() { char c[9]; fgets(c, 9, stdin); printf("%s!\n", c); return c[1] == 10 ? 0 : 9; }' >in.cu
    run -0 --separate-stderr in_lab 01-matmul-naive run FILE="$TMP/in.cu" <<<7
    [[ $output = *7*! ]]
}

@test "make run tells a time that begins before the first call of CUDA, and no other" {
    # EARLY stands before the first call, LATE behind it, and the end behind the kernel.
    sed 's/^#include.*/&\n#include <time.h>/; s/int \*d_a, a = 0/clock_t begin = 0; WARM EARLY int *d_a, a = 0/; s/add_one<<</LATE &/
        s/printf(/printf("%ld clocks\\n", (long)(clock() - begin)); &/' one.cu >all.cu
    while IFS=: read -r warm early late notes; do
        sed "s/WARM/$warm/; s/EARLY/$early/; s/LATE/$late/" all.cu >timed.cu
        run -3 suite run FILE="$TMP/timed.cu"
        echo "$output"
        [ "$(grep -c 'clock was read at timed.cu:11 contains the first call of CUDA' <<<"$output")" -eq "$notes" ]
        [[ $output = *"= 0 findings"* ]]
    done <<'END'
:begin = clock();::1
:begin = clock();:begin = clock();:0
cudaFree(0);:begin = clock();::0
:time(NULL);:begin = clock();:0
END
    # A function that reads the clock for both is not the place.
    sed "s/WARM LATE//; s/WARM//; s/LATE//; s/EARLY/begin = now();/; s/clock() -/now() -/; s/^int main/static clock_t now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, \\&t); return t.tv_sec * 1000 + t.tv_nsec \\/ 1000000; }\n&/" all.cu >timed.cu
    run -3 suite run FILE="$TMP/timed.cu"
    echo "$output"
    [[ $output = *"timed.cu:17: the time since the clock was read at timed.cu:12 contains"* ]]
}

@test "the time between events that nobody has waited for is no time, and make run says how to wait" {
    # A million threads: the kernel is not over when the time is asked for.
    sed 's/cudaFree(d_a);/cudaEvent_t from, to; float ms = -1; cudaEventCreate(\&from); cudaEventCreate(\&to);\
        cudaEventRecord(from); add_one<<<4096, 256>>>(d_a, 1); cudaEventRecord(to); WAIT cudaEventElapsedTime(\&ms, from, to);\
        printf("%s\\n", ms < 0 ? "no time" : "a time"); cudaDeviceSynchronize(); cudaFree(d_a);/' one.cu >both.cu
    sed 's/WAIT/cudaEventSynchronize(to);/' both.cu >waits.cu
    sed 's/WAIT//' both.cu >asks.cu
    run --separate-stderr -3 suite run FILE="$TMP/waits.cu"
    [[ $output = *"a time" && $stderr = *"0 findings"* ]]
    run --separate-stderr -1 suite run FILE="$TMP/asks.cu"
    echo "$output$stderr"
    [[ $output = *"no time" ]]
    [[ $stderr = *"cudaErrorNotReady: the device has not come to the event yet"*"cudaEventSynchronize()"*"1 finding: 1 cuda-error"* ]]
}

@test "a program that is run in a lab's folder may include the lab's header, and CHECK() names what failed" {
    {
        echo '#include "matmul_naive.h"'
        echo '__global__ void nothing(void) { }'
        echo 'int main(void)'
        echo '{'
        echo '    nothing<<<1, 2048>>>();'
        echo '    CHECK(cudaGetLastError());'
        echo '}'
    } >asks.cu
    run --separate-stderr -1 in_lab 01-matmul-naive run FILE="$TMP/asks.cu"
    [[ $stderr = *"asks.cu:6: cudaGetLastError() failed: cudaErrorInvalidConfiguration (invalid configuration argument)"* ]]
}

@test "findings come after the program's output, with their lines and counts, and exit status 1" {
    run --separate-stderr -1 suite run FILE="$TMP/one.cu" ARGS="a 'b  c'"
    [ "$output" = "1 from b  c" ]
    [[ $stderr = *"out-of-bounds"*"one.cu:6 by thread 1 of block 0"*"guard"*"2 findings: 2 out-of-bounds"* ]]
    run --separate-stderr -3 suite run FILE="$TMP/one.cu" ARGS=1 CHECK=0
    [ -z "$stderr" ]
}

@test "make explain FILE= shows a program's counters line by line" {
    run -3 suite explain FILE="$TMP/one.cu"
    [[ $output = *"   6         a[i] += 1;"*"2 global requests of 1 sectors"* ]]
}

@test "a program that is there is not built again, and one whose header has changed is" {
    echo '#define STATUS 4' >status.h
    printf '#include "status.h"\nint main() { return STATUS; }\n' >h.cu
    run -4 suite run FILE="$TMP/h.cu"
    program=$(find "$BUILD/run" -path '*/h-*/checked/h')
    built=$(stat -c %y "$program")
    run -4 suite run FILE="$TMP/h.cu"
    [ "$(stat -c %y "$program")" = "$built" ]
    sleep 0.01
    echo '#define STATUS 5' >status.h
    run -5 suite run FILE="$TMP/h.cu"
}

@test "several files, headers with kernels, and odd names make one program; no source is overwritten" {
    mkdir 'in c'
    printf 'template <class T> __global__ void twice(T *p) {\n    p[threadIdx.x] *= 2;\n    p[2] = threadIdx.x;\n}\n' >'in c/kernels of mine.cuh'
    printf '#include "in c/kernels of mine.cuh"\n%s\n' \
        'extern __device__ int shared_by_both; void run(int *d) { twice<<<1, 2>>>(d); }
        __global__ void get(int *d) { d[0] = shared_by_both; }
        int main() { int *d; cudaMalloc(&d, 12); cudaMemset(d, 0, 12); run(d); get<<<1, 1>>>(d);
        cudaMemcpyToSymbol(shared_by_both, d, 4); cudaFree(d); return 0; }' >"it's #1.cu"
    echo '__device__ int shared_by_both = 5;' >two.cu
    sha256sum ./*.cu in*/* >before
    run -1 suite run FILE="\"$TMP/it's #1.cu\" $TMP/two.cu"
    [[ $output = *"kernels of mine.cuh:3 by thread"* ]]
    sha256sum -c before
    run -1 suite explain FILE="\"$TMP/it's #1.cu\" $TMP/two.cu"
    [[ $output = *"kernels of mine.cuh"*"p[threadIdx.x] *= 2;"*"requests"* ]]
}

@test "a source that lies where programs are built is built, and stays" {
    run -3 suite run FILE="$TMP/one.cu"
    folder=$(dirname "$(find "$BUILD/run" -path '*/one-*/checked/one' | head -n 1)")
    cp one.cu "$folder/one.cu"
    run -3 suite run FILE="$folder/one.cu"
    cmp one.cu "$folder/one.cu"
}

@test "what is no program is refused in one line with exit 2" {
    refuses "FILE=prog.cu" suite run
    refuses "does not exist" suite run FILE="$TMP/none.cu"
    refuses "no file that can be read" suite run FILE="$TMP"
    refuses "none of .cu" suite run FILE="$ROOT/README.md"
    refuses "CHECK=2 is unknown" suite run FILE="$TMP/one.cu" CHECK=2
    refuses "without its partner" suite run FILE="$TMP/one.cu" ARGS="it's"
    refuses "no main()" suite run FILE="$ROOT/labs/03-tiled/tiled.cu"
    echo 'int main() { return 0 }' >bad.cu
    run -2 suite run FILE="$TMP/bad.cu"
    [[ $output = *"bad.cu:1: a ; is missing"*"bad.cu:1:"*error* ]]
}

@test "a program as Windows' compilers take it is told what is not so here" {
    printf '%s\n' '#include <conio.h>' 'void main() { _getch(); }' >windows.cu
    run -2 suite run FILE="$TMP/windows.cu"
    [[ $output = *"windows.cu:1: conio.h belongs to Windows"* ]]
    sed -i 1d windows.cu
    run -2 suite run FILE="$TMP/windows.cu"
    [[ $output = *"windows.cu:1: main() returns an int"* ]]
}

# Runs the program $1: it ends well, nothing is found, and its last line is the one that it says.
does_what_it_says() {
    suite run FILE="$1" >"$TMP/$(basename "$1").out" 2>&1 || { cat "$TMP/$(basename "$1").out" && return 1; }
    grep -q '^========= 0 findings;' "$TMP/$(basename "$1").out" &&
        [ "$(grep -v ^= "$TMP/$(basename "$1").out" | tail -n 1)" = "$(sed -n 's/^\/\/ prints: //p' "$1")" ]
}

@test "programs such as the source texts have run as they stand, and print what they must" {
    export -f does_what_it_says suite by_itself
    export TMP
    [ "$(find "$BATS_TEST_DIRNAME/programs" -name '*.cu' | wc -l)" -ge 9 ]
    find "$BATS_TEST_DIRNAME/programs" -name '*.cu' -print0 |
        xargs -0 -P 2 -I FILE bash -c 'does_what_it_says FILE || { echo FILE && exit 1; }'
}

@test "a header that others name from the top is read once, and translated" {
    mkdir parts
    printf '#pragma once\n__global__ void k(int *a) { *a = 3; }\ntemplate <class T> T twice(T a) { return 2 * a; }\n' >parts/one.cuh
    printf '#pragma once\n#include "parts/one.cuh"\nvoid run(int *a) { k<<<1, 1>>>(a); }\n' >parts/two.cuh
    printf '#include "parts/one.cuh"\n#include "parts/two.cuh"\nint main() { return twice(2); }\n' >top.cu
    run -0 simtcc -I. top.cu -o top
    run -4 ./top
}

@test "dynamic shared memory that a header declares is there in the kernels behind it, by name and by macro" {
    printf '#pragma once\n#define PUT(i) in_header[i] = i\nextern __shared__ int in_header[];\n' >dynamic.cuh
    printf '%s\n' '__global__ void before(int *a) { int in_header = 2; *a = in_header; }' '#include "dynamic.cuh"' \
        '__global__ void k(int *a) { PUT(threadIdx.x); __syncthreads(); a[threadIdx.x] = in_header[7 - threadIdx.x]; }' \
        'int main() { int *a, b[8]; cudaMalloc(&a, 32); k<<<1, 8, 32>>>(a); cudaMemcpy(b, a, 32, cudaMemcpyDefault); return b[2]; }' >dynamic.cu
    simtcc dynamic.cu -o dynamic
    run -5 ./dynamic
}

@test "a kernel of a header and a function of the host may have one name" {
    echo '__global__ void fill(int *a) { *a = 1; }' >fill.cuh
    printf '%s\n' '#include "fill.cuh"' 'void fill(int *a, int by) { *a += by; }' \
        'int main() { int *a; cudaMallocManaged(&a, 4); fill<<<1, 1>>>(a); cudaDeviceSynchronize(); fill(a, 5); return *a; }' >fill.cu
    simtcc fill.cu -o fill
    run -6 ./fill
}

@test "a backend that another checkout has built last is this one's again, and the other one may be gone" {
    simtcc one.cu -o one
    cp -as "$SIMT_BUILD" backend
    sed -i "s#^SIMT_DIR=.*#SIMT_DIR='$TMP/gone/common/simt'#" backend/flags
    SIMT_BUILD=$TMP/backend run -0 simtcc one.cu -o one
    grep -qxF "SIMT_DIR='$ROOT/common/simt'" backend/flags
    run -3 ./one
}

@test "a program that lies deep, with a header beside it, is built" {
    deep=$TMP/$(printf 'a-folder-with-a-long-name/%.0s' 1 2 3 4)
    mkdir -p "$deep"
    echo '#define STATUS 4' >"$deep/status.h"
    printf '#include "status.h"\nint main() { return STATUS; }\n' >"$deep/deep.cu"
    run -0 simtcc "$deep/deep.cu" -o deep
    run -4 ./deep
}

@test "a barrier after an early return passes, as on a device, and the checker tells of it" {
    echo '#include <stdio.h>
        __global__ void k(int *a) { if (threadIdx.x < 7) return; __syncthreads(); a[0] = 5; }
        int main() { int *a; cudaMallocManaged(&a, 4); k<<<1, 64>>>(a); int error = cudaDeviceSynchronize();
        printf("%d %d\n", error, error ? 0 : a[0]); cudaFree(a); }' >early.cu
    run -0 --separate-stderr suite run FILE="$TMP/early.cu" CHECK=0
    [ "$output" = "0 5" ]
    run -1 suite run FILE="$TMP/early.cu"
    [[ $output = *"barrier after an early return"*"early.cu:2"* ]]
}

@test "barriers of different lines that all threads reach pass, as on a device, and the checker tells of it" {
    echo '#include <stdio.h>
        __global__ void k(int *a) {
            if (threadIdx.x < 32) {
                a[threadIdx.x] = 5;
                __syncthreads();
            } else {
                __syncthreads();
                a[threadIdx.x] = a[threadIdx.x - 32];
            }
            __syncthreads();
        }
        int main() { int *a; cudaMallocManaged(&a, 256); k<<<1, 64>>>(a); int error = cudaDeviceSynchronize();
        printf("%d %d\n", error, error ? 0 : a[63]); cudaFree(a); }' >apart.cu
    run -0 --separate-stderr suite run FILE="$TMP/apart.cu" CHECK=0
    [ "$output" = "0 5" ]
    run -1 suite run FILE="$TMP/apart.cu"
    [[ $output = *"divergent barrier"*"apart.cu:5"*"apart.cu:7"* ]]
}

@test "what ended a kernel is said in words, without the checker, too" {
    echo '__global__ void k(int *a) { a[threadIdx.x + (1 << 28)] = 1; }
        int main() { int *a; cudaMalloc(&a, 4); k<<<1, 1>>>(a); int error = cudaDeviceSynchronize(); return error ? 3 : 0; }' >far.cu
    run -3 suite run FILE="$TMP/far.cu" CHECK=0
    [[ $output = *"========= fault: "*"far.cu:1"* ]]
    [ "$(grep -c 'far.cu:1' <<<"$output")" = 1 ]
}

@test "what ends a kernel and is a finding is told once; half an element hears of bytes" {
    cat >"$TMP/once.cu" <<'END'
#include <cuda.h>
__global__ void k(float *out)
{
    extern __shared__ float tile[];
    tile[threadIdx.x] = 1;
    if (threadIdx.x < 16)
        __syncthreads();
    else
        __syncthreads();
}
int main() { k<<<1, 32, 33>>>(nullptr); cudaDeviceSynchronize(); return 0; }
END
    run -1 suite run FILE="$TMP/once.cu"
    [[ $output = *"byte 32 of dynamic_shared, which has 33 bytes: once.cu:5 "*"in bytes"* ]]
    [ "$(grep -c "divergent barrier: " <<<"$output")" = 1 ]
    sed -i 's/^int main.*/CUmemGenericAllocationHandle of_memory; &/' "$TMP/once.cu"
    run -2 suite run FILE="$TMP/once.cu"
    [[ $output = *"not supported without a GPU: CUmemGenericAllocationHandle"* ]]
}

@test "an error that the program never asks for is a finding" {
    echo '__global__ void k() {} int main() { k<<<1, 2000>>>(); return 0; }' >unasked.cu
    run -1 suite run FILE="$TMP/unasked.cu"
    [[ $output = *"cudaErrorInvalidConfiguration: k<<<"*"at unasked.cu:1"*"1 finding"* ]]
}

@test "findings are told of a program that aborts, too" {
    echo '#include <assert.h>
        int main() { int *d; cudaMalloc(&d, 4); assert(!d); }' >abort.cu
    run -134 suite run FILE="$TMP/abort.cu"
    [[ $output = *"abort.cu:2: 4 bytes allocated here are never freed"* ]]
}

@test "simtcc has nvcc's command line, and a note for what means nothing here" {
    echo 'int from_c(void) { return 40; }' >c.c
    echo '#include <cuda_runtime.h>
        extern "C" int from_c(void); int from_cpp() { dim3 d(2); return from_c() + d.x; }' >cpp.cpp
    mkdir include && echo '#define ZERO 0' >include/zero.h
    echo '#include "zero.h"
        int from_cpp(); __global__ void k(int *p) { *p = ADD; }
        int main() { int *p, h; cudaMalloc(&p, 4); k<<<1, 1>>>(p); cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost);
        return from_cpp() + h + ZERO; }' >main.txt
    run -0 simtcc -std=c++14 -O3 -g -lineinfo -arch=sm_80 -gencode arch=compute_70,code=sm_70 -Xcompiler -Wall,-fPIC \
        -I include -DADD=3 -MD -MF main.d -rdc=true -x cu -dc main.txt -o main.o
    [[ ${#lines[@]} -eq 1 && $output = "simtcc: note: "*-lineinfo*-arch*-gencode* ]]
    grep -q 'include/zero.h' main.d
    simtcc -c c.c cpp.cpp
    ar rcs libboth.a c.o cpp.o
    simtcc main.o -L. -lboth -lcudart -lm -o 'a program'
    run -45 './a program'
}

@test "simtcc splits words as nvcc does, reads files of options and runs what it has built" {
    printf '%s\n' '#include <stdio.h>' 'template <class U> __global__ void k(U) { printf("%d %s|", T + a + n, NAME); }' \
        'int main(int argc, char **argv) { k<<<1, 1>>>(0); cudaDeviceSynchronize(); puts(argv[argc - 1]); }' >words.cu
    printf -- '-D NAME="\\"o f\\""\n-lineinfo' >'one more'
    echo '-Da=20' >options
    run -0 simtcc -run -Xcompiler "-Wall -fno-inline" -Xlinker "-z now" -DT=300,n=1 --options-file="one more,options" \
        words.cu -o words --run-args "b c"
    [ "${lines[-1]}" = "321 o f|c" ]
    echo 'int f(void) { return 1; }' | tee d.c >e.cpp
    mkdir objects
    simtcc -c d.c e.cpp -odir objects
    ls objects/d.o objects/e.o
    refuses "names one object" simtcc -c d.c e.cpp -o d.o
    run -0 simtcc -shared -Xcompiler -fPIC d.c -o libd.so
    [[ $output = *"link that one with simtcc"* ]]
    nm -D --undefined-only libd.so | run -1 grep simt_
}

@test "CMake finds what it asks nvcc for, and g++ links with the toolkit's folder" {
    run simtcc -v __cmake_determine_cuda
    [ "$status" -ne 0 ]
    top=$(sed -n 's/^#$ TOP=//p' <<<"$output")
    libraries=$(sed -n 's/^#$ LIBRARIES= *//p' <<<"$output")
    grep -q '^#$ PATH=.' <<<"$output"
    grep -q '^#$ INCLUDES="-I.' <<<"$output"
    grep -qF -- '-arch compute_75' <<<"$output"
    grep -qF "/simtcc $libraries " <<<"$output"
    run -0 simtcc --version
    [[ $output = *"nvcc: NVIDIA (R) Cuda compiler driver"*V1[0-9].* ]]
    "$top/bin/nvcc" --options-file /dev/null -c one.cu -o one.o
    g++ one.o -L"$top/lib64" -lcudadevrt -lcudart_static -lcublas -o one
    run -3 ./one
    printf '#include <%s.h>\n' cuda_runtime cublas_v2 cufft curand cusparse cuda vector_types cuda_fp16 >host.cpp
    echo 'int other(int, char **); int main(int n, char **words) { void *p; other(n, words); return cudaMalloc(&p, 4) + cudaFree(p) + 9; }' >>host.cpp
    sed 's/int main(/int other(/' one.cu >other.cu
    simtcc -c other.cu -o other.o
    g++ -std=c++17 -Wall -Wextra -I"$top/include" host.cpp other.o -L"$top/lib64" -lcudart -o host 2>warnings
    [ ! -s warnings ]
    run -9 ./host
    simtcc -x cu -I"$top/include" -c host.cpp -o host.o
    run -1 g++ -std=c++11 -c host.cpp -I"$top/include" -fsyntax-only
    [[ $output = *"make CXX=simtcc"* ]]
}

@test "-std= is what the program gets, from C++14 on, and gcc links what is C but for its kernels" {
    printf '%s\n' '#include <vector>' '#include <stdio.h>' '#include <curand_kernel.h>' '#include <cooperative_groups.h>' \
        'using namespace std; int size = 7; __global__ void k(int *a) { a[threadIdx.x] = threadIdx.x; }' \
        'int main() { int *d, h[8]; cudaMalloc(&d, 32); k<<<1, 8>>>(d); cudaMemcpy(h, d, 32, cudaMemcpyDeviceToHost);' \
        'cudaFree(d); printf("%d %ld\n", h[SIZE], __cplusplus); }' >dialect.cu
    run -0 simtcc -std=c++11 -DSIZE=size --run dialect.cu -o dialect
    [ "$output" = "7 201402" ]
    run -0 simtcc --checked -std=gnu++14 -DSIZE=size --run dialect.cu -o dialect
    run -0 simtcc -std=c++20 -DSIZE=7 --run dialect.cu -o dialect
    [ "$output" = "7 202002" ]
    echo 'void go(void); int main(void) { go(); }' >main.c
    echo 'extern "C" void go() { int *p = new int[8]; delete[] p; }' >go.cu
    simtcc -c go.cu -o go.o
    run simtcc -v __cmake_determine_cuda
    gcc main.c go.o -L"$(sed -n 's/^#$ TOP=//p' <<<"$output")/lib64" -lcudart -lm -o linked
    ./linked
    printf '#include <cuda.h>\n#include <cuda_runtime.h>\nint main() { return cudaSetDevice(0); }\n' >host.cpp
    g++ -std=c++14 -c -I"$(sed -n 's/^#$ TOP=//p' <<<"$output")/include" host.cpp
    simtcc -std=c++11 -c -I"$(sed -n 's/^#$ TOP=//p' <<<"$output")/include" host.cpp
    simtcc -cuda go.cu
    ls go.cu.cpp.ii
}

@test "make NVCC=simtcc serves somebody else's makefile, and --checked its report" {
    printf 'NVCC = nvcc\none: one.o\n\t$(NVCC) -o $@ $^\n%%.o: %%.cu\n\t$(NVCC) -arch=sm_70 -c $< -o $@\n' >Makefile
    run -0 make NVCC=simtcc
    run --separate-stderr -3 ./one
    [ -z "$stderr" ]
    rm one one.o
    run -0 make NVCC="simtcc --checked"
    SIMT_REPORT=report.json run -1 ./one many
    [ "$(jq -c '[.findings, .list[0].kind, .list[0].places[0]]' report.json)" = \
        '[2,"out-of-bounds",{"file":"one.cu","line":6}]' ]
}

@test "simtcc refuses in one line what it does not know, and passes the compiler's status on" {
    refuses "--optmize is unknown" simtcc --optmize one.cu
    refuses "needs a value" simtcc one.cu -o
    refuses "none.cu does not exist" simtcc -c none.cu
    refuses "tells no language" simtcc -c "$ROOT/LICENSE"
    refuses "-ptx makes code for a device" simtcc -ptx one.cu
    echo 'int main() { return x; }' >bad.cu
    run -1 simtcc bad.cu
    [[ $output = *"bad.cu:1:"*x*"not declared"* ]]
}

@test "half, bfloat16, groups of threads and variables called blockDim are as on a device" {
    cat >new.cu <<'END'
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdio.h>
namespace cg = cooperative_groups;
__global__ void k(int *out, half *h)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int sum = cg::reduce(tile, (int)threadIdx.x, cg::plus<int>());
    int most = cg::reduce(cg::coalesced_threads(), (int)threadIdx.x, cg::greater<int>());
    if (threadIdx.x == 9)
        out[0] = sum, out[1] = most, h[0] = __hfma(h[0], __float2half(3), half(0.5f));
    for (int blockDim = 0; blockDim < 1; blockDim++)
        out[2] = blockDim;
}
int main()
{
    int *out;
    half *h;
    cudaMallocManaged(&out, 12);
    cudaMallocManaged(&h, 2);
    *h = 0.1f;
    dim3 gridDim(1), blockDim(32);
    k<<<gridDim, blockDim>>>(out, h);
    cudaDeviceSynchronize();
    int wrong = 0; // every half is itself again after a way through float; NaN is one of many
    for (unsigned i = 0; i < 65536; i++) {
        half value = __ushort_as_half(i);
        wrong += !__hisnan(value) && __half_as_ushort(__float2half(__half2float(value))) != i;
    }
    wrong += __half_as_ushort(__float2half(65520.f)) != 0x7c00;   // rounds to infinity
    wrong += __half_as_ushort(__double2half(0x1.0020000001p0)) != 0x3c01; // not twice
    wrong += __bfloat16_as_ushort(__float2bfloat16(0x1.01p0f)) != 0x3f80; // a tie, to even
    printf("%d %d %d %g %d\n", out[0], out[1], out[2], __half2float(*h), wrong);
    cudaFree(out);
    cudaFree(h);
}
END
    run -0 --separate-stderr suite run FILE="$TMP/new.cu"
    echo "$output"
    [ "$output" = "92 31 0 0.799805 0" ]
}

@test "a kernel that the host calls like a function is told how it is launched" {
    sed 's/add_one<<<2, 256>>>(d_a, n);/void (*call)(int *, int) = add_one; call(d_a, n);/' one.cu >called.cu
    run --separate-stderr suite run FILE="$TMP/called.cu"
    [ "$status" -ne 0 ]
    [[ $stderr = *"host code at "*"called.cu:"*"a launch with <<<...>>>"* ]]
}

# 20 s where each thread looked through what all others had read.
@test "many threads may read the same word in a program with fences" {
    {
        echo '__device__ unsigned done;'
        echo '__global__ void k(const int *n, volatile int *flag, int *sums, int *out)'
        echo '{'
        echo '    int i = blockIdx.x * blockDim.x + threadIdx.x;'
        echo '    if (i < *n)'
        echo '        atomicAdd(&sums[i % 2], 1 + *flag);'
        echo '    __threadfence();'
        echo '    if (atomicAdd(&done, 1) == *n - 1) {'
        echo '        __threadfence();'
        echo '        *out = sums[0] + sums[1];'
        echo '    }'
        echo '}'
        echo 'int main()'
        echo '{'
        echo '    int *d, n = 65536;'
        echo '    cudaMalloc(&d, 20);'
        echo '    cudaMemset(d, 0, 20);'
        echo '    cudaMemcpy(d, &n, 4, cudaMemcpyHostToDevice);'
        echo '    k<<<n / 256, 256>>>(d, d + 1, d + 2, d + 4);'
        echo '    cudaMemcpy(&n, d + 4, 4, cudaMemcpyDeviceToHost);'
        echo '    cudaFree(d);'
        echo '    return n == 65536 ? 7 : 0;'
        echo '}'
    } >many.cu
    simtcc --checked many.cu -o many
    run -7 bash -c 'ulimit -t 5 && exec ./many'
    [ -z "$output" ]
}

@test "without -rdc=true each file has its own variables of the device, and a program its own array" {
    {
        echo '#include <iostream>'
        echo 'using namespace std;'
        echo 'extern __device__ volatile int lock = 1;'
        echo '__constant__ int factor;'
        echo '__device__ int count = 3;'
    } >own.cuh
    for name in a b; do
        {
            echo '#include "own.cuh"'
            echo "__global__ void k_$name() { count += factor * lock; }"
            echo "int sum_$name(int f) { int c; cudaMemcpyToSymbol(factor, &f, 4); k_$name<<<1, 1>>>();"
            echo '    cudaMemcpyFromSymbol(&c, count, 4); return c; }'
        } >$name.cu
    done
    # Since GCC 14 each header of the C++ library declares std::array, and no program can use the name.
    echo '#include <iostream>
        using namespace std; int array; int main() { return array; }' >plain.cc
    own=array
    "${CXX:-g++}" -fsyntax-only plain.cc || own=stack
    echo "int *$own, sum_b(int);" >>a.cu
    echo "int main() { $own = new int(sum_a(10)); cout << *$own << ' ' << sum_b(20); }" >>a.cu
    simtcc a.cu b.cu -o own
    run -0 ./own
    [ "$output" = "13 23" ]
    run simtcc -rdc=true a.cu b.cu -o own
    [[ $status -ne 0 && $output = *"multiple definition of"*count* ]]
    sed -i '/^__device__/s/.*/extern __device__ int count;/; s/^__constant__/static &/; s/^extern.*lock/static __device__ volatile int lock/' own.cuh
    echo '__device__ int count = 3;' >>b.cu
    simtcc -rdc=true a.cu b.cu -o own
    run -0 ./own
    [ "$output" = "13 33" ]
}

@test "a barrier of the block takes no argument" {
    echo '__global__ void k() { __syncthreads(0); } int main() {}' >"$TMP/barrier.cu"
    run -2 suite run FILE="$TMP/barrier.cu"
    [[ $output = *"barrier.cu:1:"*"__syncthreads"* ]]
}

@test "a template's two types of one dynamic array, and a part that the host destroys, are refused" {
    printf '%s\n' 'template <class T> __global__ void k(T *x)' \
        '{ extern __shared__ T tile[]; x[0] = tile[0]; }' \
        'int main() { int *a = 0; int *b = 0; k<<<1, 1, 4>>>(a); k<<<1, 1, 4>>>(b); }' >"$TMP/types.cu"
    "$ROOT/common/tools/simtcc" -c "$TMP/types.cu" -o "$TMP/types.o"
    sed -i 's/int .b/float *b/' "$TMP/types.cu"
    run -1 "$ROOT/common/tools/simtcc" -c "$TMP/types.cu" -o "$TMP/types.o"
    [[ $output = *"types.cu:2:"*"error: "*"simt_one_type_for_tile"* ]]
    printf '%s\n' '#include <vector>' 'struct whole { std::vector<int> part; };' \
        '__global__ void k(whole *b) { whole &a = *b; }' '__global__ void l() { whole a; }' >"$TMP/parts.cu"
    run -1 "$ROOT/common/tools/simtcc" -c "$TMP/parts.cu" -o "$TMP/parts.o"
    [[ $output = *"parts.cu:4: error: the destructor of 'whole' is a host function"* ]]
    [[ $output != *"parts.cu:3:"* ]]
}

@test "what the host writes before a flag that a kernel waits for is in order, and what it writes later is a race" {
    local wrong

    says_what_it_must host_flags
    for wrong in 1:31 2:28; do
        run -1 suite run FILE="$ROOT/grader/selftest/others/host_flags.cu" ARGS="${wrong%:*}"
        [[ $output = *"race"*"the host writes it at host_flags.cu:${wrong#*:} "* ]]
    done
}

@test "a program may give a kernel a function of the host, and is told where the kernel calls it" {
    printf '%s\n' 'int next(int a) { return a + 1; }' '__global__ void k(int (*f)(int), int *a) { if (*a) *a = f(1); }' \
        'int main(int argc, char **) { int *a; cudaMallocManaged(&a, 4); *a = argc > 1; k<<<1, 1>>>(next, a);' \
        'cudaDeviceSynchronize(); cudaFree(a); }' >"$TMP/pointer.cu"
    run -0 suite run FILE="$TMP/pointer.cu"
    run -1 suite run FILE="$TMP/pointer.cu" ARGS=call
    [[ $output = *"a kernel calls 'next' (pointer.cu:1), a function of the host"* ]]
}
