# How a .cu is built for the CPU backend. Included by whoever builds one.
#
# wants  ROOT    the repository
#        BUILD   where everything generated goes (default: build/ of the repository)
#        SIMT_BUILD   where the library and the translator go (default: simt/ in there)
#        CXX     a C++ compiler; g++, or clang++ where that is missing
# gives  SIMT_LIB, TRANSLATE   prerequisites of whatever is compiled and linked
#        $(call simt_compile,IN.cu,OUT.o)   a recipe line; OUT.d gets the headers it depends on
#        $(call simt_compile_checked,IN.cu,OUT.o[,OPTIONS])   the same, for a program that the checker watches
#        $(call simt_tell_calls,TO)   an option for that: TO gets what g++ knows of each call
#        SIMT_TELL_BEYOND   options for that: accesses that leave their variable are told, too
#        SIMT_OF_STRANGERS  options for either program of a stranger's
#        SIMT_CPPFLAGS, SIMT_CXXFLAGS, SIMT_LDLIBS   for other sources, and for the link

BUILD ?= $(ROOT)/build
# $(call simt_on_path,NAME): where the PATH has it. A shell that is asked takes longer than the rest of such a
# line, and Windows' folders, which WSL puts there, longer still.
simt_on_path = $(firstword $(wildcard $(addsuffix /$(1),$(filter-out /mnt/%,$(subst :, ,$(PATH))))))

# As make itself has it, or not even that (make -R).
ifneq ($(filter default undefined,$(origin CXX)),)
CXX := $(if $(call simt_on_path,g++),g++,$(if $(call simt_on_path,clang++),clang++,g++))
endif
ifneq ($(filter default undefined,$(origin CC)),)
CC := $(if $(call simt_on_path,gcc),gcc,$(if $(call simt_on_path,clang),clang,gcc))
endif

# Flags that a shell has for builds of its own: the checker counts what our options leave.
$(foreach name,CPPFLAGS CXXFLAGS,$(if $(filter environment,$(origin $(name))),$(eval $(name) :=)))
CPPFLAGS ?=
CXXFLAGS ?=

# One that only a shell's variable knows is none.
AR := $(if $(filter environment,$(origin AR)),$(if $(call simt_on_path,$(AR))$(wildcard $(filter /%,$(AR))),$(AR),ar),$(or $(AR),ar))
OBJCOPY ?= objcopy
SIMT_DIR := $(ROOT)/common/simt
SIMT_BUILD ?= $(BUILD)/simt

