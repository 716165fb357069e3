# unit: mirrors the tree, needs no rights. golden: whole outputs against approved files.
# system: runs the built programs as a user would.
TESTS += unit golden system
unit_SRCS := $(wildcard test/unit/*/*.cpp)
unit_LIBS := cli collector reports analyzer cryptobench_core cryptolib common
unit_LDLIBS := -lgtest_main -lgtest -pthread
golden_SRCS := $(wildcard test/golden/*.cpp)
golden_LIBS := reports analyzer common
golden_LDLIBS := -lgtest_main -lgtest -pthread
system_SRCS := $(wildcard test/system/*.cpp)
system_LIBS := common
system_LDLIBS := -lgtest_main -lgtest -pthread

# One file, one tiny program; NAME_LDLIBS for those that need a library.
WORKLOADS += $(basename $(notdir $(wildcard test/workloads/*.c test/workloads/*.cpp)))
$(foreach work,$(WORKLOADS),$(eval $(work)_SRCS := $(wildcard test/workloads/$(work).c*)))
gcry_random_LDLIBS := -lgcrypt
digest_LDLIBS := -lcrypto
# One program, many cases.
WORKLOADS += lines
lines_SRCS := $(wildcard test/workloads/lines/*.cpp)
lines_LDLIBS := -pthread
$(B)/obj/test/workloads/lines/undebugged.cpp.o: CXXFLAGS += -g0

# test/bench/run, accuracy and samples call them.
BENCHES += recording_cost sampling_cost line_accuracy sample_analysis
cost_SRCS := test/bench/rounds.cpp test/bench/measure.cpp
recording_cost_SRCS := test/bench/recording_cost.cpp $(cost_SRCS)
recording_cost_LDLIBS := -lfmt
sampling_cost_SRCS := test/bench/sampling_cost.cpp $(cost_SRCS)
sampling_cost_LDLIBS := -lfmt
line_accuracy_SRCS := $(wildcard test/bench/line_*.cpp) test/bench/measure.cpp test/system/json.cpp
line_accuracy_LDLIBS := -lfmt
sample_analysis_SRCS := $(addprefix test/bench/,sample_analysis.cpp invented_samples.cpp measure.cpp) \
                        test/system/json.cpp
sample_analysis_LIBS := collector common

# Each target gets any bytes; test/fuzz/seeds/NAME has a few good ones to start from.
FUZZERS += $(basename $(notdir $(wildcard test/fuzz/*.cpp)))
define fuzzer_parts
$(1)_SRCS := test/fuzz/$(1).cpp
$(1)_LIBS := reports analyzer common
$(1)_LDLIBS := -fsanitize=fuzzer
endef
$(foreach fuzzer,$(FUZZERS),$(eval $(call fuzzer_parts,$(fuzzer))))

.PHONY: fuzzers
fuzzers: $(patsubst %,$(B)/test/fuzz/%,$(FUZZERS))

.PHONY: deps-fuzz
deps-fuzz: deps
	$(Q)tools/deps fuzz

.PHONY: fuzz
fuzz: deps-fuzz ## fuzz each reader of outside data, FUZZ_SECONDS each (default 60)
	$(Q)$(MAKE) VARIANT=fuzz CXX=clang++ CC=clang fuzzers
	$(Q)test/fuzz/run $(FUZZERS)
