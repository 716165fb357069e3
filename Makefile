# hotlock: one Makefile, one small module.mk per folder. `make help` lists the targets.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --no-print-directory
# As many jobs as CPUs; a -j on the command line wins, a recursive make shares its parent's.
ifeq ($(MAKELEVEL),0)
CPUS := $(shell nproc)
MAKEFLAGS += -j$(CPUS)
endif

VARIANT ?= release
V ?= 0
B := build/$(VARIANT)
Q := $(if $(filter 1,$(V)),,@)
say = $(if $(filter 1,$(V)),,@printf '  %-7s %s\n' '$(1)' '$(patsubst $(B)/%,%,$(2))')

# make's own defaults (g++ by any name, cc) are replaced; the user's choice is kept.
ifeq ($(origin CXX),default)
CXX := g++
endif
ifeq ($(origin CC),default)
CC := gcc
endif
CLANG ?= clang
BPFTOOL ?= $(firstword $(wildcard /usr/sbin/bpftool) bpftool)

CPPFLAGS += -I. -I$(B) -D_GNU_SOURCE
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Wcast-qual \
            -Wformat=2 -Wimplicit-fallthrough -Wnull-dereference -Wno-missing-field-initializers
OPT_release := -O2
OPT_check := -O2 -Werror
OPT_asan := -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined
OPT_tsan := -O1 -fsanitize=thread
OPT_fuzz := -O1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined
SANITIZE = $(filter -fsanitize=%,$(OPT_$(VARIANT)))
CXXFLAGS += -std=c++20 -g -fno-omit-frame-pointer $(WARNINGS) $(if $(WERROR),-Werror) $(OPT_$(VARIANT))
CFLAGS += -std=c11 -g -O2 -Wall -Wextra $(if $(WERROR),-Werror) $(filter -Werror,$(OPT_$(VARIANT))) $(SANITIZE)
LDFLAGS += $(SANITIZE) -Wl,--as-needed

# Goals that may install packages: whatever is compiled in the same call waits for them. Rules that
# call tools from packages name $(after_deps) as an order-only prerequisite.
after_deps := $(if $(filter deps deps-% demo test bench bench-samples accuracy check asan tsan fuzz,$(MAKECMDGOALS)),deps)

.PHONY: all
all: ## build the programs (default)

# Each module.mk adds to LIBS / PROGRAMS and says what they are made of:
#   LIBS      += name  with name_SRCS, and name_LDLIBS that its users must link  -> $(B)/lib/libname.a
#   PROGRAMS  += name  with name_SRCS, name_LIBS (ours, in link order), name_LDLIBS -> $(B)/bin/name
#   TESTS     += name  as PROGRAMS: GoogleTest binaries, run by `make test`      -> $(B)/test/name
#   WORKLOADS += name  as PROGRAMS: small programs with known truth              -> $(B)/test/workloads/name
#   BENCHES   += name  as PROGRAMS: what `make bench` runs                       -> $(B)/test/bench/name
#   FUZZERS   += name  as PROGRAMS: libFuzzer targets, run by `make fuzz`        -> $(B)/test/fuzz/name
LIBS :=
PROGRAMS :=
TESTS :=
WORKLOADS :=
BENCHES :=
FUZZERS :=
include $(wildcard */module.mk)

objects = $(patsubst %,$(B)/obj/%.o,$($(1)_SRCS))
archives = $(patsubst %,$(B)/lib/lib%.a,$($(1)_LIBS))
link_libs = $($(1)_LDLIBS) $(foreach lib,$($(1)_LIBS),$($(lib)_LDLIBS))

# $(call stamp,FILE,TEXT): FILE holds TEXT and is rewritten, and hence newer than its users, only when
# TEXT has changed: other flags or another list of objects rebuild what they should.
define stamp
ifneq ($$(strip $$(file <$(1))),$$(strip $(2)))
.PHONY: $(1)
endif
$(1):
	$$(shell mkdir -p $$(@D))$$(file >$$@,$$(strip $(2)))
endef

define library_rule
$(call stamp,$(B)/lib/$(1).list,$(objects))
$(B)/lib/lib$(1).a: $(objects) $(B)/lib/$(1).list | $(after_deps)
	$$(call say,AR,$$@)
	$(Q)rm -f $$@ && ar rcs $$@ $(objects)
