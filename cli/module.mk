# Everything but main is a library, so that tests can reach it.
LIBS += cli
cli_SRCS := $(filter-out cli/main.cpp,$(wildcard cli/*.cpp))
cli_LDLIBS := -lboost_program_options -lfmt

PROGRAMS += hotlock
hotlock_SRCS := cli/main.cpp
hotlock_LIBS := cli collector reports analyzer common
