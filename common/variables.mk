# The variables that the top Makefile and every lab take alike, and their faults: one line each.

# What the shell or make would take for more than a part of a name; first, before it is taken.
hash := \#
odd := $(strip $(foreach char,; & | < > " ` \ * ? $(hash) $$,$(findstring $(char),$(value FROM))))
ifneq ($(odd),)
  $(error FROM= has $(firstword $(odd)) in it, which make cannot follow: rename or link the folder)
endif

quote := '
ifneq ($(findstring $(quote),$(TASK)$(CASE)$(SEED)$(JOBS)$(BACKEND)$(FROM)$(INPUT)),)
  $(error a value has a quotation mark in it, which no name here has)
endif

ifneq ($(words $(CURDIR)),1)
  $(error make cannot follow '$(CURDIR)', which has a space in it: move or rename the folder)
endif

ifneq ($(words $(FROM)),0)
ifneq ($(words $(FROM)),1)
  $(error FROM=$(FROM) has spaces in it, which make cannot follow: rename or link the folder)
endif
endif

# $(call is_number,VALUE): not empty if it has digits and nothing else.
digits := 0 1 2 3 4 5 6 7 8 9
strip_digits = $(if $(2),$(call strip_digits,$(subst $(firstword $(2)),,$(1)),$(wordlist 2,10,$(2))),$(1))
is_number = $(if $(strip $(1)),$(if $(call strip_digits,$(1),$(digits)),,yes))

ifdef SEED
ifeq ($(call is_number,$(SEED)),)
  $(error SEED=$(SEED) is not a whole number from 0 to 18446744073709551615)
endif
endif

ifneq ($(filter-out auto cpu cuda checked,$(BACKEND)),)
  $(error BACKEND=$(BACKEND) is unknown: use auto, cpu or cuda)
endif

ifneq ($(filter grade rubric,$(MAKECMDGOALS)),)
ifneq ($(TASK)$(CASE)$(INPUT),)
  $(error make grade judges whole labs: TASK=, CASE= and INPUT= are for make check)
endif
endif

# --- what there is to build with -----------------------------------------------------------

# Where the system cannot do, nothing is begun; doctor says so in its own words.
REQUIREMENTS := $(ROOT)/common/requirements.sh
ifeq ($(MAKELEVEL),0)
ifneq ($(filter-out help doctor clean,$(or $(MAKECMDGOALS),help)),)
  wrong := $(shell sh $(REQUIREMENTS) machine $(MAKE_VERSION))
  ifneq ($(wrong),)
    $(error $(wrong))
  endif
endif
endif

# What setup brings, or has brought, without being root.
ifneq ($(filter setup,$(MAKECMDGOALS))$(wildcard $(abspath $(BUILD))/tools/bin/.),)
  export PATH := $(abspath $(BUILD))/tools/bin:$(PATH)
endif

NVCC ?= $(firstword $(shell command -v nvcc) $(wildcard /usr/local/cuda/bin/nvcc))

# WSL has such a file without any device, a driver may have one that it cannot use, and a container
# may see one that it may not use. So BACKEND=auto asks a program that nvcc has built, once a
# command: yes or no. Why it is no is said on stderr.
DEVICE_FILES ?= $(wildcard /dev/nvidia[0-9]* /dev/dxg)
ifneq ($(filter-out help setup doctor clean test,$(or $(MAKECMDGOALS),help)),)
ifeq ($(CUDA_DEVICE_HERE),)
ifneq ($(and $(NVCC),$(DEVICE_FILES),$(filter auto,$(or $(BACKEND),auto))),)
  export CUDA_DEVICE_HERE := $(shell bash $(ROOT)/common/device.sh '$(NVCC)' $(abspath $(BUILD))/common)
endif
endif
endif
DEVICE := $(if $(filter no,$(CUDA_DEVICE_HERE)),,$(DEVICE_FILES))

# What BACKEND=auto, the default, stands for here.
ASKED_BACKEND := $(or $(BACKEND),auto)
CHOSEN_BACKEND := $(or $(filter-out auto,$(BACKEND)),$(if $(and $(NVCC),$(DEVICE)),cuda,cpu))
ifeq ($(CHOSEN_BACKEND)$(NVCC),cuda)
  $(error BACKEND=cuda needs nvcc, which is not on the PATH: install the CUDA Toolkit, or use BACKEND=cpu)
endif

# $(call bench_on,COMMAND): COMMAND where there is a GPU to bench on; else the CPU backend's own
# speed, with what else would be needed where that was not asked for.
bench_on = $(if $(and $(filter cuda,$(CHOSEN_BACKEND)),$(DEVICE)),$(1),$(if $(filter cpu,$(ASKED_BACKEND)),,echo \
    "make bench compares with the vendor's libraries, which needs nvcc and an NVIDIA GPU: here is what the CPU backend can do" &&) \
    $(MAKE) --no-print-directory -f $(ROOT)/common/simt/bench.mk)
