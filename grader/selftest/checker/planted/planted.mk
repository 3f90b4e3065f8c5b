# The planted faults for the CPU backend, watched: make -f planted.mk BUILD=...
ROOT := $(abspath $(dir $(lastword $(MAKEFILE_LIST)))/../../../..)
HERE := $(ROOT)/grader/selftest/checker/planted
BUILD ?= $(ROOT)/build/planted
.DEFAULT_GOAL := $(BUILD)/faults
include $(ROOT)/common/simt/simt.mk

$(BUILD)/faults: $(BUILD)/faults.o $(SIMT_LIB)
	$(CXX) $^ $(SIMT_LDLIBS) -o $@

$(BUILD)/faults.o: $(HERE)/faults.cu $(SIMT_LIB) $(TRANSLATE)
	$(call simt_compile_checked,$<,$@)
