# The speed of the CPU backend against plain OpenMP loops: make -f common/simt/bench.mk
# ONLY=word runs the lines of the table whose name holds the word.

ROOT := $(abspath $(dir $(lastword $(MAKEFILE_LIST)))/../..)
.DEFAULT_GOAL := bench
.SILENT:
# Numbers have a point.
export LC_ALL := C
include $(ROOT)/common/simt/simt.mk
# Who reads the first lines and no more has not made it fail.
unless_cut := || [ $$? = 141 ]

BENCH_DIR := $(SIMT_DIR)/bench
BENCH_BUILD := $(BUILD)/bench
BENCH_CFLAGS := -std=gnu11 -O2 -g -Wall -Wextra -fopenmp -I$(SIMT_DIR) -pthread

.PHONY: bench cost
bench: $(BENCH_BUILD)/bench $(if $(ONLY),,cost)
	$(BENCH_BUILD)/bench $(ONLY) $(unless_cut)

# What watching costs at 64 K threads, in time of all cores. The aim: 8 times the fast build, and
# 15 times with counters; of memory 12 times what is touched. What exceeds it is marked.
cost: $(BENCH_BUILD)/cost $(BENCH_BUILD)/cost-checked
	@cd $(BENCH_BUILD) && ./cost >fast.ms && ./cost-checked >checked.ms && \
	    ./cost-checked count >counted.ms
	@printf '%s\n' 'naive matmul' 'tiled matmul' 'row sums' histogram Kogge-Stone memory | \
	    paste -d'\t' - $(addprefix $(BENCH_BUILD)/,fast.ms checked.ms counted.ms) | \
	    awk -F'\t' ' \
	        BEGIN { printf "%-16s %8s %17s %17s\n", "ms, 64 K threads", "fast", "checked", "counted" } \
	        $$1 == "memory" { over = $$3 > 12 || $$4 > 12 ? "over" : ""; \
	          printf "%-16s %7.1fx %8.1fx %17.1fx %9s\n", "memory, touched", $$2, $$3, $$4, over; \
	          next } \
	        { checked = $$3 / $$2; counted = $$4 / $$2; \
	          over = checked > 8 || counted > 15 ? "over" : ""; \
	          printf "%-16s %8.2f %9.2f (%4.1fx) %9.2f (%4.1fx) %s\n", \
	              $$1, $$2, $$3, checked, $$4, counted, over }' $(unless_cut)

$(BENCH_BUILD)/cost: $(addprefix $(BENCH_BUILD)/,cost.o kernels.o) $(SIMT_LIB)
	$(CXX) $^ $(SIMT_LDLIBS) -o $@

$(BENCH_BUILD)/cost-checked: $(BENCH_BUILD)/cost.o $(BENCH_BUILD)/checked/kernels.o $(SIMT_LIB)
	$(CXX) $^ $(SIMT_LDLIBS) -o $@

$(BENCH_BUILD)/checked/kernels.o: $(BENCH_DIR)/kernels.cu $(BENCH_DIR)/bench.h $(SIMT_LIB) $(TRANSLATE)
	$(call simt_compile_checked,$<,$@)

$(BENCH_BUILD)/bench: $(addprefix $(BENCH_BUILD)/,bench.o loops.o vectors.o kernels.o) $(SIMT_LIB)
	$(CXX) $^ -fopenmp $(SIMT_LDLIBS) -o $@

$(BENCH_BUILD)/%.o: $(BENCH_DIR)/%.c $(BENCH_DIR)/bench.h
	@mkdir -p $(dir $@)
	$(CC) $(BENCH_CFLAGS) -c $< -o $@

$(BENCH_BUILD)/vectors.o: $(BENCH_DIR)/loops.c $(BENCH_DIR)/bench.h
	@mkdir -p $(dir $@)
	$(CC) $(BENCH_CFLAGS) -O3 -DVECTORS -c $< -o $@

$(BENCH_BUILD)/kernels.o: $(BENCH_DIR)/kernels.cu $(BENCH_DIR)/bench.h $(SIMT_LIB) $(TRANSLATE)
	$(call simt_compile,$<,$@)
-include $(BENCH_BUILD)/kernels.d
