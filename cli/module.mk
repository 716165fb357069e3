PROGRAMS += hotlock
hotlock_SRCS := $(wildcard cli/*.cpp)
hotlock_LIBS := collector reports analyzer common
hotlock_LDLIBS := -lboost_program_options
