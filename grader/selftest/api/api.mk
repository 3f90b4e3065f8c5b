# Builds the programs of api.bats for the CPU backend, each with two compilers, under BUILD.
ROOT := $(abspath $(dir $(lastword $(MAKEFILE_LIST)))/../../..)
include $(ROOT)/common/simt/simt.mk
HERE := $(ROOT)/grader/selftest/api
STRICT := -Wall -Wextra -pedantic -Werror -O2 -I $(SIMT_DIR) -I $(SIMT_DIR)/shim

.DEFAULT_GOAL := all
all: $(addprefix $(BUILD)/,behaviour inside templates doctor)

$(BUILD)/doctor: $(ROOT)/common/tools/doctor.c $(SIMT_LIB)
	$(CC) -std=gnu11 $(STRICT) $< $(SIMT_LIB) $(SIMT_LDLIBS) -o $@

$(BUILD)/behaviour: $(addprefix $(HERE)/,behaviour.c memory.c device.c behaviour.h) $(SIMT_LIB)
	$(CC) -std=gnu11 $(STRICT) $(filter %.c,$^) $(SIMT_LIB) $(SIMT_LDLIBS) -o $@

$(BUILD)/%: $(HERE)/%.c $(SIMT_LIB)
	$(CC) -std=gnu11 $(STRICT) $< $(SIMT_LIB) $(SIMT_LDLIBS) -o $@

$(BUILD)/templates.o: $(HERE)/templates.cu $(SIMT_LIB) $(TRANSLATE)
	$(call simt_compile,$<,$@)

$(BUILD)/%: $(BUILD)/%.o
	$(CXX) $< $(SIMT_LIB) $(SIMT_LDLIBS) -o $@

.DELETE_ON_ERROR:
