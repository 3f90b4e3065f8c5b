# Builds the programs of simt.bats for the CPU backend under BUILD: with the default compiler, with
# clang++ (target clang), and with the portable context switch (target portable).
ROOT := $(abspath $(dir $(lastword $(MAKEFILE_LIST)))/../../..)
.DEFAULT_GOAL := all
include $(ROOT)/common/simt/simt.mk
HERE := $(ROOT)/grader/selftest/simt
CXXFLAGS += -Werror

PROGRAMS := $(basename $(notdir $(wildcard $(HERE)/*.cu)))
PORTABLE := $(BUILD)/portable
.PHONY: all clang portable
all: $(addprefix $(BUILD)/,$(PROGRAMS) registers ticks spin_wait)
portable: $(addprefix $(PORTABLE)/,$(PROGRAMS) registers ticks)
clang:
	$(MAKE) -f $(HERE)/simt.mk BUILD=$(BUILD)/clang CXX=clang++ all

$(BUILD)/%.o: $(HERE)/%.cu $(wildcard $(HERE)/*.h $(HERE)/*.cuh) $(SIMT_LIB) $(TRANSLATE)
	@$(call simt_compile,$<,$@)

# All of it but the switch is there already.
$(PORTABLE)/simt/libsimt.a: $(SIMT_LIB)
	mkdir -p $(PORTABLE) && cp -a $(SIMT_BUILD) $(PORTABLE)/simt
	$(MAKE) -f $(HERE)/simt.mk BUILD=$(PORTABLE) SIMT_BUILD=$(@D) SIMT_SWITCH=ucontext $@

link = $(CXX) $(filter %.o,$^) $(filter %.a,$^) $(SIMT_LDLIBS) -o $@
$(BUILD)/%: $(BUILD)/%.o $(SIMT_LIB)
	$(link)
$(PORTABLE)/%: $(BUILD)/%.o $(PORTABLE)/simt/libsimt.a
	$(link)

$(BUILD)/%.o: $(HERE)/%.c
	mkdir -p $(@D)
	$(CC) -std=gnu11 -O2 -Wall -Wextra -Werror -I $(SIMT_DIR) -c $< -o $@
$(BUILD)/keep_registers.o: $(HERE)/keep_registers.S
	mkdir -p $(@D)
	$(CC) -c $< -o $@
$(BUILD)/registers $(PORTABLE)/registers: $(BUILD)/keep_registers.o

.SECONDARY:
.DELETE_ON_ERROR:
