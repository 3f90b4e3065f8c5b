# Sends a verb to every lab, and holds what concerns the suite as a whole. No lab is listed
# here: a folder under labs/ with a Makefile is one.

ROOT  := $(CURDIR)
include common/variables.mk

GRADE := $(BUILD)/grade

MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := where
.SUFFIXES:
.SILENT:

define HELP
The CUDA C lab suite

  make                    where you stand: the labs, their stars, the next step
  make setup              install what is missing, or say what to install
  make doctor             what this machine has, and which backend will be used
  make next               the next step, with the words of its TODO
  make progress           every task of every lab, without running anything
  make check              every lab: build, run the tasks, explain a failure
  make explain            what each line of a task costs: LAB= TASK= CASE= WITH=
  make replay             a page that steps through a case: LAB= TASK= CASE=
  make debug              gdb in a kernel: LAB= TASK= CASE= THREAD= BLOCK=
  make report             a page of how the labs stand: tasks, messages, costs
  make hunt               a wrong answer to mend: LAB= HUNT=number PREDICT=word
  make book               the handouts as one site and one PDF, in build/book/
  make editor             clangd, and so VS Code and vim, know CUDA and the labs
  make run FILE=prog.cu   any CUDA program with main(), checked: ARGS= CHECK=0
  make explain FILE=prog.cu  that program's lines with what each costs
  make bench              each task against the vendor's library, on a GPU
  make bench BACKEND=cpu  how fast the CPU backend is
  make sanitize           compute-sanitizer, on a GPU
  make profile            Nsight Compute, on a GPU
  make clean              remove build/

For those who teach, and for the suite itself

  make grade              every lab's rubric, a table, results in build/grade/
  make grade FROM=DIR     the same for DIR/NN-name/*.cu, such as FROM=solutions
  make grade-class HANDINS=DIR OUT=DIR  a folder of hand-ins: LABS= JOBS= SSH=
  make gradescope         the grader as a zip for Gradescope: LAB="01 03"
  make setup TOOLS=PATH   take bats from a .deb or a checkout, not as root
  make setup PEERS=1      also what make bench BACKEND=cpu compares with
  make test               the suite's own tests
  make bench-loop         how long one waits from a save to the verdict; LAB=
  make bench-class        what a hand-in costs as the number of them grows

  LAB=NN-name (or NN) only that lab   TASK= CASE= SEED= only that, other inputs
  BACKEND=auto|cpu|cuda  with or without a GPU   JOBS=n  so many labs at a time
  SANDBOX=auto|bubblewrap|landlock|none  the box in which others' work runs

Or work in one lab: cd labs/NN-name && make
endef
export HELP

# --- variables and their faults ------------------------------------------------------------

# grade-class takes LABS=, too.
ifneq ($(filter grade-class,$(MAKECMDGOALS)),)
  override LAB := $(or $(LAB),$(call given,LABS))
endif
override LABS := $(notdir $(patsubst %/Makefile,%,$(wildcard labs/*/Makefile)))
ifdef LAB
  unknown := $(strip $(foreach lab,$(LAB),$(if $(filter $(lab) $(lab)-%,$(LABS)),,$(lab))))
  ifneq ($(unknown),)
    # Its number without the 0, or a word of its name.
    meant := $(sort $(filter 0$(unknown)-%,$(LABS)) $(foreach lab,$(LABS),$(if $(findstring $(unknown),$(lab)),$(lab))))
    $(error LAB=$(unknown) is unknown$(if $(filter 1,$(words $(meant))),: did you mean LAB=$(meant)?,; there are: $(LABS)))
  endif
  override LABS := $(foreach lab,$(LAB),$(filter $(lab) $(lab)-%,$(LABS)))
endif

JOBS ?= $(or $(shell nproc),1)
ifneq ($(if $(filter-out 0,$(JOBS)),$(call is_number,$(JOBS))),yes)
  $(error JOBS=$(JOBS) is not a number from 1 up)
endif

ifneq ($(TASK)$(CASE),)
  ifneq ($(words $(LABS)),1)
    $(error TASK= and CASE= are of one lab: name it too, as in LAB=$(firstword $(LABS)))
  endif
endif

one_lab := $(filter debug replay hunt,$(MAKECMDGOALS))
ifneq ($(and $(one_lab),$(filter-out 1,$(words $(LABS)))),)
  $(error make $(firstword $(one_lab)) is of one lab: name it, as in LAB=$(firstword $(LABS)))
