# The speed of the CPU backend against plain OpenMP loops, and against its peers where they are here:
# make -f common/simt/bench.mk
# ONLY=word runs the lines of the table whose name holds the word. HIP_CPU=path is a checkout of HIP-CPU.

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
BENCH_ROWS := $(BENCH_BUILD)/cpu/rows.jsonl

# --- the peers ------------------------------------------------------------------------------------

# OpenCL is here if a program that calls it can be linked.
BENCH_OPENCL := $(shell echo 'int main(void) { return clGetPlatformIDs(0, 0, 0); }' | \
    $(CC) -std=gnu11 -DCL_TARGET_OPENCL_VERSION=120 -include CL/cl.h -x c - -lOpenCL -o /dev/null 2>/dev/null && \
    echo opencl)
# What PoCL makes of the kernels is kept here, and not in the user's home.
export POCL_CACHE_DIR := $(BENCH_BUILD)/cpu/pocl

# HIP-CPU is headers, which need TBB as the C++ library does. A checkout that is named must do.
HIP_CPU ?=
override HIP_CPU := $(abspath $(HIP_CPU))
BENCH_HIP := $(if $(HIP_CPU),hip)
ifdef HIP_CPU
ifeq ($(wildcard $(HIP_CPU)/include/hip/hip_runtime.h),)
  $(error HIP_CPU=$(HIP_CPU) is no checkout of HIP-CPU: include/hip/hip_runtime.h is not there)
endif
ifeq ($(shell echo 'int main() {}' | $(CXX) -std=c++17 -x c++ - -ltbb -o /dev/null 2>/dev/null && echo yes),)
  $(error HIP-CPU needs TBB, which is not here: make setup PEERS=1 brings it)
endif
endif

BENCH_PEERS := $(BENCH_OPENCL) $(BENCH_HIP)
BENCH_PEERS_LIBS := $(if $(BENCH_OPENCL),-lOpenCL) $(if $(BENCH_HIP),-ltbb)

.PHONY: bench cost bench-always
bench: $(BENCH_BUILD)/bench $(if $(ONLY),,cost)
	mkdir -p $(POCL_CACHE_DIR)
	$(BENCH_BUILD)/bench $(BENCH_ROWS) $(ONLY) $(unless_cut)

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

$(BENCH_BUILD)/checked/kernels.o: $(BENCH_DIR)/kernels.cu $(BENCH_DIR)/works.h $(SIMT_LIB) $(TRANSLATE)
	$(call simt_compile_checked,$<,$@)

# Linked anew when other peers are here.
BENCH_LINKED := $(BENCH_BUILD)/cpu/linked
$(BENCH_LINKED): $(if $(filter-out $(file <$(BENCH_LINKED)),$(BENCH_PEERS) .)$(filter-out $(BENCH_PEERS) .,$(file <$(BENCH_LINKED))),bench-always)
	@mkdir -p $(dir $@)
	@echo $(BENCH_PEERS) . >$@

$(BENCH_BUILD)/bench: $(BENCH_LINKED) $(addprefix $(BENCH_BUILD)/,$(addsuffix .o,compare loops vectors kernels $(BENCH_PEERS))) $(SIMT_LIB)
	$(CXX) $(filter-out $<,$^) -fopenmp $(BENCH_PEERS_LIBS) $(SIMT_LDLIBS) -o $@

$(BENCH_BUILD)/opencl.o: BENCH_CFLAGS += -DKERNELS_CL='"$(BENCH_DIR)/kernels.cl"'

# kernels.cu as HIP has it: its launches are one line each.
$(BENCH_BUILD)/cpu/hip.cpp: $(BENCH_DIR)/kernels.cu $(BENCH_DIR)/hip.sed
	@mkdir -p $(dir $@)
	sed -E -f $(BENCH_DIR)/hip.sed $< >$@

$(BENCH_BUILD)/hip.o: $(BENCH_BUILD)/cpu/hip.cpp $(BENCH_DIR)/works.h
	$(CXX) -std=c++17 -O2 -DNDEBUG -fopenmp-simd -isystem $(HIP_CPU)/include -I$(BENCH_DIR) -c $< -o $@

$(BENCH_BUILD)/%.o: $(BENCH_DIR)/%.c $(BENCH_DIR)/works.h
	@mkdir -p $(dir $@)
	$(CC) $(BENCH_CFLAGS) -c $< -o $@

$(BENCH_BUILD)/vectors.o: $(BENCH_DIR)/loops.c $(BENCH_DIR)/works.h
	@mkdir -p $(dir $@)
	$(CC) $(BENCH_CFLAGS) -O3 -DVECTORS -c $< -o $@

$(BENCH_BUILD)/kernels.o: $(BENCH_DIR)/kernels.cu $(BENCH_DIR)/works.h $(SIMT_LIB) $(TRANSLATE)
	$(call simt_compile,$<,$@)
-include $(BENCH_BUILD)/kernels.d
