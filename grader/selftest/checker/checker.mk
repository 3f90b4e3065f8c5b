# The programs of checker.bats: make -f checker.mk BUILD=... VARIANT=g++-O1 [all] [constants] [gxx] [run-fuzz]
# A variant is a compiler and its level of optimisation.
#
# all        the cases, each of which runs in all four schedules
# constants  a program of its own, for what it lacks
# gxx        another one, of what g++ alone tells
# fuzz       COUNT= generated kernels of SEED=, whose races are known by construction; run-fuzz
#            runs them
ROOT := $(abspath $(dir $(lastword $(MAKEFILE_LIST)))/../../..)
HERE := $(ROOT)/grader/selftest/checker
.DEFAULT_GOAL := all
VARIANT ?= g++-O1
CXX := $(firstword $(subst -O, ,$(VARIANT)))
CXXFLAGS += -O$(lastword $(subst -O, ,$(VARIANT))) -Werror
include $(ROOT)/common/simt/simt.mk

OUT := $(BUILD)/$(VARIANT)
FILES := races warps memory arrays structs barriers fences block_fences locks streams
SEED ?= 1
COUNT ?= 100
FUZZ := $(OUT)/fuzz-$(SEED)-$(COUNT)
.PHONY: all constants gxx fuzz run-fuzz
all: $(OUT)/cases
constants: $(OUT)/constants
gxx: $(OUT)/gxx
fuzz: $(FUZZ)/fuzz

$(OUT)/cases: $(FILES:%=$(OUT)/%.o) $(BUILD)/main.o $(SIMT_LIB)
	$(CXX) $^ $(SIMT_LDLIBS) -o $@

$(OUT)/constants $(OUT)/gxx: $(OUT)/%: $(OUT)/%.o $(BUILD)/main.o $(SIMT_LIB)
	$(CXX) $^ $(SIMT_LDLIBS) -o $@

$(OUT)/%.o: $(HERE)/%.cu $(HERE)/case.h $(SIMT_LIB) $(TRANSLATE)
	$(call simt_compile_checked,$<,$@)
-include $(FILES:%=$(OUT)/%.d) $(OUT)/constants.d $(OUT)/gxx.d

$(BUILD)/main.o: $(HERE)/main.c $(SIMT_LIB)
	$(CC) -std=gnu11 -O1 -g -Wall -Wextra -I$(SIMT_DIR) -c $< -o $@

$(BUILD)/generate: $(HERE)/fuzz/generate.c
	@mkdir -p $(BUILD)
	$(CC) -std=c11 -O2 -Wall -Wextra $< -o $@

$(FUZZ)/kernels.cu: $(BUILD)/generate
	@mkdir -p $(FUZZ)
	$< $(SEED) $(COUNT) >$@

$(FUZZ)/kernels.o: $(FUZZ)/kernels.cu $(HERE)/fuzz/fuzz.h $(SIMT_LIB) $(TRANSLATE)
	$(call simt_compile_checked,$<,$(FUZZ)/checked/kernels.o) && cp $(FUZZ)/checked/kernels.o $@

$(FUZZ)/fuzz: $(HERE)/fuzz/main.c $(FUZZ)/kernels.o $(SIMT_LIB)
	$(CC) -std=gnu11 -O1 -g -Wall -Wextra -I$(SIMT_DIR) -I$(HERE)/fuzz -c $< -o $(FUZZ)/main.o
	$(CXX) $(FUZZ)/main.o $(filter-out %.c,$^) $(SIMT_LDLIBS) -o $@
$(FUZZ)/kernels.o: CPPFLAGS += -I$(HERE)/fuzz

# What is kept says how to come to a disagreement again.
run-fuzz: fuzz
	@$(FUZZ)/fuzz || { echo 'again: make -f $(HERE)/checker.mk BUILD=build/fuzz VARIANT=$(VARIANT)' \
	    'SEED=$(SEED) COUNT=$(COUNT) run-fuzz'; exit 1; }
	@rm -rf $(FUZZ)
