# The cases of checker.bats, in all four schedules: make -f checker.mk BUILD=... VARIANT=g++-O1
# A variant is a compiler and its level of optimisation.
ROOT := $(abspath $(dir $(lastword $(MAKEFILE_LIST)))/../../..)
HERE := $(ROOT)/grader/selftest/checker
.DEFAULT_GOAL := all
VARIANT ?= g++-O1
CXX := $(firstword $(subst -O, ,$(VARIANT)))
CXXFLAGS += -O$(lastword $(subst -O, ,$(VARIANT))) -Werror -Wno-sign-compare
include $(ROOT)/common/simt/simt.mk

OUT := $(BUILD)/$(VARIANT)
FILES := races warps memory barriers fences
.PHONY: all
all: $(OUT)/cases

$(OUT)/cases: $(FILES:%=$(OUT)/%.o) $(BUILD)/main.o $(SIMT_LIB)
	$(CXX) $^ $(SIMT_LDLIBS) -o $@

$(OUT)/%.o: $(HERE)/%.cu $(HERE)/case.h $(SIMT_LIB) $(TRANSLATE)
	$(call simt_compile_checked,$<,$@)

-include $(FILES:%=$(OUT)/%.d)

$(BUILD)/main.o: $(HERE)/main.c $(SIMT_LIB)
	$(CC) -std=gnu11 -O1 -g -Wall -Wextra -I$(SIMT_DIR) -c $< -o $@
