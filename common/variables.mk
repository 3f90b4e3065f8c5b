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
