LIBS += cryptolib
cryptolib_SRCS := $(wildcard cryptolib/src/*.cpp)
cryptolib_LDLIBS := -lcrypto -pthread

# All of the program cryptobench but its main, so that tests can link it.
LIBS += cryptobench_core
cryptobench_core_SRCS := $(filter-out cryptolib/bench/main.cpp,$(wildcard cryptolib/bench/*.cpp))
cryptobench_core_LDLIBS := -lboost_program_options -lfmt -pthread

PROGRAMS += cryptobench
cryptobench_SRCS := cryptolib/bench/main.cpp
cryptobench_LIBS := cryptobench_core cryptolib

# This code is there to be profiled: a tail call would drop its caller from every stack.
$(B)/obj/cryptolib/%: CXXFLAGS += -fno-optimize-sibling-calls