endif

ifneq ($(and $(filter grade-class,$(MAKECMDGOALS)),$(if $(and $(HANDINS),$(OUT)),,none)),)
  $(error make grade-class wants HANDINS=a folder of hand-ins and OUT=a folder for the results)
endif

ARCHIVES := %.zip %.tar %.tar.gz %.tgz %.tar.xz %.tar.bz2
ifdef FROM
  ifeq ($(realpath $(FROM)),)
    $(error FROM=$(FROM) does not exist: name a folder with NN-name/*.cu in it)
  endif
  ifneq ($(wildcard $(FROM)/.),$(FROM)/.)
    fits := $(and $(filter %.cu,$(FROM)),$(filter 1,$(words $(LABS))))
    fits += $(and $(filter grade,$(MAKECMDGOALS)),$(filter $(ARCHIVES),$(FROM)))
    ifeq ($(strip $(fits)),)
      $(error FROM=$(FROM) is a file: name a folder with NN-name/*.cu in it, or one .cu and its LAB=)
    endif
  endif
  override FROM := $(realpath $(FROM))
  in_folders = $(wildcard $(foreach lab,$(LABS),$(1)/$(lab) $(1)/labs/$(lab)))
  ifneq ($(and $(if $(call in_folders,$(FROM)),,none),$(call in_folders,$(FROM)/*)),)
    $(error FROM=$(FROM) holds folders that are hand-ins themselves: name one of them)
  endif
endif

ifdef WITH
  ifeq ($(realpath $(WITH)),)
    $(error WITH=$(WITH) does not exist: name a folder with NN-name/*.cu in it, or a .cu)
  endif
  override WITH := $(realpath $(WITH))
endif

ifdef INPUT
  override INPUT := $(abspath $(INPUT))
endif

# Before anything has begun: a lab would say so of its own folder, and every make above it that it failed.
ifeq ($(ASKED),)
ifneq ($(call asks_for_more,doctor editor clean),)
  $(call must_serve,$(BUILD))
endif
endif

# --- every lab -----------------------------------------------------------------------------

.PHONY: where help setup doctor editor progress next run hunt hunt_in_lab report grade grade_taken grade-class class-tools gradescope bench-class bench-loop bench bench-on-device bench-tools book test clean tools grade-tools
help:
	$(tell_help)

# Later goals of the same command wait for this one, under -j too.
after_setup := $(filter setup,$(MAKECMDGOALS))

# What make run and the labs compile with is there before somebody waits for it.
setup:
	sh common/tools/setup.sh $(filter test,$(MAKECMDGOALS))
	SIMT_BUILD='$(or $(SIMT_BUILD),$(BUILD)/simt)' common/tools/simtcc --prepare || true
	$(give_to_caller)

# Whoever typed sudo before it could not build there afterwards, in a tree of their own.
give_to_caller = [ "$$(id -u)" != 0 ] || [ "$$(stat -c %u .)" != "$${SUDO_UID-}" ] || chown -hR "$$SUDO_UID:$$SUDO_GID" '$(BUILD)'

tools: | $(after_setup)
	$(MAKE) -C labs/$(firstword $(LABS)) tools

run: | $(after_setup)
	$(call start_program,run)

ifdef IS_PROGRAM
explain: | $(after_setup)
	$(call start_program,explain)
endif

# What make here ends with, and with no line of its own: the labs' makes end with their judges' status, or with 2
# where make cannot do that.
OF_LABS := check sanitize profile debug replay $(if $(IS_PROGRAM),,explain)
.PHONY: check sanitize profile debug replay explain $(OF_LABS:%=%-in-labs)
$(OF_LABS): %: %-in-labs
	$(call end_with,$(BUILD)/$*.status)

$(OF_LABS:%=%-in-labs): %-in-labs: | $(after_setup)
	rm -f '$(BUILD)/$*.status'
	status=0; for lab in $(LABS); do \
	    $(MAKE) -C labs/$$lab $* AGAIN="make check LAB=$$lab $(FROM:%=FROM=%)" || status=$$?; \
	done; mkdir -p '$(BUILD)' && echo $$status >'$(BUILD)/$*.status'

# What a learner asks of the whole course: see common/tools/loop.mk for a lab.
LEARNER = ROOT='$(ROOT)' BUILD='$(BUILD)' bash common/tools/progress
where:
	$(LEARNER) course $(unless_cut)

progress:
	$(if $(LAB),$(foreach lab,$(LABS),$(LEARNER) tasks $(lab) $(unless_cut);),$(LEARNER) all $(unless_cut))

next:
	$(if $(LAB),$(foreach lab,$(LABS),$(LEARNER) next $(lab) $(unless_cut);),$(LEARNER) next $(unless_cut))

grade-tools: | $(after_setup)
	sh $(REQUIREMENTS) programs bats jq >&2

# A stranger's work is graded in a box, which is for itself and for what it starts.
FOREIGN := $(call is_foreign,$(FROM))
SOURCE ?= $(or $(FROM),$(ROOT)/labs)

grade: grade-tools tools | $(after_setup)
	rm -rf '$(GRADE)' && mkdir -p '$(GRADE)'
	$(if $(FOREIGN),$(MAKE) -C labs/$(firstword $(LABS)) guard)
	$(if $(FOREIGN),$(call grade_in_box,$(FROM),$(MAKE) grade_taken),$(MAKE) grade_taken)

grade-class: grade-tools | $(after_setup)
	JOBS='$(JOBS)' LABS='$(LAB)' SEED='$(SEED)' BACKEND='$(ASKED_BACKEND)' SANDBOX='$(or $(SANDBOX),auto)' \
	    SSH='$(call given,SSH)' BUILD='$(BUILD)' bash grader/class/grade_class class '$(abspath $(HANDINS))' '$(abspath $(OUT))'

# All that hand-ins share is there before the first is graded.
class-tools: tools $(LABS:%=judge-of-%)

judge-of-%: tools always
	$(MAKE) -C labs/$* guard tools '$(BUILD)/$*/judge'

# What a hand-in costs as their number grows.
bench-class: grade-tools tools
	JOBS='$(JOBS)' LABS='$(if $(LAB),$(LABS))' BUILD='$(BUILD)' bash grader/class/bench

# What a learner waits for.
bench-loop:
	ROOT='$(ROOT)' bash common/tools/bench_loop $(if $(LAB),$(LABS))

# For systems that start the grader themselves: see grader/class/packages.
gradescope:
	bash grader/class/packages/gradescope '$(BUILD)/gradescope.zip' $(LAB)

# Labs are graded side by side, each into its own folder; the table comes last.
grade_taken:
	$(MAKE) -C labs/$(firstword $(LABS)) announce SOURCE='$(SOURCE)'
	$(MAKE) $(call side_by_side,$(JOBS)) $(LABS:%=rubric-of-%)
	bash grader/score '$(GRADE)'

rubric-of-%: always
	$(MAKE) -C labs/$* rubric

# --- the suite -----------------------------------------------------------------------------

doctor:
	$(MAKE) -C labs/$(firstword $(LABS)) doctor

editor:
	$(write_for_editors)

# One lab after the other, and one page of all.
report: tools | $(after_setup)
	for lab in $(LABS); do \
	    echo "$$lab"; $(MAKE) -C labs/$$lab report-data || exit 2; \
	done
	bash common/tools/report_page '$(BUILD)/report.html' '$(SOURCE)' '$(BUILD)/bench' $(LABS:%='$(BUILD)/%/report')

hunt: hunt_in_lab
	$(call end_with,$(BUILD)/$(LABS)/hunt.status)

hunt_in_lab: | $(after_setup)
	$(MAKE) -C labs/$(LABS) hunt_once FOLDER='$(ROOT)'

# One lab after the other: they share a device. Without one there is a single table.
bench: | $(after_setup)
	$(call bench_on,$(MAKE) bench-on-device)

bench-on-device:
	$(MAKE) $(call side_by_side,$(JOBS)) $(LABS:%=bench-programs-of-%)
	failed=0; for lab in $(LABS); do \
	    $(MAKE) -C labs/$$lab bench-on-device || failed=1; \
	done; exit $$failed

bench-programs-of-%: bench-tools
	$(MAKE) -C labs/$* bench-programs

bench-tools:
	$(MAKE) -C labs/$(firstword $(LABS)) bench-tools

book: | $(after_setup)
	bash common/book/build '$(BUILD)/book'

test: | $(after_setup)
	bash grader/selftest/run

clean:
	$(call remove,$(BUILD))

IN_A_LAB := watch hint solution reset
ifneq ($(asks_for_others),)
.DEFAULT:
	$(if $(filter $@,$(IN_A_LAB)),$(error make $@ is of one lab: cd labs/$(firstword $(LABS)) first),$(call unknown_goal,$@))
endif

.PHONY: always