# What the machine and the compilers are is asked once, and kept for later commands: as long as SIMT_BUILD is
# there, the compilers' names lead to the same files, and the processor says the same of itself.
# - Of fused multiply-adds the compiler is asked: in an emulated container, /proc/cpuinfo tells of
#   the machine outside.
# - clang++ has the option of stack probes for some machines.
# - What g++ has to be told hangs on its version: see no-tree-forwprop and registered_jump_thread.
SIMT_KEPT := $(SIMT_BUILD)/asked
SIMT_QUESTIONS := MACHINE FMA PROBES GCC
simt_file_of = $(realpath $(or $(wildcard $(filter /%,$(1))),$(call simt_on_path,$(1))))
SIMT_ASKED_OF := $(SIMT_QUESTIONS) : $(strip $(subst ',,$(CC) : $(CXX) : $(OBJCOPY) : $(foreach word,$(CC) $(CXX) $(OBJCOPY),$(call \
    simt_file_of,$(word))) $(MAKE_HOST) $(firstword $(filter fma,$(file </proc/cpuinfo)))))
$(eval $(file <$(SIMT_KEPT)))
SIMT_IS_KEPT := $(and $(findstring $(SIMT_KEPT_OF),$(SIMT_ASKED_OF)),$(findstring $(SIMT_ASKED_OF),$(SIMT_KEPT_OF)))
ifeq ($(SIMT_IS_KEPT),)
SIMT_MACHINE := $(shell uname -m)
SIMT_FMA := $(if $(filter x86_64,$(SIMT_MACHINE)),$(if $(shell \
    $(CXX) -march=native -dM -E -x c++ /dev/null 2>/dev/null | grep -w __FMA__),-mfma))
SIMT_PROBES := -fstack-clash-protection
ifneq ($(findstring clang,$(CXX)),)
SIMT_PROBES := $(shell $(CXX) -Werror $(SIMT_PROBES) -S -o /dev/null -x c++ /dev/null 2>/dev/null && \
    echo $(SIMT_PROBES))
SIMT_GCC :=
else
SIMT_GCC := $(firstword $(subst ., ,$(shell $(CXX) -dumpversion 2>/dev/null)))
endif
endif

SIMT_LIB := $(SIMT_BUILD)/libsimt.a
TRANSLATE := $(SIMT_BUILD)/translate

# Headers that CUDA has and the backend lacks: each is there, and says so.
SIMT_MISSING_HEADERS := cub/cub.cuh \
    cublas.h cublas_v2.h cublasLt.h cublasXt.h cuda_egl_interop.h cuda_fp4.h cuda_fp6.h cuda_fp8.h \
    cuda_gl_interop.h cuda_vdpau_interop.h cudaEGL.h cudaGL.h cudla.h \
    cuda/atomic cuda/barrier cuda/cmath cuda/pipeline cuda/std/atomic cudaTypedefs.h cudnn.h cufft.h cufftXt.h \
    cufftw.h cupti.h curand.h curand_kernel.h cusolver_common.h cusolverDn.h cusolverMg.h cusolverSp.h cusparse.h \
    cusparse_v2.h cutensor.h mma.h nccl.h npp.h \
    nvJitLink.h nvjpeg.h nvml.h nvrtc.h texture_fetch_functions.h \
    thrust/copy.h thrust/device_ptr.h thrust/device_vector.h thrust/execution_policy.h \
    thrust/host_vector.h thrust/reduce.h thrust/scan.h thrust/sort.h

# Headers of which <cuda_runtime.h> holds all.
SIMT_PART_HEADERS := builtin_types.h channel_descriptor.h common_functions.h cuda_device_runtime_api.h \
    device_atomic_functions.h device_double_functions.h device_functions.h device_types.h driver_functions.h \
    driver_types.h host_config.h host_defines.h math_functions.h sm_20_atomic_functions.h sm_20_intrinsics.h \
    sm_30_intrinsics.h sm_32_intrinsics.h sm_35_intrinsics.h sm_60_atomic_functions.h sm_61_intrinsics.h \
    vector_functions.h vector_types.h

# The same, with what programs that are not a lab's may use besides, see others/.
SIMT_SAME_HEADERS := $(SIMT_PART_HEADERS) cuda_profiler_api.h cuda_surface_types.h cuda_texture_types.h \
    cudaProfiler.h surface_functions.h surface_indirect_functions.h surface_types.h texture_fetch_functions.h \
    texture_indirect_functions.h texture_types.h

# Of cuda::std, which is the C++ library's here.
SIMT_STANDARD_HEADERS := $(addprefix cuda/std/,algorithm array bit cassert cfloat chrono cinttypes climits cmath \
    complex concepts cstddef cstdint cstdlib cstring ctime exception expected functional initializer_list iterator \
    limits memory new numbers numeric optional ranges ratio span string_view tuple type_traits utility variant version)

# -isystem                   warnings are about the student's code, not about the shim
# __CUDACC__                 what headers ask to know that they are read as CUDA
# -U_FORTIFY_SOURCE          its longjmp aborts when it goes from one stack to another
SIMT_CPPFLAGS := -isystem $(SIMT_DIR)/shim -isystem $(SIMT_DIR) -isystem $(SIMT_BUILD)/parts \
    -isystem $(SIMT_BUILD)/unsupported -D__CUDACC__ -U_FORTIFY_SOURCE

# The same for programs that are not a lab's: with more headers, as nvcc 13.
SIMT_PROGRAM_CPPFLAGS := -isystem $(SIMT_DIR)/others -isystem $(SIMT_BUILD)/others $(SIMT_CPPFLAGS) -D__NVCC__ \
    -D__CUDACC_VER_MAJOR__=13 -D__CUDACC_VER_MINOR__=0 -D__CUDACC_VER_BUILD__=0

# -gdwarf-4 -g1              reports name source lines; addr2line misses some of clang's DWARF 5; what else a debugger
#                            wants takes a tenth of compiling: make debug and simtcc -g ask for it
# -ffp-contract=off          the same results with every compiler; bounds allow for the device's
# -fno-math-errno            sqrtf is an instruction, as on a device
# -fno-stack-protector       a kernel that leaves its own array is told of, and not killed, as on a device; some systems
#                            protect stacks unless they are told not to
# -fno-strict-aliasing       float4 loads of float arrays work on a device
# -fwrapv                    an int that overflows wraps, here too: it is kept in no wider register
# -fstack-clash-protection   a large frame meets the guard of its stack, not the next stack
# -mno-red-zone              a barrier is a call that the compiler does not know of: see waiting.h
# -mindirect-branch=...      a call by a pointer asks first whether a stranger's program may: grid/computed_calls.c
# -mfunction-return=...      and a function that returns asks whether it may go there
# -fno-ipa-ra                in registers that it loses by that, though g++ sees that its own code does not
# -mfma                      where the processor has it: fmaf() is an instruction, as on a device
# -fsanitize=return          a function that ends without its result says so, in grid/pool.c, and runs into no other
# -Wno-unknown-pragmas       #pragma unroll
# -Wno-sign-compare          nvcc does not warn of `threadIdx.x < stride`, and the texts are full of it
SIMT_THUNKS := -fcf-protection=branch $(if $(findstring clang,$(CXX)),-mretpoline-external-thunk,\
    -mindirect-branch=thunk-extern -mindirect-branch-register -mfunction-return=thunk-extern -fno-ipa-ra)
SIMT_CXXFLAGS := -std=c++17 -O2 -gdwarf-4 -g1 -ffp-contract=off -fno-math-errno -fno-stack-protector -fno-strict-aliasing -fwrapv \
    -fsanitize=return $(SIMT_PROBES) $(if $(filter x86_64,$(SIMT_MACHINE)),-mno-red-zone $(SIMT_THUNKS)) $(SIMT_FMA) \
    -Wall -Wextra -Wno-unknown-pragmas -Wno-sign-compare

SIMT_LDLIBS := -pthread -lm

# nvcc includes cuda_runtime.h unasked. The translated file keeps its name, for the reports.
# The header $4 does the same, and g++ has compiled it before; with other options than those that
# it was compiled with, g++ 12 may crash.
simt_compile_as = mkdir -p $(dir $2) && $(TRANSLATE) $(filter -I%,$(SIMT_CPPFLAGS)) $1 -o $(dir $2)$(notdir $1) && \
    $(call simt_started_by,$3) $(CXX) $(SIMT_CPPFLAGS) -include $(if $(simt_other_options),cuda_runtime.h,$4) \
    -iquote $(dir $1) $(CPPFLAGS) $3 -MD -MF $(2:.o=.d) -MT $2 -x c++ \
    -c $(dir $2)$(notdir $1) -o $2
simt_other_options = $(findstring clang,$(CXX))$(filter-out -W%,$(CXXFLAGS))
simt_compile = $(call simt_compile_as,$1,$2,$(SIMT_CXXFLAGS) $(CXXFLAGS),$(SIMT_BUILD)/fast/first.h)

# --- the checked build ---------------------------------------------------------------------------

# The compiler calls a hook before each access to memory. The hooks are ours: the program is linked
# without -fsanitize, with the same library as the fast one.
#
# -O1                        what is left of the student's accesses is what the student wrote;
#                            at -O1 clang puts the end of a loop before its body, not at -Os
# -fno-tree-sra ...          a load of a float4 stays one
# no-thread-jumps            g++ 13 and later copy the end of a loop behind the function, for lanes
#                            that `continue`, and g++ 14 drops reads that it thinks it knows
# distinguish-volatile       flags are not taken for data
# read-before-write          clang leaves the read of `a[i]++` out otherwise; its vectorisers and its
#                            knowledge of memset would make several accesses one
# licm-promotion, load-pre   clang leaves out what `a[i] += ...` reads in a loop otherwise
# ...-fold-threshold, ...    clang makes one branch of two conditions, and none of a choice, so that lanes that part
#                            there would not be told
# sink-common-insts, ...     clang makes one call of the hooks of two lines, where both sides of a branch end alike
# inline-threshold, no -O0   neither tells all of the structures that calls hand over by value: so
#                            kernels have none (for g++ see __global__ in keywords.h)
# no-elide-constructors      g++ tells nothing of a structure that a call takes or returns by value: with this it
#                            goes into and comes out of a local one, by a copy that is told
# no-tree-forwprop           g++ 16 and later drop that copy again, and hand the original over untold
# no-ssa-phiopt              each version makes other choices and calculations of branches, g++ 14 and later one of
#                            `i < m && j < n`, so that lanes that part there would not be told
# no-section-anchors         on AArch64, g++ puts arrays before the pads between them, so that what leaves a __shared__
#                            array would come to the next one unseen
# no-tree-sink               g++ puts a read off until what uses it, behind a guard, say: lanes that have gone do
#                            not read then, though they did so as it was written
# no-builtin-...             g++ writes small blocks and short texts in line, after it has put its
#                            hooks; nor may it make a block of a loop
# registered_jump_thread     g++ 11 threads jumps all the same: it may do so not even once
# func-entry-exit, trace-pc  by which calls and basic blocks a lane comes to an access, for the
#                            counters; blocks stay in the order of the source: see trace.c
comma := ,
SIMT_BLOCKS := memcpy memmove memset
# Functions of the C library that write where they are told: see checker/library_hooks.c and stream_hooks.c.
SIMT_WRITERS := frexp frexpf frexpl modf modff sincos sincosf remquo remquof strtod strtof strtol strtoll strtoul strtoull \
    __isoc23_strtol __isoc23_strtoll __isoc23_strtoul __isoc23_strtoull \
    strcpy strncpy strcat strncat stpcpy mempcpy bzero strtok_r fgets \
    sscanf __isoc99_sscanf __isoc23_sscanf scanf __isoc99_scanf __isoc23_scanf vsnprintf snprintf vsprintf sprintf \
    fopen fdopen tmpfile fclose fputs fputc putc fwrite fflush fprintf vfprintf vprintf qsort posix_memalign
# And those that read and return what they have found.
SIMT_READERS := memcmp bcmp memchr memrchr strlen strnlen strcmp strncmp strcasecmp strncasecmp strchr strrchr strstr \
    strspn strcspn strpbrk strdup bsearch atoi atol atoll atof
# And those that keep something for the next call, by which a kernel that is given their address could tell the host.
SIMT_KEEPERS := rand random srand srandom strtok
# And those that take a lock of the C library's, or memory of the heap, by their address: a kernel of a stranger's that
# came to them would be ended in their midst, and the host would wait for the lock. By their names kernels have others.
SIMT_LOCKERS := malloc calloc realloc free aligned_alloc strerror perror getchar
# And those that look letters up in a table, where an index that is none leads far beyond it.
SIMT_LOCKERS += isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower toupper
# And those that call a function which they are given: see grid/computed_calls.h.
SIMT_CALLERS := qsort bsearch atexit cudaLaunchHostFunc cudaStreamAddCallback
# And those by which host code would see how long a kernel takes: see checker/host_time.c.
SIMT_CLOCKS := clock time clock_gettime gettimeofday cudaEventElapsedTime \
    _ZNSt6chrono3_V212steady_clock3nowEv _ZNSt6chrono3_V212system_clock3nowEv
SIMT_WATCH_g++ := -O1 -Wno-tsan -fno-tree-sra -fno-ipa-sra -fno-reorder-blocks -fno-thread-jumps \
    -fno-elide-constructors -fno-tree-sink -fno-ssa-phiopt \
    $(patsubst %,-fno-builtin-%,$(SIMT_BLOCKS) $(SIMT_KEEPERS) $(filter-out __%,$(SIMT_WRITERS)) $(filter-out strlen,$(SIMT_READERS))) \
    -fno-tree-loop-distribute-patterns \
    $(if $(filter aarch64,$(SIMT_MACHINE)),-fno-section-anchors) \
    $(if $(filter 11,$(SIMT_GCC)),-fdbg-cnt=registered_jump_thread:0) \
    $(if $(filter 16 17 18 19,$(SIMT_GCC)),-fno-tree-forwprop) \
    -fsanitize-coverage=trace-pc --param tsan-distinguish-volatile=1
SIMT_WATCH_clang++ := -Os -fno-builtin \
    -mllvm -inline-threshold=100000 \
    -fsanitize-coverage=bb$(comma)no-prune$(comma)trace-pc -mllvm -tsan-distinguish-volatile \
    -mllvm -tsan-instrument-read-before-write -mllvm -disable-licm-promotion -mllvm -enable-load-pre=false \
    -mllvm -simplifycfg-branch-fold-threshold=0 -mllvm -phi-node-folding-threshold=0 \
    -mllvm -two-entry-phi-node-folding-threshold=0 -mllvm -speculate-one-expensive-inst=0 \
    -mllvm -sink-common-insts=false -mllvm -enable-tail-merge=false
# Behind the last -O, which would undo this: neither compiler calls a hook for 32 bytes at once.
SIMT_NO_VECTORS := $(if $(findstring clang,$(CXX)),-fno-vectorize -fno-slp-vectorize,-fno-tree-vectorize)
# -pg -mfentry: a function says where it is to return to: see grid/computed_calls.c.
SIMT_RETURNS := $(if $(filter -mfunction-return%,$(SIMT_THUNKS)),$(if $(filter x86_64,$(SIMT_MACHINE)),-pg -mfentry))
SIMT_CHECKED_CXXFLAGS := $(filter-out -O2 -fwrapv,$(SIMT_CXXFLAGS)) -fsanitize=thread $(SIMT_RETURNS) \
    $(SIMT_WATCH_$(if $(findstring clang,$(CXX)),clang++,g++)) $(SIMT_NO_VECTORS)
# What a compiler of the checked build is called by: clang++ is shown its own code with accesses that stay one.
SIMT_STARTED_BY := $(if $(findstring clang,$(CXX)),sh $(SIMT_DIR)/as_written)
simt_started_by = $(if $(findstring -fsanitize=thread,$1),$(SIMT_STARTED_BY))

# Neither compiler calls a hook for these, nor for what the C library writes or reads.
SIMT_BLOCK_HOOKS := $(foreach name,$(SIMT_BLOCKS) $(SIMT_WRITERS) $(SIMT_READERS) $(SIMT_KEEPERS) $(SIMT_CLOCKS),--redefine-sym $(name)=__tsan_$(name))

# The hook at a function's end is called when an exception passes, too, for which each program would load the
# C++ library: linking would take twice the time. The headers are compiled without; where something is
# thrown they are read anew, as g++ finds by itself. Who called whom is told without, too.
SIMT_WITHOUT_EXCEPTIONS := -fno-exceptions -funwind-tables
simt_without_exceptions = $$(grep -qwE 'try|catch|throw' $1 || echo $(SIMT_WITHOUT_EXCEPTIONS))

simt_compile_checked = $(call simt_compile_as,$1,$2,$(SIMT_CHECKED_CXXFLAGS) $(simt_without_exceptions) \
    $(filter-out -O0,$(CXXFLAGS)) $(SIMT_NO_VECTORS) $3,$(SIMT_BUILD)/checked/first.h) && \
    $(OBJCOPY) $(SIMT_BLOCK_HOOKS) $2
simt_tell_calls = $(if $(findstring clang,$(CXX)),,-fdump-tree-tsan1=$1)
# An access that leaves its variable is told as well: checker/beyond.c. Behind `if (pointer == &variable)` g++ would put
# the variable in the pointer's place, of which nothing was known when it was asked; and where a pointer or a reference
# leads to an element, the element, of which nobody asks (-fno-tree-forwprop).
SIMT_TELL_BEYOND := -fsanitize=object-size $(if $(findstring clang,$(CXX)),,-fno-tree-dominator-opts -fno-tree-forwprop)
# Behind the header that is compiled before.
SIMT_OF_STRANGERS := $(if $(findstring clang,$(CXX)),,-include $(SIMT_DIR)/shim/stranger.h)

# --- the library and the translator ------------------------------------------------------------

# Two commands may build these at the same time, in two terminals: each writes a file of its own
# (.$$$$, the shell's number) and gives it its name when it is whole.

# no -g            what a debugger knew of the library would be copied into each program; SIMT_DEBUG=-g is for
#                  those who look for a fault in the library itself
# -fno-builtin-*   libc.c defines them, and a compiler that knows them would make it call itself
# -Wno-missing...  clang warns of what stands at the end of {...} and is 0
# -fcf-protection  none: no instruction at a function's beginning says that a hand-in's pointers may lead there
# -fno-plt         a call of the C library has no stub in the program: see simt_text
SIMT_DEBUG ?=
SIMT_NO_ENTRIES := $(if $(filter x86_64,$(SIMT_MACHINE)),-fcf-protection=none)
SIMT_CFLAGS := -std=gnu11 -O2 $(SIMT_DEBUG) -Wall -Wextra -Wno-missing-field-initializers -I$(SIMT_DIR) \
    $(SIMT_NO_ENTRIES) -U_FORTIFY_SOURCE -fno-plt -pthread -fno-builtin-printf -fno-builtin-puts -fno-builtin-putchar

# SIMT_SWITCH=ucontext is the portable one.
SIMT_SWITCH ?= $(if $(wildcard $(SIMT_DIR)/switch/$(SIMT_MACHINE).S),$(SIMT_MACHINE),ucontext)

# The rooms; of switch/ one file. What is in bench/ and translate/ are programs of their own.
SIMT_SOURCES := $(filter-out $(foreach other,bench translate switch,$(SIMT_DIR)/$(other)/%), \
    $(wildcard $(SIMT_DIR)/*/*.c)) $(wildcard $(SIMT_DIR)/switch/$(SIMT_SWITCH).[Sc])
SIMT_OBJECTS := $(patsubst $(SIMT_DIR)/%,$(SIMT_BUILD)/%.o,$(SIMT_SOURCES))
# The shim's headers are most of what a compiler reads of a small .cu.
SIMT_FIRST := $(SIMT_BUILD)/fast/first.h $(SIMT_BUILD)/checked/first.h
SIMT_PRECOMPILED := $(if $(findstring clang,$(CXX)),,$(SIMT_FIRST:=.gch))
# What programs that are not a lab's read besides takes three times as long: simtcc asks for it.
SIMT_PROGRAM_FIRST := $(SIMT_BUILD)/fast/program.h $(SIMT_BUILD)/checked/program.h
SIMT_PROGRAM_PRECOMPILED := $(if $(SIMT_PRECOMPILED),$(SIMT_PROGRAM_FIRST:=.gch))
SIMT_STUBS := $(addprefix $(SIMT_BUILD)/unsupported/,$(SIMT_MISSING_HEADERS))
SIMT_SAME := $(addprefix $(SIMT_BUILD)/others/,$(SIMT_SAME_HEADERS) $(SIMT_STANDARD_HEADERS)) \
    $(addprefix $(SIMT_BUILD)/parts/,$(SIMT_PART_HEADERS))

# Says which switch the library has, and is new when another one is asked for.
SIMT_SWITCHED := $(SIMT_BUILD)/switch/chosen
$(SIMT_SWITCHED): $(if $(filter-out $(SIMT_SWITCH),$(file <$(SIMT_SWITCHED))),simt_always)
	@mkdir -p $(dir $@)
	@echo $(SIMT_SWITCH) >$@.$$$$ && mv $@.$$$$ $@
.PHONY: simt_always

# What was asked, in lines for make. Compilers that COMPILERS_THAT_DO names have been judged.
simt_answers = $(foreach name,$(SIMT_QUESTIONS),'SIMT_$(name) := $(SIMT_$(name))') \
    'COMPILERS_THAT_DID := $(COMPILERS_THAT_DO)' 'SIMT_KEPT_OF := $(SIMT_ASKED_OF)'
$(SIMT_KEPT): $(if $(and $(SIMT_IS_KEPT),$(or $(COMPILERS_THAT_DID),$(if $(COMPILERS_THAT_DO),,unjudged))),,simt_always)
	@mkdir -p $(dir $@)
	@printf '%s\n' $(simt_answers) >$@.$$$$ && mv $@.$$$$ $@

$(SIMT_LIB): $(SIMT_OBJECTS) $(SIMT_SWITCHED) $(SIMT_STUBS) $(SIMT_SAME) $(SIMT_FIRST) $(SIMT_PRECOMPILED) | $(SIMT_KEPT)
	$(AR) rcs $@.$$$$ $(SIMT_OBJECTS) && mv $@.$$$$ $@

# The library's code lies in a section of its own, simt_text: a signal handler must know whether it
# has interrupted a kernel or the runtime. So do its variables, which the code of a hand-in is not to
# change: see checker/strays.c.
SIMT_OWN_DATA := --rename-section .data=simt_data --rename-section .bss=simt_bss
SIMT_SECTIONS := $(SIMT_OWN_DATA) $(foreach part,.text .text.unlikely .text.startup .text.hot,\
    --rename-section $(part)=simt_text)

$(SIMT_BUILD)/%.o: $(SIMT_DIR)/% $(SIMT_DIR)/simt.mk
	@mkdir -p $(dir $@)
	$(CC) $(SIMT_CFLAGS) -MMD -MF $@.$$$$.d -MT $@ -c $< -o $@.$$$$ && \
	    $(OBJCOPY) $(SIMT_SECTIONS) $@.$$$$ && mv $@.$$$$.d $(@:.o=.d) && mv $@.$$$$ $@

$(SIMT_FIRST): $(SIMT_DIR)/simt.mk
	@mkdir -p $(dir $@)
	@echo '#include <cuda_runtime.h>' >$@.$$$$ && mv $@.$$$$ $@

$(SIMT_PROGRAM_FIRST): $(SIMT_DIR)/simt.mk
	@mkdir -p $(dir $@)
	@printf '#include "%s/cuda_runtime.h"\n' shim others >$@.$$$$ && mv $@.$$$$ $@

$(SIMT_BUILD)/fast/%.gch: SIMT_HEADER_FLAGS = $(SIMT_CXXFLAGS)
$(SIMT_BUILD)/checked/%.gch: SIMT_HEADER_FLAGS = $(SIMT_CHECKED_CXXFLAGS) $(SIMT_WITHOUT_EXCEPTIONS)
$(SIMT_PROGRAM_PRECOMPILED): SIMT_CPPFLAGS := $(SIMT_PROGRAM_CPPFLAGS)
$(SIMT_PRECOMPILED) $(SIMT_PROGRAM_PRECOMPILED): %.gch: % $(SIMT_DIR)/shim/cuda_runtime.h
	$(call simt_started_by,$(SIMT_HEADER_FLAGS)) $(CXX) $(SIMT_CPPFLAGS) $(SIMT_HEADER_FLAGS) -MD -MF $@.$$$$.d -MT $@ -x c++-header $< \
	    -o $@.$$$$ && mv $@.$$$$.d $@.d && mv $@.$$$$ $@

# make debug asks for the launch, and for the lane that runs.
$(addprefix $(SIMT_BUILD)/grid/,launch.c.o waiting.c.o workers.c.o pool.c.o): SIMT_CFLAGS += -g

# Long loops over short arrays.
$(SIMT_BUILD)/counters/transactions.c.o: SIMT_CFLAGS += -O3

$(SIMT_STUBS): $(SIMT_DIR)/simt.mk
	@mkdir -p $(dir $@)
	@echo '#error "not supported without a GPU: <$(@:$(SIMT_BUILD)/unsupported/%=%)>"' >$@.$$$$ && mv $@.$$$$ $@

$(SIMT_SAME): $(SIMT_DIR)/simt.mk
	@mkdir -p $(dir $@)
	@echo '#include <$(if $(filter $(SIMT_BUILD)/others/cuda/std/%,$@),cuda/std/standard.h,cuda_runtime.h)>' >$@.$$$$ && mv $@.$$$$ $@

# Its 7000 lines are compiled before the first check of all, and it takes 20 ms of a file: -O2 -g would take twice the time.
$(TRANSLATE): $(wildcard $(SIMT_DIR)/translate/*.[ch]) $(SIMT_DIR)/simt.mk
	@mkdir -p $(dir $@)
	$(CC) -std=gnu11 -O1 -Wall -Wextra -I$(SIMT_DIR) $(filter %.c,$^) -o $@.$$$$ && mv $@.$$$$ $@

# What simtcc, which is no makefile, must know of all this: NAME='words', a line each.
SIMT_FLAGS := $(SIMT_BUILD)/flags
# NAME=FUNCTION: of the library, and of checker/host_waits.c in a checked program with a main() of its own.
SIMT_HOST_WAITS := $(foreach name,pthread_cond_wait pthread_cond_timedwait pthread_join pthread_barrier_wait sem_wait pthread_mutex_lock pthread_mutex_trylock pthread_mutex_unlock \
    sched_yield usleep sleep nanosleep clock_nanosleep,$(name)=simt_host_$(name)) _ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE=simt_host_future
simt_told := CC CXX AR OBJCOPY SIMT_DIR SIMT_BUILD SIMT_LIB TRANSLATE SIMT_PROGRAM_CPPFLAGS SIMT_CXXFLAGS \
    SIMT_CHECKED_CXXFLAGS SIMT_STARTED_BY SIMT_WITHOUT_EXCEPTIONS SIMT_BLOCK_HOOKS SIMT_LDLIBS SIMT_HOST_WAITS SIMT_PRECOMPILED

.PHONY: simt-all simt-flags
simt-all: $(SIMT_LIB) $(TRANSLATE) $(SIMT_PROGRAM_FIRST) $(SIMT_PROGRAM_PRECOMPILED) simt-flags

simt-flags:
	@mkdir -p $(SIMT_BUILD)
	@printf '%s\n' $(foreach name,$(simt_told),"$(name)='$($(name))'") >$(SIMT_FLAGS).$$$$ && \
	    mv $(SIMT_FLAGS).$$$$ $(SIMT_FLAGS)

# What has moved or gone since a .d named it: what is made of it is built anew, and tells. A .d names
# the sources of another checkout where that one shares SIMT_BUILD and has built it last.
%.h %.cuh %.inc: ;
SIMT_WITHOUT_SUFFIX := $(wildcard $(SIMT_DIR)/shim/* $(SIMT_DIR)/others/cuda/* $(SIMT_DIR)/others/cuda/std/*)
$(patsubst $(ROOT)/%,\%/%,$(SIMT_SOURCES) $(SIMT_WITHOUT_SUFFIX)): ;

-include $(SIMT_OBJECTS:.o=.d) $(SIMT_PRECOMPILED:=.d) $(SIMT_PROGRAM_PRECOMPILED:=.d)
