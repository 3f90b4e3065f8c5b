# The variables that the top Makefile and every lab take alike, and their faults: one line each.
# ROOT is the suite's folder.

# What may be given; empty is as good as not given.
$(foreach name,LAB TASK CASE SEED FROM WITH INPUT BACKEND SANDBOX,$(eval $(name) ?=))

# --- where the suite lies, and what a user's shell hands down -----------------------------------

# $(call refused,WHAT,CALL): ends where a container refuses what nothing here can do without.
refused = $(error this system refuses $(1) ($(2), in the profile of an old container?): bring Docker and its libseccomp \
    up to date, or start the container with --security-opt seccomp=unconfined)
ifeq ($(realpath /etc/..),)
  $(call refused,to tell make of its files,faccessat2)
endif

# What make or a shell would take for more than a part of a name; first, before it is taken.
hash := \#
percent := %
odd_characters := $$ ; & | < > ( ) { } [ ] " ' ` \ * ? ! = : ~ $(percent) $(hash)
odd_in = $(firstword $(strip $(foreach character,$(odd_characters),$(findstring $(character),$(1))) \
    $(if $(filter-out 0 1,$(words $(1))),spaces)))
given = $(if $(filter command% environment%,$(origin $(1))),$(value $(1)))

# $(call one_of,LETTER): it is among make's own options.
one_of = $(strip $(foreach word,$(filter-out -%,$(firstword $(MAKEFLAGS))),\
    $(if $(findstring =,$(word)),,$(findstring $(1),$(word)))))

# make 4.4 and later hand what is exported to $(shell), too, and would run what such a value says.
$(foreach name,FROM WITH BUILD GRADE_DIR GRADE HANDINS OUT INPUT TASK CASE SEED JOBS BACKEND LAB LABS SANDBOX SSH,\
    $(if $(findstring $$,$(call given,$(name))),$(eval unexport $(name))))

# What an earlier grading has left is gone before anything can fail: else another hand-in's marks would stay
# where this FROM= is refused.
OLD_RESULTS := $(or $(call given,GRADE_DIR),$(call given,GRADE),$(or $(call given,BUILD),$(ROOT)/build)/grade)
ifneq ($(and $(filter grade,$(MAKECMDGOALS)),$(if $(call odd_in,$(OLD_RESULTS))$(call one_of,n),,yes)),)
  $(shell rm -rf '$(OLD_RESULTS)')
endif

ifneq ($(call odd_in,$(CURDIR)),)
  $(error the suite lies in '$(CURDIR)', which has $(call odd_in,$(CURDIR)) in it, which make cannot follow: move or rename the folder)
endif
odd_paths := $(strip $(foreach name,FROM WITH BUILD GRADE_DIR HANDINS OUT,\
    $(if $(call odd_in,$(call given,$(name))),$(name))))
ifneq ($(odd_paths),)
  $(error $(firstword $(odd_paths))= has $(call odd_in,$(call given,$(firstword $(odd_paths)))) in it, which make cannot follow: rename or link the folder)
endif

