# How a lab's functions are timed beside the vendor's library. Included by lab.mk.
#
# wants  what lab.mk knows of the hand-in (WORK, HANDIN, CORE_SOURCE, STRETCH_SOURCE) and how it
#        compiles for the backend (RUNTIME, compile_cu, compile_shared, SHARED, CALL_OBJECT)
# gives  bench, and what it is made of: bench-tools, bench-programs, bench-on-device

# One program a .cu: the core tasks, the stretch task, each step towards it, and what was tried
# on it and left, as patches of it.
BENCH := $(WORK)/bench
BENCH_STEPS := $(if $(HANDIN),$(wildcard $(HANDIN)/steps/*.cu))
BENCH_TRIED := $(if $(STRETCH_SOURCE),$(wildcard $(HANDIN)/tried/*.patch))
BENCH_PROGRAMS := $(BENCH)/core $(BENCH_STEPS:$(HANDIN)/steps/%.cu=$(BENCH)/%) \
                  $(if $(STRETCH_SOURCE),$(BENCH)/stretch) \
                  $(BENCH_TRIED:$(HANDIN)/%.patch=$(BENCH)/%)
BENCH_ROWS := $(BUILD)/bench/$(subst /,.,$(NAME)).jsonl
# Tasks without points are timed with those of their lab, if they have a vendor.cu of their own.
BENCH_MORE := $(if $(wildcard $(CURDIR)/more/vendor.cu),$(wildcard $(if $(TREE),$(HANDIN),$(CURDIR))/more/*.cu))
VENDOR_LIBRARIES = $(shell sed -n 's|^// Libraries:||p' vendor.cu 2>/dev/null)

BENCH_SHARED :=
ifeq ($(RUNTIME),cuda)
BENCH_SHARED := $(addprefix $(SHARED)/,bench.o bench_device.o)
BENCH_OBJECTS := $(BENCH_SHARED) $(CALL_OBJECT) $(OUT)/cuda/vendor.o
# Of the vendor's libraries those that are there: vendor.cu does without the others.
is_there = $(shell echo 'int main(void) { return 0; }' | $(CC) -x c - -L$(CUDA_INCLUDE)/../lib64 \
             -l$(1) -o /dev/null 2>/dev/null && echo -l$(1))
link_bench = $(NVCC) -arch=$(ARCH) $(1) $(foreach library,$(VENDOR_LIBRARIES),$(call is_there,$(library))) -o $@

$(OUT)/cuda/vendor.o: STUDENT_INCLUDES += -I$(ROOT)/common/bench
BENCH_HEADERS := $(STUDENT_HEADERS) $(wildcard $(ROOT)/common/bench/*.h)

$(SHARED)/%.o: $(ROOT)/common/bench/%.c $(BENCH_HEADERS)
	$(compile_shared)

$(SHARED)/%.o: $(ROOT)/common/bench/%.cu $(BENCH_HEADERS)
	mkdir -p $(@D)
	$(call compile_cu,$<,$@)

$(OUT)/cuda/vendor.o: $(CURDIR)/vendor.cu $(BENCH_HEADERS) $(wildcard $(CURDIR)/*.h $(CURDIR)/../*.h)
	mkdir -p $(@D)
	$(call compile_cu,$<,$@)

$(BENCH)/core: $(CORE_SOURCE)
$(BENCH)/stretch: $(STRETCH_SOURCE)
$(BENCH_STEPS:$(HANDIN)/steps/%.cu=$(BENCH)/%): $(BENCH)/%: $(HANDIN)/steps/%.cu
$(BENCH_TRIED:$(HANDIN)/%.patch=$(BENCH)/%): %: %.cu
$(BENCH)/tried/%.cu: $(HANDIN)/tried/%.patch $(STRETCH_SOURCE)
	mkdir -p $(@D)
	patch --silent --fuzz=0 --output=$@ $(STRETCH_SOURCE) $<
.PRECIOUS: $(BENCH)/tried/%.cu
$(BENCH_PROGRAMS): $(BENCH_OBJECTS)
	mkdir -p $(@D)
	$(call compile_cu,$(firstword $(filter-out %.o,$^)),$@.o)
	$(call link_bench,$@.o $(BENCH_OBJECTS))
endif

# What several labs share, to be there before they are built side by side; as `tools`, below.
bench-tools: $(BENCH_SHARED)

bench-programs: $(BENCH_PROGRAMS) $(if $(BENCH_MORE),bench-programs-of-more)

in_more := --no-print-directory -C more FROM='$(TREE)'
.PHONY: bench-programs-of-more
bench-programs-of-more: | $(BENCH_SHARED)
	$(MAKE) $(in_more) bench-programs

bench:
	$(call bench_on,$(MAKE) --no-print-directory $(call side_by_side,$(or $(JOBS),$(shell nproc))) bench-programs && $(MAKE) --no-print-directory bench-on-device)

# By another name: make -n would run a whole line with MAKE in it.
more_on_device = $(MAKE) $(in_more) bench-on-device

# The rows are kept, and shown, even if an answer turned out wrong. With TASK= a lab, or its tasks without points,
# may have none.
bench-on-device: bench-programs
	mkdir -p $(BUILD)/bench
	failed=0; for program in $(BENCH_PROGRAMS); do \
	    $$program $(NAME:%/more=%) $${program#$(BENCH)/} '$(or $(SEED),1)' '$(TASK)' || failed=1; \
	done >$(BENCH_ROWS); \
	$(if $(and $(TASK),$(BENCH_MORE)$(filter %/more,$(NAME))),[ ! -s $(BENCH_ROWS) ] ||) \
	    bash $(ROOT)/common/bench/bench_report show $(BENCH_ROWS); \
	$(if $(BENCH_MORE),$(more_on_device) || failed=1;) exit $$failed
