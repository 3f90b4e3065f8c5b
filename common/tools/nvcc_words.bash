# shellcheck shell=bash
# shellcheck disable=SC2034 # simtcc reads what is set here
# nvcc's command line, for simtcc: take_all WORDS, and what they say lies in variables of simtcc's, which has
# `fail`, too.

note() {
    notes+=("$1")
}

# split TEXT SEPARATORS: into `words`, as a shell does: quotes and backslashes protect.
split() {
    local word='' open='' quote='' c i
    words=()
    for ((i = 0; i < ${#1}; i++)); do
        c=${1:i:1}
        case $quote:$c in
        *:\\) i=$((i + 1)) word+=${1:i:1} ;;
        '":"' | "':'") quote='' ;;
        ?:*) word+=$c ;;
        :[\"\']) quote=$c open=yes ;;
        *) if [[ $2 = *"$c"* ]]; then
            [ -z "$word$open" ] || words+=("$word")
            word='' open=''
        else word+=$c; fi ;;
        esac
    done
    [ -z "$word$open" ] || words+=("$word")
}

# What a host compiler is to have: words between commas or blanks.
for_compiler() {
    local word
    local -a words
    split "$1" $', \t\n'
    for word in "${words[@]}"; do
        case $word in
        -O*) ;; # as we build
        -D* | -U* | -I*) take_joined "$word" ;;
        -std=*) take_standard "${word#-std=}" ;;
        *) cxx+=("$word") ;;
        esac
    done
}

take_standard() {
    case $1 in
    c++0* | c++1[14y] | gnu++0* | gnu++1[14y]) std=-std=${1%++*}++14 cpp+=(-D__STDCPP_WANT_MATH_SPEC_FUNCS__) ;; # C++14 is the first for ours
    c++* | gnu++*) std=-std=$1 ;;
    *) fail "-std=$1 is unknown: c++11 and later are there" ;;
    esac
}

take_library() {
    case $1 in
    cuda | cudart | cudart_static | cudadevrt | curand | cublas | cublas_static | cublasLt | cublasLt_static | cufft | cufft_static | cusparse | cusparse_static | nvToolsExt | culibos) ;; # the backend has them
    cublas* | cufft* | curand* | cusparse* | cusolver* | cudnn* | npp* | nvrtc* | nvjpeg* | nccl* | nvml | nvidia-ml | cutensor* | cuda*)
        note "-l$1 is not supported without a GPU, and left out"
        ;;
    *) link+=("-l$1") ;;
    esac
}

for_linker() {
    local word
    local -a words
    split "$1" $' \t\n'
    for word in "${words[@]}"; do
        link+=("-Wl,$word")
    done
}

# -D NAME=VALUE,NAME: nvcc takes lists.
take_define() {
    local rest=$1
    while [[ $rest =~ ^([^,\"\'\(]*),([A-Za-z_][A-Za-z_0-9]*(=.*)?)$ ]]; do
        cpp+=("-D${BASH_REMATCH[1]}")
        rest=${BASH_REMATCH[2]}
    done
    cpp+=("-D$rest")
}

take_joined() {
    case $1 in
    -I*) folders+=("${1#-I}") ;;
    -D*) take_define "${1#-D}" ;;
    *) cpp+=("$1") ;;
    esac
}

# Options that have their value in the next word, or behind a =, and which one letter stands for.
long_name() {
    case $1 in
    -o | --output-file) echo out ;;
    -I | --include-path) echo folder ;;
    -D | --define-macro) echo define ;;
    -U | --undefine-macro) echo undefine ;;
    -include | --pre-include) echo include ;;
    -isystem | --system-include) echo system ;;
    -x | --x) echo language ;;
    -L | --library-path) echo path ;;
    -l | --library) echo library ;;
    -std | --std) echo standard ;;
    -Xcompiler | --compiler-options) echo compiler ;;
    -Xlinker | --linker-options) echo linker ;;
    -MF | --dependency-output) echo depend_file ;;
    -MT | -MQ | --dependency-target-name) echo depend_target ;;
    -O | --optimize) echo nothing ;;
    -odir | --output-directory) echo objects_folder ;;
    -optf | --options-file) echo options_file ;;
    -run-args | --run-args) echo run_words ;;
    -arch | --gpu-architecture | -code | --gpu-code | -gencode | --generate-code | -maxrregcount | --maxrregcount | \
        -Xptxas | --ptxas-options | -Xnvlink | --nvlink-options | -Xcudafe | -ccbin | --compiler-bindir | -t | --threads | \
        -cudart | --cudart | -fmad | --fmad | -ftz | --ftz | -prec-div | --prec-div | \
        -prec-sqrt | --prec-sqrt | -diag-suppress | --diag-suppress | -diag-error | --diag-error | -diag-warn | \
        --diag-warn | -Werror | --Werror | -Xarchive | -split-compile | --split-compile | -default-stream | \
        --default-stream | -m | --machine | -rdc | --relocatable-device-code | -dopt | --dopt | -keep-dir | --keep-dir | \
        -Xfatbin | --fatbin-options | -compress-mode | --compress-mode | -frandom-seed | --frandom-seed | -arbin | \
        --archiver-binary | -target-dir | --target-directory | -split-compile-extended | --split-compile-extended | \
        -jtd | --jump-table-density | -ldir | --libdevice-directory | -opt-info | --optimization-info | \
        -static-global-template-stub | --static-global-template-stub | -device-entity-has-hidden-visibility | \
        --device-entity-has-hidden-visibility | -host-linker-script | --host-linker-script | -hls | -time | --time | -cudadevrt | --cudadevrt | \
        --ftemplate-backtrace-limit | --ftemplate-depth | -Wext-lambda-captures | --fdevice-time-trace)
        echo unused
        ;;
    *) return 1 ;;
    esac
}

