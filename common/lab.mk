# How every lab builds, checks and grades itself, and the text of `make help`.
#
# A lab's Makefile is one line: include ../../common/lab.mk
# So is that of its tasks without points, NN-name/more, which is a lab of its own to all commands here.
# - build/NN-name/judge     the lab's C and the judge: plain C, no student code, no CUDA
# - WORK/student            the core tasks' .cu with call.c, runner.c and a backend
# - WORK/stretch            the same for stretch.cu: a broken one costs only the gold
# - WORK/*.checked          both again for the CPU checker, whatever the backend
# - WORK/*.plain            both again for the CPU backend, where a device runs the first two
# WORK is build/NN-name for the student's own files and build/NN-name/from/... for FROM=.

ROOT  := $(realpath $(dir $(lastword $(MAKEFILE_LIST)))..)
include $(dir $(lastword $(MAKEFILE_LIST)))variables.mk

NAME  := $(if $(filter more,$(notdir $(CURDIR))),$(notdir $(realpath $(CURDIR)/..))/more,$(notdir $(CURDIR)))
OUT   := $(BUILD)/$(NAME)

# Who names another lab here would be told of this one.
ifneq ($(and $(if $(ASKED),,yes),$(filter command,$(firstword $(origin LAB))),$(LAB)),)
ifeq ($(filter $(LAB) $(addsuffix -%,$(LAB)),$(firstword $(subst /, ,$(NAME)))),)
  $(error LAB=$(LAB) is for the top folder, and this is the folder of $(NAME): cd into that lab, or call make at the top)
endif
endif

.DEFAULT_GOAL := where
.SUFFIXES:
ifndef V
.SILENT: # V=1 shows every command
endif
.DELETE_ON_ERROR:

define HELP
$(NAME)

  make                  where you stand, the next TODO, what to type now
  make check            build $(CORE_CU), run its tasks, explain a failure
  make check TASK=...   only that task; CASE=..., SEED=... for other inputs
  make watch            judge at every save; keys for hint, next, list, quit
  make hint             for the TODO at hand, or TASK=...; one stage more a time
  make solution TASK=...  a worked answer: once yours passes, or asked for twice
  make next             the next step
  make progress         the tasks, without running anything
  make explain TASK=... what each line of yours costs; CASE=... in that case;
                        WITH=solutions, or a tree or .cu, line by line beside it
  make replay TASK=...  a page that steps through a small case lane by lane
  make debug TASK=...   gdb in its kernel; CASE=... THREAD=x,y,z BLOCK=x,y,z
  make report           a page of all tasks: cases, messages, what lines cost
  make hunt             a wrong answer to mend; PREDICT=word, HUNT=number
  make reset            the skeletons again; yours are kept as *.cu.kept-1 ...
  make run FILE=prog.cu any program with its own main(); ARGS="..." CHECK=0
  make grade            the rubric and a score table
  make bench            each task against the vendor's library, on a GPU
  make sanitize         compute-sanitizer, on a GPU
  make profile          Nsight Compute, on a GPU
  make doctor           what this machine has, and which backend will be used
  make editor           clangd, and so VS Code and vim, know CUDA and the lab
  make clean            remove what was built

  BACKEND=auto|cpu|cuda   FROM=... a tree, a folder or a .cu to take instead
endef
export HELP

# --- variables and their faults ------------------------------------------------------------