endef

define program_rule
$(call stamp,$(B)/$(2)/$(1).list,$(objects) $(archives) $(link_libs))
$(B)/$(2)/$(1): $(objects) $(archives) $(B)/$(2)/$(1).list | $(after_deps)
	$$(call say,LINK,$$@)
	$(Q)$$(or $$($(1)_LINKER),$$(CXX)) $$(LDFLAGS) -o $$@ $(objects) $(archives) $(link_libs)
endef

$(foreach lib,$(LIBS),$(eval $(call library_rule,$(lib))))
$(foreach prog,$(PROGRAMS),$(eval $(call program_rule,$(prog),bin)))
$(foreach test,$(TESTS),$(eval $(call program_rule,$(test),test)))
$(foreach work,$(WORKLOADS),$(eval $(call program_rule,$(work),test/workloads)))
$(foreach bench,$(BENCHES),$(eval $(call program_rule,$(bench),test/bench)))
$(foreach fuzz,$(FUZZERS),$(eval $(call program_rule,$(fuzz),test/fuzz)))

$(eval $(call stamp,$(B)/flags,$(filter-out -Werror,$(CXX) $(CC) $(CPPFLAGS) $(CXXFLAGS) $(CFLAGS))))

$(B)/obj/%.cpp.o: %.cpp $(B)/flags | $(after_deps)
	$(call say,CXX,$<)
	@mkdir -p $(@D)
	$(Q)$(CXX) $(CPPFLAGS) $(CXXFLAGS) -MMD -MP -c -o $@ $<

$(B)/obj/%.c.o: %.c $(B)/flags | $(after_deps)
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

-include $(shell find $(B)/obj $(B)/bpf -name '*.d' 2>/dev/null)

all: $(patsubst %,$(B)/bin/%,$(PROGRAMS))

.PHONY: tests
tests: $(patsubst %,$(B)/test/%,$(TESTS)) $(patsubst %,$(B)/test/workloads/%,$(WORKLOADS)) \
       $(patsubst %,$(B)/test/bench/%,$(BENCHES))

.PHONY: deps
deps: ## install the Debian packages that building and testing need
	$(Q)tools/deps build test

.PHONY: demo
demo: deps all ## record, report and compare a program with a hot lock
	$(Q)demo/run

.PHONY: test
test: deps all tests ## build and run all tests
	$(Q)test/run $(B) $(TESTS)

.PHONY: bench
bench: deps all tests ## measure what recording costs
	$(Q)test/bench/run

.PHONY: bench-samples
bench-samples: deps all tests ## measure what the analysis of a million samples costs
	$(Q)test/bench/samples

.PHONY: accuracy
accuracy: deps all tests ## compare the cache lines in reports with the truth
	$(Q)test/bench/accuracy

# Tests that run no other program of ours: the ones that make sense under a sanitizer.
.PHONY: test-inside
test-inside: $(B)/test/unit $(B)/test/golden
	$(Q)test/run $(B) unit golden

.PHONY: asan tsan
asan: ## unit and golden tests under AddressSanitizer and UBSan
tsan: ## unit and golden tests under ThreadSanitizer
asan tsan: deps
	$(Q)$(MAKE) VARIANT=$@ test-inside

.PHONY: approve
approve: $(B)/test/golden ## accept the present output of the golden tests as right
	$(Q)HOTLOCK_APPROVE=1 $(B)/test/golden

PREFIX ?= /usr/local
.PHONY: install
install: all ## install below $(DESTDIR)$(PREFIX), default /usr/local
	$(Q)install -D -m 755 -t "$(DESTDIR)$(PREFIX)/bin" $(B)/bin/hotlock
	$(Q)install -D -m 644 -t "$(DESTDIR)$(PREFIX)/share/doc/hotlock" $(wildcard *.md) LICENSE
	$(if $(wildcard include/hotlock/*.h),$(Q)install -D -m 644 -t "$(DESTDIR)$(PREFIX)/include/hotlock" $(wildcard include/hotlock/*.h))

.PHONY: clean
clean: ## remove everything that was built
	$(Q)rm -rf build

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
