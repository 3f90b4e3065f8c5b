# Sends a verb to every lab, and holds what concerns the suite as a whole. No lab is listed
# here: a folder under labs/ with a Makefile is one.

ROOT  := $(CURDIR)
include common/variables.mk

GRADE := $(BUILD)/grade

MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.SUFFIXES:
.SILENT:

define HELP
The CUDA C lab suite

  make setup              install what is missing, or say exactly what to install
  make setup TOOLS=PATH   take bats from a .deb or a checkout of it, without being root
  make doctor             what this machine has, and which backend will be used
  make check              every lab: build, run the tasks, explain the first failure
  make grade              the rubric of every lab, a score table, results in build/grade/
  make grade FROM=DIR     the same for DIR/NN-name/*.cu, such as FROM=solutions
  make grade-class HANDINS=DIR OUT=DIR   a folder of hand-ins, resumable; JOBS= LABS="01 03"
  make explain            a task's source with what each line costs: LAB= TASK=
  make run FILE=prog.cu   any CUDA program with its own main(), checked: ARGS="..." CHECK=0
  make explain FILE=prog.cu    that program's lines with what each costs
  make sanitize, make profile  compute-sanitizer and Nsight Compute, on a GPU
  make bench              each task against the vendor's library, on a GPU
  make bench BACKEND=cpu  how fast the CPU backend is
  make test               the suite's own tests
  make clean              remove build/

  LAB=NN-name (or NN)     only that lab      TASK= CASE= SEED=   only that, with other inputs
  BACKEND=auto|cpu|cuda   with or without a GPU      JOBS=n      so many labs side by side
  SANDBOX=auto|bubblewrap|landlock|none              the box in which grade runs others' work

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
    $(error LAB=$(unknown) is unknown; there are: $(LABS))
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

ifdef INPUT
  override INPUT := $(abspath $(INPUT))
endif

# --- every lab -----------------------------------------------------------------------------

.PHONY: help setup doctor check run explain sanitize profile grade grade_taken grade-class bench bench-on-device bench-tools test clean tools grade-tools
help:
	echo "$$HELP"

# Later goals of the same command wait for this one, under -j too.
after_setup := $(filter setup,$(MAKECMDGOALS))

# What make run and the labs compile with is there before somebody waits for it.
setup:
	sh common/tools/setup.sh
	SIMT_BUILD='$(or $(SIMT_BUILD),$(BUILD)/simt)' common/tools/simtcc --prepare || true

tools: | $(after_setup)
	$(MAKE) -C labs/$(firstword $(LABS)) tools

run: | $(after_setup)
	$(call start_program,run)

ifdef IS_PROGRAM
explain: | $(after_setup)
	$(call start_program,explain)
endif

check $(if $(IS_PROGRAM),,explain) sanitize profile: | $(after_setup)
	failed=0; for lab in $(LABS); do \
	    $(MAKE) -C labs/$$lab $@ AGAIN="make check LAB=$$lab $(FROM:%=FROM=%)" || failed=1; \
	done; exit $$failed

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
	[ -n '$(HANDINS)' ] && [ -n '$(OUT)' ] || \
	    { echo "make grade-class wants HANDINS=a folder of hand-ins and OUT=a folder for the results" >&2; exit 2; }
	JOBS='$(JOBS)' LABS='$(LAB)' SEED='$(SEED)' BACKEND='$(ASKED_BACKEND)' SANDBOX='$(or $(SANDBOX),auto)' \
	    BUILD='$(if $(filter $(ROOT)/build,$(BUILD)),,$(BUILD))' bash grader/class/grade_class class '$(abspath $(HANDINS))' '$(abspath $(OUT))'

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

test: | $(after_setup)
	bash grader/selftest/run

clean:
	rm -rf '$(BUILD)'

.PHONY: always