# Beside it lies a header of its name: another .cu (a copy that a student keeps) is no task. One that is
# gone is known by the solution's.
core_in = $(filter-out stretch.cu vendor.cu,$(notdir $(wildcard $(1)/*.cu)))
CORE_CU := $(firstword $(filter $(patsubst %.h,%.cu,$(notdir $(wildcard $(CURDIR)/*.h))), \
    $(call core_in,$(CURDIR)) $(call core_in,$(ROOT)/solutions/$(NAME))))

of_whole_labs := grade $(if $(wildcard $(CURDIR)/vendor.cu),,bench)
ifneq ($(and $(filter %/more,$(NAME)),$(filter $(of_whole_labs),$(MAKECMDGOALS))),)
  $(error make $(filter $(of_whole_labs),$(MAKECMDGOALS)) is of whole labs: tasks without points are judged by make check)
endif

override BACKEND := $(CHOSEN_BACKEND)

# What is handed in: this folder, or where FROM= says. FROM may be a tree with NN-name/ or
# labs/NN-name/ in it, a lab's folder, or one .cu, relative to here or to the suite's root.
TREE :=
HANDIN :=
ifdef FROM
  TREE := $(firstword $(realpath $(FROM)) $(realpath $(ROOT)/$(FROM)))
  ifndef TREE
    $(error FROM=$(FROM) does not exist: name a folder with $(NAME)/$(CORE_CU) in it)
  endif
  # A known answer may be a patch of the worked one: what it makes of that is judged.
  ifneq ($(filter %.patch,$(TREE)),)
    TREE := $(shell bash $(ROOT)/grader/answer '$(TREE)' '$(OUT)/patched')
    ifndef TREE
      $(error FROM=$(FROM) does not fit the worked answer)
    endif
  endif
  # Of an archive grade reads what it takes; what all hand-ins share is built meanwhile.
  ifeq ($(wildcard $(TREE)/.)$(filter %.cu,$(TREE))$(filter tools guard,$(MAKECMDGOALS)),)
    $(error FROM=$(FROM) is neither a folder nor a .cu)
  endif
  # Beside what its folder has been built into, where that was FROM=, too: there `stretch` is a program.
  WORK := $(OUT)/from/$(patsubst $(ROOT)/%,%,$(TREE:.cu=))$(if $(filter %/stretch.cu %/student.cu,$(TREE)),.alone)
  ifneq ($(filter %.cu,$(TREE)),)
    CORE_SOURCE := $(TREE)
    STRETCH_SOURCE :=
  else
    HANDIN := $(firstword $(wildcard $(TREE)/$(NAME) $(TREE)/labs/$(NAME)) $(TREE))
    CORE_SOURCE := $(HANDIN)/$(CORE_CU)
    STRETCH_SOURCE := $(wildcard $(HANDIN)/stretch.cu)
  endif
else
  WORK := $(OUT)
  CORE_SOURCE := $(CURDIR)/$(CORE_CU)
  STRETCH_SOURCE := $(wildcard $(CURDIR)/stretch.cu)
endif

# What make explain compares with is named as FROM= is.
ifdef WITH
  ifeq ($(firstword $(realpath $(WITH)) $(realpath $(ROOT)/$(WITH))),)
    $(error WITH=$(WITH) does not exist: name a folder with $(NAME)/$(CORE_CU) in it, or a .cu)
  endif
endif

# Threads of the judge that have nothing to do leave the cores to the student program.
export OMP_WAIT_POLICY ?= passive

# --- a stranger's work ---------------------------------------------------------------------

# The box in which a hand-in is built and run: bubblewrap, landlock or none. Empty for what is no
# stranger's, which is neither inspected nor boxed.
SANDBOX_LEVEL ?=
export SANDBOX_LEVEL
ifdef SANDBOX_LEVEL
  export SIMT_STRANGER := yes
endif
export GUARD := $(BUILD)/common/guard
GUARDS := $(addprefix $(GUARD)/,enter inspect_source inspect_object inspect_calls similar)

$(GUARD)/inspect_source: $(addprefix $(ROOT)/grader/class/inspect_,text.c names.c paste.c pragma.c)
$(GUARD)/inspect_calls: $(addprefix $(ROOT)/grader/class/inspect_,gimple.c elements.c)
$(GUARD)/%: $(ROOT)/grader/class/%.c $(wildcard $(ROOT)/grader/class/*.h)
	mkdir -p $(@D)
	$(CC) -std=gnu11 -O2 -Wall -Wextra $(filter %.c,$^) $(as_whole)

# --- the judge -----------------------------------------------------------------------------

JUDGE_CFLAGS := -std=c11 -O3 -Wall -Wextra -Wno-unknown-pragmas -Wno-missing-field-initializers -I$(ROOT)/common \
                -I$(ROOT)/common/judge
# $(call headers_of,FOLDERS): and the tables that are included.
headers_of = $(wildcard $(addsuffix /*.h,$(1)) $(addsuffix /*.inc,$(1)))
JUDGE_HEADERS := $(call headers_of,$(ROOT)/common $(ROOT)/common/judge $(ROOT)/common/simt/counters) \
                 $(ROOT)/common/lab.mk

# References are computed on all cores, but by one thread where the compiler came without OpenMP's
# library, as clang often does. Asked once.
OPENMP = $(eval OPENMP := $(shell echo 'int main(void) { return 0; }' | \
    $(CC) -fopenmp -x c - -o /dev/null 2>/dev/null && echo -fopenmp))$(OPENMP)

# What all labs' judges share is compiled once.
JUDGE_BUILD := $(BUILD)/common/judge
JUDGE_OBJECTS := $(patsubst $(ROOT)/common/judge/%.c,$(JUDGE_BUILD)/%.o,$(wildcard $(ROOT)/common/judge/*.c)) \
                 $(JUDGE_BUILD)/exchange.o
compile_for_judge = mkdir -p $(@D) && $(CC) $(JUDGE_CFLAGS) $(OPENMP) -c $< $(as_whole)

$(JUDGE_BUILD)/exchange.o: $(ROOT)/common/exchange.c $(JUDGE_HEADERS)
	$(compile_for_judge)

$(JUDGE_BUILD)/%.o: $(ROOT)/common/judge/%.c $(JUDGE_HEADERS)
	$(compile_for_judge)

# Of the lab's folder all C but call.c, which is the student program's.
LAB_SOURCES := $(filter-out %/call.c,$(wildcard $(CURDIR)/*.c))

$(OUT)/judge: $(LAB_SOURCES) $(JUDGE_OBJECTS) $(call headers_of,$(CURDIR)) $(JUDGE_HEADERS)
	mkdir -p $(@D)
	$(CC) $(JUDGE_CFLAGS) -I$(CURDIR) $(OPENMP) $(LAB_SOURCES) $(JUDGE_OBJECTS) -lm $(as_whole)

# --- the student program -------------------------------------------------------------------

include $(ROOT)/common/simt/simt.mk

# Once a command, whose makes build with the same, and once for what is kept in SIMT_KEPT.
COMPILERS_THAT_DO ?=
ifneq ($(SIMT_IS_KEPT),)
COMPILERS_THAT_DO := $(or $(COMPILERS_THAT_DO),$(COMPILERS_THAT_DID))
endif
ifneq ($(call asks_for_more,doctor editor clean),)
ifneq ($(COMPILERS_THAT_DO),$(CC) $(CXX) $(OBJCOPY))
  wrong := $(shell sh $(REQUIREMENTS) compilers '$(CC)' '$(CXX)' '$(OBJCOPY)')
  ifneq ($(wrong),)
    $(error $(wrong))
  endif
  export COMPILERS_THAT_DO := $(CC) $(CXX) $(OBJCOPY)
endif
endif
# How far hints have been shown is kept there, too; where nobody may write, those that are kept can be read.
writes_little := $(if $(wildcard $(OUT)/.),,$(filter hint solution reset,$(MAKECMDGOALS)))
ifneq ($(call asks_for_more,doctor editor clean)$(writes_little),)
  $(call must_serve,$(OUT))
endif

# What the student's .cu, call.c and vendor.cu may include: nothing of the judge's.
STUDENT_INCLUDES := -I$(ROOT)/common -I$(ROOT)/common/student -I$(CURDIR)
STUDENT_HEADERS := $(call headers_of,$(ROOT)/common $(ROOT)/common/student $(ROOT)/common/simt/counters)
RUNNER_CFLAGS := -std=gnu11 -O2 -g -Wall -Wextra $(STUDENT_INCLUDES)

ifneq ($(BACKEND),cuda)
  RUNTIME := cpu
  ARCH ?=
  RUNNER_CFLAGS += $(SIMT_CPPFLAGS) $(SIMT_NO_ENTRIES)
  BACKEND_LIBRARY := $(SIMT_LIB)
  # What the checked program's compiler would warn of, the fast one's has told.
  compile_cu = $(call simt_compile$(if $(filter checked,$(BACKEND)),_checked),$(1),$(2),-w $(if \
                 $(SANDBOX_LEVEL),$(call simt_tell_calls,$(2:.o=.calls)) $(SIMT_TELL_BEYOND),-fsanitize=object-size))
  # Most of a link is to read the names of the C++ library, of which few answers want any.
  link = $(call link_by,$(CC),$(1),$(2)) 2>/dev/null || $(call link_by,$(CXX),$(1),$(2))
  link_by = $(1) $(WRAPPED:%=-Wl,--wrap=%) -Wl,-z,relro,-z,now $(2) $(SIMT_LDLIBS) -o $(3)
else
  RUNTIME := cuda
  ARCH := $(or $(ARCH),$(if $(DEVICE),native,sm_75))
  CUDA_INCLUDE := $(realpath $(dir $(realpath $(NVCC)))/../include)
  RUNNER_CFLAGS += -I$(CUDA_INCLUDE)
  BACKEND_LIBRARY :=
  compile_cu = $(NVCC) -std=c++17 -O3 -lineinfo -arch=$(ARCH) $(STUDENT_INCLUDES) \
                 $(if $(SANDBOX_LEVEL),$(without_places:%=-Xcompiler %)) \
                 -MD -MF $(2:.o=.d) -c $(1) -o $(2)
  link = $(NVCC) -arch=$(ARCH) $(WRAPPED:%=-Xlinker --wrap=%) -Xlinker -z,relro,-z,now $(1) -o $(2)
endif
# Calls of the student's code that the runner wants to know of.
open_bracket := (
WRAPPED := $(sort $(patsubst __wrap_%,%,$(filter __wrap_%,$(subst $(open_bracket), ,$(foreach \
             file,copies.c handles.c symbols_$(RUNTIME).c backend_$(RUNTIME).c,$(file <$(ROOT)/common/student/$(file)))))))
SIMT_CPPFLAGS += $(STUDENT_INCLUDES)
CPPFLAGS += $(if $(SUITE_COLORS),-fdiagnostics-color=always)
# __FILE__ tells a stranger's work no place of this machine.
without_places = $(foreach place,$(ROOT)/ $(BUILD)/ $(dir $(CORE_SOURCE)),-fmacro-prefix-map=$(place)=)
CPPFLAGS += $(if $(SANDBOX_LEVEL),$(without_places) $(SIMT_OF_STRANGERS))
CXXFLAGS += -Wno-unused-parameter # a skeleton's functions use none yet

# What all labs share is built once; what a lab's programs share, once a lab.
SHARED := $(BUILD)/common/$(RUNTIME)
SHARED_OBJECTS := $(addprefix $(SHARED)/,$(if $(filter cpu,$(RUNTIME)),guard.o) runner.o copies.o handles.o spread.o places.o exchange.o symbols_$(RUNTIME).o \
    backend_$(RUNTIME).o)
CALL_OBJECT := $(OUT)/$(RUNTIME)/call.o

SHARED_HEADERS := $(STUDENT_HEADERS) $(ROOT)/common/lab.mk $(wildcard $(ROOT)/common/simt/*.h $(ROOT)/common/simt/*/*.h)
# What the runner knows is as little a hand-in's as what the CPU backend knows.
compile_shared = mkdir -p $(@D) && $(CC) $(RUNNER_CFLAGS) -c $< -o $@.$$$$ && $(if $(filter cpu,$(RUNTIME)),$(OBJCOPY) \
    $(SIMT_OWN_DATA) $@.$$$$ && )mv $@.$$$$ $@

$(SHARED)/%.o: $(ROOT)/common/%.c $(SHARED_HEADERS)
	$(compile_shared)

$(SHARED)/%.o: $(ROOT)/common/student/%.c $(SHARED_HEADERS)
	$(compile_shared)

$(CALL_OBJECT): $(CURDIR)/call.c $(STUDENT_HEADERS) $(wildcard $(CURDIR)/*.h)
	mkdir -p $(@D)
	$(CC) $(RUNNER_CFLAGS) -c $< $(as_whole)

# What a box for the compiler and the linker lets them see: nothing of the judge's.
export BOX_READS = $(if $(SANDBOX_LEVEL),$(ROOT)/common/student/kernel.h $(wildcard $(CURDIR)/*.h) $(SIMT_DIR) \
    $(SIMT_BUILD) $(SHARED) $(CALL_OBJECT))
export BOX_TOOLS = $(firstword $(CC)) $(firstword $(CXX)) $(firstword $(OBJCOPY)) $(NVCC)
export TASKS_OF = $(CALL_OBJECT)
# A stranger's host code is told by no clock how long a kernel took, and a kernel calls nothing that keeps something for
# the host, in the fast program as in the checked one. Nor is a function called for it that its pointers may not
# lead to.
export HIDDEN_CALLS = $(if $(filter cpu,$(RUNTIME)),$(SIMT_CLOCKS) $(SIMT_KEEPERS) $(SIMT_LOCKERS) $(SIMT_CALLERS))

# $(call build_program,SOURCE): the target, by the tool of that name, which links it as *.new first.
export COMPILE_SECONDS ?= $(if $(SANDBOX_LEVEL),60,120)
build_program = bash $(ROOT)/common/tools/build_program $@ $(1) $(@D)/$(BACKEND)/$(@F).o \
    $(call quoted,$(call compile_cu,$(1),$(@D)/$(BACKEND)/$(@F).o)) \
    $(call quoted,$(call link,$(@D)/$(BACKEND)/$(@F).o $(CALL_OBJECT) $(SHARED_OBJECTS) $(BACKEND_LIBRARY),$@.new))

# BACKEND=checked and BACKEND=plain are for the makes below alone.
BESIDE := $(patsubst %,.%,$(filter checked plain,$(BACKEND)))
PROGRAM_NEEDS := $(CALL_OBJECT) $(SHARED_OBJECTS) $(BACKEND_LIBRARY) \
                 $(if $(filter cpu,$(RUNTIME)),$(TRANSLATE)) $(if $(BESIDE),,$(WORK)/backend)

$(WORK)/student$(BESIDE): $(CORE_SOURCE) $(WORK)/student.source $(PROGRAM_NEEDS)
	$(call build_program,$<)

$(WORK)/stretch$(BESIDE): $(STRETCH_SOURCE) $(WORK)/stretch.source $(PROGRAM_NEEDS)
	$(call build_program,$<)

# Changes when the source does, also where an older file takes its place (a copy brought back, another FROM=).
tell_source = { echo $(call quoted,$<) && cat $(call quoted,$<); }
keep_source = $(tell_source) | cmp -s - $@ || { mkdir -p $(@D) && $(tell_source) >$@.$$$$ && mv $@.$$$$ $@; }

$(WORK)/student.source: $(CORE_SOURCE) always
	$(keep_source)

$(WORK)/stretch.source: $(STRETCH_SOURCE) always
	$(keep_source)

$(CORE_SOURCE):
	mkdir -p $(WORK) && rm -f $(WORK)/student$(BESIDE) && touch $(WORK)/student$(BESIDE).missing
	echo "$(CORE_CU) is not in the hand-in ($(@D))$(if $(FROM),,: make reset brings it back)" | tee $(WORK)/student$(BESIDE).log >&2; exit 1

# Changes when the backend or architecture does, so that programs are built anew.
$(WORK)/backend: $(if $(filter-out $(BACKEND):$(ARCH),$(file <$(WORK)/backend)),always)
	mkdir -p $(@D)
	echo '$(BACKEND):$(ARCH)' >$@

# A stranger's work is built anew each time, and nothing that it left is read.
ifndef SANDBOX_LEVEL
-include $(wildcard $(WORK)/$(BACKEND)/*.d)
endif

# --- commands ------------------------------------------------------------------------------

# One file given as FROM= may hold any of the lab's functions. Tasks without points have none for gold: a stretch.cu
# of theirs is the last rung of a climb, for make bench.
STRETCH_PROGRAM := $(if $(and $(STRETCH_SOURCE),$(filter-out %/more,$(NAME))),$(WORK)/stretch,$(if $(filter %.cu,$(TREE)),$(WORK)/student))
PROGRAMS := $(addsuffix $(BESIDE),$(sort $(WORK)/student $(STRETCH_PROGRAM)))
PROGRAMS_BESIDE := checked-programs $(if $(filter cuda,$(BACKEND)),plain-programs)
AGAIN := $(if $(FROM),make check FROM=$(FROM),make check)
# Where programs of others are at work nobody is to read the seed in a list of processes.
seed_for_judge = $(if $(SANDBOX_LEVEL),environment,$(or $(SEED),1))
JUDGE_OPTIONS = --lab $(NAME) --seed '$(seed_for_judge)' --input '$(INPUT)' --root $(ROOT) --out $(OUT)
JUDGE = $(OUT)/judge $(JUDGE_OPTIONS) --backend $(BACKEND) --core $(WORK)/student \
          --checked-core $(WORK)/student.checked --plain-core $(WORK)/student.plain \
          $(if $(STRETCH_PROGRAM),--stretch $(STRETCH_PROGRAM) \
              --checked-stretch $(STRETCH_PROGRAM).checked --plain-stretch $(STRETCH_PROGRAM).plain) --task '$(TASK)' --case '$(CASE)' \
          $(if $(SANDBOX_LEVEL),$(patsubst %not-taken,--slow-starts '%slow-starts',$(wildcard $(dir $(TREE))not-taken))) \
          $(if $(filter-out none,$(SANDBOX_LEVEL)),--box 'bash $(ROOT)/grader/class/box run $(SANDBOX_LEVEL) $(GUARD)')
# The checker's programs in the place of the fast ones, with more time.
CHECKED_JUDGE = $(OUT)/judge $(JUDGE_OPTIONS) --backend cpu --core $(WORK)/student.checked \
          $(if $(STRETCH_PROGRAM),--stretch $(STRETCH_PROGRAM).checked) --counted $(COUNT_SECONDS)
COUNT_SECONDS ?= 30
GRADE_DIR ?= $(BUILD)/grade
RESULTS := $(GRADE_DIR)/$(NAME)


.PHONY: help editor check run debug debug_once replay replay_once report report-data explain explain_once counted announce guard grade grade_taken rubric judge programs checked-programs plain-programs tools bench bench-tools bench-programs bench-on-device sanitize profile doctor clean always
help:
	$(tell_help)

ifneq ($(asks_for_others),)
.DEFAULT:
	$(call unknown_goal,$@)
endif

include $(ROOT)/common/tools/loop.mk

# Any program, of one file or several: built and run under build/run.
run:
	$(call start_program,run)

# What the checker counts of one case, in the terminal and as a page; WITH= has another file's beside it.
ifdef IS_PROGRAM
explain:
	$(call start_program,explain)
else
explain: explain_once
	$(call end_with,$(OUT)/explain.status)
endif

# A recipe of these never fails, since make would add a line of its own: its outcome is in a file, 0 or 2.
explain_once: counted
	$(if $(WITH),$(MAKE) --no-print-directory counted FROM='$(WITH)' WITH= COUNTED='$(OUT)/with')
	! grep -qs 2 '$(COUNTED).outcome' $(if $(WITH),'$(OUT)/with.outcome') && \
	    bash $(ROOT)/common/tools/explain_task show '$(COUNTED)' $(if $(WITH),'$(OUT)/with') $(unless_cut); \
	    $(call keep_outcome,$(OUT)/explain.status)
keep_outcome = [ $$? = 0 ] && echo 0 >'$(1)' || echo 2 >'$(1)'

# One case in the CPU checker alone, whatever its flags, to be counted: what is to be shown goes to COUNTED.*
COUNTED ?= $(OUT)/explain
counted: tools $(OUT)/judge
	rm -f '$(COUNTED).html'
	$(MAKE) --no-print-directory checked-programs
	bash $(ROOT)/common/tools/explain_task count '$(COUNTED)' '$(TASK)' '$(CASE)' '$(CORE_SOURCE)' \
	    '$(STRETCH_SOURCE)' $(CHECKED_JUDGE); $(call keep_outcome,$(COUNTED).outcome)

# One case in the checker alone, step by step, as a page.
replay: replay_once
	$(call end_with,$(OUT)/replay.status)

replay_once: tools $(OUT)/judge
	rm -f '$(OUT)/replay.html'
	$(MAKE) --no-print-directory checked-programs
	bash $(ROOT)/common/tools/explain_task replay '$(OUT)/replay' '$(TASK)' '$(CASE)' '$(CORE_SOURCE)' \
	    '$(STRETCH_SOURCE)' $(CHECKED_JUDGE) && bash $(ROOT)/common/tools/replay_page '$(OUT)/replay'; \
	    $(call keep_outcome,$(OUT)/replay.status)

# All tasks as they stand now, as a page; the top Makefile makes one of several labs.
REPORT := $(OUT)/report
report: report-data
	bash $(ROOT)/common/tools/report_page '$(OUT)/report.html' '$(SOURCE)' '$(BUILD)/bench' '$(REPORT)'

report-data: COUNT_SECONDS = 5
report-data: tools
	$(MAKE) --no-print-directory -k $(call side_by_side,3) $(OUT)/judge $(PROGRAMS) $(PROGRAMS_BESIDE) >/dev/null 2>&1 || true
	bash $(ROOT)/common/tools/report_lab '$(REPORT)' $(NAME) '$(CORE_SOURCE)' '$(STRETCH_SOURCE)' \
	    $(JUDGE) -- $(CHECKED_JUDGE)

# Nothing is optimised away, and macros are known.
DEBUGGED := $(patsubst $(WORK)/%,$(WORK)/debug/%,$(WORK)/student $(STRETCH_PROGRAM))
debug: debug_once
	$(call end_with,$(OUT)/debug.status)

debug_once: tools $(OUT)/judge
	mkdir -p '$(WORK)/debug'
	$(MAKE) --no-print-directory -k BACKEND=cpu WORK='$(WORK)/debug' CXXFLAGS='-O0 -g3 -Wno-unused-parameter' \
	    $(sort $(DEBUGGED)) 2>'$(WORK)/debug/make.log' || grep -vE '^make.*(\*\*\* | not remade because)' '$(WORK)/debug/make.log' | \
	    bash $(ROOT)/common/tools/say_errors '$(CURDIR)' >&2
	bash $(ROOT)/common/tools/debug_task '$(WORK)/debug/task' '$(TASK)' '$(CASE)' '$(call on_command_line,THREAD)' \
	    '$(call on_command_line,BLOCK)' $(firstword $(DEBUGGED)) '$(word 2,$(DEBUGGED))' $(OUT)/judge $(JUDGE_OPTIONS); \
	    $(call keep_outcome,$(OUT)/debug.status)

# For the rubric: one task of programs that are built already, or could not be built.
judge:
	$(JUDGE) --json '$(JSON)'

# Of all labs, since an editor opens the whole tree.
editor:
	$(write_for_editors)

# All that can be built is built; what is wrong with the rest is in the logs.
programs: $(OUT)/judge tools $(if $(SANDBOX_LEVEL),$(GUARDS))
	$(if $(SANDBOX_LEVEL),rm -rf '$(WORK)')
	$(MAKE) --no-print-directory -k $(PROGRAMS) $(PROGRAMS_BESIDE) >/dev/null 2>&1 || true

checked-programs plain-programs: %-programs:
	$(MAKE) --no-print-directory -k BACKEND=$* \
	    $(addsuffix .$*,$(sort $(WORK)/student $(STRETCH_PROGRAM))) >/dev/null 2>&1 || true

# What several labs share, to be there before they are built side by side.
tools: $(JUDGE_OBJECTS) $(SHARED_OBJECTS) $(CALL_OBJECT) $(BACKEND_LIBRARY) $(if $(filter cpu,$(RUNTIME)),$(TRANSLATE))
	$(if $(filter cpu,$(RUNTIME)),,$(MAKE) --no-print-directory tools BACKEND=checked)

# Runs grader/NN-name.bats; its verdicts are what grader/score counts.
rubric: programs
	[ $(BACKEND) != cuda ] || [ -n '$(DEVICE)' ] || { echo "BACKEND=cuda finds no device here: use BACKEND=cpu" >&2; exit 2; }
	$(if $(ASKED),,sh $(REQUIREMENTS) programs bats jq >&2)
	rm -rf '$(RESULTS)' && mkdir -p '$(RESULTS)'
	$(OUT)/judge --list >'$(RESULTS)/tasks'
	printf '{"source": "%s", "backend": "%s", "seed": %s, "sandbox": "%s"}\n' '$(SOURCE)' '$(BACKEND)' \
	    "$${SEED:-1}" '$(or $(SANDBOX_LEVEL),own files)' \
	    >'$(RESULTS)/about.json'
	env -u MAKEFLAGS -u MFLAGS FROM='$(TREE)' BACKEND='$(BACKEND)' \
	    SANDBOX_LEVEL='$(SANDBOX_LEVEL)' GRADE_DIR='$(GRADE_DIR)' JUDGE_COMMAND=$(call quoted,$(JUDGE)) \
	    bats --formatter tap '$(ROOT)/grader/$(NAME).bats' \
	    >'$(RESULTS)/tap' 2>'$(RESULTS)/bats.log' || [ $$? = 1 ]

# The first line of a grading: whose work it is.
SOURCE ?= $(or $(TREE),$(CURDIR))
announce:
	echo "grading $(SOURCE) on the $(BACKEND) backend$(box_$(SANDBOX_LEVEL))"
box_none := , in no box (SANDBOX=none)
box_bubblewrap := , in a box (bubblewrap)
box_landlock := , in a box (landlock)

guard: $(GUARDS)

FOREIGN := $(call is_foreign,$(TREE))
grade: $(if $(FOREIGN),$(GUARDS))
	sh $(REQUIREMENTS) programs bats jq >&2
	rm -rf '$(GRADE_DIR)'
	$(if $(FOREIGN),$(call grade_in_box,$(TREE),$(MAKE) --no-print-directory grade_taken),$(MAKE) --no-print-directory grade_taken)

grade_taken:
	$(MAKE) --no-print-directory announce rubric
	bash $(ROOT)/grader/score '$(GRADE_DIR)'

# The doctor sees what the runtimes see: built on both where both are there, and never failing
# for want of one.
DOCTORS := $(BUILD)/common/doctor-cpu $(if $(NVCC),$(BUILD)/common/doctor-cuda)

# What keeps one from being built is told, as the reason why its backend is not used.
doctor:
	mkdir -p $(BUILD)/common 2>/dev/null; [ ! -w $(BUILD)/common ] || for doctor in $(DOCTORS); do \
	    $(MAKE) --no-print-directory $$doctor BACKEND=cpu >$$doctor.log 2>&1 || rm -f $$doctor; \
	done
	BACKEND='$(ASKED_BACKEND)' DOCTOR_CPU='$(filter %-cpu,$(DOCTORS))' CC='$(CC)' CXX='$(CXX)' \
	    DOCTOR_CUDA='$(filter %-cuda,$(DOCTORS))' bash $(ROOT)/common/tools/doctor.sh

$(BUILD)/common/doctor-cpu: $(ROOT)/common/tools/doctor.c $(SIMT_LIB)
	mkdir -p $(@D)
	$(CC) -std=gnu11 $(SIMT_CPPFLAGS) $^ $(SIMT_LDLIBS) $(as_whole)

$(BUILD)/common/doctor-cuda: $(ROOT)/common/tools/doctor.c
	mkdir -p $(@D)
	$(NVCC) $< -o $@

# --- on a device ---------------------------------------------------------------------------

include $(ROOT)/common/bench/bench.mk

# NVIDIA's own tools, on a device. TASK= and CASE= make them quicker.
sanitize profile: $(OUT)/judge $(WORK)/student
	bash $(ROOT)/common/tools/gpu_tools.sh $@ $(WORK)/student $(OUT)/$@ \
	    $(OUT)/judge --lab $(NAME) --backend $(BACKEND) --seed '$(or $(SEED),1)' --task '$(TASK)' --case '$(CASE)'

clean:
	$(call remove,$(OUT))