# take_value NAME OPTION VALUE
take_value() {
    case $1 in
    out) out=$3 ;;
    folder) folders+=("$3") ;;
    define) take_define "$3" ;;
    undefine) cpp+=("-U$3") ;;
    include) cpp+=(-include "$3") ;;
    system) cpp+=(-isystem "$3") ;;
    language) language=$3 ;;
    path) link+=("-L$3") ;;
    library) take_library "$3" ;;
    standard) take_standard "$3" ;;
    compiler) for_compiler "$3" ;;
    linker) for_linker "$3" ;;
    objects_folder) objects_folder=$3 ;;
    options_file) take_options_files "$3" ;;
    run_words) take_run_words "$3" ;;
    depend_file) depend_file=$3 ;;
    depend_target) depend_target=$3 ;;
    unused) case $2 in
        -default-stream | --default-stream) [ "$3" = legacy ] || note "$2 $3 is taken as legacy" ;;
        -rdc | --relocatable-device-code) if [ "$3" = true ]; then rdc=yes; else rdc=''; fi ;;
        -m | --machine | -t | --threads | -cudart | --cudart) ;;
        *) dropped+=("$2") ;;
        esac ;;
    esac
}

take_run_words() {
    local -a words
    split "$1" $', \t\n'
    run_words+=("${words[@]}")
}

version() {
    echo "simtcc: CUDA C without a GPU, in the place of"
    echo "nvcc: NVIDIA (R) Cuda compiler driver"
    echo "Cuda compilation tools, release 13.0, V13.0.0"
    exit 0
}

