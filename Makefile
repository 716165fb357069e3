# hotlock: one Makefile, one small module.mk per folder. `make help` lists the targets.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

VARIANT ?= release
V ?= 0
B := build/$(VARIANT)
Q := $(if $(filter 1,$(V)),,@)
say = $(if $(filter 1,$(V)),,@printf '  %-7s %s\n' '$(1)' '$(patsubst $(B)/%,%,$(2))')

CXX ?= g++
ifeq ($(origin CXX),default)
CXX := g++
endif
CLANG ?= clang
BPFTOOL ?= $(firstword $(wildcard /usr/sbin/bpftool) bpftool)

CPPFLAGS += -I. -I$(B) -D_GNU_SOURCE
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Wcast-qual \
            -Wformat=2 -Wimplicit-fallthrough -Wnull-dereference -Wno-missing-field-initializers
COMMON_CXXFLAGS := -std=c++20 -g -fno-omit-frame-pointer $(WARNINGS) $(if $(WERROR),-Werror)
OPT_release := -O2
OPT_asan := -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined
OPT_tsan := -O1 -fsanitize=thread
CXXFLAGS += $(COMMON_CXXFLAGS) $(OPT_$(VARIANT))
LDFLAGS += $(filter -fsanitize=%,$(OPT_$(VARIANT))) -Wl,--as-needed

.PHONY: all
all:

# Each module.mk adds to LIBS / PROGRAMS and says what they are made of:
#   LIBS     += name   with name_SRCS, and name_LDLIBS that its users must link  -> $(B)/lib/libname.a
#   PROGRAMS += name   with name_SRCS, name_LIBS (ours, in link order), name_LDLIBS -> $(B)/bin/name
#   TESTS    += name   as PROGRAMS: GoogleTest binaries, run by `make test`      -> $(B)/test/name
LIBS :=
PROGRAMS :=
TESTS :=
include $(wildcard */module.mk)

objects = $(patsubst %,$(B)/obj/%.o,$($(1)_SRCS))

define library_rule
$(B)/lib/lib$(1).a: $(call objects,$(1))
	$$(call say,AR,$$@)
	@mkdir -p $$(@D)
	$(Q)rm -f $$@ && ar rcs $$@ $$^
endef

define program_rule
$(B)/$(2)/$(1): $(call objects,$(1)) $(patsubst %,$(B)/lib/lib%.a,$($(1)_LIBS))
	$$(call say,LINK,$$@)
	@mkdir -p $$(@D)
	$(Q)$$(or $$($(1)_LINKER),$$(CXX)) $$(LDFLAGS) -o $$@ $(call objects,$(1)) $(patsubst %,$(B)/lib/lib%.a,$($(1)_LIBS)) $($(1)_LDLIBS) $(foreach lib,$($(1)_LIBS),$($(lib)_LDLIBS))
endef

$(foreach lib,$(LIBS),$(eval $(call library_rule,$(lib))))
$(foreach prog,$(PROGRAMS),$(eval $(call program_rule,$(prog),bin)))
$(foreach test,$(TESTS),$(eval $(call program_rule,$(test),test)))

$(B)/obj/%.cpp.o: %.cpp
	$(call say,CXX,$<)
	@mkdir -p $(@D)
	$(Q)$(CXX) $(CPPFLAGS) $(CXXFLAGS) -MMD -MP -c -o $@ $<

$(B)/obj/%.c.o: %.c
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(or $(CC_FOR_C),gcc) $(CPPFLAGS) -std=c11 -g -O2 -Wall -Wextra $(filter -fsanitize=%,$(OPT_$(VARIANT))) -MMD -MP -c -o $@ $<

-include $(shell find $(B)/obj $(B)/bpf -name '*.d' 2>/dev/null)

all: $(patsubst %,$(B)/bin/%,$(PROGRAMS))

.PHONY: tests
tests: $(patsubst %,$(B)/test/%,$(TESTS))
