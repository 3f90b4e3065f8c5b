# The speed of the CPU backend against plain OpenMP loops: make -f common/simt/bench.mk
# ONLY=word runs the lines of the table whose name holds the word.

ROOT := $(abspath $(dir $(lastword $(MAKEFILE_LIST)))/../..)
.DEFAULT_GOAL := bench
include $(ROOT)/common/simt/simt.mk

BENCH_DIR := $(SIMT_DIR)/bench
BENCH_BUILD := $(BUILD)/bench
BENCH_CFLAGS := -std=gnu11 -O3 -g -Wall -Wextra -fopenmp -I$(SIMT_DIR) -pthread

.PHONY: bench
bench: $(BENCH_BUILD)/bench
	$(BENCH_BUILD)/bench $(ONLY)

$(BENCH_BUILD)/bench: $(addprefix $(BENCH_BUILD)/,bench.o loops.o kernels.o) $(SIMT_LIB)
	$(CXX) $^ -fopenmp $(SIMT_LDLIBS) -o $@

$(BENCH_BUILD)/%.o: $(BENCH_DIR)/%.c $(BENCH_DIR)/bench.h
	@mkdir -p $(dir $@)
	$(CC) $(BENCH_CFLAGS) -c $< -o $@

$(BENCH_BUILD)/kernels.o: $(BENCH_DIR)/kernels.cu $(BENCH_DIR)/bench.h $(SIMT_LIB) $(TRANSLATE)
	$(call simt_compile,$<,$@)
-include $(BENCH_BUILD)/kernels.d