# Options without a value.
take_flag() {
    case $1 in
    --checked) checked=yes ;;
    --prepare) mode=prepare ;;
    -c | --compile) mode=compile ;;
    -dc | --device-c | -dw | --device-w) mode=compile rdc=yes ;;
    -dlink | --device-link) mode=dlink ;;
    -lib | --lib) mode=library ;;
    -E | --preprocess) mode=preprocess ;;
    -cuda | --cuda) mode=preprocess suffix=.cpp.ii ;;
    -M | --generate-dependencies) mode=dependencies ;;
    -MM | --generate-nonsystem-dependencies) mode=dependencies only_user=yes ;;
    -MD | --generate-dependencies-with-compile) depend=yes ;;
    -MMD | --generate-nonsystem-dependencies-with-compile) depend=yes only_user=yes ;;
    -MP) depend_phony=yes ;;
    -shared | --shared) shared=yes ;;
    -run | --run) run=yes ;;
    -link | --link) mode='link' ;;
    -ptx | --ptx | -cubin | --cubin | -fatbin | --fatbin | -optix-ir | -ltoir)
        fail "not supported without a GPU: $1 makes code for a device"
        ;;
    -v | --verbose) verbose=yes ;;
    -dryrun | --dryrun) dry=yes verbose=yes ;;
    -V | --version) version ;;
    -h | --help) sed -n '2,/^set/s/^# \{0,1\}//p' "$0" && exit 0 ;;
    -extended-lambda | --extended-lambda | -expt-extended-lambda | --expt-extended-lambda)
        translator+=(--extended-lambda)
        ;;
    -expt-relaxed-constexpr | --expt-relaxed-constexpr) translator+=(--expt-relaxed-constexpr) ;;
    -w | --disable-warnings) cxx+=(-w) ;;
    -g | --debug) cxx+=(-g) ;;
    -O | -O[0-9s] | -Ofast | -dlto | -m64 | -pg | --profile | -s | -objtemp | --objdir-as-tempdir | \
        -clean | -keep | --keep | -save-temps | --save-temps | -restrict | --restrict | -forward-unknown-to-host-compiler | \
        --forward-unknown-to-host-compiler | -forward-unknown-to-host-linker | --forward-unknown-to-host-linker | \
        --forward-unknown-opts | -allow-unsupported-compiler | --allow-unsupported-compiler | -use-local-env | \
        --use-local-env | --dlink-time-opt | --lto | -gen-opt-lto | --gen-opt-lto | --m64 | \
        -ewp | --extensible-whole-program | --no-compress | -noprof | --dont-use-profile | -nodlink | --no-device-link | \
        -err-no | --display-error-number | --no-display-error-number | --brief-diagnostics | --no-exceptions | \
        -nohdinitlist | --no-host-device-initializer-list | -nohdmoveforward | --no-host-device-move-forward | \
        --keep-device-functions | -keep-device-functions | -aug-hls | --augment-host-linker-script | -pipe | -rdynamic) ;;
    -G | --device-debug | -lineinfo | --generate-line-info | -use_fast_math | --use_fast_math | -res-usage | \
        --resource-usage | -extra-device-vectorization | --extra-device-vectorization | -src-in-ptx | \
        --source-in-ptx | -Wno-deprecated-gpu-targets | --Wno-deprecated-gpu-targets | -Wreorder | -Werror | \
        -Wdefault-stream-launch | -Wmissing-launch-bounds | -Wext-lambda-captures-this | -Wno-deprecated-declarations | \
        --Wno-deprecated-declarations | -noeh | -no-*)
        dropped+=("$1")
        ;;
    -Wl,*) link+=("$1") ;;
    -W* | -f* | -pthread) cxx+=("$1") ;;
    -march=* | -mtune=* | -m*) dropped+=("$1") ;;
    *) fail "the option $1 is unknown (simtcc --help)" ;;
    esac
}

# One word, or two: returns 1 if it took the next one as well.
take_option() {
    local name=${1%%=*} meaning
    if [[ $1 = *=* ]] && meaning=$(long_name "$name"); then
        take_value "$meaning" "$name" "${1#*=}"
    elif meaning=$(long_name "$1"); then
        [ $# -gt 1 ] || fail "$1 needs a value behind it"
        take_value "$meaning" "$1" "$2"
        return 1
    else
        case $1 in
        -I*) folders+=("${1#-I}") ;;
        -D* | -U*) take_joined "$1" ;;
        -L*) link+=("$1") ;;
        -lib | -lineinfo | -link | -ltoir | -optix-ir | -objtemp) take_flag "$1" ;;
        -l?*) take_library "${1#-l}" ;;
        -o?*) out=${1#-o} ;;
        -t[0-9]*) ;;
        *) take_flag "$1" ;;
        esac
    fi
    return 0
}

take_options_files() {
    local file
    local -a words names
    IFS=, read -ra names <<<"$1"
    for file in "${names[@]}"; do
        [ -r "$file" ] || fail "the options file $file does not exist"
        split "$(<"$file")" $' \t\r\n'
        take_all "${words[@]}"
    done
}

take_all() {
    while [ $# -gt 0 ]; do
        case $1 in
        @?*) take_options_files "${1#@}" ;;
        -?*) take_option "$@" || shift ;;
        *) files+=("${language:-by_name}:$1") ;;
        esac
        shift
    done
}
