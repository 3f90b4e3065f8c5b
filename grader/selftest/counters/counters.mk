# The programs that counters.bats runs: make -f counters.mk BUILD=... [CXX=clang++]

ROOT := $(abspath $(dir $(lastword $(MAKEFILE_LIST)))/../../..)
HERE := $(ROOT)/grader/selftest/counters
.DEFAULT_GOAL := all
include $(ROOT)/common/simt/simt.mk

all: $(BUILD)/cases $(BUILD)/lines $(BUILD)/parts

$(BUILD)/cases: $(BUILD)/kernels.o $(BUILD)/cases.o $(SIMT_LIB)
	$(CXX) $^ $(SIMT_LDLIBS) -o $@

$(BUILD)/lines $(BUILD)/parts: $(BUILD)/%: $(BUILD)/%.o $(SIMT_LIB)
	$(CXX) $^ $(SIMT_LDLIBS) -o $@

$(BUILD)/%.o: $(HERE)/%.cu $(wildcard $(HERE)/*.h $(HERE)/*.inc) $(SIMT_LIB) $(TRANSLATE)
	$(call simt_compile_checked,$<,$@)

$(BUILD)/cases.o: $(HERE)/cases.c $(wildcard $(HERE)/*.h $(HERE)/*.inc)
	@mkdir -p $(BUILD)
	$(CC) -std=c11 -O1 -g -Wall -Wextra $(SIMT_CPPFLAGS) -c $< -o $@
