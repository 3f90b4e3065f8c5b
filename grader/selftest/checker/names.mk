# Programs of checker.bats about the hooks themselves: make -f names.mk BUILD=...
#
# names   refers to every hook that a compiler may call, so that it links only if all are there
# fast    a race in the fast build
ROOT := $(abspath $(dir $(lastword $(MAKEFILE_LIST)))/../../..)
HERE := $(ROOT)/grader/selftest/checker
.DEFAULT_GOAL := all
include $(ROOT)/common/simt/simt.mk

.PHONY: all
all: $(BUILD)/names $(BUILD)/fast

# The names in three forms of size, and those that stand alone.
SIZES := 1 2 4 8 16
WIDER := 2 4 8 16
BITS := 8 16 32 64
ACCESSES := read write volatile_read volatile_write
UPDATES := load store exchange compare_exchange_strong compare_exchange_weak \
    compare_exchange_val $(addprefix fetch_,add sub and or xor nand)
HOOKS := $(addprefix __tsan_, \
    $(foreach access,$(ACCESSES) read_write,$(addprefix $(access),$(SIZES))) \
    $(foreach access,$(ACCESSES) read_write,$(addprefix unaligned_$(access),$(WIDER))) \
    $(foreach bits,$(BITS),$(addprefix atomic$(bits)_,$(UPDATES))) \
    atomic_thread_fence atomic_signal_fence read_range write_range vptr_read vptr_update \
    init func_entry func_exit ignore_thread_begin ignore_thread_end memcpy memmove memset)

$(BUILD)/names.c: $(HERE)/names.mk
	@mkdir -p $(BUILD)
	printf 'void %s(void);\n' $(HOOKS) >$@
	printf 'void *const hooks[] = {\n' >>$@
	printf '    (void *)%s,\n' $(HOOKS) >>$@
	printf '};\nint main(void) { return hooks[0] == 0; }\n' >>$@

$(BUILD)/names: $(BUILD)/names.c $(SIMT_LIB)
	$(CC) $^ $(SIMT_LDLIBS) -o $@

$(BUILD)/fast: $(BUILD)/fast.o $(SIMT_LIB)
	$(CXX) $^ $(SIMT_LDLIBS) -o $@

$(BUILD)/%.o: $(HERE)/alone/%.cu $(SIMT_LIB) $(TRANSLATE)
	$(call simt_compile,$<,$@)
