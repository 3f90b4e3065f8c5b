# The commands of self-study in a lab. Included by lab.mk, whose variables it uses.
#
# What make check has judged is kept in BUILD/progress, for the learner's own files alone: see
# common/tools/progress.bash. Nothing but make check and make watch builds or judges anything.

TOOLS := $(ROOT)/common/tools
LOOP = ROOT='$(ROOT)' BUILD='$(BUILD)' LAB='$(NAME)' TASK='$(TASK)' bash $(TOOLS)

.PHONY: watch where progress next hint solution reset hint_once solution_once reset_once hunt hunt_once check-judged
.PHONY: first-tools

where:
	$(LOOP)/progress lab $(NAME) $(unless_cut)

progress:
	$(LOOP)/progress tasks $(NAME) $(unless_cut)

next:
	$(LOOP)/progress next $(NAME) $(unless_cut)

# Where nobody may write to what was built, a hint can still be read.
cannot_keep = $(filter no,$(shell mkdir -p '$(OUT)' 2>/dev/null; [ -w '$(OUT)' ] || echo no))
hint solution reset: %: %_once
	$(if $(cannot_keep),,$(call end_with,$(OUT)/hint.status))

hint_once solution_once reset_once:
	$(LOOP)/hint $(@:_once=) $(unless_cut)$(if $(cannot_keep),,; $(call keep_outcome,$(OUT)/hint.status))

# A wrong answer to be mended, which lies below BUILD: to be judged it is FROM= of a make check.
hunt: hunt_once
	$(call end_with,$(OUT)/hunt.status)

FOLDER ?= $(CURDIR)
hunt_once:
	mkdir -p $(OUT)
	HUNT=$(call quoted,$(call on_command_line,HUNT)) PREDICT=$(call quoted,$(call on_command_line,PREDICT)) FROM='$(FROM)' FOLDER='$(FOLDER)' \
	    $(LOOP)/hunt $(MAKE) --no-print-directory; echo $$? >$(OUT)/hunt.status

# --- make check ------------------------------------------------------------------------------

# make itself would end with 2 and a line of its own where a recipe fails: see `end_with`.
check: check-judged
	$(call end_with,$(OUT)/status)

# What takes long the first time is told on a terminal.
first-tools:
	bash $(TOOLS)/say_while 'building the CPU backend, once' $(MAKE) --no-print-directory $(call side_by_side,3) tools

# Whether compilers are to use their colours: as is_colored in terminal.bash has it. What they say goes
# through files, so that they would not.
NO_COLOR ?=
CLICOLOR_FORCE ?=
TERM ?=
MAKE_TERMERR ?=
colored := $(if $(NO_COLOR),,$(or $(filter-out 0,$(CLICOLOR_FORCE)),$(if $(filter-out dumb,$(TERM)),$(MAKE_TERMERR))))
check-judged: export SUITE_COLORS := $(if $(colored),yes)

OWN := $(if $(FROM),,yes)
check-judged: $(if $(wildcard $(BACKEND_LIBRARY)),tools,first-tools)
	mkdir -p $(WORK) && rm -f $(OUT)/status
	$(if $(OWN),$(LOOP)/hint keep && $(LOOP)/progress digests $(NAME) >$(OUT)/digests)
	bash $(TOOLS)/say_while 'compiling $(CORE_CU)' $(MAKE) --no-print-directory -k $(call side_by_side,3) \
	    NVCC='$(NVCC)' CC='$(CC)' CXX='$(CXX)' $(OUT)/judge $(PROGRAMS) $(PROGRAMS_BESIDE) $(if $(call one_of,n),,2>$(WORK)/make.log) || true
	OWN='$(OWN)' IN_LAB='$(if $(filter command%,$(origin AGAIN)),,yes)' OUT='$(OUT)' WORK='$(WORK)' CASE='$(CASE)' INPUT='$(INPUT)' \
	    $(LOOP)/check_lab '$(sort $(PROGRAMS))' $(JUDGE) --title $(notdir $(CORE_SOURCE)) --again '$(AGAIN)' $(unless_cut)

# --- make watch ------------------------------------------------------------------------------

# It takes make's place where that can be, so that Ctrl-C ends one program alone.
watch:
	$(if $(OWN),$(if $(TASK)$(CASE),$(call refuse,make watch takes the task that you have edited: leave TASK= and CASE= out),\
	    $(if $(filter $(BECOME),$(.LOADED)),$(become env,ROOT=$(ROOT),BUILD=$(BUILD),LAB=$(NAME),bash,$(TOOLS)/watch,$(strip \
	    BACKEND=$(ASKED_BACKEND)),BUILD=$(BUILD),SEED=$(SEED)),$(LOOP)/watch BACKEND=$(ASKED_BACKEND) BUILD=$(BUILD) SEED=$(SEED))),\
	    $(call refuse,make watch judges this folder's own files: leave FROM= out))