# These are only handed on, in quotation marks.
odd_values := $(strip $(foreach name,INPUT TASK CASE SEED JOBS BACKEND LAB LABS SANDBOX SSH,$(foreach character,' $$,\
    $(if $(findstring $(character),$(call given,$(name))),$(name)))))
ifneq ($(odd_values),)
  $(error $(firstword $(odd_values))= has a quotation mark or a $$ in it, which no name here has)
endif
ifneq ($(filter-out 0 1,$(words $(INPUT))),)
  $(error INPUT=$(INPUT) has spaces in it, which make cannot follow: rename or link the file)
endif

override BUILD := $(abspath $(or $(BUILD),$(ROOT)/build))
ifdef MAKEOVERRIDES
  # The labs' makes are to have the same, and a seed that is drawn.
  MAKEOVERRIDES := $(filter-out SEED=,$(patsubst BUILD=%,BUILD=$(BUILD),$(MAKEOVERRIDES)))
endif

# What this make has asked, those that it starts need not ask again: it is the name of the suite. A make
# that a user or a test starts is at level 0, whatever the environment says.
ASKED_BY ?=
ASKED := $(if $(filter-out 0,$(MAKELEVEL)),$(filter $(ROOT),$(ASKED_BY)))
export ASKED_BY := $(ROOT)

# Compilers and bats keep files of some megabytes there. Where the suite's files are much newer than one that has just
# been made, as those of an archive from another time zone, make would build all of them again each time.
ifeq ($(ASKED),)
new_file := $(shell file=$$(mktemp 2>/dev/null) && trap 'rm -f "$$file"' EXIT && head -c 4194304 /dev/zero 2>/dev/null >"$$file" && \
    { [ '$(ROOT)/common/variables.mk' -nt "$$file" ] && [ "$$(find '$(ROOT)/common/variables.mk' \
    -newermt '10 minutes' 2>/dev/null)" ] && echo old || echo made; })
ifeq ($(new_file),old)
  $(error the files of the suite are dated in the future: set this machine's clock, or type: find '$(ROOT)' -exec touch {} +)
endif
ifneq ($(new_file),made)
  ifneq ($(shell echo yes),yes)
    $(call refused,to start programs for make,clone3)
  endif
  export TMPDIR := $(BUILD)/tmp
  $(shell mkdir -p '$(TMPDIR)' 2>/dev/null)
endif
endif

# What is there in Chinese too, as hints, is shown in the language of the user's own shell; a make that ours has
# started has been told.
ifeq ($(ASKED),)
  export SUITE_LANGUAGE := $(if $(filter zh zh_% zh-% zh.%,$(firstword $(foreach name,LC_ALL LC_MESSAGES LANG,$(call given,$(name))))),zh,en)
endif

# Numbers have a point, messages are in English, and scripts do as they say, whatever the user's own
# shell is told.
export LC_ALL := C
NOT_HANDED_ON := CDPATH ENV BASH_ENV SHELLOPTS BASHOPTS BASH_COMPAT BASH_XTRACEFD GREP_OPTIONS TAR_OPTIONS POSIXLY_CORRECT
unexport $(NOT_HANDED_ON)
# Folders that compilers are to read first, as "module load cuda" has them read CUDA's own headers: these come
# behind ours.
ifneq ($(call given,CPATH),)
  export C_INCLUDE_PATH := $(if $(C_INCLUDE_PATH),$(C_INCLUDE_PATH):)$(CPATH)
  export CPLUS_INCLUDE_PATH := $(if $(CPLUS_INCLUDE_PATH),$(CPLUS_INCLUDE_PATH):)$(CPATH)
  unexport CPATH
endif
# Others than nvcc have this name for the processor's.
ARCHITECTURES := native all all-major compute_% sm_% lto_%
ifeq ($(origin ARCH),environment)
  ARCH := $(filter $(ARCHITECTURES),$(ARCH))
endif
ifdef ARCH
ifneq ($(strip $(filter-out $(ARCHITECTURES),$(ARCH)) $(word 2,$(ARCH))),)
  $(error ARCH=$(ARCH) is unknown: name one architecture as nvcc does, such as native or sm_90)
endif
endif

ifneq ($(call one_of,e),)
  $(error make -e, or MAKEFLAGS=e, lets the shell's variables change the makefiles' own: leave it out)
endif

# $(call side_by_side,N): so many jobs, unless an outer make has its own number.
side_by_side = $(if $(findstring --jobserver,$(MAKEFLAGS))$(call one_of,j),,-j$(1))

# $(call must_serve,FOLDER): a folder for what is built, in which programs can also run, with room on its disk. Asked
# once a command.
REQUIREMENTS := $(ROOT)/common/tools/requirements.sh
FOLDER_THAT_SERVES ?=
must_serve = $(if $(and $(ASKED),$(filter $(1),$(FOLDER_THAT_SERVES))),,$(call must_have_served,$(shell sh \
    $(REQUIREMENTS) folder '$(1)' '$(BUILD)'))$(eval export FOLDER_THAT_SERVES := $(1)))
must_have_served = $(if $(1),$(error $(1)))

# The recipes of make clean and make editor: what cannot be removed or written is told in one line.
remove = $(if $(call one_of,n),rm -rf '$(1)',$(call must_have_gone,$(shell rm -rf '$(1)' 2>&1 | sed -n '1s/^rm: //p')))
must_have_gone = $(if $(1),$(error $(1): make it and the folder that it is in writable))
write_for_editors = $(if $(shell [ -w '$(ROOT)' ] || echo no),$(error cannot write to $(ROOT), where make editor puts \
    compile_commands.json and .clangd: make it writable))bash '$(ROOT)/common/tools/editor.sh' '$(ROOT)'

# Behind a recipe that only shows something: who reads its first lines and no more, as head does, has
# not made it fail.
unless_cut := || [ $$? = 141 ]
tell_help = printenv HELP $(unless_cut)

# Behind a compiler's command: of two makes, in two terminals or on two cores, each writes a file of its
# own and gives it its name when it is whole.
as_whole = -o $@.$$$$ && mv $@.$$$$ $@

# $(call is_number,VALUE): not empty if it has digits and nothing else.
digits := 0 1 2 3 4 5 6 7 8 9
strip_digits = $(if $(2),$(call strip_digits,$(subst $(firstword $(2)),,$(1)),$(wordlist 2,10,$(2))),$(1))
is_number = $(if $(strip $(1)),$(if $(call strip_digits,$(1),$(digits)),,yes))

ifdef SEED
ifeq ($(call is_number,$(SEED)),)
  $(error SEED=$(SEED) is not a whole number from 0 to 18446744073709551615)
endif
endif

ifneq ($(filter-out auto cpu cuda plain checked,$(BACKEND)),)
  $(error BACKEND=$(BACKEND) is unknown: use auto, cpu or cuda)
endif

ifneq ($(filter-out auto bubblewrap landlock none,$(SANDBOX)),)
  $(error SANDBOX=$(SANDBOX) is unknown: use auto, bubblewrap, landlock or none)
endif

ifneq ($(filter grade rubric,$(MAKECMDGOALS)),)
ifneq ($(TASK)$(CASE)$(INPUT),)
  $(error make grade judges whole labs: TASK=, CASE= and INPUT= are for make check)
endif
endif

# --- a stranger's work ------------------------------------------------------------------------

# $(call is_foreign,PATH): graded in a box, for it lies in none of the folders that the suite brings,
# or SANDBOX= asks for one.
own_folders := $(foreach folder,labs solutions grader common,$(realpath $(ROOT))/$(folder) $(realpath $(ROOT))/$(folder)/%)
is_foreign = $(and $(1),$(or $(filter-out auto none,$(SANDBOX)),$(filter-out $(realpath $(ROOT)) $(own_folders),$(1))))

# $(call grade_in_box,WHERE,COMMAND): takes the hand-in at FROM into a fresh folder, without following a
# link, and runs COMMAND with what was taken, in the best box there is. The inputs of a stranger's work are drawn
# anew each time: a table of answers helps nobody. The results name the seed, and SEED= repeats it; a drawn one is
# in the environment alone, since programs in some boxes can read command lines.
TAKEN := $(BUILD)/taken
grade_in_box = level=$$(bash $(ROOT)/grader/class/box level '$(SANDBOX)' '$(BUILD)/common/guard') && \
    taken=$$(bash $(ROOT)/grader/class/intake '$(1)' '$(TAKEN)') && \
    { SEED=$${SEED:-$$(bash $(ROOT)/grader/class/seed)} && export SEED; } && $(has_room) && \
    $(2) FROM="$$taken" SOURCE='$(1)' SANDBOX_LEVEL="$$level" && { $(has_room) || { rm -rf '$(or $(GRADE),$(GRADE_DIR))'; false; }; }
has_room = bash $(ROOT)/grader/class/room '$(BUILD)'

# Some only read or print, and need nothing of what builds: $(call asks_for_more,GOALS) is what else
# was asked for, but those.
READ_ONLY := where help progress next hint solution reset
asks_for_more = $(filter-out $(READ_ONLY) $(1),$(or $(MAKECMDGOALS),help))

# --- words that nobody knows --------------------------------------------------------------------

# A goal that no rule makes, and a variable that nothing reads because of a slip, get the nearest word that there is. Only
# where a user has called: makes of ours are sure of theirs. Verbs are the words behind "make" in HELP.
nearest = $(shell bash '$(ROOT)/common/tools/nearest' $(1) '$(2)' $(3))
verbs = $(sort $(patsubst make-%,%,$(filter make-%,$(subst make ,make-,$(HELP)))))
say_unknown = $(error make $(1) is unknown$(if $(2),: did you mean make $(2)?,;) make help lists what there is)
# The recipe of .DEFAULT, which is also tried for what a makefile includes if it is there.
unknown_goal = $(if $(filter $(1),$(MAKECMDGOALS)),$(call say_unknown,$(1),$(call nearest,2,$(1),$(verbs))),:)
asks_for_others = $(if $(ASKED),,$(filter-out $(verbs),$(MAKECMDGOALS)))

KNOWN := LAB LABS TASK CASE SEED FROM WITH INPUT BACKEND SANDBOX BUILD GRADE GRADE_DIR HANDINS OUT JOBS SSH FILE ARGS \
    CHECK HUNT PREDICT THREAD BLOCK TOOLS PEERS CC CXX CFLAGS CXXFLAGS NVCC ARCH V
given_here = $(if $(filter command,$(firstword $(origin $(1)))),$(if $(call odd_in,$(1)),,$(1)))
ifeq ($(ASKED),)
  $(foreach name,$(filter-out $(KNOWN),$(foreach variable,$(.VARIABLES),$(call given_here,$(variable)))),\
    $(eval meant := $(call nearest,1,$(name),$(KNOWN)))$(if $(meant),$(error $(name)= is unknown: did you mean $(meant)=?)))
endif

# --- what there is to build with -----------------------------------------------------------

# Where the system cannot do, nothing is begun; doctor says so in its own words, and reading needs little. But a
# make of before 4 does not understand the rules of these either: 3.81 says that there is none for doctor; and with
# a very small stack every make dies of them.
ifeq ($(ASKED),)
small_stack = $(shell [ "$$(ulimit -s)" = unlimited ] || [ "$$(ulimit -s)" -gt 128 ] || echo yes)
ifneq ($(or $(call asks_for_more,doctor editor clean),$(filter 3.%,$(MAKE_VERSION)),$(small_stack)),)
  wrong := $(shell sh $(REQUIREMENTS) machine $(MAKE_VERSION))
  ifneq ($(wrong),)
    $(error $(wrong))
  endif
endif
endif

# What setup brings, or has brought, without being root.
ifneq ($(filter setup,$(MAKECMDGOALS))$(wildcard $(abspath $(BUILD))/tools/bin/.),)
  export PATH := $(abspath $(BUILD))/tools/bin:$(PATH)
endif

ifeq ($(origin NVCC),undefined)
NVCC := $(firstword $(wildcard $(addsuffix /nvcc,$(subst :, ,$(PATH)) /usr/local/cuda/bin)))
endif

# WSL has such a file without any device, a driver may have one that it cannot use, and a container
# may see one that it may not use. So BACKEND=auto asks a program that nvcc has built, once a
# command: yes or no. Why it is no is said on stderr.
DEVICE_FILES ?= $(wildcard /dev/nvidia[0-9]* /dev/dxg)
CUDA_DEVICE_HERE ?=
ifneq ($(call asks_for_more,setup doctor editor clean test),)
ifeq ($(CUDA_DEVICE_HERE),)
ifneq ($(and $(NVCC),$(DEVICE_FILES),$(filter auto,$(or $(BACKEND),auto))),)
  export CUDA_DEVICE_HERE := $(shell bash $(ROOT)/common/tools/device.sh '$(NVCC)' $(abspath $(BUILD))/common)
endif
endif
endif
DEVICE := $(if $(filter no,$(CUDA_DEVICE_HERE)),,$(DEVICE_FILES))

# What BACKEND=auto, the default, stands for here.
ASKED_BACKEND := $(or $(BACKEND),auto)
CHOSEN_BACKEND := $(or $(filter-out auto,$(BACKEND)),$(if $(and $(NVCC),$(DEVICE)),cuda,cpu))
ifeq ($(CHOSEN_BACKEND)$(NVCC),cuda)
  $(error BACKEND=cuda needs nvcc, which is not on the PATH: install the CUDA Toolkit, or use BACKEND=cpu)
endif

ifneq ($(filter sanitize profile,$(MAKECMDGOALS)),)
ifneq ($(CHOSEN_BACKEND),cuda)
  $(error make $(firstword $(filter sanitize profile,$(MAKECMDGOALS))) needs nvcc and a GPU; without them, 'make check' finds as much)
endif
endif

# $(call bench_on,COMMAND): COMMAND where there is a GPU to bench on; else the CPU backend's own
# speed, with what else would be needed where that was not asked for.
bench_on = $(if $(and $(filter cuda,$(CHOSEN_BACKEND)),$(DEVICE)),$(1),$(if $(filter cpu,$(ASKED_BACKEND)),,echo \
    "make bench compares with the vendor's libraries, which needs nvcc and an NVIDIA GPU: here is what the CPU backend can do" &&) \
    $(MAKE) --no-print-directory -f $(ROOT)/common/simt/bench.mk)

# --- whole programs: make run -------------------------------------------------------------

# FILE=, ARGS= and CHECK= count on the command line alone, since a user's shell may have others by
# these names, and go to run_program as they are.
quoted = '$(subst ','\'',$(1))'
on_command_line = $(if $(filter command%,$(origin $(1))),$(value $(1)))
chosen = $(if $(filter default undefined,$(origin $(1))),,$($(1)))
IS_PROGRAM := $(if $(call on_command_line,FILE),yes)

# $(call start_program,run): the recipe. The program takes make's own place where make can do
# that (common/tools/become.c), so that its exit status is what the shell sees.
BECOME := $(abspath $(BUILD))/common/become.so
ifneq ($(filter run check watch hunt hint solution reset explain replay debug sanitize profile,$(MAKECMDGOALS))$(IS_PROGRAM),)
ifeq ($(words $(MAKECMDGOALS))$(call one_of,n)$(if $(filter load,$(.FEATURES)),yes),1yes)
  become_is_there := $(shell { [ $(BECOME) -nt $(ROOT)/common/tools/become.c ] || { mkdir -p $(dir $(BECOME)) && \
    $(CC) -shared -fPIC -O1 $(ROOT)/common/tools/become.c -o $(BECOME).new && mv $(BECOME).new $(BECOME); }; } 2>/dev/null; \
    [ -f $(BECOME) ] && echo yes)
  ifeq ($(become_is_there),yes)
  -load $(BECOME)
  endif
endif
endif
# $(call end_with,FILE): the recipe that ends make with the status in FILE, and with no line of its own.
status_in = $(or $(strip $(file <$(1))),$(if $(call one_of,n),0,2))
end_with = $(if $(filter $(BECOME),$(.LOADED)),$(if $(filter 0,$(call status_in,$(1))),:,$(become sh,-c,exit \
    $(call status_in,$(1)))),exit $(call status_in,$(1)))
# $(call refuse,WORDS): the recipe that says why nothing is done, and ends make with 2.
refuse = $(if $(filter $(BECOME),$(.LOADED)),$(become sh,-c,echo "$(1)" >&2; exit 2),echo "$(1)" >&2; exit 2)
starter := $(ROOT)/common/tools/run_program
start_program = $(if $(filter $(BECOME),$(.LOADED)),$(become bash,$(starter),$(1),$(abspath $(BUILD)),$(CHOSEN_BACKEND),$(call \
    on_command_line,CHECK),$(call on_command_line,FILE),$(call on_command_line,ARGS),$(NVCC),$(ARCH),$(call chosen,CC),$(call \
    chosen,CXX)),bash $(starter) $(1) $(call quoted,$(abspath $(BUILD))) $(CHOSEN_BACKEND) $(call \
    quoted,$(call on_command_line,CHECK)) $(call quoted,$(call on_command_line,FILE)) $(call \
    quoted,$(call on_command_line,ARGS)) $(call quoted,$(NVCC)) '$(ARCH)' '$(call chosen,CC)' '$(call chosen,CXX)')
